import OverscrollLab
import ScrollEngine
import ScrollGeometry
import ScrollLists

/// The card of a scene: room for its still, title, name and behaviors, and what to expect.
final class SceneCell: CollectionViewCell, PanelView {
  static let identifier = "scene"
  var card: SceneCard?
  /// Whether Return opens the scene.
  var isCurrent = false
  var isHovered = false

  /// The smallest width of a card, in points. [C]
  static let minimumWidth = 250.0
  private static let inset = 10.0
  private static let line = 17.0
  /// The height of a still relative to its width. [C]
  private static let aspect = 0.66
  /// The height of the text: title, name, and three lines of what to expect.
  private static let textHeight = 8 + 5 * line + 4

  static func height(ofWidth width: Double) -> Double {
    stillSize(in: Size(width: width, height: 0)).height + textHeight + 2 * inset
  }

  /// The size of the still in a card, in points.
  static func stillSize(in card: Size) -> Size {
    let width = max(1, card.width - 2 * inset)
    return Size(width: width, height: (width * aspect).rounded())
  }

  /// The place of the still in a card, in points.
  static func stillFrame(in bounds: Rect) -> Rect {
    Rect(
      origin: bounds.origin + Point(inset, inset),
      size: stillSize(in: bounds.size))
  }

  var look: Look {
    guard let card else { return Look() }
    let still = Self.stillFrame(in: bounds)
    var shapes: [Look.Shape] = [
      .rect(still.insetBy(dx: -1, dy: -1), radius: 0, Palette.line),
      .rect(still, radius: 0, Palette.paper),
    ]
    let (left, width) = (still.minX, still.width)
    var top = still.maxY + 8
    func add(
      _ text: String, _ style: TextStyle, _ color: Look.Color, x: Double = 0, ends: Bool = true
    ) {
      let room = Rect(x: left, y: top, width: width, height: Self.line)
      shapes.append(.line(elided(text, style, width: width), style, in: room, x: x, color: color))
      if ends { top += Self.line }
    }
    add(card.title, .strong, Palette.ink)
    let room = width - self.width(of: card.name, .number) - 16
    add(card.name, .number, Palette.blue, ends: false)
    add(ids(card.ids, width: room), .number, Palette.muted, x: 1)
    top += 4
    for line in lines(of: card.expectation, .text, width: width, limit: 3) {
      add(line, .text, Palette.muted)
    }
    return Look(
      fill: isHighlighted || isHovered ? Palette.selected : Palette.surface,
      border: isCurrent ? Look.Border(Palette.blue, width: 2) : Look.Border(Palette.line),
      cornerRadius: 8, shapes: shapes)
  }

  /// The behaviors that there is room for, and how many are left over.
  private func ids(_ ids: [String], width: Double) -> String {
    for count in stride(from: ids.count, to: 0, by: -1) {
      let rest = ids.count - count
      let text = ids.prefix(count).joined(separator: " ") + (rest > 0 ? " +\(rest)" : "")
      if self.width(of: text, .number) <= width { return text }
    }
    return ""
  }
}
