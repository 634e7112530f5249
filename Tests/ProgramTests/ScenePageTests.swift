import OverscrollDrawing
import OverscrollLab
import OverscrollScenes
import OverscrollStage
import OverscrollTestSources
import ScrollGeometry
import Testing

@Suite struct `The documentation of scenes` {
  private static let catalog = "Sources/ScrollEngine/ScrollEngine.docc"
  /// The most that the pictures may have together, in bytes.
  private static let limit = 2 << 20

  private static func pageName(_ scene: String) -> String {
    "Scene"
      + scene.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  @Test(arguments: Scenes.all.cards.map(\.name))
  func `has a page with a picture and what to try`(scene: String) throws {
    let card = try #require(Scenes.all.cards.first { $0.name == scene })
    let path = "\(Self.catalog)/Scenes/\(Self.pageName(scene)).md"
    let page = try #require(TextFiles.textIfPresent(path), "run Scripts/maintainer/scene-pages")
    #expect(
      page.hasPrefix("# \(card.title)\n\n\(card.expectation)\n"),
      "run Scripts/maintainer/scene-pages")
    #expect(page.contains("(scene-\(scene))") && page.contains("overscroll scene \(scene)`"))
    #expect(page.contains("### What to try") && page.contains("\n1. "))
    for parameter in card.parameters { #expect(page.contains("`scene.\(parameter.name)`")) }
    for id in card.ids { #expect(page.contains(id)) }
    let picture = try Surface(pngFile: Self.picture(scene))
    #expect(picture.size.width <= 720 && picture.size.height <= 720)
    // A picture of more than one color, of the shape of the scene.
    #expect(Set(picture.pixels()).count > 4)
    let shape = Double(picture.size.width) / Double(picture.size.height)
    #expect(abs(shape - card.viewport.width / card.viewport.height) < 0.02)
  }

  @Test func `lists every page once, and has no page of a scene that is gone`() throws {
    let index = TextFiles.text("\(Self.catalog)/Scenes/Scenes.md")
    let names = Scenes.all.cards.map { Self.pageName($0.name) }
    let listed = index.split(separator: "\n").filter { $0.hasPrefix("- <doc:") }
    #expect(listed.map(String.init) == names.map { "- <doc:\($0)>" })
    let files = TextFiles.paths(in: "\(Self.catalog)/Scenes", endingIn: ".md")
    #expect(
      Set(files.map { $0.split(separator: "/").last.map(String.init) ?? "" })
        == Set((names + ["Scenes"]).map { $0 + ".md" }))
    #expect(TextFiles.text("\(Self.catalog)/ScrollEngine.md").contains("<doc:Scenes>"))
  }

  @Test func `has pictures of two megabytes at most`() throws {
    let sizes = try Scenes.all.cards.map { card in
      try RunningViewer.run(script: #"wc -c < "$1""#, [Self.picture(card.name)]).output
    }
    let total = sizes.compactMap { Int($0.filter(\.isNumber)) }.reduce(0, +)
    #expect(total > 100_000 && total <= Self.limit, "\(total)")
  }

  private static func picture(_ scene: String) -> String {
    TextFiles.root + "/\(catalog)/Resources/scene-\(scene).png"
  }
}
