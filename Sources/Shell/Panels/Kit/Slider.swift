package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

/// A slider: a drag slides, with Control by a tenth; a double click restores the default; the wheel turns it by steps.
///
/// The knob moves with the pointer from wherever the drag begins, so that a click alone changes nothing.
package final class Slider: PanelControl {
  package var value = 0.0
  package let scale: SliderScale
  /// Called when the user changes the value, with the number of the slide.
  package var didSlide: (Double, _ slide: Int) -> Void = { _, _ in }
  /// Called on a double click.
  package var didReset: () -> Void = {}

  /// The place of the knob during a drag, which may be beyond the ends.
  private var dragged: Double?
  private var slide = 0
  private var lastClick: Double?

  /// The longest pause between the clicks of a double click, in seconds. [C]
  package static let doubleClick = 0.4
  private static let knob = 12.0

  package init(_ scale: SliderScale) {
    self.scale = scale
    super.init()
  }

  package override var isTabStop: Bool { false }

  /// The length along which the middle of the knob moves, in points.
  package var travel: Double { max(1, bounds.width - Self.knob) }

  package override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    super.touchesBegan(touches, with: event)
    guard let touch = touches.first else { return }
    dragged = scale.position(of: value)
    slide = panelWindow?.newSlide() ?? 0
    if let lastClick, touch.timestamp - lastClick <= Self.doubleClick {
      self.lastClick = nil
      dragged = nil
      didReset()
    } else {
      lastClick = touch.timestamp
    }
  }

  package override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = touches.first, let start = dragged else { return }
    let isFine = panelWindow?.modifiers.contains(.control) ?? false
    let distance = touch.location(in: self).x - touch.previousLocation(in: self).x
    let place = start + distance / travel * (isFine ? SliderScale.finePart : 1)
    dragged = place
    // What moves is no click.
    if touch.maximumDistance > 3 { lastClick = nil }
    let moved = scale.value(at: place, isFine: isFine)
    guard distance != 0, moved != value else { return }
    value = moved
    didSlide(moved, slide)
  }

  package override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    dragged = nil
  }

  package override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    super.touchesCancelled(touches, with: event)
    dragged = nil
  }

  package override func wheelTurned(_ event: WheelEvent) -> Bool {
    let moved = scale.value(
      value, movedBy: -event.notches.y, isFine: event.modifiers.contains(.control))
    if moved != value {
      value = moved
      didSlide(moved, panelWindow?.slide(of: self, at: event.timestamp) ?? 0)
    }
    return true
  }

  package override var look: Look {
    let knob = Self.knob
    let middle = bounds.minX + knob / 2 + travel * scale.position(of: value)
    let track = Rect(
      x: bounds.minX, y: bounds.center.y - 2, width: bounds.width, height: 4)
    let filled = Rect(x: track.minX, y: track.minY, width: middle - track.minX, height: 4)
    let circle = Rect(
      x: middle - knob / 2, y: bounds.center.y - knob / 2, width: knob, height: knob)
    let rim = isTracking || isHovered ? Palette.blue : Palette.muted
    return Look(shapes: [
      .rect(track, radius: 2, Palette.line), .rect(filled, radius: 2, Palette.blue),
      .ellipse(circle, rim), .ellipse(circle.insetBy(dx: 1.5, dy: 1.5), Palette.surface),
    ])
  }
}

extension PanelWindow {
  /// Returns the number of a slide that has just begun; its changes are one change to people.
  func newSlide() -> Int {
    slides += 1
    wheelControl = nil
    return slides
  }

  /// Returns the number of the slide that a notch of the wheel over a control is a part of.
  func slide(of control: PanelControl, at time: Double) -> Int {
    defer { lastNotch = time }
    if wheelControl === control, time - lastNotch <= EnginePanel.wheelPause { return slides }
    let slide = newSlide()
    wheelControl = control
    return slide
  }
}
