import Geometry

extension JPEGRegionDecoder {
  /// The pixels that one more is looked at on each side, since channels of half the size are smoothed.
  private static let margin = 2

  /// Decodes a part of the file, given in its own order; nil when the look did not come there yet.
  func decode(_ part: PixelRect) throws(ImagingError) -> ContiguousArray<UInt32>? {
    let unit = layout.unit
    let margin = Self.margin
    let columns =
      max(0, part.x - margin)
      / unit.width..<min(
        (part.x + part.width + margin - 1) / unit.width + 1, layout.units.width)
    let rows =
      max(0, part.y - margin)
      / unit.height..<min(
        (part.y + part.height + margin - 1) / unit.height + 1, layout.units.height)
    let origin = Point(
      Double(columns.lowerBound * unit.width), Double(rows.lowerBound * unit.height))
    let size = PixelSize(
      width: min(columns.count * unit.width, layout.size.width - Int(origin.x)),
      height: min(rows.count * unit.height, layout.size.height - Int(origin.y)))
    guard let bytes = try excerpt(columns, rows, size) else { return nil }
    return try decode(
      bytes, size: size,
      part: PixelRect(
        x: part.x - Int(origin.x), y: part.y - Int(origin.y), width: part.width,
        height: part.height))
  }

  private func excerpt(
    _ columns: Range<Int>, _ rows: Range<Int>, _ size: PixelSize
  ) throws(ImagingError) -> [UInt8]? {
    var byteCount = 0
    for row in rows {
      guard let stretch = stretch(row: row, units: columns) else { return nil }
      byteCount += stretch.pieces.count * ScanFile.pieceLength
    }
    var excerpt = JPEGExcerpt(
      layout, plan, units: columns.count * rows.count, byteCount: byteCount)
    for row in rows {
      let isThere = withWalker(row: row, units: columns) { walker, stretch in
        excerpt.add(columns, number: row * layout.units.width, walker, stretch)
      }
      guard isThere else { return nil }
    }
    guard !excerpt.isBroken else { throw damage }
    return excerpt.file(size: size)
  }

  /// Decodes a file in memory and cuts out a part.
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
