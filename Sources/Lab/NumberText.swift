import Glibc

/// Numbers as text, the same on every machine and in every locale.
enum NumberText {
  /// The number with nine decimals; a zero never has a sign.
  static func fixed(_ number: Double) -> String {
    // Rounding to nine decimals can leave a negative zero, which would print with its sign.
    var buffer = [CChar](repeating: 0, count: 352)
    let count = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.9f", $0) }
    let text = String(
      decoding: buffer.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text == "-0.000000000" ? "0.000000000" : text
  }

  /// The shortest text that reads back as the same number, whole numbers without a point.
  static func shortest(_ number: Double) -> String {
    if number == 0 { return "0" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
