import OverscrollBrowser
import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `The controls over a picture` {
  /// Two pictures that are bright everywhere, larger than the window.
  private func viewer(
    _ arguments: [String] = [], size: PixelSize = PixelSize(width: 1280, height: 800),
    scale: Double = 1
  ) throws -> HeadlessViewer {
    let folder = try PictureFolder(of: 2, width: 2000, height: 1600)
    let viewer = try HeadlessViewer(
      [folder.path, "--zoom", "fill"] + arguments, size: size, scale: scale)
    try viewer.wait(forPicture: 1)
    return viewer
  }

  /// The left end of the capsule in a window of 1280 × 800, which nothing else darkens.
  private func isShown(_ shot: Screenshot) -> Bool {
    shot.color(436, 764) != PictureFolder.color(1)
      && shot.color(436, 764) != PictureFolder.color(2)
  }

  /// Moves the pointer twice: a window that comes under it moves nothing.
  private func move(_ viewer: HeadlessViewer, to place: Point) throws {
    try viewer.input.move(to: place + Point(-20, 0))
    try viewer.input.move(to: place)
  }

  @Test func `appear while the pointer moves, and leave no pixel behind`() throws {
    let viewer = try viewer()
    let plain = try viewer.settleWithoutPlates()
    try viewer.input.move(to: Point(300, 300))
    #expect(!isShown(try viewer.settle()))
    try viewer.input.move(to: Point(320, 300))
    try viewer.advance(by: 0.2)
    #expect(isShown(try viewer.look()))
    try viewer.advance(by: 1.7)
    #expect(isShown(try viewer.look()))
    try viewer.advance(by: 0.5)
    #expect(try viewer.look().isSame(as: plain))
    #expect(!viewer.host.schedule.wantsFrames)
  }

  @Test func `have no scale over a page, nor has that one by keys`() throws {
    let folder = try PictureFolder(of: 1)
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/p2.ppm")
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "p2.ppm – 2 of 2 – Overscroll", after: "n")
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(100, 100))
    let shown = try viewer.settle()
    try viewer.settle(after: "2")
    let page = try viewer.picturePage
    let context = page.context
    #expect(page.appearance.frame(context, message: nil, marks: nil).layers.isEmpty)
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(100, 100))
    #expect(try viewer.settle().isSame(as: shown))
  }

  @Test func `have the scale bar above them in a window that is narrow`() throws {
    let viewer = try viewer(
      ["--unit-per-pixel", "2mm", "--scale-bar", "on", "--animations", "off"],
      size: PixelSize(width: 500, height: 360))
    /// Whether the bar covers a place in its corner, left of the capsule, and one above the capsule.
    func hasBar(_ shot: Screenshot) -> [Bool] {
      [328, 278].map { shot.color(20, $0) != PictureFolder.color(1) }
    }
    #expect(hasBar(try viewer.settleWithoutPlates()) == [true, false])
    try move(viewer, to: Point(240, 100))
    #expect(hasBar(try viewer.look()) == [false, true])
    try viewer.advance(by: 3)
    #expect(hasBar(try viewer.look()) == [true, false])
  }

  @Test func `fade within 0.15 s, and cut with reduced motion`() throws {
    for (options, isFaint) in [([], true), (["--animations", "off"], false)] {
      let viewer = try viewer(options)
      try viewer.settleWithoutPlates()
      try move(viewer, to: Point(300, 300))
      try viewer.advance(by: 0.05)
      let early = try viewer.look()
      try viewer.advance(by: 0.2)
      #expect(try viewer.look().isSame(as: early) != isFaint, "\(options)")
    }
  }

  @Test func `stay under the pointer, and say what they do and by which key`() throws {
    let viewer = try viewer()
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(486, 764))
    try viewer.advance(by: 0.4)
    let early = try viewer.look()
    try viewer.advance(by: 0.4)
    let late = try viewer.look()
    #expect(!late.isSame(as: early))
    try viewer.advance(by: 5)
    #expect(try viewer.look().isSame(as: late))
    #expect(viewer.cursor == .arrow)
  }

  @Test(arguments: ["key", "drag", "zoom"])
  func `disappear at once for anything else`(input: String) throws {
    let viewer = try viewer()
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(600, 400))
    try viewer.advance(by: 0.3)
    #expect(isShown(try viewer.look()))
    switch input {
    case "key": try viewer.input.type("c")
    case "drag":
      try viewer.input.drag([Point(600, 400), Point(620, 400)], releases: false)
    default: try viewer.input.wheel(-1, holding: ["ctrl"])
    }
    try viewer.advance(by: 0.04)
    #expect(!isShown(try viewer.look()))
  }

  @Test func `turn the page, zoom and show the overview by a click`() throws {
    let viewer = try viewer(["--animations", "off"])
    try move(viewer, to: Point(488, 764))
    try viewer.input.click()
    try viewer.wait(forPicture: 2)
    // The pointer rests on them, so they stay.
    #expect(isShown(try viewer.settle()))
    try viewer.input.click(Point(450, 764))
    try viewer.wait(forPicture: 1)
    try viewer.input.click(Point(722, 764))
    try viewer.settle()
    #expect(try viewer.look().color(640, 20) != PictureFolder.color(1))
  }

  @Test func `leave the overview alone, and nothing goes on there`() throws {
    let viewer = try viewer(["--animations", "off"])
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(600, 400))
    try viewer.advance(by: 0.3)
    try viewer.settle(after: "Return")
    let overview = try viewer.look()
    try viewer.advance(by: 5)
    #expect(try viewer.look().isSame(as: overview))
    #expect((viewer.host.schedule.deadline ?? .infinity) > viewer.time)
  }

  @Test func `do nothing for a press that ends elsewhere, and never move the picture`() throws {
    let viewer = try viewer()
    let plain = try viewer.settleWithoutPlates()
    try move(viewer, to: Point(488, 764))
    try viewer.advance(by: 0.3)
    try viewer.input.press()
    try viewer.input.move(to: Point(488, 600))
    try viewer.input.move(to: Point(300, 300))
    try viewer.input.release()
    try viewer.settleWithoutPlates()
    try viewer.advance(by: 1)
    #expect(try viewer.look().isSame(as: plain))
    #expect(viewer.title.hasPrefix("p1.ppm"))
  }

  @Test func `open a list of scales, and the menu`() throws {
    let viewer = try viewer(["--animations", "off"])
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(582, 764))
    try viewer.input.click()
    try viewer.wait("200%", after: "End", "Return") { _ in true }
    try viewer.settle()
    // At 200 % a picture pixel is two pixels wide.
    try viewer.input.type("x")
    try move(viewer, to: Point(828, 764))
    try viewer.input.click()
    try viewer.input.type("End", "Up", "Return")
    #expect(
      viewer.host.requests.contains {
        if case .fullscreen(true) = $0 { true } else { false }
      })
  }

  @Test(arguments: [582.0, 828])
  func `stay while a menu of theirs is shown, which no help lies under`(x: Double) throws {
    let viewer = try viewer(["--animations", "off"])
    try viewer.settleWithoutPlates()
    try move(viewer, to: Point(x, 764))
    try viewer.advance(by: 0.3)
    try viewer.input.click()
    try viewer.advance(by: 5)
    #expect(isShown(try viewer.look()))
    try viewer.input.type("Escape")
    try viewer.advance(by: 5)
    #expect(isShown(try viewer.look()))
  }

  @Test(arguments: [(320, 240), (460, 300), (5120, 1440), (200, 200), (60, 60)], [1.0, 2])
  func `fit the window`(size: (Int, Int), scale: Double) throws {
    let room = Size(width: Double(size.0) / scale, height: Double(size.1) / scale)
    guard let layout = PictureControls.Layout(in: room, above: 0) else {
      return #expect(room.width < 260 || room.height < 64)
    }
    #expect(layout.capsule.minX >= 8 && layout.capsule.maxX <= room.width - 8)
    #expect(layout.capsule.maxY == room.height - 16)
    #expect(layout.places[.more] != nil && layout.places[.zoomIn] != nil)
    // A line is between all groups; those of the page and of the scale have several controls.
    let pages = layout.places[.previous] == nil ? 0 : 1
    #expect(layout.lines.count == layout.places.count - 1 - 2 - pages)
    for line in layout.lines {
      #expect(!layout.places.values.contains { $0.minX < line + 1 && $0.maxX > line })
    }
    let places = layout.places.values.sorted { $0.minX < $1.minX }
    for (one, next) in zip(places, places.dropFirst()) { #expect(one.maxX <= next.minX) }
    #expect(places.allSatisfy { $0.width >= 36 && $0.height >= 36 })
  }

  @Test func `lie over nothing that is selected, and never appear where they are off`() throws {
    let viewer = try viewer(["--animations", "off"])
    try viewer.settleWithoutPlates()
    try viewer.input.type("ctrl+a")
    try move(viewer, to: Point(300, 300))
    try viewer.advance(by: 0.3)
    #expect(!isShown(try viewer.look()))
    try viewer.input.type("Escape", "u")
    try move(viewer, to: Point(400, 300))
    try viewer.advance(by: 0.3)
    #expect(!isShown(try viewer.look()))
    let off = try self.viewer(["--controls", "off"])
    let plain = try off.settleWithoutPlates()
    try move(off, to: Point(300, 300))
    try off.advance(by: 0.3)
    #expect(try off.look().isSame(as: plain))
  }
}

