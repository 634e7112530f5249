import CCodecs
import ScrollGeometry
import Synchronization

/// The rows of a PNG file of 16 bits, as stored, in any order.
///
/// Rows can only be decompressed one after the other, so the state of the decompressor is recorded every few megabytes. Not
/// thread-safe.
final class PNGSamples {
  /// The distance of checkpoints, in bytes of rows: 2 MiB take some 10 ms; and their greatest number, and the memory that their
  /// rows may take. [C]
  private static let (interval, maximumCheckpoints, maximumBytes) = (2 << 20, 512, 64 << 20)

  let header: PNGSampleHeader
  private let file: ImageFile
  private let interval: Int
  private var cursor: PNGRowCursor
  /// Copies of cursors, in the order of their rows.
  private var checkpoints: [PNGRowCursor]
  private var sinceCheckpoint = 0

  /// Opens a file.
  ///
  /// - Throws: If it is damaged or has another depth.
  init(_ file: ImageFile) throws(ImagingError) {
    let bytes = try FileBytes(file)
    guard let head = bytes.read(0, PNGSampleHeader.byteCount), let header = PNGSampleHeader(head),
      let cursor = PNGRowCursor(header, bytes), let start = cursor.copy()
    else { throw ImagingError(.damaged, file.path, "the PNG header is damaged") }
    let row = header.size.width * header.pixelBytes
    let total = row * header.size.height
    let (spread, _) = (total / Self.maximumBytes).multipliedReportingOverflow(by: row)
    interval = max(Self.interval, total / Self.maximumCheckpoints, spread)
    self.header = header
    self.file = file
    self.cursor = cursor
    checkpoints = [start]
  }

  /// Returns the samples of a pixel; none where `shouldContinue` returns false.
  func samples(x: Int, y: Int, while shouldContinue: () -> Bool) throws(ImagingError) -> [Double] {
    guard let (row, column) = header.place(x: x, y: y),
      try read(row, while: shouldContinue)
    else { return [] }
    return (0..<header.channels).map { cursor.sample(column, channel: $0) }
  }

