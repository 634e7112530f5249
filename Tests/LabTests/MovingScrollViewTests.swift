import Testing

@testable import OverscrollLab

@Suite struct `The curves of a script with several scroll views` {
  private func demo(_ name: String) throws -> Script {
    let scene = try #require(Scenes.all.scene(name))
    var header = Script.Header()
    header.scene = scene
    return Script(header: header, events: scene.card.demo)
  }

  @Test func `are those of each that moves, with its name`() throws {
    let all = Subject.script(try demo("rates"), name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo: normal", "demo: fast"])
    let ends = try all.map { try #require($0.values[.offsetY]?.last) }
    #expect(ends[0] > ends[1] && ends[1] > 100)
  }

  @Test func `leave out those that rest`() throws {
    var script = try demo("rates")
    script.events = []
    let all = Subject.script(script, name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo: normal"])
  }

  @Test func `have the script's name alone where there is one scroll view`() throws {
    let all = Subject.script(try demo("bounces"), name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo"])
  }
}
