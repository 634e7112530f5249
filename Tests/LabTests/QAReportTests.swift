@testable import OverscrollLab
import OverscrollTestRig
import ScrollGeometry
import Testing

/// Whole reports as goldens in `Tests/Traces/QA`; `RECORD=1 Scripts/test` writes them again.
@Suite struct `A whole QA report` {
  private static let plan = """
    {"overscroll_qa":1,"title":"All <verdicts>"}
    {"id":"passed","scene":"boxes","do":"Drag.","expect":"It stops.","needs":["drag","idle"]}
    {"id":"against","scene":"boxes","do":"Flick.","expect":"It bounces.","needs":["drag","idle"]}
    {"id":"failed","scene":"zoom","do":"Zoom | pan.","expect":"It <zooms>."}
    {"id":"no-take","do":"Look.","expect":"All is well."}
    {"id":"skipped","scene":"table","do":"Use two fingers.","expect":"It zooms."}
    {"id":"open","do":"Go on.","expect":"It goes on."}
    """

  private static let environment = """
    {"program":"0.2.0+1a2b3c4","kernel":"6.1.0","libc":"glibc 2.36","swift":"6.3",\
    "processor":"A & B","graphics":null,"compositor":"none","windowManager":"openbox",\
    "window":{"size":[1280,800],"scale":1.5},"refresh":{"p50":0.01668,"p95":0.0171},\
    "outputs":[{"mode":[1920,1080],"refresh":59.94,"millimetres":[600,340],"scale":2},{"scale":1}],\
    "server":{"vendor":"X.Org","release":"21.1.7","connection":"local",\
    "extensions":{"XInput":"2.4","Present":"1.4","MIT-SHM":true}},\
    "devices":[{"name":"Logitech G304","use":"slave pointer","buttons":16,\
    "scrolling":[{"axis":"vertical","increment":15},{"axis":"horizontal"}],\
    "settings":{"natural scrolling":false,"accel speed":0.1236,"profile":["flat",2],\
    "method":{"edge":true,"button":3}}},{}]}
    """

  private func report(
    _ environment: String = Self.environment, video: [UInt8]? = nil
  ) throws -> QAReport {
    var session = QASession(try QAPlan(parsing: Self.plan, file: "plan.qa"))
    var take = QATakeSummary()
    (take.duration, take.events, take.eventRate, take.frames) = (2.836, 131, 125.4, 171)
    (take.missed, take.rest, take.overshoot, take.hash) = (
      2, Point(3.54, -4.27), 41.27, "fnv1a64:90"
    )
    take.gestures = [
      Measurements.Gesture(
        start: 0.1, lift: 0.4, rows: 0..<0,
        values: [.travel: 120.46, .releaseVelocity: 1234.5, .overshootTop: 41.27, .restY: -4.27]),
      Measurements.Gesture(start: 2, rows: 0..<0, values: [.settle: 0.25]),
    ]
    let checks = [
      QACheck.Outcome(title: "overshoot top", measured: "41.3 pt", expected: "1…200"),
      QACheck.Outcome(
        title: "rest x", measured: "3.5 pt", expected: "<0>", fault: "rest x is 3.54, expected 0"),
    ]
    let judge = {
      (session: inout QASession, verdict: QAVerdict, note: String, take: QATakeSummary?, at: String)
      in
      let isAgainst = session.step.id == "against" || verdict == .fail
      let refusal = session.judge(
        verdict, note: note, shown: [.idle, .drag],
        checks: take == nil ? [] : isAgainst ? checks : Array(checks.prefix(1)), take: take,
        date: "2026-11-21T" + at)
      #expect(refusal == nil)
      session.move(by: 1)
    }
    judge(&session, .pass, "fine", take, "10:12:30")
    judge(&session, .pass, "the <b> mouse", take, "10:12:40")
    judge(&session, .fail, "jumps\nby <a> line | twice", take, "10:13:00")
    judge(&session, .fail, "", nil, "10:11:00")
    judge(&session, .notApplicable, "", nil, "10:15:00")
    let svg = """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg">
      <defs><clipPath id="c"/></defs>

      <g clip-path="url(#c)"><use xlink:href="#c"/></g>
      </svg>
      """
    let evidence = QAReport.Evidence(
      sparkline: "<svg><polyline points=\"1,2 3,4\"/></svg>", curve: svg, screen: [1, 2, 3],
      video: video, takes: [("take.script", "<{}>"), ("take.trace", "t")])
    let passed = QAReport.Evidence(sparkline: evidence.sparkline, takes: [("take.script", "<{}>")])
    let values = try #require(JSONValue(parsing: environment[...]))
    return QAReport(
      session, folder: "my report", date: "2026-11-21T10:00:00", environment: values,
      evidence: [
        "failed": evidence, "no-take": .init(), "passed": passed, "against": passed,
      ])
  }

