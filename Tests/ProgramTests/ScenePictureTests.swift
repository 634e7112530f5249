import OverscrollBase
import OverscrollDrawing
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `The picture of a scene` {
  private let folder = TestFolder.make()

  /// A picture of 1600×1000 pixels whose left half is red and whose right half is blue.
  private func picture() throws -> String {
    let path = folder + "/halves.png"
    let surface = try Surface(imageOf: PixelSize(width: 1600, height: 1000), opaque: true)
    let canvas = try Canvas(surface)
    canvas.fill(Rect(x: 0, y: 0, width: 800, height: 1000), with: Color(0xFF0000))
    canvas.fill(Rect(x: 800, y: 0, width: 800, height: 1000), with: Color(0x0000FF))
    try surface.flush()
    try surface.writePNG(to: FilePath(path))
    return path
  }

  /// The scene with its content moved to an offset, at a scale.
  private func snapshot(_ offset: String, scale: Int, _ more: String...) throws -> Surface {
    let (script, png) = (folder + "/scene.script", folder + "/scene.png")
    let text =
      #"{"overscroll":2,"scene":"picture","displayScale":\#(scale),"contentOffset":[\#(offset)]}"#
    try RunningViewer.write(Array((text + "\n").utf8), to: script)
    let result = try RunningViewer.run(
      ["replay", script] + more + ["--at", "0", "--snapshot", png])
    #expect(result.status == 0, "\(result.errors)")
    return try Surface(pngFile: png)
  }

  private func color(_ surface: Surface, _ x: Int, _ y: Int) -> UInt32? {
    surface.pixel(x: x, y: y).map { $0 & 0xFF_FFFF }
  }

  @Test(arguments: [1, 2])
  func `view.viewport fills its view in its own proportions, at any scale`(scale: Int) throws {
    // The view has 800×600 points, of whose middle 320 are in sight.
    let surface = try snapshot("240,100", scale: scale, try picture())
    #expect(surface.size == PixelSize(width: 320 * scale, height: 600 * scale))
    for y in [10, 150, 290] {
      #expect(color(surface, 10 * scale, y * scale) == 0xFF0000)
      #expect(color(surface, 158 * scale, y * scale) == 0xFF0000)
      #expect(color(surface, 162 * scale, y * scale) == 0x0000FF)
      #expect(color(surface, 300 * scale, y * scale) == 0x0000FF)
    }
    #expect(color(surface, 162 * scale, 310 * scale) != 0x0000FF)
    // A landscape stands for a picture that is not given.
    #expect(try color(snapshot("240,100", scale: scale), 10 * scale, 10 * scale) != 0xFF0000)
  }

  @Test func `view.viewport is refused in one sentence where there is none`() throws {
    let path = try picture()
    for (arguments, problem) in [
      (["scene", "boxes", path], "the scene boxes does not show a picture"),
      (["scene", "picture", folder + "/none.png"], "none.png"),
      (["record", folder + "/x.script", path, "--scene", "boxes"], "does not show a picture"),
    ] {
      let result = try RunningViewer.run(arguments)
      #expect(result.status == 1 && result.output == "")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains(problem), "\(result.errors)")
    }
  }
}
