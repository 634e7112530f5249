import Glibc
import OverscrollBase

/// An open PNM file: its bytes, its header's words and its numbers.
struct PNMReader: ~Copyable {
  /// Longer lines make no header. [C]
  private static let maximumLineLength = 1 << 12
  /// The largest number that a header may hold, in digits it has. [C]
  private static let maximumNumber = 1 << 40

  private let stream: FileStream
  private let path: FilePath

  /// Opens the file.
  init(_ file: ImageFile) throws(ImagingError) {
    stream = try FileStream(file)
    path = file.path
  }
}

extension PNMReader {
  /// The next byte; nil at the end of the file.
  func byte() -> UInt8? {
    let byte = getc_unlocked(stream.pointer)
    return byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)
  }

  /// The offset of the next byte.
  var offset: Int { ftello(stream.pointer) }

  /// Fills the buffer; false when the file ends before.
  func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    fread(bytes.baseAddress, 1, bytes.count, stream.pointer) == bytes.count
  }

  /// The next number of the header, behind spaces and comments; the byte behind it is taken too.
  func headerNumber(_ name: String) throws(ImagingError) -> Int {
    guard let number = number() else { throw damage("the PNM header has no \(name)") }
    return number
  }

  /// The next decimal number and the byte or comment behind it; nil when something else stands there.
  ///
  /// A comment that touches a number ends it, as a space would; ImageMagick and libvips read it so, too.
  func number() -> Int? {
    guard let first = firstByte(), let digit = Self.digit(first) else { return nil }
    var value = digit
    while let next = byte() {
      guard let digit = Self.digit(next) else {
        if next == Self.commentStart { skipComment() }
        return value
      }
      value = min(value * 10 + digit, Self.maximumNumber)
    }
    return value
  }

  /// The next digit 0 or 1; spaces between them are not needed.
  func bit() -> Int? { firstByte().flatMap { Self.digit($0) }.map { min($0, 1) } }

  /// The words of the next line of a PAM header; nil at the end of the file.
  func headerLine() -> [String]? {
    var line: [UInt8] = []
    while let next = byte(), line.count < Self.maximumLineLength {
      if next == 0x0A { return Self.words(line) }
      line.append(next)
    }
    return nil
  }

  /// An error about this file.
  func damage(_ what: String) -> ImagingError { ImagingError(.damaged, path, what) }

  /// The next byte that is neither space nor comment.
  private func firstByte() -> UInt8? {
    while let next = byte() {
      if next == Self.commentStart {
        skipComment()
      } else if !Self.isSpace(next) {
        return next
      }
    }
    return nil
  }

  private static let commentStart = UInt8(ascii: "#")

  private static func isSpace(_ byte: UInt8) -> Bool { 0x09...0x0D ~= byte || byte == 0x20 }

  /// Goes behind the end of the line.
  private func skipComment() {
    while let rest = byte(), rest != 0x0A, rest != 0x0D {}
  }

  private static func digit(_ byte: UInt8) -> Int? {
    0x30...0x39 ~= byte ? Int(byte) - 0x30 : nil
  }

  private static func words(_ line: [UInt8]) -> [String] {
    guard line.first != 0x23 else { return [] }
    return line.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
  }
}
