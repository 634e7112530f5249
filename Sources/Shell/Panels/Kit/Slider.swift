import Glibc
import OverscrollDrawing
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
  /// Whether a click and Tab give it the keyboard focus; false beside a field, which has it.
  package var takesKeys = false

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

  package override var isTabStop: Bool { takesKeys && isEnabled }

  /// The steps of Page Up and Page Down. [C]
  private static let pageSteps = 10.0

  /// The length along which the middle of the knob moves, in points.
  package var travel: Double { max(1, bounds.width - Self.knob) }

  package override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    super.touchesBegan(touches, with: event)
    guard let touch = touches.first else { return }
    if takesKeys { panelWindow?.focus(self) }
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

  package override func keyPressed(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alternate]) else { return false }
    let moved: Double
    switch key.key {
    case "Left", "Down": moved = scale.value(value, movedBy: -1)
    case "Right", "Up": moved = scale.value(value, movedBy: 1)
    case "Prior": moved = scale.value(value, movedBy: -Self.pageSteps)
    case "Next": moved = scale.value(value, movedBy: Self.pageSteps)
    case "Home": moved = scale.range.lowerBound
    case "End": moved = scale.range.upperBound
    default: return false
    }
    guard moved != value else { return true }
    value = moved
    didSlide(moved, panelWindow?.newSlide() ?? 0)
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
    let hasKeys = takesKeys && isFocused
    let rim = isTracking || isHovered || hasKeys ? palette.blue : palette.muted
    var shapes: [Look.Shape] = [
      .rect(track, radius: 2, palette.line), .rect(filled, radius: 2, palette.blue),
    ]
    if hasKeys {
      let halo = palette.blue.withOpacity(0.35)
      shapes.append(.ellipse(circle.insetBy(dx: -3, dy: -3), halo))
    }
    shapes += [.ellipse(circle, rim), .ellipse(circle.insetBy(dx: 1.5, dy: 1.5), palette.surface)]
    return Look(shapes: shapes)
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

/// The values of a slider and their places along it.
package struct SliderScale: Hashable, Sendable {
  /// The values at the ends.
  package let range: ClosedRange<Double>
  /// The distance of two values, and that of one notch of the wheel.
  package let step: Double
  /// Whether equal distances are equal ratios; only for positive ranges.
  package let isLogarithmic: Bool

  /// The part of a movement that counts while Control is held.
  package static let finePart = 0.1

  package init(_ range: ClosedRange<Double>, step: Double, isLogarithmic: Bool = false) {
    self.range = range
    self.step = step
    self.isLogarithmic = isLogarithmic && range.lowerBound > 0
  }

  /// Returns the place of a value, from 0 to 1; values beyond the ends are at the ends.
  package func position(of value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high > low else { return 0 }
    return isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
  }

  /// Returns the value at a place, rounded to steps, or to tenths of them.
  ///
  /// The ends are values of the slider even where they are no multiple of a step.
  package func value(at position: Double, isFine: Bool = false) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    if position <= 0 { return low }
    if position >= 1 { return high }
    let exact = isLogarithmic ? low * pow(high / low, position) : low + (high - low) * position
    return min(max(rounded(exact, isFine: isFine), low), high)
  }

  /// Returns the value some steps, or tenths of steps, away, within the range.
  package func value(_ value: Double, movedBy steps: Double, isFine: Bool = false) -> Double {
    let moved = value + steps * (isFine ? step * Self.finePart : step)
    return min(max(rounded(moved, isFine: isFine), range.lowerBound), range.upperBound)
  }

  /// Returns the multiple of a step, or of a tenth of one, that is nearest to a number.
  private func rounded(_ number: Double, isFine: Bool) -> Double {
    // Dividing by the inverse keeps decimal fractions such as 0.3 what their text says.
    let inverse = (1 / (isFine ? step * Self.finePart : step)).rounded()
    guard inverse >= 1 else {
      let unit = isFine ? step * Self.finePart : step
      return (number / unit).rounded() * unit
    }
    return (number * inverse).rounded() / inverse
  }
}
