import OverscrollImaging
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollTestRig
@testable import OverscrollViewer

@Suite struct `A stack of slices and times in a window` {
  private let folder = PictureFolder()
  private static let side = 64

  /// Writes a TIFF file with pages of 16 bits, 0 on the left and `100 * (number + 1)` on the right, and the first one's description; as
  /// many planes may lie behind each other for each.
  private func write(
    pages count: Int, planes: Int = 1, _ text: String, to name: String = "a.tif"
  ) throws -> String {
    let pages = (0..<count).map { number in
      let samples = (0..<Self.side).map { $0 < Self.side / 2 ? 0 : UInt64(100 * (number + 1)) }
      var page = TIFFBuilder.Page(size: PixelSize(width: Self.side, height: Self.side)) { x, _, _ in
        samples[x]
      }
      (page.photometric, page.samples, page.bits, page.rowsPerStrip) = (1, 1, 16, Self.side)
      if number == 0 { page.tags = [TIFFBuilder.text(270, text)] }
      let plane = samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      page.behind = Array(repeatElement(plane, count: Self.side * (planes - 1)).joined())
      return page
    }
    let path = folder.path + "/" + name
    try RunningViewer.write(TIFFBuilder(pages: pages).bytes, to: path)
    return path
  }

  /// Three slices of each of four times.
  private func writeStack() throws -> String {
    try write(
      pages: 12,
      #"<OME><Pixels DimensionOrder="XYZCT" SizeC="1" SizeZ="3" SizeT="4">"#
        + "<Channel/></Pixels></OME>")
  }

  /// Three slices of two channels.
  private func writeChannels() throws -> String {
    try write(
      pages: 6,
      #"<OME><Pixels DimensionOrder="XYCZT" SizeC="2" SizeZ="3" SizeT="1">"#
        + "<Channel/><Channel/></Pixels></OME>")
  }

  private func ranges(_ viewer: HeadlessViewer) throws -> [ClosedRange<Double>?]? {
    try viewer.picturePage.content.picture.info.mix?.parts.map(\.range)
  }

  private func open(_ path: String, _ more: String...) throws -> HeadlessViewer {
    try HeadlessViewer([path, "--animations", "off", "--panels", "channels"] + more)
  }

  private func texts(_ viewer: HeadlessViewer) throws -> [String] {
    try viewer.picturePage.appearance.channels.panel.axes.map(\.label.text)
  }

  /// The gray of the right part of the picture, beside the panel.
  private func gray(_ viewer: HeadlessViewer) throws -> Int? {
    try viewer.settle().pixel(x: 490, y: 400).map { Int($0 & 0xFF) }
  }

  /// The knob's middle at a place along an axis of `count`: the panel begins at 940, its rows at 36.
  private static func knob(_ axis: Int, _ place: Int, of count: Int) -> Point {
    let (start, travel) = (940.0 + 128 + 6, 340.0 - 128 - 12 - 12)
    return Point(start + travel * Double(place) / Double(count - 1), 36 + 28 * Double(axis) + 14)
  }

  @Test func `says how many of its planes a file has that ends early`() throws {
    let text = "ImageJ=1.53t\nimages=3\nslices=3\n"
    let viewer = try open(try write(pages: 1, planes: 2, text))
    #expect(viewer.message?.hasPrefix("The file ends early: it has 2 of its 3 planes.") == true)
  }

  @Test func `has a slider for the planes behind a single directory`() throws {
    let viewer = try open(
      try write(pages: 1, planes: 12, "ImageJ=1.53t\nimages=12\nslices=3\nframes=4\n"))
    #expect(try texts(viewer) == ["z 1 of 3", "t 1 of 4"])
    try viewer.input.drag([Self.knob(1, 0, of: 4), Self.knob(1, 2, of: 4)], milliseconds: 50)
    try viewer.waitUntil("the third time") { try viewer.picturePage.content.page.index == 6 }
    #expect(try texts(viewer) == ["z 1 of 3", "t 3 of 4"])
  }

  @Test func `goes to a place by a drag along its axis, and keeps black and white`() throws {
    let viewer = try open(try writeStack())
    #expect(try texts(viewer) == ["z 1 of 3", "t 1 of 4"])
    let tone = try #require(try viewer.picturePage.content.picture.info.tone)
    #expect(tone == 0...100)
    try viewer.input.drag(
      [Self.knob(1, 0, of: 4), Self.knob(1, 1, of: 4), Self.knob(1, 2, of: 4)], milliseconds: 50)
    try viewer.waitUntil("the third time") { try viewer.picturePage.content.page.index == 6 }
    #expect(try texts(viewer) == ["z 1 of 3", "t 3 of 4"])
    try viewer.input.drag([Self.knob(0, 0, of: 3), Self.knob(0, 2, of: 3)], milliseconds: 50)
    try viewer.waitUntil("its last slice") { try viewer.picturePage.content.page.index == 8 }
    #expect(try texts(viewer) == ["z 3 of 3", "t 3 of 4"])
    #expect(try viewer.picturePage.content.picture.info.tone == tone)
    #expect(try gray(viewer) == 255)
    // Keys follow the click.
    try viewer.input.type("Left")
    try viewer.waitUntil("the second slice") { try viewer.picturePage.content.page.index == 7 }
    try viewer.input.type("Home")
    try viewer.waitUntil("the first slice") { try viewer.picturePage.content.page.index == 6 }
    try viewer.input.type("Tab", "End")
    try viewer.waitUntil("the last time") { try viewer.picturePage.content.page.index == 9 }
    // The keys of pages go through all of them, which the sliders follow.
    try viewer.input.type("Escape", ".")
    try viewer.waitUntil("the next slice") { try viewer.picturePage.content.page.index == 10 }
    #expect(try texts(viewer) == ["z 2 of 3", "t 4 of 4"])
  }

