import Glibc
import ScrollGeometry
import Synchronization

/// Decodes any region of a baseline JPEG file, after one scan over all of it.
///
/// The scan decodes only the lengths of codes and the DC coefficient of each block, which is the
/// block's mean color: the picture at an eighth of its size, in a third of the time that decoding
/// takes. Once a tile's width it adds an entry to the index: a bit offset and the DC predictors
/// there. A region is then copied, from such an entry on, into a small JPEG file of its own, which
/// libjpeg decodes to exactly the pixels that it would give for the whole file.
final class JPEGRegionDecoder: RegionDecoder {
  /// The level that DC coefficients give: three halvings are an eighth.
  private static let dcLevel = 3

  let info: ImageInfo
  private let header: JPEGHeader
  private let layout: MCULayout
  private let scan: ScanFile
  private let file: ImageFile
  private let index: Mutex<JPEGIndex>
  private let color: Mutex<ColorTransform?>
  private let hasColor: Bool

  /// Reads the headers, or returns `nil` for a file that must be decoded as a whole.
  init?(_ file: ImageFile, _ info: ImageInfo) {
    var found: JPEGHeader?
    let scan = ScanFile(file) { read in
      found = JPEGHeader(read)
      return found?.scanOffset
    }
    guard let scan, let header = found, let layout = MCULayout(header),
      header.size == info.orientation.applied(to: info.size),
      info.color == (header.components.count == 1 ? "gray" : "YCbCr")
    else { return nil }
    guard header.restartInterval == 0 || !scan.hasFiller else { return nil }
    // A mirrored axis is halved from its far end, where blocks may begin at other pixels.
    let (width, height) = (header.size.width, header.size.height)
    guard !info.orientation.reversesX || width % JPEGHeader.blockSide == 0,
      !info.orientation.reversesY || height % JPEGHeader.blockSide == 0
    else { return nil }
    guard let reader = try? JPEGReader(file) else { return nil }
    let color = reader.colorSource().transform(for: reader.colorModel)
    self.info = info
    self.file = file
    self.header = header
    self.layout = layout
    self.scan = scan
    index = Mutex(JPEGIndex(header))
    hasColor = color != nil
    self.color = Mutex(color)
  }

  var indexedLevel: Int { Self.dcLevel }

  /// Returns where some MCUs of a row are, or `nil` if the row isn't indexed yet.
  private func span(row: Int, mcus: Range<Int>) -> JPEGIndex.Span? {
    index.withLock { $0.span(row: row, mcus: mcus) }
  }

  /// The error for bits that aren't a code.
  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "some of the JPEG data is damaged")
  }

  /// Converts pixels to the screen's color space.
  private func colored(_ pixels: consuming ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
    guard hasColor else { return pixels }
    return color.withLock { [pixels] color in
      var pixels = pixels
      pixels.withUnsafeMutableBufferPointer { color?.apply($0) }
      return pixels
    }
  }

  func buildIndex(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let preview = DCPreview(header, mcus: header.mcuGrid.width)
    let needed = layout.maximumStride + BlockWalker.lookahead
    var stream = ScanStream(scan, needed: needed)
    var isGood = true
    layout.tables.entries.withUnsafeBufferPointer { tables in
      guard let tables = tables.baseAddress else { return }
      let walker = BlockWalker(bytes: UnsafePointer(stream.bytes), tables: tables, bit: 0, end: 0)
      var mcus = MCUWalker(layout, into: preview, walker: walker)
      for row in 0..<header.mcuGrid.height where isGood && shouldContinue() {
        index.withLock { indexRow(row, &mcus, &stream, needed: needed, &$0) }
        isGood = !mcus.walker.isCorrupt && mcus.walker.bit <= stream.count * 8
        if isGood { commit(preview, to: builder) }
      }
      if isGood, builder.isComplete { isGood = finish(mcus.walker, stream) }
    }
    if scan.isChanged { throw file.changed }
    if !isGood { throw damage }
  }

  private func indexRow(
    _ row: Int, _ mcus: inout MCUWalker, _ stream: inout ScanStream, needed: Int,
    _ index: inout JPEGIndex
  ) {
    for entry in 0..<index.entriesPerRow {
      if mcus.walker.bit + needed * 8 > stream.count * 8, !stream.hasEnded {
        stream.advance(&mcus.walker.bit) { index.append(chunk: $0) }
        mcus.walker.end = stream.count * 8
      }
      index.append(
        JPEGIndex.Entry(bit: stream.start * 8 + mcus.walker.bit, predictors: mcus.predictors))
      let first = index.mcu(ofEntry: entry)
      let isLast = entry + 1 == index.entriesPerRow
      let end = isLast ? index.mcusPerRow : index.mcu(ofEntry: entry + 1)
      mcus.walk(first..<end, number: row * index.mcusPerRow)
      if mcus.walker.isCorrupt { return }
    }
  }

  private func commit(_ preview: DCPreview, to builder: PyramidBuilder) {
    for row in 0..<preview.rowCount where !builder.isComplete {
      preview.write(row: row, from: 0, to: builder.nextRow)
      if hasColor { _ = builder.nextRow.update(fromContentsOf: colored(.init(builder.nextRow))) }
      builder.commitRow()
    }
  }

  /// Completes the index, and returns whether the scan ends with the last MCU.
  private func finish(_ walker: BlockWalker, _ stream: borrowing ScanStream) -> Bool {
    index.withLock { $0.end = stream.start * 8 + walker.bit }
    return stream.hasEnded && stream.count * 8 - walker.bit < 64
  }
}

