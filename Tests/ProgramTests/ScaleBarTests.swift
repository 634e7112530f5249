import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollImaging
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollShell
@testable import OverscrollViewer

@Suite struct `The scale of a picture in a window` {
  private let folder = PictureFolder()

  /// Opens a picture of 1600 × 1200 with a world file of ten meters a pixel.
  private func open(
    _ arguments: String..., worldFile: Bool = true, unit: String = #"UNIT["Meter",1.0]"#
  ) throws -> HeadlessViewer {
    try folder.add("p.ppm", 1, width: 1600, height: 1200)
    if worldFile {
      try RunningViewer.write("10\n0\n0\n-10\n500005\n4648995\n", to: folder.path + "/p.pmw")
      try RunningViewer.write(#"PROJCS["P",\#(unit)]"#, to: folder.path + "/p.prj")
    }
    return try HeadlessViewer([folder.path, "--animations", "off"] + arguments)
  }

  /// Whether the plate of the bar is in the lower left corner of what is shown.
  private func hasBar(_ viewer: HeadlessViewer) throws -> Bool {
    let color = try viewer.settle().pixel(x: 20, y: 780).map { $0 & 0xFF_FFFF }
    return color != PictureFolder.color(1)
  }

  @Test func `is in the corner where the file has one, or it is asked for`() throws {
    var viewer = try open("--zoom", "100%")
    #expect(try hasBar(viewer))
    try viewer.input.type("ctrl+b")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--scale-bar", "off")
    #expect(try !hasBar(viewer))
    // Of a map whose unit isn't known, no length is claimed.
    viewer = try open("--zoom", "100%", unit: "")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--unit-per-pixel", "300dpi")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--unit-per-pixel", "300dpi", "--scale-bar", "on")
    #expect(try hasBar(viewer))
  }

  @Test func `is that on the ground of a ruler on a map of the web`() throws {
    let system = #"UNIT["Meter",1.0],AUTHORITY["EPSG","3857"]"#
    let viewer = try open("--zoom", "100%", unit: system)
    try viewer.input.type("R")
    try viewer.input.drag([Point(300, 200), Point(400, 210), Point(600, 200)], milliseconds: 50)
    try viewer.input.type("ctrl+c")
    let content = try viewer.picturePage.content
    let scale = try #require(viewer.picturePage.appearance.scale.scale(of: content))
    // Ten meters of the map for each of 300 pixels, in a row whose latitude is that of its coordinate.
    let placement = content.view.placement
    let north = 4_649_000 - 10 * (200 - placement.origin.y) / placement.scale
    let length = scale.text(of: 3000 / cosh(north / 6_378_137))
    #expect(viewer.clipboardText == "\(length)  0.0°" && length != "3 km")
  }

