import OverscrollTestSupport
import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollBrowser

@Suite struct `The mouse over an overview` {
  private let overview = Overview { FilePath("/pictures/\($0).png") }
  private let opened = Numbers()

  private final class Numbers {
    var values: [Int] = []
    var drags = 0
  }

  init() {
    overview.size = Size(width: 1280, height: 800)
    overview.reload(count: 50, selection: 0)
    overview.didOpen = { [opened] in opened.values.append($0) }
    overview.didDrag = { [opened] in opened.drags += 1 }
  }

  /// The middle of the cell of an item, in points of the window.
  private func place(_ item: Int) -> Point {
    let frame = overview.list.layoutAttributesForItem(at: IndexPath(item: item, section: 0))?.frame
    return (frame?.center ?? .zero) - overview.list.bounds.origin + overview.list.frame.origin
  }

  private func send(_ phase: TouchEvent.Phase, at point: Point, _ time: Double) {
    overview.send(.touch(phase, at: point, time, id: -1, type: .indirectPointer))
  }

  private func click(_ item: Int, _ modifiers: Modifiers = [], at time: Double) {
    overview.modifiers = modifiers
    send(.began, at: place(item), time)
    send(.ended, at: place(item), time + 0.05)
  }

  @Test func `selects by clicks, with Control one more and with Shift a range`() {
    click(3, at: 1)
    #expect(overview.selected == [3] && overview.selection == 3)
    click(5, .control, at: 3)
    #expect(overview.selected == [3, 5])
    click(8, .shift, at: 5)
    #expect(overview.selected == [5, 6, 7, 8])
    click(10, [.control, .shift], at: 7)
    click(12, .control, at: 9)
    #expect(overview.selected == [5, 6, 7, 8, 9, 10, 12])
    click(12, .control, at: 11)
    #expect(overview.selected == [5, 6, 7, 8, 9, 10] && overview.selection == 5)
    // A click on one of several selects it alone once the button is released.
    overview.modifiers = []
    send(.began, at: place(7), 13)
    #expect(overview.selected.count == 6)
    send(.ended, at: place(7), 13.1)
    #expect(overview.selected == [7] && opened.values.isEmpty)
    click(7, at: 13.2)
    #expect(opened.values == [7])
    #expect(!overview.dropOthers())
    overview.selectAll()
    #expect(overview.selected == Array(0..<50))
    #expect(overview.dropOthers() && overview.selected == [7])
  }

  @Test func `is still held where the album changes, unless another picture is under it`() {
    var header = OverviewHeader()
    header.sort = "Name"
    overview.header = header
    var chosen: [OverviewHeader.Part] = []
    overview.didChoose = { chosen.append($0) }
    guard let reverse = overview.place(of: .reverse)?.center else {
      Issue.record("no button")
      return
    }
    send(.began, at: reverse, 1)
    overview.reload(count: 49, selection: 0)
    send(.ended, at: reverse, 1.1)
    #expect(chosen == [.reverse])
    click(3, at: 3)
    send(.began, at: place(3), 3.1)
    overview.reload(count: 48, selection: 3)
    send(.ended, at: place(3), 3.15)
    #expect(opened.values == [3])
    send(.began, at: place(4), 5)
    overview.reload(count: 4, selection: 3)
    send(.ended, at: place(3), 5.1)
    #expect(overview.selected == [3])
    send(.began, at: Point(place(1).x - 90, place(1).y), 7)
    overview.reload(count: 6, selection: nil)
    send(.moved, at: place(2), 7.1)
    #expect(overview.selected == [1, 2])
  }

  @Test func `and a finger differ: a tap opens`() {
    for (phase, time) in [(TouchEvent.Phase.began, 1.0), (.ended, 1.05)] {
      overview.send(.touch(phase, at: place(4), time))
    }
    overview.advance(to: 2)
    #expect(opened.values == [4] && overview.selected == [4])
  }

  @Test func `selects what a rectangle from a gutter touches, with Control besides the rest`() {
    let corner = Point(place(1).x - 90, place(1).y)
    send(.began, at: corner, 1)
    #expect(overview.selected.isEmpty && overview.band != nil)
    send(.moved, at: place(9), 1.1)
    #expect(overview.selected == [1, 2, 8, 9])
    send(.moved, at: place(2), 1.2)
    send(.ended, at: place(2), 1.3)
    #expect(overview.selected == [1, 2] && overview.band == nil)
    overview.modifiers = .control
    send(.began, at: Point(place(5).x - 90, place(5).y), 2)
    send(.moved, at: place(5), 2.1)
    #expect(overview.selected == [1, 2, 5])
    send(.cancelled, at: place(5), 2.2)
    #expect(overview.selected == [1, 2])
    // A click on nothing deselects, and keys go on from where they were.
    overview.modifiers = []
    send(.began, at: corner, 3)
    send(.ended, at: corner, 3.1)
    #expect(overview.selected.isEmpty && overview.selection == nil)
    overview.move(.right, animated: false)
    #expect(overview.selected == [1])
  }