  /// Passes on the samples of a rectangle, row by row; those of an interlaced file are put together first.
  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    let rowBytes = rect.width * header.pixelBytes
    guard header.passes.count > 1 else {
      var row = [UInt8](repeating: 0, count: rowBytes)
      for y in rect.y..<rect.maxY {
        _ = try read(y) { true }
        for x in 0..<rect.width { cursor.copy(rect.x + x, to: &row, at: x * header.pixelBytes) }
        guard row.withUnsafeBytes(take) else { return }
      }
      return
    }
    let (count, overflow) = rowBytes.multipliedReportingOverflow(by: rect.height)
    guard !overflow, count <= ImageLimits().heldBytes else { throw file.lacksMemory }
    var all = [UInt8](repeating: 0, count: count)
    for pass in header.passes {
      for number in pass.rows {
        let y = pass.y + (number - pass.rows.lowerBound) * pass.stepY - rect.y
        guard y < rect.height else { continue }
        _ = try read(number) { true }
        guard y >= 0 else { continue }
        for column in 0..<pass.width {
          let x = pass.x + column * pass.stepX - rect.x
          guard (0..<rect.width).contains(x) else { continue }
          cursor.copy(column, to: &all, at: y * rowBytes + x * header.pixelBytes)
        }
      }
    }
    all.withUnsafeBytes { all in
      for y in 0..<rect.height {
        guard take(UnsafeRawBufferPointer(rebasing: all[y * rowBytes..<(y + 1) * rowBytes])) else {
          return
        }
      }
    }
  }

  /// Adds all color samples to a meter.
  func measure(into meter: inout ToneMeter, while shouldContinue: () -> Bool) throws(ImagingError) {
    for pass in header.passes {
      for row in pass.rows {
        // What a damaged file lacks has no tone.
        guard shouldContinue(), cursor.advance() else { return }
        let y = pass.y + (row - pass.rows.lowerBound) * pass.stepY
        for column in 0..<pass.width {
          for channel in 0..<header.colors {
            meter.add(
              cursor.sample(column, channel: channel), x: pass.x + column * pass.stepX, y: y,
              channel: channel)
          }
        }
      }
    }
  }

  /// The most bytes of rows that are decompressed for statistics: about a quarter of a second. [C]
  private static let sampledBytes = 64 << 20

  /// Returns samples of the colors, from the first rows on.
  ///
  /// - Parameters:
  ///   - shown: Ends as soon as the samples need no other range than this; `nil` for never.
  ///   - shouldContinue: Called between rows.
  /// - Returns: The samples, as far as the file is not damaged.
  func statistics(
    until shown: ClosedRange<Double>?, while shouldContinue: () -> Bool
  ) -> SampleStatistics {
    var statistics = SampleStatistics()
    let total = header.size.width * header.size.height * header.colors
    let step = total / SampleStatistics.capacity + 1
    var bytes = 0
    var checked = 1 << 12
    for pass in header.passes {
      for _ in pass.rows {
        guard shouldContinue(), bytes < Self.sampledBytes, cursor.advance() else {
          return statistics
        }
        bytes += cursor.rowBytes
        for column in stride(from: 0, to: pass.width, by: step) {
          // What is transparent is not seen.
          if header.channels > header.colors,
            cursor.sample(column, channel: header.channels - 1) == 0
          {
            continue
          }
          for channel in 0..<header.colors {
            statistics.add(cursor.sample(column, channel: channel))
          }
        }
        guard let shown, statistics.count >= checked else { continue }
        checked *= 2
        let found = statistics.mapping(guesses: header.channels == 1)
        if let range = found?.range, !Tone.isNeeded(for: range, in: shown) {
          return statistics
        }
      }
    }
    return statistics
  }

  /// Makes a row of the file the current one.
  private func read(_ row: Int, while shouldContinue: () -> Bool) throws(ImagingError) -> Bool {
    let nearest = checkpoints.last { $0.rowCount <= row }
    if row + 1 < cursor.rowCount || cursor.rowCount < nearest?.rowCount ?? 0,
      let copy = nearest?.copy()
    {
      cursor = copy
      sinceCheckpoint = 0
    }
    while cursor.rowCount <= row {
      guard shouldContinue() else { return false }
      guard cursor.advance() else {
        throw ImagingError(.damaged, file.path, "the PNG file is damaged or ends early")
      }
      sinceCheckpoint += cursor.rowBytes
      guard sinceCheckpoint >= interval else { continue }
      sinceCheckpoint = 0
      if cursor.rowCount > checkpoints.last?.rowCount ?? 0, let copy = cursor.copy() {
        checkpoints.append(copy)
      }
    }
    return true
  }
}

/// Reads the samples of a PNG file of 16 bits.
///
/// The first pixel takes a pass over the rows above it, which records checkpoints; others then take little.
final class PNGSampleReader: SampleReader {
  let size: PixelSize
  private let file: ImageFile
  private let samples: Mutex<PNGSamples>

  init(_ file: ImageFile) throws(ImagingError) {
    let samples = try PNGSamples(file)
    size = samples.header.size
    self.file = file
    self.samples = Mutex(samples)
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    try samples.withLock { (samples) throws(ImagingError) in
      try samples.samples(x: x, y: y, while: shouldContinue)
    }
  }

  func description() throws(ImagingError) -> SampleDescription { try PNGReader(file).description }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    try PNGSamples(file).rows(of: rect, take)
  }
}

/// The header of a PNG file of 16 bits, and the order of its rows.
struct PNGSampleHeader: Hashable, Sendable {
  /// A picture of every so many columns and rows, whose rows follow each other in the file.
  struct Pass: Hashable, Sendable {
    var x: Int
    var y: Int
    var stepX: Int
    var stepY: Int
    var width: Int
    /// The rows of the file that belong to it.
    var rows: Range<Int>
  }

  let size: PixelSize
  let channels: Int
  let colors: Int
  let passes: [Pass]

