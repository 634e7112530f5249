import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab
@testable import OverscrollShell

@Suite struct `The bar of a QA session` {
  private static let text = """
    {"overscroll_qa":1,"title":"Three steps"}
    {"id":"one","scene":"boxes","do":"Drag.","expect":"It stops.","needs":["drag","idle"]}
    {"id":"two","do":"Look.","expect":"Nothing is wrong."}
    {"id":"three","do":"Look again.","expect":"Nothing is wrong."}
    """

  private let bench: Bench

  init() throws { bench = try Bench() }

  /// A bar, and what it has reported.
  private final class Bench {
    let bar: QABar
    var driver: PanelDriver
    private(set) var judged: [QAResult] = []
    private(set) var moves: [String] = []

    init() throws {
      let plan = try QAPlan(parsing: `The bar of a QA session`.text, file: "plan.qa")
      bar = QABar(QASession(plan))
      driver = PanelDriver(bar, size: Size(800, 64))
      bar.didJudge = { [weak self] in self?.judged.append($0) }
      bar.didMove = { [weak self] in
        guard let self else { return }
        moves.append(bar.session.step.id)
      }
    }
  }

  @Test func `refuses to pass what was not exercised, until the checklist are lit`() throws {
    bench.bar.shown = [.idle]
    bench.bar.judge(.pass)
    #expect(bench.bar.refusal == "Not exercised yet: a drag.")
    #expect(bench.judged.isEmpty && bench.moves.isEmpty)
    let dark = try bench.driver.draw()
    #expect(!dark.isColor(Palette.green, at: Point(140, 49)))
    bench.bar.shown = [.drag, .idle]
    #expect(bench.bar.refusal == nil && bench.bar.needsDisplay)
    let lit = try bench.driver.draw()
    #expect(lit.isColor(Palette.green, at: Point(140, 49)))
    bench.bar.judge(.pass)
    #expect(bench.judged.map(\.verdict) == [.pass])
    #expect(bench.judged[0].shown == [.drag, .idle])
    #expect(bench.moves == ["two"] && bench.bar.shown.isEmpty)
  }

  /// The texts of a step beside its number, by line.
  private func texts(_ view: QAStepView) -> [[String]] {
    let labels = view.look.shapes.compactMap { shape -> (String, Point)? in
      if case .text(let label, let place) = shape { (label.text, place) } else { nil }
    }.filter { $0.1.x >= 136 }
    return [12.5, 29.5].map { y in labels.filter { $0.1.y == y }.map(\.0) }
  }

  @Test func `begins an expectation that is too long behind the task`() throws {
    let bar = bench.bar
    let view = try #require(bar.window.subviews.compactMap { $0 as? QAStepView }.first)
    let ruler = bar.window.ruler
    let (task, text) = ("Drag it.", "The grid springs back to its edge and no blank remains.")
    view.step = QAPlan.Step(id: "s", scene: nil, task: task, expectation: text, needs: [])
    let width = ruler.width(of: text, .text)
    for less in stride(from: 0, to: width - 120, by: 1.5) {
      view.frame = Rect(x: 0, y: 0, width: 136 + width - less + 12, height: 64)
      let (first, second) = (texts(view)[0], texts(view)[1])
      let free = width - less - ruler.width(of: task, .strong) - 8
      let start = first.dropFirst().first ?? ""
      #expect(first.first == task && (less > 0 || first.count == 1))
      #expect(ruler.width(of: start, .text) <= max(0, free))
      let words = text.split(separator: " ").prefix(start.split(separator: " ").count + 1)
      #expect(less == 0 || ruler.width(of: words.joined(separator: " "), .text) > free)
      let rest = try #require(second.first)
      #expect((start.isEmpty ? "" : start + " ") + rest == text || rest.hasSuffix("…"))
    }
  }

