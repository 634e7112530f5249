import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

/// Views as they are drawn by their looks, as text; `RECORD=1 Scripts/test` writes it again.
@Suite struct `The drawing of a view` {
  private let tree = Tree()
  private static let size = PixelSize(width: 400, height: 300)
  private static let ink = Color(0x102030)
  private static let red = Color(0xC04020).withOpacity(0.5)

  private final class Stub: ScenePicture {
    private(set) var draws: [(rect: Rect, toPixels: AffineTransform)] = []

    func draw(on canvas: Canvas, in rect: Rect, toPixels: AffineTransform) {
      draws.append((rect, toPixels))
    }
  }

  /// Views, each with a look.
  private final class Tree {
    let root = View(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    private var looks: [ObjectIdentifier: Look] = [:]

    @discardableResult
    func add(_ look: Look, _ frame: Rect, to parent: View? = nil) -> View {
      let view = View(frame: frame)
      (parent ?? root).addSubview(view)
      looks[ObjectIdentifier(view)] = look
      return view
    }

    func draw(on canvas: Canvas, picture: (any ScenePicture)? = nil) {
      ViewPainter(picture: picture) { self.looks[ObjectIdentifier($0)] }.draw(root, on: canvas)
    }

    func text(letters: DrawingText.Letters = .none) throws -> String {
      try DrawingText.text(size, letters: letters, clips: letters == .none) { draw(on: $0) }
    }
  }

  // MARK: Looks

  @Test func `has fills, borders inside, clips and transforms, and nothing of what is hidden`()
    throws
  {
    let ground = tree.add(Look(fill: Self.ink), Rect(x: 10, y: 20, width: 200, height: 100))
    tree.add(
      Look(fill: Self.red, border: Look.Border(Self.ink, width: 3), cornerRadius: 10),
      Rect(x: 20, y: 30, width: 80, height: 40), to: ground)
    tree.add(
      Look(border: Look.Border(Self.red, width: 4), cornerRadius: 1),
      Rect(x: 120, y: 30, width: 40, height: 40), to: ground)
    tree.add(Look(fill: Self.red), Rect(x: 0, y: 0, width: 9, height: 9), to: ground).isHidden =
      true
    let clipping = tree.add(Look(cornerRadius: 6), Rect(x: 220, y: 20, width: 100, height: 100))
    clipping.clipsToBounds = true
    clipping.bounds.origin = Point(30, 40)
    let turned = tree.add(
      Look(fill: Self.ink), Rect(x: 50, y: 60, width: 40, height: 20), to: clipping)
    turned.transform = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 5, ty: 0)
    tree.add(Look(fill: Self.red), Rect(x: 1, y: 2, width: 3, height: 4), to: turned)
    try Golden.expect(try tree.text(), is: "Looks/views.drawing")
  }

  @Test func `has every shape`() throws {
    tree.add(
      Look(shapes: [
        .rect(Rect(x: 1, y: 2, width: 30, height: 20), radius: 4, Self.ink),
        .ellipse(Rect(x: 50, y: 0, width: 20, height: 20), Self.red),
        .polygon([Point(100, 0), Point(120, 0), Point(110, 20)], Self.ink),
        .line([Point(0, 50), Point(50, 50), Point(50, 80)], Self.red, width: 2.5),
        .line([Point(0, 90), Point(50, 90)], Self.ink, width: 1, dashes: [6, 5]),
      ]), Rect(x: 100, y: 100, width: 200, height: 100))
    try Golden.expect(try tree.text(), is: "Looks/shapes.drawing")
  }

  @Test func `has a landscape where there is no picture`() throws {
    tree.add(
      Look(cornerRadius: 8, pattern: .landscape), Rect(x: 20, y: 10, width: 200, height: 100))
    let landscape = try tree.text()
    try Golden.expect(landscape, is: "Looks/landscape.drawing")
    let other = Tree()
    other.add(
      Look(cornerRadius: 8, pattern: .picture), Rect(x: 20, y: 10, width: 200, height: 100))
    #expect(try other.text() == landscape)
  }

