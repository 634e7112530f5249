import OverscrollLab
import Testing

@Suite struct `A QA session` {
  static let text = """
    {"overscroll_qa":1,"title":"Two steps"}
    {"id":"one","scene":"boxes","set":{"bounces":false},"do":"Drag.","expect":"It stops.","needs":["drag","idle"],"devices":["mouse"]}
    {"id":"two","do":"Look & tell.","expect":"<Nothing> is wrong."}
    """

  private func session() throws -> QASession {
    QASession(try QAPlan(parsing: Self.text, file: "plan.qa"))
  }

  @Test func `reads its plan`() throws {
    let plan = try session().plan
    #expect(plan.title == "Two steps")
    #expect(plan.steps.map(\.id) == ["one", "two"])
    #expect(plan.steps[0].needs == [.drag, .idle])
    #expect(plan.steps[0].settings == ["bounces": .bool(false)])
    #expect(plan.steps[1].scene == nil)
  }

  @Test(arguments: [
    ("", "plan.qa:1: the plan is empty; a header is missing"),
    ("{}", "plan.qa:1: the first line must be the header, {\"overscroll_qa\":1, …}"),
    (
      #"{"overscroll_qa":2}"#,
      "plan.qa:1: unknown plan version; this program reads version 1"
    ),
    (#"{"overscroll_qa":1,"title":"t"}"#, "plan.qa: the plan has no steps"),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\"}\n\n\n"
        + #"{"id":"a","do":"d","expect":"e","needs":["flik"]}"#,
      "plan.qa:4: \"needs\" cannot be \"flik\"; use one of drag, "
    ),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\"}\n" + #"{"id":"../a","do":"d","expect":"e"}"#,
      "plan.qa:2: \"id\" is \"../a\"; it can have at most 64 letters, digits, \"-\", \"_\" and \".\""
    ),
    ("{\"overscroll_qa\":1,\"title\":\"t\"}\n{\"id\":\"a\"}", "plan.qa:2: \"do\" must be a string"),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\",\"by\":1}",
      "plan.qa:1: unknown key \"by\"; the keys are overscroll_qa, title"
    ),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\"}\n"
        + #"{"id":"a","do":"d","expect":"e","neds":["flick"]}"#,
      "plan.qa:2: unknown key \"neds\"; the keys are id, scene, set, do, expect, needs, devices, checks, demo"
    ),
  ])
  func `refuses a damaged plan in one sentence`(text: String, message: String) {
    #expect(throws: LabError.self) { try QAPlan(parsing: text, file: "plan.qa") }
    do { _ = try QAPlan(parsing: text, file: "plan.qa") } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func `lets a step pass only when every need was exercised`() throws {
    var session = try session()
    #expect(
      session.judge(.pass, note: "", shown: [.idle], take: nil) == "Not exercised yet: drag.")
    #expect(session.results.isEmpty)
    #expect(session.judge(.pass, note: "", shown: [.idle, .drag, .flick], take: nil) == nil)
    #expect(session.count(.pass) == 1)
  }

  @Test func `takes any other verdict at any time, and the last one counts`() throws {
    var session = try session()
    #expect(session.judge(.fail, note: "jumps", shown: [], take: nil) == nil)
    #expect(session.judge(.notApplicable, note: "", shown: [], take: nil) == nil)
    #expect(session.orderedResults.map(\.verdict) == [.notApplicable])
  }

  @Test func `goes on where its results end`() throws {
    var session = try session()
    var take = QATakeSummary()
    take.duration = 2.84
    take.hash = "fnv1a64:90b1"
    _ = session.judge(.fail, note: "late, \"again\"", shown: [.drag], take: take)
    var resumed = try self.session()
    try resumed.resume(from: session.resultsText, file: "results.jsonl")
    #expect(resumed.results == session.results)
    #expect(resumed.step.id == "two")
    #expect(throws: LabError.self) { try resumed.resume(from: "{}", file: "results.jsonl") }
  }

  @Test func `keeps the results of steps that it leaves out`() throws {
    var whole = try session()
    _ = whole.judge(.fail, note: "", shown: [], take: nil)
    var plan = whole.plan
    plan.steps.removeFirst()
    var part = QASession(plan)
    try part.resume(from: whole.resultsText, file: "results.jsonl")
    #expect(part.summary == "0 passed, 0 failed, 1 open")
    #expect(part.resultsText == whole.resultsText)
  }
}

@Suite struct `A QA report` {
  private func report() throws -> QAReport {
    var session = QASession(try QAPlan(parsing: `A QA session`.text, file: "plan.qa"))
    session.move(by: 1)
    _ = session.judge(
      .fail, note: "jumps <by> a line | every third time", shown: [.drag],
      take: QATakeSummary(fields: ["duration": .number(2.84), "trace": .string("fnv1a64:90b1")]),
      date: "2026-11-21T10:12:00")
    let svg = """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg"><g id="glyph-0"/><use xlink:href="#glyph-0"/></svg>
      """
    let evidence = QAReport.Evidence(
      curve: svg, screen: [0x89, 0x50], takes: [("take.script", "{}")])
    return QAReport(
      session, folder: "out", date: "2026-11-21T10:00:00",
      environment: .object([
        "server": .object(["vendor": .string("X.Org"), "release": .string("21.1.7")]),
        "outputs": .array([
          .object([
            "mode": .array([.number(1920), .number(1080)]), "refresh": .number(59.94),
            "scale": .number(2),
          ])
        ]),
        "devices": .array([
          .object([
            "name": .string("G304"), "use": .string("slave pointer"), "buttons": .number(6),
            "scrolling": .array([
              .object(["axis": .string("vertical"), "increment": .number(15)])
            ]),
          ])
        ]),
        "program": .string("0.1.0"),
      ]), evidence: ["two": evidence])
  }

