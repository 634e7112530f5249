import OverscrollDrawing
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollShell

/// Performs the changes of a panel at once, as a window does.
private final class Performer {
  let stage: Stage
  let variant: Stage?
  private(set) var requests: [ParameterPanel.Request] = []

  init(_ stage: Stage, _ variant: Stage?) {
    self.stage = stage
    self.variant = variant
  }

  func perform(_ request: ParameterPanel.Request) {
    requests.append(request)
    let stage = request.side == .b ? variant ?? stage : stage
    stage.perform(
      Script.TimedEvent(
        time: stage.window.time, action: request.action, target: request.target))
  }
}

/// A parameter panel that is large enough to show all rows.
private final class Bench {
  let panel: ParameterPanel
  var driver: PanelDriver
  private let performer: Performer

  init(_ stage: Stage, variant: Stage? = nil) {
    performer = Performer(stage, variant)
    panel = ParameterPanel(stage, perform: performer.perform)
    panel.variant = variant
    driver = PanelDriver(panel, size: Size(300, 1600))
  }

  var stage: Stage { performer.stage }
  var variant: Stage? { performer.variant }
  var requests: [ParameterPanel.Request] { performer.requests }

  func row(_ name: String) throws -> ParameterRow {
    try #require(panel.rows.first { $0.parameter.key == name })
  }
}

@Suite struct `The parameter panel` {
  private let bench = Bench(PanelTestScene.stage())

  @Test func `shows every property once, the scene's own parameters, and what is not UIKit's`() {
    let keys = bench.panel.rows.map(\.parameter.key)
    let own = ["scene.on", "scene.speed", "scene.kind"]
    let constants = Tuning.Constant.allCases.map { "tuning.\($0)" }
    #expect(Array(keys.suffix(constants.count + 3)) == own + constants)
    let properties = Script.Property.Name.allCases.map(\.rawValue)
    #expect(Set(keys) == Set(properties + own))
    #expect(keys.count == Script.Property.all.count + 3 && keys.count == Set(keys).count)
    #expect(bench.stage.parameterSections.suffix(2).map(\.title) == ["Panel test", "Not UIKit's"])
  }

  @Test func `tunes a constant, says so, undoes it and copies it for a script`() throws {
    let bench = Bench(PanelTestScene.stage(), variant: PanelTestScene.stage())
    bench.panel.side = .b
    let row = try bench.row("tuning.rubberBand")
    #expect(row.value == .number(0.55) && row.slider != nil && !row.isChanged)
    let plain = try bench.driver.draw().pixels()
    bench.panel.set([.property(.rubberBand): .number(0.25)])
    #expect(try bench.driver.draw().pixels() != plain)
    #expect(bench.variant?.scrollView.tuning.rubberBand == 0.25)
    #expect(bench.variant?.isTuned == true && !bench.stage.isTuned)
    #expect(bench.panel.json == #"{"tuning.rubberBand":0.25}"#)
    let settings = try Script.Header.settings(parsing: bench.panel.json, file: "copied")
    let object = #"{"tuning":{"rubberBand":0.25}}"#
    #expect(try settings == Script.Header.settings(parsing: object, file: "given"))
    #expect(bench.panel.title.text == "Tuned B")
    bench.driver.press("z", .control)
    #expect(bench.variant?.isTuned == false && bench.panel.title.text == "Parameters B")
    // A row takes no value that a script would not.
    #expect(row.fields[0].accepts(0.01) && !row.fields[0].accepts(2.01))
  }

  @Test func `shows for each value a control of its type`() {
    for row in bench.panel.rows {
      switch row.value {
      case .bool: #expect(row.toggle != nil, "\(row.parameter.key)")
      case .number: #expect(row.slider != nil && row.fields.count == 1, "\(row.parameter.key)")
      case .point, .size: #expect(row.fields.count == 2, "\(row.parameter.key)")
      case .insets: #expect(row.fields.count == 4, "\(row.parameter.key)")
      case .word: #expect(row.choice != nil, "\(row.parameter.key)")
      case nil: #expect(row.parameter.key == "targetContentOffset")
      }
    }
  }

