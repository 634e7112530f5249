import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The lines of a text view` {
  private func width(_ text: some StringProtocol) -> Double {
    text.reduce(0) { $0 + ($1 == "\t" ? 40 : $1.isNewline || $1 == "\0" || $1 == "\u{7}" ? 0 : 10) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `view.subclasses cover the text once, and none is wider than the view`(seed: UInt64) {
    var source = RandomText(seed: seed)
    for columns in [0, 1, 3, 20, 57] {
      let stage = TextStage(source.next(upTo: 60))
      stage.view.frame.size.width = Double(columns) * 10 + 10
      let characters = Array(stage.view.text)
      let lines = stage.view.allLines
      #expect(
        lines.first?.range.lowerBound == 0 && lines.last?.range.upperBound == characters.count)
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.range.upperBound == next.range.lowerBound)
        #expect(next.origin.y - line.origin.y == 20)
      }
      for (index, line) in lines.enumerated() {
        let text = String(characters[line.range])
        #expect(!text.dropLast().contains { $0.isNewline }, "a line ends at a line break")
        let seen = text.withoutTrailingSpace
        let isOneCharacter = seen.filter { width(String($0)) > 0 }.count <= 1
        if columns > 0 {
          #expect(width(seen) <= Double(columns) * 10 || isOneCharacter, "line \(index): \(text)")
        }
        #expect(line.width == width(text) && line.origin.x == 5)
      }
      #expect(stage.view.contentSize.height == Double(lines.count) * 20 + 16)
    }
  }

  @Test func `view.subclasses break after white space, hyphens, ideographs, else anywhere`() {
    let cases: [(String, [String])] = [
      ("", [""]),
      ("one two three four five", ["one two three four ", "five"]),
      ("twenty characters ab cd", ["twenty characters ab ", "cd"]),
      ("a well-known-hyphenated word", ["a well-known-", "hyphenated word"]),
      ("temperatures below -5 degrees", ["temperatures below ", "-5 degrees"]),
      ("-5 degrees at the highest", ["-5 degrees at the ", "highest"]),
      ("-abcdefghijklmnopqrstuvwxyz", ["-abcdefghijklmnopqrs", "tuvwxyz"]),
      ("abcdefghijklmnopqrstuvwxyz", ["abcdefghijklmnopqrst", "uvwxyz"]),
      ("x abcdefghijklmnopqrstuvwxyz", ["x ", "abcdefghijklmnopqrst", "uvwxyz"]),
      ("mixed 漢字漢字漢字漢字漢字漢字漢字漢字", ["mixed 漢字漢字漢字漢字漢字漢字漢字", "漢字"]),
      ("no\u{A0}break\u{A0}in this\u{A0}part", ["no\u{A0}break\u{A0}in ", "this\u{A0}part"]),
      ("line\n\nbreaks\n", ["line", "", "breaks", ""]),
      ("\ttab", ["    tab"]),
    ]
    for (text, lines) in cases { #expect(TextStage(text).view.allLines.map(\.text) == lines) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `view.subclasses are the same after edits as those of the whole text`(seed: UInt64) {
    var source = RandomText(seed: seed)
    let stage = TextStage(source.next(upTo: 40), isEditing: true)
    for _ in 0..<30 {
      stage.view.selectedRange = source.range(in: stage.view.text.count)
      stage.type(source.next(upTo: 4))
      #expect(stage.view.allLines == TextStage(stage.view.text).view.allLines)
      #expect(stage.view.contentSize == TextStage(stage.view.text).view.contentSize)
    }
  }

  @Test func `view.subclasses follow the width of the view, its insets and the font`() {
    let stage = TextStage("one two three four five")
    stage.view.frame.size.width = 90
    #expect(stage.view.allLines.map(\.text) == ["one two ", "three ", "four ", "five"])
    stage.view.textContainerInset = EdgeInsets(top: 1, left: 20, bottom: 2, right: 10)
    #expect(stage.view.allLines.map(\.text) == ["one ", "two ", "three ", "four ", "five"])
    #expect(stage.view.contentSize == Size(90, 103))
    #expect(stage.view.allLines[0].origin == Point(25, 16))
    stage.view.lineFragmentPadding = 0
    #expect(stage.view.allLines[0].origin == Point(20, 16))
    stage.view.lineFragmentPadding = 15
    #expect(
      stage.view.allLines.map(\.text) == ["one ", "two ", "thr", "ee ", "fou", "r ", "fiv", "e"])
    stage.view.lineFragmentPadding = 0
    stage.view.font = FixedWidthMeasurer(width: 2, ascender: 3, lineHeight: 4)
    #expect(stage.view.allLines.map(\.text) == ["one two three four five"])
    #expect(stage.view.contentSize == Size(90, 7))
  }

  /// The width of a view whose text is 10 points narrower, and its lines.
  @Test(
    arguments: [
      (9, ["one two", "three"]), (10, ["one two", "three"]),
      (11, ["o", "n", "e ", "t", "w", "o", "t", "h", "r", "e", "e"]),
    ] as [(Double, [String])])
  func `view.subclasses end at line breaks alone without a width`(width: Double, lines: [String]) {
    let stage = TextStage("one two\nthree")
    stage.view.frame.size.width = width
    #expect(stage.view.allLines.map(\.text) == lines)
  }

  @Test func `view.subclasses tolerate a font with wild numbers`() {
    for wild in [Double.nan, .infinity, -1, 0, 1e300] {
      let stage = TextStage("one two", cell: Size(wild, wild))
      #expect(stage.view.contentSize.height.isFinite && stage.view.contentSize.height > 0)
      #expect(stage.view.caretRect(for: 3).origin.x.isFinite)
    }
  }

  @Test func `view.subclasses keep insets and a padding that are numbers within reach`() {
    let stage = TextStage("one two")
    let (inset, padding) = (stage.view.textContainerInset, stage.view.lineFragmentPadding)
    for wild in [Double.nan, .infinity, -.infinity, 1e300] {
      stage.view.textContainerInset = EdgeInsets(top: 1, left: wild, bottom: 1, right: 1)
      stage.view.lineFragmentPadding = wild
      #expect(stage.view.textContainerInset == inset && stage.view.lineFragmentPadding == padding)
      #expect(stage.view.allLines.map(\.text) == ["one two"])
    }
  }

  @Test func `view.subclasses are asked for only where they are visible`() {
    let stage = TextStage(String(repeating: "line\n", count: 1000))
    stage.view.contentOffset = Point(0, 5000)
    let lines = stage.view.visibleLines
    #expect(lines.count == 11 && lines.first?.range == 249 * 5..<250 * 5)
    stage.view.selectedRange = 0..<5000
    #expect(stage.view.selectionRects(for: 0..<5000).count == 11)
  }

  /// Numbers of lines whose height, divided by that of a line, is rounded up beyond them.
  @Test(arguments: [(15, 1.08), (31, 1.05), (29, 1.11)] as [(Int, Double)])
  func `view.subclasses end with the last one whatever is rounded`(count: Int, height: Double) {
    #expect(Double(count) * height / height > Double(count))
    let stage = TextStage(String(repeating: "a\n", count: count - 1) + "a", cell: Size(10, height))
    #expect(stage.view.visibleLines.count == count)
    #expect(stage.view.selectionRects(for: 0..<9_999).count == count)
  }
}
