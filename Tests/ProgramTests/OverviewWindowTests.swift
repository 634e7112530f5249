import Glibc
import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite struct `The overview in a window` {
  /// Where the thumbnail of a picture is: the middle of its cell, with seven columns of 160 points.
  private func place(of item: Int) -> (x: Int, y: Int) {
    let gap = (1280 - 32 - 7 * 160) / 6
    return (16 + item % 7 * (160 + gap) + 80, 16 + item / 7 * 196 + 80)
  }

  private func wait(_ viewer: HeadlessViewer, forThumbnail number: Int, at item: Int) throws {
    let (x, y) = place(of: item)
    try viewer.wait("thumbnail \(number) at \(item)") { shot in
      (shot.pixel(x: x, y: y) ?? 0) & 0xFF_FFFF == PictureFolder.color(number)
    }
  }

  @Test func `is a strip below the picture, too, which a click goes on from`() throws {
    let folder = PictureFolder()
    for number in 1...6 { try folder.add("p\(number).ppm", number, width: 1280, height: 712) }
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.wait(forPicture: 1)
    let before = try viewer.settle()
    try viewer.input.type("T")
    func color(_ shot: Screenshot, _ x: Int, _ y: Int) -> UInt32 {
      (shot.pixel(x: x, y: y) ?? 0) & 0xFF_FFFF
    }
    try viewer.wait("six thumbnails") { shot in
      (0..<6).allSatisfy { color(shot, 44 + 76 * $0, 756) == PictureFolder.color($0 + 1) }
    }
    // All of the picture shows above it.
    let shot = try viewer.settle()
    #expect(color(shot, 640, 2) == PictureFolder.color(1))
    #expect(color(shot, 640, 709) == PictureFolder.color(1))
    #expect(color(shot, 640, 714) != PictureFolder.color(1))
    try viewer.input.move(to: Point(44 + 76 * 3, 756))
    try viewer.input.press()
    try viewer.input.release()
    try viewer.wait(forPicture: 4)
    try viewer.wait(forTitle: "p4.ppm (1280×712) – 4 of 6 – Overscroll")
    try viewer.input.type("Home", "T")
    try viewer.input.move(to: Point(1000, 300))
    try viewer.wait("the whole window again") { $0.isSame(as: before) }
  }

  @Test func `shows all pictures, opens one, and follows the folder`() throws {
    let folder = PictureFolder()
    // Thumbnails of small pictures are quick to make, and are not kept.
    for number in 10..<40 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    for item in [0, 1, 20, 25] { try wait(viewer, forThumbnail: 10 + item, at: item) }
    try viewer.input.type("Right", "Down", "Return")
    try viewer.wait(forPicture: 18)
    try viewer.wait(forTitle: "p18.ppm (200×150) – 9 of 30 – Overscroll")
    try viewer.input.type("t")
    try wait(viewer, forThumbnail: 18, at: 8)
    // A second time without a change.
    try viewer.settle()
    try viewer.input.type("Escape")
    try viewer.wait(forPicture: 18)
    try viewer.settle()
    try viewer.input.type("t")
    try wait(viewer, forThumbnail: 18, at: 8)
    unlink(folder.path + "/p11.ppm")
    try wait(viewer, forThumbnail: 12, at: 1)
    try viewer.input.type("End", "Escape")
    try viewer.wait(forPicture: 18)
    #expect(try viewer.readErrors().isEmpty)
  }
}
