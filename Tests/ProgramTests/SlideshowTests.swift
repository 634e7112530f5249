import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

@Suite struct `A slideshow` {
  private final class Picture {}
  private let one = Picture()
  private let two = Picture()

  @Test func `counts from when a picture is complete, and again for each`() {
    var show = Slideshow(5)
    #expect(show.isOn && show.deadline == nil)
    show.follow(ObjectIdentifier(one), at: 1, isComplete: false)
    #expect(show.deadline == nil)
    show.follow(ObjectIdentifier(one), at: 2, isComplete: true)
    #expect(show.deadline == 7)
    // More pixels than the window needs, as after a zoom, change nothing.
    show.follow(ObjectIdentifier(one), at: 3, isComplete: false)
    #expect(show.deadline == 7)
    show.follow(ObjectIdentifier(two), at: 4, isComplete: false)
    #expect(show.deadline == nil)
    show.follow(ObjectIdentifier(two), at: 6, isComplete: true)
    #expect(show.deadline == 11)
    show.restart(at: 8)
    #expect(show.deadline == 13)
    show.wait()
    #expect(show.deadline == nil && show.isOn)
  }

  @Test func `runs when it is started, and no longer once it is stopped`() {
    var show = Slideshow(nil)
    show.follow(ObjectIdentifier(one), at: 1, isComplete: true)
    #expect(!show.isOn && show.deadline == nil && !show.stop())
    show.start()
    show.follow(ObjectIdentifier(one), at: 2, isComplete: true)
    #expect(show.deadline == 2 + Slideshow.usualDuration)
    #expect(show.stop() && !show.isOn && show.deadline == nil)
    show.restart(at: 3)
    show.wait()
    #expect(!show.isOn)
  }

  @Test func `waits for nothing while it is paused`() {
    var show = Slideshow(5)
    show.follow(ObjectIdentifier(one), at: 1, isComplete: true)
    show.togglePause()
    show.wait()
    show.restart(at: 2)
    show.follow(ObjectIdentifier(two), at: 2, isComplete: true)
    #expect(show.isOn && show.isPaused && show.deadline == nil)
    show.togglePause()
    show.follow(ObjectIdentifier(two), at: 3, isComplete: true)
    #expect(!show.isPaused && show.deadline == 8)
    show.togglePause()
    #expect(show.stop() && !show.isOn)
    show.togglePause()
    #expect(!show.isOn)
  }

  @Test(arguments: ["0", "0.09", "86401", "nan", "soon"])
  func `has no other duration than its own`(seconds: String) {
    #expect(throws: (any Error).self) { try AlbumOptions.parse(["--slideshow", seconds]) }
    #expect((try? AlbumOptions.parse(["--slideshow", "0.1"]))?.slideshow == 0.1)
  }
}

@Suite struct `A shuffled album` {
  @Test(arguments: [2, 3, 40])
  func `shows every other picture before any comes again, and none twice in a row`(count: Int) {
    var album = Album()
    album.add(named: (0..<count).map { Album.File(FilePath("p\($0).png")) })
    var (shuffle, current) = (Shuffle(), 0)
    for _ in 1...4 {
      var seen: Set<Int> = []
      for _ in 1..<count {
        let next = shuffle.next(after: current, in: album) ?? -1
        #expect(next != current && seen.insert(next).inserted)
        current = next
      }
    }
    #expect(shuffle.next(after: 0, in: Album()) == nil)
  }
}

