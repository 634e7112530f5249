extension QAReport {
  /// The report as Markdown: the failures as bug reports that can be pasted, then all steps, then the environment.
  package var markdown: String {
    var text = "# \(session.plan.title)\n\n\(start) · \(session.summary)\n"
    for (step, result) in failures { text += "\n" + section(step, result) }
    text +=
      "\n## Steps\n\n| step | scene | what to do | verdict | judged | note |\n|---|---|---|---|---|---|\n"
    for step in session.plan.steps {
      let result = session.results[step.id]
      text += "| \(step.id) | \(step.scene ?? "–") | \(step.task.inCell) | "
      text += "\(result?.verdict.rawValue ?? "open") | "
      text += "\(result?.time ?? "") | \(result?.note.inCell ?? "") |\n"
    }
    text += "\n## Environment\n\n| | |\n|---|---|\n"
    for row in environment.rows { text += "| \(row.name.inCell) | \(row.value.inCell) |\n" }
    return text
  }

  private func section(_ step: QAPlan.Step, _ result: QAResult) -> String {
    let folder = step.id
    var text = "## ✗ \(step.id): \(step.task.withoutTags)\n\n"
    text += "**Expected:** \(step.expectation.withoutTags)\n\n"
    if !result.note.isEmpty { text += "**Note:** “\(result.note.withoutTags)”\n\n" }
    let evidence = evidence[step.id]
    var pictures: [String] = []
    if evidence?.curve != nil { pictures.append("![curve](\(folder)/\(Self.curveName))") }
    if evidence?.screen != nil { pictures.append("![screen](\(folder)/\(Self.screenName))") }
    if !pictures.isEmpty { text += pictures.joined(separator: " ") + "\n\n" }
    guard let take = result.take else {
      return text + "\(Self.noTake)\n\nEnvironment: \(environment.summary)\n"
    }
    let commands = commands(of: step)
    text += take.text + "\n\n"
    text += "Play it: `\(commands.play)`  \nCheck it: `\(commands.check)`\n\n"
    return text + "Environment: \(environment.summary)\n"
  }
}

extension String {
  /// The text with nothing in it that Markdown takes for HTML.
  fileprivate var withoutTags: String { replacing("<", with: "&lt;") }

  /// The text for a cell of a table in Markdown.
  fileprivate var inCell: String {
    withoutTags.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
