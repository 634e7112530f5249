import ScrollGeometry
import Testing

@testable import OverscrollTestRig

@Suite struct `A picture in a window is turned` {
  private let folder = PictureFolder()
  private static let (red, green): (UInt32, UInt32) = (0xC80000, 0x00C800)

  /// A picture whose left half is red and whose right half is green.
  private func write(_ path: String) throws {
    let row =
      (0..<100).flatMap { _ in [0xC8, 0, 0] as [UInt8] }
      + (0..<100).flatMap { _ in [0, 0xC8, 0] as [UInt8] }
    try RunningViewer.write("P6 200 150 255\n", (0..<150).flatMap { _ in row }, to: path)
  }

  private func color(_ shot: Screenshot, _ x: Int, _ y: Int) -> UInt32 {
    shot.color(640 + x, 400 + y)
  }

  @Test func `and flipped by keys, and stays so in the session`() throws {
    try write(folder.path + "/a.ppm")
    try folder.add("b.ppm", 2)
    let viewer = try HeadlessViewer([folder.path])
    func expectTop(_ top: UInt32, _ bottom: UInt32) throws {
      try viewer.wait("the turned picture") {
        color($0, 0, -60) == top && color($0, 0, 60) == bottom && color($0, 60, -60) == top
      }
    }
    try viewer.wait("the picture") { color($0, -60, 0) == Self.red }
    try viewer.input.type("greater")
    try expectTop(Self.red, Self.green)
    try viewer.wait(forTitle: "a.ppm (150×200) – 1 of 2 – Overscroll")
    try viewer.input.type("underscore")
    try expectTop(Self.green, Self.red)
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.input.type("p")
    try expectTop(Self.green, Self.red)
    try viewer.settle(after: "r")
    try expectTop(Self.green, Self.red)
    // Two quarters to the left, one for each of its keys.
    try viewer.input.type("less", "ctrl+shift+r")
    try expectTop(Self.red, Self.green)
    try viewer.wait("the first picture, flipped", after: "ctrl+r", "bar") {
      color($0, -60, 0) == Self.red && color($0, 60, 0) == Self.green
        || color($0, -60, 0) == Self.green && color($0, 60, 0) == Self.red
    }
    try viewer.wait(forTitle: "a.ppm (200×150) – 1 of 2 – Overscroll")
  }

  @Test func `and flipped, and says both where it is`() throws {
    let path = folder.path + "/a.png"
    try write(folder.path + "/a.ppm")
    let made = try RunningViewer.run(
      script: #"vips copy "$1" "$2""#, [folder.path + "/a.ppm", path])
    try #require(made.status == 0, "\(made.errors)")
    let viewer = try HeadlessViewer([path])
    for (key, verb) in [
      ("greater", "Rotated"), ("bar", "Rotated and flipped"), ("less", "Flipped"),
      ("greater", "Rotated and flipped"), ("bar", "Rotated"),
    ] {
      try viewer.expect(
        message: "\(verb) for viewing. Ctrl+Shift+S keeps it in the file.", after: key)
    }
  }

  @Test func `in the overview, which says of all what keeps that`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 60, height: 40)) { _, _, _ in 90 }
    (page.photometric, page.samples) = (1, 1)
    let folder = PictureFolder()
    for name in ["a.tif", "b.tif"] {
      try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder.path + "/" + name)
    }
    var viewer = try HeadlessViewer([folder.path, "--overview", "--animations", "off"])
    let one = "Rotated for viewing. Ctrl+Shift+S keeps it in the file."
    try viewer.expect(message: one, after: "greater")
    // The first one is on its head then.
    try viewer.expect(
      message: "2 pictures are rotated for viewing. Ctrl+Shift+S keeps it in their files.",
      after: "shift+Right", "greater")
    try viewer.expect(message: one, after: "less")
    try viewer.expect(message: nil, after: "Home", "less")
    // What can't be kept is not offered.
    let ome = #"<OME><Pixels DimensionOrder="XYCZT" SizeC="2"></Pixels></OME>"#
    page.tags = [TIFFBuilder.text(270, ome)]
    let path = PictureFolder().path + "/c.tif"
    try RunningViewer.write(TIFFBuilder(pages: [page, page]).bytes, to: path)
    viewer = try HeadlessViewer([path, "--animations", "off"])
    try viewer.settle()
    try viewer.expect(message: nil, after: "Return", "greater")
    try viewer.settle(after: "ctrl+shift+s")
    #expect(viewer.message?.hasPrefix("The rotation can't be kept: its channels are") == true)
  }

  @Test func `around what is in the middle of the window`() throws {
    try write(folder.path + "/a.ppm")
    let viewer = try HeadlessViewer(
      [folder.path + "/a.ppm", "--animations", "off", "--filter", "nearest"])
    try viewer.wait("the picture") { color($0, -60, 0) == Self.red }
    // The border between the colors lies 20 pixels right of the middle, enlarged by 8.
    try viewer.input.type("ctrl+g", "8", "0", "comma", "7", "5", "at", "8", "Return")
    try viewer.wait("the border") {
      color($0, 150, 0) == Self.red && color($0, 170, 0) == Self.green
    }
    try viewer.wait("the border below the middle", after: "greater") {
      color($0, 0, 150) == Self.red && color($0, 0, 170) == Self.green
    }
  }
}
