import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `Panels beside a picture` {
  private static let panels = "information,channels,parameters,log,curves"

  private func viewer(_ background: String) throws -> HeadlessViewer {
    let folder = try PictureFolder(of: 1, width: 300, height: 200)
    let viewer = try HeadlessViewer([
      folder.path, "--animations", "off", "--panels", Self.panels, "--background", background,
    ])
    try viewer.settle()
    return viewer
  }

  /// The color in the lower left corner of a rectangle in points, beside what is drawn there.
  private func color(_ shot: Screenshot, _ frame: Rect?) throws -> UInt32 {
    let frame = try #require(frame)
    return shot.color(Int(frame.minX) + 2, Int(frame.maxY) - 4)
  }

  /// Checks the grounds of the curves, and of each panel and its tab with the others behind it.
  private func expect(_ viewer: HeadlessViewer, hasColorsOf palette: Palette) throws {
    let controller = viewer.window.controller
    let areas = controller.layout.tabs.map(\.area)
    #expect(Set(areas) == DockLayout.shared)
    for area in areas {
      let tab = try #require(controller.layout.tabs.first { $0.area == area })
      try viewer.input.click(tab.frame.center)
      let shot = try viewer.settle()
      let grounds = [palette.paper.rgb, palette.surface.rgb]
      #expect(try grounds.contains(color(shot, controller.layout.frames[area])), "\(area)")
      for tab in controller.layout.tabs {
        let ground = tab.area == area ? palette.paper : palette.frame
        #expect(try color(shot, tab.frame) == ground.rgb, "the tab of \(tab.area) beside \(area)")
      }
      #expect(try color(shot, controller.layout.frames[.curves]) == palette.chart.background.rgb)
    }
  }

  @Test(arguments: [
    ("dark", Palette.dark), ("black", .dark), ("gray", .light), ("light", .light),
    ("white", .light), ("#102030", .dark), ("#FFFFD0", .light),
  ])
  func `are as light as its background`(background: String, palette: Palette) throws {
    try expect(viewer(background), hasColorsOf: palette)
  }

  @Test func `follow a key that changes the background`() throws {
    let viewer = try viewer("black")
    try expect(viewer, hasColorsOf: .dark)
    try viewer.settle(after: "b")
    try expect(viewer, hasColorsOf: .light)
    try viewer.settle(after: "b", "b", "b")
    try expect(viewer, hasColorsOf: .dark)
  }

  /// A file with a take of a picture of 100×100 points, in a viewport of 400×300.
  private static func take(in folder: String) throws -> String {
    let header = Script.Header(settings: [
      .viewport(Size(width: 400, height: 300)), .content(Size(width: 100, height: 100)),
    ])
    var events = [TouchEvent.Phase.began, .ended].enumerated().map { index, phase in
      let time = 0.1 + 0.1 * Double(index)
      return Script.TimedEvent(time: time, action: .event(.touch(phase, at: Point(50, 50), time)))
    }
    events += (1...60).map {
      .init(time: Double($0) / 60, action: .frame(Script.Frame(index: $0 - 1)))
    }
    let script = Script(header: header, events: events.sorted { $0.time < $1.time })
    let path = folder + "/take.script"
    try RunningViewer.write(Array(script.text.utf8), to: path)
    return path
  }

  @Test(arguments: [("light", Palette.light, UInt32(0xD4D4D4)), ("dark", .dark, 0x1E1F22)])
  func `of a picture's replay are as light as its background, as is what surrounds it`(
    background: String, palette: Palette, color: UInt32
  ) throws {
    let (folder, options) = (TestFolder.make(), ["--background", background])
    let take = try Self.take(in: folder)
    let viewer = try HeadlessViewer(
      ["replay", take, "--paused", "--panels", "curves,log"] + options)
    let (shot, layout) = (try viewer.settle(), viewer.window.controller.layout)
    let ground = palette.chart.background.rgb
    #expect(try self.color(shot, layout.frames[.curves]) == ground)
    #expect(try self.color(shot, layout.frames[.timeLine]) == ground)
    #expect(try self.color(shot, layout.frames[.log]) == palette.paper.rgb)
    let (x, y) = (Int(layout.viewport.minX), Int(layout.viewport.center.y))
    #expect(shot.pixel(x: x - 8, y: y).map { $0 & 0xFF_FFFF } == palette.frame.rgb)
    let corner = (x: Int(layout.viewport.maxX) - 5, y: Int(layout.viewport.maxY) - 5)
    #expect(shot.pixel(x: corner.x, y: corner.y).map { $0 & 0xFF_FFFF } == color)
    // Without a display the background is the same.
    let png = folder + "/snapshot.png"
    let result = try RunningViewer.run(
      ["replay", take, "--at", "0.3", "--snapshot", png] + options)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Surface(pngFile: png).pixel(x: 395, y: 295).map { $0 & 0xFF_FFFF } == color)
  }

  @Test func `of a scene are dark on every background`() throws {
    let viewer = try HeadlessViewer(
      ["scene", "boxes", "--panels", "log,curves", "--background", "light"],
      size: PixelSize(width: 1600, height: 1200))
    let shot = try viewer.settle()
    let frames = viewer.window.controller.layout.frames
    #expect(try color(shot, frames[.log]) == Palette.dark.paper.rgb)
    #expect(try color(shot, frames[.curves]) == ChartTheme.dark.background.rgb)
  }
}
