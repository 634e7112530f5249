import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollShell
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `A window without pictures` {

  private let folder = PictureFolder()
  private var file: String { folder.path + "-state/recent" }

  private func remember(_ names: String...) {
    RecentFiles.update(FilePath(file)) { recent in
      for name in names.reversed() {
        recent.add(RecentFiles.Entry(FilePath(folder.path + "/" + name), isFolder: name.isEmpty))
      }
    }
  }

  /// The places of what can be clicked.
  private func layout(_ notice: Frame.Notice, _ size: PixelSize, _ scale: Double = 1) throws
    -> NoticeLayout
  {
    let canvas = try Canvas(Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    return NoticeLayout(notice, in: size, scale: scale, measuredBy: canvas)
  }

  /// The middle of something that can be clicked in a window of 1280 × 800.
  private func place(_ item: Frame.Notice.Item, recent: Int = 0) throws -> Point {
    let layout = try layout(notice(recent: recent), PixelSize(width: 1280, height: 800))
    return try #require(layout.place(of: item)).center
  }

  private func notice(recent: Int) -> Frame.Notice {
    var notice = Frame.Notice(title: "Drop pictures here")
    notice.hasIcon = true
    notice.buttons = ["Open…", "Open Folder…"]
    notice.recent = (0..<recent).map {
      Frame.Notice.Recent(FilePath("/p\($0)"), name: "p\($0)", isFolder: false)
    }
    notice.links = [
      ["Coordinate grid", "Test scenes", "Replay a take…"], ["? lists all commands"],
    ]
    return notice
  }

  @Test(arguments: [(320, 240), (200, 150), (1000, 700), (5120, 1440), (64, 64)], [1.0, 2])
  func `always has room for its buttons, and gives up what was opened before first`(
    size: (Int, Int), scale: Double
  ) throws {
    let viewport = PixelSize(width: size.0, height: size.1)
    let layout = try layout(notice(recent: 8), viewport, scale)
    let whole = PixelRect(viewport).rect
    let buttons = [0, 1].compactMap { layout.place(of: .button($0)) }
    #expect(buttons.count == 2)
    if size.0 >= 200, scale == 1 {
      #expect(buttons.allSatisfy { whole.contains($0) && $0.height == 36 }, "\(buttons)")
    }
    let hasRecents = layout.place(of: .recent(0)) != nil
    #expect(hasRecents == (Double(size.1) / scale >= 480), "\(size)")
    let places = layout.items.map(\.place)
    for index in places.indices {
      for other in places.indices where other > index {
        #expect(!places[index].intersects(places[other]))
      }
    }
  }

  @Test(arguments: [1, 1.5, 2.0])
  func `has its size in points at every scale, and is clicked there`(scale: Double) throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    let size = PixelSize(width: Int(1280 * scale), height: Int(800 * scale))
    // The monitor has room for a larger one.
    let viewer = try HeadlessViewer(
      remembering: nil, ["--scale", "\(scale)"],
      size: scale == 1 ? size : PixelSize(width: 4000, height: 3000))
    #expect(viewer.host.display.size == size)
    let button = try #require(layout(notice(recent: 0), size, scale).place(of: .button(0)))
    let shot = try viewer.settle()
    func isAccent(_ x: Double) -> Bool {
      (shot.pixel(x: Int(x), y: Int(button.center.y)) ?? 0) & 0xFF_FFFF == 0x2F6FE0
    }
    let inset = 4 * scale
    #expect(isAccent(button.minX + inset) && isAccent(button.maxX - inset))
    #expect(!isAccent(button.minX - inset) && !isAccent(button.maxX + inset))
    try viewer.input.click(button.center)
    // There is no dialog here, so a path is typed.
    try viewer.settle()
    try viewer.input.type("ctrl+a")
    try viewer.input.type(text: folder.path + "/p1.ppm")
    try viewer.wait(forPicture: 1, after: "Return")
  }

  @Test func `has no window that is larger than its monitor`() throws {
    let viewer = try HeadlessViewer(
      remembering: nil, ["--scale", "2"], size: PixelSize(width: 3000, height: 1000))
    #expect(viewer.host.display.size == PixelSize(width: 2560, height: 1000))
  }

  @Test func `is not returned to by one Escape too many`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    let viewer = try HeadlessViewer(remembering: nil)
    try viewer.drop(FilePath(folder.path + "/p1.ppm"))
    try viewer.wait(forPicture: 1)
    try viewer.settle()
    let title = viewer.title
    // The first one closes the list of commands, the second one a menu.
    try viewer.settle(after: "question", "Escape", "Escape")
    try viewer.advance(by: 1)
    try viewer.expect(title: title, after: "Menu", "Escape", "Escape")
    try viewer.advance(by: 0.6)
    try viewer.expect(title: "Overscroll", after: "Escape")
  }

  @Test func `opens files by a button, by a key and by a drop`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    for way in ["button", "key", "Return", "drop"] {
      let viewer = try HeadlessViewer(remembering: nil)
      #expect(viewer.title == "Overscroll")
      switch way {
      case "button": try viewer.input.click(place(.button(0)))
      case "key": try viewer.input.type("ctrl+o")
      case "Return": try viewer.input.type("Return")
      default:
        try viewer.drop(FilePath(folder.path + "/p1.ppm"))
      }
      if way != "drop" {
        // There is no dialog here, so a path is typed.
        try viewer.settle()
        try viewer.input.type("ctrl+a")
        try viewer.input.type(text: folder.path + "/p1.ppm")
        try viewer.input.type("Return")
      }
      try viewer.wait(forPicture: 1)
      // Escape leads back.
      try viewer.settle()
      try viewer.settle(after: "Escape")
      #expect(viewer.title == "Overscroll", "\(way)")
      #expect((try viewer.look().pixel(x: 5, y: 5) ?? 0) & 0xFF_FFFF != PictureFolder.color(1))
    }
  }

  @Test func `shows the coordinate grid, and comes back`() throws {
    let viewer = try HeadlessViewer(remembering: nil)
    let before = try viewer.settle()
    try viewer.input.click(place(.link(0)))
    try viewer.settle()
    #expect(!(try viewer.look().isSame(as: before)))
    try viewer.settle(after: "3")
    try viewer.input.type("Escape")
    try viewer.input.move(to: Point(20, 20))
    #expect(try viewer.settleWithoutPlates().isSame(as: before))
  }

  @Test func `opens the test scenes in a window that Escape closes`() throws {
    let (program, words) = (folder.path + "/program", folder.path + "/words")
    try RunningViewer.write(Array("#!/bin/sh\necho \"$*\" > \(words)\n".utf8), to: program)
    try #require(chmod(program, 0o755) == 0)
    let viewer = try HeadlessViewer(remembering: nil, starting: program)
    try viewer.input.click(place(.link(1)))
    try viewer.settle()
    let line = try TextFile.read(FilePath(words)).dropLast()
    let scenes = try HeadlessViewer(line.split(separator: " ").map(String.init))
    let list = try scenes.settle()
    try scenes.input.type("Return", "f", "Escape")
    #expect(!(try scenes.settle().isSame(as: list)), "out of full screen")
    try scenes.input.type("Escape")
    #expect(try scenes.settle().isSame(as: list))
    try scenes.input.type("question", "Escape")
    #expect(!scenes.hasEnded, "only the list of commands is closed")
    try scenes.input.type("Escape")
    #expect(scenes.hasEnded)
  }

  @Test func `remembers what was opened, and opens it again`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    try folder.add("p2.ppm", 2, width: 1280, height: 800)
    do {
      let viewer = try HeadlessViewer(remembering: file)
      for name in ["p1.ppm", "p2.ppm"] {
        try viewer.drop(FilePath(folder.path + "/" + name))
        try viewer.settle()
      }
    }
    #expect(
      RecentFiles(at: FilePath(file)).entries.map(\.path.lastComponent.description)
        == ["p2.ppm", "p1.ppm"])
    let viewer = try HeadlessViewer(remembering: file)
    try viewer.input.click(place(.recent(1), recent: 2))
    try viewer.wait(forPicture: 1)
    // Tab passes the two buttons.
    try viewer.settle(after: "Escape")
    try viewer.wait(forPicture: 2, after: "Tab", "Tab", "Tab", "Tab", "Return")
  }

  @Test func `shows the first picture of a folder, with the sign of a folder`() throws {
    try folder.add("p10.ppm", 1, width: 640, height: 480)
    try folder.add("p2.ppm", 2, width: 640, height: 480)
    try RunningViewer.write([0], to: folder.path + "/a.txt")
    remember("", "p10.ppm")
    let viewer = try HeadlessViewer(remembering: file)
    let shot = try viewer.settle()
    func color(_ item: Frame.Notice.Item, _ part: Point) throws -> UInt32? {
      let layout = try layout(notice(recent: 2), PixelSize(width: 1280, height: 800))
      let box = try #require(layout.place(of: item))
      return shot.pixel(x: Int(box.minX + part.x), y: Int(box.minY + part.y)).map {
        $0 & 0xFF_FFFF
      }
    }
    // A thumbnail fills the box of 160 × 120; the sign is in its lower left corner.
    #expect(try color(.recent(0), Point(80, 40)) == PictureFolder.color(2))
    #expect(try color(.recent(1), Point(80, 40)) == PictureFolder.color(1))
    #expect(try color(.recent(0), Point(10, 110)) != PictureFolder.color(2))
    #expect(try color(.recent(1), Point(10, 110)) == PictureFolder.color(1))
  }

  @Test func `has what was opened while the file was read before all others`() throws {
    let paths = try (1...2).map { try folder.add("p\($0).ppm", $0, width: 1280, height: 800) }
    remember("p1.ppm", "p2.ppm")
    let viewer = try HeadlessViewer(remembering: file)
    let page = try viewer.picturePage
    page.start.read()
    page.start.add(RecentFiles.Entry(FilePath(paths[1]), isFolder: false))
    try viewer.settle()
    #expect(page.start.known.entries.map(\.path.description) == paths.reversed())
  }

  @Test func `forgets by a menu, and shows nothing that is gone`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    try folder.add("p2.ppm", 2, width: 1280, height: 800)
    remember("p1.ppm", "p2.ppm", "gone.ppm", "")
    let viewer = try HeadlessViewer(remembering: file)
    try viewer.input.move(to: place(.recent(0), recent: 3))
    try viewer.input.click(button: 3)
    try viewer.settle(after: "Down", "Return")
    #expect(
      RecentFiles(at: FilePath(file)).entries.map(\.path.lastComponent.description).dropLast()
        == ["p2.ppm", "gone.ppm"])
    try viewer.input.move(to: place(.recent(0), recent: 2))
    try viewer.input.click(button: 3)
    try viewer.settle(after: "End", "Return")
    #expect(RecentFiles(at: FilePath(file)).entries.isEmpty)
  }

  @Test func `no longer shows what is gone once that is clicked, or it is returned to`() throws {
    let paths = try (1...2).map { try folder.add("p\($0).ppm", $0, width: 1280, height: 800) }
    remember("p1.ppm", "p2.ppm")
    let viewer = try HeadlessViewer(remembering: file)
    let page = try viewer.picturePage
    #expect(page.start.known.entries.map(\.path.description) == paths)
    #expect(unlink(paths[0]) == 0)
    try viewer.input.click(place(.recent(0), recent: 2))
    try viewer.waitUntil("the message") {
      viewer.message?.hasSuffix("p1.ppm: no such file.") == true
    }
    try viewer.settle()
    #expect(page.start.known.entries.map(\.path.description) == [paths[1]])
    try viewer.input.click(place(.recent(0), recent: 1))
    try viewer.wait(forPicture: 2)
    #expect(unlink(paths[1]) == 0)
    try viewer.settle(after: "Escape")
    #expect(viewer.title == "Overscroll" && page.start.known.entries.isEmpty)
    // They come back with a disk that is gone.
    #expect(RecentFiles(at: FilePath(file)).entries.count == 2)
  }

  @Test func `writes nothing where nothing is to be remembered`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    let viewer = try HeadlessViewer(remembering: nil)
    try viewer.drop(FilePath(folder.path + "/p1.ppm"))
    try viewer.settle()
    #expect(FileStatus(of: FilePath(file)) == nil)
  }

  @Test func `lists its commands, and gives none that need a picture`() throws {
    let viewer = try HeadlessViewer(remembering: nil)
    let before = try viewer.settle()
    for key in ["t", "T", "plus", "x", "ctrl+a", "m", "greater", "v", "n", "Delete", "ctrl+s"] {
      try viewer.input.type(key)
    }
    try viewer.settleWithoutPlates()
    try viewer.advance(by: 8)
    #expect(try viewer.settle().isSame(as: before))
    #expect(!(try viewer.settle(after: "question").isSame(as: before)))
  }

  @Test func `offers to try again only where that may help`() throws {
    try folder.add("p1.ppm", 1, width: 1280, height: 800)
    try RunningViewer.write("Some notes, not a picture.\n", to: folder.path + "/p2.png")
    try RunningViewer.write([], to: folder.path + "/p3.png")
    let viewer = try HeadlessViewer([folder.path, "--controls", "off"])
    try viewer.wait(forTitle: "p2.png – 2 of 3 – Overscroll", after: "n")
    #expect(try buttons(viewer) == ["Open…"])
    try viewer.wait(forTitle: "p3.png – 3 of 3 – Overscroll", after: "n")
    #expect(try buttons(viewer) == ["Retry", "Open…"])
    #expect(hasButton(try viewer.settleWithoutPlates()))
    // Return means the overview there, until the button has the keys.
    #expect(!hasButton(try viewer.settle(after: "Return")))
    try viewer.input.type("Escape")
    #expect(hasButton(try viewer.settleWithoutPlates()))
    try viewer.expect(title: "p3.png – 3 of 3 – Overscroll", after: "Tab", "Return")
  }

  @Test func `offers to open something else beside a file that is alone and no picture`() throws {
    try RunningViewer.write("Some notes, not a picture.\n", to: folder.path + "/p1.png")
    let viewer = try HeadlessViewer([folder.path + "/p1.png", "--controls", "off"])
    #expect(try buttons(viewer) == ["Open…", "Open Folder…"])
  }

  @Test func `has a page about the folder where none of its files can be shown`() throws {
    for number in 1...3 {
      try RunningViewer.write("Some notes, not a picture.\n", to: "\(folder.path)/p\(number).png")
    }
    let viewer = try HeadlessViewer([folder.path, "--controls", "off"])
    let page = try viewer.picturePage
    let name = FilePath(folder.path).lastComponent.description
    let notice = NoticeController.page(of: page.content, page.album)?.notice
    #expect(notice?.title == "No pictures in \(name)")
    #expect(notice?.message == "3 files are not pictures, or damaged.")
    #expect(try buttons(viewer) == ["Open Folder…", "Open…"])
    #expect(viewer.title == "\(name) – Overscroll")
    // Each of them has its own page.
    try viewer.wait(forTitle: "p2.png – 2 of 3 – Overscroll", after: "n")
    #expect(try buttons(viewer) == ["Open…"])
  }

  @Test func `offers to retry where all files that were named are missing`() throws {
    let viewer = try HeadlessViewer(
      [folder.path + "/p1.ppm", folder.path + "/p2.ppm", "--controls", "off"])
    try viewer.expect(title: "p1.ppm – 1 of 2 – Overscroll")
    #expect(try buttons(viewer) == ["Retry", "Open…"])
    try folder.add("p1.ppm", 1)
    try viewer.wait(forPicture: 1, after: "r")
  }

  @Test func `replays a take whose path is typed where there is no dialog`() throws {
    let (program, words) = (folder.path + "/program", folder.path + "/words")
    try RunningViewer.write(Array("#!/bin/sh\necho \"$*\" > \(words)\n".utf8), to: program)
    try #require(chmod(program, 0o755) == 0)
    let take = folder.path + "/a.script"
    try RunningViewer.write([], to: take)
    let viewer = try HeadlessViewer(remembering: nil, starting: program)
    let page = try viewer.picturePage
    try viewer.input.click(place(.link(2)))
    try viewer.settle()
    try viewer.input.type("ctrl+a")
    try viewer.input.type(text: folder.path)
    try viewer.settle(after: "Return")
    #expect(page.appearance.field.shown?.panel.problem == "This is a folder, and no take.")
    try viewer.input.type(text: "/a.scr")
    try viewer.settle(after: "Tab")
    try viewer.settle(after: "Return")
    #expect(try TextFile.read(FilePath(words)) == "replay --returns-to-start \(take)\n")
  }

  /// The buttons of the page in the place of a picture.
  private func buttons(_ viewer: HeadlessViewer) throws -> [String] {
    let page = try viewer.picturePage
    return NoticeController.page(of: page.content, page.album)?.notice.buttons ?? []
  }

  private func hasButton(_ shot: Screenshot) -> Bool {
    (0..<400).contains { (shot.pixel(x: 605, y: 300 + $0 / 2) ?? 0) & 0xFF_FFFF == 0x2F6FE0 }
  }
}
