import ScrollGeometry

/// Decodes any region of a file that stores its pixels as they are, from those of its bytes that the region shows.
///
/// The coarse levels are made in one pass, before which a preview of a few rows is shown.
final class PlainRegionDecoder: RegionDecoder {
  /// The finest level that the pass makes, an eighth: its tiles would each be made from 4 million pixels. [C]
  private static let coarseLevel = 3
  /// The longest side of the preview, in pixels. [C]
  private static let previewSide = 1024
  /// The levels of which all rows are read for a tile; of the finest ones of a coarser tile, every other row is. [C]
  private static let exactLevels = 4
  /// The levels of which all rows are read for the preview. [C]
  private static let previewLevels = 1

  private let rows: PlainRows
  private let file: ImageFile

  /// Makes a decoder; `nil` for a file that ends early, or whose rows are columns on the screen.
  init?(_ rows: PlainRows, _ file: ImageFile) {
    guard !rows.info.orientation.transposes, rows.isWhole(in: file) else { return nil }
    self.rows = rows
    self.file = file
  }

  var indexedLevel: Int { Self.coarseLevel }

  var prefersTiles: Bool { true }

  func buildIndex(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    if builder.wantsPreview { try addPreview(to: builder, while: shouldContinue) }
    let width = Pyramid(size: rows.info.size).size(ofLevel: Self.coarseLevel).width
    let reader = try PlainRowReader(rows, file, level: Self.coarseLevel, columns: 0..<width)
    while !builder.isComplete, shouldContinue() {
      try readStored(builder.rowCount, of: builder.fileSize.height, reader, into: builder.nextRow)
      builder.commitRow()
    }
    try reader.checkUnchanged()
  }

  /// Adds a preview for which a few rows are read.
  private func addPreview(
    to builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let pyramid = Pyramid(size: rows.info.size)
    let level = pyramid.levels.first { level in
      let size = pyramid.size(ofLevel: level)
      return max(size.width, size.height) <= Self.previewSide
    }
    guard let level, level >= Self.coarseLevel else { return }
    let reader = try PlainRowReader(
      rows, file, level: level, columns: 0..<pyramid.size(ofLevel: level).width,
      skippedLevels: level - Self.previewLevels)
    let height = pyramid.size(ofLevel: level).height
    builder.addPreview(level: level - Self.coarseLevel) { row, pixels in
      guard shouldContinue() else { return false }
      return (try? self.readStored(row, of: height, reader, into: pixels)) != nil
    }
  }

  /// Reads a row of a level in the order of the file, which a builder turns again.
  private func readStored(
    _ row: Int, of height: Int, _ reader: PlainRowReader,
    into pixels: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImagingError) {
    guard let start = pixels.baseAddress else { return }
    let orientation = rows.info.orientation
    try reader.read(orientation.reversesY ? height - 1 - row : row, into: start)
    var pixels = pixels
    if orientation.reversesX { pixels.reverse() }
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels? {
    let rect = pyramid.rect(of: key)
    let whole = pyramid.size(ofLevel: key.level)
    let apron = TilePixels.apron
    let padded = TilePixels.padded(rect.size)
    let columns = max(rect.x - apron, 0)..<min(rect.x + rect.width + apron, whole.width)
    let reader = try PlainRowReader(
      rows, file, level: key.level, columns: columns,
      skippedLevels: max(0, key.level - Self.exactLevels))
    var line = ContiguousArray<UInt32>(
      repeating: 0, count: padded.width + PlainRowReader.pixelsInBytes)
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: padded.width * padded.height)
    var last = -1
    for y in 0..<padded.height {
      let row = min(max(rect.y - apron + y, 0), whole.height - 1)
      if row != last { try read(row, reader, &line) }
      last = row
      for x in 0..<padded.width {
        let column = min(max(rect.x - apron + x, columns.lowerBound), columns.upperBound - 1)
        pixels[y * padded.width + x] = line[column - columns.lowerBound]
      }
    }
    try reader.checkUnchanged()
    return TilePixels(
      size: rect.size, isOpaque: !rows.info.hasAlpha || PixelRows.isOpaque(pixels),
      storage: pixels)
  }

  private func read(
    _ row: Int, _ reader: PlainRowReader, _ line: inout ContiguousArray<UInt32>
  ) throws(ImagingError) {
    try line.withUnsafeMutableBufferPointer { buffer throws(ImagingError) in
      guard let start = buffer.baseAddress else { return }
      try reader.read(row, into: start)
    }
  }
}
