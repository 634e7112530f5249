import OverscrollDrawing
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `Pixel rectangles` {
  private func random(_ random: inout SplitMix64) -> PixelRect {
    PixelRect(
      x: .random(in: -3...9, using: &random), y: .random(in: -3...9, using: &random),
      width: .random(in: -1...8, using: &random), height: .random(in: -1...8, using: &random))
  }

  /// The pixels, as places; one that is in two rectangles is there twice.
  private func pixels(_ rects: [PixelRect]) -> [Int] {
    rects.flatMap { rect in
      (rect.y..<max(rect.y, rect.maxY)).flatMap { y in
        (rect.x..<max(rect.x, rect.maxX)).map { y * 1000 + $0 }
      }
    }.sorted()
  }

  @Test func `lose exactly what is subtracted`() {
    var generator = SplitMix64(seed: 21)
    for _ in 0..<500 {
      let (whole, hole) = (random(&generator), random(&generator))
      let rest = whole.subtracting(hole)
      let expected = Set(pixels([whole])).subtracting(pixels([hole]))
      #expect(pixels(rest) == expected.sorted(), "\(whole) without \(hole)")
      #expect(rest.allSatisfy { !$0.isEmpty } && rest.count <= 4)
      #expect(rest.pixelCount == expected.count)
    }
  }

  @Test func `become disjoint with the same pixels`() {
    var generator = SplitMix64(seed: 22)
    for _ in 0..<100 {
      let rects = (0..<6).map { _ in random(&generator) }
      let holes = (0..<3).map { _ in random(&generator) }
      let all = Set(pixels(rects))
      #expect(pixels(rects.disjoint) == all.sorted())
      #expect(
        Set(pixels(rects.subtracting(holes))) == all.subtracting(pixels(holes)))
    }
  }
}

@Suite struct `What is to be repainted` {
  private let viewport = PixelSize(width: 80, height: 60)

  private func scene(_ change: (inout Frame) -> Void = { _ in }) -> Scene {
    var frame = Frame(
      viewport: viewport,
      placement: Placement(
        size: PixelSize(width: 4000, height: 3000), origin: Point(-100, -100), scale: 1))
    change(&frame)
    return Scene(frame: frame, overlays: [])
  }

  private func repaint(_ change: (inout Frame) -> Void) -> Repaint {
    Repaint(from: scene(), to: scene(change))
  }

  @Test func `is nothing, unless some part of it is`() {
    let rect = PixelRect(x: 1, y: 2, width: 3, height: 4)
    var repaint = Repaint(from: scene(), to: scene())
    #expect(repaint.isEmpty && repaint.motion == Repaint.Motion.none)
    for part in [\Repaint.content, \.plain, \.overlaid] {
      repaint[keyPath: part] = [rect]
      #expect(!repaint.isEmpty)
      repaint[keyPath: part] = []
      #expect(repaint.isEmpty)
    }
  }

