import OverscrollBase
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollShell
@testable import OverscrollViewer

@Suite struct `The scale of a picture in a window` {
  private let folder = PictureFolder()

  /// Opens a picture of 1600 × 1200 with a world file of ten units a pixel.
  private func open(_ arguments: String..., worldFile: Bool = true) throws -> HeadlessViewer {
    try folder.add("p.ppm", 1, width: 1600, height: 1200)
    if worldFile {
      try RunningViewer.write(
        Array("10\n0\n0\n-10\n500005\n4648995\n".utf8), to: folder.path + "/p.pmw")
    }
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"] + arguments)
    try viewer.settle()
    return viewer
  }

  private func page(_ viewer: HeadlessViewer) throws -> PicturePage {
    try #require(viewer.window.controller.page as? PicturePage)
  }

  /// Whether the plate of the bar is in the lower left corner of what is shown.
  private func hasBar(_ viewer: HeadlessViewer) throws -> Bool {
    let color = try viewer.settle().pixel(x: 20, y: 780).map { $0 & 0xFF_FFFF }
    return color != PictureFolder.color(1)
  }

  @Test func `is in the corner where the file says what its pixels are, or it is asked for`() throws
  {
    var viewer = try open("--zoom", "100%")
    #expect(try hasBar(viewer))
    try viewer.input.type("ctrl+b")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--scale-bar", "off")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--unit-per-pixel", "300dpi")
    #expect(try !hasBar(viewer))
    viewer = try open("--zoom", "100%", "--unit-per-pixel", "300dpi", "--scale-bar", "on")
    #expect(try hasBar(viewer))
  }

  @Test func `isn't known where no file says it`() throws {
    let viewer = try open("--zoom", "100%", worldFile: false)
    #expect(try !hasBar(viewer))
    try viewer.input.type("ctrl+b")
    #expect(viewer.message == "The size of this picture's pixels isn't known.")
  }

  @Test func `names the pixel at the pointer, also of a picture that is turned`() throws {
    let viewer = try open("--zoom", "100%")
    try viewer.input.type("ctrl+g")
    try viewer.input.type(text: "508000,4645000")
    try viewer.input.type("Return", "x")
    try viewer.input.move(to: Point(640, 400))
    try viewer.settle()
    let page = try page(viewer)
    #expect(page.appearance.reader.reading?.pixel.map { [$0.x, $0.y] } == [800, 400])
    let scale = page.appearance.scale
    let place = { scale.place(of: .init(x: $0, y: $1), in: page.content) }
    #expect(place(800, 400) == "508005, 4644995")
    try viewer.input.type("greater")
    try viewer.settle()
    // The file's first row is the last column now.
    #expect(place(1199, 0) == "500005, 4648995" && place(0, 1599) == "515995, 4637005")
  }
}
