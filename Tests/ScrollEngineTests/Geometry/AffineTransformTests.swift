import ScrollGeometry
import Testing

@Suite struct `An affine transform` {
  private static let samples = [
    AffineTransform.identity,
    AffineTransform(scaleX: 2, y: 0.5),
    AffineTransform(translationX: -3, y: 8),
    AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 5, ty: -7),
  ]

  @Test(arguments: samples)
  func `is undone by its inverse`(transform: AffineTransform) {
    let both = transform.concatenating(transform.inverted())
    for point in [Point.zero, Point(1, 2), Point(-30, 4.5)] {
      #expect((both.apply(to: point) - point).length < 1e-12)
    }
  }

  @Test(arguments: samples, samples)
  func `followed by another maps as one by one`(first: AffineTransform, second: AffineTransform) {
    let point = Point(12, -5)
    let together = first.concatenating(second).apply(to: point)
    #expect((together - second.apply(to: first.apply(to: point))).length < 1e-12)
  }

  @Test func `that is not invertible is its own inverse`() {
    let flat = AffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func `maps a rectangle to the smallest one around it`() {
    let quarter = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(
      quarter.apply(to: Rect(x: 1, y: 2, width: 3, height: 4))
        == Rect(x: -6, y: 1, width: 4, height: 3))
  }
}
