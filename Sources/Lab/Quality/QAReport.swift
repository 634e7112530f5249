private import FoundationEssentials
import OverscrollBase

/// The report of a session: HTML in one file, and JUnit.
package struct QAReport {
  /// What lies beside the report for a step, in a folder with the step's id.
  package struct Evidence: Sendable {
    /// The offset over time as a small element of SVG.
    package var sparkline: String?
    /// The curve as SVG.
    package var curve: String?
    /// The screenshot as PNG.
    package var screen: [UInt8]?
    /// What the window showed over time, as an animated WebP.
    package var video: [UInt8]?
    /// The take's files by their names.
    package var takes: [(name: String, text: String)]

    package init(
      sparkline: String? = nil, curve: String? = nil, screen: [UInt8]? = nil,
      video: [UInt8]? = nil, takes: [(name: String, text: String)] = []
    ) {
      (self.sparkline, self.curve, self.screen, self.video) = (sparkline, curve, screen, video)
      self.takes = takes
    }
  }

  /// The names of the files in a step's folder.
  package static let curveName = "curve.svg"
  package static let sparklineName = "sparkline.svg"
  package static let screenName = "screen.png"
  package static let videoName = "motion.webp"
  package static let takeName = "take"
  /// What stands in the place of a take where there is none.
  static let noTake = "No take: there was no input before the verdict."

  let session: QASession
  /// The folder of the report as commands name it.
  let folder: String
  /// When the session began, in ISO 8601 without a time zone.
  let date: String
  let environment: QAEnvironment
  /// The evidence by the step's id.
  let evidence: [String: Evidence]

  /// Creates the report of a session.
  ///
  /// - Parameters:
  ///   - session: The session, finished or not.
  ///   - folder: The folder of the report as commands name it.
  ///   - date: When the session began, in ISO 8601 without a time zone.
  ///   - environment: The machine and its display, as in takes.
  ///   - evidence: What lies beside the report, by the step's id.
  package init(
    _ session: QASession, folder: String, date: String, environment: JSONValue,
    evidence: [String: Evidence]
  ) {
    self.session = session
    self.folder = folder
    self.date = date
    self.environment = QAEnvironment(environment)
    self.evidence = evidence
  }

  /// The steps that failed, in the order of the plan.
  var failures: [(step: QAPlan.Step, result: QAResult)] {
    session.plan.steps.compactMap { step in
      guard let result = session.results[step.id], result.verdict == .fail else { return nil }
      return (step, result)
    }
  }

  /// The commands that play and check the take of a step, as a shell takes them.
  func commands(of step: QAPlan.Step) -> (play: String, check: String) {
    let play = "overscroll replay \("\(folder)/\(step.id)".shellWord)"
    return (play, play + " --check")
  }

  /// When the session began, for people.
  var start: String { "Begun \(date.replacing("T", with: " ")) UTC" }

  // MARK: - JUnit

  /// The report as CI servers read it; steps without a verdict and those that do not apply are skipped.
  package var junit: String {
    let cases = session.plan.steps.map { step in
      let result = session.results[step.id]
      var testCase = JUnitReport.Case(
        className: step.scene ?? session.plan.title, name: "\(step.id): \(step.expectation)")
      switch result?.verdict {
      case .pass:
        if let result, !result.failing.isEmpty { testCase.output = [result.verdictText] }
      case .fail:
        testCase.failure = [step.expectation, result?.note ?? ""].filter { !$0.isEmpty }
          .joined(separator: " Noted: ")
        if evidence[step.id]?.screen != nil {
          testCase.attachment = "\(step.id)/\(Self.screenName)"
        }
      case .notApplicable?, .forPerson?:
        testCase.skipped = result.flatMap { $0.note.isEmpty ? $0.verdict.rawValue : $0.note }
      case nil: testCase.skipped = "no verdict"
      }
      testCase.output += result?.checks.map(\.text) ?? []
      return testCase
    }
    return JUnitReport(
      name: session.plan.title, cases: cases,
      duration: session.orderedResults.reduce(0) { $0 + ($1.take?.duration ?? 0) },
      timestamp: date
    ).text
  }
}

extension String {
  /// The text as a word of a POSIX shell, in quotation marks where it needs them.
  package var shellWord: String {
    let isPlain =
      !isEmpty && first != "-"
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
          true
        default: "/._-+:,@%".utf8.contains(byte)
        }
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}

