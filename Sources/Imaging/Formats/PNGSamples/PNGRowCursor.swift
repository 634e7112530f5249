import CCodecs
import ScrollGeometry

/// A place among the rows of a PNG file, from which decompression can continue.
struct PNGRowCursor {
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
    row = [UInt8](
      repeating: 0, count: (header.size.width + 1) * header.pixelBytes)
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
                &+ Self.predict(
                  Int(row[place - lead]), Int(above[place]), Int(above[place - lead]))
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
final class SharedBytes {
  let bytes: FileBytes

  init(_ bytes: consuming FileBytes) { self.bytes = bytes }
}

/// The decompressed data of a PNG file's IDAT chunks.
final class PNGImageData {
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
