extension Span<UInt8> {
  /// The text, with what is no UTF-8 replaced.
  var text: Substring {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return Substring(String(decoding: bytes, as: UTF8.self))
  }

  /// The number of cells of a line of CSV without quotation marks.
  var cellCount: Int {
    var count = 1
    for index in indices where self[index] == UInt8(ascii: ",") { count += 1 }
    return count
  }

  /// The index of the comma at the end of a cell, or of the end of the line.
  func endOfCell(from start: Int) -> Int {
    var end = start
    while end < count, self[end] != UInt8(ascii: ",") { end += 1 }
    return end
  }

  /// The part of a range without spaces and tabs around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isSpace { start += 1 }
    while end > start, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }

  func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for index in indices where self[index] != bytes[index] { return false }
    return true
  }

  /// The finite number that the bytes hold, in the form of JSON; `nil` for anything else.
  var finiteNumber: Double? { shortNumber ?? text.finiteNumber }

  /// The number that up to fifteen digits hold, with a sign and a decimal point or without; `nil` for anything else.
  ///
  /// It is a whole number divided by a power of ten, both exact, and so correctly rounded, without a string being made.
  var shortNumber: Double? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    var (mantissa, digits, decimals, hasPoint) = (0, 0, 0, false)
    for index in (isNegative ? 1 : 0)..<count {
      let byte = self[index]
      if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
        continue
      }
      guard byte &- UInt8(ascii: "0") < 10, digits < 15 else { return nil }
      mantissa = mantissa &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      digits += 1
      if hasPoint { decimals += 1 }
    }
    guard digits > 0, !hasPoint || decimals > 0 else { return nil }
    let number = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -number : number
  }
}

private let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Substring {
  /// The cells of a line of CSV without quotation marks.
  var cells: [Substring] {
    split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
  }

  /// The text without spaces and tabs around it.
  var trimmed: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    return text
  }

  /// The finite number that the text holds, in the form of JSON; `nil` for anything else.
  var finiteNumber: Double? {
    let isPlain = utf8.allSatisfy { (48...57).contains($0) || Self.marks.contains($0) }
    guard isPlain, let number = Double(self), number.isFinite
    else { return nil }
    return number
  }

  private static let marks = Array("+-.eE".utf8)
}