/// The environment of a session or a take, as people read it.
package struct QAEnvironment {
  /// A line of the table.
  package struct Row: Hashable {
    package var name: String
    package var value: String
  }

  private let fields: [String: JSONValue]

  package init(_ json: JSONValue) {
    fields = json.fields
  }

  /// Everything that is known, in the order of interest; devices have a row each.
  package var rows: [Row] {
    let known: [(String, [String])] = [
      ("program", ["overscroll " + (fields["program"]?.words ?? "unknown")]),
      ("window", [window]), ("outputs", outputs), ("refresh", [refresh]),
      ("display server", [server]), ("XWayland", [xwayland]),
      ("extensions", [extensions]), ("window manager", [text("windowManager")]),
      ("compositor", [text("compositor")]), ("graphics", [text("graphics")]),
      ("input", devices), ("processor", [text("processor")]), ("kernel", [text("kernel")]),
      ("C library", [text("libc")]), ("Swift", [text("swift")]),
    ]
    return known.flatMap { name, values in
      values.filter { !$0.isEmpty }.map { Row(name: name, value: $0) }
    }
  }

  /// The environment in a line: the display server, the screen, the window manager and the program.
  var summary: String {
    let display = fields["server"]?.fields
    let present = display?["extensions"]?.fields["Present"]?.words
    let parts: [String?] = [
      display.map {
        [$0["vendor"]?.words, $0["release"]?.words].compactMap(\.self).joined(separator: " ")
      },
      xwayland.isEmpty ? nil : "XWayland",
      present.map { "Present \($0)" }, outputs.first,
      fields["windowManager"].map { $0.words == "none" ? "no window manager" : $0.words },
    ]
    let program = ["overscroll " + (fields["program"]?.words ?? "unknown"), text("kernel")]
    return [parts.compactMap(\.self), program].map {
      $0.filter { !$0.isEmpty }.joined(separator: ", ")
    }.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func text(_ name: String) -> String { fields[name]?.words ?? "" }

  private var window: String {
    guard let window = fields["window"]?.fields, let size = window["size"]?.size else { return "" }
    return "\(size) pixels" + Self.scale(window["scale"])
  }

  private var outputs: [String] {
    fields["outputs"]?.elements.map { output in
      let fields = output.fields
      var text = fields["mode"]?.size ?? "unknown"
      if let rate = fields["refresh"]?.number {
        text += " at \(NumberText.trimmed(rate, decimals: 2)) Hz"
      }
      if let size = fields["millimetres"]?.size { text += ", \(size) mm" }
      return text + Self.scale(fields["scale"])
    } ?? []
  }

  private static func scale(_ value: JSONValue?) -> String {
    value?.number.map { ", scale \(NumberText.trimmed($0, decimals: 3))" } ?? ""
  }

  private var refresh: String {
    let fields = fields["refresh"]?.fields ?? [:]
    guard let median = fields["p50"]?.number, let late = fields["p95"]?.number else { return "" }
    let (usual, slow) = (median * 1e3, late * 1e3)
    return "median \(NumberText.trimmed(usual, decimals: 1)) ms, "
      + "95th percentile \(NumberText.trimmed(slow, decimals: 1)) ms, measured"
  }

  private var server: String {
    let fields = fields["server"]?.fields ?? [:]
    return ["vendor", "release"].compactMap { fields[$0]?.words }.joined(separator: " ")
      + (fields["connection"].map { ", \($0.words)" } ?? "")
  }

  /// What is known of XWayland; empty where the server is another one.
  package var xwayland: String {
    guard let fields = fields["xwayland"]?.fields, let version = fields["version"]?.words else {
      return ""
    }
    let known = fields["extension"]?.words ?? "none"
    return [
      version, known == "none" ? "no extension" : "extension \(known)",
      "compositor \(fields["compositor"]?.words ?? "unknown")",
      "scale \(fields["scale"]?.words ?? "unknown")",
    ].joined(separator: ", ")
  }

  private var extensions: String {
    let versions = fields["server"]?.fields["extensions"]?.fields ?? [:]
    return versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.words)" }
      .joined(separator: ", ")
  }

  private var devices: [String] { fields["devices"]?.elements.map(Self.device) ?? [] }

  /// A device: its name and use, and what says how it scrolls and accelerates.
  private static func device(_ device: JSONValue) -> String {
    let fields = device.fields
    var parts = ["\(fields["name"]?.words ?? "unknown") (\(fields["use"]?.words ?? "unknown"))"]
    if let buttons = fields["buttons"]?.number {
      parts.append("\(NumberText.trimmed(buttons, decimals: 0)) buttons")
    }
    parts += (fields["scrolling"]?.elements ?? []).map { axis in
      let increment = axis.fields["increment"]?.words ?? "unknown"
      return "scrolls \(axis.fields["axis"]?.words ?? "") by \(increment)"
    }
    parts += (fields["settings"]?.fields ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.words)" }
    return parts.joined(separator: ", ")
  }
}

// MARK: - JSON