  @Test func `is all of it when anything but the place changes`() {
    let changes: [(inout Frame) -> Void] = [
      { $0.placement.scale = 1.5 }, { $0.placement.size.width = 5000 },
      { $0.viewport.height = 61 }, { $0.filter = .linear }, { $0.scale = 2 },
    ]
    for change in changes {
      #expect(repaint(change).motion == nil)
      #expect(
        repaint { frame in
          change(&frame)
          frame.placement.origin.x += 1
        }.motion == nil)
    }
  }

  @Test(arguments: [(79, 0), (-79, 0), (0, 59), (0, -59), (80, 0), (-80, 0), (0, 60), (0, -60)])
  func `is what comes in, up to a motion by less than the window`(x: Int, y: Int) {
    let repaint = repaint { $0.placement.origin += Point(Double(x), Double(y)) }
    let isNear = abs(x) < 80 && abs(y) < 60
    #expect(repaint.motion == (isNear ? .init(x: x, y: y) : nil))
  }

  @Test func `is all of it when either place is between pixels, unless it is the same`() {
    let between = scene { $0.placement.origin = Point(-100.5, -100) }
    #expect(Repaint(from: between, to: scene()).motion == nil)
    #expect(Repaint(from: scene(), to: between).motion == nil)
    #expect(Repaint(from: between, to: between).isEmpty)
  }

  @Test func `is cut off at the window where it is stale or covered beyond`() {
    let stale = PixelRect(x: -5, y: -5, width: 10, height: 10)
    let repaint = Repaint(from: scene(), to: scene(), stale: [stale, stale])
    #expect(repaint.content == [PixelRect(x: 0, y: 0, width: 5, height: 5)])
    #expect(repaint.plain == repaint.content && repaint.overlaid.isEmpty)
    #expect(Repaint.Motion.none.x == 0 && Repaint.Motion.none.y == 0)
  }

  @Test func `are overlays where they were and where they are`() {
    func overlaid(_ x: Int) -> Scene {
      var scene = scene()
      scene.overlays = [
        Overlay(
          kind: .message(["moves"]), area: PixelRect(x: x, y: 0, width: 10, height: 5), scale: 1),
        Overlay(
          kind: .message(["stays"]), area: PixelRect(x: 0, y: 50, width: 9, height: 5), scale: 1),
      ]
      return scene
    }
    let repaint = Repaint(from: overlaid(0), to: overlaid(20))
    #expect(repaint.content.isEmpty)
    #expect(repaint.plain == [PixelRect(x: 0, y: 0, width: 10, height: 5)])
    #expect(repaint.overlaid == [PixelRect(x: 20, y: 0, width: 10, height: 5)])
  }
}

@Suite struct `The size of a content buffer` {
  @Test(
    arguments: [
      (100, 70, 384, 128), (64, 64, 320, 64), (65, 65, 384, 128), (1, 1, 320, 64),
      (32_600, 3, 32_767, 64),
    ])
  func `is the window's with room sideways, in steps of 64`(
    width: Int, height: Int, surfaceWidth: Int, surfaceHeight: Int
  ) throws {
    let buffer = try ContentBuffer(
      viewport: PixelSize(width: width, height: height), maker: ImageSurfaceFactory())
    #expect(buffer.surface.size == PixelSize(width: surfaceWidth, height: surfaceHeight))
    #expect(buffer.surface.isOpaque)
    #expect(buffer.pieces(of: PixelRect(x: 0, y: 0, width: 0, height: 5)).isEmpty)
    #expect(buffer.pieces(of: PixelRect(x: 0, y: 0, width: 5, height: 0)).isEmpty)
  }

  @Test(arguments: [1, -1])
  func `lets content move sideways without a copy until the room is used up`(way: Int) throws {
    let viewport = PixelSize(width: 128, height: 64)
    let buffer = try ContentBuffer(viewport: viewport, maker: ImageSurfaceFactory())
    func place() -> Int? { buffer.pieces(of: PixelRect(viewport)).first?.x }
    #expect(place() == 0)
    // The first motion to the right finds no room, and goes to the far end.
    buffer.move(by: .init(x: 1, y: 0))
    #expect(place() == 256)
    buffer.move(by: .init(x: 56, y: 0))
    #expect(place() == 200)
    buffer.move(by: .init(x: way * (way > 0 ? 200 : 56), y: 0))
    #expect(place() == (way > 0 ? 0 : 256))
    buffer.move(by: .init(x: way, y: 0))
    #expect(place() == (way > 0 ? 256 : 0))
  }

  @Test(arguments: [5, -5])
  func `without room still keeps what moves`(way: Int) throws {
    let viewport = PixelSize(width: Surface.maximumSide, height: 3)
    let buffer = try ContentBuffer(viewport: viewport, maker: ImageSurfaceFactory())
    let canvas = try Canvas(buffer.surface)
    canvas.clear(.black)
    canvas.fill([PixelRect(x: 100, y: 0, width: 1, height: 64)], with: .white)
    buffer.move(by: .init(x: way, y: 0))
    #expect(buffer.pieces(of: PixelRect(viewport)).map(\.x) == [0])
    #expect(buffer.surface.pixel(x: 100 + way, y: 1)?.colors == 0xFFFFFF)
    #expect(buffer.surface.pixel(x: 100, y: 1)?.colors == 0)
  }
}
