@testable import OverscrollLab
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
      "plan.qa:4: \"needs\" is \"flik\"; it must be one of drag, "
    ),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\"}\n" + #"{"id":"../a","do":"d","expect":"e"}"#,
      "plan.qa:2: \"id\" is \"../a\"; it can have at most 64 letters, digits, \"-\", \"_\" and \".\""
    ),
    ("{\"overscroll_qa\":1,\"title\":\"t\"}\n{\"id\":\"a\"}", "plan.qa:2: \"do\" must be a string"),
    (
      "{\"overscroll_qa\":1,\"title\":\"t\",\"by\":1}",
      "plan.qa:1: unknown key \"by\"; the keys are overscroll_qa, title, panels"
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
      session.judge(.pass, note: "", shown: [.idle], take: nil) == "Not exercised yet: a drag.")
    #expect(session.results.isEmpty)
    #expect(session.judge(.pass, note: "", shown: [.idle, .drag, .flick], take: nil) == nil)
    #expect(session.count(.pass) == 1)
  }

  private static let failing = [
    QACheck.Outcome(title: "scale", measured: "2", expected: "2"),
    QACheck.Outcome(title: "settle", measured: "3 s", expected: "≤ 1", fault: "settles late"),
  ]

  @Test func `lets a step pass against a check with a note alone, and says so`() throws {
    var session = try session()
    for note in ["", "  "] {
      let refusal = session.judge(
        .pass, note: note, shown: [.idle, .drag], checks: Self.failing, take: nil)
      #expect(refusal == "A note is needed to pass against a check: settles late.")
    }
    #expect(session.results.isEmpty)
    #expect(
      session.judge(.fail, note: "", shown: [], checks: Self.failing, take: nil) == nil)
    #expect(
      session.judge(
        .pass, note: "slow machine", shown: [.idle, .drag], checks: Self.failing, take: nil) == nil)
    #expect(session.summary == "1 passed (1 against a check), 0 failed, 1 open")
    #expect(session.resultsText.contains(#""passed_against":["settle 3 s (≤ 1) ✗"]"#))
    var resumed = try self.session()
    try resumed.resume(from: session.resultsText, file: "results.jsonl")
    #expect(resumed.results == session.results)
    #expect(resumed.results["one"]?.failing.map(\.title) == ["settle"])
  }

  @Test func `takes any other verdict at any time, and the last one counts`() throws {
    var session = try session()
    #expect(session.judge(.fail, note: "jumps", shown: [], take: nil) == nil)
    #expect(session.judge(.notApplicable, note: "", shown: [], take: nil) == nil)
    #expect(session.orderedResults.map(\.verdict) == [.notApplicable])
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
  @Test(arguments: [
    ("out/two", "out/two"), ("my report/two", "'my report/two'"), ("it's/two", "'it'\\''s/two'"),
    ("über/$HOME/two", "'über/$HOME/two'"), ("", "''"), ("-x", "'-x'"),
  ])
  func `names folders as a shell takes them`(path: String, word: String) {
    #expect(path.shellWord == word)
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
    #expect(plan.panels == nil)
    #expect(QAPlan(named: "seeds")?.steps.map(\.id) == plan.steps.map(\.id))
    #expect(!QAPlan.builtInNames.contains("seeds"))
    #expect(QAPlan(named: "seed") == nil)
    #expect(QAPlan(named: "feel")?.panels == [.parameters, .log, .curves])
  }
}
