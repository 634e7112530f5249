import OverscrollDrawing
import OverscrollLab
import OverscrollStage
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The bar of a QA session` {
  private static let text = """
    {"overscroll_qa":1,"title":"Three steps"}
    {"id":"one","scene":"boxes","do":"Drag.","expect":"It stops.","needs":["drag","idle"]}
    {"id":"two","do":"Look.","expect":"Nothing is wrong."}
    {"id":"three","do":"Look again.","expect":"Nothing is wrong."}
    """

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

  @Test func `refuses to pass what was not exercised, until the lamps are lit`() throws {
    let bench = try Bench()
    bench.bar.shown = [.idle]
    bench.driver.press("y")
    #expect(bench.bar.refusal == "Not exercised yet: drag.")
    #expect(bench.judged.isEmpty && bench.moves.isEmpty)
    let dark = try bench.driver.draw()
    #expect(!dark.isColor(Palette.green, at: Point(104, 49)))
    bench.bar.shown = [.drag, .idle]
    #expect(bench.bar.refusal == nil && bench.bar.needsDisplay)
    let lit = try bench.driver.draw()
    #expect(lit.isColor(Palette.green, at: Point(104, 49)))
    bench.driver.press("y")
    #expect(bench.judged.map(\.verdict) == [.pass])
    #expect(bench.judged[0].shown == [.drag, .idle])
    #expect(bench.moves == ["two"] && bench.bar.shown.isEmpty)
  }

  @Test func `asks for a note of a failed step, which Return alone stores without one`() throws {
    let bench = try Bench()
    bench.driver.press("n")
    #expect(bench.bar.isTyping && bench.judged.isEmpty)
    bench.driver.type(["J", "u", "m", "p", "s", "space", "b", "y", "space", "1", "Return"])
    #expect(bench.judged.map(\.note) == ["Jumps by 1"] && bench.judged[0].verdict == .fail)
    #expect(!bench.bar.isTyping)
    bench.driver.press("n")
    bench.driver.press("Return")
    #expect(bench.judged.map(\.note) == ["Jumps by 1", ""])
  }

  @Test func `gives a failed verdict up at Escape`() throws {
    let bench = try Bench()
    bench.driver.type(["n", "a", "Escape"])
    #expect(bench.judged.isEmpty && !bench.bar.isTyping && bench.bar.note.isEmpty)
  }

  @Test func `keeps a note for the verdict, and changes that of a judged step`() throws {
    let bench = try Bench()
    bench.driver.type(["w", "a", "Return", "i"])
    #expect(bench.judged.map(\.note) == ["a"] && bench.judged[0].verdict == .notApplicable)
    bench.driver.press("Tab", .shift)
    #expect(bench.bar.session.step.id == "one" && bench.bar.note == "a")
    bench.driver.type(["w", "b", "Return"])
    #expect(bench.bar.session.results["one"]?.note == "b")
    #expect(bench.bar.session.results["one"]?.verdict == .notApplicable)
    #expect(bench.bar.session.step.id == "one")
  }

  @Test func `goes back and forth, and the last verdict counts`() throws {
    let bench = try Bench()
    bench.driver.type(["Tab", "Tab", "Tab"])
    #expect(bench.moves == ["two", "three"])
    bench.driver.press("ISO_Left_Tab", .shift)
    bench.driver.press("y")
    bench.driver.press("ISO_Left_Tab", .shift)
    bench.driver.press("i")
    #expect(bench.bar.session.results["two"]?.verdict == .notApplicable)
    #expect(bench.judged.count == 2)
  }

  @Test func `has buttons that do the same as the keys`() throws {
    let bench = try Bench()
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
    let bench = try Bench()
    var asked = 0
    bench.bar.takeSummary = {
      asked += 1
      return nil
    }
    bench.driver.press("i")
    #expect(asked == 1)
  }

  @Test func `needs no display while nothing happens`() throws {
    let bench = try Bench()
    try bench.driver.draw()
    bench.bar.shown = []
    bench.driver.press("Left")
    #expect(!bench.bar.needsDisplay && !bench.bar.needsAdvance)
  }
}
