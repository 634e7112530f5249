import Glibc

/// The bytes of a scan in their file, without stuffing and restart markers.
///
/// They are cut into pieces of equal length in the file; where the pieces begin among the cleaned bytes
/// is found out while walking, which makes every place reachable.
final class ScanFile: Sendable {
  /// The length of a piece in the file, in bytes: little enough that one place costs little. [C]
  static let pieceLength = 1 << 14

  private let file: ImageFile
  private let descriptor: Int32
  private let offset: Int
  private let byteCount: Int

  /// Opens a file, whose scan begins at an offset that is not known before.
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

  /// True if the file has been written to since it was looked at.
  var isChanged: Bool { file.isChanged(descriptor) }

  /// The number of pieces.
  var pieceCount: Int { (byteCount - 1) / Self.pieceLength + 1 }

  /// Reads pieces and calls `body` with each piece's number and its cleaned bytes, until it answers
  /// false, the scan ends or the pieces do.
  ///
  /// - Returns: true when the scan ended.
  func clean(
    _ pieces: Range<Int>, _ body: (_ piece: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    let start = pieces.lowerBound * Self.pieceLength
    // One byte before tells whether the first byte is the second half of a pair.
    let before = start > 0 ? 1 : 0
    let length = min(pieces.upperBound * Self.pieceLength, byteCount) - start
    guard length > 0 else { return true }
    let raw = Self.read(descriptor, at: offset + start - before, count: length + before)
    guard raw.count > before else { return true }
    var cleaner = Cleaner(isPairOpen: before == 1 && raw[0] == 0xFF)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceLength) { output in
      raw.withUnsafeBufferPointer { raw in
        for piece in pieces {
          let first = before + (piece - pieces.lowerBound) * Self.pieceLength
          guard first < raw.count else { return true }
          let part = raw[first..<min(first + Self.pieceLength, raw.count)]
          let count = cleaner.clean(UnsafeBufferPointer(rebasing: part), into: output)
          let continues = body(piece, UnsafeBufferPointer(rebasing: output[..<count]))
          if cleaner.hasEnded { return true }
          if !continues { return false }
        }
        return pieces.upperBound >= pieceCount
      }
    }
  }
}

/// Removes what stands between the bytes of a scan.
private struct Cleaner {
  /// True if the byte before was 255, which is the first half of a pair.
  var isPairOpen: Bool
  /// True if there was a marker that ends the scan.
  var hasEnded = false

  /// Copies the bytes that count, at most as many as there are, and answers their number.
  mutating func clean(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let source = input.baseAddress, let target = output.baseAddress else { return 0 }
    var place = 0
    var count = 0
    while place < input.count, !hasEnded {
      if isPairOpen {
        closePair(source[place], target, &count)
        place += 1
        continue
      }
      let rest = input.count - place
      let found = memchr(source + place, 0xFF, rest)
      let run = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(source + place) } ?? rest
      memcpy(target + count, source + place, run)
      count += run
      place += run + 1
      isPairOpen = found != nil
    }
    return count
  }

  @inline(__always)
  private mutating func closePair(
    _ byte: UInt8, _ target: UnsafeMutablePointer<UInt8>, _ count: inout Int
  ) {
    switch byte {
    case 0:
      target[count] = 0xFF
      count += 1
      isPairOpen = false
    case 0xD0...0xD7: isPairOpen = false
    case 0xFF: break
    default: hasEnded = true
    }
  }
}
