import OverscrollBrowser
import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Overlays` {
  private static let viewport = PixelSize(width: 1200, height: 900)
  private static let scales = [0.1, 1, 1.5, 2, 10]

  /// A frame's drawing, and what it is to be: the background, then `overlay` within its area.
  private func expect(
    _ frame: Frame, in area: (Canvas) -> PixelRect, _ overlay: @escaping (Canvas, Rect) -> Void
  ) throws {
    let expected = try VectorDrawing(frame.viewport) { canvas in
      let area = area(canvas)
      canvas.fill([PixelRect(frame.viewport)], with: VectorDrawing.background)
      canvas.saved {
        canvas.clip(to: [area])
        overlay(canvas, area.rect)
      }
    }
    #expect(try VectorDrawing(frame) == expected)
  }

  @Test func `are empty unless there is something to show`() throws {
    let placement = Frame.empty(Self.viewport).placement
    let frame = Frame(viewport: Self.viewport, placement: placement)
    #expect(frame.scale == 1 && frame.filter == .auto && frame.hud == nil)
    let expected = try VectorDrawing(Self.viewport) {
      $0.fill([PixelRect(Self.viewport)], with: VectorDrawing.background)
    }
    #expect(try VectorDrawing(frame) == expected)
  }

  @Test(arguments: scales)
  func `include a bar 3 points high and as wide as the window during loading`(
    scale: Double
  ) throws {
    let heights = [0.1: 1, 1: 3, 1.5: 5, 2: 6, 10: 30]
    let area = PixelRect(x: 0, y: 0, width: 1200, height: try #require(heights[scale]))
    let parts: [(Frame.Progress, Double?)] = [
      (.unknown, nil), (.part(0), 0), (.part(0.25), 300), (.part(1), 1200), (.part(1.5), 1200),
      (.part(-0.5), 0),
    ]
    for (progress, width) in parts {
      var frame = Frame.empty(Self.viewport, scale: scale)
      frame.progress = progress
      try expect(frame, in: { _ in area }) { canvas, bar in
        canvas.fill(bar, with: Color(white: 1, alpha: 0.12))
        guard let width else { return }
        canvas.fill(
          Rect(x: 0, y: 0, width: width, height: bar.height), with: Color(0x5EA1FF))
      }
    }
  }

  @Test func `include a message that lies above plates at the lower edge`() throws {
    for scale in [1.0, 2] {
      var frame = Frame.empty(Self.viewport, scale: scale)
      frame.message = "A sentence."
      frame.lowerPlates = 40
      let rig = try CompositorRig(
        FakePicture(size: PixelSize(width: 10, height: 10)), Self.viewport)
      let area = try #require(rig.show(frame).repaint.overlaid.first)
      #expect(Double(area.maxY) < 900 - 40 * scale && Double(area.maxY) > 900 - 60 * scale)
    }
  }

  @Test(arguments: [0.1, 1, 1.5, 2], ["A sentence."])
  func `include a message in the middle near the lower edge`(
    scale: Double, message: String
  ) throws {
    var frame = Frame.empty(Self.viewport, scale: scale)
    frame.message = message
    let font = Font(size: 14 * scale)
    let padding = 0.8 * 14 * scale
    let area = { (canvas: Canvas) in
      let extents = canvas.measure(message, font: font)
      // Half a padding above and below the letters, one at either end; as much beyond as far as the window goes.
      let width = min(extents.width, 1200 - 4 * padding)
      return PixelRect(
        rounding: Rect(
          x: (600 - width / 2 - padding).rounded(),
          y: (900 - extents.height - 4 * padding).rounded(),
          width: (width + 2 * padding).rounded(), height: (extents.height + padding).rounded()))
    }
    try expect(frame, in: area) { canvas, plate in
      canvas.fill(plate, cornerRadius: padding / 2, with: Color(white: 0.08, alpha: 0.86))
      canvas.stroke(
        plate.insetBy(dx: 0.5, dy: 0.5), cornerRadius: max(padding / 2 - 0.5, 0),
        with: Color(white: 1, alpha: 0.12), lineWidth: 1)
      canvas.saved {
        canvas.clip(to: plate)
        let ascent = canvas.measure(message, font: font).ascent
        canvas.draw(
          message, at: Point(plate.minX + padding, plate.minY + padding / 2 + ascent),
          font: font, color: Color(white: 1, alpha: 0.95))
      }
    }
  }

  @Test func `include indicators with their borders, on all pixels they touch`() throws {
    let indicator = Indicator(
      frame: Rect(x: 100.3, y: 200.6, width: 50.2, height: 3), cornerRadius: 1.5, color: .black,
      borderColor: .white, borderWidth: 1)
    var frame = Frame.empty(Self.viewport)
    frame.indicators = [indicator]
    let area = PixelRect(x: 99, y: 199, width: 53, height: 6)
    try expect(frame, in: { _ in area }) { canvas, _ in canvas.draw(indicator) }
  }

  @Test func `are ordered: indicators, progress bar, message, HUD`() throws {
    var frame = Frame.empty(Self.viewport)
    // Beyond the HUD, however large its font is.
    frame.indicators = [
      Indicator(
        frame: Rect(x: 900, y: 500, width: 50, height: 3), cornerRadius: 1.5, color: .black)
    ]
    frame.progress = .unknown
    frame.message = "A sentence."
    frame.hud = HUD()
    let rig = try CompositorRig(FakePicture(size: PixelSize(width: 10, height: 10)), Self.viewport)
    let overlaid = try rig.show(frame).repaint.overlaid
    #expect(overlaid.count == 4)
    #expect(overlaid[0] == PixelRect(x: 900, y: 500, width: 50, height: 3))
    #expect(overlaid[1] == PixelRect(x: 0, y: 0, width: 1200, height: 3))
    #expect(overlaid[2].y > 800)
    #expect(overlaid[3].x == 12 && overlaid[3].y == 12)
  }

  @Test func `are no message under a field`() throws {
    for viewport in [Self.viewport, PixelSize(width: 300, height: 120)] {
      var frame = Frame.empty(viewport)
      frame.message = "A sentence."
      frame.field = FieldPanel(label: "Open", text: "/a", scale: 1).plate(in: viewport)
      let rig = try CompositorRig(FakePicture(size: PixelSize(width: 10, height: 10)), viewport)
      let overlaid = try rig.show(frame).repaint.overlaid
      #expect(overlaid.count == 2)
      #expect(overlaid[0].intersection(overlaid[1]).isEmpty)
    }
  }

  @Test func `are a page in the place of a picture, over nothing but the background`() throws {
    var frame = Frame.empty(Self.viewport)
    frame.placement = Placement(
      size: PixelSize(width: 100, height: 100), origin: Point(20, 20), scale: 1)
    let rig = try CompositorRig(
      FakePicture(size: PixelSize(width: 100, height: 100)), Self.viewport)
    try rig.show(frame)
    frame.notice = Frame.Notice(title: "a.png", message: "It cannot be read.", hint: "Try again.")
    let repaint = try rig.show(frame).repaint
    #expect(repaint.motion == nil && repaint.overlaid == [PixelRect(Self.viewport)])
    #expect(rig.window.pixel(x: 60, y: 60) == 0xFF1E_1F22)
    let middle = (400..<800).flatMap { x in
      (380..<520).compactMap { rig.window.pixel(x: x, y: $0) }
    }
    #expect(middle.contains { $0 & 0xFF > 0x80 })
    frame.notice = nil
    #expect(try rig.show(frame).repaint.motion == nil)
  }

  @Test func `are left out where they lie outside of the window`() throws {
    var frame = Frame.empty(Self.viewport)
    frame.indicators = [-4.0, 1200].map {
      Indicator(frame: Rect(x: $0, y: 0, width: 4, height: 50), cornerRadius: 1, color: .black)
    }
    let rig = try CompositorRig(FakePicture(size: PixelSize(width: 10, height: 10)), Self.viewport)
    #expect(try rig.show(frame).repaint.overlaid.isEmpty)
  }
}
