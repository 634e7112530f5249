import Glibc

/// A window that moves over the unstuffed bytes of a scan, from the first to the last.
struct ScanStream: ~Copyable {
  /// The chunks that are read together. [C]
  private static let chunksPerRead = 32

  /// The window's bytes, followed by zeros after the scan's end.
  let bytes: UnsafeMutablePointer<UInt8>
  /// The window's first byte, counted from the scan's first.
  private(set) var start = 0
  /// The number of bytes in the window.
  private(set) var count = 0
  /// True if the window reaches the scan's end.
  private(set) var hasEnded = false
  private let file: ScanFile
  private let capacity: Int
  private var nextChunk = 0

  /// Makes a stream whose window can be moved when fewer than `needed` bytes of it are left.
  init(_ file: ScanFile, needed: Int) {
    self.file = file
    capacity = Self.chunksPerRead * ScanFile.chunkLength + 2 * needed + BlockWalker.lookahead
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  deinit { bytes.deallocate() }

  /// Moves the window on to the byte that contains a bit.
  ///
  /// - Parameters:
  ///   - bit: Counted from the window's first byte; becomes the same bit in the new window.
  ///   - addChunk: Called with the first byte of each new chunk, counted from the scan's first.
  mutating func advance(_ bit: inout Int, addChunk: (_ start: Int) -> Void) {
    let passed = min(bit >> 3, count)
    memmove(bytes, bytes + passed, count - passed)
    bit -= passed * 8
    start += passed
    count -= passed
    let chunks = nextChunk..<min(nextChunk + Self.chunksPerRead, file.chunkCount)
    nextChunk = chunks.upperBound
    guard !chunks.isEmpty else { return end() }
    var filled = count
    let isLast = file.unstuff(chunks) { [bytes, start] _, part in
      addChunk(start + filled)
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
