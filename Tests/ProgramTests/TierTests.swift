import OverscrollTestSources
import Testing

/// The names between backticks in a file.
private func testNames(_ path: String) -> [Substring] {
  TextFiles.text(path).split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
    .map(\.element)
}

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
        let isKnown = testNames(path).contains { title in names.contains { title.contains($0) } }
        #expect(isKnown, "\(path)")
      }
    }
    #expect(found > 5)
  }
}

@Suite struct `The tests that make test-fast leaves out` {
  @Test func `are known by their names`() {
    let script = TextFiles.text("Scripts/test").split(separator: "\n")
    let lines = script.filter { $0.hasPrefix("long=") || $0.hasPrefix("long+=") }
    let names = lines.joined().split { "'|".contains($0) }.filter { !$0.hasSuffix("=") }
    let titles = TextFiles.paths(in: "Tests", endingIn: ".swift").flatMap(testNames)
    #expect(names.count > 10)
    for name in names {
      #expect(titles.count { $0.contains(name) } == 1, "\(name)")
    }
  }
}
