import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import Testing

/// A page as `overscroll help formats` prints it.
private struct FormatPage {
  let name: String
  let text: String
  /// The text of each key by the titles of tables: its form, its default and its meaning.
  private(set) var tables: [String: [(key: String, text: String)]] = [:]
  /// The command that takes the example, and the example.
  let (command, example): (String, String)

  static let names = ["script", "take", "trace", "callbacks", "recording", "parameters", "plan"]

  init(_ name: String) {
    let text = TextFiles.text("Sources/overscroll/Formats/\(name).txt")
    let parts = text.split(separator: "\nExample (", maxSplits: 1)
    let lines = parts[1].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    (self.name, self.text) = (name, String(text.dropLast()))
    command = String(lines[0].dropLast())
    example = lines.dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
    var title = ""
    for line in parts[0].split(separator: "\n") {
      if !line.hasPrefix("  ") {
        title = String(line)
      } else if line.hasPrefix("      ") {
        let index = tables[title, default: []].count - 1
        tables[title, default: []][index].text += " " + line.dropFirst(6)
      } else {
        let row = line.dropFirst(2).split(separator: "  ", maxSplits: 1)
        tables[title, default: []].append((String(row[0]), String(row[1])))
      }
    }
  }

  static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> String
  where Word.RawValue == String { Word.allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The pages of the file formats against what reads and writes the files.
@Suite struct `The page of a file format` {
  private static let properties = Script.Property.Name.allCases.map(\.rawValue)

  private func rows(_ name: String, _ table: String) throws -> [(key: String, text: String)] {
    try #require(FormatPage(name).tables[table])
  }

  private func keys(_ name: String, _ table: String) throws -> Set<String> {
    let keys = try rows(name, table).map(\.key)
    #expect(Set(keys).count == keys.count)
    return Set(keys)
  }

  // MARK: Keys

  @Test func `has the keys of scripts that the reader knows`() throws {
    #expect(try keys("script", "Header") == Set(Script.Keys.header))
    #expect(try keys("script", "Properties") == Set(Self.properties))
    #expect(try keys("script", "Subviews") == Set(Script.Keys.subview))
    #expect(try keys("script", "Scroll views") == Set(Script.Keys.scrollView))
    #expect(try keys("script", "Tap recognizers") == Set(Script.Keys.tapRecognizer))
    #expect(try keys("script", "Any event") == Set(["t"] + Script.Keys.everyEvent))
    #expect(try keys("script", "Events") == Set(Script.Keys.events.joined()).union(["end"]))
    // The first key of an event says which others it has.
    let rows = try rows("script", "Events")
    for event in Script.Keys.events {
      let row = try #require(rows.first { $0.key == event[0] })
      for other in event.dropFirst() { #expect(row.text.contains(other), "\(event)") }
    }
  }

  @Test func `has the keys of takes that the reader knows`() throws {
    #expect(try keys("take", "End") == Set(Script.Keys.end))
    #expect(try keys("take", "Picture") == Set(Script.Keys.picture))
  }

  @Test func `has the columns of traces and recordings`() throws {
    let columns = try rows("trace", "Columns").map(\.key)
    #expect(columns.joined(separator: ",") == Trace.Version.current.columns)
    #expect(
      try keys("recording", "Header lines") == Set(RecordingReader.Line.allCases.map(\.rawValue)))
    #expect(try keys("recording", "Properties") == Set(Self.properties))
    #expect(
      try keys("recording", "Columns")
        == Set(RecordingReader.Name.allCases.map(\.rawValue) + Series.Column.allCases.map(\.name)))
    // A column that both have is described alike, in the recording's unit.
    for column in try rows("trace", "Columns")
    where try keys("recording", "Columns").contains(column.key)
      && !["t", "phase"].contains(column.key)
    {
      let text = column.text.replacing(" pt", with: " unit")
      #expect(try rows("recording", "Columns").first { $0.key == column.key }?.text == text)
    }
  }

  @Test func `has the keys of every callback that the demos of scenes give`() throws {
    let known = try keys("callbacks", "Any callback").union(
      keys("callbacks", "Arguments and return values"))
    var found: Set<String> = []
    for card in Scenes.all.cards {
      var header = Script.Header()
      header.scene = Scenes.all.scene(card.name)
      let log = CallbackLog()
      _ = Simulation(Script(header: header, events: card.demo), log: log).sample(at: 12)
      for callback in log.callbacks {
        found.formUnion(["t", "callback"] + callback.fields.map(\.name))
        if callback.scrollView != nil { found.insert("scrollView") }
      }
    }
    #expect(found.isSubset(of: known), "\(found.subtracting(known))")
    #expect(known.subtracting(found).isSubset(of: ["characters"]), "\(known.subtracting(found))")
  }

  @Test func `has the keys of parameters and plans`() throws {
    #expect(try keys("parameters", "Properties") == Set(Self.properties))
    #expect(try keys("plan", "Header") == Set(QAPlan.headerKeys))
    #expect(try keys("plan", "Steps") == Set(QAPlan.Step.keys))
    let checks = QACheck.keys.flatMap { [$0.name] + $0.others } + QACheck.everyKind
    #expect(try keys("plan", "Checks") == Set(checks))
    let rows = try rows("plan", "Checks")
    for (name, others) in QACheck.keys {
      let row = try #require(rows.first { $0.key == name })
      for other in others { #expect(row.text.contains(other), "\(name)") }
    }
  }

  @Test func `has the defaults of properties that a missing key leaves`() throws {
    let view = Stage(try Script(parsing: #"{"overscroll":2}"#, file: "t").header).scrollView
    for row in try rows("script", "Properties") {
      let property = try #require(Script.Property.all.first { $0.name.rawValue == row.key })
      guard property.name != .contentOffset, let value = property.value(in: view) else { continue }
      var object = JSONObject()
      object.add(row.key, value)
      let shown = object.text.dropFirst(row.key.count + 4).dropLast().replacing("\"", with: "")
        .replacing(",", with: ", ")
      #expect(row.text.contains("; default \(shown) "), "\(row.key): \(row.text)")
    }
    for name in ["parameters", "recording"] {
      let same = try zip(rows(name, "Properties"), rows("script", "Properties"))
      #expect(same.allSatisfy { $0 == $1 })
    }
  }

  @Test(arguments: [
    ("script", "Events", "touch", FormatPage.words(TouchEvent.Phase.self)),
    ("script", "Events", "type", FormatPage.words(Touch.TouchType.self)),
    ("script", "Events", "pinch", FormatPage.words(GesturePhase.self)),
    ("script", "Events", "touchpad", FormatPage.words(GesturePhase.self)),
    ("script", "Events", "call", Script.Keys.calls.joined(separator: ", ")),
    (
      "script", "Properties", "contentInsetAdjustmentBehavior",
      FormatPage.words(ScrollView.ContentInsetAdjustmentBehavior.self)
    ),
    ("script", "Properties", "indicatorStyle", FormatPage.words(ScrollView.IndicatorStyle.self)),
    (
      "script", "Properties", "keyboardDismissMode",
      FormatPage.words(ScrollView.KeyboardDismissMode.self)
    ),
    ("take", "End", "reason", FormatPage.words(Script.End.Reason.self)),
    ("trace", "Columns", "phase", FormatPage.words(ScrollView.Phase.self)),
    ("recording", "Header lines", "unit", FormatPage.words(RecordingReader.Unit.self)),
    ("recording", "Header lines", "delivery", FormatPage.words(Series.Delivery.self)),
    ("recording", "Columns", "touch", FormatPage.words(TouchEvent.Phase.self)),
    ("recording", "Columns", "phase", FormatPage.words(ScrollView.Phase.self)),
    ("plan", "Steps", "needs", QARequirement.known.joined(separator: ", ")),
    ("plan", "Steps", "devices", FormatPage.words(QAPlan.Device.self)),
  ])
  func `has the words of a value`(page: String, table: String, key: String, words: String) throws {
    let row = try #require(rows(page, table).first { $0.key == key })
    #expect(row.text.contains(words), "\(row.text)")
  }

  // MARK: Examples

  @Test func `has an example that its command takes`() throws {
    let folder = TestFolder.make()
    for page in FormatPage.names.map(FormatPage.init) where page.name != "callbacks" {
      let path = folder + "/example.\(page.name)"
      try RunningViewer.write(Array((page.example + "\n").utf8), to: path)
      var arguments = page.command.split(separator: " ").dropFirst().map(String.init)
      if page.name == "parameters" {
        // Without a display, the same option of simulate.
        arguments = ["simulate", "--scene", "rates", "--with", "FILE"]
      }
      let result = try RunningViewer.run(arguments.map { $0 == "FILE" ? path : $0 })
      #expect(result.status == 0, "\(page.name): \(result.errors)")
      #expect(!result.output.isEmpty && result.errors.isEmpty, "\(page.name): \(result.errors)")
      if page.name == "take" { #expect(result.output.hasPrefix("same")) }
    }
  }

  @Test func `has the trace and the callbacks of the example of scripts`() throws {
    let script = try Script(parsing: FormatPage("script").example, file: "example")
    let simulation = Simulation(script)
    let samples = [0, 0.1, 0.2, 0.3].map { simulation.sample(at: $0) }
    #expect(Trace(samples: samples).csv == FormatPage("trace").example + "\n")
    let log = CallbackLog()
    _ = Simulation(script, log: log).sample(at: 0.15)
    #expect(log.lines.joined(separator: "\n") == FormatPage("callbacks").example)
  }

  // MARK: Places

  @Test func `is printed by help, and refused with the names of the others`() throws {
    let list = try RunningViewer.run(["help", "formats"])
    #expect(list.status == 0)
    for page in FormatPage.names.map(FormatPage.init) {
      #expect(page.text.hasPrefix(page.name + ": "))
      #expect(list.output.contains("\n" + page.name + " "))
      let result = try RunningViewer.run(["help", "formats", page.name])
      #expect(result.status == 0 && result.output == page.text)
      let lines = page.text.split(separator: "\n").prefix { !$0.hasPrefix("Example") }
      #expect(lines.allSatisfy { $0.count <= 79 || !$0.contains("  ") })
    }
    let unknown = try RunningViewer.run(["help", "formats", "Script"])
    #expect(unknown.status == 1 && unknown.output.isEmpty)
    #expect(
      unknown.errors.contains(
        "no such format: Script; the formats are script, take, trace, callbacks, "))
    let help = try RunningViewer.run(["--help"])
    #expect(help.output.contains("help formats"))
  }

  @Test func `is named in the documentation, and whole in the manual`() throws {
    let article = TextFiles.text("Sources/ScrollEngine/ScrollEngine.docc/Formats.md")
    let files = FormatPage.names.map { "Sources/overscroll/Formats/\($0).txt" }
    #expect(
      TextFiles.paths(in: "Sources/overscroll/Formats", endingIn: ".txt").count == files.count)
    let paths = files.map { TextFiles.root + "/" + $0 }
    let script = TextFiles.root + "/Scripts/formats-manual"
    let manual = try RunningViewer.run(paths, program: script).output
    for page in FormatPage.names.map(FormatPage.init) {
      #expect(article.contains("- `\(page.name)`: "))
      #expect(manual.contains("\n.SH \(page.name.uppercased())\n"))
      for (title, rows) in page.tables {
        #expect(manual.contains("\n.SS \(title)\n"))
        for row in rows { #expect(manual.contains("\n.TP\n.B \(row.key)\n")) }
      }
      let example = page.example.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      #expect(manual.contains("\n.nf\n.RS\n\(example)\n.RE\n.fi"))
    }
  }
}