  /// The first column and row of Adam7's passes, and their steps.
  private static let interlacing = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]
  /// The bytes of the signature and of the header's chunk. [PNG]
  static let byteCount = 33

  /// Reads the first bytes of a file; `nil` for another depth, or a damaged one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount, bytes[24] == 16 else { return nil }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    size = PixelSize(width: number(16), height: number(20))
    switch bytes[25] {
    case 0: (channels, colors) = (1, 1)
    case 2: (channels, colors) = (3, 3)
    case 4: (channels, colors) = (2, 1)
    case 6: (channels, colors) = (4, 3)
    default: return nil
    }
    guard !size.isEmpty else { return nil }
    var (passes, row) = ([Pass](), 0)
    for (x, y, stepX, stepY) in bytes[28] == 0 ? [(0, 0, 1, 1)] : Self.interlacing
    where x < size.width && y < size.height {
      let height = (size.height - y + stepY - 1) / stepY
      passes.append(
        Pass(
          x: x, y: y, stepX: stepX, stepY: stepY,
          width: (size.width - x + stepX - 1) / stepX, rows: row..<row + height))
      row += height
    }
    self.passes = passes
  }

  var pixelBytes: Int { 2 * channels }

  /// The pass of a row of the file.
  func pass(ofRow row: Int) -> Pass? { passes.first { $0.rows.contains(row) } }

  /// The row of the file with a pixel, and its place there.
  func place(x: Int, y: Int) -> (row: Int, column: Int)? {
    for pass in passes where x >= pass.x && y >= pass.y {
      let (column, beside) = (x - pass.x).quotientAndRemainder(dividingBy: pass.stepX)
      let (row, between) = (y - pass.y).quotientAndRemainder(dividingBy: pass.stepY)
      if beside == 0, between == 0 { return (pass.rows.lowerBound + row, column) }
    }
    return nil
  }
}

/// A place among the rows of a PNG file, from which decompression can continue.
private struct PNGRowCursor {
  private let header: PNGSampleHeader
  private let data: PNGImageData
  /// The rows that were read; the last of them is the current one.
  private(set) var rowCount = 0
  /// The current row without its filter, after the bytes of a pixel left of it, which are zero.
  private var row: [UInt8]

  /// Begins before the first row; `nil` for a lack of memory.
  init?(_ header: PNGSampleHeader, _ bytes: consuming FileBytes) {
    guard let data = PNGImageData(SharedBytes(bytes)) else { return nil }
    self.init(header, data)
  }

  private init(_ header: PNGSampleHeader, _ data: PNGImageData) {
    self.header = header
    self.data = data
    row = [UInt8](repeating: 0, count: (header.size.width + 1) * header.pixelBytes)
  }

  /// A cursor at the same place; `nil` for a lack of memory.
  func copy() -> Self? {
    guard let data = data.copy() else { return nil }
    var copy = Self(header, data)
    (copy.rowCount, copy.row) = (rowCount, row)
    return copy
  }

  /// The bytes of the current row.
  var rowBytes: Int { (header.pass(ofRow: max(rowCount - 1, 0))?.width ?? 0) * header.pixelBytes }

  /// A sample of the current row.
  func sample(_ column: Int, channel: Int) -> Double {
    let place = (column + 1) * header.pixelBytes + 2 * channel
    return Double(Int(row[place]) << 8 | Int(row[place + 1]))
  }

  /// Copies a pixel of the current row, its samples in this machine's order.
  func copy(_ column: Int, to output: inout [UInt8], at place: Int) {
    let start = (column + 1) * header.pixelBytes
    let isLittle = UInt16(littleEndian: 1) == 1
    for index in 0..<header.pixelBytes {
      output[place + index] = row[start + (isLittle ? index ^ 1 : index)]
    }
  }

  /// Reads the next row; false where the file ends or is damaged.
  mutating func advance() -> Bool {
    guard let pass = header.pass(ofRow: rowCount) else { return false }
    // Rows of a pass don't refer to the one before.
    if rowCount == pass.rows.lowerBound { row = [UInt8](repeating: 0, count: row.count) }
    let lead = header.pixelBytes
    var next = [UInt8](repeating: 0, count: pass.width * lead + 1)
    guard data.read(into: &next) else { return false }
    guard unfilter(next, lead) else { return false }
    rowCount += 1
    return true
  }

  /// Undoes the filter that is the first byte of a row. [PNG]
  private mutating func unfilter(_ next: [UInt8], _ lead: Int) -> Bool {
    guard next[0] <= 4 else { return false }
    let above = row
    next.withUnsafeBufferPointer { next in
      above.withUnsafeBufferPointer { above in
        row.withUnsafeMutableBufferPointer { row in
          // A loop each, so that what needs no byte of the same row is vectorized.
          let places = lead..<lead + next.count - 1
          let shift = 1 - lead
          switch next[0] {
          case 1: for place in places { row[place] = next[place + shift] &+ row[place - lead] }
          case 2: for place in places { row[place] = next[place + shift] &+ above[place] }
          case 3:
            for place in places {
              let mean = (Int(row[place - lead]) + Int(above[place])) / 2
              row[place] = next[place + shift] &+ UInt8(truncatingIfNeeded: mean)
            }
          case 4:
            for place in places {
              row[place] =
                next[place + shift]
                &+ Self.predict(Int(row[place - lead]), Int(above[place]), Int(above[place - lead]))
            }
          default: for place in places { row[place] = next[place + shift] }
          }
        }
      }
    }
    return true
  }

