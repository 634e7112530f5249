import OverscrollImaging
import OverscrollLab
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollTestRig
@testable import OverscrollViewer

@Suite struct `The channels in a window` {
  private let folder = PictureFolder()
  private static let side = 64

  /// Writes a TIFF file of three bands, 0, 100 and 200, which are gray to other programs.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - bands: GDAL's names of the bands; none where they have none.
  ///   - noData: A digit, the sample that means no data; none without one.
  /// - Returns: The path.
  /// - Throws: If it cannot be written.
  private func write(
    _ name: String = "a.tif", bands: [String] = [], noData: String = ""
  ) throws -> String {
    let items = bands.enumerated().map { index, band in
      #"<Item name="DESCRIPTION" sample="\#(index)" role="description">\#(band)</Item>"#
    }
    var page = TIFFBuilder.Page(size: PixelSize(width: Self.side, height: Self.side)) {
      _, _, band in UInt64(100 * band)
    }
    (page.photometric, page.noData, page.rowsPerStrip) = (1, noData, Self.side)
    if !bands.isEmpty {
      page.tags = [TIFFBuilder.text(42112, "<GDALMetadata>\(items.joined())</GDALMetadata>")]
    }
    let path = folder.path + "/" + name
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: path)
    return path
  }

  /// The color of the picture, beside the panel.
  private func color(_ shot: Screenshot) -> UInt32 { shot.color(470, 400) }

  private func open(_ more: String...) throws -> HeadlessViewer {
    try HeadlessViewer([try write(), "--animations", "off", "--panels", "channels"] + more)
  }

  /// The middle of a row's name, or of its histogram, in the panel on the right.
  private static func row(_ index: Int, histogram: Double? = nil) -> Point {
    let top = 36 + 72 * Double(index)
    guard let histogram else { return Point(1000, top + 14) }
    return Point(940 + 12 + 316 * histogram, top + 44)
  }

  /// A drag of the second row's white end.
  private static let drag = [1, 0.8, 0.7].map { row(1, histogram: $0) }

  /// The panel, once it has the three channels.
  private func panel(of viewer: HeadlessViewer) throws -> ChannelsPanel {
    let panel = try viewer.picturePage.appearance.channels.panel
    try viewer.waitUntil("three channels") { panel.rows.count == 3 }
    return panel
  }

  /// The middle of a row's color.
  private static func swatch(_ index: Int) -> Point { Point(959, row(index).y + 1) }

  @Test func `are shown and hidden by a click on their names`() throws {
    let viewer = try open()
    try viewer.wait("the first band in gray") { color($0) == 0 }
    try viewer.input.click(Self.row(2))
    try viewer.wait("the third band in blue") { color($0) == 0x00_00C8 }
    try viewer.input.click(Self.row(1))
    try viewer.wait("the second band in green") { color($0) == 0x00_64C8 }
    try viewer.input.click(Self.row(2))
    try viewer.wait("no third band") { color($0) == 0x00_6400 }
    #expect(viewer.message == nil)
    // The last button but one takes the picture's own colors.
    try viewer.input.click(Point(1180, 16))
    try viewer.wait("the first band in gray again") { color($0) == 0 }
  }

  @Test func `are the picture's own where it lacks one that is asked for`() throws {
    // Without the fourth, the third would be red.
    let viewer = try open("--channels", "4,3,2")
    let page = try viewer.picturePage
    try viewer.wait("the first band in gray") { color($0) == 0 }
    #expect(page.content.picture.info.mix == nil)
    let text = "This picture has 3 channels, and is shown as it is, not by channels 4, 3, 2."
    try viewer.waitUntil("the message") { viewer.message == text }
    let all = try open("--channels", "3,2,1")
    try all.wait("all three") { color($0) == 0xC8_6400 }
    #expect(all.message == nil)
  }

  @Test func `are the picture's own again, while others keep those that are asked for`() throws {
    _ = try write("b.tif")
    let viewer = try open("--channels", "3,2,1")
    let page = try viewer.picturePage
    try viewer.wait("all three") { color($0) == 0xC8_6400 }
    try viewer.input.click(Point(1180, 16))
    try viewer.wait("the first band in gray") { color($0) == 0 }
    #expect(page.content.picture.info.mix == nil)
    try viewer.wait(forTitle: "b.tif (64×64) – 2 of 2 – Overscroll", after: "n")
    try viewer.wait("all three of the other") { color($0) == 0xC8_6400 }
    try viewer.wait(forTitle: "a.tif (64×64) – 1 of 2 – Overscroll", after: "p")
    try viewer.wait("the first band of this one") { color($0) == 0 }
    #expect(page.content.picture.info.mix == nil)
  }

  @Test func `have colors that a click changes, and one with Shift changes back`() throws {
    let viewer = try open()
    try viewer.input.click(Self.row(2))
    try viewer.wait("the third band in blue") { color($0) == 0x00_00C8 }
    try viewer.input.click(Self.swatch(2))
    try viewer.wait("cyan, the next color") { color($0) == 0x00_C8C8 }
    try viewer.input.hold("shift")
    try viewer.input.click(Self.swatch(2))
    try viewer.wait("blue again") { color($0) == 0x00_00C8 }
    try viewer.input.click(Self.swatch(2))
    try viewer.wait("green, the one before") { color($0) == 0x00_C800 }
    try viewer.input.letGo("shift")
    // The color of one that is hidden is not seen: a click there shows it.
    try viewer.input.click(Self.row(2))
    try viewer.wait("no third band") { color($0) == 0 }
    try viewer.input.click(Self.swatch(2))
    try viewer.wait("the third band as it was") { color($0) == 0x00_C800 }
  }

  @Test func `have the colors that the bands of the file are named after`() throws {
    let viewer = try HeadlessViewer([
      try write(bands: ["Blue", "green", "Red"]), "--animations", "off", "--panels", "channels",
    ])
    let panel = try panel(of: viewer)
    try viewer.input.click(Self.row(1))
    try viewer.wait("the second band in green") { color($0) == 0x00_6400 }
    try viewer.input.click(Self.row(2))
    try viewer.wait("the third band in red") { color($0) == 0xC8_6400 }
    #expect(panel.rows.map(\.channel.color) == [0x00_00FF, 0x00_FF00, 0xFF_0000])
  }

  @Test func `are transparent without data, with a ramp as without one`() throws {
    let path = try write(noData: "0")
    let colors = try [[], ["--ramp", "viridis"], ["--channels", "1"]].map { options in
      let viewer = try HeadlessViewer([path, "--animations", "off"] + options)
      let page = try viewer.picturePage
      try viewer.settle()
      #expect(page.content.picture.info.hasAlpha, "\(options)")
      return try viewer.settleWithoutPlates().color(640, 400)
    }
    #expect(colors[0] != 0 && Set(colors).count == 1, "\(colors)")
  }

  @Test func `have a list of ramps that looks disabled while several are seen`() throws {
    let viewer = try open()
    let page = try viewer.picturePage
    let ramps = page.appearance.channels.panel.ramps
    try viewer.settle()
    let enabled = ramps.look
    try viewer.input.click(Self.row(1))
    try viewer.waitUntil("two channels") { page.content.picture.info.mix != nil }
    try viewer.settle()
    #expect(!ramps.isEnabled && ramps.look.shapes != enabled.shapes)
    try viewer.input.click(Self.row(1))
    try viewer.settle()
    #expect(ramps.isEnabled && ramps.look.shapes == enabled.shapes)
  }

  @Test func `have a range that a drag moves, and a double click takes back`() throws {
    let viewer = try open("--channels", "2")
    try viewer.wait("the second band in gray") { color($0) == 0x64_6464 }
    // Equal samples have no histogram; the limits are those of bytes.
    try viewer.input.drag(
      [Self.row(1, histogram: 1), Self.row(1, histogram: 0.7), Self.row(1, histogram: 0.392)],
      milliseconds: 50)
    try viewer.wait("full light") { color($0) == 0xFF_FFFF }
    try viewer.advance(by: 1)
    let place = Self.row(1, histogram: 0.2)
    try viewer.input.click(place)
    try viewer.input.click(place)
    try viewer.wait("the second band in gray again") { color($0) == 0x64_6464 }
  }

  @Test func `have a range whose drag ends where another picture is shown`() throws {
    _ = try write("b.tif")
    let viewer = try open("--channels", "2")
    let panel = try panel(of: viewer)
    try viewer.input.drag(Self.drag, milliseconds: 50, releases: false)
    try viewer.settle()
    let dragged = panel.rows[1].channel.range
    #expect(dragged.upperBound < 200)
    try viewer.wait(forTitle: "b.tif (64×64) – 2 of 2 – Overscroll", after: "n")
    try viewer.settle()
    let shown = panel.rows[1].channel.range
    try viewer.input.move(to: Self.row(1, histogram: 0.3))
    try viewer.settle()
    #expect(panel.rows[1].channel.range == shown)
    // Above the histogram a click would hide the channel.
    try viewer.input.move(to: Self.row(1))
    try viewer.input.release()
    try viewer.settle()
    #expect(panel.rows.map(\.channel.isShown) == [false, true, false])
    try viewer.wait(forTitle: "a.tif (64×64) – 1 of 2 – Overscroll", after: "p")
    try viewer.settle()
    #expect(panel.rows[1].channel.range == dragged)
  }

  @Test func `have a range that goes on only into pictures with the same channels`() throws {
    _ = try write("b.tif", bands: ["NIR", "Red", "Green"])
    let viewer = try open("--channels", "2")
    let panel = try panel(of: viewer)
    let own = panel.rows[1].channel.range
    try viewer.input.drag(Self.drag, milliseconds: 50)
    try viewer.settle()
    let dragged = panel.rows[1].channel.range
    #expect(dragged.upperBound < 200)
    try viewer.wait(forTitle: "b.tif (64×64) – 2 of 2 – Overscroll", after: "n")
    try viewer.settle()
    #expect(panel.rows[1].channel.range == own)
    #expect(panel.rows.map(\.channel.isShown) == [false, true, false])
    try viewer.wait(forTitle: "a.tif (64×64) – 1 of 2 – Overscroll", after: "p")
    try viewer.settle()
    #expect(panel.rows[1].channel.range == dragged)
  }

  @Test func `have the range that the picture's own colors have`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: Self.side, height: Self.side)) { x, _, _ in
      UInt64(10_000 + 476 * x)
    }
    (page.photometric, page.samples, page.bits) = (1, 1, 16)
    let path = folder.path + "/deep.tif"
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: path)
    let viewer = try HeadlessViewer([path, "--animations", "off", "--panels", "channels"])
    let shown = try viewer.picturePage
    let panel = shown.appearance.channels.panel
    try viewer.waitUntil("a histogram") { panel.rows.first?.channel.heights.isEmpty == false }
    #expect(shown.content.picture.info.tone == nil && shown.content.picture.info.mix == nil)
    #expect(panel.rows[0].channel.range == 0...65_535)
    let place = Self.row(0, histogram: 0.5)
    try viewer.input.click(place)
    try viewer.input.click(place)
    try viewer.waitUntil("its best range") { shown.content.picture.info.mix != nil }
    try viewer.settle()
    let best = panel.rows[0].channel.range
    #expect(best.lowerBound >= 10_000 && best.upperBound <= 40_000)
    #expect(shown.content.picture.info.mix?.parts.map(\.range) == [best])
    // The last button but one takes the picture's own colors.
    try viewer.input.click(Point(1180, 16))
    try viewer.waitUntil("its own colors") { shown.content.picture.info.mix == nil }
    try viewer.settle()
    #expect(panel.rows[0].channel.range == 0...65_535)
  }

  @Test func `are those of the file in a picture unlike that in which they were chosen`() throws {
    _ = try write("b.tif", bands: ["NIR", "Red", "Green"])
    _ = try write("c.tif")
    let viewer = try open()
    let page = try viewer.picturePage
    let panel = try panel(of: viewer)
    try viewer.input.click(Self.row(2))
    try viewer.input.click(Self.row(0))
    try viewer.wait("the third band in blue") { color($0) == 0x00_00C8 }
    try viewer.wait(forTitle: "b.tif (64×64) – 2 of 3 – Overscroll", after: "n")
    try viewer.settle()
    #expect(page.content.picture.info.mix == nil)
    #expect(panel.rows.map(\.channel.isShown) == [true, false, false])
    try viewer.wait(forTitle: "c.tif (64×64) – 3 of 3 – Overscroll", after: "n")
    try viewer.wait("the third band in blue") { color($0) == 0x00_00C8 }
    #expect(panel.rows.map(\.channel.isShown) == [false, false, true])
  }

  @Test func `have a legend of their ramp in the panel and in the picture`() throws {
    let viewer = try open("--channels", "2", "--ramp", "viridis", "--unit-per-pixel", "2mm")
    let page = try viewer.picturePage
    /// Whether a bar of the ramp lies between two places.
    func hasBar(_ shot: Screenshot, _ left: Int, _ right: Int, y: Int) -> Bool {
      func isNear(_ x: Int, _ color: UInt32) -> Bool {
        guard let pixel = shot.pixel(x: x, y: y) else { return false }
        return [0, 8, 16].allSatisfy { shift in
          abs(Int(pixel >> shift & 0xFF) - Int(color >> shift & 0xFF)) < 12
        }
      }
      return isNear(left, 0x44_0154) && isNear(right, 0xFD_E725)
        && isNear((left + right) / 2, 0x21_908C)
    }
    // In the picture it lies above the bar of a length.
    try viewer.wait("both legends") { hasBar($0, 27, 184, y: 728) && hasBar($0, 953, 1266, y: 48) }
    let legend = { page.appearance.channels.panel.legend.legend }
    #expect(legend()?.black == "0" && legend()?.white == "255")
    // The rows begin below the panel's legend.
    let white = [1, 0.8, 0.5].map { place in
      Self.row(1, histogram: place) + Point(0, 44)
    }
    try viewer.input.drag(white, milliseconds: 50)
    try viewer.waitUntil("another end") { legend()?.white.hasPrefix("12") == true }
    try viewer.settle()
    #expect(page.content.picture.info.mix?.legend?.range.upperBound.rounded() ?? 0 < 130)
    try viewer.wait("the panel's legend alone", after: "ctrl+b") {
      !hasBar($0, 27, 184, y: 728) && !hasBar($0, 27, 184, y: 772) && hasBar($0, 953, 1266, y: 48)
    }
    // A sum of channels has none.
    try viewer.input.click(Self.row(0) + Point(0, 44))
    try viewer.waitUntil("no legend") { legend() == nil }
  }

  /// Writes elevations: samples of 0 to 1000 stand for -100 to 0 m.
  private func writeElevations() throws -> String {
    let items = [("offset", "-100"), ("scale", "0.1"), ("unittype", "m")].map { role, text in
      #"<Item name="\#(role.uppercased())" sample="0" role="\#(role)">\#(text)</Item>"#
    }
    let text = "<GDALMetadata>\(items.joined())</GDALMetadata>"
    var page = TIFFBuilder.Page(size: PixelSize(width: Self.side, height: Self.side)) { x, _, _ in
      UInt64(min(max((x - 5) * 20, 0), 1000))
    }
    (page.photometric, page.samples, page.bits) = (1, 1, 16)
    page.tags = [TIFFBuilder.text(42112, text)]
    let path = folder.path + "/dem.tif"
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: path)
    return path
  }

  @Test func `have ranges and a legend of the values that samples stand for`() throws {
    let path = try writeElevations()
    let plain = try HeadlessViewer([path, "--animations", "off"])
    #expect(
      plain.message == "Stretched: black is -100 m, white is 0 m. Press w to show it as stored.")
    let viewer = try HeadlessViewer([
      path, "--animations", "off", "--panels", "channels", "--ramp", "viridis",
    ])
    let page = try viewer.picturePage
    let panel = page.appearance.channels.panel
    try viewer.waitUntil("a legend") { panel.legend.legend != nil }
    try viewer.settle()
    #expect(panel.legend.legend?.black == "-100" && panel.legend.legend?.white == "0 m")
    #expect(panel.rows.first?.rangeText == "-100 – 0 m")
    #expect(panel.rows.first?.channel.range == 0...1000)
  }

  @Test func `that cannot be seen on their own are told of in whole words`() throws {
    let viewer = try HeadlessViewer([
      try folder.add("b.ppm", 3, width: 64, height: 64), "--animations", "off", "--panels",
      "channels",
    ])
    let page = try viewer.picturePage
    let note = page.appearance.channels.panel.note
    try viewer.settle()
    #expect(
      note.shownLines.joined(separator: " ")
        == "This picture's channels cannot be seen on their own.")
    #expect(note.shownLines.count > 1)
  }

  @Test func `have a legend that the key of the scale shows, also without a scale`() throws {
    let viewer = try HeadlessViewer([
      try write(), "--animations", "off", "--ramp", "magma", "--scale-bar", "off",
    ])
    func hasLegend(_ viewer: HeadlessViewer) throws -> Bool {
      try viewer.settle().pixel(x: 184, y: 772).map { $0 >> 8 & 0xFF > 0xE0 } == true
    }
    #expect(try !hasLegend(viewer))
    try viewer.input.type("ctrl+b")
    #expect(try hasLegend(viewer))
    #expect(viewer.message == nil)
    try viewer.input.type("ctrl+b")
    #expect(try !hasLegend(viewer))
  }

  @Test func `follow the picture, whatever is chosen while another one is opened`() throws {
    try folder.add("b.ppm", 3, width: 64, height: 64)
    _ = try write("c.tif")
    let viewer = try open()
    let panel = try panel(of: viewer)
    for step in 0..<6 {
      // What is chosen shows at once, and stays, though the picture comes later.
      let wasShown = panel.rows[2].channel.isShown
      try viewer.input.click(Self.row(2))
      for _ in 0..<5 {
        #expect(panel.rows[2].channel.isShown != wasShown, "step \(step)")
        try viewer.advance(by: 1.0 / 60)
      }
      try viewer.settle()
      #expect(panel.rows[2].channel.isShown != wasShown, "step \(step)")
      // What is chosen while another picture is opened is not of that one.
      try viewer.input.click(Self.row(1))
      try viewer.input.type(step % 2 == 0 ? "n" : "p")
      try viewer.input.click(Self.row(1))
      try viewer.waitUntil("no channels") { panel.rows.isEmpty }
      try viewer.input.click(Self.row(1))
      try viewer.input.type(step % 2 == 0 ? "n" : "p")
      try viewer.waitUntil("three channels") { panel.rows.count == 3 }
      try viewer.settle()
    }
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `stay chosen from picture to picture, and are shown by a key`() throws {
    _ = try write("b.tif")
    let viewer = try HeadlessViewer([try write(), "--animations", "off", "--channels", "3:FF0000"])
    try viewer.wait("the third band in red") {
      color($0) == 0xC8_0000 || $0.color(640, 400) == 0xC8_0000
    }
    try viewer.wait(forTitle: "b.tif (64×64) – 2 of 2 – Overscroll", after: "n")
    try viewer.wait("the third band in red") {
      $0.color(640, 400) == 0xC8_0000
    }
    try viewer.wait("beside the panel", after: "ctrl+k") { color($0) == 0xC8_0000 }
    try viewer.input.type("ctrl+k")
    try viewer.wait("in the middle") {
      $0.color(640, 400) == 0xC8_0000
    }
  }
}
