private import FoundationEssentials

extension QAReport {
  /// The report as one HTML file: curves inline, screenshots and takes as data, no script, and no address outside of it.
  package var html: String {
    var body =
      "<h1>\(session.plan.title.escaped)</h1>\n<p>\(start.escaped) · \(session.summary)</p>\n"
    for (step, result) in failures { body += section(step, result) }
    body += "<h2>Steps</h2>\n" + table
    body += "<h2>Environment</h2>\n<table>\n"
    for row in environment.rows {
      body += "<tr><th scope=\"row\">\(row.name.escaped)</th><td>\(row.value.escaped)</td></tr>\n"
    }
    body += "</table>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(session.plan.title.escaped)</title>
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
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto;
      padding: 0 1rem; color: #1d1f23; background: #fff; }
    h1, h2 { line-height: 1.25; } h2 { margin-top: 2.5rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem;
      border-bottom: 1px solid #dfe1e5; }
    code { background: #f1f2f4; padding: .1rem .35rem; border-radius: 4px; }
    svg, img { max-width: 100%; height: auto; border: 1px solid #dfe1e5; }
    .pass { color: #00735a; } .fail { color: #b3421c; font-weight: 600; }
    .faint { color: #6a6e76; } .time, td:first-child { white-space: nowrap; }
    @media (prefers-color-scheme: dark) {
      body { color: #e6e7ea; background: #17181b; } code { background: #2a2c31; }
      th, td { border-color: #34363c; } svg, img { border-color: #34363c; }
      .pass { color: #4fd1a5; } .fail { color: #ff9466; } .faint { color: #9a9ea6; }
    }
    """

  private var table: String {
    var text =
      "<table>\n<tr><th>step</th><th>scene</th><th>what to do</th><th>verdict</th><th>judged</th><th>note</th></tr>\n"
    for step in session.plan.steps {
      let result = session.results[step.id]
      let verdict = result?.verdict
      let name =
        switch verdict {
        case .pass: "pass"
        case .fail: "fail"
        case .notApplicable, .forPerson, nil: "faint"
        }
      text += "<tr><td>\(step.id)</td><td>\((step.scene ?? "–").escaped)</td>"
      text += "<td>\(step.task.escaped)</td>"
      text += "<td class=\"\(name)\">\(verdict?.rawValue ?? "open")</td>"
      text += "<td class=\"time\">\((result?.time ?? "").escaped)</td>"
      text += "<td>\((result?.note ?? "").escaped)</td></tr>\n"
    }
    return text + "</table>\n"
  }

  private func section(_ step: QAPlan.Step, _ result: QAResult) -> String {
    var text = "<h2 class=\"fail\">✗ \(step.id): \(step.task.escaped)</h2>\n"
    text += "<p><strong>Expected:</strong> \(step.expectation.escaped)</p>\n"
    if !result.note.isEmpty {
      text += "<p><strong>Note:</strong> “\(result.note.escaped)”</p>\n"
    }
    let evidence = evidence[step.id]
    if let curve = evidence?.curve { text += Self.inline(curve, prefix: step.id) + "\n" }
    if let screen = evidence?.screen {
      text +=
        "<p><img alt=\"What the window showed\" src=\"\(Self.data("image/png", screen))\"></p>\n"
    }
    guard let take = result.take else {
      return text + "<p class=\"faint\">\(Self.noTake)<br>\(environment.summary.escaped)</p>\n"
    }
    let commands = commands(of: step)
    text += "<p class=\"faint\">\(take.text.escaped)</p>\n"
    text += "<p>Play it: <code>\(commands.play.escaped)</code><br>"
    text += "Check it: <code>\(commands.check.escaped)</code></p>\n"
    let links = evidence?.takes.map { file in
      "<a download=\"\(file.name.escaped)\" href=\"\(Self.data("text/plain", Array(file.text.utf8)))\">"
        + "\(file.name.escaped)</a>"
    }
    if let links, !links.isEmpty {
      text += "<p>The take, embedded in this page: \(links.joined(separator: ", ")). "
      text +=
        "Save the files in one folder and run <code>overscroll replay \(Self.takeName).script</code>."
      text += "</p>\n"
    }
    return text + "<p class=\"faint\">\(environment.summary.escaped)</p>\n"
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
