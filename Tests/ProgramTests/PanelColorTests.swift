import OverscrollDrawing
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
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
    return (shot.pixel(x: Int(frame.minX) + 2, y: Int(frame.maxY) - 4) ?? 0) & 0xFF_FFFF
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
      for (tab, frame) in controller.layout.tabs {
        let ground = tab == area ? palette.paper : palette.frame
        #expect(try color(shot, frame) == ground.rgb, "the tab of \(tab) beside \(area)")
      }
      #expect(
        try color(shot, controller.layout.frames[.curves]) == palette.chart.background.rgb)
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
    try viewer.input.type("b")
    try viewer.settle()
    try expect(viewer, hasColorsOf: .light)
    try viewer.input.type("b", "b", "b")
    try viewer.settle()
    try expect(viewer, hasColorsOf: .dark)
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
