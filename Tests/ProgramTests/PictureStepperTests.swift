import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `Where a picture fits the window` {
  private func step(_ stepper: inout PictureStepper, _ notches: Point, at time: Double) -> Album
    .Step?
  {
    stepper.step(of: WheelEvent(notches: notches, location: .zero, timestamp: time))
  }

  @Test func `whole notches of a wheel turn pages, and parts add up`() {
    var stepper = PictureStepper(.turn)
    #expect(step(&stepper, Point(0, 1), at: 1) == .next)
    #expect(step(&stepper, Point(0, -1), at: 1.1) == .previous)
    #expect(step(&stepper, Point(1, 0), at: 1.2) == .next)
    for part in 1...7 {
      #expect(step(&stepper, Point(0, 0.125), at: 1.2 + Double(part) / 50) == nil)
    }
    #expect(step(&stepper, Point(0, 0.125), at: 1.4) == .next)
    #expect(step(&stepper, Point(0, 0.9), at: 1.5) == nil)
    #expect(step(&stepper, Point(0, -0.5), at: 1.6) == nil, "another direction begins again")
    #expect(step(&stepper, Point(0, -0.5), at: 1.7) == .previous)
    #expect(step(&stepper, Point(0, 0.9), at: 2) == nil)
    #expect(step(&stepper, Point(0, 0.9), at: 3) == nil, "a pause begins again")
  }

  @Test func `arrows turn pages, but letters, pages and edges do not`() {
    func step(_ name: String, _ modifiers: Input.Modifiers = []) -> Album.Step? {
      let key = Input.Key(
        time: 0, action: .pressed, name: name, shiftedDigit: nil, modifiers: modifiers)
      return KeyMap.table.command(for: key).flatMap { PictureStepper.step(of: key, $0) }
    }
    #expect(step("Right") == .next && step("Down") == .next && step("KP_Right") == .next)
    #expect(step("Left") == .previous && step("Up") == .previous)
    for name in ["h", "j", "k", "l", "H", "plus"] { #expect(step(name) == nil) }
    #expect(step("Left", .shift) == nil && step("Left", .control) == nil)
  }

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    let folder = try PictureFolder(of: 3)
    return try HeadlessViewer([folder.path] + arguments)
  }

  @Test func `keys and the wheel turn pages in a window, and stop at the ends`() throws {
    let viewer = try viewer()
    for (key, number) in [("Right", 2), ("Down", 3), ("Up", 2), ("Left", 1)] {
      try viewer.wait(forPicture: number, after: key)
    }
    try viewer.input.move(to: Point(640, 400))
    try viewer.input.wheel(1)
    try viewer.wait(forPicture: 2)
    try viewer.input.wheel(1)
    try viewer.wait(forPicture: 3)
    for _ in 0..<4 { try viewer.input.wheel(1) }
    try viewer.settle()
    try viewer.wait(forPicture: 3)
    try viewer.input.wheel(-1)
    try viewer.wait(forPicture: 2)
  }

  @Test func `they scroll on request, and wherever there is something to scroll`() throws {
    let scrolling = try viewer("--fitted-keys", "scroll")
    try scrolling.input.type("Right", "Down")
    try scrolling.input.wheel(1)
    try scrolling.settle()
    #expect(scrolling.title.contains("1 of 3"))
    // 200 by 150 pixels are larger than the window at 8:1.
    let large = try viewer("--animations", "off")
    try large.settle(after: "8")
    let before = try large.look()
    try large.settle(after: "Right")
    #expect(large.title.contains("1 of 3"))
    try large.wait(forPicture: 2, after: "0", "Right")
    #expect(!before.isSame(as: try large.look()))
  }
}

@Suite struct `The name and number over a picture` {
  @Test func `show for two seconds at each picture in full screen`() {
    var caption = PictureCaption()
    caption.follow(FilePath("a"), isFullscreen: false, at: 1)
    #expect(!caption.isShown && caption.deadline == nil)
    caption.follow(FilePath("a"), isFullscreen: true, at: 2)
    #expect(caption.isShown && caption.deadline == 4)
    caption.follow(FilePath("a"), isFullscreen: true, at: 3)
    caption.expire(at: 4)
    #expect(!caption.isShown)
    caption.follow(FilePath("b"), isFullscreen: true, at: 5)
    #expect(caption.deadline == 7)
    caption.follow(FilePath("b"), isFullscreen: false, at: 6)
    #expect(!caption.isShown && caption.deadline == nil)
    caption.isPinned = true
    #expect(caption.isShown)
  }

  @Test func `appear in full screen for a while, and by a key for good`() throws {
    let folder = try PictureFolder(of: 2, width: 1280, height: 800)
    let viewer = try HeadlessViewer([folder.path, "--fullscreen"])
    func isShown(_ shot: Screenshot) -> Bool { (shot.pixel(x: 580, y: 27) ?? 0) & 0xFF < 0x30 }
    try viewer.wait("the name", until: isShown)
    try viewer.wait("the picture alone") { !isShown($0) }
    try viewer.wait("the name", after: "n", until: isShown)
    let alone = try viewer.wait("the picture alone") { !isShown($0) }
    try viewer.wait("the name", after: "c", until: isShown)
    #expect(isShown(try viewer.settle(after: "f")))
    try viewer.wait("the picture alone", after: "f", "c") { $0.isSame(as: alone) }
  }
}