@Suite struct `A slideshow in a window` {
  private let folder = PictureFolder()

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    return try HeadlessViewer([folder.path] + arguments)
  }

  @Test func `shows every picture, without those that are none, and begins again`() throws {
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/p2a.png")
    let viewer = try viewer("--slideshow", "0.4")
    for number in [2, 3, 1, 2] { try viewer.wait(forPicture: number) }
    // The first Escape stops it, and the window stays.
    try viewer.input.type("Escape")
    let before = try viewer.settleWithoutPlates()
    #expect(try viewer.settle().isSame(as: before))
  }

  @Test func `starts and stops by a key, and waits where keys are pressed`() throws {
    let viewer = try viewer("--slideshow", "6")
    try viewer.wait(forPicture: 1)
    // Keys without an effect count, too.
    let start = viewer.time
    while viewer.time < start + 8 { try viewer.input.type("F10") }
    let middle = try viewer.look().pixel(x: 640, y: 400) ?? 0
    #expect(middle & 0xFF_FFFF == PictureFolder.color(1))
    try viewer.wait(forPicture: 2)
    try viewer.input.type("s")
    let before = try viewer.settleWithoutPlates()
    #expect(try viewer.settle().isSame(as: before))
    try viewer.wait(forPicture: 3, after: "s")
  }

  @Test func `waits while a selection is drawn`() throws {
    let viewer = try viewer("--slideshow", "1")
    try viewer.wait(forPicture: 1)
    try viewer.input.move(to: Point(600, 350))
    try viewer.input.hold("shift")
    try viewer.input.drag([Point(600, 350), Point(640, 400), Point(680, 440)], releases: false)
    try viewer.advance(by: 2.5)
    #expect(viewer.title.hasPrefix("p1.ppm"))
    try viewer.input.release()
    try viewer.input.letGo("shift")
    try viewer.wait(forPicture: 2)
  }

  @Test func `has its interval changed by arrows and its order by Tab`() throws {
    let viewer = try viewer("--slideshow-interval", "5")
    let plain = try viewer.settleWithoutPlates()
    try viewer.input.type("s")
    #expect(try !viewer.look().isSame(as: plain))
    try viewer.keep("slideshow-plate")
    try viewer.input.type("Down", "Down", "Down")
    // The last key was pressed just now: the picture stays for two seconds.
    try viewer.advance(by: 1.9)
    #expect(viewer.title.hasPrefix("p1.ppm"))
    try viewer.advance(by: 0.5)
    #expect(viewer.title.hasPrefix("p2.ppm"))
    let ordered = try viewer.look()
    try viewer.input.type("Tab")
    #expect(try !viewer.look().isSame(as: ordered))
    try viewer.input.type("Tab", "Escape")
    #expect(viewer.message == "The slideshow has stopped.")
    // Once it has stopped, an arrow turns the page again.
    try viewer.wait(forPicture: 3, after: "Down")
  }

  @Test func `pauses by Space, and has its keys as long as it runs`() throws {
    let viewer = try viewer("--slideshow-interval", "2")
    let page = try viewer.picturePage
    try viewer.wait(forPicture: 1)
    try viewer.waitUntil("the third picture", after: "s") { viewer.title.hasPrefix("p3.ppm") }
    try viewer.advance(by: 0.5)
    #expect(page.slideshow.plate == nil && page.slideshow.interval == 2)
    try viewer.input.type("Up")
    #expect(page.slideshow.plate != nil && page.slideshow.interval == 3)
    #expect(viewer.title.hasPrefix("p3.ppm"))
    try viewer.input.type("space")
    try viewer.advance(by: 20)
    #expect(page.slideshow.plate == "The slideshow is paused. Space goes on.")
    #expect(viewer.title.hasPrefix("p3.ppm"))
    try viewer.waitUntil("the first picture", after: "space") { viewer.title.hasPrefix("p1.ppm") }
  }

  @Test func `has its keys beside the information, too, and after a click on it`() throws {
    let viewer = try viewer("--slideshow-interval", "5")
    let page = try viewer.picturePage
    let panel = page.appearance.information.panel
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "ctrl+i")
    try viewer.input.type("s", "Tab")
    #expect(page.slideshow.plate?.contains("shuffled") == true && !panel.isFocused)
    try viewer.input.click(Point(1100, 700))
    try viewer.input.type("Tab", "Up")
    #expect(page.slideshow.plate?.contains("in order") == true && page.slideshow.interval == 7)
    // Once it has stopped, Tab is the panel's.
    try viewer.input.type("s")
    let wasFocused = panel.isFocused
    try viewer.input.type("Tab")
    #expect(panel.isFocused != wasFocused)
  }

  @Test func `has a check mark while it runs, and is not said to have stopped then`() throws {
    let viewer = try viewer()
    let page = try viewer.picturePage
    try viewer.wait(forPicture: 1)
    func isChecked() -> Bool {
      page.appearance.commands.pictureMenu(CommandAvailability(page.context)).contains {
        if case .choice(.toggleSlideshow, _, _, _, let isOn) = $0 { isOn } else { false }
      }
    }
    #expect(!isChecked())
    try viewer.input.type("s")
    #expect(isChecked())
    try viewer.input.type("s")
    #expect(!isChecked() && viewer.message == "The slideshow has stopped.")
    try viewer.input.type("s")
    #expect(isChecked() && viewer.message == nil)
  }

  @Test func `fades from picture to picture, unless motion is reduced`() throws {
    for animates in [true, false] {
      let viewer = try viewer("--slideshow", "1", "--animations", animates ? "on" : "off")
      try viewer.wait(forPicture: 1)
      try viewer.waitUntil("the next picture") { viewer.title.hasPrefix("p2.ppm") }
      try viewer.advance(by: 0.1)
      let color = try viewer.look().color(640, 400)
      let (one, two) = (PictureFolder.color(1), PictureFolder.color(2))
      #expect(animates ? color != one && color != two : color == two)
      try viewer.advance(by: 0.3)
      #expect(try viewer.look().color(640, 400) == two)
      // A key doesn't wait for it.
      try viewer.waitUntil("the next picture") { viewer.title.hasPrefix("p3.ppm") }
      try viewer.input.type("F10")
      try viewer.window.finishWork()
      try viewer.advance(by: 0.05)
      let after = try viewer.look().color(640, 400)
      #expect(after == PictureFolder.color(3))
    }
  }
}
