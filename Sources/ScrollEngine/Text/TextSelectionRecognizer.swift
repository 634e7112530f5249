import ScrollGeometry

/// The recognizer by which taps place the caret and select words and paragraphs, and by which a pointer's drag selects text.
///
/// A finger's drag scrolls instead. Being the innermost recognizer, it makes those of enclosing views fail, so that a tap that
/// ends editing elsewhere does not end it here.
final class TextSelectionRecognizer: GestureRecognizer {
  private weak var input: (any TextEditingView)?
  private var taps = 0
  private var lastTap: (location: Point, time: Double)?
  /// What the first touch of a drag has selected.
  private var origin = 0..<0

  init(_ input: any TextEditingView) {
    self.input = input
    super.init()
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard let touch = touches.first, let input, input.allowsSelecting, numberOfTouches == 1,
      !((input as? ScrollView)?.beginsDragAtOnce ?? false)
    else { return fail() }
    count(touch)
    guard touch.type == .indirectPointer else { return }
    state = .began
    if state == .began { select(touch) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard let touch = touches.first, let input else { return }
    guard isActive else {
      if touch.maximumDistance >= TapGestureRecognizer.allowableMovement { fail() }
      return
    }
    let position = input.position(at: touch.location(in: input))
    let unit = input.content.editor.buffer.range(of: TextUnit(taps: taps), at: position)
    if unit.lowerBound < origin.lowerBound {
      input.select(from: origin.upperBound, to: unit.lowerBound)
    } else {
      input.select(from: origin.lowerBound, to: max(unit.upperBound, origin.upperBound))
    }
    state = .changed
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if isActive {
      // Outer recognizers received the touch after this one had begun.
      preventRivals()
      state = .ended
    } else if state == .possible, let touch = touches.first {
      state = .ended
      if state == .ended { select(touch) }
    }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if isActive { state = .cancelled }
    fail()
  }

  override func willBeAbandoned(wasActive: Bool) { forgetTaps() }

  private func fail() {
    if state == .possible { state = .failed }
    forgetTaps()
  }

  private func forgetTaps() {
    taps = 0
    lastTap = nil
  }

  /// Counts consecutive taps at one place.
  private func count(_ touch: Touch) {
    let isConsecutive =
      lastTap.map {
        touch.timestamp - $0.time <= TapGestureRecognizer.maximumPause
          && (touch.location(in: nil) - $0.location).length
            <= TapGestureRecognizer.allowableMovement
      } ?? false
    taps = isConsecutive ? taps + 1 : 1
    lastTap = (touch.location(in: nil), touch.timestamp)
  }

  private func select(_ touch: Touch) {
    guard let input else { return }
    input.willSelectByTouch()
    guard input.becomeFirstResponder() else { return }
    let position = input.position(at: touch.location(in: input))
    origin = input.content.editor.buffer.range(of: TextUnit(taps: taps), at: position)
    input.select(from: origin.lowerBound, to: origin.upperBound)
  }
}
