import Glibc
import OverscrollLab
import OverscrollTestSupport
import ScrollEngine
import Testing

/// Scripts and what must come of them, kept as text in Tests/Traces and in the conformance kit.
///
/// `RECORD=1 Scripts/test` writes them again; the difference is then to be read before it is committed.
@Suite struct `A golden trace` {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  private static let names = ["Tests/Traces", "Resources/conformance/golden"].flatMap { folder in
    TextFiles.paths(in: folder, endingIn: ".script").filter { !$0.contains("/Scenes/") }
      .compactMap { $0.split(separator: "/").last?.dropLast(7) }.map { "\(folder)/\($0)" }
  }

  private func read(_ path: String) throws -> String {
    try #require(TextFiles.textIfPresent(path), "\(path) is missing; RECORD=1 makes it")
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  @Test func `exists for the cases of the reference documents`() {
    #expect(Self.names.count { $0.hasPrefix("Tests") } >= 16)
  }

  @Test func `exists for every way to scroll and zoom that the conformance kit names`() throws {
    let page = try #require(TextFiles.textIfPresent(Self.root + "/Resources/conformance/README.md"))
    let names = Self.names.filter { $0.hasPrefix("Resources") }
    #expect(names.count >= 9)
    for name in names {
      let file = name.split(separator: "/").last ?? ""
      #expect(page.contains("| `golden/\(file)` |"), "\(file) is not in the kit's page")
    }
  }

  @Test(arguments: names)
  func
    `is made from its script: content.reach content.grid inset.edges bounds.boxes zoom.centering touch.log touch.tap`(
      name: String
    ) throws
  {
    let path = Self.root + "/" + name
    let script = try Script(parsing: read(path + ".script"), file: name + ".script")
    let log = CallbackLog()
    let trace = Simulation(script, log: log).trace(rate: 60)
    let callbacks = log.lines.filter { !$0.contains("DidScroll\"") && !$0.contains("DidZoom\"") }
      .map { $0 + "\n" }.joined()
    if getenv("RECORD") != nil {
      write(trace.csv, to: path + ".trace")
      write(callbacks, to: path + ".callbacks")
    }
    #expect(trace.samples.last?.phase == .idle)
    try compare(trace.csv, with: read(path + ".trace"), name)
    #expect(callbacks == (try read(path + ".callbacks")))
  }

  /// Compares number by number: the last bit of an exponential is not the same on every machine.
  private func compare(_ actual: String, with expected: String, _ name: String) throws {
    let rows = actual.split(separator: "\n")
    let golden = expected.split(separator: "\n")
    #expect(rows.count == golden.count)
    for (index, (row, wanted)) in zip(rows, golden).enumerated() where row != wanted {
      for (one, other) in zip(row.split(separator: ","), wanted.split(separator: ",")) {
        if let one = Double(one), let other = Double(other), abs(one - other) <= 1e-6 { continue }
        try #require(one == other, "\(name), line \(index + 1): \(row)\nexpected: \(wanted)")
      }
    }
  }
}
