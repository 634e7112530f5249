import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite struct `A minimap in a window` {
  private static let (red, green): (UInt32, UInt32) = (0xC80000, 0x00C800)
  /// The map's corner: 14 points from the window's, and its longest side 180 points.
  private static let corner = Point(1280 - 14 - 180, 800 - 14 - 135)

  /// Opens a picture whose left half is red and whose right half is green, at 1:1.
  private func viewer(_ arguments: [String] = []) throws -> HeadlessViewer {
    let folder = PictureFolder()
    let half = { (color: [UInt8]) in (0..<2000).flatMap { _ in color } }
    let row = half([0xC8, 0, 0]) + half([0, 0xC8, 0])
    var bytes = Array("P6 4000 3000 255\n".utf8)
    for _ in 0..<3000 { bytes += row }
    let path = folder.path + "/halves.ppm"
    try RunningViewer.write(bytes, to: path)
    let viewer = try HeadlessViewer([path, "--zoom", "100%"] + arguments)
    try viewer.wait("the picture") { $0.color(200, 400) == Self.red }
    return viewer
  }

  /// What is not visible is darker by 35%.
  private func isShown(_ shot: Screenshot) -> Bool {
    shot.color(Int(Self.corner.x) + 5, Int(Self.corner.y) + 5) == 0x820000
  }

  @Test func `appears with its key, fades, and leaves no pixel behind`() throws {
    let viewer = try viewer()
    let before = try viewer.settle()
    try viewer.wait("the map", after: "m", until: isShown)
    try viewer.wait("the picture alone") { $0.isSame(as: before) }
    try viewer.wait("the map", after: "Left", until: isShown)
    try viewer.wait("no map") { !isShown($0) }
  }

  @Test(arguments: ["off", "on"])
  func `moves the picture by a press and a drag, without momentum`(animations: String) throws {
    let viewer = try viewer(["--animations", animations])
    try viewer.wait("the map", after: "M", until: isShown)
    try viewer.input.move(to: Self.corner + Point(140, 70))
    try viewer.input.press()
    try viewer.wait("the right half") { $0.color(300, 400) == Self.green }
    for x in stride(from: 130.0, through: 40, by: -10) {
      try viewer.input.move(to: Self.corner + Point(x, 70))
    }
    let held = try viewer.wait("the left half") { $0.color(1000, 400) == Self.red }
    try viewer.input.release()
    let after = try viewer.settle()
    #expect(held.color(1000, 300) == after.color(1000, 300))
    // A drag beside the map moves the picture itself.
    try viewer.input.drag([Point(300, 300), Point(500, 300), Point(500, 300)], milliseconds: 200)
    #expect(try isShown(viewer.settle()))
  }
}
