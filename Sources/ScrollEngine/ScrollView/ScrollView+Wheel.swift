import Geometry

extension ScrollView {
  /// How far a notch of the wheel or an arrow key moves the content, in points. [C]
  static let notchDistance = 60.0
  /// The part of a page that stays in view when a key turns it. [C]
  static let pageOverlap = 0.1

  /// The wheel turned: with control it zooms, else it moves the content, with shift horizontally.
  func wheelDidTurn(_ event: WheelEvent) {
    guard isScrollEnabled else { return }
    if event.modifiers.contains(.control) {
      wheelDidZoom(event)
      return
    }
    let notches =
      event.modifiers.contains(.shift)
      ? Point(x: event.notches.y, y: event.notches.x) : event.notches
    move(by: notches * Self.notchDistance)
  }

  /// A key was pressed: arrows move the content, by a page with shift, to the edge with control.
  func keyWasPressed(_ event: KeyEvent) {
    guard isScrollEnabled, let direction = Self.direction(of: event.key) else { return }
    let step: Size
    if event.modifiers.contains(.control) {
      let range = range
      step = Size(
        width: range.upper.x - range.lower.x, height: range.upper.y - range.lower.y)
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

  /// Moves the place that notches lead to, within the range, and lets the content follow.
  private func move(by displacement: Point) {
    guard !isTouched, !isZooming, !isZoomBouncing else { return }
    var target = contentOffset
    if case .animating(let animation) = activity, animation.purpose == .notch {
      target = restingOffset
    }
    guard displacement != .zero else { return }
    animate(to: pixelRounded(range.clamp(target + displacement)), purpose: .notch)
  }
}
