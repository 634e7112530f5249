import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

@Suite struct `A file that changes while it is shown` {
  private let folder = PictureFolder()

  private func viewer(_ arguments: String...) throws -> RunningViewer {
    let viewer = try RunningViewer([folder.path + "/p1.ppm"] + arguments)
    try viewer.wait(forPicture: 1)
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

  @Test func `keeps its place, to the pixel where the size is the same`() throws {
    // A cross in the picture shows where it lies.
    try write(mark: (900, 650))
    let viewer = try viewer("--zoom", "100%", "--animations", "off")
    try viewer.input.type("Right", "Right", "Down", "plus")
    let before = try viewer.settle()
    try write(mark: (900, 650), again: true)
    try viewer.wait("the new version") { ($0.pixel(x: 20, y: 20) ?? 0) & 0xFF == 0x41 }
    let after = try viewer.settle()
    for y in stride(from: 0, to: 780, by: 7) {
      for x in stride(from: 0, to: 1270, by: 7) {
        let (one, other) = (before.pixel(x: x, y: y) ?? 0, after.pixel(x: x, y: y) ?? 0)
        #expect(one >> 8 == other >> 8, "\(x), \(y)")
      }
    }
  }

  /// Writes a picture with a bright cross; the version differs only in blue.
  private func write(mark: (x: Int, y: Int), again: Bool = false) throws {
    let (width, height) = (2000, 1500)
    let color = PictureFolder.color(1)
    let blue: UInt8 = again ? 0x41 : 0x40
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    bytes.reserveCapacity(bytes.count + width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let isMarked = abs(x - mark.x) < 3 || abs(y - mark.y) < 3
        bytes +=
          isMarked ? [255, 255, blue] : [UInt8(color >> 16), UInt8(color >> 8 & 0xFF), blue]
      }
    }
    try RunningViewer.write(bytes, to: folder.path + "/p1.ppm")
  }

  @Test func `stays as it was while a new version is incomplete or gone`() throws {
    try folder.add("p1.ppm", 1)
    let viewer = try viewer()
    let bytes = PictureFolder.bytes(4)
    try RunningViewer.write(Array(bytes.prefix(300)), to: folder.path + "/p1.ppm")
    usleep(400_000)
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
    try viewer.input.type("n")
    try viewer.wait(forPicture: 2)
  }

  @Test func `is opened again by a key, and through a link`() throws {
    let elsewhere = PictureFolder()
    let target = try elsewhere.add("target.ppm", 1)
    symlink(target, folder.path + "/p1.ppm")
    let viewer = try viewer()
    try elsewhere.add("target.ppm", 6)
    try viewer.wait(forPicture: 6)
    try viewer.input.type("r")
    try viewer.settle()
    try viewer.wait(forPicture: 6)
  }
}