  @Test func `asks for a note of a failed step, which Return alone stores without one`() throws {
    bench.bar.judge(.fail)
    #expect(bench.bar.isTyping && bench.judged.isEmpty)
    bench.driver.type(["J", "u", "m", "p", "s", "space", "b", "y", "space", "1", "Return"])
    #expect(bench.judged.map(\.note) == ["Jumps by 1"] && bench.judged[0].verdict == .fail)
    #expect(!bench.bar.isTyping)
    bench.bar.judge(.fail)
    bench.driver.press("Return")
    #expect(bench.judged.map(\.note) == ["Jumps by 1", ""])
  }

  private static let failing = [
    QACheck.Outcome(title: "scale", measured: "2", expected: "2"),
    QACheck.Outcome(title: "settle", measured: "3 s", expected: "≤ 1", fault: "settles late"),
  ]

  @Test func `asks for a note where a check fails, without which the step does not pass`() throws {
    bench.bar.shown = [.drag, .idle]
    bench.bar.takeChecks = { Self.failing }
    bench.bar.judge(.pass)
    #expect(bench.bar.isTyping && bench.judged.isEmpty)
    #expect(try texts(bench).contains { $0.hasPrefix("A check fails.") })
    bench.driver.press("Return")
    #expect(bench.judged.isEmpty && !bench.bar.isTyping)
    #expect(bench.bar.refusal == "A note is needed to pass against a check: settles late.")
    bench.bar.judge(.pass)
    bench.driver.type(["s", "l", "o", "w", "Escape"])
    #expect(bench.judged.isEmpty && !bench.bar.isTyping && bench.bar.note.isEmpty)
    bench.bar.judge(.pass)
    bench.driver.type(["s", "l", "o", "w", "Return"])
    #expect(bench.judged.map(\.note) == ["slow"] && bench.judged[0].verdict == .pass)
    #expect(bench.judged[0].checks == Self.failing && bench.moves == ["two"])
    // Other verdicts are as they were.
    bench.bar.judge(.notApplicable)
    #expect(bench.judged.last?.verdict == .notApplicable && !bench.bar.isTyping)
  }

