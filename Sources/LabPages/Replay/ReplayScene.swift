import OverscrollBrowser
import OverscrollDrawing
import ScrollGeometry

/// Everything that a replay shows in its viewport at one moment, as a value.
struct ReplayScene: Hashable {
  /// The frame of side A.
  var main: Frame
  /// The frame of side B.
  var other: Frame?
  var sides = SideView.a
  /// Where a reference has the content, in pixels of the viewport; `nil` without one.
  var reference: Placement?

  /// The parts of the sides that are seen; no pixel belongs to two of them.
  var parts: [Painter.Part] {
    guard case .wipe(let part) = sides, let other else { return [Painter.Part(main)] }
    let viewport = PixelRect(main.viewport)
    let column = Int((Double(viewport.width) * min(max(part, 0), 1)).rounded())
    var (left, right) = (viewport, viewport)
    left.width = column
    right.x = column
    right.width = viewport.width - column
    return [Painter.Part(main, in: left), Painter.Part(other, in: right)]
  }

  /// The outlines over the content.
  var outlines: [Outline] {
    var outlines: [Outline] = []
    if sides == .ghost, let other {
      outlines.append(Outline(placement: other.placement, over: main, color: Outline.otherSide))
    }
    if let reference {
      outlines.append(Outline(placement: reference, over: main, color: Outline.reference))
    }
    return outlines
  }
}

/// Where content lies that is not drawn: its edges and a cross, as dashed lines.
///
/// The cross marks the point of the content that the drawn frame has in the middle of the viewport. All measures are in pixels of the
/// viewport.
struct Outline: Hashable {
  /// The edges of the content.
  let edges: Rect
  /// The place of the cross.
  let cross: Point
  /// The middle of the viewport.
  let middle: Point
  let viewport: Rect
  let color: Color

  /// The colors of side B, and of a reference. [C]
  static let otherSide = Color(0xE69F00)
  static let reference = DarkTheme.text
}

extension Outline {
  init(placement: Placement, over frame: Frame, color: Color) {
    viewport = PixelRect(frame.viewport).rect
    middle = viewport.center
    let pixel = (middle - frame.placement.origin) / frame.placement.scale
    cross = placement.origin + pixel * placement.scale
    edges = Rect(origin: placement.origin, size: placement.size.size * placement.scale)
    self.color = color
  }

  /// The parts of the edges that are in sight, as lines from end to end.
  private var lines: [[Point]] {
    let (left, right) = (max(edges.minX, viewport.minX), min(edges.maxX, viewport.maxX))
    let (top, bottom) = (max(edges.minY, viewport.minY), min(edges.maxY, viewport.maxY))
    guard left < right, top < bottom else { return [] }
    let columns = [edges.minX, edges.maxX].filter { (viewport.minX...viewport.maxX).contains($0) }
    let rows = [edges.minY, edges.maxY].filter { (viewport.minY...viewport.maxY).contains($0) }
    return columns.map { [Point($0, top), Point($0, bottom)] }
      + rows.map { [Point(left, $0), Point(right, $0)] }
  }

  /// Draws the lines, whose widths and dashes are in points.
  func draw(on canvas: Canvas, scale: Double) {
    let arm = 12 * scale
    for line in lines { stroke(line, dashes: [7, 5], on: canvas, scale) }
    stroke([cross - Point(arm, 0), cross + Point(arm, 0)], dashes: [3, 3], on: canvas, scale)
    stroke([cross - Point(0, arm), cross + Point(0, arm)], dashes: [3, 3], on: canvas, scale)
    let short = arm / 3
    stroke([middle - Point(short, 0), middle + Point(short, 0)], on: canvas, scale)
    stroke([middle - Point(0, short), middle + Point(0, short)], on: canvas, scale)
  }

  /// Strokes a line on a darker one, to be seen on any picture.
  private func stroke(
    _ points: [Point], dashes: [Double] = [], on canvas: Canvas, _ scale: Double
  ) {
    canvas.strokeLine(
      through: points, with: Color(white: 0, alpha: 0.55), lineWidth: 3.5 * scale)
    canvas.strokeLine(
      through: points, with: color, lineWidth: 1.5 * scale, dashes: dashes.map { $0 * scale })
  }
}
