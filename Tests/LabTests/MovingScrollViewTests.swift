import Testing

@testable import OverscrollLab

@Suite struct `The curves of a script with several scroll views` {
  @Test func `are those of each that moves, with its name`() throws {
    let all = Subject.script(try PlayedScene.script("rates"), name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo: normal", "demo: fast"])
    let ends = try all.map { try #require($0.values[.offsetY]?.last) }
    #expect(ends[0] > ends[1] && ends[1] > 100)
  }

  @Test func `leave out those that rest`() throws {
    var script = try PlayedScene.script("rates")
    script.events = []
    let all = Subject.script(script, name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo: normal"])
  }

  @Test func `have the script's name alone where there is one scroll view`() throws {
    let all = Subject.script(try PlayedScene.script("bounces"), name: "demo").movingScrollViews
    #expect(all.map(\.name) == ["demo"])
  }
}
