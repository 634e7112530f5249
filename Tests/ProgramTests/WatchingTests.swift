import Dispatch
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `A file that changes while it is shown` {
  private let folder = PictureFolder()

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    let viewer = try HeadlessViewer([folder.path + "/p1.ppm"] + arguments)
    // The folder is watched once it has been listed.
    try viewer.settle()
    return viewer
  }

  @Test func `is shown anew after it was rewritten or replaced`() throws {
    try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    try folder.add("p1.ppm", 2)
    try viewer.wait(forPicture: 2)
    try folder.add("new.tmp", 3)
    #expect(rename(folder.path + "/new.tmp", folder.path + "/p1.ppm") == 0)
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
  }

  @Test func `is shown anew although it was replaced before its folder was watched`() throws {
    // Black, so large that it takes a while, and without room on the disk.
    let path = folder.path + "/p1.ppm"
    let side = 5000
    try RunningViewer.write(Array("P6 \(side) \(side) 255\n".utf8), to: path)
    #expect(truncate(path, 3 * side * side + 17) == 0)
    let new = try folder.add("new.tmp", 2)
    let viewer = try HeadlessViewer([path])
    #expect(rename(new, path) == 0)
    try viewer.wait(forPicture: 2)
  }

  @Test func `leaves its folder's album although it went before the folder was watched`() throws {
    let paths = try (1...3).map { FilePath(try folder.add("p\($0).ppm", $0)) }
    let arguments = AlbumArguments([FilePath(folder.path)])
    var album = arguments.album
    #expect(album.count == 3)
    #expect(unlink(paths[1].description) == 0)
    try folder.add("p4.ppm", 4)
    var folders = AlbumFolders(arguments) {}
    folders.follow(paths[0], FileStatus(of: paths[0]))
    folders.list()
    try waitUntil("the rest of the album") {
      _ = folders.drainChanges(into: &album, shown: paths[0], at: 0, usedTime: 0)
      return album.entries.map { $0.name.lastComponent.description } == [
        "p1.ppm", "p3.ppm", "p4.ppm",
      ]
    }
  }

  @Test func `doesn't come into the album of a folder entered while its own was listed`() throws {
    let paths = try (1...2).map { FilePath(try folder.add("p\($0).ppm", $0)) }
    for name in ["/b", "/b/c"] { try #require(mkdir(folder.path + name, 0o700) == 0) }
    let (first, next) = (AlbumArguments([paths[0]]), AlbumArguments([FilePath(folder.path + "/b")]))
    var files = first
    files.openFirst(limits: ImageLimits())
    let isListed = DispatchSemaphore(value: 0)
    var folders = AlbumFolders(files) { isListed.signal() }
    folders.list()
    isListed.wait()
    folders.replace(with: next)
    var album = next.album
    let changes = folders.drainChanges(into: &album, shown: nil, at: 0, usedTime: 0)
    #expect(album.isEmpty && !changes.hasListed)
    #expect(folders.origin.subfolders.map(\.lastComponent.description) == ["c"])
  }

  @Test func `keeps its place after 100 rewrites, to the pixel at the same size`() throws {
    // A cross in the picture shows where it lies.
    let old = picture(mark: (900, 650), blue: 0x40)
    let new = picture(mark: (900, 650), blue: 0x41)
    let path = folder.path + "/p1.ppm"
    try RunningViewer.write(old, to: path)
    let viewer = try viewer("--zoom", "100%", "--animations", "off")
    try viewer.input.type("Right", "Right", "Down", "plus")
    let before = try viewer.settleWithoutPlates()
    for number in 1...100 { try RunningViewer.write(number % 2 == 0 ? new : old, to: path) }
    try viewer.wait("the new version") { ($0.pixel(x: 20, y: 20) ?? 0) & 0xFF == 0x41 }
    let after = try viewer.settle()
    for y in stride(from: 0, to: 780, by: 7) {
      for x in stride(from: 0, to: 1270, by: 7) {
        let (one, other) = (before.pixel(x: x, y: y) ?? 0, after.pixel(x: x, y: y) ?? 0)
        #expect(one >> 8 == other >> 8, "\(x), \(y)")
      }
    }
  }

  @Test func `is shown now and then while it is replaced all the time, and at last`() throws {
    let path = try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    var number = 2
    try viewer.wait("a version before the last") { shot in
      number = number == 2 ? 3 : 2
      // Time has to pass between two versions, which are changes to follow at once.
      try viewer.advance(by: 0.02)
      guard let new = try? folder.add("new.tmp", number) else { return false }
      rename(new, path)
      return shot.color(640, 400) != PictureFolder.color(1)
    }
    rename(try folder.add("new.tmp", 4), path)
    try viewer.wait(forPicture: 4)
  }

  /// A picture with a bright cross, by which one sees where it lies.
  private func picture(mark: (x: Int, y: Int), blue: UInt8) -> [UInt8] {
    let (width, height) = (1600, 1100)
    let color = PictureFolder.color(1)
    let plain = [UInt8(color >> 16), UInt8(color >> 8 & 0xFF), blue]
    let bright = [255, 255, blue]
    func row(isMarked: Bool) -> [UInt8] {
      (0..<width).flatMap { isMarked || abs($0 - mark.x) < 3 ? bright : plain }
    }
    let (usual, marked) = (row(isMarked: false), row(isMarked: true))
    return Array("P6 \(width) \(height) 255\n".utf8)
      + (0..<height).flatMap { abs($0 - mark.y) < 3 ? marked : usual }
  }

  @Test func `stays as it was while a new version is incomplete or gone`() throws {
    try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    let bytes = PictureFolder.bytes(4)
    try RunningViewer.write(Array(bytes.prefix(300)), to: folder.path + "/p1.ppm")
    try viewer.advance(by: 0.4)
    try viewer.wait(forPicture: 1)
    try RunningViewer.write(bytes, to: folder.path + "/p1.ppm")
    try viewer.wait(forPicture: 4)
    unlink(folder.path + "/p1.ppm")
    try viewer.wait(forTitle: "p1.ppm (200×150) (deleted) – Overscroll")
    try viewer.wait(forPicture: 4)
    try folder.add("p1.ppm", 5)
    try viewer.wait(forPicture: 5)
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
  }

  @Test func `is followed at once whatever another file has cost before`() throws {
    let paths = try (1...2).map { FilePath(try folder.add("p\($0).ppm", $0)) }
    var follower = FileFollower(listedAt: 0) {}
    follower.follow(paths[0], nil)
    follower.start()
    try waitUntil("the first look") {
      _ = follower.events(at: 0, usedTime: 0)
      return follower.deadline != nil
    }
    follower.check(at: 10, usedTime: 0)
    try waitUntil("a version to follow") {
      follower.events(at: 10, usedTime: 0).contains {
        if case .shownIsNew = $0 { true } else { false }
      }
    }
    // By now that has taken three seconds of the processor, after which the file is left alone until half a minute has passed.
    follower.follow(paths[1], nil)
    try waitUntil("the first look at the other one") {
      _ = follower.events(at: 11, usedTime: 3)
      return follower.deadline != nil
    }
    follower.check(at: 12, usedTime: 3)
    #expect(follower.deadline == nil)
  }

  @Test func `stays in the hand that drags it, and is shown anew once it rests`() throws {
    try folder.add("p1.ppm", 1, width: 2000, height: 1600)
    let viewer = try viewer("--zoom", "100%")
    let page = try viewer.picturePage
    func offset() -> Double { page.view.scrollView.contentOffset.x }
    try viewer.input.drag([640, 600, 500].map { Point($0, 400) }, releases: false)
    let before = offset()
    try folder.add("p1.ppm", 2, width: 2000, height: 1600)
    try viewer.waitUntil("the new version") { page.album?.opening.presentable != nil }
    try viewer.input.move(to: Point(450, 400))
    #expect(offset() == before + 50)
    try viewer.wait(forPicture: 1)
    // It is flicked, and comes to rest.
    try viewer.input.move(to: Point(420, 400))
    try viewer.input.release()
    #expect(page.view.scrollView.phase == .decelerating)
    let rest = page.view.scrollView.restingOffset.x
    try viewer.wait(forPicture: 2)
    #expect(abs(offset() - rest) < 0.5)
  }

  @Test func `is shown as far as it goes where a new version stays incomplete`() throws {
    let path = try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    let page = try viewer.picturePage
    try RunningViewer.write(Array(PictureFolder.bytes(4).prefix(30_000)), to: path)
    try viewer.advance(by: 0.4)
    try viewer.settle()
    try viewer.wait(forPicture: 1)
    // So old that no program writes it any more.
    #expect(PictureFolder.setTime(1_000_000_000, of: path))
    try viewer.waitUntil("the damage") {
      if case .damaged = page.content.picture.state { true } else { false }
    }
    let (x, y) = (viewer.host.display.size.width / 2, viewer.host.display.size.height / 2 - 70)
    let shot = try viewer.settle()
    #expect(shot.color(x, y) == PictureFolder.color(4))
  }

  @Test(arguments: ["This is no picture.\n", ""])
  func `stays as it was where a new version is none, and a message says why`(text: String) throws {
    let path = try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    let new = folder.path + "/new.tmp"
    try RunningViewer.write(Array(text.utf8), to: new)
    // So old that no program writes it any more.
    #expect(PictureFolder.setTime(1_000_000_000, of: new) && rename(new, path) == 0)
    let reason = text.isEmpty ? "the file is empty" : "this is a text file, not a picture"
    try viewer.waitUntil("the message") {
      viewer.message == "p1.ppm has changed and can no longer be shown: \(reason)."
    }
    try viewer.wait(forPicture: 1)
    #expect(viewer.title == "p1.ppm (200×150) – Overscroll")
    // It is said once, also where something else of the file changes.
    #expect(chmod(path, 0o600) == 0)
    try viewer.advance(by: 10)
    #expect(viewer.message == nil)
    try folder.add("p1.ppm", 2)
    try viewer.wait(forPicture: 2)
    // It ends with what it is about.
    try RunningViewer.write(Array(text.utf8), to: new)
    #expect(PictureFolder.setTime(1_000_000_000, of: new) && rename(new, path) == 0)
    try viewer.waitUntil("the message again") { viewer.message?.contains(reason) == true }
    try folder.add("p1.ppm", 3)
    try viewer.wait(forPicture: 3)
    #expect(viewer.message == nil)
  }

  @Test(arguments: [true, false])
  func `isn't turned once it is gone or no picture, and a message says why`(isGone: Bool) throws {
    let path = try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    let new = folder.path + "/new.tmp"
    if isGone {
      unlink(path)
    } else {
      try RunningViewer.write(Array("This is no picture.\n".utf8), to: new)
      #expect(PictureFolder.setTime(1_000_000_000, of: new) && rename(new, path) == 0)
    }
    let reason = isGone ? "no such file" : "this is a text file, not a picture"
    for (key, verb) in [("greater", "rotated"), ("bar", "flipped")] {
      try viewer.input.type(key)
      try viewer.waitUntil("the message") {
        viewer.message == "p1.ppm can't be \(verb): \(reason)."
      }
    }
    // Nor is the next version.
    try folder.add("p1.ppm", 2)
    try viewer.wait(forPicture: 2)
    try viewer.wait(forTitle: "p1.ppm (200×150) – Overscroll")
  }

  @Test func `leaves the picture as other files come and go`() throws {
    try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    try folder.add("p0.ppm", 7)
    try folder.add("p2.ppm", 2)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 2 of 3 – Overscroll")
    #expect(rename(folder.path + "/p0.ppm", folder.path + "/p3.ppm") == 0)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    unlink(folder.path + "/p3.ppm")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll")
    try viewer.wait(forPicture: 2, after: "n")
  }

  @Test func `is opened again by a key, and through a link`() throws {
    let elsewhere = PictureFolder()
    let target = try elsewhere.add("target.ppm", 1)
    symlink(target, folder.path + "/p1.ppm")
    let viewer = try viewer()
    try elsewhere.add("target.ppm", 6)
    try viewer.wait(forPicture: 6)
    try viewer.settle(after: "r")
    try viewer.wait(forPicture: 6)
  }

  @Test(arguments: ["--alone", "--files-from", "folder"])
  func `is followed where it is the only one, without a key`(how: String) throws {
    let path = try folder.add("p1.ppm", 1)
    try RunningViewer.write(Array("\(path)\n".utf8), to: folder.path + "/list")
    let arguments =
      switch how {
      case "folder": [folder.path]
      case "--alone": [path, how]
      default: [how, folder.path + "/list"]
      }
    let viewer = try HeadlessViewer(arguments)
    try folder.add("p1.ppm", 2)
    try viewer.wait(forPicture: 2)
    guard how == "folder" else { return }
    try folder.add("p2.ppm", 3)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll")
  }

  @Test func `is followed after its folder was removed and made again`() throws {
    let sub = folder.path + "/sub"
    mkdir(sub, 0o777)
    let path = try folder.add("sub/p1.ppm", 1)
    let viewer = try HeadlessViewer([path])
    TestFolder.remove(sub)
    try viewer.wait(forTitle: "p1.ppm (200×150) (deleted) – Overscroll")
    mkdir(sub, 0o777)
    try folder.add("sub/p1.ppm", 2)
    try viewer.wait(forPicture: 2)
    try folder.add("sub/p2.ppm", 3)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll")
  }
}
