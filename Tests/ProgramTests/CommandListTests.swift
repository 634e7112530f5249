import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite struct `The list of commands in a window` {
  private let viewer: HeadlessViewer

  init() throws { viewer = try HeadlessViewer.filled() }

  /// The middle of the search field's line, which is dark in the sheet alone.
  private func isShown(_ shot: Screenshot) -> Bool {
    let pixel = (shot.pixel(x: 640, y: 60) ?? 0) & 0xFF
    return pixel < 0x30
  }

  @Test(arguments: ["question", "F1"])
  func `is shown and hidden by a key, and leaves no pixel behind`(key: String) throws {
    let before = try viewer.settle()
    try viewer.input.type(key)
    try viewer.wait("the list", until: isShown)
    try viewer.input.type(key)
    try viewer.wait("the picture") { !isShown($0) }
    #expect(try viewer.settle().isSame(as: before))
    try viewer.input.type(key)
    try viewer.wait("the list", until: isShown)
    try viewer.wait("the picture", after: "Escape") { !isShown($0) }
    #expect(try viewer.settle().isSame(as: before))
  }

  @Test(arguments: [false, true])
  func `takes no keys in a window without room for it`(isShownBefore: Bool) throws {
    try viewer.input.move(to: Point(50, 50))
    if isShownBefore {
      try viewer.wait("the list", after: "F1", until: isShown)
    }
    try viewer.resize(320, 90)
    try viewer.settle()
    if !isShownBefore { try viewer.input.type("F1") }
    try viewer.wait(forTitle: "p2.ppm (2000×1600) – 2 of 2 – Overscroll", after: "n")
  }

  @Test func `finds a command by what is typed, and does it`() throws {
    try viewer.wait("the list", after: "F1", until: isShown)
    try viewer.settle(after: "n", "e", "x", "t", "space", "p", "i", "c")
    try viewer.wait("the picture", after: "Return") { !isShown($0) }
    try viewer.wait(forPicture: 2)
  }

  @Test func `keeps the keys that edit what is typed, and pastes`() throws {
    try viewer.wait("the list", after: "F1", until: isShown)
    let empty = try viewer.settle()
    try viewer.wait("no text", after: "z", "o", "o", "m", "ctrl+BackSpace") { $0.isSame(as: empty) }
    try viewer.input.type("x", "ctrl+a", "BackSpace")
    try viewer.wait("no text") { $0.isSame(as: empty) }
    try viewer.input.type("ctrl+v")
    try viewer.send(.text(Input.Text(time: viewer.time, content: .pasted("next pic"))))
    try viewer.wait("the text") { !$0.isSame(as: empty) }
    try viewer.settle()
    try viewer.wait("the picture", after: "Return") { !isShown($0) }
    try viewer.wait(forPicture: 2)
  }

  @Test func `does what is clicked, and nothing for a click beside it`() throws {
    try viewer.wait("the list", after: "F1", until: isShown)
    try viewer.settle(after: "n", "e", "x", "t", "space", "p", "i", "c")
    // The field is 46 points high, a heading and the line 30 each.
    try viewer.input.click(Point(640, 40 + 46 + 30 + 15))
    try viewer.wait(forPicture: 2)
    try viewer.wait("the list", after: "F1", until: isShown)
    try viewer.input.click(Point(100, 400))
    try viewer.wait("the picture") { !isShown($0) }
    try viewer.wait(forPicture: 2)
  }

  @Test func `quits by a click, too`() throws {
    try viewer.wait("the list", after: "F1", until: isShown)
    try viewer.settle(after: "q", "u", "i", "t")
    try viewer.input.click(Point(640, 40 + 46 + 30 + 15))
    #expect(viewer.hasEnded)
  }

  @Test func `is shown over the overview, where it lists what can be done there`() throws {
    let viewer = try HeadlessViewer.filled(["--overview"])
    try viewer.settle()
    let overview = try viewer.look()
    try viewer.wait("the list", after: "F1") { !$0.isSame(as: overview) }
    try viewer.input.type("Escape")
    try viewer.wait("the overview") { $0.isSame(as: overview) }
  }
}
