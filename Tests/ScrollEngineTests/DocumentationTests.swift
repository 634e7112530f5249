import OverscrollTestSupport
import Testing

@Suite struct `The table of numbers in the documentation` {
  private static let page = "Sources/ScrollEngine/ScrollEngine.docc/WhereTheNumbersComeFrom.md"

  /// A row of a table on that page.
  private struct Row {
    var name: String
    var value: String
    var unit: String
    var label: String
    var source: String

    init?(_ line: Substring) {
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard line.hasPrefix("| `"), cells.count == 5 else { return nil }
      name = cells[0].filter { $0 != "`" }
      (value, unit, label, source) = (cells[1], cells[2], cells[3], cells[4])
    }

    /// The value, where it is a plain number.
    var number: Double? { Double(value.replacing("−", with: "-")) }
  }

  private static let rows = TextFiles.text(page).split(separator: "\n").compactMap(Row.init)
  private static let declarations = ["Sources/ScrollEngine", "Sources/ScrollLists"]
    .flatMap { TextFiles.paths(in: $0, endingIn: ".swift") }
    .flatMap { LabelledDeclaration.all(in: TextFiles.text($0)) }

  @Test func `gives the source of every labeled number`() {
    #expect(Self.declarations.count > 60)
    for declaration in Self.declarations {
      guard let row = Self.rows.first(where: { $0.name == declaration.name }) else {
        Issue.record("\(declaration.name) \(declaration.label) is missing in \(Self.page)")
        continue
      }
      #expect(row.label == declaration.label, "\(row.name)")
      #expect(!row.unit.isEmpty && !row.source.isEmpty, "\(row.name)")
      if let value = declaration.value { #expect(row.number == value, "\(row.name)") }
    }
  }

  /// The files that a text names as `recorded/NAME.csv`.
  private static func recordings(in text: String) -> [String] {
    text.split(separator: "`").map(String.init)
      .filter { $0.hasPrefix("recorded/") && $0.hasSuffix(".csv") }
  }

  @Test func `names the recording that shows a number, or claims none`() {
    func check(_ text: String, _ place: String) {
      let named = Self.recordings(in: text)
      #expect(!named.isEmpty, "\(place) is [T] and names no recording")
      for file in named {
        let text = TextFiles.textIfPresent("Resources/conformance/\(file)")
        #expect(text != nil, "\(place): \(file)")
      }
    }
    for row in Self.rows {
      if row.label == "[T]" { check(row.source, row.name) }
      for file in Self.recordings(in: row.source) {
        #expect(TextFiles.textIfPresent("Resources/conformance/\(file)") != nil, "\(row.name)")
      }
    }
    var count = 0
    for path in TextFiles.paths(in: "Sources", endingIn: ".swift") {
      let lines = TextFiles.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains("[T]") {
        count += 1
        // The file may stand on one of the next lines of the comment.
        check(lines[index..<min(index + 5, lines.count)].joined(separator: "\n"), path)
      }
    }
    #expect(count > 10)
  }

  @Test func `lists no number that is gone, and none twice`() {
    let names = Self.declarations.map(\.name)
    for row in Self.rows {
      #expect(names.contains(row.name), "\(row.name) in \(Self.page) is not in the code")
    }
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
  }
}