  @Test func `has the picture in the bounds, and its place in pixels`() throws {
    let parent = tree.add(Look(), Rect(x: 50, y: 40, width: 100, height: 100))
    parent.transform = AffineTransform(scaleX: 2, y: 2)
    let view = tree.add(
      Look(pattern: .picture), Rect(x: 10, y: 20, width: 30, height: 40), to: parent)
    view.bounds.origin = Point(7, 0)
    let stub = Stub()
    _ = try DrawingText.text(Self.size) { tree.draw(on: $0, picture: stub) }
    #expect(stub.draws.map(\.rect) == [Rect(x: 7, y: 0, width: 30, height: 40)])
    // The parent's middle stays at (100, 90), and all else doubles its distance from it.
    let origin = try #require(stub.draws.first).toPixels
    #expect(origin.apply(to: Point(7, 0)) == Point(20, 30))
    #expect(origin.apply(to: Point(8, 1)) == Point(22, 32))
  }

  @Test func `has a grid with every second line stronger, and coordinates where these cross`()
    throws
  {
    let view = tree.add(
      Look(pattern: .grid(40, Self.ink)), Rect(x: 20, y: 30, width: 130, height: 90))
    view.bounds.origin = Point(100, 200)
    try Golden.expect(try tree.text(letters: .starts), is: "Looks/grid.drawing")
  }

  @Test(arguments: [(0.0, false), (-1, false), (0.0999, false), (0.1, true), (60, true)])
  func `has no grid of more than 1000 lines`(step: Double, isDrawn: Bool) throws {
    for size in [Size(100, 10), Size(10, 100)] {
      let tree = Tree()
      tree.add(Look(pattern: .grid(step, Self.ink)), Rect(origin: .zero, size: size))
      #expect(try tree.text().contains("opacity 0.2\n") == isDrawn || step == 60)
      #expect(try tree.text().contains("opacity 0.5\n") == isDrawn)
    }
  }

  // MARK: Labels

  /// The box of a label's letters, from the top of the first line to the bottom of the last, and its baselines.
  private func box(
    _ label: Look.Label, in bounds: Rect? = nil, at point: Point = .zero
  ) throws -> (box: Rect, baselines: [Double]) {
    var extents: TextExtents?
    let runs = try DrawingText.runs(Self.size) { canvas in
      extents = canvas.measure("0", font: Font(.mono, size: label.size, isBold: label.isBold))
      if let bounds { canvas.draw(label, in: bounds) } else { canvas.draw(label, at: point) }
    }
    let (first, last) = (try #require(runs.first), try #require(runs.last))
    let line = try #require(extents)
    let (left, right) = (runs.map(\.start.x).min() ?? 0, runs.map(\.end).max() ?? 0)
    let top = first.start.y - line.ascent
    return (
      Rect(
        x: left, y: top, width: right - left, height: last.start.y + line.descent - top),
      runs.map(\.start.y)
    )
  }

  private static let bounds = Rect(x: 100, y: 50, width: 250, height: 200)

  @Test(arguments: ["Label", "Label\nwith more", "Label\n\nwith", "Label\nwith\nmore"])
  func `has a label's lines at its anchor, with its margin`(text: String) throws {
    for (x, y) in [(0.0, 0.0), (0.5, 0.5), (1, 1), (0, 1), (1, 0.5)] {
      for margin in [0.0, 8, 20] {
        let label = Look.Label(
          text, size: 20, color: Self.ink, isMono: true, anchor: Point(x, y), margin: margin)
        let (box, baselines) = try box(label, in: Self.bounds)
        let room = Self.bounds.insetBy(dx: margin, dy: margin)
        let horizontal = [
          0: box.minX - room.minX, 0.5: box.center.x - room.center.x, 1: box.maxX - room.maxX,
        ]
        let vertical = [
          0: box.minY - room.minY, 0.5: box.center.y - room.center.y, 1: box.maxY - room.maxY,
        ]
        #expect(abs(horizontal[x] ?? .nan) < 0.01 && abs(vertical[y] ?? .nan) < 0.01)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        let last = (baselines.last ?? 0) - (baselines.first ?? 0)
        #expect(abs(last - 20 * 1.4 * Double(lines - 1)) < 0.01)
      }
    }
  }

  @Test func `has a label's lines each aligned by the anchor, and none of an empty one`() throws {
    for x in [0.0, 0.5, 1] {
      let label = Look.Label(
        "ab\nabcdef", size: 20, color: Self.ink, isMono: true, anchor: Point(x, 0))
      let runs = try DrawingText.runs(Self.size) { $0.draw(label, at: Point(200, 100)) }
      for run in runs {
        #expect(abs(run.start.x + run.width * x - 200) < 0.01)
      }
    }
    #expect(
      try DrawingText.runs(Self.size) { $0.draw(Look.Label("", color: Self.ink), at: .zero) } == [])
  }

