package import OverscrollDrawing
package import OverscrollLab
package import ScrollGeometry

extension Font {
  init(_ label: Look.Label) {
    self.init(label.isMono ? .mono : .sans, size: label.size, isBold: label.isBold)
  }
}

extension Canvas {
  /// The distance of two lines of a label, as a multiple of the em size. [C]
  package static let lineSpacing = 1.4

  /// Draws a label's lines at its anchor in `bounds`, each aligned by the anchor's `x`.
  package func draw(_ label: Look.Label, in bounds: Rect) {
    let width = max(0, bounds.width - 2 * label.margin)
    let height = max(0, bounds.height - 2 * label.margin)
    let place = Point(width * (label.anchor.x - 0.5), height * (label.anchor.y - 0.5))
    draw(label, at: bounds.center + place)
  }

  /// Draws a label's lines with the anchor at a point.
  func draw(_ label: Look.Label, at anchor: Point) {
    guard !label.text.isEmpty else { return }
    let font = Font(label)
    let lines = label.text.split(separator: "\n", omittingEmptySubsequences: false)
    let extents = measure("0", font: font)
    let spacing = label.size * Self.lineSpacing
    let height = spacing * Double(lines.count - 1) + extents.height
    var baseline = anchor.y - height * label.anchor.y + extents.ascent
    for line in lines {
      let width = measure(String(line), font: font).width
      draw(
        String(line), at: Point(anchor.x - width * label.anchor.x, baseline), font: font,
        color: Color(label.color))
      baseline += spacing
    }
  }

  /// Draws a shape.
  func draw(_ shape: Look.Shape) {
    switch shape {
    case .rect(let rect, let radius, let color):
      fill(rect, cornerRadius: radius, with: Color(color))
    case .ellipse(let rect, let color):
      // An oval of another shape than a circle is not needed.
      fill(rect, cornerRadius: min(rect.width, rect.height) / 2, with: Color(color))
    case .polygon(let points, let color): fillPolygon(points, with: Color(color))
    case .line(let points, let color, let width, let dashes):
      strokeLine(through: points, with: Color(color), lineWidth: width, dashes: dashes)
    case .text(let label, let point): draw(label, at: point)
    }
  }

  /// Draws lines at multiples of `step`, every second one stronger and with its coordinates.
  func drawGrid(in bounds: Rect, step: Double, color: Color) {
    guard step > 0, bounds.width / step <= 1000, bounds.height / step <= 1000 else { return }
    let columns = Int(bounds.width / step)
    let rows = Int(bounds.height / step)
    for column in 0...columns {
      let x = bounds.minX + Double(column) * step
      let faint = color.withOpacity(column.isMultiple(of: 2) ? 0.5 : 0.2)
      fill(Rect(x: x, y: bounds.minY, width: 1, height: bounds.height), with: faint)
    }
    for row in 0...rows {
      let y = bounds.minY + Double(row) * step
      let faint = color.withOpacity(row.isMultiple(of: 2) ? 0.5 : 0.2)
      fill(Rect(x: bounds.minX, y: y, width: bounds.width, height: 1), with: faint)
    }
    for row in stride(from: 0, through: rows, by: 2) {
      for column in stride(from: 0, through: columns, by: 2) {
        let (x, y) = (Double(column) * step, Double(row) * step)
        draw(
          "\(Int(x)), \(Int(y))", at: Point(bounds.minX + x + 5, bounds.minY + y + 14),
          font: Font(.mono, size: Palette.small), color: color)
      }
    }
  }

  /// Draws a landscape: a sky, a sun, three ranges of hills.
  func drawLandscape(in bounds: Rect) {
    let (width, height) = (bounds.width, bounds.height)
    fill(bounds, from: Color(0x8EC5F2), to: Color(0xFCE9CF))
    let radius = min(width, height) * 0.09
    let sun = Point(bounds.minX + width * 0.3, bounds.minY + height * 0.26)
    fill(
      Rect(x: sun.x - radius, y: sun.y - radius, width: 2 * radius, height: 2 * radius),
      cornerRadius: radius, with: Color(0xFFF6DA))
    let ranges: [(UInt32, Double, Double, Double)] = [
      (0x9DB4CF, 0.55, 0.10, 2.1), (0x6E93A8, 0.66, 0.08, 3.3), (0x3F7467, 0.78, 0.06, 4.7),
      (0x2A5548, 0.90, 0.04, 6.1),
    ]
    for (color, base, swing, waves) in ranges {
      var points = [Point(bounds.minX, bounds.maxY)]
      for step in 0...64 {
        let part = Double(step) / 64
        let wave = Self.wave(part * waves + base * 3) * 0.7 + Self.wave(part * waves * 2.3) * 0.3
        points.append(
          Point(bounds.minX + width * part, bounds.minY + height * (base - swing * wave)))
      }
      points.append(Point(bounds.maxX, bounds.maxY))
      fillPolygon(points, with: Color(color))
    }
  }

  /// A smooth wave of period 1 between −1 and 1, made of parabolas.
  private static func wave(_ phase: Double) -> Double {
    let part = phase - phase.rounded(.down)
    let half = part < 0.5 ? part * 2 : part * 2 - 1
    let hump = 4 * half * (1 - half)
    return part < 0.5 ? hump : -hump
  }
}
