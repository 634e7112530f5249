internal import Glibc

/// Numbers and dates as the user's locale writes them, for people to read; everything that programs read has ``NumberText``.
package struct LocaleText: @unchecked Sendable {
  /// The locale of the environment.
  package static let user = LocaleText("")

  // Never changed or freed once it is made.
  private let locale: locale_t?
  /// The decimal point, and what separates thousands.
  private let (point, group): (String, String)
  /// The language of dates, such as `de`.
  private let language: String

  /// Makes a locale by name, that of the environment for an empty one; where there is none, or it isn't in UTF-8, it is the
  /// plain one.
  package init(_ name: String) {
    let all = LC_CTYPE_MASK | LC_NUMERIC_MASK | LC_TIME_MASK
    let made = newlocale(all, name, nil)
    // The plain locale's own form leaves open which number is the day.
    let isUsable =
      made.map { Self.text(CODESET, $0) == "UTF-8" && Self.text(D_FMT, $0) != "%m/%d/%y" } ?? false
    locale = isUsable ? made : nil
    let name = locale.flatMap { nl_langinfo_l(nl_item(0xFFFF | LC_TIME << 16), $0) }
    language = String(name.map { String(cString: $0) }?.prefix { $0.isLetter } ?? "")
    point = locale.map { Self.text(RADIXCHAR, $0) } ?? "."
    // Thousands are never run together: a thin space says the same in every country.
    let separator = locale.map { Self.text(THOUSEP, $0) } ?? ""
    group = separator.isEmpty ? "\u{2009}" : separator
  }

  /// Makes what writes numbers with other signs, and dates plainly.
  init(point: String, group: String) {
    (locale, language, self.point, self.group) = (nil, "", point, group)
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

  /// A text of ``NumberText``'s numbers, such as `1/4000 s  f/2.8`, with each of them as the locale writes it.
  ///
  /// What is part of a name or of a code, such as `EPSG:25832`, stays as it is.
  package func numbers(in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let start = rest.firstIndex(where: \.isDigit) {
      let end = rest[start...].firstIndex { !$0.isDigit && $0 != "." } ?? rest.endIndex
      result += rest[..<start]
      let isInName = result.last.map { $0.isLetter || $0 == ":" } ?? false
      if !isInName, let number = written(rest[start..<end]) {
        // Where numbers have commas, none can lie between two of them.
        if point == ",", let comma = result.lastIndex(of: ","),
          [", ", ", -"].contains(result[comma...])
        {
          result.replaceSubrange(comma...comma, with: ";")
        }
        result += number
      } else {
        result += rest[start..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }

  /// A number without a sign as the locale writes it; `nil` for a text that is none.
  private func written(_ text: Substring) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(parts[0]), String(whole) == parts[0],
      parts.last?.isEmpty == false
    else { return nil }
    return number(whole) + (parts.count > 1 ? point + parts[1] : "")
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

  /// A day of the local time with its weekday, such as `Monday, 23 November 2026`, of seconds since 1970.
  package func day(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "" }
    return text(parts, Self.longDate(locale.map { Self.text(D_FMT, $0) } ?? "%d", language))
  }

  /// The languages that have a period after the number of a day. [C]
  private static let ordinals: Set = [
    "cs", "da", "de", "et", "fi", "fo", "hr", "is", "lv", "nb", "nn", "sk", "sl",
  ]

  /// The form of a date with the names of its weekday and month, with its parts in the order of a short form.
  static func longDate(_ short: String, _ language: String) -> String {
    func place(_ letters: String) -> String.Index {
      letters.compactMap { short.firstRange(of: "%\($0)")?.lowerBound }.min() ?? short.endIndex
    }
    let (day, month, year) = (place("de"), place("mbB"), place("Yy"))
    // Where the year comes first, the short form is the long one.
    if short.contains("%D") || month < min(day, year) { return "%A, %B %-d, %Y" }
    if year < day { return "%x, %A" }
    return ordinals.contains(language) ? "%A, %-d. %B %Y" : "%A, %-d %B %Y"
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
    text(parts, locale == nil ? "%Y-%m-%d, %H:%M:%S" : "%x, %X")
  }

  private func text(_ parts: tm, _ format: String) -> String {
    var (parts, buffer) = (parts, [CChar](repeating: 0, count: 128))
    let count =
      locale.map { strftime_l(&buffer, buffer.count, format, &parts, $0) }
      ?? strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
