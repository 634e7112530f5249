import OverscrollDrawing
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

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
        kind: .indicator(
          Indicator(frame: bar.rect, cornerRadius: 3, color: .white, opacity: opacity)),
        area: bar, scale: 1)
    }
    return Scene(frame: frame, overlays: overlays.map { [$0] } ?? [])
  }

  private func isCoveredOnce(_ rects: [PixelRect]) -> Bool {
    rects.pixelCount == 80 * 60 && rects.disjoint.pixelCount == 80 * 60
  }

  @Test func `of the first frame is everything`() {
    let repaint = Repaint(from: nil, to: scene(opacity: 1))
    #expect(repaint.motion == nil)
    #expect(repaint.content == [PixelRect(viewport)])
    #expect(isCoveredOnce(repaint.plain + repaint.overlaid))
  }

  @Test(arguments: [(12, 0), (-12, 0), (0, 7), (0, -7), (3, 5), (-79, 59)])
  func `of a pan draws only the strips that come in, and shows all`(dx: Int, dy: Int) {
    let repaint = Repaint(
      from: scene(x: -500, y: -400, opacity: 1),
      to: scene(x: -500 + Double(dx), y: -400 + Double(dy), opacity: 1))
    #expect(repaint.motion == .init(x: dx, y: dy))
    #expect(repaint.content.pixelCount == 80 * 60 - (80 - abs(dx)) * (60 - abs(dy)))
    #expect(isCoveredOnce(repaint.plain + repaint.overlaid))
    #expect(repaint.overlaid == [bar])
  }

  @Test(arguments: [(1.0, 0.5), (1.0, nil), (nil, 1.0)] as [(Double?, Double?)])
  func `of an indicator that fades touches nothing else`(before: Double?, after: Double?) {
    let repaint = Repaint(from: scene(opacity: before), to: scene(opacity: after))
    #expect(repaint.content.isEmpty)
    #expect(repaint.plain + repaint.overlaid == [bar])
    #expect(repaint.overlaid.isEmpty == (after == nil))
  }

  @Test func `of a tile that arrives draws its area, and what lies over it again`() {
    let tile = PixelRect(x: 60, y: 20, width: 64, height: 64)
    let repaint = Repaint(from: scene(opacity: 1), to: scene(opacity: 1), stale: [tile])
    #expect(repaint.content == [PixelRect(x: 60, y: 20, width: 20, height: 40)])
    #expect(repaint.overlaid == [bar])
    #expect(repaint.plain.pixelCount == 20 * 40 - 6 * 25)
  }

  @Test(arguments: [(12, 0), (-12, 0), (0, 7), (0, -7), (3, 5)])
  func `of a pan moves what no overlay covers within the window, and copies the rest`(
    dx: Int, dy: Int
  ) {
    let repaint = Repaint(
      from: scene(x: -500, y: -400, opacity: 1),
      to: scene(x: -500 + Double(dx), y: -400 + Double(dy), opacity: 1), scrollsWindow: true)
    let scrolled = repaint.scrolled ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    #expect(scrolled.intersection(bar).isEmpty)
    #expect(scrolled.offset(x: -dx, y: -dy).intersection(bar).isEmpty)
    #expect(scrolled.pixelsInside(PixelRect(viewport)))
    #expect(scrolled.offset(x: -dx, y: -dy).pixelsInside(PixelRect(viewport)))
    #expect(isCoveredOnce(repaint.plain + repaint.overlaid + [scrolled]))
    #expect(repaint.overlaid == [bar])
  }

  @Test func `of a pan moves nothing within a window where that is not possible or worth it`() {
    let old = scene(x: -500, y: -400)
    func repaint(_ x: Double, isExposed: Bool = false, scrollsWindow: Bool = true) -> Repaint {
      Repaint(
        from: old, to: scene(x: x, y: -400), isExposed: isExposed, scrollsWindow: scrollsWindow)
    }
    #expect(repaint(-510).scrolled == PixelRect(x: 0, y: 0, width: 70, height: 60))
    #expect(repaint(-510, isExposed: true).scrolled == nil)
    #expect(repaint(-510, scrollsWindow: false).scrolled == nil)
    #expect(repaint(-541).scrolled == nil, "less than half would stay")
    #expect(repaint(-500).scrolled == nil, "nothing moves")
  }

  @Test func `of a window that lost its pixels draws none and shows all`() {
    let repaint = Repaint(from: scene(opacity: 1), to: scene(opacity: 1), isExposed: true)
    #expect(repaint.content.isEmpty)
    #expect(isCoveredOnce(repaint.plain + repaint.overlaid))
  }
}

