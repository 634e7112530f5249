import Desktop
import Drawing
import Geometry

/// The picture that window managers show for the program: a picture pulled past the edge of its frame.
enum WindowIcon {
  private static let sides = [32, 64, 128]

  /// The icon in the sizes that window managers ask for; none where it cannot be drawn.
  static func all() -> [DesktopWindow.Icon] {
    sides.compactMap { side in try? icon(side: side) }
  }

  private static func icon(side: Int) throws -> DesktopWindow.Icon {
    let size = PixelSize(width: side, height: side)
    let surface = try Surface(imageOf: size, opaque: false)
    let canvas = try Canvas(surface)
    let unit = Double(side) / 32
    canvas.concatenate(AffineTransform(scaleX: unit, y: unit))
    draw(on: canvas)
    try surface.finish()
    let pixels = (0..<side).flatMap { y in
      (0..<side).map { x in straight(surface.pixel(x: x, y: y) ?? 0) }
    }
    return DesktopWindow.Icon(size: size, pixels: pixels)
  }

  /// Draws the icon on 32 by 32 units.
  private static func draw(on canvas: Canvas) {
    let frame = Rect(x: 2, y: 2, width: 28, height: 28)
    canvas.fill(frame, cornerRadius: 7, with: Color(0x22252B))
    let picture = Rect(x: 6, y: 10, width: 20, height: 16)
    canvas.fillGradient(
      picture, from: Point(16, 10), to: Point(16, 26),
      stops: [(0, Color(0xFFB86B)), (0.55, Color(0xE8648C)), (1, Color(0x5B3FA0))])
    canvas.fillPolygon(
      [Point(6, 26), Point(12, 17), Point(16, 22), Point(20, 15), Point(26, 26)],
      with: Color(0x2A1B52))
    canvas.strokeLine(
      through: [Point(8, 6.2), Point(16, 5), Point(24, 6.2)], with: Color(0x5EA1FF), lineWidth: 1.8)
  }

  /// A premultiplied pixel as the desktop wants it, colours not multiplied by alpha.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return pixel }
    func part(_ shift: UInt32) -> UInt32 {
      min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
    }
    return alpha << 24 | part(16) | part(8) | part(0)
  }
}
