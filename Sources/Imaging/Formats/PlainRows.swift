import ScrollGeometry

/// Where the rows of a file lie that stores its pixels as they are, and how they become pixels.
struct PlainRows: Sendable {
  /// Makes premultiplied pixels of the bytes of some pixels of a row, one buffer a plane.
  ///
  /// Not thread-safe: it may reuse memory.
  typealias Convert = (
    _ planes: [UnsafeRawBufferPointer], _ pixels: UnsafeMutableBufferPointer<UInt32>
  ) -> Void

  /// The contents of the header.
  let info: ImageInfo
  /// The bits of a pixel in one plane.
  let bitsPerPixel: Int
  /// The offset in the file of each plane of a row as stored, in bytes.
  let offsets: @Sendable (_ row: Int) -> [Int]
  /// Makes a conversion of at most `width` pixels at once.
  let makeConvert: @Sendable (_ width: Int) throws(ImagingError) -> Convert

  /// The size as stored.
  var size: PixelSize { info.orientation.applied(to: info.size) }

  /// The bytes of a plane of some pixels of a row.
  func byteCount(pixels: Int) -> Int {
    let (bits, overflow) = pixels.multipliedReportingOverflow(by: bitsPerPixel)
    return overflow ? .max : (bits + 7) / 8
  }

  /// Returns whether a file has all bytes of all rows.
  func isWhole(in file: ImageFile) -> Bool {
    let length = byteCount(pixels: size.width)
    return (0..<size.height).allSatisfy { row in
      offsets(row).allSatisfy { $0 >= 0 && $0 <= file.identity.byteCount - length }
    }
  }
}

/// Reads parts of the rows of a plain file, at any of its levels.
///
/// A row of a coarser level is halved from two of the finer one, so the pixels are those of a pass over all rows. Levels can be
/// skipped, of which only every other row is read.
private final class PlainRowReader {
  private let rows: PlainRows
  private let bytes: FileBytes
  private let file: ImageFile
  private let level: Int
  /// The levels, from the finest on, whose rows are made from one row instead of two.
  private let skippedLevels: Int
  /// The pixels of a row of each level, as shown.
  private let columns: [Range<Int>]
  private let heights: [Int]
  private let convert: PlainRows.Convert
  /// The bytes of a row, plane after plane.
  private var raw: [UInt8]
  /// Two rows of each finer level.
  private var lines: [ContiguousArray<UInt32>]

  /// Opens a file for rows of a level.
  ///
  /// - Parameters:
  ///   - rows: The layout of the file.
  ///   - file: The file.
  ///   - level: The number of halvings.
  ///   - columns: The columns of that level, as shown.
  ///   - skippedLevels: The levels, from the finest on, of which only every other row is read.
  /// - Throws: If the file has been modified or cannot be read.
  init(
    _ rows: PlainRows, _ file: ImageFile, level: Int, columns: Range<Int>, skippedLevels: Int = 0
  ) throws(ImagingError) {
    let pyramid = Pyramid(size: rows.info.size)
    let widths = (0...level).map { pyramid.size(ofLevel: $0).width }
    let spans = (0...level).map { finer in
      let shift = level - finer
      return columns.lowerBound << shift..<min(columns.upperBound << shift, widths[finer])
    }
    let width = spans[0].count + Self.pixelsInBytes
    let convert = try rows.makeConvert(width)
    let bytes = try FileBytes(file)
    self.bytes = bytes
    self.convert = convert
    self.rows = rows
    self.file = file
    self.level = level
    self.skippedLevels = min(skippedLevels, level)
    self.columns = spans
    heights = (0...level).map { pyramid.size(ofLevel: $0).height }
    raw = [UInt8](repeating: 0, count: rows.offsets(0).count * (rows.byteCount(pixels: width) + 1))
    // The finest row may begin some pixels early.
    lines = (0..<2 * max(level, 1)).map {
      ContiguousArray(repeating: 0, count: spans[$0 / 2].count + Self.pixelsInBytes)
    }
  }

