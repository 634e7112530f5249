import Glibc

/// The cleaned bytes of a scan from its first to its last, a window of them at a time.
struct ScanStream: ~Copyable {
  /// The pieces that are read together. [C]
  private static let piecesAtOnce = 32

  /// The window's bytes, which zeros follow after the scan's end.
  let bytes: UnsafeMutablePointer<UInt8>
  /// The window's first byte, counted from the scan's first.
  private(set) var start = 0
  /// The number of bytes in the window.
  private(set) var count = 0
  /// True if there are none after the window.
  private(set) var hasEnded = false
  private let file: ScanFile
  private let capacity: Int
  private var nextPiece = 0

  /// Makes a stream whose window can be moved when less than `needed` bytes of it are left.
  init(_ file: ScanFile, needed: Int) {
    self.file = file
    capacity = Self.piecesAtOnce * ScanFile.pieceLength + 2 * needed + BlockWalker.lookahead
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  deinit { bytes.deallocate() }

  /// Moves the window on, so that it begins with the byte that a bit lies in.
  ///
  /// - Parameters:
  ///   - bit: counted from the window's first byte; becomes the same bit in the new window.
  ///   - note: is given the first byte of each new piece, counted from the scan's first.
  mutating func advance(_ bit: inout Int, note: (_ piece: Int) -> Void) {
    let passed = min(bit >> 3, count)
    memmove(bytes, bytes + passed, count - passed)
    bit -= passed * 8
    start += passed
    count -= passed
    let pieces = nextPiece..<min(nextPiece + Self.piecesAtOnce, file.pieceCount)
    nextPiece = pieces.upperBound
    guard !pieces.isEmpty else { return end() }
    var filled = count
    let isLast = file.clean(pieces) { [bytes, start] _, part in
      note(start + filled)
      if let source = part.baseAddress { memcpy(bytes + filled, source, part.count) }
      filled += part.count
      return true
    }
    count = filled
    if isLast { end() }
  }

  private mutating func end() {
    hasEnded = true
    memset(bytes + count, 0, capacity - count)
  }
}
