/// Reads JSON as scripts are written: without escapes, and with short numbers.
///
/// A take of ten minutes has forty thousand lines: with a decoder of any type, most of the time to open it would be the decoder's.
/// What this reader doesn't know is left to the decoder, which also decides what is no JSON: it returns a value only where the
/// decoder would return the same.
struct PlainJSON {
  /// Nesting beyond this is left to the decoder. [C]
  private static let maximumDepth = 16
  /// Numbers that are longer are left to the decoder, and those with more digits in their exponents: all others are finite. [C]
  private static let (maximumLength, maximumExponent) = (40, 2)

  private let bytes: [UInt8]
  private var place = 0

  /// Returns the value that a text holds; `nil` where the decoder has to read it.
  static func value(of text: Substring) -> JSONValue? {
    var reader = PlainJSON(Array(text.utf8))
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    return reader.next == nil ? value : nil
  }

  /// The first name that an object in a text of valid JSON has twice; `nil` where none has.
  ///
  /// Escapes are not resolved. What ``value(of:)`` reads has no such name.
  static func repeatedName(in text: Substring) -> String? {
    let bytes = Array(text.utf8)
    // The names of each object that is open; `nil` for an array.
    var open: [Set<String>?] = []
    var (place, isName) = (0, false)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"):
        open.append([])
        isName = true
      case UInt8(ascii: "["): open.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ","): isName = open.last.map { $0 != nil } ?? false
      case UInt8(ascii: ":"): isName = false
      case UInt8(ascii: "\""):
        let start = place + 1
        place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard isName, place < bytes.count else { break }
        let name = String(decoding: bytes[start..<place], as: UTF8.self)
        guard open[open.count - 1]?.insert(name).inserted == true else { return name }
      default: break
      }
      place += 1
    }
    return nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { place += 1 }
  }

  /// Skips a byte, and space before it; returns `false` where another one is there.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return depth < Self.maximumDepth ? object(depth: depth + 1) : nil
    case UInt8(ascii: "["): return depth < Self.maximumDepth ? array(depth: depth + 1) : nil
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return skipWord("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return skipWord("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return skipWord("null") ? .null : nil
    default: return number().map(JSONValue.number)
    }
  }

  private mutating func skipWord(_ word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  private mutating func object(depth: Int) -> JSONValue? {
    place += 1
    var fields: [String: JSONValue] = [:]
    if skip("}") { return .object(fields) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(), skip(":"),
        let value = value(depth: depth), fields.updateValue(value, forKey: name) == nil
      else { return nil }
    } while skip(",")
    return skip("}") ? .object(fields) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    place += 1
    var values: [JSONValue] = []
    if skip("]") { return .array(values) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      values.append(value)
    } while skip(",")
    return skip("]") ? .array(values) : nil
  }

  private mutating func string() -> String? {
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end < bytes.count else { return nil }
    place = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func number() -> Double? {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let first = next
    let whole = skipDigits()
    guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else { return nil }
    if next == UInt8(ascii: ".") {
      place += 1
      guard skipDigits() > 0 else { return nil }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      // The decoder refuses 0e1 and others.
      guard first != UInt8(ascii: "0") else { return nil }
      place += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { place += 1 }
      guard (1...Self.maximumExponent).contains(skipDigits()) else { return nil }
    }
    guard place - start <= Self.maximumLength else { return nil }
    return Double(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func skipDigits() -> Int {
    let start = place
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { place += 1 }
    return place - start
  }
}
