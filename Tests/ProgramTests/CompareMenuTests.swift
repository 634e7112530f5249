import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `The menu of a comparison` {
  private let rig = CompareRig()

  private func page(of viewer: HeadlessViewer) throws -> ComparePage {
    try #require(viewer.window.controller.page as? ComparePage)
  }

  /// The middle of a line of the menu without those between groups above it.
  private func line(_ index: Int, below separators: Int = 0, of page: ComparePage) throws -> Point {
    let menu = try #require(page.menu.picture?.area)
    return Point(menu.center.x, menu.minY + 20 + 28 * Double(index) + 9 * Double(separators))
  }

  /// The commands of the lines with a check mark.
  private func checked(_ items: [MenuItem<CompareKeyCommand>]) -> [CompareKeyCommand] {
    items.flatMap { item -> [CompareKeyCommand] in
      switch item {
      case .choice(let command, _, _, _, isOn: true): [command]
      case .further(_, let items): checked(items)
      case .choice, .separator: []
      }
    }
  }

  @Test(arguments: CompareSettings.Mode.allCases)
  func `chooses each mode by mouse alone, from the summary and by the right button`(
    mode: CompareSettings.Mode
  ) throws {
    let viewer = try rig.plain("--mode", "wipe")
    let page = try page(of: viewer)
    // The summary is as high as its numbers once they are known.
    try viewer.settle()
    #expect(checked(page.menuItems).contains(.mode(.wipe)))
    try viewer.input.click(page.plates.plate.titleArea.center)
    try viewer.input.click(line(mode.rawValue - 1, of: page))
    #expect(page.settings.mode == mode && !page.menu.isShown)
    #expect(
      checked(page.menuItems).filter { if case .mode = $0 { true } else { false } } == [
        .mode(mode)
      ])
    try viewer.input.move(to: Point(500, 200))
    try viewer.input.click(button: 3)
    #expect(page.menu.isShown)
    let other = CompareSettings.Mode.allCases.first { $0 != mode } ?? .a
    try viewer.input.click(line(other.rawValue - 1, of: page))
    #expect(page.settings.mode == other && !page.menu.isShown)
  }

  @Test func `lies over the pictures at the pointer, and leaves no pixel behind`() throws {
    let viewer = try rig.plain("--mode", "b")
    try viewer.input.move(to: Point(400, 200))
    let plain = try viewer.settle()
    try viewer.input.click(button: 3)
    let shown = try viewer.settle()
    #expect(shown.pixel(x: 410, y: 210) != plain.pixel(x: 410, y: 210))
    #expect(shown.pixel(x: 390, y: 210) == plain.pixel(x: 390, y: 210))
    #expect(viewer.cursor == .arrow)
    // A click beside it only removes it.
    try viewer.input.click(Point(200, 200))
    try viewer.input.move(to: Point(400, 200))
    #expect(try viewer.settle().isSame(as: plain))
  }

  @Test func `chooses where the button is released, and leaves the line of a wipe alone`() throws {
    let viewer = try rig.plain("--mode", "wipe")
    let page = try page(of: viewer)
    try viewer.input.move(to: Point(600, 300))
    #expect(page.settings.divider == 600.0 / 1280)
    try viewer.input.press(3)
    for y in [310.0, 340] { try viewer.input.move(to: Point(640, y)) }
    try viewer.input.move(to: line(CompareSettings.Mode.difference.rawValue - 1, of: page))
    try viewer.input.release(3)
    #expect(page.settings.mode == .difference && page.settings.divider == 600.0 / 1280)
  }

  @Test(arguments: ["Menu", "shift+F10"])
  func `opens and closes by a key, and takes letters`(key: String) throws {
    let viewer = try rig.plain("--mode", "wipe")
    let page = try page(of: viewer)
    try viewer.input.type(key)
    #expect(page.menu.isShown)
    try viewer.input.type(key)
    #expect(!page.menu.isShown)
    try viewer.input.type(key, "s", "Return")
    #expect(page.settings.mode == .sideBySide && !page.menu.isShown)
    // Digits are keys of the comparison again.
    try viewer.input.type("6")
    #expect(page.settings.mode == .difference)
    // The list of commands takes the menu's place.
    try viewer.input.type(key, "F1")
    #expect(!page.menu.isShown)
    try viewer.settle()
    try viewer.input.click(button: 3)
    #expect(!page.menu.isShown)
  }

  @Test func `chooses B of more than two pictures`() throws {
    let paths = try (1...3).map {
      try rig.folder.add("p\($0).ppm", $0, width: 2000, height: 1600)
    }
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--zoom", "fill", "--animations", "off", "--mode", "b"])
    let page = try page(of: viewer)
    #expect(checked(page.menuItems).contains(.chooseB(by: 0)))
    try viewer.input.move(to: Point(300, 200))
    try viewer.input.click(button: 3)
    let menu = try #require(page.menu.picture?.area)
    let further = try line(7, below: 1, of: page)
    try viewer.input.click(further)
    // The second line of the menu beside it, whose first one is at the same height.
    try viewer.input.click(Point(menu.maxX + 20, further.y + 28))
    #expect(page.settings.b == 2 && !page.menu.isShown)
    #expect(viewer.title == "p1.ppm and p3.ppm, and 1 more – Overscroll")
    let two = try self.page(of: rig.plain("--mode", "b"))
    #expect(!two.menuItems.contains { if case .further = $0 { true } else { false } })
  }

  @Test func `returns to the viewer that it was opened from`() throws {
    try rig.folder.add("p1.ppm", 1, width: 600, height: 400)
    try rig.folder.add("p2.ppm", 2, width: 600, height: 400)
    let viewer = try HeadlessViewer([rig.folder.path, "--animations", "off"])
    try viewer.wait(forPicture: 2, after: "v", "n")
    try viewer.input.type("v", "C")
    try viewer.waitUntil("the comparison") { viewer.window.controller.page is ComparePage }
    let page = try page(of: viewer)
    #expect(page.menuItems.contains(CompareKeys.item(.leave, "Return to the viewer")))
    try viewer.input.type("Menu", "r", "Return")
    try viewer.waitUntil("the viewer") { viewer.window.controller.page is PicturePage }
    #expect(!page.menu.isShown)
    let alone = try self.page(of: rig.plain())
    #expect(!alone.menuItems.contains(CompareKeys.item(.leave, "Return to the viewer")))
  }

  @Test(arguments: [(320, 240), (200, 150)])
  func `fits a small window, in which it scrolls`(width: Int, height: Int) throws {
    let paths = [try rig.noise("a.ppm"), try rig.noise("b.ppm")]
    let viewer = try HeadlessViewer(
      ["compare-pictures"] + paths + ["--animations", "off"],
      size: PixelSize(width: width, height: height))
    let page = try page(of: viewer)
    try viewer.input.type("Menu")
    let area = try #require(page.menu.picture?.area)
    #expect(Rect(x: 0, y: 0, width: Double(width), height: Double(height)).contains(area))
    try viewer.input.type("End", "Return")
    #expect(!page.menu.isShown)
    try viewer.input.type("Escape", "Menu")
    try viewer.resize(width + 40, height + 40)
    #expect(!page.menu.isShown)
  }
}