  @Test func `is written for people and for CI`() throws {
    let report = try report()
    try Golden.expect(report.html, is: "QA/report.html")
    try Golden.expect(report.junit, is: "QA/junit.xml")
  }

  @Test func `asks for no network, and needs no script`() throws {
    let html = try report().html
    for mark in ["<script", "src=\"http", "href=\"http", "url(http", "@import", "<link"] {
      #expect(!html.contains(mark), "\(mark)")
    }
    // Each link within the page has its place.
    for link in html.matches(of: /href="#([^"]+)"/).map(\.output.1) where link != "failed-c" {
      #expect(html.contains("id=\"\(link)\""), "\(link)")
    }
  }

  @Test func `shows how a failed step moved`() throws {
    let html = try report(video: [1, 2, 3]).html
    #expect(html.contains("src=\"data:image/webp;base64,AQID\""))
    // Only of the step that failed, not of the one that passed.
    #expect(html.split(separator: "image/webp").count == 2)
  }

  @Test(arguments: [
    (#""none""#, "", ""),
    (
      #"{"version":"22.1.9","extension":"none","compositor":"Weston WM","scale":1}"#,
      "22.1.9, no extension, compositor Weston WM, scale 1", "XWayland, "
    ),
    (
      #"{"version":"24.1.6","extension":"1.0","compositor":"KWin","scale":1.5}"#,
      "24.1.6, extension 1.0, compositor KWin, scale 1.5", "XWayland, "
    ),
    (
      #"{"version":"24.1.6"}"#,
      "24.1.6, no extension, compositor unknown, scale unknown", "XWayland, "
    ),
  ])
  func `names XWayland where it is`(xwayland: String, row: String, summary: String) throws {
    let environment = #"{"windowManager":"none","xwayland":\#(xwayland)}"#
    let html = try report(environment).html
    #expect(html.contains("XWayland</th><td>\(row)</td>") == !row.isEmpty)
    #expect(html.contains(">\(summary)no window manager; overscroll unknown</p>\n"))
  }

  /// Environments of which little is known.
  @Test(arguments: [
    ("{}", "overscroll unknown"), (#"{"program":"1","kernel":"6"}"#, "overscroll 1, 6"),
    (
      #"{"server":{"vendor":"X"},"windowManager":"none"}"#,
      "X, no window manager; overscroll unknown"
    ),
    (
      #"{"server":{"release":"2","extensions":{"Present":"1.4"}},"outputs":[{"mode":[1,2,3]}]}"#,
      "2, Present 1.4, unknown; overscroll unknown"
    ),
  ])
  func `says in one line what is known of the machine`(environment: String, line: String) throws {
    #expect(try report(environment).html.contains(">\(line)</p>\n"))
  }
}

@Suite struct `The results of a QA session` {
  @Test func `are read back with everything they hold`() throws {
    let plan = try QAPlan(parsing: `A QA session`.text, file: "plan.qa")
    var session = QASession(plan)
    var take = QATakeSummary()
    (take.duration, take.events, take.eventRate, take.frames) = (2.836, 131, 125.4, 171)
    (take.missed, take.rest, take.overshoot, take.hash) = (2, Point(3.54, -4), 41.27, "fnv1a64:90")
    _ = session.judge(
      .pass, note: "a \"b\"\nc", shown: [.drag, .idle, .zoomIn], take: take,
      date: "2026-11-21T10:12:00")
    session.move(by: 1)
    _ = session.judge(.notApplicable, note: "", shown: [], take: nil)
    #expect(
      session.resultsText == """
        {"id":"one","verdict":"pass","note":"a \\"b\\"\\u000ac","shown":["drag","zoom-in","idle"],\
        "take":{"duration":2.836,"events":131,"event_rate":125.4,"frames":171,"missed":2,\
        "rest_x":3.54,"rest_y":-4,"overshoot":41.27,"trace":"fnv1a64:90"},\
        "date":"2026-11-21T10:12:00"}
        {"id":"two","verdict":"not applicable","note":"","shown":[]}

        """)
    var again = QASession(plan)
    try again.resume(from: "\n" + session.resultsText, file: "results.jsonl")
    #expect(again.results == session.results && again.isComplete)
    #expect(again.firstDate == "2026-11-21T10:12:00")
    #expect(again.summary == "1 passed, 0 failed, 1 not applicable")
  }

  @Test func `hold the checks and the measurements of a take, which earlier ones do without`()
    throws
  {
    let plan = try QAPlan(parsing: `A QA session`.text, file: "plan.qa")
    var session = QASession(plan)
    let text =
      #"{"overscroll":2,"viewport":[300,300],"content":[600,900]}"# + """

        {"t":0.1,"touch":"began","id":1,"at":[150,200]}
        {"t":0.12,"touch":"moved","id":1,"at":[150,100]}
        {"t":0.12,"touch":"ended","id":1,"at":[150,100]}
        """
    let evidence = QAEvidence(performing: try Script(parsing: text, file: "t"))
    let take = evidence.summary.measured(evidence.take)
    let measured = Measurements(Subject.script(evidence.take, name: "").series)
    #expect(
      take.gestures.count == 1 && take.gestures.rows.map(\.value) == measured.rows.map(\.value))
    let checks = evidence.outcomes([
      QACheck(kind: .limits(true)), QACheck(kind: .settles(0.01)),
      QACheck(kind: .never("select"), view: "list"),
    ])
    _ = session.judge(.fail, note: "", shown: [], checks: checks, take: take)
    var again = QASession(plan)
    try again.resume(from: session.resultsText, file: "results.jsonl")
    let result = try #require(again.results["one"])
    #expect(result.checks == checks && result.checks.map(\.holds) == [true, false, false])
    #expect(result.take?.gestures.rows.map(\.value) == take.gestures.rows.map(\.value))
    #expect(again.resultsText == session.resultsText)
    let former = #"{"id":"one","verdict":"pass","note":"","shown":["drag","twice:drag","idle"]}"#
    var old = QASession(plan)
    try old.resume(from: former, file: "results.jsonl")
    #expect(old.results["one"]?.checks == [] && old.results["one"]?.shown.count == 3)
  }

  @Test(arguments: [
    ("{}", "results.jsonl:3: \"id\" must be a string"),
    (
      #"{"id":"one","verdict":"good"}"#,
      "results.jsonl:3: \"verdict\" is \"good\"; it must be one of pass, fail, not applicable, for a person"
    ),
    (
      #"{"id":"one","verdict":"pass","note":"","shown":"drag"}"#,
      "results.jsonl:3: \"shown\" must be a list"
    ),
    (
      #"{"id":"one","verdict":"pass","note":"","shown":[1]}"#,
      "results.jsonl:3: \"shown\" must be a list of words"
    ),
    (
      #"{"id":"one","verdict":"pass","note":"","shown":[],"take":1}"#,
      "results.jsonl:3: \"take\" must be an object"
    ),
    (
      #"{"id":"one","verdict":"pass","note":"","shown":[],"checks":[1]}"#,
      "results.jsonl:3: \"checks\" must be a list of objects"
    ),
    ("[1]", "results.jsonl:3: each line must be one JSON object"),
  ])
  func `are refused where they are damaged`(line: String, message: String) throws {
    var session = QASession(try QAPlan(parsing: `A QA session`.text, file: "plan.qa"))
    let good = #"{"id":"two","verdict":"fail","note":"","shown":[],"take":null}"#
    let error = #expect(throws: LabError.self) {
      try session.resume(from: good + "\n\n" + line, file: "results.jsonl")
    }
    #expect(error?.description == message)
  }
}

@Suite struct `A sparkline` {
  private func points(_ values: [Double]) throws -> [[String]] {
    var series = Series(name: "s")
    for (index, value) in values.enumerated() {
      series.append(
        time: Double(index) / 60, phase: nil, [(Series.Column.offsetY, value)])
    }
    return Sparkline(Chart([series])).svg.matches(of: /points="([^"]*)"/)
      .map { $0.output.1.split(separator: " ").map(String.init) }
  }

  @Test func `keeps a peak of a single row, and of a level stretch its ends`() throws {
    var values = [Double](repeating: 0, count: 6000)
    values[3001] = 100
    let points = try points(values)
    #expect(points.count == 1 && points[0].count < 8)
    let heights = points[0].compactMap { Double($0.split(separator: ",")[1]) }
    #expect((heights.max() ?? 0) - (heights.min() ?? 0) > 18)
    #expect(heights.allSatisfy { (0...28).contains($0) })
  }
}

@Suite struct `The lines of a QA plan` {
  private func plan(_ step: String) throws -> QAPlan {
    try QAPlan(parsing: "{\"overscroll_qa\":1,\"title\":\"t\"}\r\n" + step + "\r\n", file: "p.qa")
  }

  private func step(_ id: String, more: String = "") -> String {
    #"{"id":"\#(id)","do":"d","expect":"e"\#(more)}"#
  }

  @Test(arguments: ["a", "Z", "az-AZ_09.x", "0", "9", String(repeating: "x", count: 64)])
  func `have names that are names of folders`(id: String) throws {
    #expect(try plan(step(id)).steps.map(\.id) == [id])
  }

  @Test(arguments: [
    "", ".a", "a/b", "a b", "ä", "a:", "[", "`", "{", "@", String(repeating: "x", count: 65),
  ])
  func `have no other names`(id: String) {
    let error = #expect(throws: LabError.self) { try plan(step(id)) }
    #expect(error?.description.hasPrefix("p.qa:2: \"id\" is ") == true)
  }

  @Test func `are at most 64 KiB long, and each has its own name`() throws {
    let space = String(repeating: " ", count: (64 << 10) - step("a").utf8.count - 1)
    #expect(try plan(step("a") + space).steps.count == 1)
    let long = #expect(throws: LabError.self) { try plan(step("a") + space + " ") }
    #expect(long?.description == "p.qa:2: lines are limited to 64 KiB")
    let twice = #expect(throws: LabError.self) { try plan(step("a") + "\r\n\r\n" + step("a")) }
    #expect(
      twice?.description == "p.qa:4: \"id\" is \"a\", as on line 2; each step must have its own")
  }

  @Test(arguments: [
    (#","needs":"drag""#, "\"needs\" must be a list"),
    (#","devices":["mouse",2]"#, "\"devices\" must be a list of words"),
    (
      #","devices":["pen"]"#,
      "\"devices\" is \"pen\"; it must be one of mouse, touch, touchpad, keyboard"
    ),
    (#","set":[1]"#, "\"set\" must be an object"), (#","scene":3"#, "\"scene\" must be a string"),
  ])
  func `are refused where a field is none`(more: String, problem: String) {
    let error = #expect(throws: LabError.self) { try plan(step("a", more: more)) }
    #expect(error?.description == "p.qa:2: " + problem)
  }
}
