import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

@Suite struct `The velocity of a finger` {
  private static let drag = """
    {"overscroll":2,"viewport":[320,480],"content":[2000,4000]}
    {"t":0.1,"touch":"began","id":1,"at":[100,300]}
    {"t":0.11,"stamp":0.108,"touch":"moved","id":1,"at":[100,284]}
    {"t":0.13,"stamp":0.128,"touch":"moved","id":1,"at":[110,264]}
    {"t":0.14,"touch":"ended","id":1,"at":[110,264]}
    """

  private func isNear(_ velocity: Point?, _ other: Point?) -> Bool {
    guard let velocity, let other else { return velocity == nil && other == nil }
    return (velocity - other).length < 1e-6
  }

  /// What each event of a script leaves.
  private func velocities(_ text: String) throws -> [Point?] {
    let script = try Script(parsing: text, file: "a")
    let stage = Stage(script.header)
    return script.events.map { event in
      stage.perform(event)
      return stage.sample().fingerVelocity
    }
  }

  @Test func `is its way since the last sample by the time between their stamps`() throws {
    let found = try velocities(Self.drag)
    let expected = [Point.zero, Point(0, -2000), Point(500, -1000), nil]
    #expect(found.count == 4 && zip(found, expected).allSatisfy { isNear($0, $1) }, "\(found)")
  }

  @Test func `is the mean of several, each from its own samples`() throws {
    let found = try velocities(
      """
      {"overscroll":2,"viewport":[320,480],"content":[2000,4000]}
      {"t":0.1,"touch":"began","id":1,"at":[100,300]}
      {"t":0.1,"touch":"began","id":2,"at":[200,300]}
      {"t":0.11,"touch":"moved","id":1,"at":[100,290]}
      {"t":0.11,"touch":"moved","id":2,"at":[200,294]}
      {"t":0.12,"touch":"ended","id":1,"at":[100,290]}
      {"t":0.13,"touch":"ended","id":2,"at":[200,294]}
      """)
    let expected = [
      Point.zero, .zero, Point(0, -500), Point(0, -800), Point(0, -600), nil,
    ]
    #expect(found.count == 6 && zip(found, expected).allSatisfy { isNear($0, $1) }, "\(found)")
  }

  @Test func `is forgotten at a clean start`() throws {
    let script = try Script(parsing: Self.drag, file: "a")
    let stage = Stage(script.header)
    for event in script.events.prefix(2) { stage.perform(event) }
    #expect(stage.sample().fingerVelocity != nil)
    stage.restart()
    stage.perform(script.events[0])
    #expect(stage.sample().fingerVelocity == .zero)
  }

  @Test func `is that of the scroll view that the finger is in`() throws {
    var header = Script.Header()
    header.version = 2
    header.scene = Scenes.all.scene("rates")
    let stage = Stage(header)
    let names = stage.namedScrollViews.map(\.name)
    let other = try #require(names.compactMap(\.self).first)
    let view = try #require(stage.view(other))
    let place = view.convert(view.bounds, to: nil).center
    for (step, phase) in [TouchEvent.Phase.began, .moved].enumerated() {
      let time = 0.1 + 0.01 * Double(step)
      stage.perform(
        Script.TimedEvent(
          time: time,
          action: .event(.touch(phase, at: place - Point(0, 3 * Double(step)), time))))
    }
    #expect(isNear(stage.sample(of: other).fingerVelocity, Point(0, -300)))
    #expect(stage.sample().fingerVelocity == nil)
  }

  @Test func `is a lane of charts, and nothing that is compared`() throws {
    let script = try Script(parsing: Self.drag, file: "a")
    let series = Series(script, name: "a", at: [0, 0.1, 0.11, 0.12, 0.13, 0.135, 0.15])
    let values = try #require(series.values[.fingerVelocityY])
    #expect(values[0].isNaN && values[6].isNaN && values[1] == 0)
    #expect(zip(values[2...5], [-2000, -2000, -1000, -1000]).allSatisfy { abs($0 - $1) < 1e-6 })
    let chart = Chart([series], groups: Chart.Group.allCases)
    let lane = try #require(chart.lanes.firstIndex { $0.kind == .fingerVelocity })
    #expect(chart.lanes[lane].curves.map(\.name) == ["finger_velocity_x", "finger_velocity_y"])
    func read(_ time: Double) -> [Chart.Readout.Value] {
      chart.readout(at: time).values.filter { $0.lane == lane }
    }
    #expect(read(0.135).map { $0.value.rounded() } == [500, -1000])
    #expect(read(0.135).allSatisfy { $0.text.hasSuffix(" pt/s") } && read(0.05).isEmpty)
    #expect(!Chart([series]).lanes.contains { $0.kind == .fingerVelocity })
    let comparison = try Comparison(
      .series(series), with: series, alignment: Alignment.none)
    #expect(!comparison.columns.contains { $0.column.isInput } && comparison.skipped.isEmpty)
  }
}
