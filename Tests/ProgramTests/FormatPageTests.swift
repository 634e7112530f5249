import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// The pages of the file formats against what reads and writes the files.
@Suite struct `The page of a file format` {
  private static let properties = Script.Property.Name.allCases.map(\.rawValue)

  private func keys(_ page: FormatPage, _ table: String) throws -> Set<String> {
    let keys = try #require(page.table(table)).keys
    #expect(Set(keys).count == keys.count)
    return Set(keys)
  }

  // MARK: Keys

  @Test func `has the keys of scripts that the reader knows`() throws {
    let page = FormatPage.script
    #expect(try keys(page, "Header") == Set(Script.Keys.header))
    #expect(try keys(page, "Properties") == Set(Self.properties))
    #expect(try keys(page, "Subviews") == Set(Script.Keys.subview))
    #expect(try keys(page, "Scroll views") == Set(Script.Keys.scrollView))
    #expect(try keys(page, "Tap recognizers") == Set(Script.Keys.tapRecognizer))
    #expect(try keys(page, "Any event") == Set(["t"] + Script.Keys.everyEvent))
    #expect(try keys(page, "Events") == Set(Script.Keys.events.joined()).union(["end"]))
    // The first key of an event says which others it has.
    let rows = try #require(page.table("Events")).rows
    for event in Script.Keys.events {
      let row = try #require(rows.first { $0.key == event[0] })
      for other in event.dropFirst() { #expect(row.meaning.contains(other), "\(event)") }
    }
  }

  @Test func `has the keys of takes that the reader knows`() throws {
    #expect(try keys(.take, "End") == Set(Script.Keys.end))
    #expect(try keys(.take, "Picture") == Set(Script.Keys.picture))
  }

  @Test func `has the columns of traces and recordings`() throws {
    let columns = try #require(FormatPage.trace.table("Columns")).keys
    #expect(columns.joined(separator: ",") == Trace.columns)
    let page = FormatPage.recording
    #expect(
      try keys(page, "Header lines") == Set(RecordingReader.Line.allCases.map(\.rawValue)))
    #expect(try keys(page, "Properties") == Set(Self.properties))
    #expect(
      try keys(page, "Columns")
        == Set(
          RecordingReader.Name.allCases.map(\.rawValue) + Series.Column.allCases.map(\.rawValue)))
    #expect(page.tables.flatMap(\.rows).allSatisfy { !$0.meaning.isEmpty && !$0.value.isEmpty })
  }

  @Test func `has the keys of every callback that the demos of scenes give`() throws {
    let page = FormatPage.callbacks
    let known = try keys(page, "Any callback").union(keys(page, "Arguments and return values"))
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
    #expect(try keys(.parameters, "Properties") == Set(Self.properties))
    let page = FormatPage.plan
    #expect(try keys(page, "Header") == Set(QAPlan.headerKeys))
    #expect(try keys(page, "Steps") == Set(QAPlan.Step.keys))
    let checks = QACheck.keys.flatMap { [$0.name] + $0.others } + QACheck.everyKind
    #expect(try keys(page, "Checks") == Set(checks))
    let rows = try #require(page.table("Checks")).rows
    for (name, others) in QACheck.keys {
      let row = try #require(rows.first { $0.key == name })
      for other in others { #expect(row.meaning.contains(other), "\(name)") }
    }
  }

  @Test func `has the defaults of properties that a missing key leaves`() throws {
    let view = Stage(try Script(parsing: #"{"overscroll":2}"#, file: "t").header).scrollView
    for row in try #require(FormatPage.script.table("Properties")).rows {
      let property = try #require(Script.Property.all.first { $0.name.rawValue == row.key })
      guard property.name != .contentOffset, let value = property.value(in: view) else { continue }
      var object = JSONObject()
      object.add(row.key, value)
      let shown = row.fallback.replacing(", ", with: ",")
      let texts = [shown, "\"\(shown)\""].map { "{\"\(row.key)\":\($0)}" }
      #expect(texts.contains(object.text), "\(row.key): \(row.fallback)")
    }
  }

  // MARK: Examples

  @Test func `has an example that its command takes`() throws {
    let folder = TestFolder.make()
    for page in FormatPage.all where page.name != "callbacks" {
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

  @Test func `has an example of callbacks that the example of scripts gives`() throws {
    let folder = TestFolder.make()
    let script = folder + "/example.script"
    try RunningViewer.write(Array((FormatPage.script.example + "\n").utf8), to: script)
    let result = try RunningViewer.run([
      "simulate", script, "--callbacks", folder + "/callbacks",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let text = try RunningViewer.text(of: folder + "/callbacks")
    let lines = text.split(separator: "\n").filter { !$0.contains("scrollViewDidScroll") }
    let shown = FormatPage.callbacks.example.split(separator: "\n")
    #expect(shown.count > 4)
    #expect(shown.filter { !$0.contains("scrollViewDidScroll") } == Array(lines.prefix(4)))
  }

  // MARK: Places

  @Test func `is printed by help, and refused with the names of the others`() throws {
    let list = try RunningViewer.run(["help", "formats"])
    #expect(list.status == 0)
    for page in FormatPage.all {
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

  private static let catalog = "Sources/ScrollEngine/ScrollEngine.docc/Formats"
  private static let records = getenv("RECORD") != nil

  /// Compares a file with what it is to contain, or writes it.
  private func expect(_ path: String, _ text: String) throws {
    if Self.records { try RunningViewer.write(Array(text.utf8), to: TextFiles.root + "/" + path) }
    #expect(TextFiles.textIfPresent(path) == text, "RECORD=1 writes \(path) anew")
  }

  @Test func `is a page of the documentation`() throws {
    for page in FormatPage.all {
      try expect("\(Self.catalog)/\(page.articleName).md", page.markdown)
    }
    try expect("\(Self.catalog)/Formats.md", FormatPage.index)
    let files = TextFiles.paths(in: Self.catalog, endingIn: ".md")
    #expect(files.count == FormatPage.all.count + 1)
    #expect(
      TextFiles.text("Sources/ScrollEngine/ScrollEngine.docc/ScrollEngine.md")
        .contains("<doc:Formats>"))
    let kit = TextFiles.text("Resources/conformance/README.md")
    #expect(kit.contains("overscroll help formats"))
  }

  @Test func `is a section of the manual page`() throws {
    let path = "Resources/overscroll.1"
    let (start, end) = (".SH FORMATS\n", ".SH EXAMPLES\n")
    let text = TextFiles.text(path)
    let section = start + FormatPage.all.map(\.manual).joined()
    let tail = try #require(text.firstRange(of: end)).lowerBound
    let head = text.firstRange(of: start)?.lowerBound ?? tail
    try expect(path, String(text[..<head]) + section + String(text[tail...]))
  }
}
