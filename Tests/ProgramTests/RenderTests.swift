import OverscrollDrawing
import OverscrollTestFiles
import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite(.serialized) struct `Without a display the program` {
  private static let sample =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/Resources/sample.jpg"

  private func rendered(_ more: [String]) throws -> Surface {
    let output = TestFolder.make() + "/out.png"
    let (status, _, errors) = try RunningViewer.run(["render", Self.sample, "-o", output] + more)
    #expect(status == 0)
    #expect(errors.isEmpty)
    return try Surface(pngFile: output)
  }

  @Test func `draws a part of a picture pixel by pixel`() throws {
    let whole = try rendered(["--rect", "4000,3000,300,200"])
    let part = try rendered(["--rect", "4100,3050,100,100"])
    #expect(whole.size == PixelSize(width: 300, height: 200))
    for (x, y) in [(0, 0), (99, 0), (50, 60), (99, 99)] {
      #expect(part.pixel(x: x, y: y) == whole.pixel(x: 100 + x, y: 50 + y))
    }
  }

  @Test func `draws what a window would show, on its background`() throws {
    let window = try rendered(["--size", "600x600"])
    #expect(window.size == PixelSize(width: 600, height: 600))
    #expect(window.pixel(x: 300, y: 10).map { $0 & 0xFF_FFFF } == 0x1E1F22)
    #expect(window.pixel(x: 300, y: 300).map { $0 & 0xFF_FFFF } != 0x1E1F22)
    let closer = try rendered(["--size", "600x600", "--zoom", "1", "--indicators"])
    let plain = try rendered(["--size", "600x600", "--zoom", "1"])
    #expect(closer.pixel(x: 595, y: 300) != plain.pixel(x: 595, y: 300))
  }

  @Test func `draws no side longer than it must where nothing is asked for`() throws {
    #expect(try rendered([]).size == PixelSize(width: 2048, height: 1446))
  }

  @Test func `refuses a part outside the picture and a file it cannot write`() throws {
    let outside = try RunningViewer.run(
      ["render", Self.sample, "-o", TestFolder.path + "/x.png", "--rect", "9000,0,10,10"])
    #expect(outside.status == 1)
    #expect(outside.errors.contains("outside the picture of 8500×6000"))
    let unwritable = try RunningViewer.run(
      ["render", Self.sample, "-o", "/no/such/folder/x.png", "--rect", "0,0,10,10"])
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("/no/such/folder/x.png"))
  }

  @Test func `draws what there is of a damaged picture, and ends with 1`() throws {
    let folder = TestFolder.make()
    try RunningViewer.write(
      Array("P5 8 8 255\n".utf8) + [UInt8](repeating: 9, count: 32), to: folder + "/cut.pgm")
    let (status, _, errors) = try RunningViewer.run(
      ["render", folder + "/cut.pgm", "-o", folder + "/out.png"])
    #expect(status == 1)
    #expect(
      errors == "overscroll: \(folder)/cut.pgm: The PGM file ends early, after row 4 of 8.\n")
    let drawn = try Surface(pngFile: folder + "/out.png")
    #expect(drawn.pixel(x: 4, y: 2).map { $0 & 0xFF_FFFF } == 0x09_0909)
  }

  @Test(arguments: ["1e-9", "1e-300", "0.0001"])
  func `refuses a zoom below one pixel, and names the smallest one`(zoom: String) throws {
    let output = TestFolder.make() + "/out.png"
    let (status, _, errors) = try RunningViewer.run(
      ["render", Self.sample, "-o", output, "--zoom", zoom])
    #expect(status == 1)
    #expect(errors.contains("smaller than one pixel; use at least 0.00012"))
    #expect(try rendered(["--zoom", "0.00012"]).size == PixelSize(width: 2, height: 1))
  }

  @Test func `prints the format and size of a picture from its header alone`() throws {
    let (status, output, _) = try RunningViewer.run(["info", Self.sample])
    #expect(status == 0)
    #expect(output.contains("format: JPEG"))
    #expect(output.contains("size: 8500×6000 pixels (51.0 megapixels)"))
    #expect(output.contains("opening: one pass to index the file"))
  }
}
