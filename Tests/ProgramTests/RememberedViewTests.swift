import ArgumentParser
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

@Suite struct `What windows remember` {
  private let album = PictureFolder()
  private let file = TestFolder.make() + "/overscroll/view"

  init() throws { for number in 1...3 { try album.add("p\(number).ppm", number) } }

  private var text: String { (try? RunningViewer.text(of: file)) ?? "" }

  /// A window that begins with what the last one has left.
  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    let given = [album.path] + arguments
    let command = try #require(try Overscroll.command(in: given) as? ViewCommand)
    return try HeadlessViewer(
      OptionsFile.apply(RememberedView(at: FilePath(file)), to: command, given),
      rememberingIn: file)
  }

  /// The color around the picture.
  private func background(_ viewer: HeadlessViewer) throws -> UInt32 {
    try viewer.settleWithoutPlates().color(5, 5)
  }

  @Test func `is what was changed, and nothing else`() throws {
    let first = try viewer("--background", "white", "--transparency", "black")
    try first.input.type("B", "u")
    try first.finish()
    #expect(text == "transparency checkerboard\ncontrols off\n")
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // Another window adds to it.
    let second = try viewer()
    try second.input.type("b")
    try second.finish()
    #expect(text == "background black\ntransparency checkerboard\ncontrols off\n")
    // What was changed back was not changed.
    let third = try viewer("--background", "light")
    try third.input.type("u", "u")
    try third.finish()
    #expect(text == "background black\ntransparency checkerboard\ncontrols off\n")
  }

  @Test func `is there in the next window, unless that is asked for something else`() throws {
    let first = try viewer()
    try first.input.type("b", "b")
    try first.finish()
    #expect(try background(viewer()) == 0x808080)
    #expect(try background(viewer("--background", "#102030")) == 0x102030)
  }

  @Test func `shows information and thumbnails again, and in the same order`() throws {
    let first = try viewer()
    try first.input.type("T", "ctrl+i")
    try first.input.type("alt+4", "alt+0")
    try first.finish()
    #expect(text == "panels information,strip\nsort size\nreverse\n")
    let second = try viewer()
    let areas = Set(second.window.controller.shownPanels.map(\.area))
    #expect(areas == [.strip, .information])
    #expect(second.title.hasPrefix("p3.ppm"))
    try second.input.type("T")
    try second.finish()
    #expect(text == "panels information\nsort size\nreverse\n")
    // An order that is asked for is not reversed by what is remembered.
    #expect(try viewer("--sort", "name").title.hasPrefix("p1.ppm"))
  }

  @Test func `is the size of thumbnails`() throws {
    let first = try viewer("--overview")
    try first.input.wheel(-1, holding: ["ctrl"])
    try first.finish()
    #expect(text == "thumbnail-size 200\n")
    let command = try #require(try Overscroll.command(in: [album.path]) as? ViewCommand)
    let next = OptionsFile.apply(RememberedView(text), to: command, [album.path])
    #expect(try next.window("").pictures.thumbnailSide == 200)
  }

  @Test func `is the interval of a slideshow that is started later`() throws {
    let first = try viewer()
    try first.input.type("s", "Up")
    try first.finish()
    #expect(text == "slideshow-interval 7\n")
    // One that is asked for is not remembered.
    let second = try viewer("--slideshow", "9")
    try second.finish()
    #expect(text == "slideshow-interval 7\n")
  }

  @Test func `leaves several files in the order in which they are named`() throws {
    let view = RememberedView("sort size\nreverse\nbackground black\n")
    for (files, sort) in [(["a.png"], Album.Sort.size), (["b.png", "a.png"], nil)] {
      let command = try ViewCommand.parse(files)
      let next = OptionsFile.apply(view, to: command, files)
      #expect(next.albumOptions.sort == sort && next.options.background == .black)
      #expect(next.files == files.map { FilePath($0) })
    }
  }

  @Test(arguments: [
    "background ultraviolet\nno-sandbox\ncontrols off\nreverse maybe\n",
    "controls off\nfullscreen\nslideshow-interval nan\n\u{0}\nthumbnail-size 5000\n\n",
    "sort\npanels a,b\ncontrols off",
  ])
  func `is what is right of a damaged file`(text: String) throws {
    let command = try ViewCommand.parse([])
    let next = OptionsFile.apply(RememberedView(text), to: command, [])
    #expect(next.options.controls == .off && !next.options.fullscreen)
    #expect(next.options.background == .dark && !next.noSandbox)
    #expect(next.albumOptions.thumbnailSize == 160 && next.options.panels == nil)
    #expect(next.albumOptions.sort == nil && !next.albumOptions.reverse)
    #expect(next.albumOptions.slideshowInterval == nil)
  }

  @Test func `is read as a window has written it`() {
    let text = "background light\npanels information,strip\nreverse\nslideshow-interval 2.5\n"
    #expect(RememberedView(text).text == text)
    #expect(RememberedView(at: FilePath("/proc/self/mem")).text.isEmpty)
    #expect(RememberedView(at: FilePath(file)).text.isEmpty)
  }
}
