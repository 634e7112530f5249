import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `Pictures that are dragged sideways` {
  private let folder = PictureFolder()

  /// Pictures that fill the window.
  private func viewer(_ count: Int, _ arguments: String...) throws -> HeadlessViewer {
    for number in 1...count { try folder.add("p\(number).ppm", number, width: 1280, height: 800) }
    let viewer = try HeadlessViewer([folder.path + "/p1.ppm"] + arguments)
    // The neighbors are known once the folder has been listed.
    try viewer.wait(forTitle: "p1.ppm (1280×800) – 1 of \(count) – Overscroll")
    try viewer.settle()
    return viewer
  }

  private func drag(_ viewer: HeadlessViewer, from: Double, to: Double, releases: Bool) throws {
    let points = (0...10).map { Point(from + (to - from) * Double($0) / 10, 400) }
    try viewer.input.drag(points, milliseconds: 8, releases: releases)
  }

  private func color(_ shot: Screenshot, _ x: Int) -> UInt32 { shot.color(x, 300) }

  @Test func `lie side by side, a gap apart, and the next one takes the window`() throws {
    let viewer = try viewer(2, "--swipe", "all")
    try drag(viewer, from: 1000, to: 490, releases: false)
    // Less the ten pixels after which a press is a drag.
    let shot = try viewer.wait("both pictures") {
      color($0, 779) == PictureFolder.color(1) && color($0, 801) == PictureFolder.color(2)
    }
    #expect((781..<799).allSatisfy { color(shot, $0) == color(shot, 790) })
    #expect(color(shot, 790) != PictureFolder.color(1))
    try viewer.input.move(to: Point(200, 400))
    try viewer.input.release()
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of 2 – Overscroll")
    let rest = try viewer.settle()
    #expect([1, 640, 1278].allSatisfy { color(rest, $0) == PictureFolder.color(2) })
    // It is the last one, and bounces itself.
    try drag(viewer, from: 1000, to: 400, releases: true)
    try viewer.settle()
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of 2 – Overscroll")
  }

  @Test(arguments: [2, 3])
  func `name the window once they have most of it, and go on to their places`(count: Int) throws {
    let viewer = try viewer(count)
    try drag(viewer, from: 1000, to: 300, releases: true)
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of \(count) – Overscroll")
    var shot = try viewer.look()
    #expect(color(shot, 1) == PictureFolder.color(1))
    var edges: [Int] = []
    while color(shot, 1) != PictureFolder.color(2) {
      edges.append((0..<1280).first { color(shot, $0) == PictureFolder.color(2) } ?? 1280)
      try viewer.advance(by: 1.0 / 60)
      shot = try viewer.look()
    }
    #expect(edges.count > 5 && zip(edges, edges.dropFirst()).allSatisfy(>=), "\(edges)")
    let rest = try viewer.settle()
    #expect([1, 640, 1278].allSatisfy { color(rest, $0) == PictureFolder.color(2) })
    // The next ones begin from there.
    for (next, last) in [(1, 2), (2, 1), (count, 2)] where next != last {
      let isForward = next > last
      try drag(viewer, from: isForward ? 1000 : 300, to: isForward ? 490 : 810, releases: false)
      let held = try viewer.wait("both pictures") {
        color($0, isForward ? 779 : 501) == PictureFolder.color(last)
          && color($0, isForward ? 801 : 479) == PictureFolder.color(next)
      }
      #expect(color(held, isForward ? 1 : 1278) == PictureFolder.color(last))
      try viewer.input.move(to: Point(isForward ? 200 : 1100, 400))
      try viewer.input.release()
      try viewer.wait(forTitle: "p\(next).ppm (1280×800) – \(next) of \(count) – Overscroll")
      try viewer.settle()
    }
    let end = try viewer.settle()
    #expect([1, 640, 1278].allSatisfy { color(end, $0) == PictureFolder.color(count) })
  }

  @Test func `are there at once where a key is pressed while they come`() throws {
    let viewer = try viewer(3, "--swipe", "all")
    try viewer.input.drag(
      [Point(900, 400), Point(820, 400), Point(740, 400), Point(660, 400)], milliseconds: 16)
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of 3 – Overscroll", after: "v")
    let rest = try viewer.settleWithoutPlates()
    #expect([1, 640, 1278].allSatisfy { color(rest, $0) == PictureFolder.color(2) })
  }

  @Test func `follow each other as quickly as they are flicked, past what is no picture`() throws {
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/p2.png")
    for number in 1...4 { try folder.add("p\(number).ppm", number, width: 1280, height: 800) }
    let viewer = try HeadlessViewer([folder.path, "--swipe", "all"])
    for _ in 0..<3 { try drag(viewer, from: 900, to: 300, releases: true) }
    try viewer.settle()
    let title = viewer.title
    // A flick that begins before the next picture is open moves what there is.
    #expect(["p2", "p3", "p4"].contains { title.hasPrefix($0) }, "\(title)")
    while !viewer.title.hasPrefix("p4") {
      try drag(viewer, from: 900, to: 200, releases: true)
      try viewer.settle()
    }
    try viewer.wait(forTitle: "p4.ppm (1280×800) – 5 of 5 – Overscroll")
    try viewer.wait(forPicture: 4)
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test(arguments: [2, 3])
  func `leave the row where they are deleted in sight, for the next one or none`(
    count: Int
  ) throws {
    let viewer = try viewer(count)
    try drag(viewer, from: 1000, to: 490, releases: false)
    try viewer.wait("both pictures") {
      color($0, 779) == PictureFolder.color(1) && color($0, 801) == PictureFolder.color(2)
    }
    #expect(unlink(folder.path + "/p2.ppm") == 0)
    let shot = try viewer.wait("the row without it") { shot in
      let shown = color(shot, 801)
      return count > 2 ? shown == PictureFolder.color(3) : shown != PictureFolder.color(2)
    }
    #expect(color(shot, 779) == PictureFolder.color(1))
    #expect(viewer.message == "p2.ppm is gone.")
    try viewer.input.move(to: Point(200, 400))
    try viewer.input.release()
    let rest = try viewer.settle()
    let (number, place) = count > 2 ? (3, " – 2 of 2") : (1, "")
    #expect(viewer.title == "p\(number).ppm (1280×800)\(place) – Overscroll")
    #expect([1, 640, 1278].allSatisfy { color(rest, $0) == PictureFolder.color(number) })
  }

  @Test func `have their files' new versions already where those are written in sight`() throws {
    let viewer = try viewer(2)
    try drag(viewer, from: 1000, to: 490, releases: false)
    try viewer.wait("both pictures") {
      color($0, 779) == PictureFolder.color(1) && color($0, 801) == PictureFolder.color(2)
    }
    for number in [5, 6] {
      try folder.add("p2.ppm", number, width: 1280, height: 800)
      let shot = try viewer.wait("the new version beside the picture") {
        color($0, 801) == PictureFolder.color(number)
      }
      #expect(color(shot, 779) == PictureFolder.color(1))
    }
    try viewer.input.move(to: Point(200, 400))
    try viewer.input.release()
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of 2 – Overscroll")
    let file = FilePath(folder.path + "/p2.ppm")
    #expect(try viewer.picturePage.content.status == FileStatus(of: file))
  }

  @Test func `leave takes that replay to the last bit, one of each picture`() throws {
    let takes = folder.path + "/takes"
    let viewer = try viewer(2, "--swipe", "all", "--takes", takes)
    try viewer.input.type("F3")
    // A bounce of the picture, then too little of the next one, then enough.
    try viewer.input.drag((0...10).map { Point(600, 300 + 20 * Double($0)) })
    try viewer.settle()
    try drag(viewer, from: 1000, to: 940, releases: true)
    try viewer.settle()
    try drag(viewer, from: 1000, to: 300, releases: true)
    try viewer.wait(forTitle: "p2.ppm (1280×800) – 2 of 2 – Overscroll")
    try viewer.settle()
    // A take begins after a second without input.
    try viewer.advance(by: 1.1)
    try viewer.input.drag((0...10).map { Point(600, 300 + 20 * Double($0)) })
    try viewer.settle()
    try viewer.input.type("F3")
    var scripts: [String] = []
    try waitUntil("two takes that are complete") {
      let names = TestFolder.names(in: takes).filter { $0.hasSuffix(".script") }
      scripts = names.map { "\(takes)/\($0)" }
      return try scripts.count == 2
        && scripts.allSatisfy { try RunningViewer.text(of: $0).contains("\"end\"") }
    }
    for script in scripts {
      let take = try Script(parsing: RunningViewer.text(of: script), file: script)
      #expect(take.events.contains { $0.isInput })
      #expect(try RunningViewer.check(script).hasPrefix("same: "), "\(script)")
    }
  }

  @Test func `follow the mouse where nothing else is asked for, over what cannot scroll`() throws {
    let viewer = try viewer(3)
    try drag(viewer, from: 1000, to: 300, releases: true)
    try viewer.wait(forPicture: 2)
    try viewer.settle()
    // At its right edge, an enlarged picture is moved beyond it, and turned by fingers alone.
    try viewer.settle(after: "2", "ctrl+Right")
    try drag(viewer, from: 1000, to: 300, releases: true)
    try viewer.settle()
    #expect(viewer.title.hasPrefix("p2.ppm"))
  }

  @Test func `stay where a key is used, or the mouse although only touches are asked for`() throws {
    let viewer = try viewer(3, "--swipe", "touch")
    try drag(viewer, from: 1000, to: 300, releases: true)
    try viewer.settle()
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "p1.ppm (1280×800) – 1 of 3 – Overscroll")
    #expect(try RunningViewer.run(["--swipe", "mouse", folder.path]).status == 2)
  }
}
