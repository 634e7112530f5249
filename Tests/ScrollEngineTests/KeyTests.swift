import ScrollGeometry
import Testing

@testable import ScrollEngine

@Suite struct `A key` {
  @Test(arguments: [
    ("KP_Up", KeyEvent.Key.up), ("KP_Prior", .pageUp), ("Prior", .pageUp), ("Next", .pageDown),
    ("KP_Page_Down", .pageDown), ("KP_Enter", .return), ("KP_Delete", .delete), ("F5", "F5"),
  ])
  func `of the numeric keypad or by another name counts in text as its counterpart`(
    name: String, expected: KeyEvent.Key
  ) {
    #expect(KeyEvent.Key(rawValue: name).counterpart == expected)
  }

  @Test func `scrolls by its constant as by its name in scripts`() {
    for (key, name) in [
      (KeyEvent.Key.down, "Down"), (.up, "Up"), (.left, "Left"), (.right, "Right"),
    ] {
      let offsets = [key, KeyEvent.Key(rawValue: name)].map { key in
        let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000))
        stage.scrollView.contentOffset = Point(500, 500)
        stage.window.send(.key(KeyEvent(key: key, timestamp: 0)))
        stage.window.advance(to: 1)
        return stage.scrollView.contentOffset
      }
      #expect(offsets[0] == offsets[1])
      #expect(offsets[0] != Point(500, 500))
    }
  }
}