  @Test func `has a label in the middle of what is smaller than its margins`() throws {
    let small = Rect(x: 100, y: 100, width: 10, height: 10)
    for anchor in [Point(0, 0), Point(1, 1)] {
      let label = Look.Label("ab", color: Self.ink, isMono: true, anchor: anchor, margin: 30)
      let box = try box(label, in: small).box
      #expect(abs(box.minX + box.width * anchor.x - 105) < 0.01)
      #expect(abs(box.minY + box.height * anchor.y - 105) < 0.01)
    }
  }

  @Test func `has a text among its shapes with the anchor at its point`() throws {
    let label = Look.Label("ab", color: Self.ink, isMono: true, anchor: Point(1, 0.5))
    let tree = Tree()
    tree.add(
      Look(shapes: [.text(label, at: Point(30, 40))]), Rect(x: 100, y: 100, width: 9, height: 9))
    let expected = try DrawingText.runs(Self.size) { $0.draw(label, at: Point(130, 140)) }
    let runs = try DrawingText.runs(Self.size) { tree.draw(on: $0) }
    #expect(runs == expected && abs((runs.first?.end ?? 0) - 130) < 0.01)
    #expect(runs.first?.color == Color(0x102030))
  }

  // MARK: Text, indicators and indexes

  private func window(_ views: View...) -> Window {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    for view in views { window.addSubview(view) }
    return window
  }

  private func text(of window: Window, at time: Double? = nil) throws -> String {
    try DrawingText.text(Self.size, letters: .starts, clips: false) { canvas in
      var painter = ViewPainter { _ in nil }
      painter.time = time
      painter.draw(window, on: canvas)
    }
  }

  @Test func `of a text field has its letters and its caret, which blinks`() throws {
    let field = TextField(frame: Rect(x: 20, y: 30, width: 200, height: 36))
    field.font = .scene
    field.text = "typed"
    field.placeholder = "not shown"
    let window = window(field)
    let idle = try text(of: window)
    field.becomeFirstResponder()
    let focused = try text(of: window)
    try Golden.expect(idle + "\n" + focused, is: "Looks/field.drawing")
    #expect(try text(of: window, at: 0.25) == focused && text(of: window, at: 0.75) == idle)
    #expect(try text(of: window, at: 1.25) == focused)
    window.advance(to: 0.75)
    #expect(try text(of: window) == idle)
  }

  @Test func `of an empty text field has the placeholder, which may be empty`() throws {
    let field = TextField(frame: Rect(x: 20, y: 30, width: 200, height: 36))
    field.font = .scene
    #expect(try !text(of: window(field)).contains("text"))
    field.placeholder = "placeholder"
    try Golden.expect(try text(of: window(field)), is: "Looks/placeholder.drawing")
  }

  @Test func `of a text view has its selection under its lines, and a line under marked text`()
    throws
  {
    let view = TextView(frame: Rect(x: 10, y: 20, width: 120, height: 100))
    view.font = .scene
    view.text = "some words on several lines"
    let window = window(view)
    view.selectedRange = 3..<20
    let unfocused = try text(of: window)
    #expect(!unfocused.contains("opacity 0.25\n"))
    view.becomeFirstResponder()
    view.selectedRange = 3..<20
    let selected = try text(of: window)
    view.selectedRange = 5..<5
    view.setMarkedText("mark", selectedRange: 4..<4)
    let marked = try text(of: window)
    try Golden.expect(selected + "\n" + marked, is: "Looks/text-view.drawing")
  }

  @Test(arguments: ScrollView.IndicatorStyle.allCases)
  func `of a scroll view has its indicators, in the colors of their style`(
    style: ScrollView.IndicatorStyle
  ) throws {
    let view = ScrollView(frame: Rect(x: 20, y: 30, width: 200, height: 180))
    view.contentSize = Size(400, 600)
    view.indicatorStyle = style
    let window = window(view)
    view.contentOffset = Point(40, 100)
    view.flashScrollIndicators()
    for frame in 1...6 { window.advance(to: Double(frame) / 20) }
    #expect(view.verticalScrollIndicator.opacity > 0)
    try Golden.expect(try text(of: window), is: "Looks/indicators-\(style.rawValue).drawing")
  }
}
