package import ScrollGeometry

/// The program's icon, the same drawing as Resources/overscroll.svg.
package enum ProgramIcon {
  /// The side of the drawing, in its units.
  package static let units = 128.0
  /// The visible part of the drawing, and its corner radius.
  package static let window = (rect: Rect(x: 8, y: 8, width: 112, height: 112), radius: 24.0)

  /// Draws the visible part into a square, with its rounded corners.
  package static func draw(in place: Rect, on canvas: Canvas) {
    let scale = place.width / window.rect.width
    canvas.saved {
      canvas.clip(to: place, cornerRadius: window.radius * scale)
      canvas.concatenate(AffineTransform(translationX: place.minX, y: place.minY))
      canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
      canvas.concatenate(AffineTransform(translationX: -window.rect.minX, y: -window.rect.minY))
      draw(on: canvas)
    }
  }

  /// Draws all of it, in its units.
  package static func draw(on canvas: Canvas) {
    canvas.fill(Rect(x: 0, y: 0, width: units, height: units), with: Color(0x1A1D3E))
    let edge = curve(from: Point(0, 24), bending: Point(64, 80), to: Point(128, 24))
    canvas.fillPolygon(edge + [Point(128, 128), Point(0, 128)], with: Color(0x5A4299))
    // The gradient of the sky, in 64 bands.
    for band in 0..<64 {
      let top = 24 + 104 * Double(band) / 64
      let cut = edge.map { Point($0.x, max($0.y, top)) }
      canvas.fillPolygon(cut + [Point(128, 128), Point(0, 128)], with: sky(Double(band) / 63))
    }
    canvas.fill(
      Rect(x: 73, y: 65, width: 30, height: 30), cornerRadius: 15, with: Color(0xFFF3CF))
    canvas.fillPolygon(
      points(-6, 124, 38, 70, 70, 108, 86, 94, 134, 132, -6, 132), with: Color(0x453A86))
    canvas.fillPolygon(
      points(38, 70, 23, 88.5, 32, 93, 39, 87, 47, 93, 53.5, 88.5), with: Color(0xFFDCC4))
    canvas.fillPolygon(
      points(-6, 130, 34, 110, 72, 124, 104, 108, 136, 130), with: Color(0x272558))
    canvas.strokeLine(
      through: curve(from: Point(-4, 20.5), bending: Point(64, 80), to: Point(132, 20.5)),
      with: Color(0xFFE9C2), lineWidth: 9)
  }

  /// Returns the color of the sky from the top (0) to the bottom (1).
  private static func sky(_ place: Double) -> Color {
    let stops = [Color(0x5A4299), Color(0xDD668A), Color(0xFFB86B)]
    let index = min(Int(place * 2), 1)
    let part = place * 2 - Double(index)
    let (one, other) = (stops[index], stops[index + 1])
    return Color(
      red: one.red + (other.red - one.red) * part,
      green: one.green + (other.green - one.green) * part,
      blue: one.blue + (other.blue - one.blue) * part)
  }

  /// Returns a quadratic Bézier curve as a polyline.
  private static func curve(from start: Point, bending control: Point, to end: Point) -> [Point] {
    (0...48).map { step in
      let t = Double(step) / 48
      return start * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + end * (t * t)
    }
  }

  private static func points(_ numbers: Double...) -> [Point] {
    stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }
}
