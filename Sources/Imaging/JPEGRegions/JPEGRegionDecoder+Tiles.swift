import Glibc
import ScrollGeometry

extension JPEGRegionDecoder {
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
    do throws(ImagingError) {
      let tile = try decodedTile(key, of: pyramid)
      // The index does not fit bytes that were written since.
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
    // The part of the level that the tile and its apron show.
    let part = rect.insetBy(-TilePixels.apron).intersection(PixelRect(whole))
    let base = key.level >= Self.dcLevel ? Self.dcLevel : 0
    let size = pyramid.size(ofLevel: base)
    let shown = part.enlarged(key.level - base, in: size)
    let stored = info.orientation.fileRect(of: shown, in: size)
    guard let pixels = base == 0 ? try decode(stored) : dcPixels(stored) else { return nil }
    let upright = OrientationTransform(orientation: info.orientation)
      .apply(to: colored(pixels), size: stored.size)
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

  /// A tile's pixels with its apron, extended by the edge pixels beyond the picture.
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

  /// The pixels of a part of the picture as stored, at an eighth of its size, from DC coefficients.
  private func dcPixels(_ part: PixelRect) -> ContiguousArray<UInt32>? {
    let (horizontal, vertical) = header.maximumSampling
    let columns = part.x / horizontal..<(part.x + part.width - 1) / horizontal + 1
    let rows = part.y / vertical..<(part.y + part.height - 1) / vertical + 1
    let preview = DCPreview(header, mcus: columns.count)
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: part.width * part.height)
    for row in rows {
      guard
        withWalker(
          row: row, mcus: columns,
          { walker, span in
            var mcus = MCUWalker(
              layout, into: preview, walker: walker, predictors: span.entry.predictors)
            mcus.walk(
              span.mcu..<columns.upperBound, number: row * header.mcuGrid.width,
              origin: columns.lowerBound)
          })
      else { return nil }
      pixels.withUnsafeMutableBufferPointer { output in
        for line in 0..<vertical {
          let y = row * vertical + line - part.y
          guard y >= 0, y < part.height else { continue }
          preview.write(
            row: line, from: part.x - columns.lowerBound * horizontal,
            to: UnsafeMutableBufferPointer(
              rebasing: output[y * part.width..<(y + 1) * part.width]))
        }
      }
    }
    return pixels
  }

  /// Calls `body` with a walker at the entry before some MCUs of a row.
  ///
  /// - Returns: False if the row isn't indexed yet.
  func withWalker(
    row: Int, mcus: Range<Int>, _ body: (BlockWalker, JPEGIndex.Span) -> Void
  ) -> Bool {
    guard let span = span(row: row, mcus: mcus) else { return false }
    let slack = layout.maximumStride + BlockWalker.lookahead
    let capacity = span.chunks.count * ScanFile.chunkLength
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + slack)
    defer { bytes.deallocate() }
    var count = 0
    _ = scan.unstuff(span.chunks) { _, part in
      if let source = part.baseAddress { memcpy(bytes + count, source, part.count) }
      count += part.count
      return true
    }
    memset(bytes + count, 0, capacity + slack - count)
    layout.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let bit = span.entry.bit - span.start * 8
      let walker = BlockWalker(
        bytes: UnsafePointer(bytes), tables: tables, bit: bit, end: count * 8)
      body(walker, span)
    }
    return true
  }
}

extension PixelRect {
  /// The same part of a picture 2^`times` as large in both directions.
  fileprivate func enlarged(_ times: Int, in size: PixelSize) -> PixelRect {
    let (left, top) = (x << times, y << times)
    return PixelRect(
      x: left, y: top, width: min((x + width) << times, size.width) - left,
      height: min((y + height) << times, size.height) - top)
  }
}
