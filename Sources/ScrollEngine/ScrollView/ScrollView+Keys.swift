import ScrollGeometry

extension ScrollView {
  /// The fraction of a page that stays visible when a key scrolls by a page. [C]
  static let pageOverlap = 0.1

  /// Handles a key press: arrow keys scroll the content, by a page with shift, to the edge with control.
  func keyWasPressed(_ event: KeyEvent) {
    guard isScrollEnabled, allowsKeyboardScrolling, let pressed = Self.direction(of: event.key)
    else { return }
    let direction = ownDirection(of: pressed)
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

  /// Returns the direction along the nearest axis of the view for one in the window.
  private func ownDirection(of direction: Point) -> Point {
    guard let own = gestureCoordinates?.steps(direction) else { return direction }
    let isHorizontal = abs(own.x) > abs(own.y)
    return Point(
      x: isHorizontal ? (own.x < 0 ? -1 : 1) : 0, y: isHorizontal ? 0 : (own.y < 0 ? -1 : 1))
  }

  private static func direction(of key: KeyEvent.Key) -> Point? {
    switch key {
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    default: nil
    }
  }
}
