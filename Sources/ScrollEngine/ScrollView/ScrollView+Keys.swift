import Geometry

extension ScrollView {
  /// The part of a page that stays in view when a key turns it. [C]
  static let pageOverlap = 0.1

  /// A key was pressed: arrows move the content, by a page with shift, to the edge with control.
  func keyWasPressed(_ event: KeyEvent) {
    guard isScrollEnabled, let direction = Self.direction(of: event.key) else { return }
    let step: Size
    if event.modifiers.contains(.control) {
      let range = range
      step = Size(
        width: range.upper.x - range.lower.x, height: range.upper.y - range.lower.y)
    } else if isPagingEnabled {
      turnPages(by: direction)
      return
    } else if event.modifiers.contains(.shift) {
      step = bounds.size * (1 - Self.pageOverlap)
    } else {
      step = Size(width: Self.notchDistance, height: Self.notchDistance)
    }
    move(by: Point(x: direction.x * step.width, y: direction.y * step.height))
  }

  private static func direction(of key: String) -> Point? {
    switch key {
    case "Up": Point(x: 0, y: -1)
    case "Down": Point(x: 0, y: 1)
    case "Left": Point(x: -1, y: 0)
    case "Right": Point(x: 1, y: 0)
    default: nil
    }
  }
}