@Suite struct `A content buffer` {
  private let viewport = PixelSize(width: 100, height: 70)

  @Test func `keeps content at its place on the picture however it moves`() throws {
    let buffer = try ContentBuffer(viewport: viewport, maker: ImageSurfaceFactory())
    var random = SplitMix64(seed: 4)
    var origin = Repaint.Motion.none
    try draw(PixelRect(viewport), origin, in: buffer)
    for step in 0..<60 {
      let reach = step % 3 == 0 ? (99, 69) : (20, 9)
      let motion = Repaint.Motion(
        x: .random(in: -reach.0...reach.0, using: &random),
        y: .random(in: -reach.1...reach.1, using: &random))
      buffer.move(by: motion)
      origin = .init(x: origin.x + motion.x, y: origin.y + motion.y)
      let window = PixelRect(viewport)
      for area in window.subtracting(window.offset(x: motion.x, y: motion.y)) {
        try draw(area, origin, in: buffer)
      }
      #expect(shows(origin, buffer), "after step \(step)")
    }
  }

  /// The pixel of a picture's place, which no other place nearby has.
  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (y & 0xFFF) << 12 | x & 0xFFF)
  }

  /// The pixels of a part of the window whose corner lies at minus `origin` on the picture.
  private func pixels(_ area: PixelRect, _ origin: Repaint.Motion) -> [UInt32] {
    (area.y..<area.maxY).flatMap { y in
      (area.x..<area.maxX).map { pixel($0 - origin.x, y - origin.y) }
    }
  }

  private func draw(
    _ area: PixelRect, _ origin: Repaint.Motion, in buffer: ContentBuffer
  ) throws {
    for piece in buffer.pieces(of: area) {
      let part = try Surface(imageOf: piece.area.size, opaque: true)
      pixels(piece.area, origin).withUnsafeBufferPointer {
        _ = part.replacePixels(with: $0, stride: piece.area.width, size: piece.area.size)
      }
      buffer.surface.copy(PixelRect(piece.area.size), from: part, toX: piece.x, y: piece.y)
    }
  }

  private func shows(_ origin: Repaint.Motion, _ buffer: ContentBuffer) -> Bool {
    let (kept, width) = (buffer.surface.pixels(), buffer.surface.size.width)
    return buffer.pieces(of: PixelRect(viewport)).allSatisfy { piece in
      let place = piece.place
      var found: [UInt32] = []
      for y in place.y..<place.maxY {
        let row = kept[(y * width + place.x)..<(y * width + place.maxX)]
        found += row.map { $0 & 0xFF_FFFF }
      }
      return found == pixels(piece.area, origin)
    }
  }

  @Test func `is never in more than two pieces, and in one when it is unwound`() throws {
    let buffer = try ContentBuffer(
      viewport: PixelSize(width: 128, height: 64), maker: ImageSurfaceFactory())
    let window = PixelRect(buffer.viewport)
    buffer.move(by: .init(x: 5, y: -9))
    #expect(buffer.pieces(of: window).count == 2)
    buffer.unwind()
    #expect(buffer.pieces(of: window).map(\.place) == [window])
  }
}

extension PixelRect {
  /// True if no pixel lies outside of another rectangle.
  fileprivate func pixelsInside(_ other: PixelRect) -> Bool { intersection(other) == self }
}