extension JSONValue {
  /// A pair of numbers as a size, such as 1920×1080; `nil` for anything else.
  fileprivate var size: String? {
    let parts = elements.compactMap(\.number)
    guard parts.count == 2, elements.count == 2 else { return nil }
    return parts.map { NumberText.trimmed($0, decimals: 0) }.joined(separator: "×")
  }

  /// The value in words.
  fileprivate var words: String {
    switch self {
    case .null: "unknown"
    case .bool(let flag): flag ? "yes" : "no"
    case .number(let number): NumberText.trimmed(number, decimals: 3)
    case .string(let text): text
    case .array(let values): values.map(\.words).joined(separator: ", ")
    case .object(let fields):
      fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.words)" }
        .joined(separator: ", ")
    }
  }
}

extension QAReport {
  /// The report as one HTML file: curves inline, screenshots and takes as data, no script, and no address outside of it.
  package var html: String {
    var body =
      "<h1>\(session.plan.title.escapedForXML)</h1>\n<p>\(start.escapedForXML) · \(session.summary)</p>\n"
    for (step, result) in failures { body += section(step, result) }
    body += "<h2>Steps</h2>\n" + table
    for step in session.plan.steps {
      guard let result = session.results[step.id], result.verdict != .fail else { continue }
      if result.take != nil || !result.checks.isEmpty { body += section(step, result) }
    }
    body += "<h2>Environment</h2>\n<table>\n"
    for row in environment.rows {
      body +=
        "<tr><th scope=\"row\">\(row.name.escapedForXML)</th><td>\(row.value.escapedForXML)</td></tr>\n"
    }
    body += "</table>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(session.plan.title.escapedForXML)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }

  private static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto;
      padding: 0 1rem; color: #1d1f23; background: #fff; }
    h1, h2 { line-height: 1.25; } h2 { margin-top: 2.5rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem;
      border-bottom: 1px solid #dfe1e5; }
    code { background: #f1f2f4; padding: .1rem .35rem; border-radius: 4px; }
    svg, img { max-width: 100%; height: auto; border: 1px solid #dfe1e5; }
    td svg { max-width: none; border: 0; display: block; }
    .pass { color: #00735a; } .fail { color: #b3421c; font-weight: 600; }
    .faint { color: #6a6e76; } .time, td:first-child, .checks td { white-space: nowrap; }
    h3 { margin-top: 2rem; } td a { color: inherit; } td.note { min-width: 11rem; }
    .measured { font-variant-numeric: tabular-nums; } .measured th { white-space: nowrap; }
    .scroll { overflow-x: auto; }
    @media (prefers-color-scheme: dark) {
      body { color: #e6e7ea; background: #17181b; } code { background: #2a2c31; }
      th, td { border-color: #34363c; } svg, img { border-color: #34363c; }
      td svg { filter: brightness(1.4); } a { color: #7cb8ff; }
      .pass { color: #4fd1a5; } .fail { color: #ff9466; } .faint { color: #9a9ea6; }
    }
    """

  private var table: String {
    var text = "<div class=\"scroll\"><table>\n<tr>"
    let heads = ["step", "scene", "what to do", "offset", "checks", "verdict", "judged", "note"]
    for head in heads { text += "<th>\(head)</th>" }
    text += "</tr>\n"
    for step in session.plan.steps {
      let result = session.results[step.id]
      let hasSection =
        result?.verdict == .fail || result?.take != nil || result?.checks.isEmpty == false
      let name = hasSection ? "<a href=\"#\(step.id)\">\(step.id)</a>" : step.id
      text += "<tr><td>\(name)</td><td>\((step.scene ?? "–").escapedForXML)</td>"
      text += "<td>\(step.task.escapedForXML)</td><td>\(evidence[step.id]?.sparkline ?? "")</td>"
      text += "<td class=\"time\">\(result.map(Self.counts) ?? "")</td>"
      text += "<td class=\"\(Self.style(of: result))\">\(result?.verdictText ?? "open")</td>"
      text += "<td class=\"time\">\((result?.time ?? "").escapedForXML)</td>"
      text += "<td class=\"note\">\((result?.note ?? "").escapedForXML)</td></tr>\n"
    }
    return text + "</table></div>\n"
  }

  /// The class of a verdict; one against a check looks like a failure.
  private static func style(of result: QAResult?) -> String {
    switch result?.verdict {
    case .pass: result?.failing.isEmpty == true ? "pass" : "fail"
    case .fail: "fail"
    case .notApplicable, .forPerson, nil: "faint"
    }
  }

  /// How many checks hold of those that were judged.
  private static func counts(_ result: QAResult) -> String {
    let judged = result.checks.filter { $0.holds != nil }
    guard !judged.isEmpty else { return "" }
    let text = "\(judged.count - result.failing.count) of \(judged.count)"
    return result.failing.isEmpty ? text : "<span class=\"fail\">\(text)</span>"
  }

  private func section(_ step: QAPlan.Step, _ result: QAResult) -> String {
    let style = Self.style(of: result)
    let sign = style == "pass" ? "✓" : style == "fail" ? "✗" : "–"
    let level = result.verdict == .fail ? "h2" : "h3"
    var text = "<\(level) class=\"\(style)\" id=\"\(step.id)\">\(sign) \(step.id): "
    text += "\(step.task.escapedForXML)</\(level)>\n"
    text += "<p><strong>Expected:</strong> \(step.expectation.escapedForXML)</p>\n"
    if result.verdict == .pass, !result.failing.isEmpty {
      text += "<p class=\"fail\">\(result.verdictText)</p>\n"
    }
    if !result.note.isEmpty {
      text += "<p><strong>Note:</strong> “\(result.note.escapedForXML)”</p>\n"
    }
    text += Self.table(result.checks)
    let evidence = evidence[step.id]
    if let curve = evidence?.curve { text += Self.inline(curve, prefix: step.id) + "\n" }
    if let screen = evidence?.screen {
      text +=
        "<p><img alt=\"What the window showed\" src=\"\(Self.data("image/png", screen))\"></p>\n"
    }
    if let video = evidence?.video {
      text +=
        "<p><img alt=\"The take as it moved\" src=\"\(Self.data("image/webp", video))\"></p>\n"
    }
    guard let take = result.take else {
      return text
        + "<p class=\"faint\">\(Self.noTake)<br>\(environment.summary.escapedForXML)</p>\n"
    }
    text += Self.table(take.gestures)
    return text + section(of: take, step)
      + "<p class=\"faint\">\(environment.summary.escapedForXML)</p>\n"
  }

  /// What the checks measured, a row each.
  private static func table(_ checks: [QACheck.Outcome]) -> String {
    guard !checks.isEmpty else { return "" }
    let rows = checks.map { check in
      let (name, sign) =
        switch check.holds {
        case true?: ("pass", "✓")
        case false?: ("fail", "✗")
        case nil: ("faint", "not judged")
        }
      return "<tr><td>\(check.title.escapedForXML)</td><td>\(check.measured.escapedForXML)</td>"
        + "<td>\(check.expected.escapedForXML)</td><td class=\"\(name)\">\(sign)</td></tr>\n"
    }
    return
      "<table class=\"checks\">\n<tr><th>check</th><th>measured</th><th>expected</th><th>holds</th></tr>\n"
      + rows.joined() + "</table>\n"
  }

  /// What the gestures measure, a row each, as `overscroll info` prints them.
  private static func table(_ gestures: [Measurements.Gesture]) -> String {
    guard !gestures.isEmpty else { return "" }
    let rows = gestures.rows.map { row in
      "<tr><th scope=\"row\">\(row.name.escapedForXML)</th><td>\(row.value.escapedForXML)</td></tr>\n"
    }
    return "<table class=\"measured\">\n\(rows.joined())</table>\n"
  }

  /// The take in short, the commands that play it, and its files.
  private func section(of take: QATakeSummary, _ step: QAPlan.Step) -> String {
    let commands = commands(of: step)
    var text = "<p class=\"faint\">\(take.text.escapedForXML)</p>\n"
    text += "<p>Play it: <code>\(commands.play.escapedForXML)</code><br>"
    text += "Check it: <code>\(commands.check.escapedForXML)</code></p>\n"
    let links = evidence[step.id]?.takes.map { file in
      "<a download=\"\(file.name.escapedForXML)\" href=\"\(Self.data("text/plain", Array(file.text.utf8)))\">"
        + "\(file.name.escapedForXML)</a>"
    }
    if let links, !links.isEmpty {
      text += "<p>The take, embedded in this page: \(links.joined(separator: ", ")). "
      text += "\(links.count == 1 ? "Save the file" : "Save the files in one folder") and run "
      text += "<code>overscroll replay \(Self.takeName).script</code>.</p>\n"
    }
    return text
  }

  /// The element of an SVG file, without what stands before it.
  ///
  /// Several pictures share one page: their identifiers get a prefix, so that none refers to another's letters.
  private static func inline(_ svg: String, prefix: String) -> String {
    let lines = svg.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("<svg") }
    var text = lines.joined(separator: "\n")
    for mark in ["id=\"", "href=\"#", "url(#"] {
      text = text.replacing(mark, with: "\(mark)\(prefix)-")
    }
    return text
  }

  private static func data(_ type: String, _ bytes: [UInt8]) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }
}
