import Glibc

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
