import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollBrowser

@Suite struct `An overview` {
  private func overview(_ count: Int, size: Size = Size(width: 1280, height: 800)) -> Overview {
    let overview = Overview { FilePath("/pictures/\($0).png") }
    overview.size = size
    overview.reload(count: count, selection: count > 0 ? 0 : nil)
    return overview
  }

  private func isVisible(_ overview: Overview) -> Bool {
    guard let selection = overview.selection else { return overview.count == 0 }
    let item = IndexPath(item: selection, section: 0)
    guard let frame = overview.list.layoutAttributesForItem(at: item)?.frame else { return false }
    let bounds = overview.list.bounds
    // Offsets are whole pixels.
    return frame.minY >= bounds.minY - 1
      && frame.maxY <= max(bounds.maxY, bounds.minY + frame.height) + 1
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `keeps the selection in the album and in the window, whatever is pressed`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let overview = overview(random.index(400))
    for step in 0..<120 {
      switch random.index(8) {
      case 0:
        overview.size = Size(width: random.number(400, 2000), height: random.number(400, 1200))
      case 1: overview.zoomStep(enlarges: random.chance(0.5))
      case 2:
        let count = random.index(400)
        let selection = min(overview.selection ?? 0, count - 1)
        overview.reload(count: count, selection: count > 0 ? selection : nil)
      default: break
      }
      overview.move(random.pick(Overview.Movement.allCases), animated: false)
      #expect(overview.selection.map { (0..<overview.count).contains($0) } ?? (overview.count == 0))
      #expect(
        isVisible(overview),
        "step \(step): \(overview.selection ?? -1) in \(overview.list.bounds), \(overview.side)")
      #expect(overview.grid.gutter >= 0 && overview.grid.gutter <= OverviewGrid.gutters.upperBound)
    }
  }

  @Test func `as a strip is one row with the selection in the middle, and asks for both sides`()
    throws
  {
    let strip = Overview(.strip) { FilePath("/pictures/\($0).png") }
    strip.size = Size(width: 1280, height: Overview.stripHeight)
    strip.reload(count: 10_000, selection: 0)
    for (selection, first) in [(0, 0), (5000, 4992), (9999, 9983)] {
      strip.select(selection, animated: false)
      strip.window.layoutIfNeeded()
      let visible = strip.list.indexPathsForVisibleItems.map(\.item).sorted()
      #expect(visible.first == first && visible.contains(selection) && visible.count <= 18)
      let paths = strip.requests(at: 0).requests.map(\.path)
      #expect(paths.prefix(visible.count) == visible.map { strip.path($0) }[...])
      #expect(paths.count > visible.count && paths.count <= 3 * 18)
    }
    var opened: [Int] = []
    strip.select(0, animated: false)
    strip.didOpen = { opened.append($0) }
    // The last two are in the gap between the second and the third one.
    for (index, x) in [44 + 2 * 76.0, 44, 156, 162].enumerated() {
      for (phase, time) in [(TouchEvent.Phase.began, 1.0), (.ended, 1.05)] {
        let touch = TouchEvent(
          id: 0, phase: phase, location: Point(x, 44), timestamp: Double(index) + time)
        strip.send(.touch(touch))
      }
    }
    #expect(opened == [2, 0, 1, 2])
  }

  @Test func `as a strip that does not fill the width is in its middle`() {
    let strip = Overview(.strip) { FilePath("/pictures/\($0).png") }
    strip.size = Size(width: 5120, height: Overview.stripHeight)
    for count in [1, 2, 14, 500, 3] {
      strip.reload(count: count, selection: 0)
      strip.window.layoutIfNeeded()
      let frames = (0..<count).compactMap {
        strip.list.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame
      }
      let (first, last) = (frames.map(\.minX).min() ?? 0, frames.map(\.maxX).max() ?? 0)
      #expect(frames.count == count)
      #expect(
        count == 500 ? first == 12 : abs(first - (5120 - last)) <= 1 && first > 12, "\(count)")
    }
    strip.reload(count: 14, selection: 0)
    strip.size = Size(width: 600, height: Overview.stripHeight)
    strip.window.layoutIfNeeded()
    let first = strip.list.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame
    #expect(first?.minX == 12)
  }

  @Test func `fills its width, with gutters that are the same on both sides`() {
    let overview = overview(50)
    for width in stride(from: 60.0, through: 1400, by: 17) {
      overview.size = Size(width: width, height: 600)
      overview.window.layoutIfNeeded()
      let frames = overview.list.visibleCells.map(\.frame)
      let (first, last) = (frames.map(\.minX).min() ?? 0, frames.map(\.maxX).max() ?? 0)
      #expect(abs(first - (width - last)) < 1e-6 && (7.9...24.1).contains(first), "\(width)")
      // Not far from what was chosen, once there is room for that.
      if width > 400 { #expect((0.75...1.25).contains(overview.side / 160), "\(width)") }
    }
    overview.size = Size(width: 1280, height: 800)
    #expect(overview.columns == 7 && overview.side == 160 && overview.grid.gutter == 20)
    for _ in 1...4 { overview.zoomStep(enlarges: true) }
    #expect(overview.columns == 4 && overview.side == 310)
  }

  @Test func `moves by columns, rows and pages`() {
    let overview = overview(50)
    let columns = overview.columns
    #expect(columns == 7)
    let steps: [(Overview.Movement, Int)] = [
      (.left, 0), (.right, 1), (.down, 8), (.up, 1), (.up, 1), (.last, 49), (.right, 49),
      (.down, 49), (.up, 42), (.pageUp, 42 - 3 * 7), (.first, 0), (.pageDown, 21),
      (.pageDown, 42),
    ]
    for (movement, expected) in steps {
      overview.move(movement, animated: false)
      #expect(overview.selection == expected, "\(movement)")
    }
  }

  @Test func `has few cells and asks for visible thumbnails first, among ten thousand`() {
    let overview = overview(10_000)
    for offset in [0.0, 50_000, 120_000, 3_000] {
      overview.list.setContentOffset(Point(0, offset), animated: false)
      overview.window.layoutIfNeeded()
      let visible = overview.list.indexPathsForVisibleItems.map(\.item)
      #expect(overview.list.visibleCells.count <= 3 * 8 * 5)
      let requests = overview.requests(at: 0).requests
      #expect(requests.prefix(visible.count).map(\.path) == visible.map { overview.path($0) })
      #expect(requests.count > visible.count && requests.count <= 4 * visible.count)
    }
  }

  @Test func `drops the thumbnails not seen for the longest time beyond its budget`() throws {
    let overview = overview(500)
    overview.surfaces.byteLimit = 60 * 100 * 100 * 4
    let maker = ImageSurfaceFactory()
    let surface = try Surface(imageOf: PixelSize(width: 1280, height: 800), opaque: true)
    let square = Thumbnail(
      size: PixelSize(width: 100, height: 100),
      pixels: .init(repeating: 0xFF00_FF00, count: 10_000),
      isOpaque: true)
    for offset in stride(from: 0.0, through: 8000, by: 400) {
      overview.list.setContentOffset(Point(0, offset), animated: false)
      overview.draw(.init(), on: try Canvas(surface))
      for request in overview.requests(at: 0).requests {
        try overview.surfaces.add(square, of: request.path, side: request.side, maker: maker)
      }
      overview.draw(.init(), on: try Canvas(surface))
      let visible = overview.list.indexPathsForVisibleItems.map(\.item)
      for item in visible {
        #expect(!overview.surfaces.lacks(overview.path(item), side: overview.pixelSide))
      }
    }
    #expect(overview.surfaces.byteCount <= overview.surfaces.byteLimit + 30 * 40_000)
    #expect(!overview.needsDisplay(.init()))
  }

  @Test func `shows a thumbnail of a file that has changed until it is loaded again`() throws {
    let overview = overview(1)
    let (path, side) = (overview.path(0), overview.pixelSide)
    let surface = try Surface(imageOf: PixelSize(width: 1280, height: 800), opaque: true)
    let frame = try #require(
      overview.list.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame
    ).offset(by: overview.list.frame.origin)
    let middle = (x: Int(frame.center.x), y: Int(frame.minY + overview.side / 2))
    /// The colors left of the middle, right of it, above and below.
    func colors() throws -> [UInt32?] {
      overview.draw(.init(), on: try Canvas(surface))
      return [(-20, 0), (20, 0), (0, -20), (0, 20)].map {
        surface.pixel(x: middle.x + $0, y: middle.y + $1)?.colors
      }
    }
    func add(_ left: UInt32, _ right: UInt32) throws {
      let row = (0..<side).map { $0 < side / 2 ? left : right }
      let thumbnail = Thumbnail(
        size: PixelSize(width: side, height: side),
        pixels: (0..<side).flatMap { _ in row }, isOpaque: true)
      try overview.surfaces.add(thumbnail, of: path, side: side, maker: ImageSurfaceFactory())
    }
    try add(0xFFFF_0000, 0xFF00_FF00)
    #expect(try colors().prefix(2) == [0xFF_0000, 0x00_FF00])
    overview.surfaces.noteChange(of: path)
    #expect(overview.requests(at: 0).requests.map(\.path) == [path])
    #expect(try colors().prefix(2) == [0xFF_0000, 0x00_FF00])
    // The rotation of the picture is kept in its file.
    overview.turn = { _ in .turnedRight }
    #expect(try colors().suffix(2) == [0xFF_0000, 0x00_FF00])
    overview.turn = { _ in .upright }
    overview.surfaces.noteChange(of: path, turnedBy: .turnedRight)
    #expect(try colors().suffix(2) == [0xFF_0000, 0x00_FF00])
    try add(0xFF00_00FF, 0xFFFF_FFFF)
    #expect(overview.requests(at: 0).requests.isEmpty)
    #expect(try colors().prefix(2) == [0x00_00FF, 0xFF_FFFF])
  }

  @Test(arguments: [1.0, 2])
  func `enlarges thumbnails with their cells until larger ones are there`(
    scale: Double
  ) throws {
    let overview = overview(2)
    overview.scale = scale
    let side = overview.pixelSide
    let size = PixelSize(width: 1280, height: 800)
    let surface = try Surface(imageOf: size, opaque: true)
    // A large picture's thumbnail, and a picture that is smaller than that.
    for (item, width) in [(0, side), (1, side / 2)] {
      let thumbnail = Thumbnail(
        size: PixelSize(width: width, height: width / 2),
        pixels: .init(repeating: 0xFF00_FF00, count: width * (width / 2)), isOpaque: true)
      try overview.surfaces.add(
        thumbnail, of: overview.path(item), side: side, maker: ImageSurfaceFactory())
    }
    var widths: [[Int]] = []
    for _ in 0..<2 {
      overview.draw(.init(), on: try Canvas(surface))
      widths.append(
        try (0...1).map { item in
          let index = IndexPath(item: item, section: 0)
          let frame = try #require(overview.list.layoutAttributesForItem(at: index)?.frame)
          let y = Int((overview.list.frame.minY + frame.minY + overview.side / 2) * scale)
          let columns = Int(frame.minX * scale)..<Int(frame.maxX * scale)
          return columns.filter { surface.pixel(x: $0, y: y) == 0xFF00_FF00 }.count
        })
      overview.zoomStep(enlarges: true)
    }
    #expect(widths[0] == [side, side / 2])
    // The first and the last column are blended with the background.
    #expect(abs(widths[1][0] - side * 5 / 4) <= 3 && widths[1][1] == side / 2, "\(widths)")
  }

  @Test func `has what lies under a picture under transparent thumbnails, also of the selection`()
    throws
  {
    let overview = overview(1)
    let clear = Thumbnail(
      size: PixelSize(width: 160, height: 160), pixels: .init(repeating: 0, count: 160 * 160),
      isOpaque: false)
    let maker = ImageSurfaceFactory()
    try overview.surfaces.add(clear, of: overview.path(0), side: overview.pixelSide, maker: maker)
    let surface = try Surface(imageOf: PixelSize(width: 1280, height: 800), opaque: true)
    let cell = try #require(
      overview.list.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame
    ).offset(by: overview.list.frame.origin)
    func colors(_ beneath: Backdrop.Transparency) throws -> Set<UInt32> {
      var surroundings = Overview.Surroundings()
      surroundings.backdrop.transparency = beneath
      overview.draw(surroundings, on: try Canvas(surface))
      let columns = Int(cell.minX)..<Int(cell.minX) + 160
      return Set(
        columns.flatMap { x in
          (Int(cell.minY)..<Int(cell.minY) + 160).compactMap { surface.pixel(x: x, y: $0) }
        })
    }
    #expect(try colors(.checkerboard) == [0xFFCB_CDD2, 0xFFA9_ABB1])
    #expect(try colors(.white) == [0xFFFF_FFFF])
    #expect(try colors(.black) == [0xFF00_0000])
    // The squares are those under a picture: 8 points, the first one light.
    _ = try colors(.checkerboard)
    let (x, y) = (Int(cell.minX), Int(cell.minY))
    #expect(surface.pixel(x: x, y: y) == 0xFFCB_CDD2)
    #expect(surface.pixel(x: x + 8, y: y) == 0xFFA9_ABB1)
    #expect(surface.pixel(x: x, y: y + 8) == 0xFFA9_ABB1)
    #expect(surface.pixel(x: x + 8, y: y + 8) == 0xFFCB_CDD2)
  }

  @Test func `has thumbnails that look the same among what was opened before`() throws {
    let paths = ["clear", "damaged", "broken"].map { FilePath("/\($0)") }
    let size = PixelSize(width: 160, height: 120)
    var clear = Thumbnail(
      size: size, pixels: .init(repeating: 0, count: 160 * 120), isOpaque: false)
    let (surfaces, maker) = (ThumbnailSurfaces(), ImageSurfaceFactory())
    try surfaces.add(clear, of: paths[0], side: 160, maker: maker)
    clear.isDamaged = true
    try surfaces.add(clear, of: paths[1], side: 160, maker: maker)
    surfaces.noteFailure(of: paths[2], side: 160, reason: "The file is damaged.")
    var notice = Frame.Notice(title: "Drop pictures here")
    notice.recent = paths.map { Frame.Notice.Recent($0, name: "\($0)", isFolder: false) }
    let window = PixelSize(width: 1280, height: 800)
    let surface = try Surface(imageOf: window, opaque: true)
    let canvas = try Canvas(surface)
    let layout = NoticeLayout(notice, in: window, scale: 1, measuredBy: canvas)
    canvas.fill([PixelRect(window)], with: Color(white: 0))
    canvas.draw(notice, layout, in: Color(white: 1), scale: 1, thumbnails: surfaces)
    let colors = try paths.indices.map { index in
      let place = try #require(layout.place(of: .recent(index)))
      // Within the round corners.
      return Set(
        (Int(place.minX) + 6..<Int(place.minX) + 154).flatMap { x in
          (Int(place.minY) + 6..<Int(place.minY) + 114).compactMap { surface.pixel(x: x, y: $0) }
        })
    }
    #expect(colors[0] == [0xFFCB_CDD2, 0xFFA9_ABB1])
    #expect(colors[1].contains(0xFF80_8080) && colors[1].count > 1)
    // A plate without a sign has one color.
    #expect(colors[2].count > 1)
  }

  @Test func `makes expensive thumbnails only for a person who keeps looking`() throws {
    let overview = overview(3)
    let path = overview.path(1)
    overview.surfaces.noteExpense(of: path, side: overview.pixelSide)
    let first = overview.requests(at: 10)
    #expect(!first.requests.contains { $0.path == path })
    #expect(first.deadline == 11)
    #expect(!overview.requests(at: 10.9).requests.contains { $0.path == path })
    let due = overview.requests(at: 11).requests.filter { $0.path == path }
    #expect(due.map(\.allowsExpense) == [true])
  }

  @Test func `opens a picture by a double click, and zooms with control and the wheel`() {
    let overview = overview(20)
    var opened: [Int] = []
    overview.didOpen = { opened.append($0) }
    let place = Point(300, 100)
    for (index, phase) in [TouchEvent.Phase.began, .ended, .began, .ended].enumerated() {
      overview.send(
        .touch(phase, at: place, 1 + Double(index) * 0.05, id: -1, type: .indirectPointer))
    }
    #expect(opened == [1])
    #expect(overview.selection == 1)
    overview.send(.wheel(Point(0, -1), at: place, 2, modifiers: .control))
    #expect(overview.side == 200)
  }
}