  @Test func `is that of a ruler on paper once the bar is asked for, and else pixels are`() throws {
    let made = try RunningViewer.run(
      script: #"""
        convert -size 1600x1200 xc:gray -units PixelsPerInch -density 300 "$1/p.tif"
        """#, [folder.path])
    #expect(made.status == 0)
    let viewer = try HeadlessViewer([folder.path, "--zoom", "100%", "--animations", "off"])
    try viewer.settle()
    let page = try viewer.picturePage
    let scale = try #require(page.appearance.scale.scale(of: page.content))
    try viewer.input.type("R")
    #expect(viewer.message?.hasPrefix("Drag to measure in pixels.") == true)
    for text in ["300 px", scale.text(of: 0.0254), "300 px"] {
      try viewer.input.drag([Point(300, 300), Point(400, 310), Point(600, 300)], milliseconds: 50)
      try viewer.input.type("ctrl+c")
      #expect(viewer.clipboardText == "\(text)  0.0°")
      try viewer.settle(after: "ctrl+b")
    }
  }

  @Test func `has one unit in the corner and at a pixel`() throws {
    let viewer = try open("--zoom", "100%", "--unit-per-pixel", "1um", worldFile: false)
    let page = try viewer.picturePage
    let pixel = PixelReading.Pixel(x: 1400, y: 10)
    let place = page.appearance.scale.place(of: pixel, in: page.content, page.maker.room)
    #expect(place == "1400.5 µm, 10.5 µm")
  }

  @Test func `is that of a ruler, which drags draw, and which stays between pictures`() throws {
    try folder.add("q.ppm", 2, width: 1600, height: 1200)
    let viewer = try open("--zoom", "100%", "--unit-per-pixel", "2mm")
    try viewer.input.type("R")
    #expect(viewer.message?.hasPrefix("Drag to measure. Drag from an end to go on; Ctrl+C") == true)
    let place = try viewer.picturePage.content.view.placement
    // 300 pixels to the right, 400 down from there, and back to the start.
    let corners = [Point(300, 200), Point(600, 200), Point(600, 600)]
    try viewer.input.drag([corners[0], Point(400, 210), corners[1]], milliseconds: 50)
    #expect(viewer.cursor == .crosshair)
    try viewer.input.drag([corners[1], Point(600, 300), corners[2]], milliseconds: 50)
    // The picture has not moved, and the wheel still moves it.
    #expect(try viewer.picturePage.content.view.placement == place)
    try viewer.input.type("ctrl+c")
    #expect(viewer.clipboardText == "600 mm  0.0°\n800 mm  90.0°\ntotal 1400 mm")
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.input.drag([corners[2], Point(400, 400), corners[0]], milliseconds: 50)
    try viewer.input.type("ctrl+c")
    #expect(
      viewer.clipboardText.hasSuffix("\n1 m  36.9°\nperimeter 2.4 m, area 0.24 m²"),
      "\(viewer.clipboardText)")
    // Escape clears it, and then puts it away: a drag moves the picture again.
    try viewer.input.type("Escape")
    try viewer.input.type("ctrl+c")
    #expect(viewer.message?.hasPrefix("Copied q.ppm") == true)
    try viewer.input.type("Escape")
    let before = try viewer.picturePage.content.view.placement
    try viewer.input.drag([corners[2], Point(500, 500), corners[0]], milliseconds: 50)
    #expect(try viewer.picturePage.content.view.placement != before)
  }

  @Test func `is that of a ruler, whose drag ends where another picture is shown`() throws {
    try folder.add("q.ppm", 2, width: 1600, height: 1200)
    let viewer = try open("--zoom", "100%", "--unit-per-pixel", "2mm")
    try viewer.input.type("R")
    try viewer.input.drag(
      [Point(300, 200), Point(400, 210), Point(600, 200)], milliseconds: 50, releases: false)
    try viewer.wait(forPicture: 2, after: "n")
    let place = try viewer.picturePage.content.view.placement
    try viewer.input.move(to: Point(600, 600))
    try viewer.input.release()
    #expect(try viewer.picturePage.content.view.placement == place)
    try viewer.input.type("ctrl+c")
    #expect(viewer.clipboardText == "600 mm  0.0°")
    // The next drag goes on from its end.
    try viewer.input.drag([Point(600, 200), Point(600, 300), Point(600, 600)], milliseconds: 50)
    try viewer.input.type("ctrl+c")
    #expect(viewer.clipboardText == "600 mm  0.0°\n800 mm  90.0°\ntotal 1400 mm")
  }

  /// The place of the picture in the middle of the window, and its zoom.
  private func middle(_ viewer: HeadlessViewer) throws -> [Double] {
    let placement = try viewer.picturePage.content.view.placement
    let place = (Point(640, 400) - placement.origin) / placement.scale
    return [place.x.rounded(), place.y.rounded(), placement.scale]
  }

  @Test(arguments: ["508000,4645000@2", "508000.0 4645000.0@2", "800,400@2"])
  func `decides what the window begins with`(text: String) throws {
    let viewer = try open("--at", text)
    #expect(try middle(viewer) == [800, 400, 2])
    #expect(viewer.message == nil)
  }

  @Test func `says why the window cannot begin with a place`() throws {
    var viewer = try open("--at", "1mm,2mm", worldFile: false)
    #expect(viewer.message == "The size of this picture's pixels isn't known.")
    viewer = try open("--at", "1,4645000")
    #expect(viewer.message == "This is no pixel of the picture (1600×1200), and not on its map.")
    viewer = try open("--at", "800mm,400mm@2", "--unit-per-pixel", "1mm")
    #expect(try middle(viewer) == [800, 400, 2])
  }

  @Test func `moves aside for a field`() throws {
    let viewer = try open("--zoom", "100%", "--unit-per-pixel", "2mm")
    try viewer.resize(500, 600)
    let page = try viewer.picturePage
    func bar() throws -> (area: Rect, field: Rect?) {
      try viewer.settle()
      var appearance = page.appearance
      let frame = appearance.frame(page.context, message: nil, marks: nil)
      let bar = try #require(frame.layers.first { $0.content is ScaleBar })
      let field = frame.field?.area(in: frame.viewport, scale: frame.scale).rect
      return (bar.area, field.map { $0 * (1 / frame.scale) })
    }
    let before = try bar()
    #expect(before.field == nil)
    try viewer.input.type("ctrl+s")
    let during = try bar()
    let field = try #require(during.field)
    #expect(field.intersects(before.area) && !field.intersects(during.area))
    #expect(during.area.size == before.area.size && during.area.maxY < field.minY)
    try viewer.input.type("Escape")
    #expect(try bar().area == before.area)
  }

  @Test func `is copied with the pixel`() throws {
    let viewer = try open("--at", "800,400@1")
    try viewer.input.move(to: Point(640, 400))
    try viewer.settle(after: "x")
    try viewer.input.type("y")
    #expect(viewer.clipboardText.hasSuffix("   508005, 4644995 m"), "\(viewer.clipboardText)")
  }

  /// A picture whose decoding does not end.
  private struct EndlessRows: RowSource {
    let info: ImageInfo

    func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) {
      while shouldContinue() { usleep(1000) }
    }
  }

  @Test func `is known while a large picture is still being decoded`() throws {
    let viewer = try open("--zoom", "100%")
    let page = try viewer.picturePage
    let maker = page.maker
    let path = folder.path + "/late.ppm"
    try RunningViewer.write(Array("P6 1600 1200 255\n".utf8), to: path)
    try RunningViewer.write("10\n0\n0\n-10\n500005\n4648995\n", to: folder.path + "/late.pmw")
    let rows = EndlessRows(info: page.content.picture.info)
    let picture = TiledPicture(rows, store: maker.store, queue: maker.queue, wake: maker.wake)
    let next = try maker.open(
      picture, maker.view(of: rows.info.size), file: FilePath(path), status: nil)
    page.show(next)
    try viewer.advance(by: 1)
    try viewer.waitUntil("the scale") { page.appearance.scale.scale(of: page.content) != nil }
    #expect(page.content.loadingSince != nil)
  }

  @Test func `isn't known where no file says it`() throws {
    let viewer = try open("--zoom", "100%", worldFile: false)
    #expect(try !hasBar(viewer))
    try viewer.input.type("ctrl+b")
    #expect(viewer.message == "The size of this picture's pixels isn't known.")
  }

  @Test func `names the pixel at the pointer, also of a picture that is turned`() throws {
    let viewer = try open("--zoom", "100%")
    try viewer.input.type("ctrl+g", text: "508000,4645000")
    try viewer.input.type("Return", "x")
    try viewer.input.move(to: Point(640, 400))
    try viewer.settle()
    let page = try viewer.picturePage
    #expect(page.appearance.reader.reading?.pixel.map { [$0.x, $0.y] } == [800, 400])
    let scale = page.appearance.scale
    let place = { (x: Int, y: Int) in
      scale.place(of: .init(x: x, y: y), in: page.content, page.maker.room)
    }
    #expect(place(800, 400) == "508005, 4644995 m")
    try viewer.settle(after: "greater")
    // The file's first row is the last column now.
    #expect(place(1199, 0) == "500005, 4648995 m" && place(0, 1599) == "515995, 4637005 m")
  }
}
