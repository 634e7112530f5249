/// The lines of a text with their numbers, without their ends; a CR before an LF belongs to the end.
struct Lines {
  private var rest: Substring.UTF8View
  private var number = 0

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func next() -> (number: Int, text: Substring)? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    var line = rest[rest.startIndex..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    rest = end == rest.endIndex ? rest[rest.endIndex...] : rest[rest.index(after: end)...]
    number += 1
    return (number, Substring(line))
  }

  /// Hands over the lines that are left.
  mutating func forEach<Failure: Error>(
    _ body: (Int, Substring) throws(Failure) -> Void
  ) throws(Failure) {
    while let (number, line) = next() { try body(number, line) }
  }
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
