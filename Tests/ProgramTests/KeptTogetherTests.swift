import Glibc
import OverscrollImaging
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer

/// Keeping the rotations of pictures in their files, in the overview.
@Suite struct `Rotations that are kept together` {
  private let folder = PictureFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Adds pictures of 200 by 150 pixels.
  private func add(_ names: [String]) throws {
    let plain = try folder.add("plain.ppm", 1)
    let script =
      #"vips copy "$1" "$2" && made=$2 && shift 2 && for name; do cp "$made" "$name"; done"#
    let made = try RunningViewer.run(script: script, [plain] + names.map(path))
    try #require(made.status == 0, "\(made.errors)")
    #expect(unlink(plain) == 0)
  }

  /// Opens the overview, and turns all pictures.
  private func turnAll() throws -> HeadlessViewer {
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    try viewer.settle(after: "ctrl+a", "greater")
    return viewer
  }

  @Test func `are one change, however many there are`() throws {
    // More than there are steps to take back.
    let names = (1...24).map { "p\($0).png" }
    try add(names)
    let viewer = try turnAll()
    func widths() throws -> Set<Int> {
      Set(try names.map { try ImageFile.open(path($0)).info.size.width })
    }
    try viewer.input.type("ctrl+shift+s")
    let page = try viewer.picturePage
    // One after the other: a sandbox has so many processes.
    #expect(page.works.count <= 1)
    try viewer.settle()
    #expect(
      viewer.message == "The rotation of 24 pictures is kept in their files. Ctrl+Z takes it back.")
    #expect(try widths() == [150])
    try viewer.expect(message: "Took back the rotation of 24 pictures.", after: "ctrl+z")
    #expect(try widths() == [200])
    try viewer.expect(message: "There is nothing to undo.", after: "ctrl+z")
  }

  @Test func `leave thumbnails as they are shown until these are loaded again`() throws {
    // The left half is red, and the right one green.
    let row = (0..<200).flatMap { x in (x < 100 ? [0xC8, 0, 0] : [0, 0xC8, 0]) as [UInt8] }
    try RunningViewer.write(
      Array("P6 200 150 255\n".utf8) + (0..<150).flatMap { _ in row }, to: path("halves.ppm"))
    let made = try RunningViewer.run(
      script: #"vips copy "$1" "$2""#, [path("halves.ppm"), path("a.png")])
    try #require(made.status == 0, "\(made.errors)")
    #expect(unlink(path("halves.ppm")) == 0)
    let viewer = try turnAll()
    /// Whether red is above green in the middle of the first cell.
    func isTurned() throws -> Bool {
      let colors = try [110, 170].map { y in
        try viewer.look().color(100, y)
      }
      return colors == [0xC8_0000, 0x00_C800]
    }
    #expect(try isTurned())
    try viewer.waitUntil("the rotation is kept", after: "ctrl+shift+s") {
      let isTurned = try isTurned()
      #expect(isTurned)
      return viewer.message == "The rotation of a.png is kept in the file."
    }
    var count = 0
    _ = try viewer.window.run {
      let isTurned = try isTurned()
      #expect(isTurned)
      count += 1
      return count > 30
    }
    try viewer.settle()
    #expect(try isTurned())
  }

  @Test func `leave out files that have no place for one, which is said with the rest`() throws {
    try add(["a.png"])
    try folder.add("b.ppm", 2)
    try RunningViewer.write(Array("No picture at all.\n".utf8), to: path("c.jpg"))
    let viewer = try turnAll()
    try viewer.expect(
      message:
        "The rotation of a.png is kept in the file. The rotation of 2 pictures could not be kept, "
        + "among them b.ppm: PPM files have no place for it.", after: "ctrl+shift+s")
    #expect(try ImageFile.open(path("a.png")).info.size.width == 150)
  }

  @Test func `are none of a file that is gone`() throws {
    try add(["a.png"])
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.settle(after: "greater")
    #expect(unlink(path("a.png")) == 0)
    try viewer.wait(forTitle: "a.png (150×200) (deleted) – Overscroll")
    try viewer.expect(message: "a.png has already been deleted.", after: "ctrl+shift+s")
  }
}
