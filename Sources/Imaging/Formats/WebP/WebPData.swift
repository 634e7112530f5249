/// What WebP files are written of.
enum WebPData {
  /// A chunk, with a byte at its end where its length is odd.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + number(content.count, 4) + content
      + [UInt8](repeating: 0, count: content.count % 2)
  }

  /// A number, little endian.
  static func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
