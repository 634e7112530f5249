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

  /// Measurements are of the main scroll view, the left one of two lists.
  @Test(arguments: [(100.0, 0), (480, 1)])
  func `count the gestures that are not measured`(x: Double, count: Int) throws {
    let lines =
      [#"{"overscroll":2,"scene":"rates"}"#]
      + (0...6).map { index -> String in
        let phase = index == 0 ? "began" : index == 6 ? "ended" : "moved"
        let (time, y) = (0.1 + 0.016 * Double(index), 400 - 30 * min(index, 5))
        return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[\#(x),\#(y)]}"#
      }
    let subject = Subject.script(
      try Script(parsing: lines.joined(separator: "\n"), file: "s", scenes: Scenes.all), name: "s")
    #expect(subject.otherGestures.map(\.count) == Array(repeating: 1, count: count))
    #expect(subject.otherGestures.allSatisfy { $0.scrollView == "fast" })
    #expect(Measurements(subject.series).gestures.count == 1 - count)
  }
}
