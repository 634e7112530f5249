import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

@Suite struct `The overview in a window` {
  /// Where the thumbnail of a picture is: the middle of its cell, with seven columns of 160 points.
  private func place(of item: Int) -> (x: Int, y: Int) {
    let gap = (1280 - 32 - 7 * 160) / 6
    return (16 + item % 7 * (160 + gap) + 80, 16 + item / 7 * 196 + 80)
  }

  private func wait(_ viewer: RunningViewer, forThumbnail number: Int, at item: Int) throws {
    let (x, y) = place(of: item)
    try viewer.wait("thumbnail \(number) at \(item)") { shot in
      (shot.pixel(x: x, y: y) ?? 0) & 0xFF_FFFF == PictureFolder.color(number)
    }
  }

  @Test func `shows all pictures, opens one, and follows the folder`() throws {
    let folder = PictureFolder()
    // Thumbnails of small pictures are quick to make, and are not kept.
    try folder.add("p10.ppm", 10, width: 300, height: 300)
    for number in 11..<40 { try folder.add("p\(number).ppm", number) }
    let cache = TestFolder.make("cache")
    let viewer = try RunningViewer(
      [folder.path, "--overview", "--animations", "off"], environment: ["XDG_CACHE_HOME": cache])
    for item in [0, 1, 20, 25] { try wait(viewer, forThumbnail: 10 + item, at: item) }
    try viewer.input.type("Right", "Down", "Return")
    try viewer.wait(forPicture: 18)
    try viewer.wait(forTitle: "p18.ppm (200×150) – 9 of 30 – Overscroll")
    try viewer.input.type("t")
    try wait(viewer, forThumbnail: 18, at: 8)
    unlink(folder.path + "/p11.ppm")
    try wait(viewer, forThumbnail: 12, at: 1)
    try viewer.input.type("End", "Escape")
    try viewer.wait(forPicture: 18)
    // The large one is kept for the next time, for this user alone.
    let found = try viewer.server.run([
      "sh", "-c", "find \(cache)/thumbnails/large -name '*.png' -perm 600 | wc -l",
    ])
    #expect(Int(found.filter(\.isNumber)) == 1)
    #expect(try viewer.readErrors().isEmpty)
  }
}
