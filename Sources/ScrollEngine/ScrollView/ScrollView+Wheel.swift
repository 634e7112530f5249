import ScrollGeometry

extension ScrollView {
  /// The distance by which a notch of the wheel or an arrow key scrolls the content, in points. [C]
  static let notchDistance = 60.0

  /// Handles the wheel: it scrolls the content, horizontally with shift, and zooms with control.
  func wheelDidTurn(_ event: WheelEvent) {
    guard isScrollEnabled else { return }
    if event.modifiers.contains(.control) {
      wheelDidZoom(event)
      return
    }
    let turned =
      event.modifiers.contains(.shift)
      ? Point(x: event.notches.y, y: event.notches.x) : event.notches
    let notches = gestureCoordinates?.steps(turned) ?? turned
    if isPagingEnabled {
      turnPages(by: wholeNotches(notches))
    } else {
      move(by: notches * Self.notchDistance)
    }
  }

  /// The fraction of a notch that sums of fractions may be off. [C]
  private static let notchTolerance = 1e-9

  /// Returns the whole notches accumulated so far; high-resolution wheels report fractions of notches, which add up
  /// until the direction changes.
  private func wholeNotches(_ notches: Point) -> Point {
    func whole(_ part: Double, _ pending: inout Double) -> Double {
      if part * pending < 0 { pending = 0 }
      pending += part
      let nearest = pending.rounded()
      let whole =
        abs(pending - nearest) < Self.notchTolerance ? nearest : pending.rounded(.towardZero)
      pending -= whole
      return whole
    }
    return Point(
      x: whole(notches.x, &pendingNotches.x), y: whole(notches.y, &pendingNotches.y))
  }

  /// Turns pages, counted from the page at which the content will rest.
  func turnPages(by count: Point) {
    endZoomBySilence()
    guard !isTouched, count != .zero else { return }
    let range = range
    let start = restingOffset
    let target = Point(
      x: page(count.x, from: start.x, length: bounds.width, range: range.horizontal),
      y: page(count.y, from: start.y, length: bounds.height, range: range.vertical))
    animate(to: target, purpose: .notch)
  }

  /// Moves the target of notches within the range and animates the content to it.
  func move(by displacement: Point) {
    endZoomBySilence()
    guard !isTouched, displacement != .zero else { return }
    let target = range.clamp(currentNotchTarget + displacement)
    animate(to: pixelRounded(target), purpose: .notch)
    notchTarget = target
  }

  /// Where the last notches lead, without rounding, while nothing else has moved the content along an axis.
  private var currentNotchTarget: Point {
    let isOnTheWay =
      if case .animating(let animation) = activity { animation.purpose == .notch } else { false }
    let rest = isOnTheWay ? restingOffset : contentOffset
    guard let notchTarget else { return rest }
    return Point(
      x: pixelRounded(notchTarget.x) == rest.x ? notchTarget.x : rest.x,
      y: pixelRounded(notchTarget.y) == rest.y ? notchTarget.y : rest.y)
  }
}
