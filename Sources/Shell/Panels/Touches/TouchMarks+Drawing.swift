import Glibc
package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry

extension TouchMarks {
  /// The diameter of the ring around a finger, in points.
  package static let ring = 22.0
  /// The distance of a pinch's dots from its middle where the fingers have not moved, in points. [C]
  private static let pinchRadius = 24.0
  /// The length of a notch's arrow, in points. [C]
  private static let notch = 16.0
  private static let halo = Color.white.withOpacity(0.7)

  /// Draws the marks as they are at a time, in seconds, on a canvas whose unit is a point of the stage's window.
  package func draw(on canvas: Canvas, at time: Double) {
    for finger in fingers { draw(finger, on: canvas, at: time) }
    for arrow in arrows { draw(arrow, on: canvas, at: time) }
    if let pinch { draw(pinch, on: canvas, at: time) }
  }

  /// The distance of what is drawn of a mark from its location, without arrows and pinches, in points. [C]
  private static let reach = ring / 2 + 3
  /// The greatest distance of an arrow's or a pinch's parts from its location, in points. [C]
  private static let maximumReach = 212.0

  /// Returns a rectangle that holds everything drawn; `nil` where nothing is.
  package func bounds(at time: Double) -> Rect? {
    guard !isEmpty(at: time) else { return nil }
    let touched = fingers.flatMap(\.trail).map { Self.square(around: $0.location, Self.reach) }
    let turned = arrows.map { Self.square(around: $0.location, Self.maximumReach) }
    let pinched = pinch.map { [Self.square(around: $0.location, Self.maximumReach)] } ?? []
    let all = touched + turned + pinched
    guard let first = all.first else { return nil }
    let x = all.reduce(first.minX) { min($0, $1.minX) }
    let y = all.reduce(first.minY) { min($0, $1.minY) }
    return Rect(
      x: x, y: y, width: all.reduce(x) { max($0, $1.maxX) } - x,
      height: all.reduce(y) { max($0, $1.maxY) } - y)
  }

  private static func square(around place: Point, _ reach: Double) -> Rect {
    Rect(x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach)
  }

  /// How much is left of a mark at a time after it has ended, from 1 to 0.
  private static func strength(since end: Double?, at time: Double) -> Double {
    guard let end else { return 1 }
    return max(0, min(1, 1 - (time - end) / fading))
  }

  private func draw(_ finger: Finger, on canvas: Canvas, at time: Double) {
    let strength = Self.strength(since: finger.end, at: time)
    guard strength > 0 else { return }
    let color = finger.recipient.color
    drawTrail(finger, color, strength, on: canvas, at: time)
    let side = Self.ring
    let ring = Rect(
      x: finger.location.x - side / 2, y: finger.location.y - side / 2, width: side, height: side)
    canvas.fill(ring, cornerRadius: side / 2, with: color.withOpacity(0.25 * strength))
    canvas.stroke(
      ring, cornerRadius: side / 2, with: Self.halo.withOpacity(strength), lineWidth: 4)
    if case .delayed(let start, let until) = finger.recipient, finger.end == nil {
      canvas.stroke(
        ring, cornerRadius: side / 2, with: color.withOpacity(0.3), lineWidth: 2)
      let left = max(0, min(1, (until - time) / (until - start)))
      canvas.strokeLine(
        through: Self.arc(around: finger.location, radius: side / 2, part: left), with: color,
        lineWidth: 2.5)
    } else {
      canvas.stroke(
        ring, cornerRadius: side / 2, with: color.withOpacity(strength), lineWidth: 2)
    }
  }

  private func drawTrail(
    _ finger: Finger, _ color: Color, _ strength: Double, on canvas: Canvas, at time: Double
  ) {
    for (from, to) in zip(finger.trail, finger.trail.dropFirst()) {
      let left = 1 - (time - to.time) / Self.trail
      guard left > 0 else { continue }
      canvas.strokeLine(
        through: [from.location, to.location],
        with: color.withOpacity(0.8 * min(1, left) * strength), lineWidth: 3)
    }
  }

  /// A part of a circle, clockwise from the top.
  private static func arc(around middle: Point, radius: Double, part: Double) -> [Point] {
    let steps = max(1, Int((part * 48).rounded(.up)))
    return (0...steps).map { step in
      let angle = 2 * Double.pi * part * Double(step) / Double(steps)
      return Point(middle.x + radius * sin(angle), middle.y - radius * cos(angle))
    }
  }

  private func draw(_ arrow: Arrow, on canvas: Canvas, at time: Double) {
    let strength = Self.strength(since: arrow.time, at: time)
    let length = arrow.movement.length
    guard strength > 0, length > 0 else { return }
    let direction = arrow.movement / length
    let reach =
      arrow.isTouchpad
      ? min(max(length, 8), 60) : Self.notch * min(max(length, 0.5), 4)
    let start = arrow.location + direction * 6
    let tip = start + direction * reach
    let side = Point(-direction.y, direction.x) * 5
    let back = tip - direction * 7
    for (color, width) in [
      (Self.halo.withOpacity(strength), 5.0),
      (Palette.violet.withOpacity(strength), 2.5),
    ] {
      canvas.strokeLine(through: [start, tip], with: color, lineWidth: width)
      canvas.strokeLine(through: [back + side, tip, back - side], with: color, lineWidth: width)
    }
  }

  private func draw(_ pinch: Pinch, on canvas: Canvas, at time: Double) {
    let strength = Self.strength(since: pinch.hasEnded ? pinch.time : nil, at: time)
    guard strength > 0 else { return }
    let reach = min(max(Self.pinchRadius * pinch.scale, 4), 200)
    let (left, right) = (pinch.location - Point(reach, 0), pinch.location + Point(reach, 0))
    canvas.strokeLine(
      through: [left, right], with: Palette.violet.withOpacity(0.5 * strength),
      lineWidth: 1.5, dashes: [3, 4])
    for dot in [left, right] {
      let rect = Rect(x: dot.x - 6, y: dot.y - 6, width: 12, height: 12)
      canvas.fill(
        rect.insetBy(dx: -2, dy: -2), cornerRadius: 8, with: Self.halo.withOpacity(strength))
      canvas.fill(rect, cornerRadius: 6, with: Palette.violet.withOpacity(strength))
    }
  }
}

extension Touch.Recipient {
  /// The color of the ring.
  package var color: Color {
    switch self {
    case .delayed: Palette.amber
    case .content: Palette.green
    case .scrollView: Palette.blue
    case .cancelled: Palette.red
    case .none: Palette.muted
    }
  }
}