  /// Pixels of any number of bits end with a byte at multiples of this number; a row may begin so many pixels early.
  static let pixelsInBytes = 8

  /// Reads a row of the level.
  ///
  /// - Throws: If the file has been modified or cannot be read.
  func read(_ row: Int, into pixels: UnsafeMutablePointer<UInt32>) throws(ImagingError) {
    try read(row, level: level, into: pixels)
  }

  private func read(
    _ row: Int, level: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(ImagingError) {
    guard level > 0 else { return try readStored(row, into: pixels) }
    let (first, second) = (2 * (level - 1), 2 * (level - 1) + 1)
    var (upper, lower) = (ContiguousArray<UInt32>(), ContiguousArray<UInt32>())
    swap(&upper, &lines[first])
    swap(&lower, &lines[second])
    defer {
      swap(&upper, &lines[first])
      swap(&lower, &lines[second])
    }
    let isSkipped = level <= skippedLevels
    // Rows of either parity in turn, so that no pattern of lines vanishes.
    let leader = min(2 * row + (isSkipped ? row & 1 : 0), heights[level - 1] - 1)
    let hasPartner = !isSkipped && leader + 1 < heights[level - 1]
    try fill(&upper, leader, level: level - 1)
    if hasPartner { try fill(&lower, leader + 1, level: level - 1) }
    let count = columns[level - 1].count
    upper.withUnsafeBufferPointer { upper in
      lower.withUnsafeBufferPointer { lower in
        guard let one = upper.baseAddress, let other = lower.baseAddress else { return }
        BoxFilter.halve(
          one, hasPartner ? other : one, count: count, startsUnpaired: false,
          hasClasses: rows.info.hasClasses, into: pixels)
      }
    }
  }

  private func fill(
    _ line: inout ContiguousArray<UInt32>, _ row: Int, level: Int
  ) throws(ImagingError) {
    try line.withUnsafeMutableBufferPointer { buffer throws(ImagingError) in
      guard let start = buffer.baseAddress else { return }
      try read(row, level: level, into: start)
    }
  }

  /// Reads pixels of a row as shown.
  private func readStored(
    _ row: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(ImagingError) {
    let (orientation, size, shown) = (rows.info.orientation, rows.size, columns[0])
    let stored =
      orientation.reversesX
      ? size.width - shown.upperBound..<size.width - shown.lowerBound : shown
    let storedRow = orientation.reversesY ? size.height - 1 - row : row
    let start = stored.lowerBound / Self.pixelsInBytes * Self.pixelsInBytes
    let lead = stored.lowerBound - start
    let length = rows.byteCount(pixels: stored.upperBound - start)
    let offset = start / Self.pixelsInBytes * rows.bitsPerPixel
    let offsets = rows.offsets(storedRow)
    var isRead = true
    raw.withUnsafeMutableBytes { raw in
      for (plane, place) in offsets.enumerated() {
        let part = UnsafeMutableRawBufferPointer(
          rebasing: raw[plane * length..<(plane + 1) * length])
        isRead = isRead && bytes.read(place + offset, into: part)
      }
    }
    guard isRead else { throw bytes.isChanged(file) ? file.changed : damage }
    let count = stored.count + lead
    raw.withUnsafeBytes { raw in
      let planes = offsets.indices.map { plane in
        UnsafeRawBufferPointer(rebasing: raw[plane * length..<(plane + 1) * length])
      }
      convert(planes, UnsafeMutableBufferPointer(start: pixels, count: count))
    }
    if lead > 0 { pixels.update(from: pixels + lead, count: stored.count) }
    if orientation.reversesX {
      var row = UnsafeMutableBufferPointer(start: pixels, count: stored.count)
      row.reverse()
    }
  }

  /// Throws where the file has been modified since it was opened.
  func checkUnchanged() throws(ImagingError) { if bytes.isChanged(file) { throw file.changed } }

  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "some of the file cannot be read")
  }
}

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
