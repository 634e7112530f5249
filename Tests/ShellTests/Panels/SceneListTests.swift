import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `The list of scenes` {
  private let bench = Bench()

  /// A list with red stills, and what has been asked of it.
  private final class Bench {
    let list: SceneList
    var driver: PanelDriver
    private(set) var opened: [String] = []
    private(set) var stills: [String] = []

    init(_ size: Size = Size(900, 700)) {
      var made: (SceneCard) -> Void = { _ in }
      list = SceneList(Scenes.all.groupedCards) { card, room, scale in
        made(card)
        let pixels = PixelSize(width: Int(room.width * scale), height: Int(room.height * scale))
        guard let still = try? Surface(imageOf: pixels, opaque: true),
          let canvas = try? Canvas(still)
        else { return nil }
        canvas.clear(Palette.red)
        return still
      }
      driver = PanelDriver(list, size: size)
      made = { [weak self] in self?.stills.append($0.name) }
      list.didOpen = { [weak self] in self?.opened.append($0.name) }
    }

    /// Refreshes until the list asks for no more; returns how often.
    func rest() -> Int {
      var count = 0
      while list.needsAdvance, count < 1000 {
        count += 1
        driver.time += 1.0 / 60
        list.advance(to: driver.time)
      }
      return count
    }
  }

  private static let names = Scenes.all.cards.map(\.name)

  @Test func `opens the card that the arrow keys reach`() {
    let columns = bench.list.columnCount
    #expect(columns == 3)
    bench.driver.type(["Left", "Up"])
    #expect(bench.list.current == 0)
    bench.driver.type(["Right", "Down"])
    #expect(bench.list.current == 1 + columns)
    bench.list.openCurrent()
    bench.driver.type(["End", "Right", "Down"])
    #expect(bench.list.current == Self.names.count - 1)
    bench.list.openCurrent()
    bench.driver.press("Home")
    bench.list.openCurrent()
    #expect(
      bench.opened == [Self.names[1 + columns], Self.names[Self.names.count - 1], Self.names[0]])
  }

  @Test(arguments: [1, 3, 4, 7])
  func `moves from row to row in its column, across the groups`(columns: Int) throws {
    let bench = Bench(Size(26 + 264 * Double(columns), 700))
    let collection = bench.list.collection
    let frames = try Self.names.indices.map {
      try #require(collection.layoutAttributesForItem(at: bench.list.sections.indexPath(of: $0)))
        .frame
    }
    for column in Set([0, columns - 1]) {
      bench.driver.type(["Home"] + Array(repeating: "Right", count: column))
      while frames[bench.list.current].minY < frames[Self.names.count - 1].minY {
        let former = frames[bench.list.current]
        bench.driver.press("Down")
        let next = frames[bench.list.current]
        // Down in the same column, or to the end of a row that is shorter.
        let row = frames.filter { $0.minY == next.minY }.map(\.minX)
        #expect(next.minX == min(former.minX, row.max() ?? 0) && row.count <= columns)
        #expect(frames.map(\.minY).filter { $0 > former.minY }.min() == next.minY)
      }
      bench.driver.press("Down")
      #expect(bench.list.current == Self.names.count - 1)
    }
  }

  @Test func `has a second group below a heading, which begins a row`() throws {
    let collection = bench.list.collection
    let counts = Scenes.all.groupedCards.map(\.count)
    #expect(counts.count == 2 && counts[1] == 7)
    bench.driver.type(["Home"] + Array(repeating: "Right", count: counts[0]))
    _ = bench.rest()
    #expect(bench.list.sections.indexPath(of: bench.list.current) == IndexPath(item: 0, section: 1))
    let first = try #require(collection.layoutAttributesForItem(at: IndexPath(item: 0, section: 1)))
    let last = try #require(
      collection.layoutAttributesForItem(at: IndexPath(item: counts[0] - 1, section: 0)))
    let heading = try #require(
      collection.visibleSupplementaryViews(ofKind: CollectionView.elementKindSectionHeader).first)
    #expect(last.frame.maxY <= heading.frame.minY && heading.frame.maxY <= first.frame.minY)
    #expect(
      first.frame.minX
        == collection.layoutAttributesForItem(at: bench.list.sections.indexPath(of: 0))?.frame.minX)
  }

  @Test func `scrolls the card that keys reach into sight`() throws {
    bench.driver.press("End")
    #expect(bench.rest() > 1)
    let last = bench.list.sections.indexPath(of: Self.names.count - 1)
    let cell = try #require(bench.list.collection.cellForItem(at: last))
    #expect(bench.list.collection.bounds.contains(cell.frame.center))
    #expect(bench.list.collection.contentOffset.y > 0)
  }

  @Test(arguments: [false, true])
  func `keeps the card that keys reached in view when the size changes`(rests: Bool) throws {
    let bench = Bench(Size(1000, 690))
    let collection = bench.list.collection
    for key in ["Down", "Down", "Right", "End"] {
      bench.driver.press(key)
      // A window may change its size while the card is still on its way.
      if rests { _ = bench.rest() }
      for size in [Size(500, 400), Size(300, 10), Size(360, 500), Size(1000, 690)] {
        bench.list.size = size
        guard !collection.bounds.isEmpty else { continue }
        let cell = try #require(
          collection.layoutAttributesForItem(
            at: bench.list.sections.indexPath(of: bench.list.current)))
        #expect(collection.bounds.contains(cell.frame.center), "\(key), \(size)")
      }
    }
  }

  @Test func `leaves out of view what was scrolled out of view when the size changes`() {
    bench.driver.press("End")
    _ = bench.rest()
    bench.list.collection.contentOffset = .zero
    _ = bench.rest()
    bench.list.size = Size(900, 650)
    #expect(bench.list.collection.contentOffset == .zero)
  }

  @Test func `opens a card that is clicked, and none that is dragged`() throws {
    let cell = try #require(
      bench.list.collection.cellForItem(at: IndexPath(item: 2, section: 0)))
    bench.driver.click(cell)
    _ = bench.rest()
    #expect(bench.opened == [Self.names[2]] && bench.list.current == 2)
    let start = bench.driver.middle(of: cell)
    bench.driver.touch(.began, start)
    for step in 1...5 { bench.driver.touch(.moved, start - Point(0, Double(step) * 20)) }
    bench.driver.touch(.ended, start - Point(0, 100))
    _ = bench.rest()
    #expect(bench.opened.count == 1 && bench.list.collection.contentOffset.y > 50)
  }

  @Test func `makes stills of what is in sight, a few at each refresh, and then rests`() throws {
    let paper = try bench.driver.draw()
    let place = Point(200, 120)
    #expect(paper.isColor(Palette.paper, at: place))
    let visible = bench.list.collection.indexPathsForVisibleItems.count
    #expect(visible < Self.names.count && bench.list.needsAdvance)
    #expect(bench.rest() >= visible / 2)
    #expect(bench.stills == Array(Self.names.prefix(visible)))
    #expect(bench.list.needsDisplay)
    let drawn = try bench.driver.draw()
    #expect(drawn.isColor(Palette.red, at: place))
    #expect(!bench.list.needsDisplay && !bench.list.needsAdvance)
    // Another scale and another width of the cards ask for other stills; more height asks for more alone.
    try bench.driver.draw(scale: 2)
    _ = bench.rest()
    #expect(bench.stills.count == 2 * visible)
    bench.list.size = Size(890, 700)
    _ = bench.rest()
    #expect(bench.stills.count == 3 * visible)
    bench.list.size = Size(890, 1000)
    _ = bench.rest()
    let all = bench.list.collection.indexPathsForVisibleItems.count
    #expect(all > visible && bench.stills.count == 2 * visible + all)
  }

  @Test(arguments: [200.0, 300, 900])
  func `shortens what its bar tells beside the title`(width: Double) {
    let list = Bench(Size(width, 400)).list
    let texts = list.window.subviews.flatMap { ($0 as? any PanelView)?.look.shapes ?? [] }
      .compactMap { if case .text(let label, _) = $0 { label } else { Look.Label?.none } }
    let hint = texts.first { $0.anchor.x == 1 }?.text
    #expect(hint != nil && texts.contains { $0.text == "Scenes" })
    #expect(list.window.ruler.width(of: hint ?? "", .text) <= max(0, width - 130))
    #expect(hint?.hasPrefix("Click or press Return to open a scene") == (width == 900))
  }

  @Test(arguments: [Size(300, 400), Size(560, 400), Size(1444, 930), Size(20, 20), .zero])
  func `has as many columns as there is room for`(size: Size) throws {
    let bench = Bench(size)
    #expect(bench.list.columnCount == max(1, Int((size.width - 26) / 264)))
    if size.width > 0 { try bench.driver.draw() }
  }
}
