import Browser
import Drawing
import Geometry
import Imaging
import TestRandom
import Testing

@Suite struct `A repaint` {
  private let viewport = PixelSize(width: 80, height: 60)
  private let bar = PixelRect(x: 70, y: 5, width: 6, height: 40)

  private func scene(
    x: Double = 0, y: Double = 0, scale: Double = 1, opacity: Double? = nil
  ) -> Scene {
    let frame = Frame(
      viewport: viewport,
      placement: Placement(
        size: PixelSize(width: 4000, height: 3000), origin: Point(x, y), scale: scale))
    let overlays = opacity.map { opacity in
      Overlay(
        .indicator(
          Indicator(frame: bar.rect, cornerRadius: 3, color: .white, opacity: opacity)),
        area: bar, scale: 1)
    }
    return Scene(frame, overlays: overlays.map { [$0] } ?? [])
  }

  private func isCoveredOnce(_ rects: [PixelRect]) -> Bool {
    rects.pixelCount == 80 * 60 && rects.disjoint.pixelCount == 80 * 60
  }

  @Test func `of the same frame is empty`() {
    #expect(Repaint(from: scene(opacity: 1), to: scene(opacity: 1)).isEmpty)
  }

  @Test func `of the first frame is everything`() {
    let repaint = Repaint(from: nil, to: scene(opacity: 1))
    #expect(repaint.motion == nil)
    #expect(repaint.content == [PixelRect(viewport)])
    #expect(isCoveredOnce(repaint.bare + repaint.covered))
  }

  @Test(arguments: [(12, 0), (-12, 0), (0, 7), (0, -7), (3, 5), (-79, 59)])
  func `of a pan draws only the strips that come in, and shows all`(dx: Int, dy: Int) {
    let repaint = Repaint(
      from: scene(x: -500, y: -400, opacity: 1),
      to: scene(x: -500 + Double(dx), y: -400 + Double(dy), opacity: 1))
    #expect(repaint.motion == .init(x: dx, y: dy))
    #expect(repaint.content.pixelCount == 80 * 60 - (80 - abs(dx)) * (60 - abs(dy)))
    #expect(isCoveredOnce(repaint.bare + repaint.covered))
    #expect(repaint.covered == [bar])
  }

  @Test func `of a change of scale, a leap or a place between pixels is everything`() {
    for other in [scene(scale: 1.01), scene(x: -80), scene(y: 60), scene(x: 0.5)] {
      let repaint = Repaint(from: scene(), to: other)
      #expect(repaint.motion == nil)
      #expect(repaint.content == [PixelRect(viewport)])
    }
  }

  @Test(arguments: [(1.0, 0.5), (1.0, nil), (nil, 1.0)] as [(Double?, Double?)])
  func `of an indicator that fades touches nothing else`(before: Double?, after: Double?) {
    let repaint = Repaint(from: scene(opacity: before), to: scene(opacity: after))
    #expect(repaint.content.isEmpty)
    #expect(repaint.bare + repaint.covered == [bar])
    #expect(repaint.covered.isEmpty == (after == nil))
  }

  @Test func `of a tile that arrives draws its area, and what lies over it again`() {
    let tile = PixelRect(x: 60, y: 20, width: 64, height: 64)
    let repaint = Repaint(from: scene(opacity: 1), to: scene(opacity: 1), stale: [tile])
    #expect(repaint.content == [PixelRect(x: 60, y: 20, width: 20, height: 40)])
    #expect(repaint.covered == [bar])
    #expect(repaint.bare.pixelCount == 20 * 40 - 6 * 25)
  }

  @Test func `of a window that lost its pixels draws none and shows all`() {
    let repaint = Repaint(from: scene(opacity: 1), to: scene(opacity: 1), isUncovered: true)
    #expect(repaint.content.isEmpty)
    #expect(isCoveredOnce(repaint.bare + repaint.covered))
  }
}

@Suite struct `A content buffer` {
  @Test func `gives every pixel of the window one place, which moves with the content`() throws {
    let viewport = PixelSize(width: 100, height: 70)
    let buffer = try ContentBuffer(viewport: viewport, maker: ImageSurfaces())
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let before = places(buffer, viewport)
      let motion = Repaint.Motion(
        x: Int.random(in: -99...99, using: &random), y: Int.random(in: -69...69, using: &random))
      buffer.move(by: motion)
      let after = places(buffer, viewport)
      #expect(Set(after).count == after.count)
      let isKept = (0..<70).allSatisfy { y in
        (0..<100).allSatisfy { x in
          let (oldX, oldY) = (x - motion.x, y - motion.y)
          guard (0..<100).contains(oldX), (0..<70).contains(oldY) else { return true }
          return before[oldY * 100 + oldX] == after[y * 100 + x]
        }
      }
      #expect(isKept)
    }
  }

  /// The place in the buffer of every pixel of the window, row by row, as a number.
  private func places(_ buffer: ContentBuffer, _ viewport: PixelSize) -> [Int] {
    var places = [Int](repeating: -1, count: viewport.width * viewport.height)
    for piece in buffer.pieces(of: PixelRect(viewport)) {
      for y in 0..<piece.area.height {
        for x in 0..<piece.area.width {
          places[(piece.area.y + y) * viewport.width + piece.area.x + x] =
            (piece.y + y) * buffer.surface.size.width + piece.x + x
        }
      }
    }
    return places
  }

  @Test func `is never in more than four pieces, and in one when it is unwound`() throws {
    let viewport = PixelSize(width: 128, height: 64)
    let buffer = try ContentBuffer(viewport: viewport, maker: ImageSurfaces())
    buffer.move(by: .init(x: 5, y: -9))
    #expect(buffer.pieces(of: PixelRect(viewport)).count == 4)
    buffer.unwind()
    #expect(buffer.pieces(of: PixelRect(viewport)).map(\.place) == [PixelRect(viewport)])
  }
}
