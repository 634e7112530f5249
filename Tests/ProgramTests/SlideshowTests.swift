import ArgumentParser
import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import overscroll
@testable import OverscrollViewer

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
    show.toggle()
    show.follow(ObjectIdentifier(one), at: 2, isComplete: true)
    #expect(show.deadline == 2 + Slideshow.usualDuration)
    #expect(show.stop() && !show.isOn && show.deadline == nil)
    show.restart(at: 3)
    show.wait()
    #expect(!show.isOn)
  }

  @Test(arguments: ["0", "0.09", "86401", "nan", "soon"])
  func `has no other duration than its own`(seconds: String) {
    #expect(throws: (any Error).self) { try AlbumOptions.parse(["--slideshow", seconds]) }
    #expect((try? AlbumOptions.parse(["--slideshow", "0.1"]))?.slideshow == 0.1)
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
    try viewer.input.type("s")
    try viewer.wait(forPicture: 3)
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
}
