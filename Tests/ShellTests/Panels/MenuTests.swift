import OverscrollTestSupport
import OverscrollHost
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `A menu` {
  private static let items: [MenuItem<String>] = [
    .choice("open", title: "Open…", key: "Ctrl+O"),
    .choice("copy", title: "Copy", isEnabled: false),
    .separator,
    .further(
      title: "Flip",
      [.choice("across", title: "Horizontally"), .choice("down", title: "Vertically", isOn: true)]),
    .choice("calm", title: "Calm"),
    .choice("camera", title: "Camera"),
    .further(title: "Nothing", [.choice("none", title: "None", isEnabled: false)]),
  ]

  private static let room = Size(width: 800, height: 600)

  private func menu(at place: Point = Point(100, 100), isHeld: Bool = false) -> Menu<String> {
    var menu = Menu<String>()
    menu.show(Self.items, at: .pointer(place), in: Self.room, isHeld: isHeld)
    return menu
  }

  /// The middle of a line of the menu at (100, 100).
  private func line(_ index: Int) -> Point {
    let heights = [28.0, 28, 9, 28, 28, 28, 28]
    return Point(150, 100 + 6 + heights[..<index].reduce(0, +) + heights[index] / 2)
  }

  private func chosen(_ outcome: Menu<String>.Outcome) -> String? {
    if case .chosen(let choice) = outcome { choice } else { nil }
  }

  private func press(_ menu: inout Menu<String>, _ keys: String...) -> String? {
    keys.reduce(nil) { _, name in
      chosen(
        menu.handle(
          Input.Key(time: 0, action: .pressed, name: name, shiftedDigit: nil, modifiers: []),
          toggles: false, isCommand: false))
    }
  }

  private func type(_ menu: inout Menu<String>, _ text: String, at time: Double) -> String? {
    chosen(menu.type(.text(Input.Text(time: time, content: .committed(text)))))
  }

  private func click(_ menu: inout Menu<String>, _ place: Point) -> String? {
    let phases: [TouchEvent.Phase] = [.began, .ended]
    return phases.reduce(nil) { _, phase in
      chosen(
        menu.send(.touch(phase, at: place, 0, type: .indirectPointer)))
    }
  }

  @Test func `chooses by arrow keys, over what cannot be done and around the ends`() {
    var menu = menu()
    #expect(press(&menu, "Down", "Return") == "open")
    #expect(!menu.isShown)
    menu = self.menu()
    #expect(press(&menu, "Up", "Return") == "camera")
    menu = self.menu()
    #expect(press(&menu, "Down", "Down", "Down", "Return") == "calm")
    menu = self.menu()
    #expect(press(&menu, "Down", "Up", "Up", "Return") == "calm")
    menu = self.menu()
    #expect(press(&menu, "End", "Home", "Return") == "open")
    // Nothing is selected at first.
    menu = self.menu()
    #expect(press(&menu, "Return") == nil && menu.isShown)
  }

  @Test func `opens a further menu, and leaves it again`() {
    var menu = menu()
    #expect(press(&menu, "Down", "Down", "Right", "Down", "Return") == "down")
    menu = self.menu()
    #expect(press(&menu, "Down", "Down", "Return", "Return") == "across")
    menu = self.menu()
    #expect(press(&menu, "Down", "Down", "Right", "Left", "Down", "Return") == "calm")
    menu = self.menu()
    #expect(press(&menu, "Down", "Down", "Right", "Escape") == nil && menu.isShown)
    #expect(press(&menu, "Escape") == nil && !menu.isShown)
  }

  @Test func `goes to what is typed`() {
    var menu = menu()
    _ = type(&menu, "c", at: 1)
    #expect(type(&menu, " ", at: 3) == "calm")
    menu = self.menu()
    _ = type(&menu, "c", at: 1)
    _ = type(&menu, "a", at: 1.2)
    _ = type(&menu, "M", at: 1.4)
    #expect(press(&menu, "Return") == "camera")
    // A letter after a pause goes on to the next line that begins with it.
    menu = self.menu()
    _ = type(&menu, "c", at: 1)
    _ = type(&menu, "c", at: 3)
    #expect(press(&menu, "Return") == "camera")
  }

  @Test func `does what is clicked, and nothing for a click beside it`() {
    var menu = menu()
    #expect(click(&menu, line(1)) == nil && menu.isShown)
    #expect(click(&menu, line(2)) == nil && menu.isShown)
    #expect(click(&menu, line(4)) == "calm" && !menu.isShown)
    menu = self.menu()
    #expect(click(&menu, Point(20, 20)) == nil && !menu.isShown)
  }

  @Test
  func `opens a further menu under the pointer, which may cross other lines on its way there`() {
    var menu = menu()
    menu.point(at: line(3))
    // The further menu is beside the line, 160 points from the left edge, and its second line lies lower.
    menu.point(at: Point(180, line(3).y + 2))
    menu.point(at: Point(240, line(4).y - 12))
    #expect(click(&menu, Point(300, line(4).y)) == "down")
    // Straight down, the pointer goes to the next line.
    menu = self.menu()
    menu.point(at: line(3))
    menu.point(at: line(4))
    #expect(press(&menu, "Return") == "calm")
  }

  @Test func `chooses where the button that has opened it is released after a drag`() {
    var menu = menu(isHeld: true)
    #expect(chosen(menu.release(at: Point(102, 101))) == nil && menu.isShown)
    menu = self.menu(isHeld: true)
    menu.point(at: line(5))
    #expect(chosen(menu.release(at: line(5))) == "camera")
    // Only that button.
    menu = self.menu()
    #expect(chosen(menu.release(at: line(5))) == nil && menu.isShown)
  }

  @Test(arguments: [
    Size(width: 800, height: 600), Size(width: 320, height: 240), Size(width: 120, height: 90),
    Size(width: 20, height: 12),
  ])
  func `stays in the window, where each line can be reached`(room: Size) throws {
    for place in [Point.zero, Point(room.width - 1, room.height - 1), Point(room.width / 2, 40)] {
      var menu = Menu<String>()
      menu.show(Self.items, at: .pointer(place), in: room)
      for keys in 1...4 {
        for _ in 0..<keys { _ = press(&menu, "Down") }
        _ = press(&menu, "Right")
        let area = try #require(menu.picture?.area)
        #expect(area.minX >= 0 && area.minY >= 0, "\(area)")
        #expect(area.maxX <= max(room.width, 8) && area.maxY <= max(room.height, 8), "\(area)")
      }
    }
  }

  @Test func `scrolls where the window is low`() {
    let room = Size(width: 800, height: 100)
    var menu = Menu<String>()
    menu.show(Self.items, at: .pointer(.zero), in: room)
    #expect(click(&menu, Point(50, 20)) == "open")
    menu.show(Self.items, at: .pointer(.zero), in: room)
    let wheel = WheelEvent(
      notches: Point(0, 9), location: Point(50, 50), modifiers: [], timestamp: 0)
    _ = menu.send(.wheel(wheel))
    // The last line, which has nothing that can be chosen, is above the lower edge.
    #expect(click(&menu, Point(50, 96 - 6 - 28 - 14)) == "camera")
  }

  @Test func `is gone once the window has another size`() {
    var menu = menu()
    menu.resize(to: Self.room)
    #expect(menu.isShown)
    menu.resize(to: Size(width: 700, height: 600))
    #expect(!menu.isShown && menu.picture == nil)
  }
}
