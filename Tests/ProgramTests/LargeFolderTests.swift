import OverscrollTestRig
import Testing

@Suite struct `A folder in a window` {
  /// A folder of small pictures, p1.ppm and so on.
  private func folder(of count: Int) throws -> PictureFolder {
    let folder = try PictureFolder(of: count, width: 8, height: 8)
    return folder
  }

  @Test func `of 2000 pictures is stepped through, and shown as a whole`() throws {
    let folder = try folder(of: 2000)
    let viewer = try HeadlessViewer([folder.path + "/p1000.ppm", "--animations", "off"])
    try viewer.wait(forTitle: "p1000.ppm (8×8) – 1000 of 2000 – Overscroll")
    try viewer.wait(forTitle: "p1001.ppm (8×8) – 1001 of 2000 – Overscroll", after: "n")
    try viewer.wait(forTitle: "p2000.ppm (8×8) – 2000 of 2000 – Overscroll", after: "End")
    try viewer.wait(forPicture: 2, after: "t", "Home", "Right", "Return")
    try viewer.wait(forTitle: "p2.ppm (8×8) – 2 of 2000 – Overscroll")
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is right after more changes at once than the system reports`() throws {
    let folder = try folder(of: 3)
    let viewer = try HeadlessViewer([folder.path + "/p1.ppm", "--animations", "off"])
    try viewer.wait(forTitle: "p1.ppm (8×8) – 1 of 3 – Overscroll")
    // Two changes a file; the system keeps 16 384, and the window handles none of them meanwhile.
    let made = try RunningViewer.run(
      script: #"cd "$1"; seq 9000 | sed 's/.*/q&.ppm/' | xargs touch; rm p2.ppm"#, [folder.path])
    #expect(made.status == 0, "\(made.errors)")
    try viewer.wait(forTitle: "p1.ppm (8×8) – 1 of 9002 – Overscroll")
    try viewer.wait(forTitle: "p3.ppm (8×8) – 2 of 9002 – Overscroll", after: "n")
  }
}