  /// Ranges and the steps of their sliders: about a hundredth, rounded to 1, 2 or 5.
  @Test(
    arguments: [
      (0...1, 0.02), (0...10, 0.2), (-5...5, 0.2), (0...100, 2), (0...60, 0.5), (0...3, 0.05),
      (0...24.9, 0.2), (0...25, 0.5), (0...0.001, 2e-5), (1...1.00002, 1e-6), (0...1e5, 2000),
      (0...499, 5),
    ] as [(ClosedRange<Double>, Double)])
  func `moves a scene's number by a round step of about a hundredth of its range`(
    range: ClosedRange<Double>, step: Double
  ) throws {
    let card = SceneCard(
      name: "n", title: "N", ids: [], viewport: Size(1, 1),
      parameters: [.number("n", "N", range, default: range.lowerBound)], expectation: "", demo: [])
    let parameter = try #require(ParameterSection.scene(card)?.parameters.first)
    guard case .number(let scale) = parameter.kind else {
      Issue.record("\(parameter.kind)")
      return
    }
    #expect(scale.range == range && parameter.limits == range)
    #expect(abs(scale.step - step) < step * 1e-9)
  }

  /// What a slider, a field or a list offers for each property; `RECORD=1 Scripts/test` writes it again.
  @Test func `offers every property with its words, or a range, a step and limits`() throws {
    let scale = { (scale: SliderScale) in
      "\(scale.range) by \(scale.step)" + (scale.isLogarithmic ? ", equal ratios" : "")
    }
    let line = { (parameter: Parameter) in
      let kind =
        switch parameter.kind {
        case .flag: "flag"
        case .choice(let words): words.joined(separator: " | ")
        case .number(let range): "\(scale(range)); takes \(parameter.limits)"
        case .numbers(let names, let range):
          "\(names.joined(separator: " ")): \(scale(range)); takes \(parameter.limits)"
        }
      return "  \(parameter.title): \(kind)\(parameter.isState ? "; a state" : "")\n"
    }
    let text = (ParameterSection.properties + [.tuning]).map { section in
      section.title + "\n" + section.parameters.map(line).joined()
    }.joined()
    try Golden.expect(text, is: "Panels/parameters.text")
  }

  @Test(arguments: [
    Script.Value.number(1), .point(Point(1, 2)), .size(Size(1, 2)),
    .insets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
  ])
  func `changes one number of a value and leaves the others`(value: Script.Value) {
    let numbers = value.numbers
    #expect(numbers == Array([1, 2, 3, 4].prefix(numbers.count)))
    for index in numbers.indices {
      var changed = numbers
      changed[index] = 9
      #expect(value.replacing(index, with: 9).numbers == changed)
    }
    #expect(value.replacing(numbers.count, with: 9) == value)
  }

