import OverscrollDesktop
import OverscrollDrawing
import ScrollGeometry
import Testing

@testable import OverscrollWindow

@Suite struct `A window's icon` {
  /// Returns the part of a pixel inside the rounded window, from 0 to 1, by samples.
  private func coverage(x: Int, y: Int, side: Int) -> Double {
    let (rect, radius) = ProgramIcon.window
    let samples = 16
    let inside = (0..<samples * samples).count { index in
      let place = Point(
        Double(x) + (Double(index % samples) + 0.5) / Double(samples),
        Double(y) + (Double(index / samples) + 0.5) / Double(samples))
      let point = place * (ProgramIcon.units / Double(side))
      let inner = rect.insetBy(dx: radius, dy: radius)
      let nearest = Point(
        min(max(point.x, inner.minX), inner.maxX), min(max(point.y, inner.minY), inner.maxY))
      return (point - nearest).length <= radius
    }
    return Double(inside) / Double(samples * samples)
  }

  @Test func `is opaque inside the rounded window, clear outside, and smooth at its edge`() {
    #expect(WindowIcon.all.map(\.size.width) == [32, 64, 128])
    for icon in WindowIcon.all {
      let side = icon.size.width
      #expect(icon.size.height == side && icon.pixels.count == side * side)
      for (index, pixel) in icon.pixels.enumerated() {
        let (x, y) = (index % side, index / side)
        let expected = coverage(x: x, y: y, side: side)
        // The distance to the edge stands for the area.
        #expect(abs(Double(pixel >> 24) / 255 - expected) < 0.1, "\(x), \(y) of \(side)")
      }
    }
  }
}
