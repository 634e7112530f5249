import Glibc

/// Numbers as text, the same on every machine and in every locale.
package enum NumberText {
  /// Returns `number` with a fixed number of decimals, correctly rounded; a zero never has a sign.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    // The largest double has 309 digits before the point.
    var buffer = [CChar](repeating: 0, count: 320 + max(decimals, 0))
    let count = withVaList([CInt(decimals), number]) {
      vsnprintf(&buffer, buffer.count, "%.*f", $0)
    }
    let text = String(
      decoding: buffer.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:)), as: UTF8.self)
    // A small negative number is rounded to a zero, which C prints with its sign.
    let isNegativeZero = text.hasPrefix("-") && text.dropFirst().allSatisfy { "0.".contains($0) }
    return isNegativeZero ? String(text.dropFirst()) : text
  }

  /// Returns `number` with at most a number of decimals, without zeros at the end.
  package static func trimmed(_ number: Double, decimals: Int) -> String {
    var text = fixed(number, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    return text.last == "." ? String(text.dropLast()) : text
  }

  /// Returns `number` in scientific notation with two significant digits.
  package static func scientific(_ number: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 32)
    let count = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%.1e", $0) }
    return String(
      decoding: buffer.prefix(Int(max(0, count))).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the shortest text that reads back as the same number; whole numbers have no decimal point.
  package static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
