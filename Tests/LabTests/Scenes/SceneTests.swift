import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// What all scenes have in common.
///
/// `RECORD=1 Scripts/test` writes their demos and the callbacks of these again, to be read before they are committed.
@Suite struct `A scene` {
  static let names = Scenes.all.cards.map(\.name)

  /// The ids of all behaviors but those of the program itself.
  private static let ids = TextFiles.text("Tests/Behaviors.tsv").split(separator: "\n")
    .compactMap { $0.split(separator: "\t").last.map(String.init) }
    .filter { !$0.hasPrefix("program.") }

  @Test func `is there for every behavior`() {
    #expect(Self.ids.count > 50)
    let shown = Set(Scenes.all.cards.flatMap(\.ids))
    #expect(shown.subtracting(Self.ids) == [])
    #expect(Set(Self.ids).subtracting(shown).sorted() == [])
  }

  @Test func `has a name of its own, a sentence that says what to expect, and a demo`() {
    #expect(Set(Self.names).count == Self.names.count)
    for card in Scenes.all.cards {
      #expect(card.expectation.hasSuffix("."), "\(card.name)")
      #expect(card.demo.count > 3 && card.demo.last?.time ?? 0 < 30, "\(card.name)")
      #expect(card.viewport.width <= 1112 && card.viewport.height <= 834, "\(card.name)")
    }
  }

  @Test(arguments: names)
  func `plays its demo to the end, at rest, with the expected callbacks`(name: String) throws {
    let script = try PlayedScene.script(name)
    try Golden.expect(script.text, is: "Scenes/\(name).script")
    #expect(try Script(parsing: script.text, file: name, scenes: Scenes.all) == script)
    let log = CallbackLog()
    let simulation = Simulation(script, log: log)
    let trace = simulation.trace(rate: 60, until: 60)
    #expect(simulation.isOver)
    #expect(simulation.stage.scrollViews.allSatisfy { $0.phase == .idle })
    #expect(trace.samples.last?.phase == .idle)
    try Golden.expect(CallbackText.folded(log.lines), is: "Scenes/\(name).callbacks")
  }

  /// At the start all of it, later what has changed.
  @Test(arguments: names)
  func `looks at moments of its demo as expected`(name: String) throws {
    let script = try PlayedScene.script(name)
    let end = script.events.last?.time ?? 0
    let simulation = Simulation(script)
    var text = ""
    var former: Set<String> = []
    for (step, part) in [0, 0.45, 1].enumerated() {
      if step > 0 { _ = simulation.sample(at: end * part) }
      let scene = try #require(simulation.stage.scene)
      let looks = LookText(scene, in: simulation.stage.window)
      text += (step > 0 ? "\n" : "") + "# \(Int(part * 100)) % of the demo\n"
      for line in looks.lines where !former.contains(line) { text += line + "\n" }
      former = Set(looks.lines)
    }
    try Golden.expect(text, is: "Scenes/\(name).looks")
  }

  @Test(arguments: names)
  func `starts anew as it was, with its parameters`(name: String) throws {
    let script = try PlayedScene.script(name)
    let simulation = Simulation(script)
    _ = simulation.trace(rate: 30, until: 60)
    let stage = simulation.stage
    stage.restart()
    #expect(stage.window.time == 0)
    var again = Script(header: stage.header, events: script.events)
    again.header.version = script.header.version
    let fresh = Simulation(again).trace(rate: 30, until: 60)
    for event in script.events.prefix(1) { stage.perform(event) }
    let other = Stage(again.header)
    for event in script.events.prefix(1) { other.perform(event) }
    #expect(stage.sample() == other.sample())
    #expect(!fresh.samples.isEmpty)
  }

