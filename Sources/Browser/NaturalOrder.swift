import Glibc
import OverscrollBase

/// The natural order of file names: runs of digits by their value, everything else by case-folded scalars.
///
/// The order depends on the names alone, not on the locale. Names that differ only in case or in leading zeros are in the
/// order of their bytes. The suffix is compared last, so that `a.png` comes before `a2.png`.
package enum NaturalOrder {
  /// Sorts names, or what has them; O(*n* log *n*).
  package static func sorted<Element>(
    _ elements: [Element], by name: (Element) -> [UInt8]
  ) -> [Element] {
    sorted(elements) { appendKey(of: name($0), to: &$1) }
  }

  /// Sorts elements by the bytes of their keys; O(*n* log *n*).
  ///
  /// Folders may have a hundred thousand names, each of which is compared some twenty times: each one's key is made once.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - appendKey: Appends the key of an element to others.
  /// - Returns: The elements in order.
  static func sorted<Element>(
    _ elements: [Element], by appendKey: (Element, inout [UInt8]) -> Void
  ) -> [Element] {
    var bytes: [UInt8] = []
    let ends = elements.map { element in
      appendKey(element, &bytes)
      return bytes.count
    }
    return bytes.withUnsafeBytes { bytes in
      let keys = zip([0] + ends, ends).map { Key(rebasing: bytes[$0..<$1]) }
      var common = keys.first?.count ?? 0
      for key in keys {
        while key.count < common || compare(key, keys[0], common) != 0 { common -= 1 }
      }
      // The eight bytes after what all keys have in common decide most comparisons, and are at hand.
      let places = keys.indices.map { index in
        let beginning = (common..<common + 8).reduce(UInt64(0)) { number, place in
          number << 8 | (place < keys[index].count ? UInt64(keys[index][place]) : 0)
        }
        return (beginning: beginning, index: index)
      }
      return places.sorted { one, other in
        one.beginning != other.beginning
          ? one.beginning < other.beginning : isBefore(keys[one.index], keys[other.index])
      }.map { elements[$0.index] }
    }
  }

  private static func isBefore(_ key: Key, _ other: Key) -> Bool {
    let order = compare(key, other, min(key.count, other.count))
    return order != 0 ? order < 0 : key.count < other.count
  }

  /// Compares the first bytes of two keys.
  private static func compare(_ key: Key, _ other: Key, _ count: Int) -> Int32 {
    guard let start = key.baseAddress, let otherStart = other.baseAddress else { return 0 }
    return memcmp(start, otherStart, count)
  }

  private typealias Key = UnsafeRawBufferPointer

  /// What ends the parts of a key, and what begins a number in it; lower than what any text has there.
  private static let (end, number, control): (UInt8, UInt8, UInt8) = (0, 1, 2)
  /// What begins a byte that is not UTF-8; higher than what any text has.
  private static let stray: UInt8 = 0xFF

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Appends the key of a name to others: names are in order where the bytes of their keys are.
  package static func appendKey(of name: [UInt8], to key: inout [UInt8]) {
    name.withUnsafeBufferPointer { name in
      let stem = stemEnd(name)
      appendRuns(of: name[..<stem], to: &key)
      key.append(end)
      appendRuns(of: name[stem...], to: &key)
      key.append(end)
    }
    key += name
  }

  /// The place of the last dot, unless the name begins or ends with it.
  private static func stemEnd(_ name: Bytes) -> Int {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
      return name.count
    }
    return dot
  }

  private static func appendRuns(of part: Slice<Bytes>, to key: inout [UInt8]) {
    var rest = part
    while let first = rest.first {
      let isNumber = isDigit(first)
      let run = rest.prefix { isDigit($0) == isNumber }
      rest = rest[run.endIndex...]
      if isNumber {
        appendNumber(run, to: &key)
      } else if run.allSatisfy({ control < $0 && $0 < 0x80 }) {
        // The most common case: bytes are scalars.
        key += run.lazy.map(lowercased)
      } else {
        UTF8Bytes.decode(run) { scalar in
          for byte in scalar.properties.lowercaseMapping.utf8 {
            key += byte <= control ? [control, byte] : [byte]
          }
        } stray: { byte in
          key += [stray, byte]
        }
      }
    }
  }

  /// Appends a number of any length: how many digits it has, in bytes of up to 255, and the digits.
  private static func appendNumber(_ run: Slice<Bytes>, to key: inout [UInt8]) {
    let digits = run.drop { $0 == UInt8(ascii: "0") }
    let (wholes, rest) = digits.count.quotientAndRemainder(dividingBy: 255)
    key.append(number)
    key += repeatElement(255, count: wholes)
    key.append(UInt8(rest))
    key += digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}
