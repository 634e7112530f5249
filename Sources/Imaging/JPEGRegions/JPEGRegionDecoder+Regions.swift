import ScrollGeometry

extension JPEGRegionDecoder {
  /// The pixels decoded beyond each edge of a region: upsampling of chroma looks at neighbors.
  private static let margin = 2

  /// Decodes a region of the picture as stored, or returns `nil` if it isn't indexed yet.
  func decode(_ part: PixelRect) throws(ImagingError) -> ContiguousArray<UInt32>? {
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