@Suite struct `The menu over a picture` {
  @Test func `opens at the pointer, and leaves no pixel behind`() throws {
    let viewer = try HeadlessViewer.filled(["--controls", "off"])
    try viewer.input.move(to: Point(300, 200))
    let plain = try viewer.settleWithoutPlates()
    try viewer.input.click(button: 3)
    let shown = try viewer.settle()
    #expect(shown.color(310, 210) != PictureFolder.color(1))
    #expect(shown.color(290, 210) == PictureFolder.color(1))
    #expect(try viewer.settle(after: "Escape").isSame(as: plain))
  }

  @Test(arguments: ["Menu", "shift+F10"])
  func `opens and closes by a key`(key: String) throws {
    let viewer = try HeadlessViewer.filled(["--controls", "off"])
    let plain = try viewer.settleWithoutPlates()
    try viewer.input.type(key)
    #expect(!(try viewer.settle().isSame(as: plain)))
    try viewer.input.type(key)
    #expect(try viewer.settle().isSame(as: plain))
  }

  @Test func `does what is chosen, also by releasing the button over it`() throws {
    let viewer = try HeadlessViewer.filled()
    try viewer.input.type("Menu", "End", "Up", "Return")
    #expect(
      viewer.host.requests.contains {
        if case .fullscreen(true) = $0 { true } else { false }
      })
    try viewer.input.move(to: Point(300, 200))
    try viewer.input.press(3)
    // The second line copies the picture.
    for y in [205.0, 230, 248] { try viewer.input.move(to: Point(320, y)) }
    try viewer.input.release(3)
    try viewer.settle()
    #expect(viewer.host.clipboard != nil)
  }

  @Test func `takes letters, and gives the rest back to the picture`() throws {
    let viewer = try HeadlessViewer.filled()
    try viewer.settle(after: "Menu", "n")
    #expect(viewer.title.hasPrefix("p1.ppm"))
    try viewer.input.click(Point(20, 20))
    try viewer.wait(forPicture: 2, after: "n")
  }
}
