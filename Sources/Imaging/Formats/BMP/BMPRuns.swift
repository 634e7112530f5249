import Glibc
import ScrollGeometry

/// The run-length encoded rows of a bitmap, the bottom one first, of which any can be read after one scan.
struct BMPRuns: ~Copyable {
  /// Where a row begins: an offset in the file, and the column that a jump led to.
  private struct Start {
    var offset: Int
    var column: Int
  }

  private enum Step {
    case run(count: Int, value: UInt8)
    /// Indices that follow as they are.
    case literal(count: Int)
    case endOfRow
    case jump(right: Int, up: Int)
    case end
  }

  private let stream: FileStream
  private let bits: Int
  private var starts: [Start?]
  /// The number of rows that the file ended before.
  private(set) var missingRows = 0

  /// Scans a file for the beginnings of its rows.
  init(
    _ file: ImageFile, _ header: BMPHeader, bits: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    self.bits = bits
    stream = try FileStream(file)
    starts = [Start?](repeating: nil, count: header.size.height)
    fseeko(stream.pointer, header.pixelStart, SEEK_SET)
    var (row, column) = (0, 0)
    starts[0] = Start(offset: header.pixelStart, column: 0)
    while row < starts.count, shouldContinue() {
      guard let step = step() else {
        // The mark of the end may be missing, and with it that of the last row's end.
        missingRows = starts.count - row - (column >= header.size.width ? 1 : 0)
        return
      }
      switch step {
      case .run(let count, _): column += count
      case .literal(let count):
        column += count
        fseeko(stream.pointer, literalLength(count), SEEK_CUR)
      case .endOfRow: (row, column) = (row + 1, 0)
      case .jump(let right, let up): (row, column) = (row + up, column + right)
      case .end: return
      }
      if row < starts.count, starts[row] == nil {
        starts[row] = Start(offset: ftello(stream.pointer), column: column)
      }
    }
  }

  /// Reads the palette indices of a row; 0 where the file skips pixels.
  borrowing func read(row: Int, _ indices: inout [UInt8]) {
    for column in indices.indices { indices[column] = 0 }
    guard let start = starts[row] else { return }
    fseeko(stream.pointer, start.offset, SEEK_SET)
    var column = start.column
    while column < indices.count, let step = step() {
      switch step {
      case .run(let count, let value):
        for place in 0..<count where column + place < indices.count {
          indices[column + place] = bits == 8 ? value : place % 2 == 0 ? value >> 4 : value & 15
        }
        column += count
      case .literal(let count): readLiteral(count, &column, &indices)
      case .jump(let right, 0): column += right
      case .endOfRow, .jump, .end: return
      }
    }
  }

  private borrowing func readLiteral(_ count: Int, _ column: inout Int, _ indices: inout [UInt8]) {
    let bytes = (0..<literalLength(count)).map { _ in
      UInt8(truncatingIfNeeded: getc_unlocked(stream.pointer))
    }
    for place in 0..<count where column + place < indices.count {
      indices[column + place] =
        bits == 8
        ? bytes[place] : place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 15
    }
    column += count
  }

  /// The bytes of literal indices, of which there is an even number.
  private borrowing func literalLength(_ count: Int) -> Int {
    ((bits == 8 ? count : (count + 1) / 2) + 1) / 2 * 2
  }

  private borrowing func byte() -> Int? {
    let byte = getc_unlocked(stream.pointer)
    return byte == EOF ? nil : Int(byte)
  }

  private borrowing func step() -> Step? {
    guard let first = byte(), let second = byte() else { return nil }
    switch (first, second) {
    case (1..., _): return .run(count: first, value: UInt8(second))
    case (_, 0): return .endOfRow
    case (_, 1): return .end
    case (_, 2):
      guard let right = byte(), let up = byte() else { return nil }
      return .jump(right: right, up: up)
    default: return .literal(count: second)
    }
  }
}
