import OverscrollTestSupport
import OverscrollDrawing
import OverscrollHost
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `The list of commands` {
  private let bench = Bench()

  /// A sheet in a window, and a person at it.
  private final class Bench {
    let sheet: CommandSheet
    var time = 10.0

    init(_ items: [CommandItem] = Bench.items, in room: Size = Size(800, 600)) {
      sheet = CommandSheet(items)
      sheet.layOut(in: room, displayScale: 1)
    }

    /// Twenty commands in two groups; every fifth cannot be done.
    static let items = (0..<20).map { number in
      CommandItem(
        name: "command-\(number)", group: number < 10 ? "Pictures" : "View",
        summary: "Do the thing \(number).", bindings: [KeyBinding("\(number)", .control)],
        words: number == 3 ? "actual size" : "",
        isEnabled: number % 5 != 0)
    }

    @discardableResult
    func press(_ key: String) -> CommandItem? {
      time += 0.01
      return sheet.press(KeyEvent(key: .init(rawValue: key), timestamp: time))
    }

    func click(_ place: Point) -> CommandItem? {
      let outcomes = [TouchEvent.Phase.began, .ended].map { phase in
        time += 0.01
        return sheet.send(.touch(phase, at: place, time, id: -1, type: .indirectPointer))
      }
      time += 1
      return outcomes.last ?? nil
    }

    /// The middle of a command in the sheet, in points.
    func place(of name: String) -> Point? {
      let line = sheet.visibleLines.first {
        if case .item(let item) = sheet.lines[$0] { item.name == name } else { false }
      }
      return line.map {
        let top = CommandSheet.fieldHeight + CommandSheet.top(of: $0)
        return Point(100, top + 15 - sheet.list.contentOffset.y)
      }
    }

    var selected: String? {
      guard let index = sheet.selection, case .item(let item) = sheet.lines[index] else {
        return nil
      }
      return item.name
    }

    func type(_ text: String) {
      _ = sheet.send(.text(TextEvent(.inserted(text), timestamp: time)))
    }

    var titles: [String] {
      sheet.lines.map {
        switch $0 {
        case .heading(let title): title
        case .item(let item): item.name
        }
      }
    }
  }

  @Test func `has a heading for each group, and selects what can be done`() {
    #expect(bench.titles.count == 23)
    #expect(bench.titles[0] == "Pictures" && bench.titles[9] == "View")
    // What cannot be done comes last.
    #expect(
      Array(bench.titles[18...]) == [
        "Not possible now", "command-0", "command-5", "command-10", "command-15",
      ])
    #expect(bench.selected == "command-1")
    for _ in 0..<4 { bench.press("Down") }
    #expect(bench.selected == "command-6", "command 5 is left out")
    bench.press("Up")
    #expect(bench.selected == "command-4")
    bench.press("End")
    #expect(bench.selected == "command-19")
    bench.press("Down")
    #expect(bench.selected == "command-19")
    bench.press("Home")
    #expect(bench.selected == "command-1")
  }

  @Test func `is narrowed by words in titles, headings and names, and by keys`() {
    bench.type("view thing")
    #expect(bench.titles.count == 12 && bench.titles[0] == "View")
    for _ in 0..<10 { bench.press("BackSpace") }
    #expect(bench.titles.count == 23)
    bench.type("size ACTUAL")
    #expect(bench.titles == ["Pictures", "command-3"])
    for _ in 0..<11 { bench.press("BackSpace") }
    bench.type("ctrl+7")
    #expect(bench.titles == ["Pictures", "command-7"])
    #expect(bench.press("Return") == Bench.items[7])
    bench.type("nonsense")
    #expect(bench.titles.isEmpty && bench.selected == nil)
    #expect(bench.press("Return") == nil)
    #expect(bench.press("Down") == nil)
  }

  @Test func `has what begins with the query first, and its group before others`() {
    func item(_ name: String, _ group: String, _ summary: String) -> CommandItem {
      CommandItem(name: name, group: group, summary: summary, bindings: [])
    }
    let bench = Bench([
      item("lock", "Pictures", "Keep zoom and position."), item("next", "Pictures", "Next."),
      item("fit", "Zoom", "Fit."), item("in", "Zoom", "Zoom in."),
    ])
    #expect(bench.titles == ["Pictures", "lock", "next", "Zoom", "fit", "in"])
    bench.type("zoom")
    #expect(bench.titles == ["Zoom", "in", "fit", "Pictures", "lock"] && bench.selected == "in")
  }

  @Test func `can be read in every row, the selected one and its keys, too`() {
    let theme = CommandSheet.theme
    #expect(theme.sheet.alpha == 1)
    let chip = theme.key.over(theme.sheet)
    let pairs: [(String, Color, on: Color)] = [
      ("a title", theme.text, theme.sheet), ("a key", theme.keyText, chip),
      ("a heading, or that nothing matches", theme.heading, theme.sheet),
      ("the placeholder", theme.placeholder, theme.sheet),
      ("a selected title", theme.selectedText, theme.selection),
      ("its key", theme.selectedText, theme.selectedKey.over(theme.selection)),
      ("selected text", theme.text, FieldText.selectionColor),
    ]
    for (name, color, ground) in pairs {
      for color in [color, color.strengthened] {
        #expect(color.over(ground).contrast(to: ground) >= 4.5, "\(name)")
      }
    }
  }

  @Test func `gives what is clicked, but nothing that cannot be done`() throws {
    #expect(bench.click(try #require(bench.place(of: "command-3"))) == Bench.items[3])
    #expect(bench.click(Point(100, 20)) == nil, "the search field")
    #expect(bench.click(Point(100, CommandSheet.fieldHeight + 10)) == nil, "a heading")
    bench.type("thing 5")
    #expect(bench.click(try #require(bench.place(of: "command-5"))) == nil)
  }

  @Test func `is as high as what matches, and what is typed stays in its place`() {
    let whole = bench.sheet.frame
    bench.type("actual")
    bench.sheet.layOut(in: Size(800, 600), displayScale: 1)
    #expect(bench.sheet.frame.origin == whole.origin && whole.height == 552)
    #expect(bench.sheet.frame.height == CommandSheet.fieldHeight + 30 + 30 + 8)
    bench.type("nonsense")
    bench.sheet.layOut(in: Size(800, 600), displayScale: 1)
    #expect(bench.sheet.frame.height > CommandSheet.fieldHeight + 26)
  }

  @Test func `selects what the pointer is over`() {
    bench.sheet.point(at: bench.place(of: "command-4"))
    #expect(bench.selected == "command-4")
    bench.sheet.point(at: bench.place(of: "command-5"))
    #expect(bench.selected == "command-4")
    bench.sheet.point(at: nil)
    #expect(bench.selected == "command-4")
  }

  @Test func `scrolls what keys select into sight, with its heading`() throws {
    let bench = Bench(in: Size(400, 240))
    bench.press("End")
    #expect(bench.place(of: "command-19") != nil && bench.sheet.list.contentOffset.y > 0)
    bench.press("Home")
    for _ in 0..<60 {
      bench.time += 1.0 / 60
      bench.sheet.advance(to: bench.time)
    }
    #expect(bench.sheet.list.contentOffset.y == 0 && !bench.sheet.needsAdvance)
    bench.time += 1
    _ = bench.sheet.send(.wheel(Point(0, 2), at: Point(100, 150), bench.time))
    #expect(bench.sheet.needsAdvance, "the wheel scrolls")
  }

  @Test(arguments: [
    Size(640, 480), Size(320, 240), Size(1920, 1080), Size(960, 540), Size(200, 100),
  ])
  func `lies in the middle of any window`(room: Size) {
    let frame = Bench(in: room).sheet.frame
    #expect(Rect(origin: .zero, size: room).contains(frame.center))
    #expect(abs(frame.center.x - room.width / 2) <= 1 && abs(frame.center.y - room.height / 2) <= 1)
    #expect(frame.minX >= 8 && frame.minY >= 8)
    #expect(frame.width <= 600 && frame.height <= 720)
  }

  @Test func `is drawn only where it lies, and differently for each selection`() throws {
    let bench = Bench(in: Size(400, 300))
    func pixels() throws -> [UInt32] {
      let surface = try Surface(imageOf: PixelSize(width: 400, height: 300), opaque: true)
      let canvas = try Canvas(surface)
      canvas.clear(Color(white: 1))
      bench.sheet.picture.draw(on: canvas)
      try surface.flush()
      return surface.pixels()
    }
    let before = bench.sheet.picture
    let first = try pixels()
    let area = before.frame
    for y in stride(from: 0, to: 300, by: 3) {
      for x in stride(from: 0, to: 400, by: 3)
      where !area.contains(Point(Double(x) + 0.5, Double(y) + 0.5)) {
        #expect(first[y * 400 + x] == 0xFFFF_FFFF, "\(x), \(y)")
      }
    }
    bench.press("Down")
    #expect(bench.sheet.picture != before)
    #expect(try pixels() != first)
  }
}
