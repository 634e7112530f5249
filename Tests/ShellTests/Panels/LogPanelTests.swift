import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `The log panel` {
  private let panel = LogPanel()

  private func filled(_ panel: LogPanel, rows: Int) {
    for index in 0..<rows {
      panel.append(
        LogEntry(
          time: Double(index) / 8, source: index % 2 == 0 ? .delegate : .view, name: "\(index)"))
    }
  }

  private func lastVisible(_ panel: LogPanel) -> Int? {
    _ = panel.needsDisplay
    return panel.table.indexPathsForVisibleRows?.last?.row
  }

  @Test func `has every callback and every event of a stage`() {
    let log = CallbackLog()
    var header = Script.Header(settings: [.content(Size(640, 3000))])
    header.subviews = [
      Script.Subview(name: "v", frame: Rect(x: 0, y: 0, width: 640, height: 400), isControl: false)
    ]
    let stage = Stage(header, log: log)
    let panel = LogPanel()
    var count = 0
    func perform(_ action: Script.Action, _ time: Double) {
      let before = log.callbacks.count
      let event = Script.TimedEvent(time: time, action: action)
      stage.perform(event)
      panel.note(event, callbacks: Array(log.callbacks[before...]))
      count += 1
    }
    func finger(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) {
      perform(
        .event(.touch(TouchEvent(id: 0, phase: phase, location: Point(50, y), timestamp: time))),
        time)
    }
    finger(.began, 300, 0.1)
    for step in 1...20 { finger(.moved, 300 - Double(step) * 8, 0.1 + Double(step) * 0.01) }
    finger(.ended, 140, 0.31)
    for frame in 0..<200 { perform(.frame(.init(index: frame)), 0.32 + Double(frame) / 60) }
    #expect(panel.lines.entries.count == log.lines.count + count)
    let callbacks = panel.lines.entries.filter { [.delegate, .override].contains($0.source) }
    for (entry, line) in zip(callbacks, log.lines.filter { !$0.contains("\"touches") }) {
      #expect(line.contains("\"\(entry.name)\""))
    }
    #expect(panel.lines.rows.contains { $0.title.hasPrefix("scrollViewDidScroll ×") })
  }

  @Test(arguments: [270.0, 300, 500])
  func `has a place for every source's button, in a narrow column, too`(width: Double) {
    panel.size = Size(width, 400)
    let frames = LogEntry.Source.allCases.compactMap { panel.filters[$0]?.frame }
    #expect(frames.count == LogEntry.Source.allCases.count)
    #expect(frames.allSatisfy { $0.minX >= 8 && $0.maxX <= width - 8 + 1e-6 }, "\(frames)")
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxX < $1.minX })
  }

  @Test func `follows the end while it is at the end`() {
    var driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 100)
    #expect(lastVisible(panel) == 99)
    driver.wheel(Point(150, 100), -5)
    driver.time += 1
    panel.advance(to: driver.time)
    let top = panel.table.contentOffset.y
    filled(panel, rows: 10)
    _ = panel.needsDisplay
    #expect(panel.table.contentOffset.y == top)
    driver.wheel(Point(150, 100), 50)
    driver.time += 1
    panel.advance(to: driver.time)
    filled(panel, rows: 10)
    #expect(lastVisible(panel) == 119)
  }

  @Test func `keeps the rows in sight in place when the oldest are dropped`() {
    var driver = PanelDriver(panel, size: Size(300, 200))
    // The 1000 entries that go first are in one row, and the one after them in another.
    for time in 0..<1000 { panel.append(LogEntry(time: Double(time), source: .view, name: "run")) }
    filled(panel, rows: 9_999)
    _ = panel.needsDisplay
    driver.wheel(Point(150, 100), -5)
    driver.time += 1
    panel.advance(to: driver.time)
    let (top, count) = (panel.table.contentOffset.y, panel.lines.rows.count)
    #expect(top > 1000 && count == 10_000)
    // What is hidden drops a row as well.
    panel.append(LogEntry(time: 1e6, source: .frame, name: "frame"))
    #expect(panel.needsDisplay && panel.lines.rows.count == count - 1)
    #expect(panel.table.contentOffset.y == top - 20)
  }

  @Test func `shows how much it holds, and that it has dropped entries`() {
    let panel = LogPanel(limit: 100)
    panel.size = Size(300, 200)
    func shows(_ text: String) -> Bool {
      _ = panel.needsDisplay
      return LookText(panel).lines
        .contains { $0.contains(text) }
    }
    filled(panel, rows: 1)
    #expect(shows("1 line"))
    filled(panel, rows: 99)
    #expect(shows("100 lines"))
    filled(panel, rows: 25)
    #expect(shows("newest 105 lines; 20 older dropped"))
  }

  @Test(arguments: [
    (["l", "a", "t", "e", "Return"], "late"), (["l", "a", "Escape"], ""), (["Return"], ""),
  ])
  func `asks for the name of a mark, below the rows`(keys: [String], name: String) throws {
    var driver = PanelDriver(panel, size: Size(300, 200))
    let before = try driver.draw().pixels()
    var names: [String] = []
    panel.nameMark { names.append($0) }
    #expect(panel.isTyping && panel.needsDisplay)
    #expect(try driver.draw().pixels() != before)
    driver.type(keys)
    #expect(names == [name] && !panel.isTyping)
    #expect(try driver.draw().pixels() == before)
    // What has been typed when something else happens is the name.
    panel.nameMark { names.append($0) }
    driver.type(["b"])
    panel.endNaming()
    panel.endNaming()
    #expect(names == [name, "b"] && !panel.isTyping)
  }

  @Test func `needs no display for entries that are not shown`() throws {
    let driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 3)
    panel.pointerMoved(to: Point(100, 45))
    try driver.draw()
    #expect(!panel.needsDisplay)
    panel.append(LogEntry(time: 9, source: .frame, name: "frame"))
    #expect(!panel.needsDisplay)
    panel.append(LogEntry(time: 9, source: .view, name: "tap"))
    #expect(panel.needsDisplay)
    try driver.draw()
    #expect(!panel.needsDisplay && !panel.needsAdvance)
  }

  @Test func `hides the entries of a source at a click on its filter`() throws {
    var driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 10)
    driver.click(try #require(panel.filters[.view]))
    #expect(panel.lines.rows.map(\.first.source) == Array(repeating: .delegate, count: 5))
    driver.click(try #require(panel.filters[.view]))
    #expect(panel.lines.rows.count == 10)
  }

  @Test func `gives the time of a row that is clicked in a replay`() {
    var driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 5)
    driver.click(Point(150, 32 + 50))
    var chosen: [Double] = []
    panel.didChooseTime = { chosen.append($0) }
    driver.click(Point(150, 32 + 50))
    #expect(chosen == [0.25])
  }

  @Test func `is empty after a clean start`() throws {
    let driver = PanelDriver(panel, size: Size(300, 200))
    let empty = try driver.draw().pixels()
    filled(panel, rows: 50)
    #expect(try driver.draw().pixels() != empty)
    panel.removeAll()
    #expect(try driver.draw().pixels() == empty)
  }

  /// The rows that are drawn as those at the cursor.
  private func marked(_ panel: LogPanel) -> [Int] {
    _ = panel.needsDisplay
    return (panel.table.indexPathsForVisibleRows ?? []).filter { path in
      (panel.table.cellForRow(at: path) as? any PanelView)?.look.fill == Palette.selected
    }.map(\.row)
  }

  @Test func `marks the row of a replay's time, and keeps it in sight`() {
    var driver = PanelDriver(panel, size: Size(300, 200))
    panel.cursor = 0
    filled(panel, rows: 100)
    #expect(marked(panel) == [0] && panel.table.contentOffset == .zero)
    for (time, row) in [(9.9, 79), (10.0, 80), (3.2, 25), (0.5, 4), (99.0, 99)] {
      panel.cursor = time
      #expect(marked(panel) == [row])
      let frame = panel.table.rectForRow(at: IndexPath(row: row, section: 0))
      let around = frame.insetBy(dx: 0, dy: row == 99 ? 0 : -20)
      #expect(panel.table.bounds.contains(around), "\(time)")
    }
    // A person may look elsewhere until another row is reached.
    driver.wheel(Point(150, 100), -50)
    driver.time += 1
    panel.advance(to: driver.time)
    panel.cursor = 100
    #expect(marked(panel).isEmpty && panel.table.contentOffset == .zero)
    panel.cursor = 6.3
    #expect(marked(panel) == [50])
    panel.cursor = -1
    #expect(marked(panel).isEmpty && panel.table.contentOffset == .zero)
    panel.cursor = nil
    panel.append(LogEntry(time: 20, source: .view, name: "tap"))
    #expect(marked(panel).isEmpty)
  }

  @Test func `marks the row anew among those of other sources`() throws {
    var driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 100)
    panel.cursor = 9.125
    #expect(marked(panel) == [73])
    driver.click(try #require(panel.filters[.view]))
    #expect(marked(panel) == [36])
  }

  @Test func `needs display for a cursor only where another row is reached`() throws {
    let driver = PanelDriver(panel, size: Size(300, 200))
    filled(panel, rows: 20)
    panel.cursor = 1
    try driver.draw()
    panel.cursor = 1.1
    #expect(!panel.needsDisplay)
    panel.cursor = 1.13
    #expect(panel.needsDisplay)
  }
}
