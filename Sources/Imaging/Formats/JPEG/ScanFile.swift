import Glibc

/// The entropy-coded bytes of a scan, read from their file without stuffing and restart markers.
///
/// The scan is divided into chunks of equal length in the file. Indexing finds the unstuffed byte at
/// which each begins, which makes every offset reachable.
final class ScanFile: Sendable {
  /// The length of a chunk in the file, in bytes: short enough to make a single entry cheap. [C]
  static let chunkLength = 1 << 14

  private let file: ImageFile
  private let descriptor: Int32
  private let offset: Int
  private let byteCount: Int

  /// Opens a file and finds the offset of its scan.
  init?(_ file: ImageFile, findOffset: ((_ offset: Int, _ count: Int) -> [UInt8]) -> Int?) {
    guard let descriptor = try? file.openDescriptor() else { return nil }
    guard let found = findOffset({ Self.read(descriptor, at: $0, count: $1) }),
      found < file.identity.byteCount
    else {
      close(descriptor)
      return nil
    }
    self.file = file
    self.descriptor = descriptor
    offset = found
    byteCount = file.identity.byteCount - found
  }

  deinit { close(descriptor) }

  private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// True if the file has been modified since it was opened.
  var isChanged: Bool { file.isChanged(descriptor) }

  /// The bytes that are searched for filler. [C]
  private static let searchedLength = 1 << 18

  /// True if zeros come before many of the first restart markers, as some cameras fill up words.
  ///
  /// What begins after such a marker isn't where the bits before it end. One zero may be coded.
  var hasFiller: Bool {
    let raw = Self.read(descriptor, at: offset, count: min(Self.searchedLength, byteCount))
    var (markers, fillers) = (0, 0)
    for place in raw.indices.dropFirst(2)
    where raw[place - 1] == 0xFF && 0xD0...0xD7 ~= raw[place] {
      markers += 1
      if raw[place - 2] == 0 { fillers += 1 }
    }
    return fillers * 3 > markers
  }

  /// The number of chunks.
  var chunkCount: Int { (byteCount - 1) / Self.chunkLength + 1 }

  /// Reads chunks and calls `body` with each one's number and unstuffed bytes, until it returns false
  /// or the scan or the chunks end.
  ///
  /// - Returns: True if the scan ended.
  func unstuff(
    _ chunks: Range<Int>, _ body: (_ chunk: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    let start = chunks.lowerBound * Self.chunkLength
    // The byte before decides whether the first byte is stuffed or part of a marker.
    let before = start > 0 ? 1 : 0
    let length = min(chunks.upperBound * Self.chunkLength, byteCount) - start
    guard length > 0 else { return true }
    let raw = Self.read(descriptor, at: offset + start - before, count: length + before)
    guard raw.count > before else { return true }
    var unstuffer = Unstuffer(followsFF: before == 1 && raw[0] == 0xFF)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.chunkLength) { output in
      raw.withUnsafeBufferPointer { raw in
        for chunk in chunks {
          let first = before + (chunk - chunks.lowerBound) * Self.chunkLength
          guard first < raw.count else { return true }
          let part = raw[first..<min(first + Self.chunkLength, raw.count)]
          let count = unstuffer.unstuff(UnsafeBufferPointer(rebasing: part), into: output)
          let continues = body(chunk, UnsafeBufferPointer(rebasing: output[..<count]))
          if unstuffer.hasEnded { return true }
          if !continues { return false }
        }
        return chunks.upperBound >= chunkCount
      }
    }
  }
}

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

/// Removes stuffed zeros and restart markers from the bytes of a scan.
struct Unstuffer {
  /// True if the byte before was `0xFF`.
  private(set) var followsFF: Bool
  /// True after a marker that ends the scan.
  private(set) var hasEnded = false

  /// Copies the entropy-coded bytes among `input`, and returns their number.
  ///
  /// - Precondition: `output` has room for as many bytes as `input` has.
  mutating func unstuff(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let source = input.baseAddress, let target = output.baseAddress else { return 0 }
    var place = 0
    var count = 0
    while place < input.count, !hasEnded {
      if followsFF {
        copy(source[place], target, &count)
        place += 1
        continue
      }
      let rest = input.count - place
      let found = memchr(source + place, 0xFF, rest)
      let run = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(source + place) } ?? rest
      memcpy(target + count, source + place, run)
      count += run
      place += run + 1
      followsFF = found != nil
    }
    return count
  }

  /// Takes the byte after `0xFF`.
  @inline(__always)
  private mutating func copy(
    _ byte: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ count: inout Int
  ) {
    switch byte {
    case 0:
      target[count] = 0xFF
      count += 1
      followsFF = false
    case 0xD0...0xD7: followsFF = false
    case 0xFF: break
    default: hasEnded = true
    }
  }
}

/// Lookup tables for stepping over several coefficients at a time.
///
/// All tables lie in one array, so that a single pointer reaches them.
struct SkipTables: Sendable {
  /// The bits that index a fast table. [C]
  private static let fastBits = 12
  /// The shift that brings the highest ``fastBits`` of a 64-bit word down.
  static let fastShift = UInt64(64 - fastBits)
  /// The part of a fast AC entry that holds a number of bits.
  static let lengthMask: UInt32 = 63
  /// The shift of a fast AC entry's number of coefficients: 64 where the bits begin no whole symbol,
  /// and ``end`` more where they end the block.
  static let advanceShift: UInt32 = 6
  /// Added to the number of coefficients in an entry that ends a block.
  static let end: UInt32 = 1024

  /// The offsets of one code's tables.
  struct Place: Hashable, Sendable {
    /// The table indexed by ``fastBits`` bits.
    var fast: Int
    /// The table indexed by sixteen bits; see ``HuffmanTable/lookup``.
    var full: Int
  }

  private(set) var entries: ContiguousArray<UInt32> = []

  /// Adds the tables of an AC code.
  mutating func add(ac table: HuffmanTable) -> Place {
    let full = table.lookup
    let fast = (0..<1 << Self.fastBits).map { Self.group(UInt32($0), full) }
    return add(fast: fast, full: full)
  }

  /// Adds the tables of a DC code, whose fast entries are those of the full table.
  mutating func add(dc table: HuffmanTable) -> Place {
    let full = table.lookup
    let fast = (0..<1 << Self.fastBits).map { index in
      let entry = full[index << (16 - Self.fastBits)]
      return entry >> 8 <= Self.fastBits ? entry : 0
    }
    return add(fast: fast, full: full)
  }

  private mutating func add(fast: [UInt32], full: [UInt32]) -> Place {
    let place = Place(fast: entries.count, full: entries.count + fast.count)
    entries += fast
    entries += full
    return place
  }

  /// The entry for the whole symbols that begin in some bits: their length together with the bits
  /// that follow the last, the coefficients they stand for, and whether they end the block.
  private static func group(_ bits: UInt32, _ full: [UInt32]) -> UInt32 {
    let window = Int(bits) << (16 - fastBits)
    var length = 0
    var advance = 0
    while length < fastBits {
      let entry = full[(window << length) & 0xFFFF]
      let codeLength = Int(entry >> 8)
      let (run, size) = (Int(entry & 0xFF) >> 4, Int(entry & 15))
      guard codeLength > 0, length + codeLength <= fastBits else { break }
      if size == 0, run < 15 {
        return UInt32(length + codeLength) | (UInt32(advance) + end) << advanceShift
      }
      guard advance + run + 1 < 64 else { break }
      length += codeLength + size
      advance += run + 1
    }
    return UInt32(length) | UInt32(length > 0 ? advance : 64) << advanceShift
  }
}