  @Test func `keeps the range of channels that are chosen`() throws {
    let viewer = try open(try writeStack(), "--channels", "1:00FF00", "--tone", "0,400")
    for place in 1..<3 {
      try viewer.input.drag(
        [Self.knob(0, place - 1, of: 3), Self.knob(0, place, of: 3)], milliseconds: 50)
      try viewer.waitUntil("the next slice") { try viewer.picturePage.content.page.index == place }
      let color = try viewer.settle().color(490, 400)
      let green = (Double(place + 1) * 100 / 400 * 255).rounded()
      #expect(color == UInt32(green) << 8)
    }
  }

  @Test func `has the histograms of the slice shown, and the ranges of the first one`() throws {
    let viewer = try open(try writeChannels())
    let panel = try viewer.picturePage.appearance.channels.panel
    func limits() -> [ClosedRange<Double>] {
      panel.rows.filter { !$0.channel.heights.isEmpty }.map(\.channel.limits)
    }
    try viewer.waitUntil("histograms") { limits() == [0...100, 0...200] }
    try viewer.input.drag([Self.knob(0, 0, of: 3), Self.knob(0, 2, of: 3)], milliseconds: 50)
    try viewer.waitUntil("the last slice") { try viewer.picturePage.content.page.index == 2 }
    try viewer.waitUntil("its histograms") { limits() == [0...500, 0...600] }
    #expect(try ranges(viewer) == [0...100, 0...200])
    // A rotation is no reason to find others.
    try viewer.input.type(">")
    try viewer.waitUntil("it rotated") { try viewer.picturePage.content.turn != .upright }
    try viewer.settle()
    #expect(try ranges(viewer) == [0...100, 0...200])
    #expect(panel.rows.map(\.channel.range) == [0...100, 0...200])
    let button = panel.automatic.frame.center
    try viewer.input.click(Point(940 + button.x, button.y))
    try viewer.waitUntil("its ranges") { try ranges(viewer) == [0...500, 0...600] }
  }

  @Test func `keeps its channels when the key of the tone changes their ranges`() throws {
    let path = try writeChannels()
    func color(_ viewer: HeadlessViewer) throws -> UInt32 {
      try viewer.settle().color(490, 400)
    }
    let viewer = try open(path)
    #expect(try ranges(viewer) == [0...100, 0...200] && color(viewer) == 0xFF_FF00)
    try viewer.waitUntil("the range of the type", after: "w") {
      try ranges(viewer) == [0...65535, 0...65535]
    }
    #expect(viewer.message == "Each channel has the range of its type.")
    try viewer.input.type("w")
    try viewer.waitUntil("that of the samples") { try ranges(viewer) == [0...100, 0...200] }
    #expect(try color(viewer) == 0xFF_FF00)
    // A range that is given is the one to go back to.
    let other = try open(path, "--tone", "0,400")
    #expect(try ranges(other) == [0...400, 0...400] && color(other) == 0x40_8000)
    try other.input.type("w")
    try other.waitUntil("the range of the type") { try ranges(other) == [0...65535, 0...65535] }
    try other.input.type("w")
    try other.waitUntil("the range that was given") { try ranges(other) == [0...400, 0...400] }
  }

  @Test func `keeps a ramp when the key of the tone changes its range`() throws {
    let viewer = try open(
      try writeStack(), "--channels", "1", "--ramp", "viridis", "--tone", "0,400")
    for range in [0.0...65535, 0...400] {
      try viewer.waitUntil("\(range)", after: "w") { try ranges(viewer) == [range] }
      #expect(try viewer.picturePage.content.picture.info.mix?.ramp == .viridis)
    }
  }

  @Test func `shows how often samples occur, also within a range that is wider`() throws {
    let viewer = try open(try writeStack(), "--channels", "1", "--tone", "0,400")
    let panel = try viewer.picturePage.appearance.channels.panel
    try viewer.waitUntil("a histogram") { !(panel.rows.first?.channel.heights.isEmpty ?? true) }
    // Half of the samples are 0 and half are 100, a quarter of the range.
    let heights = try #require(panel.rows.first).channel.heights
    let high = heights.indices.filter { heights[$0] > 0.5 }
    #expect(panel.rows.first?.channel.limits == 0...400)
    #expect(high.first == 0 && high.count == 2)
    #expect(high.last.map { abs($0 - heights.count / 4) <= 1 } == true, "\(high)")
  }

  @Test func `has no rows where the file has fewer pages than it says, or a single one`() throws {
    let text = "ImageJ=1.53\nimages=6\nslices=3\nframes=2\n"
    #expect(try texts(open(try write(pages: 6, text))) == ["z 1 of 3", "t 1 of 2"])
    #expect(try texts(open(try write(pages: 5, text, to: "b.tif"), "--alone")) == [])
    let plain = "ImageJ=1.53\nimages=2\nslices=2\n"
    #expect(try texts(open(try write(pages: 2, plain, to: "c.tif"), "--alone")) == ["z 1 of 2"])
    #expect(try texts(open(try write(pages: 2, "none", to: "d.tif"), "--alone")) == [])
  }
}
