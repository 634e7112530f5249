import Glibc

/// Numbers as text, the same on every machine and in every locale.
package enum NumberText {
  /// Returns `number` with a fixed number of decimals, correctly rounded; a zero never has a sign.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    if let text = exact(number, decimals: decimals) { return text }
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

  /// A number's text for people: a minus sign, which is as wide as a digit, for a hyphen.
  package static func withMinus(_ text: String) -> String {
    text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// The powers of ten below 2⁶⁴.
  private static let powers = sequence(first: UInt64(1)) { power in
    let (next, isTooLarge) = power.multipliedReportingOverflow(by: 10)
    return isTooLarge ? nil : next
  }.map(\.self)

  /// Returns what ``fixed(_:decimals:)`` does, from integers, for the numbers of traces: C's function takes ten times as long.
  ///
  /// - Returns: `nil` for numbers of a thousand million and more, and for more than nine decimals.
  private static func exact(_ number: Double, decimals: Int) -> String? {
    guard abs(number) < 1e9, (0...9).contains(decimals) else { return nil }
    let power = powers[decimals]
    // 53 bits times 30: nothing is lost, and ties go to the even digit as in C.
    let significand = UInt64(number.significandBitPattern) | (number.isNormal ? 1 << 52 : 0)
    let product = UInt128(significand) * UInt128(power)
    let shift = 1075 - max(Int(number.exponentBitPattern), 1)
    var scaled: UInt64 = 0
    if shift < 100 {
      let (whole, rest) = (product >> UInt128(shift), product & (1 << UInt128(shift) - 1))
      let half: UInt128 = 1 << UInt128(shift - 1)
      scaled = UInt64(whole) + (rest > half || (rest == half && whole & 1 == 1) ? 1 : 0)
    }
    return text(of: scaled, decimals: decimals, isNegative: number < 0 && scaled > 0)
  }

  /// The text of a number that counts units of the last decimal.
  private static func text(of scaled: UInt64, decimals: Int, isNegative: Bool) -> String {
    var digits = decimals + 1
    while digits < powers.count, scaled >= powers[digits] { digits += 1 }
    let length = (isNegative ? 1 : 0) + digits + (decimals > 0 ? 1 : 0)
    return String(unsafeUninitializedCapacity: length) { bytes in
      var (rest, index) = (scaled, length)
      for place in 0..<digits {
        if place == decimals, decimals > 0 {
          index -= 1
          bytes[index] = UInt8(ascii: ".")
        }
        index -= 1
        bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      if isNegative { bytes[0] = UInt8(ascii: "-") }
      return length
    }
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

  /// Returns `number` for a message: with at most three decimals, without zeros at the end, and in scientific notation where they
  /// would be zeros.
  package static func brief(_ number: Double) -> String {
    number != 0 && abs(number) < 0.001 ? scientific(number) : trimmed(number, decimals: 3)
  }

  /// Returns the shortest text that reads back as the same number; whole numbers have no decimal point.
  package static func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
