import OverscrollDrawing
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
  /// Whether the texts have the whole width.
  var isNarrow = false
  /// Whether the pointer is over the bar, which then names the step as plans and reports do.
  var isHovered = false
  /// What a note is asked for; `nil` where none is.
  var prompt: String?
  /// The checks of the step, and what they measure.
  var checks: [QACheck.Outcome] = []
  /// The room for the checks.
  var checksFrame = Rect.zero

  private static let left = 12.0
  private static let textLeft = 136.0
  private static let line = 17.0
  private static let top = 4.0

  var look: Look {
    guard let step else { return Look() }
    let edge = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    let shapes = isNarrow ? narrowShapes(step) : usualShapes(step)
    return Look(
      shapes: [.rect(edge, radius: 0, Palette.line)] + shapes + checksShapes + checklistShapes)
  }

  private func usualShapes(_ step: QAPlan.Step) -> [Look.Shape] {
    let (state, stateColor) = state(step)
    return [
      text(number, .strong, Palette.ink, column: Self.left, line: 0),
      text(isHovered ? step.id : "", .number, Palette.muted, column: Self.left, line: 1),
      text(state, .text, stateColor, column: Self.left, line: 2.2),
    ] + textShapes(step, column: Self.textLeft, line: 0)
  }

  /// The step, its verdict at the right, and below them what to do and what to expect.
  private func narrowShapes(_ step: QAPlan.Step) -> [Look.Shape] {
    let room = bounds.width - 2 * Self.left
    let (state, stateColor) = state(step)
    let head = Rect(x: Self.left, y: Self.top, width: room, height: Self.line)
    let id = Self.left + width(of: number, .strong) + Self.wordSpace
    let idWidth = head.maxX - width(of: state, .text) - Self.wordSpace - id
    let name = isHovered ? elided(step.id, .number, width: idWidth) : ""
    return [
      text(number, .strong, Palette.ink, column: Self.left, line: 0),
      .line(state, in: head, x: 1, color: stateColor),
      .line(
        name, .number, in: Rect(x: id, y: head.minY, width: idWidth, height: head.height),
        color: Palette.muted),
    ] + textShapes(step, column: Self.left, line: 1)
  }

  /// What to do and what to expect, over the lines above the checklist.
  private func textShapes(_ step: QAPlan.Step, column: Double, line first: Int) -> [Look.Shape] {
    let bottom =
      Self.checklistTop(inHeight: bounds.height, isNarrow: isNarrow)
      - (checks.isEmpty ? 0 : Self.checksHeight)
    let limit = max(1, Int((bottom + 1 - Self.top) / Self.line) - first)
    let room = bounds.width - 12 - column
    let task = sentences(of: completion?.0 ?? step.task, .strong, width: room, limit: limit)
    let (second, color) = secondLine(step)
    let free = room - width(of: task.last ?? "", .strong) - Self.wordSpace
    let (start, rest) = split(second, behind: free, width: room, limit: limit - task.count)
    var shapes = task.enumerated().map { index, text in
      self.text(text, .strong, Palette.ink, column: column, line: Double(first + index))
    }
    if !start.isEmpty {
      shapes.append(
        text(
          start, .text, color, column: column + room - free,
          line: Double(first + task.count - 1)))
    }
    return shapes
      + rest.enumerated().map { index, text in
        self.text(text, .text, color, column: column, line: Double(first + task.count + index))
      }
  }
  /// The verdict, or the devices where there is none yet.
  private func state(_ step: QAPlan.Step) -> (String, Color) {
    if let verdict { return (verdict.sign, verdict.color) }
    return (step.devices.map(\.rawValue).joined(separator: ", "), Palette.muted)
  }

  private func secondLine(_ step: QAPlan.Step) -> (String, Color) {
    if let problem { return (problem, Palette.red) }
    if let prompt { return (prompt, Palette.red) }
    if let completion { return (completion.1, Palette.muted) }
    return (step.expectation, Palette.muted)
  }

  /// Breaks a text into lines of its own, or where those are too many, with a beginning in what is free behind the task; sentences at
  /// the end that have no room are left out.
  private func split(
    _ text: String, behind free: Double, width: Double, limit: Int
  ) -> (start: String, rest: [String]) {
    var text = text
    while true {
      let own = lines(of: text, .text, width: width, limit: .max)
      if own.count <= limit { return ("", own) }
      var words = text.split(separator: " ")[...]
      var start = ""
      while let word = words.first {
        let longer = start.isEmpty ? String(word) : start + " " + word
        guard self.width(of: longer, .text) <= free else { break }
        start = longer
        words.removeFirst()
      }
      let rest = words.joined(separator: " ")
      let below = lines(of: rest, .text, width: width, limit: .max)
      if below.count <= limit { return (start, below) }
      let shorter = text.withoutLastSentence
      // A single sentence is shortened rather than left out.
      if shorter.isEmpty {
        return (start, limit > 0 ? lines(of: rest, .text, width: width, limit: limit) : [])
      }
      text = shorter
    }
  }

  private static let wordSpace = 8.0

  /// The top of the checklist: on the line of the buttons, or above it in a narrow bar.
  static func checklistTop(inHeight height: Double, isNarrow: Bool) -> Double {
    height - (isNarrow ? 49 : 25)
  }

  private func text(
    _ text: String, _ style: TextStyle, _ color: Color, column: Double, line: Double
  ) -> Look.Shape {
    let right = column < Self.textLeft && !isNarrow ? Self.textLeft - 8 : bounds.width - 12
    let rect = Rect(
      x: column, y: Self.top + line * Self.line, width: right - column, height: Self.line)
    return .line(elided(text, style, width: rect.width), style, in: rect, color: color)
  }

  private static let checkSpace = 14.0
  /// The height of the line of checks above the checklist.
  static let checksHeight = 20.0

  /// The checks that there is room for, those that fail first, and how many are left over.
  private var checksShapes: [Look.Shape] {
    let ordered = checks.filter { $0.holds == false } + checks.filter { $0.holds != false }
    let center = checksFrame.center.y
    var left = checksFrame.minX
    var shapes: [Look.Shape] = []
    for (index, check) in ordered.enumerated() {
      let rest = ordered.count - index - 1
      let more = rest > 0 ? Self.checkSpace + width(of: "+\(rest)", .text) : 0
      let room = checksFrame.maxX - left - more
      let text = index == 0 ? elided(check.text, .text, width: room) : check.text
      let wide = width(of: text, .text)
      guard wide <= room else {
        let rest = Rect(x: left, y: center - 8, width: 0, height: 16)
        return shapes
          + [.line("+\(ordered.count - index)", in: rest, color: color(of: check))]
      }
      shapes.append(
        .line(
          text, in: Rect(x: left, y: center - 8, width: wide, height: 16), color: color(of: check)))
      left += wide + Self.checkSpace
    }
    return shapes
  }

  private func color(of check: QACheck.Outcome) -> Color {
    switch check.holds {
    case true?: Palette.ink
    case false?: Palette.red
    case nil: Palette.muted
    }
  }

  /// The checks that there is room for, and how many are left over.
  private var checklistShapes: [Look.Shape] {
    var left = checklistFrame.minX
    var shapes: [Look.Shape] = []
    let titles = checklist.map(\.need.title)
    let whole = titles.reduce(-Self.checkSpace) {
      $0 + width(of: $1, .text) + 2 * Self.checkSpace
    }
    let isWhole = whole <= checklistFrame.width
    for (index, check) in checklist.enumerated() {
      let name = isWhole ? titles[index] : check.need.label
      let width = Self.checkSpace + width(of: name, .text)
      let next = left + width + Self.checkSpace
      let rest = checklist.count - index - 1
      let end = rest > 0 ? next + self.width(of: "+\(rest)", .text) : next - Self.checkSpace
      guard end <= checklistFrame.maxX else {
        let room = Rect(x: left, y: checklistFrame.center.y - 8, width: 0, height: 16)
        return shapes + [.line("+\(rest + 1)", in: room, color: Palette.muted)]
      }
      shapes += self.shapes(
        of: name, isLit: check.isLit,
        in: Rect(x: left, y: checklistFrame.minY, width: width, height: checklistFrame.height))
      left = next
    }
    return shapes
  }

  private func shapes(of text: String, isLit: Bool, in room: Rect) -> [Look.Shape] {
    let disc = Rect(x: room.minX, y: room.center.y - 4.5, width: 9, height: 9)
    let dark = Look.Shape.ellipse(disc.insetBy(dx: 1.5, dy: 1.5), Palette.paper)
    let name = Rect(
      x: room.minX + Self.checkSpace, y: room.center.y - 8, width: room.width - Self.checkSpace,
      height: 16)
    return [.ellipse(disc, isLit ? Palette.green : Palette.muted)]
      + (isLit ? [] : [dark]) + [.line(text, in: name, color: isLit ? Palette.ink : Palette.muted)]
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

  fileprivate var color: Color {
    switch self {
    case .pass: Palette.green
    case .fail: Palette.red
    case .notApplicable, .forPerson: Palette.muted
    }
  }
}
