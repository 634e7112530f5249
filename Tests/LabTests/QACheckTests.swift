@testable import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A check of a QA step` {
  /// A drag past the top edge, whose bounce is over after a second, and a pinch to 3 that bounces back to 2.
  private static let script = """
    {"overscroll":2,"viewport":[300,300],"content":[600,900],"maximumZoomScale":2}
    {"t":0.1,"touch":"began","id":1,"at":[150,100]}
    {"t":0.12,"touch":"moved","id":1,"at":[150,200]}
    {"t":0.5,"touch":"ended","id":1,"at":[150,200]}
    {"t":2,"pinch":"began","scale":1,"at":[150,150]}
    {"t":2.1,"pinch":"changed","scale":3,"at":[150,150]}
    {"t":2.5,"pinch":"ended","scale":3,"at":[150,150]}
    """

  private static func plan(_ checks: String) throws(LabError) -> QAPlan {
    try QAPlan(
      parsing: """
        {"overscroll_qa":1,"title":"Checks"}
        {"id":"a","do":"Drag.","expect":"It does.","checks":\(checks)}
        """, file: "p.qa")
  }

  private func faults(_ checks: String, _ script: String = script) throws -> [String] {
    let plan = try Self.plan("[\(checks)]")
    return QAEvidence(performing: try Script(parsing: script, file: "s"))
      .faults(plan.steps[0].checks)
  }

  @Test(arguments: [
    #"{"rest":[150,150]}"#, #"{"rest":[null,150]}"#, #"{"rest":[150,152],"within":2}"#,
    #"{"scale":2}"#, #"{"overshoot":"top"}"#, #"{"overshoot":"top","least":20,"most":60}"#,
    #"{"overshoot":"bottom","least":0,"most":0}"#, #"{"settles":3}"#,
    #"{"order":["scrollViewWillBeginDragging","scrollViewDidEndDragging"]}"#,
    #"{"never":"touchesCancelled"}"#, #"{"flag":"isTracking","at":"lift","is":false}"#,
    #"{"flag":"isTracking","at":"down"}"#, #"{"flag":"isZooming","at":2.3}"#,
    #"{"column":"zoom","at":1.9,"is":1}"#, #"{"column":"offset_y","at":"rest","is":150}"#,
    #"{"monotonic":"law_velocity_x"}"#, #"{"limits":true}"#,
  ])
  func `holds where the take is so`(check: String) throws {
    #expect(try faults(check) == [])
  }

  @Test(arguments: [
    (#"{"rest":[0,0],"within":-5}"#, "\"within\" must not be negative"),
    (#"{"overshoot":"top","least":5,"most":1}"#, "\"least\" must not be larger than \"most\""),
    (#"{"settles":-1}"#, "\"settles\" must not be negative"),
  ])
  func `that nothing could meet is refused`(check: String, problem: String) {
    #expect {
      _ = try Self.plan("[\(check)]")
    } throws: {
      "\($0)" == "p.qa:2: \(problem)"
    }
  }

  @Test(arguments: [
    (#"{"rest":[150,150]}"#, "rest 150, 150 pt (150, 150) ✓"),
    (#"{"rest":[null,152],"within":2}"#, "rest y 150 pt (152 ± 2) ✓"),
    (#"{"scale":1}"#, "scale 2 (1) ✗"), (#"{"scale":2}"#, "scale 2 (2) ✓"),
    (#"{"overshoot":"left"}"#, "overshoot left 0 pt (≥ 1) ✗"),
    (#"{"overshoot":"left","least":0,"most":0}"#, "overshoot left 0 pt (0) ✓"),
    (#"{"overshoot":"left","least":0,"most":9}"#, "overshoot left 0 pt (0…9) ✓"),
    (
      #"{"order":["scrollViewDidEndDragging","scrollViewWillBeginDragging"]}"#,
      "callbacks in order 1 of 2 ✗"
    ),
    (#"{"never":"touchesCancelled"}"#, "touchesCancelled 0× (never) ✓"),
    (#"{"flag":"isDragging","at":"rest"}"#, "isDragging at rest false (true) ✗"),
    (#"{"column":"offset_y","at":"rest","is":-5}"#, "offset_y at rest 150 (−5) ✗"),
    (#"{"column":"zoom","at":99,"is":1}"#, "zoom at 99 s – (1) ✗"),
    (#"{"monotonic":"offset_y"}"#, "offset_y rises and falls (one way ± 0.5 pt) ✗"),
    (#"{"limits":true}"#, "in limits at rest yes ✓"),
    (#"{"limits":false}"#, "in limits at rest yes (no) ✗"),
  ])
  func `has its measured value in few words`(check: String, text: String) throws {
    let checks = try Self.plan("[\(check)]").steps[0].checks
    let evidence = QAEvidence(performing: try Script(parsing: Self.script, file: "s"))
    #expect(evidence.outcomes(checks).map(\.text) == [text])
    #expect(checks[0].pending.holds == nil && !checks[0].pending.text.contains("✗"))
  }

  @Test func `has as many decimals as its outcome needs`() throws {
    let evidence = QAEvidence(performing: try Script(parsing: Self.script, file: "s"))
    let peak = evidence.observation.rows[""]!.map { $0.distance(beyond: .top) }.max()!
    for (most, holds) in [(peak + 1e-5, true), (peak - 1e-5, false)] {
      let outcome = QACheck(kind: .overshoot(.top, least: 0, most: most))
        .outcome(in: evidence.observation)
      let shown = try #require(Double(outcome.measured.dropLast(3)))
      #expect(outcome.holds == holds && (shown <= most) == holds, "\(outcome.text)")
    }
  }

  @Test func `is for the demo alone at a time that only the demo knows, or where the plan says so`()
    throws
  {
    let step = try Self.plan(
      #"""
      [{"flag":"isZooming","at":2.3},{"rest":[1,2],"demo":true},{"rest":[150,150]},
       {"column":"zoom","at":"rest","is":2},{"column":"zoom","at":1,"is":1,"demo":false}]
      """#.replacing("\n", with: "")
    ).steps[0]
    #expect(step.checks.map(\.isOfDemo) == [true, true, false, false, false])
    #expect(step.checksOfTakes == Array(step.checks.suffix(3)))
  }

  @Test func `knows nothing of what comes after the end`() throws {
    let check = #"{"column":"offset_y","at":99,"is":150}"#
    let fault = try #require(try faults(check).first)
    #expect(fault.hasPrefix("there is nothing at 99 s; the take ends at "), "\(fault)")
  }

  @Test(arguments: [
    (#"{"rest":[151,150]}"#, "rest x is 150, expected 151"),
    (#"{"rest":[null,151]}"#, "rest y is 150, expected 151"),
    (#"{"scale":1}"#, "scale is 2, expected 1"),
    (#"{"overshoot":"top","most":20}"#, " pt beyond the top edge, expected at most 20"),
    (#"{"overshoot":"left"}"#, "0 pt beyond the left edge, expected at least 1"),
    (#"{"settles":0.1}"#, " s, expected at most 0.1 s"),
    (
      #"{"order":["scrollViewDidEndDragging","scrollViewWillBeginDragging"]}"#,
      "scrollViewWillBeginDragging is missing after scrollViewDidEndDragging"
    ),
    (#"{"never":"scrollViewDidScroll"}"#, "scrollViewDidScroll came"),
    (
      #"{"flag":"isDragging","at":"rest"}"#, "isDragging is false at rest, expected true"
    ),
    (#"{"column":"zoom","at":"rest","is":1}"#, "zoom at rest is 2, expected 1"),
    (#"{"monotonic":"offset_y"}"#, "offset_y rises and falls"),
    (#"{"limits":false}"#, "scale and offset are within their limits at rest"),
    (#"{"rest":[0,0],"view":"list"}"#, "there is no scroll view named list"),
  ])
  func `does not hold where the take is otherwise`(check: String, words: String) throws {
    let faults = try faults(check)
    #expect(faults.count == 1 && faults[0].hasSuffix(words), "\(faults)")
  }

  @Test func `of limits does not hold where a take is cut off beyond an edge`() throws {
    let lines = Self.script.split(separator: "\n").prefix(3) + [#"{"t":0.4,"frame":1}"#]
    let cut = lines.joined(separator: "\n")
    #expect(try faults(#"{"limits":true}"#, cut).count == 1)
    #expect(try faults(#"{"limits":false}"#, cut) == [])
    let summary = QAEvidence(performing: try Script(parsing: cut, file: "s")).summary
    #expect(summary.text.contains(" · cut off in motion at ("), "\(summary.text)")
  }

  @Test func `is judged over all gestures, and not by the tap after them`() throws {
    let flick = """
      {"overscroll":2,"viewport":[300,300],"content":[300,9000]}
      {"t":0.1,"touch":"began","id":1,"at":[150,250]}
      {"t":0.108,"touch":"moved","id":1,"at":[150,225.3]}
      {"t":0.116,"touch":"moved","id":1,"at":[150,200]}
      {"t":0.124,"touch":"moved","id":1,"at":[150,174.6]}
      {"t":0.13,"touch":"ended","id":1,"at":[150,174.6]}
      """
    let tap = """

      {"t":6,"touch":"began","id":1,"at":[150,250]}
      {"t":6.05,"touch":"ended","id":1,"at":[150,250]}
      """
    for script in [flick, flick + tap] {
      #expect(try faults(#"{"settles":0.5}"#, script).count == 1)
      #expect(try faults(#"{"settles":9}"#, script) == [])
      // It ends with a step to a whole point.
      #expect(try faults(#"{"monotonic":"offset_y"}"#, script) == [])
    }
  }

  /// It bounces for 0.442 s, of which the window draws the first 0.083 s, and nothing until a second later.
  @Test(arguments: [
    (0.01, "settle at least 0.083 s (≤ 0.01) ✗"),
    (0.2, "settle not seen: no frame for 1.00 s (≤ 0.2)"),
    (1, "settle not seen: no frame for 1.00 s (≤ 1)"), (2, "settle at most 1.083 s (≤ 2) ✓"),
  ])
  func `of the time to settle is judged by its bounds where frames are missing`(
    limit: Double, text: String
  ) throws {
    let touches = Self.script.split(separator: "\n").prefix(4).map(String.init)
    let frames = (Array(1...35) + Array(95...150)).enumerated().map { index, refresh in
      (time: Double(refresh) / 60, line: #"{"t":\#(Double(refresh) / 60),"frame":\#(index)}"#)
    }
    let times = [0.1, 0.12, 0.5]
    let events = zip(times, touches.dropFirst()).map { (time: $0, line: $1) } + frames
    let sorted = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    let script = try Script(
      parsing: (touches.prefix(1) + sorted.map(\.element.line)).joined(separator: "\n"), file: "s")
    let evidence = QAEvidence(performing: script)
    let check = QACheck(kind: .settles(limit))
    let outcome = check.outcome(in: evidence.observation)
    #expect(outcome.text == text && outcome.isUnmeasured == (outcome.holds == nil))
    guard outcome.holds == nil else { return }
    #expect(evidence.faults([check]) == ["settle was not seen: no frame for 1.00 s"])
    // Neither is it said to be known elsewhere, nor lost with the results.
    let take = evidence.summary.measured(script)
    let gesture = try #require(Measurements(Series(framesOf: script, name: "a")).gestures.first)
    #expect(gesture.values[.settle] == nil && gesture.text.contains("settle not seen: no frame"))
    let json = try #require(JSONValue(parsing: gesture.json[...]))
    #expect(Measurements.Gesture(json)?.bounds == gesture.bounds && !gesture.bounds.isEmpty)
    var session = QASession(try Self.plan(#"[{"settles":\#(limit)}]"#))
    let refusal = session.judge(.pass, note: "", shown: [], checks: [outcome], take: take)
    #expect(refusal?.hasSuffix("a check: settle was not seen: no frame for 1.00 s.") == true)
  }

  @Test func `says that there was no lift where no finger was lifted`() throws {
    let still = String(Self.script.prefix { $0 != "\n" })
    #expect(
      try faults(#"{"flag":"isDragging","at":"lift"}"#, still)
        == ["there is nothing after the last lift"])
    #expect(
      try faults(#"{"flag":"isDragging","at":"down"}"#, still)
        == ["there is nothing after the last touch"])
  }

  /// The right one of two lists is flicked, and the left one, the main scroll view, stays where it is.
  @Test func `is of the scroll view that was used, and not measured where another one was`() throws
  {
    let lines =
      [#"{"overscroll":2,"scene":"rates"}"#]
      + (0...6).map { index -> String in
        let phase = index == 0 ? "began" : index == 6 ? "ended" : "moved"
        let (time, y) = (0.1 + 0.016 * Double(index), 400 - 30 * min(index, 5))
        return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[480,\#(y)]}"#
      }
    let script = try Script(
      parsing: lines.joined(separator: "\n"), file: "s", scenes: Scenes.all)
    let evidence = QAEvidence(performing: script)
    #expect(evidence.observation.rows["fast"]?.last?.sample.offset.y ?? 0 > 50)
    for kind in [QACheck.Kind.settles(1), .limits(true)] {
      var check = QACheck(kind: kind)
      let main = check.outcome(in: evidence.observation)
      #expect(main.holds == nil && main.isUnmeasured && !main.text.contains("✓"), "\(main.text)")
      #expect(main.text.contains("not measured"))
      #expect(evidence.faults([check]) == ["\(main.title) was not measured: nothing has moved"])
      check.view = "fast"
      let fast = check.outcome(in: evidence.observation)
      #expect(fast.holds != nil && !fast.isUnmeasured, "\(fast.text)")
    }
    // Nor does a step pass without it, but with a note.
    var session = QASession(try Self.plan(#"[{"settles":1}]"#))
    let checks = evidence.outcomes(session.step.checks)
    let refusal = session.judge(.pass, note: " ", shown: [], checks: checks, take: nil)
    #expect(refusal == "A note is needed to pass without a check: settle was not measured.")
    #expect(session.judge(.pass, note: "by eye", shown: [], checks: checks, take: nil) == nil)
    var again = QASession(session.plan)
    try again.resume(from: session.resultsText, file: "results.jsonl")
    #expect(again.orderedResults.first?.checks == checks && checks.map(\.holds) == [nil])
  }

  @Test(arguments: [
    ("3", "\"checks\" must be a list"), ("[3]", "\"checks\" must be a list of objects"),
    (
      #"[{"rset":[0,0]}]"#,
      "a check must have one of the keys rest, scale, overshoot, settles, order, never, flag, "
    ),
    (
      #"[{"rest":[0,0],"witin":1}]"#, "unknown key \"witin\"; the keys are rest, view, demo, within"
    ),
    (#"[{"rest":[0]}]"#, "\"rest\" must be [x, y]"),
    (#"[{"rest":[null,null]}]"#, "\"rest\" must be [x, y]"),
    (#"[{"scale":"2"}]"#, "\"scale\" must be a number"),
    (
      #"[{"overshoot":"up"}]"#,
      "\"overshoot\" is \"up\"; it must be one of top, left, bottom, right"
    ),
    (
      #"[{"never":"scrolViewDidScroll"}]"#,
      "\"never\" is \"scrolViewDidScroll\"; it must be one of "
    ),
    (#"[{"order":["tap"]}]"#, "\"order\" must be a list of two or more callbacks"),
    (#"[{"flag":"isHeld","at":"rest"}]"#, "\"flag\" is \"isHeld\"; it must be one of isTracking"),
    (#"[{"flag":"isDragging","at":"end"}]"#, "\"at\" must be a number of seconds, \"down\", "),
    (
      #"[{"column":"offset","at":1,"is":1}]"#,
      "\"column\" is \"offset\"; it must be one of offset_x"
    ),
    (#"[{"column":"zoom","at":1}]"#, "\"is\" must be a number"),
    (#"[{"limits":1}]"#, "\"limits\" must be true or false"),
  ])
  func `is refused where it says nothing`(checks: String, problem: String) {
    let error = #expect(throws: LabError.self) { try Self.plan(checks) }
    #expect(
      error?.description.hasPrefix("p.qa:2: " + problem) == true, "\(error?.description ?? "")")
  }
}

/// Numbers that a plan's sentences give are ones that its checks, settings or scenes have.
@Suite struct `A sentence of a plan` {
  private static func numbers(_ text: String) -> Set<Double> {
    Set(text.matches(of: /\d+(\.\d+)?/).compactMap { Double($0.output.0) })
  }

  /// The fractions that sentences name in words.
  private static let fractions = [
    "half": 0.5, "a third": 1 / 3.0, "a quarter": 0.25, "a fifth": 0.2,
  ]

  @Test(arguments: ["uikit", "viewer"])
  func `has only numbers that hold`(name: String) throws {
    for step in try #require(QAPlan(named: name)).steps {
      let card = step.scene.flatMap(Scenes.all.scene)?.card
      let known = Self.numbers(
        "\(step.checks) \(step.settings) \(card?.properties ?? []) \(card?.viewport ?? .zero)")
      let unknown = Self.numbers(step.expectation).subtracting(known)
      #expect(unknown.isEmpty, "\(step.id): \(unknown)")
    }
  }

  @Test func `of the rates names the fraction that the demo shows, as the scene does`() throws {
    let step = try #require(
      QAPlan(named: "uikit")?.steps.first { $0.id == "deceleration.rate" })
    let card = try #require(Scenes.all.scene("rates")?.card)
    let script = try Script(
      parsing: #"{"overscroll":2,"scene":"rates"}"#, file: "s", scenes: Scenes.all)
    // The coast: from where the last drag left the content to its rest.
    func coast(of view: String?) throws -> Double {
      let samples = Simulation(Script(header: script.header, events: card.demo), view: view)
        .trace(rate: 240, until: 60).samples
      let lift = try #require(samples.last { $0.phase == .dragging })
      return try #require(samples.last).offset.y - lift.offset.y
    }
    let (normal, fast) = (try coast(of: nil), try coast(of: "fast"))
    for sentence in [step.expectation, card.expectation] {
      let named = Self.fractions.filter { sentence.contains($0.key) }
      #expect(named.count == 1)
      #expect(abs(fast / normal - (named.first?.value ?? 0)) < 0.03, "\(sentence)")
    }
  }
}
