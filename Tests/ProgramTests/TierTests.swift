import OverscrollTestSources
import Testing

@Suite struct `The tests that only root can run` {
  private static let script = TextFiles.text("Scripts/test")

  /// The pattern by which the script tells them from others.
  private var pattern: String? {
    Self.script.split(separator: "\n").first { $0.hasPrefix("root='") }
      .map { String($0.dropFirst(6).dropLast()) }
  }

  @Test func `are known by their names, each file of them by one at least`() throws {
    let names = try #require(pattern).split(separator: "|")
    #expect(names.count > 3)
    var found = 0
    for folder in ["ProgramTests", "DesktopTests"] {
      for path in TextFiles.paths(in: "Tests/\(folder)", endingIn: ".swift") {
        let text = TextFiles.text(path)
        guard !path.hasSuffix("TierTests.swift"),
          text.contains(".xorg()") || text.contains("geteuid() == 0")
        else { continue }
        found += 1
        let titles = text.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
          .map(\.element)
        let isKnown = titles.contains { title in names.contains { title.contains($0) } }
        #expect(isKnown, "\(path)")
      }
    }
    #expect(found > 5)
  }
}
