import ScrollGeometry
import Testing

@testable import OverscrollTestRig

/// A TIFF file of several pages, each in the color of a picture's number.
struct PagedFile {
  let path: String

  /// Writes pages of a size, or of sizes of their own.
  init(
    _ count: Int, in folder: String, size: (Int) -> (width: Int, height: Int) = { _ in (40, 30) }
  ) throws {
    path = folder + "/pages.tif"
    let pages = (1...count).map { number in
      let (width, height) = size(number)
      let color = PictureFolder.color(number)
      let size = PixelSize(width: width, height: height)
      return TIFFBuilder.Page(size: size, rowsPerStrip: height) { _, _, channel in
        UInt64(color >> UInt32(16 - 8 * channel) & 0xFF)
      }
    }
    try RunningViewer.write(TIFFBuilder(pages: pages).bytes, to: path)
  }
}

@Suite struct `In a window the pages of a file` {
  private let folder = PictureFolder()

  @Test func `are turned by keys, and keep the view where they have the same size`() throws {
    let file = try PagedFile(4, in: folder.path) { $0 < 4 ? (400, 300) : (200, 150) }
    try folder.add("z.ppm", 9)
    let viewer = try HeadlessViewer(
      [folder.path + "/pages.tif", "--animations", "off", "--filter", "nearest"])
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "pages.tif (400×300) – page 1 of 4 – 1 of 2 – Overscroll")
    // Twice as large, its right edge is 400 pixels from the middle.
    try viewer.input.type("2")
    func expectEdge(_ number: Int) throws {
      try viewer.wait("the edge of page \(number)") { shot in
        shot.color(1030, 400) == PictureFolder.color(number)
          && shot.color(1050, 400) != PictureFolder.color(number)
      }
    }
    try expectEdge(1)
    try viewer.input.type("period")
    try expectEdge(2)
    try viewer.input.type("period")
    try expectEdge(3)
    try viewer.wait(forTitle: "pages.tif (400×300) – page 3 of 4 – 1 of 2 – Overscroll")
    try viewer.input.type("comma", "comma")
    try expectEdge(1)
    // A page of another size is placed again.
    try viewer.wait("the last page", after: "ctrl+g", "p", "4", "Return") { shot in
      [(545, 330), (735, 470)].allSatisfy {
        shot.color($0, $1) == PictureFolder.color(4)
      } && shot.color(530, 400) != PictureFolder.color(4)
    }
    try viewer.wait(forTitle: "pages.tif (200×150) – page 4 of 4 – 1 of 2 – Overscroll")
    let last = try viewer.settleWithoutPlates()
    try viewer.wait("a message", after: "period") { !$0.isSame(as: last) }
    // Files stay with their keys, and begin with their first page.
    try viewer.wait(forPicture: 9, after: "n")
    try viewer.wait(forPicture: 1, after: "p")
    #expect(file.path == folder.path + "/pages.tif")
  }

  @Test func `stay where they are when the file is turned, reloaded or rewritten`() throws {
    let file = try PagedFile(6, in: folder.path)
    let viewer = try HeadlessViewer([file.path, "--page", "5"])
    try viewer.wait(forPicture: 5)
    try viewer.wait(forTitle: "pages.tif (30×40) – page 5 of 6 – Overscroll", after: "greater")
    try viewer.settle(after: "r")
    try viewer.wait(forPicture: 5)
    // Where there are fewer pages now, the last one takes its place.
    _ = try PagedFile(3, in: folder.path)
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "pages.tif (30×40) – page 3 of 3 – Overscroll")
    try viewer.wait(forPicture: 2, after: "comma")
  }

  @Test func `are opened one by one: those that are not needed are not read`() throws {
    let file = try PagedFile(600, in: folder.path)
    let viewer = try HeadlessViewer([file.path, "--page", "500"])
    try viewer.wait(forPicture: 500)
    try viewer.wait(forTitle: "pages.tif (40×30) – page 500 of 600 – Overscroll")
    try viewer.wait(forPicture: 3, after: "ctrl+g", "p", "3", "Return")
    try viewer.settle()
  }

  @Test func `are rendered and listed without a window`() throws {
    let file = try PagedFile(5, in: folder.path) { $0 == 3 ? (20, 10) : (40, 30) }
    let output = folder.path + "/out.png"
    let rendered = try RunningViewer.run(["render", file.path, "-o", output, "--page", "3"])
    #expect(rendered.status == 0 && rendered.errors.isEmpty)
    let info = try RunningViewer.run(["info", output])
    #expect(info.output.contains("size: 20×10 pixels"))
    let lines = try RunningViewer.run(["info", file.path]).output
    #expect(
      lines.hasSuffix(
        """
        pages: 5
        pages 1 to 2: 40×30 pixels
        page 3: 20×10 pixels
        pages 4 to 5: 40×30 pixels
        """))
    let json = try RunningViewer.run(["info", "--json", file.path]).output
    let page = #"{"width":40,"height":30}"#
    #expect(
      json.contains(#""pages":[\#(page),\#(page),{"width":20,"height":10},\#(page),\#(page)]"#))
    #expect(!info.output.contains("page"))
    let animation = folder.path + "/a.gif"
    let words = ["convert", "-size", "40x30", "-delay", "10", "xc:red", "xc:blue", animation]
    #expect(try ChildProcess(words).wait() == 0)
    let frames = try RunningViewer.run(["info", animation, "--json"]).output
    #expect(frames.contains(#""frames":[{"width":40,"height":30},"#))
  }

  @Test(arguments: [["view"], ["render", "-o", "/dev/null/out.png"]])
  func `that do not exist are refused in one sentence`(command: [String]) throws {
    let file = try PagedFile(5, in: folder.path)
    var command = command
    if command.count > 1 { command[2] = folder.path + "/out.png" }
    let missing = try RunningViewer.run(command + [file.path, "--page", "6"])
    #expect(missing.status == 1)
    #expect(missing.errors == "overscroll: \(file.path): there is no page 6 (5 pages).\n")
    let named = try RunningViewer.run(command + [file.path, "--page", "label"])
    #expect(named.status == 1)
    #expect(named.errors == "overscroll: \(file.path): no page is called label.\n")
    for wrong in ["0", "-1", "100001"] {
      let refused = try RunningViewer.run(command + [file.path, "--page=\(wrong)"])
      #expect(refused.status == 2 && refused.errors.contains("--page"))
    }
    let other = try folder.add("a.ppm", 1)
    let single = try RunningViewer.run(command + [other, "--page", "2"])
    #expect(single.errors == "overscroll: \(other): there is no page 2 (1 page).\n")
  }
}
