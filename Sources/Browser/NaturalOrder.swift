import OverscrollBase

/// The natural order of file names: runs of digits by their value, everything else by case-folded scalars.
///
/// The order depends on the names alone, not on the locale. Names that differ only in case or in leading zeros are in the
/// order of their bytes. The suffix is compared last, so that `a.png` comes before `a2.png`.
package enum NaturalOrder {
  /// Returns a negative number, zero or a positive number as a name comes before, equals or follows another one.
  package static func compare(_ one: [UInt8], _ other: [UInt8]) -> Int {
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in compare(one, other) }
    }
  }

  /// Compares names in memory.
  ///
  /// Folders may have a hundred thousand names, each of which is compared some twenty times.
  static func compare(_ one: Bytes, _ other: Bytes) -> Int {
    let (stem, otherStem) = (stemEnd(one), stemEnd(other))
    let start = start(one, stem, other, otherStem)
    let order = compareRuns(one, start..<stem, other, start..<otherStem)
    if order != 0 { return order }
    let suffixes = compareRuns(one, stem..<one.count, other, otherStem..<other.count)
    return suffixes != 0 ? suffixes : compareBytes(one, other)
  }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Where two stems begin to differ: what the names of a folder have in common need not be looked at closely.
  private static func start(_ one: Bytes, _ end: Int, _ other: Bytes, _ otherEnd: Int) -> Int {
    let count = min(end, otherEnd)
    var start = 0
    while start < count, one[start] == other[start] { start += 1 }
    // A number, and a character of several bytes, are looked at as a whole.
    if start > 0, isDigit(one[start - 1]) {
      while start > 0, isDigit(one[start - 1]) { start -= 1 }
    } else {
      while start > 0, one[start - 1] >= 0x80 { start -= 1 }
    }
    return start
  }

  /// The place of the last dot, unless the name begins or ends with it.
  private static func stemEnd(_ name: Bytes) -> Int {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count else {
      return name.count
    }
    return dot
  }

  private static func compareRuns(
    _ one: Bytes, _ range: Range<Int>, _ other: Bytes, _ otherRange: Range<Int>
  ) -> Int {
    var (place, otherPlace) = (range.lowerBound, otherRange.lowerBound)
    let (end, otherEnd) = (range.upperBound, otherRange.upperBound)
    while place < end, otherPlace < otherEnd {
      let (isNumber, isOtherNumber) = (isDigit(one[place]), isDigit(other[otherPlace]))
      // A name whose text ends before a number comes first: img2, img-2.
      if isNumber != isOtherNumber { return isNumber ? -1 : 1 }
      var (next, otherNext) = (place + 1, otherPlace + 1)
      while next < end, isDigit(one[next]) == isNumber { next += 1 }
      while otherNext < otherEnd, isDigit(other[otherNext]) == isNumber { otherNext += 1 }
      let (run, otherRun) = (place..<next, otherPlace..<otherNext)
      let order =
        isNumber
        ? compareNumbers(one, run, other, otherRun) : compareText(one, run, other, otherRun)
      if order != 0 { return order }
      (place, otherPlace) = (next, otherNext)
    }
    return (place < end ? 1 : 0) - (otherPlace < otherEnd ? 1 : 0)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Compares numbers of any length.
  private static func compareNumbers(
    _ one: Bytes, _ run: Range<Int>, _ other: Bytes, _ otherRun: Range<Int>
  ) -> Int {
    var (place, otherPlace) = (run.lowerBound, otherRun.lowerBound)
    while place < run.upperBound, one[place] == UInt8(ascii: "0") { place += 1 }
    while otherPlace < otherRun.upperBound, other[otherPlace] == UInt8(ascii: "0") {
      otherPlace += 1
    }
    let count = run.upperBound - place
    if count != otherRun.upperBound - otherPlace {
      return count - (otherRun.upperBound - otherPlace)
    }
    for index in 0..<count where one[place + index] != other[otherPlace + index] {
      return Int(one[place + index]) - Int(other[otherPlace + index])
    }
    return 0
  }

  private static func compareText(
    _ one: Bytes, _ run: Range<Int>, _ other: Bytes, _ otherRun: Range<Int>
  ) -> Int {
    for index in 0..<min(run.count, otherRun.count) {
      let (byte, otherByte) = (one[run.lowerBound + index], other[otherRun.lowerBound + index])
      // As long as both are ASCII, which is the most common case, bytes are scalars.
      guard byte < 0x80, otherByte < 0x80 else {
        return compareFolded(Array(one[run])[...], Array(other[otherRun])[...])
      }
      let (folded, otherFolded) = (lowercased(byte), lowercased(otherByte))
      if folded != otherFolded { return Int(folded) - Int(otherFolded) }
    }
    return run.count - otherRun.count
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