  /// Scenes that show how often they were notified, or are re-centered at the frames, depend on the frame rate.
  @Test(arguments: names.filter { !["delegate", "touches", "endless"].contains($0) })
  func `is drawn the same at any time of its demo, from whatever frame rate`(name: String) throws {
    let script = try PlayedScene.script(name)
    let time = (script.events.last?.time ?? 0) * 0.6
    var pictures: [[UInt32]] = []
    for rate in [20.0, 60] {
      let simulation = Simulation(script)
      for index in 0...Int(time * rate) { _ = simulation.sample(at: Double(index) / rate) }
      _ = simulation.sample(at: time)
      pictures.append(try PlayedScene.picture(of: simulation.stage))
    }
    #expect(Set(pictures[0]).count > 3)
    #expect(pictures[0] == pictures[1])
  }
}

/// A scene that a test plays.
enum PlayedScene {
  /// The events that a ladder shows, from top to bottom, and the view that it is drawn in.
  static func rungs(_ stage: Stage) throws -> (box: View, texts: [(text: String, y: Double)]) {
    let looks = try #require(stage.scene).looks
    for view in stage.window.subviews.flatMap(\.subviews) {
      guard let look = looks[ObjectIdentifier(view)], look.labels.isEmpty else { continue }
      let texts = look.shapes.compactMap { shape -> (text: String, y: Double)? in
        guard case .text(let label, let place) = shape, place.x == 14 else { return nil }
        return (label.text, place.y)
      }
      if !texts.isEmpty { return (view, texts) }
    }
    throw LadderError()
  }

  struct LadderError: Error {}

  /// The demo of a scene.
  static func script(_ name: String) throws -> Script {
    let scene: Script.Scene = try #require(Scenes.all.scene(name))
    var header = Script.Header()
    header.scene = scene
    return Script(header: header, events: scene.card.demo)
  }

  /// A stage with a scene, some of its parameters, and some properties.
  static func stage(
    _ name: String, _ values: [String: Script.Value] = [:], _ settings: [Script.Setting] = [],
    log: CallbackLog? = nil
  ) throws -> Stage {
    var scene: Script.Scene = try #require(Scenes.all.scene(name))
    scene.values = values
    var header = Script.Header()
    header.scene = scene
    return Stage(header.with(settings), log: log)
  }

  /// The pixels of a stage at one pixel per point.
  static func picture(of stage: Stage) throws -> [UInt32] {
    let size = stage.window.frame.size
    let surface = try Surface(
      imageOf: PixelSize(width: Int(size.width), height: Int(size.height)), opaque: true)
    let scene = try #require(stage.scene)
    ViewPainter(scene).draw(stage.window, on: try Canvas(surface))
    try surface.flush()
    return surface.pixels()
  }
}

/// Callbacks as text for people: a line each, runs of equal ones folded.
enum CallbackText {
  static func folded(_ lines: [String]) -> String {
    var text = ""
    var run: (name: String, start: String, end: String, count: Int)?
    func flush() {
      guard let last = run else { return }
      text += last.count == 1 ? "\(last.start) " : "\(last.start)–\(last.end) "
      text += last.name + (last.count == 1 ? "\n" : " ×\(last.count)\n")
      run = nil
    }
    for line in lines {
      guard case .object(var fields)? = JSONValue(parsing: line[...]) else { continue }
      let time = number(fields.removeValue(forKey: "t"))
      var name = string(fields.removeValue(forKey: "callback"))
      if let view = fields.removeValue(forKey: "scrollView") { name += " of " + string(view) }
      // The bounds of boxes are printed with each change; the order is what matters.
      if name == "bounds" { fields = [:] }
      for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
        name += " \(key): \(string(value))"
      }
      if run?.name == name {
        run?.end = time
        run?.count += 1
      } else {
        flush()
        run = (name, time, time, 1)
      }
    }
    flush()
    return text
  }

  private static func number(_ value: JSONValue?) -> String {
    guard case .number(let number)? = value else { return "" }
    let whole = Int((number * 1000).rounded())
    let part = String(abs(whole) % 1000)
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 1000)."
      + String(repeating: "0", count: 3 - part.count) + part
  }

  private static func string(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text)?: text
    case .number?: number(value)
    case .bool(let flag)?: "\(flag)"
    case .array(let values)?: "(" + values.map { string($0) }.joined(separator: ", ") + ")"
    default: ""
    }
  }
}
