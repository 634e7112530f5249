import OverscrollBase

/// The natural order of file names: runs of digits by their value, everything else by case-folded scalars.
///
/// The order depends on the names alone, not on the locale. Names that differ only in case or in leading zeros are in the
/// order of their bytes. The suffix is compared last, so that `a.png` comes before `a2.png`.
package enum NaturalOrder {
  /// Returns a negative number, zero or a positive number as a name comes before, equals or follows another one.
  package static func compare(_ one: [UInt8], _ other: [UInt8]) -> Int {
    let (stem, otherStem) = (one[..<stemEnd(one)], other[..<stemEnd(other)])
    let order = compareRuns(stem, otherStem)
    if order != 0 { return order }
    let suffixes = compareRuns(one[stem.endIndex...], other[otherStem.endIndex...])
    return suffixes != 0 ? suffixes : compareBytes(one, other)
  }

  /// The place of the last dot, unless the name begins or ends with it.
  private static func stemEnd(_ name: [UInt8]) -> Int {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
      return name.count
    }
    return dot
  }

  private static func compareRuns(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    var (rest, otherRest) = (one, other)
    while let first = rest.first, let otherFirst = otherRest.first {
      let (isNumber, isOtherNumber) = (isDigit(first), isDigit(otherFirst))
      // A name whose text ends before a number comes first: img2, img-2.
      if isNumber != isOtherNumber { return isNumber ? -1 : 1 }
      let run = rest.prefix { isDigit($0) == isNumber }
      let otherRun = otherRest.prefix { isDigit($0) == isNumber }
      let order = isNumber ? compareNumbers(run, otherRun) : compareText(run, otherRun)
      if order != 0 { return order }
      rest = rest[run.endIndex...]
      otherRest = otherRest[otherRun.endIndex...]
    }
    return (rest.isEmpty ? 0 : 1) - (otherRest.isEmpty ? 0 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Compares numbers of any length.
  private static func compareNumbers(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let (digits, otherDigits) = (
      one.drop { $0 == UInt8(ascii: "0") }, other.drop { $0 == UInt8(ascii: "0") }
    )
    if digits.count != otherDigits.count { return digits.count - otherDigits.count }
    return compareBytes(digits, otherDigits)
  }

  private static func compareText(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    // Where both are ASCII, which is the most common case, bytes are scalars.
    guard one.allSatisfy({ $0 < 0x80 }), other.allSatisfy({ $0 < 0x80 }) else {
      return compareFolded(one, other)
    }
    for (byte, otherByte) in zip(one, other) {
      let (folded, otherFolded) = (lowercased(byte), lowercased(otherByte))
      if folded != otherFolded { return Int(folded) - Int(otherFolded) }
    }
    return one.count - other.count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }

  private static func compareFolded(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let (scalars, otherScalars) = (folded(one), folded(other))
    for (scalar, otherScalar) in zip(scalars, otherScalars) where scalar != otherScalar {
      return scalar < otherScalar ? -1 : 1
    }
    return scalars.count - otherScalars.count
  }

  /// The case-folded scalars; a byte that is not UTF-8 comes after all of them.
  private static func folded(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
    var values: [UInt32] = []
    UTF8Bytes.decode(bytes) { scalar in
      values.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map(\.value))
    } stray: { byte in
      values.append(0x11_0000 + UInt32(byte))
    }
    return values
  }

  private static func compareBytes(
    _ one: some Collection<UInt8>, _ other: some Collection<UInt8>
  ) -> Int {
    for (byte, otherByte) in zip(one, other) where byte != otherByte {
      return Int(byte) - Int(otherByte)
    }
    return one.count - other.count
  }
}
