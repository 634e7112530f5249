internal import Glibc

/// Numbers and dates as the user's locale writes them, for people to read; everything that programs read has ``NumberText``.
package struct LocaleText: @unchecked Sendable {
  /// The locale of the environment.
  package static let user = LocaleText("")

  // Never changed or freed once it is made.
  private let locale: locale_t?
  /// The decimal point, and what separates thousands.
  private let (point, group): (String, String)

  /// Makes a locale by name, that of the environment for an empty one; where there is none, or it isn't in UTF-8, it is the
  /// plain one.
  package init(_ name: String) {
    let all = LC_CTYPE_MASK | LC_NUMERIC_MASK | LC_TIME_MASK
    let made = newlocale(all, name, nil)
    // The plain locale's own form leaves open which number is the day.
    let isUsable =
      made.map { Self.text(CODESET, $0) == "UTF-8" && Self.text(D_FMT, $0) != "%m/%d/%y" } ?? false
    locale = isUsable ? made : nil
    point = locale.map { Self.text(RADIXCHAR, $0) } ?? "."
    // Thousands are never run together: a thin space says the same in every country.
    let separator = locale.map { Self.text(THOUSEP, $0) } ?? ""
    group = separator.isEmpty ? "\u{2009}" : separator
  }

  private static func text(_ item: Int, _ locale: locale_t) -> String {
    nl_langinfo_l(nl_item(item), locale).map { String(cString: $0) } ?? ""
  }

  /// An integer, with its thousands separated.
  package func number(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var parts: [String] = []
    while digits.count > 3 {
      parts.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "−" : "") + ([digits] + parts).joined(separator: group)
  }

  /// A number with a fixed number of decimals.
  package func number(_ number: Double, decimals: Int) -> String {
    NumberText.withMinus(NumberText.fixed(number, decimals: decimals)).replacing(".", with: point)
  }

  /// The number of bytes, as `812,345 bytes`, `0.8 MB` or `1.2 GB`.
  package func bytes(_ count: Int) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    // A kilobyte is few enough bytes to count.
    guard count >= 1000,
      let (size, unit) = units.first(where: { Double(count) >= $0.0 * 0.5 })
    else {
      return "\(number(count)) bytes"
    }
    return "\(number(Double(count) / size, decimals: unit == "kB" ? 0 : 1)) \(unit)"
  }

  /// A date and a time of day in the local time, of seconds since 1970.
  package func date(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "" }
    return date(parts)
  }

  /// The date and time of a camera, such as `2026:11:27 15:50:38`; `nil` for anything else.
  package func date(ofCamera text: String) -> String? {
    let numbers = text.prefix(19).split { ": ".contains($0) }.map { Int32($0) }
    guard numbers.count == 6, let year = numbers[0], let month = numbers[1], let day = numbers[2],
      let hour = numbers[3], let minute = numbers[4], let second = numbers[5],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
    return date(parts)
  }

  private func date(_ parts: tm) -> String {
    var (parts, buffer) = (parts, [CChar](repeating: 0, count: 128))
    let count =
      locale.map { strftime_l(&buffer, buffer.count, "%x, %X", &parts, $0) }
      ?? strftime(&buffer, buffer.count, "%Y-%m-%d, %H:%M:%S", &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