  @Test func `scrolls with a rectangle that reaches beyond the list`() {
    send(.began, at: Point(place(1).x - 90, place(1).y), 1)
    send(.moved, at: Point(300, 850), 1.1)
    #expect(overview.needsAdvance)
    for frame in 0..<600 { overview.advance(to: 1.2 + Double(frame) / 60) }
    #expect(!overview.needsAdvance)
    #expect(overview.list.contentOffset.y > overview.list.maximumContentOffset.y - 1.5)
    #expect(overview.selected.contains(1) && overview.selected.contains(43))
  }

  @Test func `selects what lies in a rectangle after the list has scrolled below it`() {
    send(.began, at: Point(place(1).x - 90, place(1).y), 1)
    send(.moved, at: place(9), 1.1)
    #expect(overview.selected == [1, 2, 8, 9])
    let end = place(9)
    overview.send(.wheel(Point(0, 20), at: end, 1.2))
    for frame in 0..<600 { overview.advance(to: 1.2 + Double(frame) / 60) }
    #expect(overview.list.contentOffset.y > 100)
    let band = overview.band ?? .zero
    let inside = (0..<50).filter { item in
      let path = IndexPath(item: item, section: 0)
      let frame = overview.list.layoutAttributesForItem(at: path)?.frame
      return frame.map { $0.intersects(band) } ?? false
    }
    #expect(overview.selected == inside && inside.count > 4)
    // Nothing is left to follow once a key has ended it.
    #expect(overview.endBand(restores: false) && overview.band == nil)
    send(.moved, at: place(20), 12)
    send(.ended, at: place(20), 12.1)
    #expect(overview.selected == inside && !overview.endBand(restores: true))
  }

  @Test func `selects what was selected before where a rectangle is given up`() {
    click(12, at: 1)
    overview.modifiers = .control
    send(.began, at: Point(place(1).x - 90, place(1).y), 3)
    send(.moved, at: place(9), 3.1)
    #expect(overview.selected == [1, 2, 8, 9, 12])
    #expect(overview.endBand(restores: true) && overview.selected == [12])
    send(.moved, at: place(10), 3.2)
    send(.ended, at: place(10), 3.3)
    #expect(overview.selected == [12] && overview.band == nil)
  }

  @Test func `drags all that is selected, or what it was pressed on`() {
    click(3, at: 1)
    click(5, .control, at: 3)
    overview.modifiers = []
    send(.began, at: place(5), 5)
    send(.moved, at: place(5) + Point(3, 0), 5.1)
    #expect(opened.drags == 0)
    send(.moved, at: place(5) + Point(9, 0), 5.2)
    send(.moved, at: place(5) + Point(30, 0), 5.3)
    send(.ended, at: place(5) + Point(30, 0), 5.4)
    #expect(opened.drags == 1 && overview.selected == [3, 5])
    send(.began, at: place(8), 7)
    send(.moved, at: place(8) + Point(9, 0), 7.1)
    #expect(opened.drags == 2 && overview.selected == [8])
  }

  @Test func `extends the selection with the arrows while Shift is held`() {
    overview.move(.right, animated: false)
    overview.move(.right, extends: true, animated: false)
    overview.move(.down, extends: true, animated: false)
    #expect(overview.selected == Array(1...9) && overview.selection == 9)
    overview.move(.up, extends: true, animated: false)
    overview.move(.left, extends: true, animated: false)
    #expect(overview.selected == [1])
    overview.move(.left, extends: true, animated: false)
    #expect(overview.selected == [0, 1])
  }
}

@Suite struct `A cell of an overview` {
  private let overview = Overview { FilePath("/pictures/\($0).png") }
  private let surface: Surface

  init() throws {
    overview.size = Size(width: 400, height: 300)
    overview.reload(count: 2, selection: nil)
    surface = try Surface(imageOf: PixelSize(width: 400, height: 300), opaque: true)
  }

  private func add(
    _ item: Int, width: Int, height: Int, isDamaged: Bool = false
  ) throws {
    var pixels = [UInt32](repeating: 0xFF00_8000, count: width * height)
    if isDamaged { for index in (width * height / 2)..<(width * height) { pixels[index] = 0 } }
    var thumbnail = Thumbnail(
      size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: !isDamaged)
    thumbnail.isDamaged = isDamaged
    try overview.surfaces.add(
      thumbnail, of: overview.path(item), side: overview.pixelSide, maker: ImageSurfaceFactory())
  }