// MARK: - Regions

extension JPEGRegionDecoder {
  /// The pixels decoded beyond each edge of a region: upsampling of chroma looks at neighbors.
  private static let margin = 2

  /// Decodes a region of the picture as stored, or returns `nil` if it isn't indexed yet.
  private func decode(_ part: PixelRect) throws(ImagingError) -> ContiguousArray<UInt32>? {
    let mcu = header.mcuSize
    let margin = Self.margin
    let columns =
      max(0, part.x - margin)
      / mcu.width..<min((part.x + part.width + margin - 1) / mcu.width + 1, header.mcuGrid.width)
    let rows =
      max(0, part.y - margin)
      / mcu.height..<min(
        (part.y + part.height + margin - 1) / mcu.height + 1, header.mcuGrid.height)
    let (left, top) = (columns.lowerBound * mcu.width, rows.lowerBound * mcu.height)
    let size = PixelSize(
      width: min(columns.count * mcu.width, header.size.width - left),
      height: min(rows.count * mcu.height, header.size.height - top))
    guard let bytes = try regionFile(columns, rows, size) else { return nil }
    return try decode(
      bytes, size: size,
      part: PixelRect(x: part.x - left, y: part.y - top, width: part.width, height: part.height))
  }

  /// A JPEG file of some columns and rows of MCUs, or `nil` if they aren't indexed yet.
  private func regionFile(
    _ columns: Range<Int>, _ rows: Range<Int>, _ size: PixelSize
  ) throws(ImagingError) -> [UInt8]? {
    var byteCount = 0
    for row in rows {
      guard let span = span(row: row, mcus: columns) else { return nil }
      byteCount += span.chunks.count * ScanFile.chunkLength
    }
    var writer = JPEGRegionWriter(
      header, layout, mcus: columns.count * rows.count, byteCount: byteCount)
    for row in rows {
      let isIndexed = withWalker(row: row, mcus: columns) { walker, span in
        writer.append(columns, number: row * header.mcuGrid.width, walker, span)
      }
      guard isIndexed else { return nil }
    }
    guard !writer.isCorrupt else { throw damage }
    return writer.file(size: size)
  }

  /// Decodes a file in memory and crops it.
  private func decode(
    _ bytes: [UInt8], size: PixelSize, part: PixelRect
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    let stream = try FileStream(bytes, file)
    let reader = try JPEGReader(stream, file)
    try reader.start()
    let row = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size.width)
    defer { row.deallocate() }
    let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: part.width * part.height)
    defer { pixels.deallocate() }
    for y in 0..<part.y + part.height {
      try reader.read(row, position: y)
      guard y >= part.y else { continue }
      let target = pixels[(y - part.y) * part.width..<(y - part.y + 1) * part.width]
      _ = UnsafeMutableBufferPointer(rebasing: target).update(
        fromContentsOf: row[part.x..<part.x + part.width])
    }
    return ContiguousArray(pixels)
  }
}

// MARK: - Tiles

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
            to: UnsafeMutableBufferPointer(rebasing: output[y * part.width..<(y + 1) * part.width]))
        }
      }
    }
    return pixels
  }

  /// Calls `body` with a walker at the entry before some MCUs of a row.
  ///
  /// - Returns: False if the row isn't indexed yet.
  private func withWalker(
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