  @Test func `is a bug report ready to paste for each failure`() throws {
    let text = try report().markdown
    #expect(
      text.hasPrefix("# Two steps\n\nBegun 2026-11-21 10:00:00 UTC · 0 passed, 1 failed, 1 open\n"))
    for part in [
      "## ✗ two: Look & tell.", "**Expected:** &lt;Nothing> is wrong.",
      "![curve](two/curve.svg) ![screen](two/screen.png)", "2.84 s", "fnv1a64:90b1",
      "`overscroll replay out/two`", "`overscroll replay out/two --check`",
      "| display server | X.Org 21.1.7 |", "| outputs | 1920×1080 at 59.94 Hz, scale 2 |",
      "| input | G304 (slave pointer), 6 buttons, scrolls vertical by 15 |",
      "Environment: X.Org 21.1.7, 1920×1080 at 59.94 Hz, scale 2; overscroll 0.1.0",
      "| one | boxes | Drag. | open |  |  |",
      "| two | – | Look & tell. | fail | 10:12:00 | jumps &lt;by> a line \\| every third time |",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `says where nothing was done before the verdict`() throws {
    var session = QASession(try QAPlan(parsing: `A QA session`.text, file: "plan.qa"))
    _ = session.judge(.fail, note: "", shown: [], take: nil)
    let report = QAReport(
      session, folder: "out", date: "2026-11-21T10:00:00", environment: .object([:]),
      evidence: [:])
    for text in [report.markdown, report.html] {
      #expect(text.contains("No take: there was no input before the verdict."))
      #expect(!text.contains("overscroll replay"))
    }
  }

  @Test func `is one page that refers to nothing outside of it`() throws {
    let text = try report().html
    #expect(text.contains("<p>Play it: <code>overscroll replay out/two</code><br>Check it: "))
    #expect(text.contains("<code>overscroll replay out/two --check</code></p>"))
    #expect(!text.contains("src=\"http") && !text.contains("href=\"http"))
    #expect(!text.contains("<script") && !text.contains("<?xml"))
    #expect(text.contains("&lt;Nothing&gt; is wrong.") && text.contains("jumps &lt;by&gt; a line"))
    #expect(text.contains("src=\"data:image/png;base64,iVA=\""))
    #expect(text.contains("download=\"take.script\" href=\"data:text/plain;base64,e30=\""))
    // Identifiers are those of the step alone.
    #expect(text.contains("id=\"two-glyph-0\"") && text.contains("href=\"#two-glyph-0\""))
  }

  @Test(arguments: [
    ("out/two", "out/two"), ("my report/two", "'my report/two'"), ("it's/two", "'it'\\''s/two'"),
    ("über/$HOME/two", "'über/$HOME/two'"), ("", "''"), ("-x", "'-x'"),
  ])
  func `names folders as a shell takes them`(path: String, word: String) {
    #expect(path.shellWord == word)
  }

  @Test func `is JUnit that says what was skipped and why something failed`() throws {
    let text = try report().junit
    #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(text.contains("<skipped message=\"no verdict\"/>"))
    #expect(text.contains("&lt;Nothing&gt; is wrong. Noted: jumps &lt;by&gt; a line"))
    #expect(text.contains("[[ATTACHMENT|two/screen.png]]"))
  }

  @Test(arguments: [
    (QAVerdict.pass, ">"), (.notApplicable, "<skipped message=\"not applicable\"/>"),
  ])
  func `is JUnit of what passed and what does not apply`(
    verdict: QAVerdict, element: String
  ) throws {
    var session = QASession(try QAPlan(parsing: `A QA session`.text, file: "plan.qa"))
    _ = session.judge(verdict, note: "", shown: [.drag, .idle], take: nil)
    let text = QAReport(
      session, folder: "out", date: "2026-11-21T10:00:00", environment: .object([:]), evidence: [:]
    ).junit
    let skipped = verdict == .pass ? 1 : 2
    #expect(text.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"\(skipped)\""))
    #expect(text.contains(element))
  }
}

@Suite struct `The plans of the program` {
  @Test(arguments: QAPlan.builtInNames)
  func `can be read, and say what to do and what to expect`(name: String) throws {
    let plan = try #require(QAPlan(named: name))
    for step in plan.steps {
      #expect(step.task.hasSuffix("."), "\(step.id)")
      #expect(step.expectation.hasSuffix("."), "\(step.id)")
      #expect(step.needs.contains(.idle), "\(step.id): a verdict is given on what has come to rest")
    }
  }

  @Test func `are about 45 steps for UIScrollView`() throws {
    let plan = try #require(QAPlan(named: "uikit"))
    #expect((40...50).contains(plan.steps.count))
    #expect(QAPlan(named: "seeds")?.steps.map(\.id) == plan.steps.map(\.id))
    #expect(!QAPlan.builtInNames.contains("seeds"))
    #expect(QAPlan(named: "seed") == nil)
  }
}
