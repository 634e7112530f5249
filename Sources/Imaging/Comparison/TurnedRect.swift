import Glibc
package import ScrollGeometry

/// A rectangle that is turned about its middle, and how pixels that lie in it look then.
package struct TurnedRect: Hashable, Sendable {
  /// The rectangle before it is turned.
  package let rect: Rect
  private let sine: Double
  private let cosine: Double

  /// Turns a rectangle clockwise by an angle in degrees.
  package init(_ rect: Rect, by degrees: Double) {
    self.rect = rect
    let angle = degrees * .pi / 180
    (sine, cosine) = (sin(angle), cos(angle))
  }

  /// Returns where a place of the rectangle lies once it is turned.
  package func turned(_ place: Point) -> Point {
    let rest = place - rect.center
    return rect.center + Point(cosine * rest.x - sine * rest.y, sine * rest.x + cosine * rest.y)
  }

  /// Returns which place of the rectangle lies at another one once it is turned.
  package func unturned(_ place: Point) -> Point {
    let rest = place - rect.center
    return rect.center + Point(cosine * rest.x + sine * rest.y, cosine * rest.y - sine * rest.x)
  }

  /// The whole pixels that hold the turned rectangle.
  package var bounds: PixelRect { Self.bounds(of: rect, turned) }

  /// The whole pixels of the rectangle, before it is turned, that an area shows.
  package func unturnedBounds(of area: PixelRect) -> PixelRect {
    Self.bounds(of: area.rect, unturned)
  }

  private static func bounds(of rect: Rect, _ map: (Point) -> Point) -> PixelRect {
    let corners = [
      rect.origin, Point(rect.maxX, rect.minY), Point(rect.minX, rect.maxY),
      Point(rect.maxX, rect.maxY),
    ].map(map)
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    func side(_ values: [Double]) -> (from: Int, count: Int) {
      // Rounding errors of a quarter turn take no further pixel.
      let from = PixelRect.rounded((values.min() ?? 0) + tolerance - 0.5)
      let end = -PixelRect.rounded(tolerance - (values.max() ?? 0) - 0.5)
      return (from, max(1, end - from))
    }
    let (across, down) = (side(xs), side(ys))
    return PixelRect(x: across.from, y: down.from, width: across.count, height: down.count)
  }

  /// More than rounding errors, and less than anyone sees, in pixels. [C]
  private static let tolerance = 1e-6

  /// The columns of a row of pixels whose middles lie in the turned rectangle.
  package func columns(ofRow y: Int) -> Range<Int> {
    let rest = Double(y) + 0.5 - rect.center.y
    var (low, high) = (-Double.infinity, Double.infinity)
    // Across and down in the rectangle, each within half its side: linear functions of the column.
    for (slope, start, half) in [
      (cosine, sine * rest, rect.width / 2), (-sine, cosine * rest, rect.height / 2),
    ] {
      if abs(slope) < 1e-12 {
        if abs(start) > half + Self.tolerance { return 0..<0 }
        continue
      }
      let ends = [(-half - start) / slope, (half - start) / slope]
      (low, high) = (max(low, min(ends[0], ends[1])), min(high, max(ends[0], ends[1])))
    }
    guard low <= high else { return 0..<0 }
    let first = Int((rect.center.x + low - 0.5 - Self.tolerance).rounded(.up))
    let last = Int((rect.center.x + high - 0.5 + Self.tolerance).rounded(.down))
    return first..<max(first, last + 1)
  }

  /// Interpolates pixels of a row linearly; beyond the edges of what is held, the nearest ones go on.
  ///
  /// - Parameters:
  ///   - y: The row, of the turned picture.
  ///   - columns: Its columns.
  ///   - pixels: Pixels before they are turned, row by row, premultiplied.
  ///   - stride: The pixels from one row to the next.
  ///   - area: Where they lie, not empty.
  ///   - row: Receives the pixels, as many as there are columns.
  package func sample(
    row y: Int, _ columns: Range<Int>, of pixels: UnsafeBufferPointer<UInt32>, stride: Int,
    in area: PixelRect, into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    let start =
      unturned(Point(Double(columns.lowerBound) + 0.5, Double(y) + 0.5)) - area.rect.origin
      - Point(0.5, 0.5)
    let most = Point(Double(area.width - 1), Double(area.height - 1))
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
      let pixel = pixels[y * stride + x]
      return SIMD4<Float>(
        SIMD4(truncatingIfNeeded: SIMD4<UInt32>(repeating: pixel) &>> SIMD4(24, 16, 8, 0))
          as SIMD4<UInt8>)
    }
    for index in 0..<min(columns.count, row.count) {
      let x = min(max(start.x + Double(index) * cosine, 0), most.x)
      let y = min(max(start.y - Double(index) * sine, 0), most.y)
      let (left, top) = (Int(x), Int(y))
      let (right, bottom) = (min(left + 1, area.width - 1), min(top + 1, area.height - 1))
      let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
      let upper = color(left, top) + (color(right, top) - color(left, top)) * across
      let lower = color(left, bottom) + (color(right, bottom) - color(left, bottom)) * across
      let mixed = SIMD4<UInt32>(upper + (lower - upper) * down + 0.5)
      row[index] = (mixed &<< SIMD4(24, 16, 8, 0)).wrappedSum()
    }
  }
}