  @Test func `asks for no note before everything is exercised, nor where all checks hold`() throws {
    bench.bar.takeChecks = { Self.failing }
    bench.bar.judge(.pass)
    #expect(
      !bench.bar.isTyping && bench.bar.refusal == "Not exercised yet: a drag, coming to rest.")
    bench.bar.shown = [.drag, .idle]
    bench.bar.takeChecks = { Array(Self.failing.prefix(1)) }
    bench.bar.judge(.pass)
    #expect(bench.judged.map(\.verdict) == [.pass])
  }

  /// The texts that a bar draws, besides its buttons.
  private func texts(_ bench: Bench) throws -> [String] {
    try bench.driver.draw()
    return try #require(bench.bar.window.subviews.first as? any PanelView).look.shapes.compactMap {
      if case .text(let label, _) = $0 { label.text } else { nil }
    }
  }

  @Test func `shows the checks with their values, those that fail first`() throws {
    bench.driver = PanelDriver(bench.bar, size: Size(800, 84))
    let pending = Self.failing.map { QACheck.Outcome(title: $0.title, expected: $0.expected) }
    bench.bar.checks = pending
    #expect(
      try texts(bench).suffix(4) == ["scale (2)", "settle (≤ 1)", "a drag", "coming to rest"])
    bench.bar.checks = Self.failing
    #expect(bench.bar.needsDisplay)
    #expect(try texts(bench).suffix(4).prefix(2) == ["settle 3 s (≤ 1) ✗", "scale 2 (2) ✓"])
    bench.bar.checks = (0..<9).map {
      QACheck.Outcome(title: "check number \($0) of nine", measured: "1", expected: "1")
    }
    #expect(try texts(bench).contains { $0.hasPrefix("+") })
    bench.bar.move(by: 1)
    #expect(bench.bar.checks.isEmpty)
  }

  @Test func `keeps a note for the verdict, and changes that of a judged step`() throws {
    bench.bar.writeNote()
    bench.driver.type(["a", "Return"])
    bench.bar.judge(.notApplicable)
    #expect(bench.judged.map(\.note) == ["a"] && bench.judged[0].verdict == .notApplicable)
    bench.bar.move(by: -1)
    #expect(bench.bar.session.step.id == "one" && bench.bar.note == "a")
    bench.bar.writeNote()
    bench.driver.type(["b", "Return"])
    #expect(bench.bar.session.results["one"]?.note == "b")
    #expect(bench.bar.session.results["one"]?.verdict == .notApplicable)
    #expect(bench.bar.session.step.id == "one")
  }

  @Test func `goes back and forth, and the last verdict counts`() throws {
    for _ in 0..<3 { bench.bar.move(by: 1) }
    #expect(bench.moves == ["two", "three"])
    bench.bar.move(by: -1)
    bench.bar.judge(.pass)
    bench.bar.move(by: -1)
    bench.bar.judge(.notApplicable)
    #expect(bench.bar.session.results["two"]?.verdict == .notApplicable)
    #expect(bench.judged.count == 2)
  }

  @Test func `has buttons that do the same as the keys`() throws {
    bench.driver.click(bench.bar.nextButton)
    bench.driver.click(try #require(bench.bar.verdictButtons[.pass]))
    #expect(bench.judged.map(\.id) == ["two"])
    bench.driver.click(bench.bar.previousButton)
    bench.driver.click(try #require(bench.bar.verdictButtons[.fail]))
    #expect(bench.bar.isTyping)
    bench.driver.click(bench.bar.noteButton)
    #expect(bench.bar.isTyping)
    bench.driver.press("Escape")
    #expect(bench.judged.count == 1)
  }

  @Test func `stores the take in short with a verdict`() throws {
    var asked = 0
    bench.bar.takeSummary = {
      asked += 1
      return nil
    }
    bench.bar.judge(.notApplicable)
    #expect(asked == 1)
  }

  @Test func `goes from the last step to the first without a verdict, and says when none is left`()
    throws
  {
    bench.bar.report = "out/report.html"
    bench.bar.move(by: 2)
    bench.bar.judge(.notApplicable)
    #expect(bench.bar.session.step.id == "one")
    bench.bar.judge(.notApplicable)
    try bench.driver.draw()
    #expect(bench.bar.session.step.id == "two" && !bench.bar.isComplete)
    bench.bar.judge(.pass)
    #expect(bench.bar.isComplete && bench.bar.session.step.id == "two")
    #expect(bench.bar.needsDisplay)
    bench.bar.move(by: -1)
    #expect(!bench.bar.isComplete)
  }

  @Test func `keeps when a step was judged as its note changes`() throws {
    bench.bar.date = { "2026-11-22T04:00:00" }
    bench.bar.judge(.notApplicable)
    bench.bar.date = { "2026-11-22T05:00:00" }
    bench.bar.move(by: -1)
    bench.bar.writeNote()
    bench.driver.type(["a", "Return"])
    #expect(bench.bar.session.results["one"]?.note == "a")
    #expect(bench.bar.session.results["one"]?.date == "2026-11-22T04:00:00")
  }

  @Test func `needs no display while nothing happens`() throws {
    try bench.driver.draw()
    bench.bar.shown = []
    bench.driver.press("Left")
    #expect(!bench.bar.needsDisplay && !bench.bar.needsAdvance)
  }

  /// Expects that no text of a bar lies over another one, or over a button.
  private func expectNoTextOverAnother(_ bar: QABar, _ what: String) throws {
    let view = try #require(bar.window.subviews.first as? any PanelView)
    let frames = view.look.shapes.compactMap { shape -> Rect? in
      guard case .text(let label, let place) = shape, !label.text.isEmpty else { return nil }
      let style: TextStyle = label.isMono ? .number : label.isBold ? .strong : .text
      let width = bar.window.ruler.width(of: label.text, style)
      // The middle of a line, which letters of the lines around it do not reach.
      return Rect(x: place.x - width * label.anchor.x, y: place.y - 6, width: width, height: 12)
    }
    let buttons = bar.window.subviews.filter { $0 is PanelButton }.map(\.frame)
    for (index, frame) in frames.enumerated() {
      let others = frames[(index + 1)...] + buttons
      #expect(!others.contains { $0.intersects(frame) }, "\(what)")
      #expect(frame.minY >= 0 && frame.maxY <= bar.size.height, "\(what)")
    }
  }

  @Test func `names corners in words, and the step's id under the pointer alone`() throws {
    let plan = try #require(QAPlan(named: "uikit"))
    let bar = QABar(QASession(plan))
    bar.move(by: try #require(plan.steps.firstIndex { $0.id == "content.reach" }))
    let driver = PanelDriver(bar, size: Size(1400, 64))
    func texts() throws -> [String] {
      try driver.draw()
      let view = try #require(bar.window.subviews.first as? any PanelView)
      return view.look.shapes.compactMap {
        if case .text(let label, _) = $0 { label.text } else { nil }
      }
    }
    #expect(try texts().contains("the top left corner ↖"))
    #expect(try !texts().contains("content.reach"))
    bar.judge(.pass)
    #expect(
      bar.refusal?.hasPrefix("Not exercised yet: the top left corner ↖, the top right corner ↗, ")
        == true)
    bar.pointerMoved(to: Point(10, 10))
    #expect(try texts().contains("content.reach"))
    bar.pointerMoved(to: nil)
    #expect(try !texts().contains("content.reach"))
  }

  /// Widths at which something changes, and some between them.
  @Test(
    arguments: [
      320, 400, 456, 479, 480, 560, 640, 699, 700, 720, 819, 820, 899, 900, 992,
    ] as [Double])
  func `shows the sentences and the checklist of every step, and no button over it, at any width`(
    width: Double
  ) throws {
    for name in QAPlan.builtInNames {
      let plan = try #require(QAPlan(named: name))
      let bar = QABar(QASession(plan))
      let height = DockLayout.qaBarHeight(in: Size(width, 800))
      let driver = PanelDriver(bar, size: Size(width, height))
      for step in plan.steps {
        bar.checks = step.checksOfTakes.map(\.pending)
        try driver.draw()
        let view = try #require(bar.window.subviews.first as? any PanelView)
        let texts = view.look.shapes.compactMap { shape -> String? in
          if case .text(let label, _) = shape { label.text } else { nil }
        }
        #expect(!texts.contains { $0.hasSuffix("…") }, "\(step.id)")
        let all = texts.joined(separator: " ")
        #expect(all.contains(step.task) && all.contains(step.expectation), "\(step.id): \(all)")
        let words = step.needs.flatMap { Set([$0.label, $0.title]) }
        let checklist = view.look.shapes.compactMap { shape -> Rect? in
          guard case .text(let label, let place) = shape, !label.isMono,
            words.contains(label.text)
          else {
            return nil
          }
          let wide = bar.window.ruler.width(of: label.text, .text)
          return Rect(x: place.x, y: place.y - 8, width: wide, height: 16)
        }
        #expect(checklist.count == step.needs.count, "\(step.id)")
        try expectNoTextOverAnother(bar, "\(step.id) at \(width)")
        let buttons = bar.window.subviews.filter { $0 is PanelButton }.map(\.frame)
        #expect(buttons.allSatisfy { bar.window.bounds.contains($0) })
        for item in checklist {
          #expect(
            item.maxX <= width - 12 && !buttons.contains { $0.intersects(item) }, "\(step.id)")
        }
        bar.move(by: 1)
      }
    }
  }
}