  @Test func `notes values that appear or go, and nothing where nothing changes`() {
    var history = ParameterHistory()
    let id = Parameter.ID.scene("speed")
    let values: [ParameterValues] = [[:], [id: .number(1)]]
    for (before, after) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
      history.add(.init([id], of: .init(), from: values[before], to: values[after]))
    }
    #expect(history.changes.map(\.before) == [[:], values[1]])
    #expect(history.undo(now: [:]) == values[1] && history.undo(now: values[1]) == [:])
  }

  @Test func `marks what differs from the scene's defaults`() throws {
    #expect(bench.panel.rows.filter(\.isChanged).isEmpty)
    bench.panel.set([.property(.bounces): .bool(true), .scene("speed"): .number(7)])
    #expect(
      bench.panel.rows.filter(\.isChanged).map(\.parameter.key) == ["bounces", "scene.speed"])
    #expect(bench.panel.json == #"{"bounces":true,"scene.speed":7}"#)
    let image = try bench.driver.draw()
    let row = try bench.row("bounces")
    let dot = bench.driver.panel.window.convert(Point(7, 14), from: row)
    #expect(image.isColor(Palette.blue, at: dot))
    bench.driver.click(bench.panel.defaultsButton)
    #expect(bench.panel.rows.filter(\.isChanged).isEmpty)
    #expect(bench.panel.json == "{}")
    let restored = try bench.driver.draw()
    #expect(!restored.isColor(Palette.blue, at: dot))
  }

  @Test func `copies as JSON what a script reads as the same settings`() throws {
    let bench = Bench(Stage(Script.Header()))
    bench.panel.set([
      .property(.contentInset): .insets(EdgeInsets(top: 1, left: 2.5, bottom: 3, right: 4)),
      .property(.indicatorStyle): .word("white"), .property(.decelerationRate): .number(0.99),
      .property(.isPagingEnabled): .bool(true),
    ])
    var copied = ""
    bench.panel.copyText = { copied = $0 }
    bench.driver.click(bench.panel.copyButton)
    let settings = try Script.Header.settings(parsing: copied, file: "copied")
    let stage = Stage(Script.Header(settings: settings))
    let expected = bench.stage.parameterValues().filter { $0.key != .property(.contentOffset) }
    #expect(stage.parameterValues().filter { $0.key != .property(.contentOffset) } == expected)
  }

  @Test func `sends a change as an action for the scroll view that is chosen`() throws {
    let button = try #require(bench.panel.scrollViewButton)
    bench.driver.click(button)
    bench.driver.type(["Down", "Return"])
    #expect(bench.panel.scrollView == "list")
    bench.driver.click(try #require(try bench.row("isPagingEnabled").toggle))
    bench.driver.click(try #require(try bench.row("scene.on").toggle))
    #expect(
      bench.requests == [
        .init(
          action: .set([.flag(.isPagingEnabled, true)]), target: "list", side: .a),
        .init(action: .setScene([.init("on", .bool(true))]), target: nil, side: .a),
      ])
    #expect(bench.stage.view("list")?.isPagingEnabled == true)
    #expect(bench.stage.scrollView.isPagingEnabled == false)
  }

  @Test func `edits the side of a comparison that is chosen`() throws {
    let bench = Bench(PanelTestScene.stage(), variant: PanelTestScene.stage())
    bench.panel.side = .b
    bench.driver.click(try #require(try bench.row("bounces").toggle))
    #expect(bench.requests.map(\.side) == [.b])
    #expect(bench.variant?.scrollView.bounces == true && !bench.stage.scrollView.bounces)
    bench.panel.side = .a
    #expect(try bench.row("bounces").value == .bool(false))
    bench.panel.undo()
    #expect(bench.panel.side == .b && bench.variant?.scrollView.bounces == false)
  }

  @Test func `shows what a replay or the program changes`() throws {
    try bench.driver.draw()
    bench.panel.refresh()
    #expect(!bench.panel.needsDisplay)
    bench.stage.perform(.init(time: 0, action: .set([.flag(.bounces, true)])))
    bench.panel.refresh()
    #expect(bench.panel.needsDisplay && bench.requests.isEmpty)
    #expect(try bench.row("bounces").toggle?.isOn == true)
  }

  @Test func `undoes a slide as one change`() throws {
    let slider = try #require(try bench.row("scene.speed").slider)
    let before = bench.stage.parameterValues()
    bench.driver.drag(slider, by: 20)
    #expect(bench.requests.count > 2)
    #expect(bench.panel.history.changes.count == 1)
    bench.driver.drag(slider, by: 5)
    #expect(bench.panel.history.changes.count == 2)
    for _ in 0..<2 { bench.driver.press("z", .control) }
    #expect(bench.stage.parameterValues() == before)
    #expect(!bench.panel.undo())
  }

  @Test func `restores a default at a double click on the slider or the name`() throws {
    let row = try bench.row("scene.speed")
    bench.panel.set([.scene("speed"): .number(9)])
    bench.driver.click(try #require(row.slider), count: 2)
    #expect(row.value == .number(5))
    bench.panel.set([.scene("speed"): .number(9)])
    bench.driver.click(bench.driver.panel.window.convert(Point(20, 14), from: row), count: 2)
    #expect(row.value == .number(5))
  }

  @Test(arguments: 0..<20) func `undoes any changes exactly`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let bench = Bench(PanelTestScene.stage())
    var states = [bench.stage.parameterValues()]
    for _ in 0..<40 {
      let row = random.pick(bench.panel.rows)
      // A target is for the next release, and cannot be taken back.
      guard row.parameter.id != .property(.targetContentOffset),
        let value = Self.other(row, &random)
      else { continue }
      let count = bench.panel.history.changes.count
      bench.panel.set([row.parameter.id: value])
      bench.stage.perform(
        .init(time: bench.stage.window.time + 2, action: .frame(.init(index: 0))))
      if bench.panel.history.changes.count > count { states.append(bench.stage.parameterValues()) }
    }
    while bench.panel.history.changes.count > 0 {
      states.removeLast()
      bench.panel.undo()
      let values = bench.stage.parameterValues()
      for (id, value) in states.last ?? [:] where Self.isKept(id, values) {
        #expect(values[id] == value, "\(id)")
      }
    }
    #expect(states.count == 1)
  }

  /// Returns whether a parameter stays as it is between changes: scrolling moves the offset, and the scale of a view that
  /// cannot zoom cannot be set.
  private static func isKept(_ id: Parameter.ID, _ values: ParameterValues) -> Bool {
    switch id {
    case .property(.contentOffset): return false
    case .property(.zoomScale):
      let low = values[.property(.minimumZoomScale)]?.numbers.first ?? 1
      return low < values[.property(.maximumZoomScale)]?.numbers.first ?? 1
    default: return true
    }
  }

  private static func other(_ row: ParameterRow, _ random: inout SplitMix64) -> Script.Value? {
    switch row.parameter.kind {
    case .flag: return row.value == .bool(true) ? .bool(false) : .bool(true)
    case .choice(let words): return .word(random.pick(words))
    case .number(let scale), .numbers(_, let scale):
      guard let value = row.value else { return nil }
      let low = max(scale.range.lowerBound, -500)
      let number = scale.value(
        random.number(low, min(scale.range.upperBound, 2000)), movedBy: 0)
      return value.replacing(random.index(value.numbers.count), with: number)
    }
  }
}

@Suite struct `The parameter panel of a scene` {
  private func stage(_ name: String) -> Stage {
    var header = Script.Header()
    header.scene = Scenes.all.scene(name)
    return Stage(header)
  }

  @Test(arguments: Scenes.all.cards.map(\.name))
  func `shows the size of content that scrolls`(scene: String) throws {
    let stage = stage(scene)
    for (name, view) in stage.namedScrollViews where view.contentSize != .zero {
      let shown = stage.parameterValues(of: name)[.property(.content)]
      #expect(shown == .size(view.contentSize / view.zoomScale), "\(name ?? "main")")
    }
  }

  @Test(arguments: [
    ("rates", ["normal", "fast"]), ("nested", ["pager", "list-1", "list-2", "list-3"]),
  ])
  func `names its scroll views`(scene: String, names: [String]) throws {
    let panel = ParameterPanel(stage(scene)) { _ in }
    panel.size = Size(300, 300)
    #expect(panel.scrollViewButton?.words == names)
    #expect(panel.scrollViewButton?.selected == names[0] && panel.scrollView == nil)
  }

  @Test func `names the scene where it has one scroll view`() throws {
    let panel = ParameterPanel(stage("paging")) { _ in }
    panel.size = Size(300, 300)
    let lines = LookText(panel).lines
    #expect(lines.contains { $0.contains("of the scroll view of “paging”") })
    #expect(panel.scrollViewButton == nil)
  }
}
