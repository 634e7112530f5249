import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A rectangle that is turned` {
  @Test(arguments: 0..<60)
  func `covers the pixels whose middles lie in it`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let rect = Rect(
      x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random),
      width: .random(in: 0.5...25, using: &random), height: .random(in: 0.5...25, using: &random))
    let angles = [0.0, 90, 180, -90, 45, .random(in: -180...180, using: &random)]
    let turned = TurnedRect(rect, by: angles[seed % angles.count])
    let (bounds, seen) = (turned.bounds, PixelRect(x: -50, y: -50, width: 100, height: 100))
    for y in seen.rows {
      let columns = turned.columns(ofRow: y)
      for x in seen.columns {
        let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
        let place = turned.unturned(middle)
        let reach = max(
          abs(place.x - rect.center.x) - rect.width / 2,
          abs(place.y - rect.center.y) - rect.height / 2)
        // Middles on an edge lie on both of its sides.
        if abs(reach) > 1e-5 { #expect(columns.contains(x) == (reach < 0)) }
        if columns.contains(x) {
          #expect(bounds.columns.contains(x) && bounds.rows.contains(y))
        }
        #expect((turned.turned(place) - middle).length < 1e-9)
      }
    }
    // The place of an area before it is turned holds all of its pixels.
    let area = PixelRect(x: 3, y: -4, width: 12, height: 7)
    let before = turned.unturnedBounds(of: area)
    for y in area.rows {
      for x in area.columns {
        let place = turned.unturned(Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(before.rect.contains(place))
      }
    }
  }

  /// The turned pixels of a row, in its columns.
  private func row(
    _ y: Int, _ turned: TurnedRect, of picture: ReferencePicture
  ) -> (columns: Range<Int>, pixels: [UInt32]) {
    let columns = turned.columns(ofRow: y)
    var pixels = [UInt32](repeating: 0, count: columns.count)
    picture.pixels.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer {
        turned.sample(
          row: y, columns, of: source, stride: picture.size.width, in: PixelRect(picture.size),
          into: $0)
      }
    }
    return (columns, pixels)
  }

  @Test func `has the pixels themselves at quarters`() {
    var random = SplitMix64(seed: 1)
    let size = PixelSize(width: 14, height: 8)
    let picture = ReferencePicture(noise: size, using: &random)
    let half = TurnedRect(PixelRect(size).rect, by: 180)
    let right = TurnedRect(PixelRect(size).rect, by: 90)
    let left = TurnedRect(PixelRect(size).rect, by: -90)
    for y in 0..<size.height {
      let found = row(y, half, of: picture)
      #expect(found.columns == 0..<14)
      #expect(found.pixels == (0..<14).map { picture[13 - $0, 7 - y] })
    }
    // The middle is (7, 4): columns 3 to 10, rows -3 to 10.
    #expect(right.bounds == PixelRect(x: 3, y: -3, width: 8, height: 14))
    for y in -3..<11 {
      let (clockwise, back) = (row(y, right, of: picture), row(y, left, of: picture))
      #expect(clockwise.columns == 3..<11 && back.columns == 3..<11)
      #expect(clockwise.pixels == (3..<11).map { picture[y + 3, 10 - $0] })
      #expect(back.pixels == (3..<11).map { picture[10 - y, $0 - 3] })
    }
  }

  @Test(arguments: [7.3, -31, 120, 45])
  func `interpolates linearly, and goes on at the edges`(angle: Double) {
    let size = PixelSize(width: 31, height: 23)
    // Two slopes, which linear interpolation keeps.
    let pixels = (0..<31 * 23).map { index -> UInt32 in
      let (x, y) = (UInt32(8 * (index % 31)), UInt32(8 * (index / 31)))
      return 0xFF00_0000 | x << 16 | y << 8
    }
    let picture = ReferencePicture(size: size, pixels: pixels)
    let turned = TurnedRect(PixelRect(size).rect, by: angle)
    for y in turned.bounds.rows {
      let found = row(y, turned, of: picture)
      for (x, pixel) in zip(found.columns, found.pixels) {
        let place = turned.unturned(Point(Double(x) + 0.5, Double(y) + 0.5)) - Point(0.5, 0.5)
        let wanted = [min(max(place.x, 0), 30), min(max(place.y, 0), 22)]
        for (shift, value) in zip([UInt32(16), 8], wanted) {
          #expect(abs(Double(pixel >> shift & 0xFF) - 8 * value) <= 0.51)
        }
        #expect(pixel >> 24 == 0xFF)
      }
    }
  }
}
