import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Whose curves a chart of several scroll views shows.
@Suite struct `The curves of several scroll views` {
  private func demo(_ name: String, until end: Double = .infinity) throws -> PerformedTake {
    let script = try PlayedScene.script(name)
    return PerformedTake(
      Script(header: script.header, events: script.events.filter { $0.time <= end }))
  }

  /// The lanes of a chart, such as "fast offset".
  private func lanes(_ chart: Chart) -> [String] {
    chart.lanes.map { ($0.owner.isEmpty ? "" : $0.owner + " ") + $0.kind.word }
  }

  @Test(arguments: [
    ("rates", ["normal offset", "normal velocity", "fast offset", "fast velocity"]),
    (
      "nested",
      ["pager offset", "pager velocity", "list-1 offset", "list-1 velocity"]
        + ["list-2 offset", "list-2 velocity"]
    ), ("paging", ["offset", "velocity"]),
  ])
  func `are those of each one that moves in a take, with its name`(
    scene: String, expected: [String]
  ) throws {
    let chart = Chart(try demo(scene))
    #expect(lanes(chart) == expected)
    let names = expected.filter { $0.hasSuffix(" offset") }.map { String($0.dropLast(7)) }
    #expect(chart.rows.map(\.name) == names)
    #expect(Set(chart.bands.map(\.row)) == Set(0..<max(1, names.count)))
    // Each row of phases is of one scroll view: it scrolls, and comes to rest.
    for row in names.indices {
      let phases = chart.bands.filter { $0.row == row }.map(\.phase)
      #expect(phases.contains(.dragging) && phases.last == .idle, "\(names[row])")
    }
  }

  @Test func `leave out a main scroll view that stays where it is`() throws {
    let chart = Chart(try demo("nested", until: 3))
    #expect(lanes(chart) == ["list-1 offset", "list-1 velocity"])
    #expect(chart.rows == [Chart.Row(scrollView: "list-1", name: "list-1")])
  }

  @Test func `have the values of their scroll view`() throws {
    let take = try demo("rates")
    let chart = Chart(take)
    let stage = Stage(take.script.header)
    for event in take.script.events { stage.perform(event) }
    stage.perform(.init(time: take.duration, action: .frame(.init(index: 0))))
    try #require(chart.lanes.count == 4)
    let ends = [0, 2].map { chart.lanes[$0].curves.last?.points.last?.y }
    #expect(ends[0] == stage.scrollView.contentOffset.y)
    #expect(ends[1] == stage.view("fast")?.contentOffset.y)
    #expect(ends[0] != ends[1])
  }

  @Test func `are hidden by the name of their scroll view, but for their phases`() throws {
    let chart = Chart(try demo("rates"))
    let hidden = chart.hiding(["fast"])
    #expect(lanes(hidden) == ["normal offset", "normal velocity"])
    #expect(hidden.bands == chart.bands && hidden.rows.map(\.isHidden) == [false, true])
    #expect(lanes(chart.hiding([nil])) == ["fast offset", "fast velocity"])
    #expect(chart.hiding([]) == chart)
  }

  @Test func `get lanes live as soon as they move`() throws {
    let stage = try PlayedScene.stage("rates")
    var tracks = CurveTitle.all(of: stage).map { CurveTrack($0.scrollView, title: $0.title) }
    #expect(tracks.map(\.title) == ["normal", "fast"])
    let fast = try #require(stage.view("fast"))
    func append(_ time: Double) {
      for index in tracks.indices {
        let name = tracks[index].scrollView
        guard let view = stage.view(name) else { continue }
        tracks[index].append(stage.sample(of: name), ScrollLimits(view), at: time)
      }
    }
    func shown(hiding hidden: Set<String?> = []) -> [String] {
      let arrangement = tracks.arrangement(hiding: hidden)
      return arrangement.lanes.map { "\(tracks[$0.track].title) \($0.group.rawValue)" }
    }
    append(0)
    // Nothing has moved: what the main one may do.
    #expect(shown() == ["normal offset", "normal velocity", "normal zoom"])
    fast.contentOffset = Point(0, 30)
    append(0.1)
    #expect(shown() == ["fast offset", "fast velocity"])
    stage.scrollView.contentOffset = Point(0, 10)
    append(0.2)
    #expect(shown() == ["normal offset", "normal velocity", "fast offset", "fast velocity"])
    #expect(shown(hiding: [nil]) == ["fast offset", "fast velocity"])
    #expect(tracks.arrangement(hiding: [nil]).rows == [0, 1])
    // A scroll view that rests later keeps its lanes.
    append(9)
    #expect(shown().count == 4)
  }
}
