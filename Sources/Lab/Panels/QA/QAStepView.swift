import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// The text of a step and its lamps.
final class QAStepView: View, PanelView {
  var number = ""
  var step: QAPlan.Step?
  var verdict: QAVerdict?
  /// Why a verdict was refused, or why the report could not be written; `nil` for neither.
  var problem: String?
  /// What takes the place of the task and the expectation once every step has a verdict.
  var completion: (String, String)?
  /// The needs and whether each has been shown.
  var lamps: [(need: QANeed, isLit: Bool)] = []
  /// The width of the lamps, in points.
  var lampsWidth = 0.0
  /// A Boolean value that determines whether the note of a failed step is asked for.
  var prompt = false

  private static let left = 12.0
  private static let textLeft = 136.0
  private static let line = 17.0
  private static let top = 4.0

  var look: Look {
    guard let step else { return Look() }
    var shapes: [Look.Shape] = [
      .rect(Rect(x: 0, y: 0, width: bounds.width, height: 1), radius: 0, Palette.line)
    ]
    shapes.append(text(number, .strong, Palette.ink, column: Self.left, line: 0))
    shapes.append(text(step.id, .number, Palette.muted, column: Self.left, line: 1))
    if let verdict {
      shapes.append(text(verdict.sign, .text, verdict.color, column: Self.left, line: 2.2))
    } else {
      let devices = step.devices.map(\.rawValue).joined(separator: ", ")
      shapes.append(text(devices, .text, Palette.muted, column: Self.left, line: 2.2))
    }
    let task = completion?.0 ?? step.task
    shapes.append(text(task, .strong, Palette.ink, column: Self.textLeft, line: 0))
    let (second, color) = secondLine(step)
    let (start, rest) = split(second, after: task)
    if !start.isEmpty {
      let column = Self.textLeft + width(of: task, .strong) + Self.wordSpace
      shapes.append(text(start, .text, color, column: column, line: 0))
    }
    shapes.append(text(rest, .text, color, column: Self.textLeft, line: 1))
    return Look(shapes: shapes + lampShapes)
  }

  private func secondLine(_ step: QAPlan.Step) -> (String, Look.Color) {
    if let problem { return (problem, Palette.red) }
    if prompt { return ("What was wrong? Return stores the verdict.", Palette.red) }
    if let completion { return (completion.1, Palette.muted) }
    return (step.expectation, Palette.muted)
  }

  /// Splits a text that is too long for the second line: its beginning follows the task on the first line.
  private func split(_ text: String, after task: String) -> (start: String, rest: String) {
    let room = bounds.width - 12 - Self.textLeft
    guard width(of: text, .text) > room else { return ("", text) }
    let free = room - width(of: task, .strong) - Self.wordSpace
    var words = text.split(separator: " ")[...]
    var start = ""
    while let word = words.first {
      let longer = start.isEmpty ? String(word) : start + " " + word
      guard width(of: longer, .text) <= free else { break }
      start = longer
      words.removeFirst()
    }
    return (start, words.joined(separator: " "))
  }

  private static let wordSpace = 8.0

  private func text(
    _ text: String, _ style: TextStyle, _ color: Look.Color, column: Double, line: Double
  ) -> Look.Shape {
    let right = column < Self.textLeft ? Self.textLeft - 8 : bounds.width - 12
    let rect = Rect(
      x: column, y: Self.top + line * Self.line, width: right - column, height: Self.line)
    return .line(elided(text, style, width: rect.width), style, in: rect, color: color)
  }

  private var lampShapes: [Look.Shape] {
    var left = Self.textLeft
    let middle = bounds.height - 15
    var shapes: [Look.Shape] = []
    for (need, isLit) in lamps {
      let name = need.rawValue
      let width = width(of: name, .text)
      guard left + 14 + width <= Self.textLeft + lampsWidth else { break }
      let lamp = Rect(x: left, y: middle - 4.5, width: 9, height: 9)
      shapes.append(.ellipse(lamp, isLit ? Palette.green : Palette.muted))
      if !isLit { shapes.append(.ellipse(lamp.insetBy(dx: 1.5, dy: 1.5), Palette.paper)) }
      shapes.append(
        .line(
          name, in: Rect(x: left + 14, y: middle - 8, width: width, height: 16),
          color: isLit ? Palette.ink : Palette.muted))
      left += 14 + width + 14
    }
    return shapes
  }
}

extension QAVerdict {
  /// The verdict in a word with a sign.
  fileprivate var sign: String {
    switch self {
    case .pass: "✓ pass"
    case .fail: "✗ fail"
    case .notApplicable: "– n/a"
    }
  }

  fileprivate var color: Look.Color {
    switch self {
    case .pass: Palette.green
    case .fail: Palette.red
    case .notApplicable: Palette.muted
    }
  }
}
