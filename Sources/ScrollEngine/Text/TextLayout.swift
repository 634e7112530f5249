/// The lines into which a text is broken, for a width.
///
/// A line breaks after white space, a hyphen or an ideograph; a word that is wider than a line breaks between any two characters.
/// White space at the end of a line does not wrap: it may extend beyond the width.
struct TextLayout {
  /// The positions at which lines begin; never empty.
  private(set) var starts: [Int] = [0]
  /// The number of characters of the text.
  private(set) var count = 0
  /// The width of a line, in points; infinite for lines that end at line breaks only.
  let width: Double
  private let metrics: TextMetrics

  /// Lays out a text; a width that is not above 0 wraps nothing.
  init(_ characters: [Character], width: Double, metrics: TextMetrics) {
    self.width = width > 0 ? width : .infinity
    self.metrics = metrics
    count = characters.count
    starts = lineStarts(of: characters, in: 0..<count)
  }

  /// Lays out again the paragraphs that a change touched.
  ///
  /// O(*n*) in their length, and in the number of lines after them.
  mutating func update(_ edit: TextEdit, in characters: [Character]) {
    let first = starts.partitioningIndex { $0 >= edit.start }
    let last = starts.partitioningIndex { $0 > edit.start + edit.old.count }
    let delta = edit.new.count - edit.old.count
    let region = edit.start..<edit.start + edit.new.count
    if delta != 0 { for index in last..<starts.count { starts[index] += delta } }
    starts.replaceSubrange(first..<last, with: lineStarts(of: characters, in: region))
    count = characters.count
  }

  /// The range of a line, with the line break at its end.
  func range(of line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : count)
  }

  /// The line that shows a position; a position between two lines is at the beginning of the second one.
  func line(at position: Int) -> Int {
    max(starts.partitioningIndex { $0 > position } - 1, 0)
  }

  /// The last position of a line that is shown in it: before the line break, or before its last character where it wraps.
  func end(of line: Int) -> Int {
    let range = range(of: line)
    return line + 1 < starts.count ? max(range.upperBound - 1, range.lowerBound) : range.upperBound
  }

  /// Returns the distance of a position from the beginning of its line, in points.
  func x(of position: Int, in characters: [Character]) -> Double {
    width(of: starts[line(at: position)]..<position, in: characters)
  }

  /// Returns the position in a line that is closest to `x` points from its beginning.
  func position(at x: Double, in line: Int, of characters: [Character]) -> Int {
    var edge = 0.0
    let range = starts[line]..<end(of: line)
    for position in range {
      let width = metrics.width(of: characters[position])
      if x <= edge + width / 2 { return position }
      edge += width
    }
    return range.upperBound
  }

  /// Returns the width of a range within a line, in points.
  func width(of range: Range<Int>, in characters: [Character]) -> Double {
    characters[range].reduce(0) { $0 + metrics.width(of: $1) }
  }
}

// MARK: - Breaking lines

extension TextLayout {
  /// The positions at which lines begin, for a range of whole paragraphs.
  private func lineStarts(of characters: [Character], in region: Range<Int>) -> [Int] {
    var found: [Int] = []
    var start = region.lowerBound
    while true {
      let end = characters[start..<region.upperBound].firstIndex(where: \.isNewline)
      wrap(characters, start..<(end ?? region.upperBound), into: &found)
      guard let end else { return found }
      start = end + 1
    }
  }

  private func wrap(_ characters: [Character], _ paragraph: Range<Int>, into found: inout [Int]) {
    var start = paragraph.lowerBound
    found.append(start)
    guard width.isFinite else { return }
    var opportunity = start
    var x = 0.0
    for position in paragraph {
      let character = characters[position]
      let advance = metrics.width(of: character)
      if character.isBreakable, !character.hangs { opportunity = position }
      while x + advance > width, position > start, !character.hangs {
        start = opportunity > start ? opportunity : position
        found.append(start)
        x = width(of: start..<position, in: characters)
      }
      x += advance
      let endsPart = character.isHyphen && position > start && !characters[position - 1].hangs
      if character.isBreakable || endsPart { opportunity = position + 1 }
    }
  }
}

extension Character {
  /// Whether a line may break after the character and the character may extend beyond it.
  var hangs: Bool { isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}" }

  /// Whether a line may break on both sides of the character.
  fileprivate var isBreakable: Bool {
    hangs || unicodeScalars.first?.properties.isIdeographic ?? false
  }

  /// Whether a line may break after the character, which belongs to a word.
  fileprivate var isHyphen: Bool { self == "-" || self == "\u{2010}" || self == "\u{2014}" }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which on `belongs` is true, by which the elements are partitioned.
  ///
  /// O(log *n*).
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