  private func draw(_ background: Backdrop.Background = .dark) throws {
    var surroundings = Overview.Surroundings()
    surroundings.backdrop.background = background
    overview.draw(surroundings, on: try Canvas(surface))
  }

  private func color(_ x: Double, _ y: Double) -> UInt32 {
    (surface.pixel(x: Int(x), y: Int(y)) ?? 0) & 0xFF_FFFF
  }

  /// The square of an item, in points of the window.
  private func square(_ item: Int) -> Rect {
    let frame = overview.list.layoutAttributesForItem(at: IndexPath(item: item, section: 0))?.frame
    var rect = (frame ?? .zero).offset(by: overview.list.frame.origin)
    rect.size.height = rect.width
    return rect
  }

  @Test
  func `has a ring around its picture where it is selected, and its mark in the picture's corner`()
    throws
  {
    // Half as high as its square.
    let side = overview.pixelSide
    try add(0, width: side, height: side / 2)
    overview.isMarked = { $0 == 0 }
    overview.select(0, animated: false)
    try draw()
    let square = square(0)
    let top = square.center.y - Double(side / 4)
    #expect(
      color(square.center.x, top - 2) == Theme.overview.colors(on: Theme.background).accent.rgb)
    #expect(color(square.minX - 2, square.center.y) == DarkTheme.accent.rgb)
    #expect(color(square.center.x, top - 6) == Theme.background.rgb)
    #expect(color(square.maxX - 13, top + 13) == Theme.overview.mark.rgb)
    overview.reload(count: 2, selection: nil)
    try draw()
    #expect(color(square.center.x, top - 2) == Theme.background.rgb)
  }

  @Test func `is lighter under the pointer`() throws {
    try add(0, width: overview.pixelSide, height: overview.pixelSide)
    let square = square(0)
    overview.pointerMoved(to: square.center)
    #expect(overview.needsDisplay(.init()))
    try draw()
    // Six hundredths of the way to white.
    #expect(color(square.center.x, square.center.y) == 0x0F870F)
    overview.pointerMoved(to: nil)
    try draw()
    #expect(color(square.center.x, square.center.y) == 0x008000)
  }

  @Test func `is gray with a warning where rows of its picture are missing`() throws {
    try add(0, width: overview.pixelSide, height: overview.pixelSide, isDamaged: true)
    try draw()
    let square = square(0)
    #expect(color(square.center.x, square.minY + 10) == 0x008000)
    #expect(color(square.center.x, square.maxY - 10) == Theme.overview.damaged.rgb)
    #expect(color(square.minX + 10, square.maxY - 7) == DarkTheme.alert.rgb)
  }

  @Test func `has an edge on a light background, where the picture may be as light`() throws {
    let side = overview.pixelSide
    try overview.surfaces.add(
      Thumbnail(
        size: PixelSize(width: side, height: side),
        pixels: [UInt32](repeating: 0xFFFF_FFFF, count: side * side), isOpaque: true),
      of: overview.path(0), side: side, maker: ImageSurfaceFactory())
    let center = square(0).center
    let left = Double(PixelRect(rounding: square(0)).x)
    try draw(.white)
    #expect(color(center.x, center.y) == 0xFFFFFF)
    #expect(color(left - 1, center.y) < 0xE0E0E0)
    #expect(color(left - 2, center.y) == 0xFFFFFF)
    try draw(.dark)
    #expect(color(left - 1, center.y) == color(left - 2, center.y))
  }

  @Test func `has a search whose field is as light as the header while one types`() throws {
    var header = OverviewHeader()
    header.isTyping = true
    overview.header = header
    let place = header.field(in: 400)
    var surroundings = Overview.Surroundings()
    surroundings.field = FieldPanel(label: "", scale: 1, at: place)
      .plate(in: PixelSize(width: 400, height: 300))
    for (name, background) in Backdrop.Background.named {
      surroundings.backdrop.background = background
      overview.draw(surroundings, on: try Canvas(surface))
      let shown = Color(color(place.maxX - 20, place.center.y))
      #expect(Backdrop.Background(shown).isDark == background.isDark, "\(name)")
    }
  }

  @Test func `has a search whose text stays in its place while one types`() throws {
    // Where it is narrow the search is a button.
    let size = PixelSize(width: 1280, height: 300)
    let surface = try Surface(imageOf: size, opaque: true)
    overview.size = Size(width: 1280, height: 300)
    for query in ["", "beach"] {
      var header = OverviewHeader()
      header.query = query
      let place = header.field(in: 1280)
      var found: [(place: Point, font: Font)] = []
      var carets: [Rect] = []
      for isTyping in [false, true] {
        header.isTyping = isTyping
        overview.header = header
        var surroundings = Overview.Surroundings()
        if isTyping {
          let panel = FieldPanel(
            label: "", text: query, selection: query.count..<query.count, scale: 1, at: place)
          surroundings.field = panel.plate(in: size)
        }
        let first = query.isEmpty ? SearchQuery.hint : query
        let canvas = try Canvas(surface) {
          switch $0 {
          // What is typed is drawn letter by letter, and a hint may be cut at its end.
          case .text(let text, let place, let font, _)
          where text.hasPrefix(first.prefix(4)) || isTyping && text == first.prefix(1):
            found.append((place, font))
          case .fill(let rects, _):
            carets += rects.filter { isTyping && $0.width < 4 && place.contains($0.center) }
          default: break
          }
        }
        overview.draw(surroundings, on: canvas)
      }
      try #require(found.count == 2, "\(query): \(found)")
      #expect(found[0].place.x == found[1].place.x, "\(found)")
      #expect(found.first?.font.size == found.last?.font.size)
      #expect(abs(found[0].place.y - found[1].place.y) <= 1, "\(found)")
      if query.isEmpty { #expect(carets.map(\.minX) == [found[1].place.x], "\(carets)") }
    }
  }

  @Test func `says under the pointer why its picture cannot be shown`() throws {
    overview.surfaces.noteFailure(
      of: overview.path(0), side: overview.pixelSide, reason: "The file is empty.")
    var texts: [[String]] = []
    for pointer in [nil, square(0).center] {
      overview.pointerMoved(to: pointer)
      var text: [String] = []
      let canvas = try Canvas(surface) {
        if case .text(let line, _, _, _) = $0 { text.append(line) }
      }
      overview.draw(.init(), on: canvas)
      texts.append(text)
    }
    #expect(!texts[0].joined(separator: " ").contains("empty"))
    #expect(texts[1].joined(separator: " ").contains("The file is empty."))
  }

  @Test func `is replaced by the reason where there is none, beside what is typed, too`() throws {
    var header = OverviewHeader()
    header.query = "zzz"
    overview.header = header
    overview.reload(count: 0, selection: nil)
    var surroundings = Overview.Surroundings()
    surroundings.field = FieldPanel(label: "", text: "zzz", scale: 1, at: header.field(in: 400))
      .plate(in: PixelSize(width: 400, height: 300))
    var texts: [String] = []
    let canvas = try Canvas(surface) {
      if case .text(let line, _, _, _) = $0 { texts.append(line) }
    }
    overview.draw(surroundings, on: canvas)
    #expect(texts.contains("No name has “zzz” in it."))
  }

  @Test func `has its name in two lines, the second one with what is left out in its middle`()
    throws
  {
    let canvas = try Canvas(surface)
    let font = Font(size: 12)
    func lines(_ name: String) -> [String] {
      let lines = ThumbnailSurfaces.Name(name, font: font, width: 120, measuredBy: canvas).lines
      for line in lines { #expect(line.width <= 120, "\(line)") }
      return lines.map(\.text)
    }
    #expect(lines("IMG_0001.jpg") == ["IMG_0001.jpg"])
    let two = lines("Holidays at the sea 2024.jpg")
    #expect(two.count == 2 && two.joined() == "Holidays at the sea 2024.jpg")
    let long = lines("a-very-long-name-of-a-scan-that-no-cell-has-room-for-page-0001.tiff")
    #expect(long.count == 2 && long[1].contains("…") && long[1].hasSuffix(".tiff"))
  }

  @Test func `has an accent that its name can be read in, on every background`() {
    for (name, background) in Backdrop.Background.named {
      let colors = Theme.overview.colors(on: background.color)
      #expect(colors.accentText.contrast(to: background.color) >= 4.5, "\(name)")
    }
  }

  @Test(arguments: [Orientation.turnedRight, .flippedVertically])
  func `shows its picture as it is turned`(turn: Orientation) throws {
    let (width, height) = (overview.pixelSide, overview.pixelSide / 2)
    // The upper left quarter is blue.
    var pixels = [UInt32](repeating: 0xFF00_8000, count: width * height)
    for y in 0..<height / 2 { for x in 0..<width / 2 { pixels[y * width + x] = 0xFF00_00FF } }
    try overview.surfaces.add(
      Thumbnail(size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: true),
      of: overview.path(0), side: overview.pixelSide, maker: ImageSurfaceFactory())
    overview.turn = { _ in turn }
    try draw()
    let square = square(0)
    let quarter = Double(width) / 4
    let (x, y) = turn == .turnedRight ? (quarter / 2, -quarter) : (-quarter, quarter / 2)
    for (sign, expected) in [(1.0, UInt32(0x0000FF)), (-1, 0x008000)] {
      #expect(color(square.center.x + sign * x, square.center.y + sign * y) == expected)
    }
  }
}