  /// Paeth's predictor.
  private static func predict(_ left: Int, _ above: Int, _ diagonal: Int) -> UInt8 {
    let guess = left + above - diagonal
    let (toLeft, toAbove, toDiagonal) = (
      abs(guess - left), abs(guess - above), abs(guess - diagonal)
    )
    let nearest =
      toLeft <= toAbove && toLeft <= toDiagonal ? left : toAbove <= toDiagonal ? above : diagonal
    return UInt8(truncatingIfNeeded: nearest)
  }
}

/// A file that several cursors read.
private final class SharedBytes {
  let bytes: FileBytes

  init(_ bytes: consuming FileBytes) { self.bytes = bytes }
}

/// The decompressed data of a PNG file's IDAT chunks.
private final class PNGImageData {
  /// The bytes that are read at once. [C]
  private static let bufferSize = 1 << 14

  private let file: SharedBytes
  private let stream: UnsafeMutablePointer<z_stream>
  /// The offset in the file of the next byte, and the bytes that are left of its chunk.
  private var offset = ImageFormat.pngSignature.count
  private var rest = 0
  /// True once the first IDAT chunk was found: the others follow it.
  private var hasBegun = false
  private var input: [UInt8] = []
  /// The first byte of the input that isn't decompressed.
  private var start = 0

  /// Begins before the first chunk; `nil` for a lack of memory.
  init?(_ file: SharedBytes) {
    self.file = file
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(stream, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  private init?(copying other: PNGImageData) {
    file = other.file
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateCopy(stream, other.stream) == Z_OK else { return nil }
    // What was read but not decompressed is read again.
    let unread = other.input.count - other.start
    (offset, rest, hasBegun) = (other.offset - unread, other.rest + unread, other.hasBegun)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// The same data from the same place on; `nil` for a lack of memory.
  func copy() -> PNGImageData? { PNGImageData(copying: self) }

  /// Fills an array; returns false where the data ends or is damaged.
  func read(into output: inout [UInt8]) -> Bool {
    var filled = 0
    while filled < output.count {
      if start == input.count, !readInput() { return false }
      let count = output.count
      let isGood = output.withUnsafeMutableBufferPointer { output in
        input.withUnsafeMutableBufferPointer { input in
          guard let into = output.baseAddress, let from = input.baseAddress else { return false }
          stream.pointee.next_in = from + start
          stream.pointee.avail_in = UInt32(input.count - start)
          stream.pointee.next_out = into + filled
          stream.pointee.avail_out = UInt32(min(count - filled, Int(UInt32.max)))
          let room = Int(stream.pointee.avail_out)
          let code = inflate(stream, Z_NO_FLUSH)
          start = input.count - Int(stream.pointee.avail_in)
          let written = room - Int(stream.pointee.avail_out)
          filled += written
          return code == Z_OK || code == Z_STREAM_END && filled == count
            || code == Z_BUF_ERROR && start == input.count
        }
      }
      if !isGood { return false }
    }
    return true
  }

  private func readInput() -> Bool {
    while rest == 0 { if !findChunk() { return false } }
    let count = min(rest, Self.bufferSize)
    guard let bytes = file.bytes.read(offset, count) else { return false }
    (input, start) = (bytes, 0)
    offset += count
    rest -= count
    return true
  }

  /// Goes to the next chunk of data.
  private func findChunk() -> Bool {
    // A checksum ends each chunk.
    var place = hasBegun ? offset + 4 : offset
    while let head = file.bytes.read(place, 8) {
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      if head[4...].elementsEqual("IDAT".utf8) {
        (offset, rest, hasBegun) = (place + 8, length, true)
        return true
      }
      // Data ends with another chunk.
      guard !hasBegun, length <= Int(Int32.max) else { return false }
      place += 8 + length + 4
    }
    return false
  }
}
