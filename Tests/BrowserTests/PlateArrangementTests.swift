import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `Plates over a picture` {
  private static let sizes = [(1280, 800), (800, 600), (640, 480)]

  private let canvas: Canvas

  init() throws {
    canvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
  }

  private func frame(_ width: Int, _ height: Int, scale: Double) -> Frame {
    var frame = Frame(
      viewport: PixelSize(width: width, height: height),
      placement: Placement(
        size: PixelSize(width: width, height: height), origin: .zero, scale: 1))
    frame.scale = scale
    return frame
  }

  private func reading(_ room: Size) -> OverlayLayer {
    let size = PixelSize(width: 4000, height: 3000)
    return ReadingLayer.layer(PixelReading(of: size, hasAlpha: false, at: nil), in: room)
  }

  private func selection(_ rect: PixelRect, in frame: Frame) -> [OverlayLayer] {
    SelectionLayer.layers(of: rect, frame.placement, in: frame.viewport, scale: frame.scale)
  }

  /// The places of the plates and of the statistics, in pixels.
  private func plates(_ frame: Frame) -> [Rect] {
    let arrangement = PlateArrangement(of: frame, around: nil, measuredBy: canvas)
    let plates = arrangement.layers.compactMap { layer in
      layer.content.plate(measuredBy: canvas).map {
        $0.offset(by: layer.displacement) * frame.scale
      }
    }
    return plates + [arrangement.hud].compactMap { $0?.rect }
  }

  private func isApart(_ plates: [Rect]) -> Bool {
    plates.indices.allSatisfy { one in
      plates.indices.allSatisfy { one == $0 || !plates[one].intersects(plates[$0]) }
    }
  }

  @Test(arguments: sizes, [1.0, 2])
  func `do not cover each other or the statistics`(_ size: (Int, Int), _ scale: Double) {
    var frame = frame(size.0, size.1, scale: scale)
    let room = frame.viewport.size / scale
    frame.hud = HUD()
    let name = PlateLayer.layer("01-photo.jpg – 1 of 40", .top, in: room)
    frame.layers = selection(PixelRect(frame.viewport), in: frame) + [reading(room), name]
    let plates = plates(frame)
    #expect(plates.count == 4)
    #expect(isApart(plates), "\(plates)")
  }

  @Test(arguments: [(320, 240), (1000, 700)], [1.0, 2])
  func `of a ruler are not over a message, which gives way`(_ size: (Int, Int), _ scale: Double) {
    let (width, height) = (Int(Double(size.0) * scale), Int(Double(size.1) * scale))
    var frame = frame(width, height, scale: scale)
    frame.message = "Drag to measure in pixels. Ctrl+C copies, Escape puts the ruler away."
    func area() -> PixelRect? {
      Overlay.all(of: frame, measuredBy: canvas).first {
        if case .message = $0.kind { true } else { false }
      }?.area
    }
    let usual = area()
    let room = frame.viewport.size / scale
    for end in [Point(0.5, 0.9), Point(0.5, 0.6), Point(0.5, 0.1), Point(0.9, 0.75)] {
      let end = Point(end.x * room.width, end.y * room.height)
      let ruler = RulerLayer.layers([Point(20, 20), end], ["525 px  −36.9°"], in: room)
      frame.layers = ruler
      let reading = ruler.last?.content.reading(measuredBy: canvas).map { $0 * scale }
      let message = area()
      #expect(reading != nil && message != nil, "\(end)")
      if let reading, let message, let usual {
        #expect(!reading.intersects(message.rect), "\(end)")
        #expect(reading.intersects(usual.rect) == (message != usual), "\(end)")
      }
    }
  }

  @Test func `and messages are over the lines of a ruler and of a selection`() throws {
    var frame = frame(1000, 700, scale: 1)
    let room = frame.viewport.size
    frame.message = "Drag to measure in pixels. Ctrl+C copies, Escape puts the ruler away."
    let name = PlateLayer.layer("01-photo.jpg", .top, in: room)
    let ruler = RulerLayer.layers([Point(20, 20), Point(500, 690)], ["824 px  −53.1°"], in: room)
    frame.layers =
      ruler + selection(PixelRect(x: 400, y: 300, width: 90, height: 390), in: frame) + [name]
    let overlays = Overlay.all(of: frame, measuredBy: canvas)
    // The line of the ruler, and four edges and corners of the selection.
    let lines = overlays.indices.filter { index in
      guard case .layer(let layer) = overlays[index].kind else { return false }
      return layer.content.plate(measuredBy: canvas) == nil && layer.area != name.area
    }
    #expect(lines == Array(0..<9))
    #expect(overlays.count == 9 + 4)
  }

  @Test(arguments: [(320, 240), (1000, 700)], [1.0, 2])
  func `of a ruler move aside for those of the pixel and the scale`(
    _ size: (Int, Int), _ scale: Double
  ) throws {
    let (width, height) = (Int(Double(size.0) * scale), Int(Double(size.1) * scale))
    var frame = frame(width, height, scale: scale)
    let room = frame.viewport.size / scale
    let micron = try #require(PixelScale(parsing: "1um"))
    let bar = ScaleBar.layer(micron, .upright, zoom: 1, in: room, above: 60)
    let others = [try #require(bar), reading(room)]
    for end in [Point(60, -20), Point(60, -70), Point(20, -100), Point(300, -10)] {
      let end = Point(end.x, room.height + end.y)
      let lines = ["55.9 µm  90.0°", "total 111.8 µm"]
      let ruler = RulerLayer.layers([Point(20, 20), end], lines, in: room)
      frame.layers = ruler + others
      let arrangement = PlateArrangement(of: frame, around: nil, measuredBy: canvas)
      #expect(isApart(plates(frame)), "\(end)")
      // The line itself stays where it is.
      #expect(arrangement.layers[0].displacement == .zero)
      #expect(Array(arrangement.layers.suffix(2)) == others)
    }
  }

  @Test func `stay where they are while nothing is in their way`() {
    var frame = frame(1280, 800, scale: 1)
    let room = Size(width: 1280, height: 800)
    frame.layers =
      selection(PixelRect(x: 400, y: 300, width: 90, height: 70), in: frame) + [reading(room)]
    let arrangement = PlateArrangement(of: frame, around: nil, measuredBy: canvas)
    #expect(arrangement.layers == frame.layers)
  }

  @Test func `include the numbers of a selection that lies beside the window`() {
    var frame = frame(640, 480, scale: 1)
    frame.layers =
      selection(PixelRect(x: 0, y: 900, width: 90, height: 70), in: frame)
      + [reading(Size(width: 640, height: 480))]
    #expect(isApart(plates(frame)))
  }

  @Test func `end above a message`() throws {
    var frame = frame(320, 240, scale: 1)
    frame.hud = HUD()
    let whole = try #require(PlateArrangement(of: frame, around: nil, measuredBy: canvas).hud)
    frame.message = "Press Delete again to move a picture with a long name to the trash."
    let overlays = Overlay.all(of: frame, measuredBy: canvas)
    let areas = overlays.map(\.area.rect)
    #expect(overlays.count == 2 && isApart(areas), "\(areas)")
    #expect(whole.rect.intersects(areas[0]) && areas[1].height > 30)
  }

  @Test(arguments: [(700, 190, 1.0), (640, 480, 2), (320, 240, 1), (400, 150, 1)])
  func `never lie over a message, which hides those without a place`(
    width: Int, height: Int, scale: Double
  ) throws {
    var frame = frame(width, height, scale: scale)
    let room = frame.viewport.size / scale
    frame.hud = HUD()
    frame.message = "The minimap appears once you zoom in."
    let reading = reading(room)
    frame.lowerPlates = room.height - reading.area.minY
    let name = PlateLayer.layer("a1.png – 1 of 3", .top, in: room)
    frame.layers = [reading, name]
    let overlays = Overlay.all(of: frame, measuredBy: canvas)
    let message = try #require(
      overlays.first { if case .message = $0.kind { true } else { false } })
    let plates = PlateArrangement(of: frame, around: message.area, measuredBy: canvas)
      .layers.compactMap { layer in
        layer.content.plate(measuredBy: canvas).map {
          $0.offset(by: layer.displacement) * scale
        }
      }
    #expect(plates.allSatisfy { !$0.intersects(message.area.rect) }, "\(plates) \(message.area)")
    #expect(height < 200 || plates.count == 2)
  }

  @Test(arguments: [(300, 150), (150, 300)])
  func `include statistics that end in the window`(width: Int, height: Int) throws {
    var frame = frame(width, height, scale: 1)
    frame.hud = HUD()
    let area = try #require(PlateArrangement(of: frame, around: nil, measuredBy: canvas).hud)
    #expect(area.maxX < width && area.maxY < height, "\(area)")
  }

  @Test func `take the place of rows of the statistics where there is no other`() throws {
    var frame = frame(340, 172, scale: 1)
    frame.hud = HUD()
    frame.layers = [reading(Size(width: 340, height: 172))]
    let plates = plates(frame)
    #expect(isApart(plates) && plates[1].height > 60, "\(plates)")
  }

  @Test func `leave the statistics some rows in a small window, whatever else lies there`() {
    var frame = frame(340, 230, scale: 1)
    let room = Size(width: 340, height: 230)
    frame.hud = HUD()
    let name = PlateLayer.layer("01-photo.jpg – 1 of 40", .top, in: room)
    let selection = selection(PixelRect(x: 0, y: 0, width: 340, height: 230), in: frame)
    for layers in [[name], selection + [reading(room), name]] {
      frame.layers = layers
      let plates = plates(frame)
      #expect(isApart(plates) && (plates.last?.height ?? 0) > 60, "\(plates)")
    }
  }

  @Test(arguments: [1.0, 2])
  func `lie below a field that is typed into`(_ scale: Double) throws {
    var frame = frame(1280, 800, scale: scale)
    frame.field = FieldPanel(label: "Go to", scale: scale).plate(in: frame.viewport)
    frame.layers = [reading(frame.viewport.size / scale)]
    let overlays = Overlay.all(of: frame, measuredBy: canvas)
    guard case .field = overlays.last?.kind else {
      Issue.record("The field is covered.")
      return
    }
  }

  @Test(arguments: [(260, 1.0), (330, 1), (640, 2)])
  func `show a long message over several lines, and the end of a name`(
    _ width: Int, _ scale: Double
  ) throws {
    var frame = frame(width, 500, scale: scale)
    frame.message =
      "very-long-name-very-long-name-very-long-name-very-long-name-.jpg was moved to the trash."
    let overlay = try #require(Overlay.all(of: frame, measuredBy: canvas).last)
    guard case .message(let lines) = overlay.kind else {
      Issue.record("There is no message.")
      return
    }
    let font = Font(size: 14 * scale)
    #expect(lines.count > 1 && lines.joined(separator: " ").hasSuffix("moved to the trash."))
    #expect(lines[0].contains("…") && lines[0].hasSuffix(".jpg"))
    let widest = lines.map { canvas.measure($0, font: font).width }.max() ?? 0
    #expect(widest < overlay.area.rect.width && overlay.area.x > 0)
  }
}
