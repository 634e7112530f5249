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
