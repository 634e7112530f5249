import Geometry
import Glibc

extension JPEGRegionDecoder {
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
    do throws(ImagingError) {
      let tile = try decodedTile(key, of: pyramid)
      // Bytes that were written since are not those that the index tells the places of.
      if scan.isChanged { throw file.changed }
      return tile
    } catch {
      throw scan.isChanged ? file.changed : error
    }
  }

  private func decodedTile(
    _ key: TileKey, of pyramid: Pyramid
  ) throws(ImagingError) -> TilePixels? {
    let rect = pyramid.rect(of: key)
    let whole = pyramid.size(ofLevel: key.level)
    let apron = TilePixels.apron
    // The part of the level that the tile's pixels come from; past the picture's edge is nothing.
    let part = PixelRect(
      x: rect.x - apron, y: rect.y - apron, width: rect.width + 2 * apron,
      height: rect.height + 2 * apron
    ).intersection(PixelRect(x: 0, y: 0, width: whole.width, height: whole.height))
    let base = key.level >= Self.level ? Self.level : 0
    let size = pyramid.size(ofLevel: base)
    let shown = part.enlarged(key.level - base, in: size)
    let turned = info.orientation.fileRect(of: shown, in: size)
    guard let pixels = base == 0 ? try decode(turned) : means(turned) else { return nil }
    let upright = OrientationTransform(orientation: info.orientation)
      .apply(to: colored(pixels), size: turned.size)
    let level = Self.halved(upright, shown.size, times: key.level - base)
    return TilePixels(
      size: rect.size, isOpaque: true, storage: Self.padded(level, part: part, rect: rect))
  }

  /// Halves pixels a number of times.
  private static func halved(
    _ pixels: ContiguousArray<UInt32>, _ size: PixelSize, times: Int
  ) -> ContiguousArray<UInt32> {
    guard times > 0, !size.isEmpty else { return pixels }
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let count = half.width * half.height
    let output = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { output, filled in
      pixels.withUnsafeBufferPointer { input in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        for row in 0..<half.height {
          let upper = source + 2 * row * size.width
          let lower = 2 * row + 1 < size.height ? upper + size.width : upper
          BoxFilter.halve(
            upper, lower, count: size.width, startsUnpaired: false, into: target + row * half.width)
        }
      }
      filled = count
    }
    return halved(output, half, times: times - 1)
  }

  /// A tile's pixels with its apron, the edge's pixels repeated where there are no others.
  private static func padded(
    _ pixels: ContiguousArray<UInt32>, part: PixelRect, rect: PixelRect
  ) -> ContiguousArray<UInt32> {
    let size = TilePixels.padded(rect.size)
    if part.size == size { return pixels }
    return ContiguousArray(unsafeUninitializedCapacity: size.width * size.height) { output, count in
      for y in 0..<size.height {
        let row = min(max(rect.y - TilePixels.apron + y, part.y), part.y + part.height - 1)
        let start = (row - part.y) * part.width
        for x in 0..<size.width {
          let column = min(max(rect.x - TilePixels.apron + x, part.x), part.x + part.width - 1)
          output[y * size.width + x] = pixels[start + column - part.x]
        }
      }
      count = size.width * size.height
    }
  }

  /// The means of blocks, given as a part of the picture at an eighth in the file's order.
  private func means(_ part: PixelRect) -> ContiguousArray<UInt32>? {
    let (across, down) = layout.maximum
    let columns = part.x / across..<(part.x + part.width - 1) / across + 1
    let rows = part.y / down..<(part.y + part.height - 1) / down + 1
    let notes = MeanRows(layout, units: columns.count)
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: part.width * part.height)
    for row in rows {
      guard
        withWalker(
          row: row, units: columns,
          { walker, stretch in
            var walk = UnitWalk(plan, notes: notes, walker: walker, first: stretch.entry.first)
            walk.walk(
              stretch.unit..<columns.upperBound, number: row * layout.units.width,
              origin: columns.lowerBound)
          })
      else { return nil }
      pixels.withUnsafeMutableBufferPointer { output in
        for line in 0..<down {
          let y = row * down + line - part.y
          guard y >= 0, y < part.height else { continue }
          notes.write(
            row: line, from: part.x - columns.lowerBound * across,
            to: UnsafeMutableBufferPointer(
              rebasing: output[y * part.width..<(y + 1) * part.width]))
        }
      }
    }
    return pixels
  }

  /// Calls `body` with a walker at the entry before some units of a row; false when there is none yet.
  func withWalker(
    row: Int, units: Range<Int>, _ body: (BlockWalker, JPEGIndex.Stretch) -> Void
  ) -> Bool {
    guard let stretch = stretch(row: row, units: units) else { return false }
    let slack = plan.longestStride + BlockWalker.lookahead
    let capacity = stretch.pieces.count * ScanFile.pieceLength
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + slack)
    defer { bytes.deallocate() }
    var count = 0
    _ = scan.clean(stretch.pieces) { _, part in
      if let source = part.baseAddress { memcpy(bytes + count, source, part.count) }
      count += part.count
      return true
    }
    memset(bytes + count, 0, capacity + slack - count)
    plan.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let bit = stretch.entry.bit - stretch.start * 8
      body(BlockWalker(bytes: UnsafePointer(bytes), tables: tables, bit: bit), stretch)
    }
    return true
  }
}

extension PixelRect {
  /// The same part of a picture that is 2^times as large in both directions.
  fileprivate func enlarged(_ times: Int, in size: PixelSize) -> PixelRect {
    let (left, top) = (x << times, y << times)
    return PixelRect(
      x: left, y: top, width: min((x + width) << times, size.width) - left,
      height: min((y + height) << times, size.height) - top)
  }
}
