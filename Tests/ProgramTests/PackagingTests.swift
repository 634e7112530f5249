import OverscrollTestSources
import Testing

@testable import overscroll
@testable import OverscrollShell

@Suite struct `The packaging` {
  private static let desktop = TextFiles.text("Resources/overscroll.desktop")

  @Test func `lists the releases of the changelog in the software catalog`() {
    let changelog = TextFiles.text("CHANGELOG.md")
    let catalog = TextFiles.text("Resources/overscroll.metainfo.xml")
    let dated = changelog.matches(of: /\n## \[([0-9.]+)\] – (\d{4}-\d\d-\d\d)\n/)
    let released = catalog.matches(of: /<release version="([0-9.]+)" date="([0-9-]+)">/)
    #expect(!dated.isEmpty)
    #expect(released.map { "\($0.1) \($0.2)" } == dated.map { "\($0.1) \($0.2)" })
  }

  @Test func `starts the changelog with the program's version`() throws {
    let first = try #require(TextFiles.text("CHANGELOG.md").firstMatch(of: /\n## \[([0-9.]+)\]/)).1
    #expect(first == Machine.version)
  }

  @Test(arguments: [
    ("README.md", "overscroll_VERSION_amd64.deb"),
    ("Packaging/rpm/overscroll.spec", "Version:        VERSION\n"),
    ("Packaging/arch/PKGBUILD", "pkgver=VERSION\n"),
    ("Packaging/flatpak/io.github.overscroll.overscroll.yml", "tag: VERSION\n"),
  ])
  func `names the program's version`(path: String, text: String) {
    let expected = text.replacing("VERSION", with: Machine.version)
    #expect(TextFiles.text(path).contains(expected), "\(path)")
  }

  @Test func `lists the packages that are built without the network`() {
    let manifest = TextFiles.text("Packaging/flatpak/io.github.overscroll.overscroll.yml")
    let spec = TextFiles.text("Packaging/rpm/overscroll.spec")
    let recipe = TextFiles.text("Packaging/arch/PKGBUILD")
    let needed = TextFiles.text("Package.swift").matches(
      of: /\n    \.package\(url: "([^"]+)", from: "([0-9.]+)"\),/)
    #expect(needed.count == 2)
    for package in needed {
      #expect(manifest.contains("url: \(package.1)\n        tag: \(package.2)\n"))
      #expect(spec.contains("\(package.1)/archive/\(package.2)/"))
      #expect(recipe.contains("\(package.1)/archive/\(package.2).tar.gz"))
    }
  }

  @Test func `has desktop actions that the program understands`() throws {
    let commands = Self.desktop.matches(of: /Exec=(?:sh -c "exec )?overscroll (.*)/).map(\.1)
    #expect(commands.count == 3)
    for command in commands {
      let words = command.split(separator: " ").prefix { !$0.contains("$") && $0 != "%F" }
      #expect(throws: Never.self) { try Overscroll.command(in: words.map(String.init)) }
    }
  }
}
