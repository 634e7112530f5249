import OverscrollDesktop
import OverscrollDrawing
import ScrollGeometry

/// The icon of the program's windows.
enum WindowIcon {
  private static let sides = [32, 64, 128]

  /// The icon in several sizes; empty where it cannot be drawn.
  static let all = sides.compactMap { side in try? icon(side: side) }

  private static func icon(side: Int) throws -> DesktopWindow.Icon {
    let size = PixelSize(width: side, height: side)
    let surface = try Surface(imageOf: size, opaque: true)
    let canvas = try Canvas(surface)
    let scale = Double(side) / ProgramIcon.units
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    ProgramIcon.draw(on: canvas)
    try surface.flush()
    let pixels = (0..<side * side).map { index in
      let (x, y) = (index % side, index / side)
      let middle = Point(Double(x) + 0.5, Double(y) + 0.5) / scale
      let alpha = UInt32((coverage(of: middle, pixel: 1 / scale) * 255).rounded())
      return (surface.pixel(x: x, y: y) ?? 0) & 0xFF_FFFF | alpha << 24
    }
    return DesktopWindow.Icon(size: size, pixels: pixels)
  }

  /// Returns the coverage of a pixel by the rounded window, from 0 to 1.
  private static func coverage(of point: Point, pixel: Double) -> Double {
    let half = ProgramIcon.window.rect.width / 2 - ProgramIcon.window.radius
    let middle = ProgramIcon.window.rect.center
    let corner = Point(
      max(abs(point.x - middle.x) - half, 0), max(abs(point.y - middle.y) - half, 0))
    return min(max((ProgramIcon.window.radius - corner.length) / pixel + 0.5, 0), 1)
  }
}
