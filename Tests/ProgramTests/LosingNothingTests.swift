import Glibc
import OverscrollBrowser
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging
@testable import OverscrollViewer

/// Lists and marks on the worst day.
@Suite struct `A list of pictures` {
  private func folder(_ count: Int = 4) throws -> PictureFolder {
    let folder = try PictureFolder(of: count)
    return folder
  }

  @Test func `keeps a file that cannot be read, with a page that says why`() throws {
    let folder = try folder(3)
    // Links in a circle cannot be read, not even by the superuser.
    let path = folder.path + "/p2.ppm"
    unlink(path)
    symlink("p2.ppm", path)
    let viewer = try HeadlessViewer([folder.path])
    let first = try viewer.settle()
    try viewer.wait(forTitle: "p2.ppm – 2 of 3 – Overscroll", after: "n")
    let page = try viewer.settle()
    #expect(!page.isSame(as: first))
    // Another attempt says the same.
    try viewer.expect(title: "p2.ppm – 2 of 3 – Overscroll", after: "r")
    for (key, number) in [("n", 3), ("p", nil), ("p", 1), ("n", nil)] as [(String, Int?)] {
      try viewer.input.type(key)
      if let number { try viewer.wait(forPicture: number) }
      let name = "p\(number ?? 2).ppm"
      try viewer.wait(
        forTitle: "\(name)\(number == nil ? "" : " (200×150)") – \(number ?? 2) of 3 – Overscroll")
    }
    unlink(path)
    try folder.add("p2.ppm", 2)
    try viewer.wait(forPicture: 2, after: "r")
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 3 – Overscroll")
  }

  @Test func `of one file that cannot be shown opens a window where no terminal says why`() throws {
    let folder = try folder(2)
    try RunningViewer.write(Array("nothing".utf8), to: folder.path + "/a.png")
    let viewer = try HeadlessViewer([folder.path + "/a.png"])
    try viewer.wait(forTitle: "a.png – 1 of 3 – Overscroll")
    #expect(try viewer.readErrors().contains("a.png: "))
    try viewer.wait(forPicture: 1, after: "n")
  }

  @Test func `keeps no mark of a trashed picture for another one that gets its name`() throws {
    let folder = try folder(3)
    let data = TestFolder.make("data")
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"]) { host in
      host.services.dataHome = FilePath(data)
    }
    try viewer.wait(forPicture: 2, after: "v", "Delete", "Delete")
    try folder.add("p1.ppm", 5)
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 3 – Overscroll")
    #expect(try viewer.picturePage.album?.album.hasMarks == false)
  }

  @Test(arguments: [1, 2])
  func `keeps the mark of a picture that another program gives another name`(shown: Int) throws {
    let folder = try folder(3)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.settle(after: "v")
    if shown == 2 { try viewer.wait(forPicture: 2, after: "n") }
    let new = folder.path + "/p9.ppm"
    #expect(rename(folder.path + "/p1.ppm", new) == 0)
    let page = try viewer.picturePage
    try viewer.waitUntil("the mark") { page.album?.album.markedPaths == [FilePath(new)] }
  }

  @Test func `with one path is that list, not the path's folder`() throws {
    let folder = try folder(3)
    let list = folder.path + "/list"
    try RunningViewer.write(Array("\(folder.path)/p2.ppm\n".utf8), to: list)
    let viewer = try HeadlessViewer(["--files-from", list])
    try viewer.wait(forPicture: 2)
    try viewer.expect(title: "p2.ppm (200×150) – Overscroll")
  }

  @Test func `calls a picture without a file by the name it was given`() throws {
    var arguments = AlbumArguments([FilePath("/proc/self/fd/0/nowhere")])
    arguments.name = "clipboard"
    arguments.openFirst(limits: ImageLimits(megapixels: 100, budget: 1 << 28))
    #expect(arguments.first == nil)
    let report = arguments.report
    #expect(report.count == 1 && report.allSatisfy { $0.hasPrefix("clipboard: ") }, "\(report)")
  }

  @Test func `takes time in proportion to the paths that do not exist`() throws {
    func time(_ count: Int) -> Double {
      let start = clock()
      var arguments = AlbumArguments((1...count).map { FilePath("/nowhere/p\($0).png") })
      arguments.openFirst(limits: ImageLimits(megapixels: 100, budget: 1 << 28))
      #expect(arguments.first == nil)
      #expect(arguments.report.last == "… and \(count - 10) more")
      return Double(clock() - start)
    }
    _ = time(1000)
    let few = time(2000)
    // Eight times as many; with their square it would be 64 times the time.
    #expect(time(16_000) < 30 * few)
  }
}
