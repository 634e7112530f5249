package import OverscrollBase

/// The names of an album's pictures for a search: without case and accents, in one piece of memory.
package struct NameIndex: Sendable {
  /// The folded names one after the other, in UTF-8.
  private var bytes: [UInt8] = []
  /// Where each begins, and where the last one ends.
  private var starts: [Int32] = [0]

  /// Folds names; O(*n*).
  package init(_ names: [FilePath]) {
    // Folders may have a hundred thousand names, which are folded when the first letter is typed.
    bytes.reserveCapacity(names.count * 24)
    starts.reserveCapacity(names.count + 1)
    for name in names {
      NameFolding.fold(name.bytes, into: &bytes)
      starts.append(Int32(clamping: bytes.count))
    }
  }

  /// The number of names.
  package var count: Int { starts.count - 1 }

  /// Finds the names that contain every word of a text.
  ///
  /// - Parameters:
  ///   - text: The words, separated by spaces; all names match a text without any.
  ///   - candidates: The numbers among which to search, such as those of a text that this one continues; `nil` for all.
  ///   - limit: The largest number of results.
  /// - Returns: Their numbers, in their order.
  package func matches(
    _ text: String, among candidates: [Int32]? = nil, limit: Int = .max
  ) -> [Int32] {
    var folded: [UInt8] = []
    NameFolding.fold(Array(text.utf8), into: &folded)
    let words = folded.split(separator: UInt8(ascii: " ")).map(Array.init)
    var found: [Int32] = []
    bytes.withUnsafeBufferPointer { bytes in
      func add(_ number: Int32) {
        let name = bytes[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
        let matches = words.allSatisfy { word in
          word.withUnsafeBufferPointer {
            Self.contains($0, in: UnsafeBufferPointer(rebasing: name))
          }
        }
        if matches { found.append(number) }
      }
      if let candidates {
        for number in candidates where found.count < limit { add(number) }
      } else {
        for number in 0..<Int32(count) where found.count < limit { add(number) }
      }
    }
    return found
  }

  private static func contains(
    _ word: UnsafeBufferPointer<UInt8>, in name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = word.first else { return true }
    guard name.count >= word.count else { return false }
    for start in 0...(name.count - word.count) where name[start] == first {
      var length = 1
      while length < word.count, name[start + length] == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

/// Letters without case and accents.
///
/// Unicode's names tell which letter an accented one is made of: é is LATIN SMALL LETTER E WITH ACUTE. So ø and ł are found by o and
/// l, too.
private enum NameFolding {
  /// Appends the folded form of a name; bytes that are not UTF-8 stay.
  static func fold(_ name: [UInt8], into result: inout [UInt8]) {
    let start = result.count
    result += name
    let isPlain = result.withUnsafeMutableBufferPointer { bytes in
      var all: UInt8 = 0
      for index in start..<bytes.count {
        let byte = bytes[index]
        all |= byte
        if byte &- UInt8(ascii: "A") < 26 { bytes[index] = byte + 0x20 }
      }
      return all < 0x80
    }
    // Nearly all names are ASCII.
    guard !isPlain else { return }
    result.removeLast(name.count)
    UTF8Bytes.decode(name) { scalar in
      result.append(contentsOf: folded(scalar).utf8)
    } stray: { byte in
      result.append(byte)
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    // Combining accents, such as those in names from other systems.
    case .nonspacingMark, .enclosingMark: return ""
    default: break
    }
    // By way of capitals, since ß is SS there.
    let lowered = scalar.properties.uppercaseMapping.lowercased()
    guard lowered.unicodeScalars.contains(where: { $0.value >= 0x80 }) else { return lowered }
    return String(
      String.UnicodeScalarView(
        lowered.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
          .map(base)))
  }

  /// The scripts whose letters have accents in their names: Latin, Greek and Cyrillic. [C]
  private static let ranges: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF,
  ]

  /// The letter that an accented one is made of.
  private static func base(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ranges.contains(where: { $0.contains(scalar.value) }) else { return scalar }
    // Their names mention no accent.
    switch scalar {
    case "й": return "и"
    case "ё": return "е"
    default: break
    }
    guard let name = scalar.properties.name, let end = name.start(of: " WITH ") else {
      return scalar
    }
    return letters[String(name[..<end])] ?? scalar
  }

  /// The small letters without accents by their names.
  private static let letters: [String: Unicode.Scalar] = {
    let plain = Array(0x61...0x7A) + Array(0x3B1...0x3C9) + Array(0x430...0x45F)
    var letters: [String: Unicode.Scalar] = [:]
    for value: Int in plain {
      guard let scalar = Unicode.Scalar(UInt32(value)), let name = scalar.properties.name else {
        continue
      }
      letters[name] = scalar
    }
    return letters
  }()
}

extension String {
  /// Where a text occurs first; `nil` where it does not.
  fileprivate func start(of text: String) -> Index? {
    guard let first = text.first else { return nil }
    return indices.first { self[$0] == first && self[$0...].hasPrefix(text) }
  }
}
