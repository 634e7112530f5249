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
    let notches =
      event.modifiers.contains(.shift)
      ? Point(x: event.notches.y, y: event.notches.x) : event.notches
    if isPagingEnabled {
      turnPages(by: wholeNotches(notches))
    } else {
      move(by: notches * Self.notchDistance)
    }
  }

  /// Returns the whole notches accumulated so far; high-resolution wheels report fractions of notches, which add up
  /// until the direction changes.
  private func wholeNotches(_ notches: Point) -> Point {
    func whole(_ part: Double, _ pending: inout Double) -> Double {
      if part * pending < 0 { pending = 0 }
      pending += part
      let whole = pending.rounded(.towardZero)
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
    var target = contentOffset
    if case .animating(let animation) = activity, animation.purpose == .notch {
      target = restingOffset
    }
    animate(to: pixelRounded(range.clamp(target + displacement)), purpose: .notch)
  }
}
