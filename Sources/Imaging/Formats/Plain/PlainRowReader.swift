import ScrollGeometry

/// Reads parts of the rows of a plain file, at any of its levels.
///
/// A row of a coarser level is halved from two of the finer one, so the pixels are those of a pass over all rows. Levels can be
/// skipped, of which only every other row is read.
final class PlainRowReader {
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
    raw = [UInt8](
      repeating: 0, count: rows.offsets(0).count * (rows.byteCount(pixels: width) + 1))
    // The finest row may begin some pixels early.
    lines = (0..<2 * max(level, 1)).map {
      ContiguousArray(repeating: 0, count: spans[$0 / 2].count + Self.pixelsInBytes)
    }
  }

  /// Pixels of any number of bits end with a byte at multiples of this number; a row may begin so many pixels early.
  static let pixelsInBytes = 8
}

extension PlainRowReader {
  /// Reads a row of the level.
  ///
  /// - Throws: If the file has been modified or cannot be read.
  func read(
    _ row: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(ImagingError) {
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
          one, hasPartner ? other : one, count: count, startsUnpaired: false, into: pixels)
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
  func checkUnchanged() throws(ImagingError) {
    if bytes.isChanged(file) { throw file.changed }
  }

  private var damage: ImagingError {
    ImagingError(.damaged, file.path, "some of the file cannot be read")
  }
}
