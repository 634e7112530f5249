import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// The text of a step and its checklist.
final class QAStepView: View, PanelView {
  var number = ""
  var step: QAPlan.Step?
  var verdict: QAVerdict?
  /// Why a verdict was refused, or why the report could not be written; `nil` for neither.
  var problem: String?
  /// What takes the place of the task and the expectation once every step has a verdict.
  var completion: (String, String)?
  /// The needs and whether each has been shown.
  var checklist: [(need: QARequirement, isLit: Bool)] = []
  /// The room for the checklist.
  var checklistFrame = Rect.zero
  /// Whether the texts have the whole width, over three lines.
  var isNarrow = false
  /// Whether the note of a failed step is asked for.
  var prompt = false

  private static let left = 12.0
  private static let textLeft = 136.0
  private static let line = 17.0
  private static let top = 4.0

  var look: Look {
    guard let step else { return Look() }
    let edge = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    let shapes = isNarrow ? narrowShapes(step) : usualShapes(step)
    return Look(shapes: [.rect(edge, radius: 0, Palette.line)] + shapes + checklistShapes)
  }

  private func usualShapes(_ step: QAPlan.Step) -> [Look.Shape] {
    let task = completion?.0 ?? step.task
    let (second, color) = secondLine(step)
    let (start, rest) = split(second, after: task)
    let (state, stateColor) = state(step)
    var shapes = [
      text(number, .strong, Palette.ink, column: Self.left, line: 0),
      text(step.id, .number, Palette.muted, column: Self.left, line: 1),
      text(state, .text, stateColor, column: Self.left, line: 2.2),
      text(task, .strong, Palette.ink, column: Self.textLeft, line: 0),
    ]
    if !start.isEmpty {
      let column = Self.textLeft + width(of: task, .strong) + Self.wordSpace
      shapes.append(text(start, .text, color, column: column, line: 0))
    }
    shapes.append(text(rest, .text, color, column: Self.textLeft, line: 1))
    return shapes
  }

  /// The step, its verdict at the right, and below them what to do and what to expect over three lines.
  private func narrowShapes(_ step: QAPlan.Step) -> [Look.Shape] {
    let room = bounds.width - 2 * Self.left
    let (state, stateColor) = state(step)
    let head = Rect(x: Self.left, y: Self.top, width: room, height: Self.line)
    let id = Self.left + width(of: number, .strong) + Self.wordSpace
    var shapes: [Look.Shape] = [
      text(number, .strong, Palette.ink, column: Self.left, line: 0),
      .line(state, in: head, x: 1, color: stateColor),
    ]
    let idWidth = head.maxX - width(of: state, .text) - Self.wordSpace - id
    shapes.append(
      .line(
        elided(step.id, .number, width: idWidth), .number,
        in: Rect(x: id, y: head.minY, width: idWidth, height: head.height), color: Palette.muted))
    let task = lines(of: completion?.0 ?? step.task, .strong, width: room, limit: 2)
    let (second, color) = secondLine(step)
    let rest = lines(of: second, .text, width: room, limit: 3 - task.count)
    for (index, line) in (task + rest).enumerated() {
      let isTask = index < task.count
      shapes.append(
        text(
          line, isTask ? .strong : .text, isTask ? Palette.ink : color, column: Self.left,
          line: Double(index + 1)))
    }
    return shapes
  }

  /// The verdict, or the devices where there is none yet.
  private func state(_ step: QAPlan.Step) -> (String, Look.Color) {
    if let verdict { return (verdict.sign, verdict.color) }
    return (step.devices.map(\.rawValue).joined(separator: ", "), Palette.muted)
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
    let right = column < Self.textLeft && !isNarrow ? Self.textLeft - 8 : bounds.width - 12
    let rect = Rect(
      x: column, y: Self.top + line * Self.line, width: right - column, height: Self.line)
    return .line(elided(text, style, width: rect.width), style, in: rect, color: color)
  }

  private static let checkSpace = 14.0

  /// The checks that there is room for, and how many are left over.
  private var checklistShapes: [Look.Shape] {
    var left = checklistFrame.minX
    var shapes: [Look.Shape] = []
    for (index, check) in checklist.enumerated() {
      let width = Self.checkSpace + width(of: check.need.label, .text)
      let next = left + width + Self.checkSpace
      let rest = checklist.count - index - 1
      let end = rest > 0 ? next + self.width(of: "+\(rest)", .text) : next - Self.checkSpace
      guard end <= checklistFrame.maxX else {
        let room = Rect(x: left, y: checklistFrame.center.y - 8, width: 0, height: 16)
        return shapes + [.line("+\(rest + 1)", in: room, color: Palette.muted)]
      }
      shapes += self.shapes(
        of: check,
        in: Rect(x: left, y: checklistFrame.minY, width: width, height: checklistFrame.height))
      left = next
    }
    return shapes
  }

  private func shapes(of check: (need: QARequirement, isLit: Bool), in room: Rect) -> [Look.Shape] {
    let disc = Rect(x: room.minX, y: room.center.y - 4.5, width: 9, height: 9)
    let dark = Look.Shape.ellipse(disc.insetBy(dx: 1.5, dy: 1.5), Palette.paper)
    let name = Rect(
      x: room.minX + Self.checkSpace, y: room.center.y - 8, width: room.width - Self.checkSpace,
      height: 16)
    return [.ellipse(disc, check.isLit ? Palette.green : Palette.muted)]
      + (check.isLit ? [] : [dark])
      + [.line(check.need.label, in: name, color: check.isLit ? Palette.ink : Palette.muted)]
  }
}

extension QAVerdict {
  /// The verdict in a word with a sign.
  fileprivate var sign: String {
    switch self {
    case .pass: "✓ pass"
    case .fail: "✗ fail"
    case .notApplicable: "– n/a"
    case .forPerson: "by eye"
    }
  }

  fileprivate var color: Look.Color {
    switch self {
    case .pass: Palette.green
    case .fail: Palette.red
    case .notApplicable, .forPerson: Palette.muted
    }
  }
}
