import Glibc
import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollTestRig

@Suite struct `In a window a selection` {
  private static let size = PixelSize(width: 3000, height: 2000)

  /// A picture in which no two places are alike, in a folder of its own.
  private func picture() throws -> String {
    let path = TestFolder.make() + "/p.ppm"
    var bytes = Array("P6 \(Self.size.width) \(Self.size.height) 255\n".utf8)
    bytes.reserveCapacity(bytes.count + 3 * Self.size.width * Self.size.height)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        bytes.append(UInt8(truncatingIfNeeded: x))
        bytes.append(UInt8(truncatingIfNeeded: y))
        bytes.append(UInt8(truncatingIfNeeded: (x >> 8) << 4 | y >> 8))
      }
    }
    try RunningViewer.write(bytes, to: path)
    return path
  }

  private func viewer(_ path: String, _ options: [String] = []) throws -> HeadlessViewer {
    let viewer = try HeadlessViewer([path, "--alone"] + options)
    try viewer.settle()
    // At 100 % pixels of the picture are pixels of the window.
    try viewer.settle(after: "1")
    return viewer
  }

  private func select(_ viewer: HeadlessViewer, _ start: Point, _ end: Point) throws {
    try viewer.input.move(to: start)
    try viewer.input.hold("shift")
    try viewer.input.drag([start, start + (end - start) * 0.5, end])
    try viewer.input.letGo("shift")
    try viewer.settle()
  }

  /// The pixels of a PNG file, and the pixel of the picture that the first one is.
  private func contents(_ file: String) throws -> (size: PixelSize, corner: PixelRect) {
    let surface = try Surface(pngFile: file)
    let pixels = surface.pixels().map { $0 & 0xFF_FFFF }
    let first = try #require(pixels.first)
    let x = Int(first >> 16) | (Int(first >> 4) & 0xF) << 8
    let y = Int(first >> 8 & 0xFF) | (Int(first) & 0xF) << 8
    for row in 0..<surface.size.height {
      for column in 0..<surface.size.width {
        let (px, py) = (x + column, y + row)
        let high: Int = (px >> 8) * 16 + (py >> 8)
        let expected = UInt32((px & 0xFF) << 16) | UInt32((py & 0xFF) << 8) | UInt32(high & 0xFF)
        if pixels[row * surface.size.width + column] != expected {
          throw RigError("pixel \(px),\(py)")
        }
      }
    }
    return (surface.size, PixelRect(surface.size).offset(x: x, y: y))
  }

  /// Saves to the file that is proposed, after some keys, and returns the part of the picture that it has.
  private func saved(
    _ viewer: HeadlessViewer, _ path: String, as name: String, proposed: String = "p-part.png",
    _ keys: String...
  ) throws -> PixelRect {
    let proposed = path.replacing("p.ppm", with: proposed)
    try viewer.settle(after: "ctrl+s")
    for key in keys + ["Return"] { try viewer.input.type(key) }
    try viewer.waitUntil("the file") { access(proposed, F_OK) == 0 }
    let file = path.replacing("p.ppm", with: name)
    #expect(rename(proposed, file) == 0)
    try viewer.settle()
    return try contents(file).corner
  }

  @Test(arguments: [(0, ""), (1, ""), (2, ", without its XMP")])
  func `of none is the whole picture, with a message where metadata are left out`(
    count: Int, loss: String
  ) throws {
    let folder = TestFolder.make()
    var page = TIFFBuilder.Page(size: PixelSize(width: 4, height: 3)) { _, _, _ in 200 }
    let author = (315, 2, ("A. Author".utf8 + [0]).map { Int($0) })
    page.tags = Array([author, (700, 7, "<x/>".utf8.map { Int($0) })].prefix(count))
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder + "/a.tif")
    let viewer = try viewer(folder + "/a.tif")
    try viewer.settle(after: "ctrl+s")
    try viewer.input.type("Return")
    try viewer.waitUntil("the end of saving") { viewer.message?.hasPrefix("Saved ") == true }
    #expect(viewer.message == "Saved a-copy.tif\(loss).")
    let rows = PictureMetadata(of: FilePath(folder + "/a-copy.tif")).texts
    #expect(rows.map(\.value) == (count == 0 ? [] : ["A. Author"]))
  }

  @Test func `stops a picture that flies, and keeps what was drawn where it is`() throws {
    let path = try picture()
    let viewer = try viewer(path)
    try viewer.input.drag(
      [Point(900, 400), Point(860, 400), Point(820, 400), Point(780, 400)], milliseconds: 16)
    try viewer.input.hold("shift")
    try viewer.input.drag([Point(500, 300), Point(600, 380), Point(700, 450)], milliseconds: 100)
    try viewer.input.letGo("shift")
    try viewer.settle()
    let part = try saved(viewer, path, as: "part.png")
    #expect(abs(part.width - 200) <= 1 && abs(part.height - 150) <= 1, "\(part)")
  }

  @Test(arguments: ["F1", "Return"])
  func `is let go where something covers it`(key: String) throws {
    let path = try picture()
    let viewer = try HeadlessViewer([path])
    try viewer.settle(after: "1")
    try viewer.input.move(to: Point(300, 200))
    try viewer.input.hold("shift")
    try viewer.input.drag([Point(300, 200), Point(400, 280), Point(500, 350)], releases: false)
    try viewer.input.letGo("shift")
    try viewer.settle(after: key)
    try viewer.input.release()
    try viewer.settle(after: "Escape")
    let part = try saved(viewer, path, as: "part.png")
    #expect(abs(part.width - 200) <= 1 && abs(part.height - 150) <= 1, "\(part)")
    try viewer.input.drag([Point(400, 270), Point(410, 290), Point(420, 300)])
    #expect(try saved(viewer, path, as: "moved.png") == part.offset(x: 20, y: 30))
  }

  @Test func `is saved and copied as the pixels of the file`() throws {
    let path = try picture()
    let viewer = try viewer(path)
    let plain = try viewer.settle()
    try select(viewer, Point(300, 200), Point(500.0, 350.0))
    #expect(!(try viewer.settle().isSame(as: plain)))
    let part = try saved(viewer, path, as: "part.png")
    #expect(abs(part.width - 200) <= 1 && abs(part.height - 150) <= 1)
    try viewer.settle(after: "ctrl+c")
    let copy = path.replacing("p.ppm", with: "copy.png")
    try RunningViewer.write(viewer.clipboardPicture(), to: copy)
    #expect(try contents(copy).corner == part)
    // An edge, and then the inside, follow a drag without Shift.
    try viewer.input.drag([Point(500, 270), Point(520, 280), Point(540, 280)])
    let wider = try saved(viewer, path, as: "wider.png")
    #expect(wider.x == part.x && wider.rows == part.rows && wider.width == part.width + 40)
    try viewer.input.drag([Point(400, 270), Point(410, 290), Point(420, 300)])
    let moved = try saved(viewer, path, as: "moved.png")
    #expect(moved == wider.offset(x: 20, y: 30))
    // It is dropped with Escape.
    try viewer.input.type("Escape")
    // Then it is all of the picture, or what is visible of it.
    let whole = try saved(viewer, path, as: "whole.png", proposed: "p-copy.png")
    #expect(whole == PixelRect(x: 0, y: 0, width: 3000, height: 2000))
    let visible = try saved(viewer, path, as: "visible.png", proposed: "p-copy.png", "Tab")
    #expect(visible.width > 1000 && visible.height > 600 && visible.width < 3000)
    #expect(try saved(viewer, path, as: "again.png", proposed: "p-copy.png", "Tab", "Tab") == whole)
    let names = TestFolder.names(in: String(path.dropLast("/p.ppm".count))).sorted()
    #expect(
      names == [
        "again.png", "copy.png", "moved.png", "p.ppm", "part.png", "visible.png", "whole.png",
        "wider.png",
      ])
  }

  @Test func `ends with Escape while it is made, although Shift is still held`() throws {
    let viewer = try viewer(try picture(), ["--controls", "off"])
    let plain = try viewer.settle()
    try viewer.input.move(to: Point(300, 200))
    try viewer.input.hold("shift")
    try viewer.input.press()
    for x in [320.0, 400, 500] { try viewer.input.move(to: Point(x, x - 100)) }
    #expect(!(try viewer.settle().isSame(as: plain)))
    try viewer.input.type("Escape")
    // The rest of the drag has no effect.
    try viewer.input.move(to: Point(600, 450))
    try viewer.input.release()
    try viewer.input.letGo("shift")
    #expect(try viewer.settle().isSame(as: plain))
  }

  @Test func `is not needed to copy the visible part of more than 64 megapixels`() throws {
    // Tiles, of which only those are decoded that are seen.
    let path = TestFolder.make() + "/large.tif"
    let made = try RunningViewer.run(
      script: #"vips black "$1[tile,pyramid,compression=deflate]" 9000 7500"#, [path])
    try #require(made.status == 0, "\(made.errors)")
    let viewer = try viewer(path)
    try viewer.settle(after: "ctrl+c")
    let copy = path.replacing("large.tif", with: "copy.png")
    try RunningViewer.write(viewer.clipboardPicture(), to: copy)
    let shot = try viewer.settle()
    #expect(try Surface(pngFile: copy).size == shot.surface.size)
  }

  @Test func `follows a turn`() throws {
    let path = try picture()
    let viewer = try viewer(path)
    try select(viewer, Point(300, 200), Point(500, 350))
    let part = try saved(viewer, path, as: "part.png")
    try viewer.wait(forTitle: "p.ppm (2000×3000) – Overscroll", after: "greater")
    try viewer.settle()
    let proposed = path.replacing("p.ppm", with: "p-part.png")
    try viewer.settle(after: "ctrl+s")
    try viewer.wait("the file", after: "Return") { _ in access(proposed, F_OK) == 0 }
    let upright = try Surface(pngFile: path.replacing("p.ppm", with: "part.png")).pixels()
    let turned = try Surface(pngFile: proposed)
    #expect(turned.size == PixelSize(width: part.height, height: part.width))
    let pixels = turned.pixels()
    for (x, y) in [(0, 0), (3, 10), (part.width - 1, part.height - 1)] {
      #expect(pixels[x * part.height + part.height - 1 - y] == upright[y * part.width + x])
    }
  }

  /// Replaces the text of a field, and accepts it.
  private func enter(_ text: String, in viewer: HeadlessViewer) throws {
    try viewer.input.type("ctrl+a")
    try viewer.input.type(text: text)
    try viewer.input.type("Return")
  }

  @Test(arguments: [false, true])
  func `is no longer saved once Escape is pressed`(inOverview: Bool) throws {
    let path = try picture()
    let viewer = try HeadlessViewer([path])
    try viewer.settle(after: "ctrl+s")
    let file = path.replacing("p.ppm", with: "p.webp")
    // It takes seconds.
    try enter(file, in: viewer)
    if inOverview { try viewer.input.type("Return") }
    try viewer.input.type("Escape")
    try viewer.settleWithoutPlates()
    // Nothing is asked.
    try viewer.input.type("q")
    #expect(viewer.hasEnded)
    #expect(access(file, F_OK) != 0)
  }

  @Test func `is saved to a folder that exists, and isn't lost unasked`() throws {
    let path = try picture()
    let viewer = try HeadlessViewer([path, "--alone"])
    try viewer.settle(after: "ctrl+s")
    let missing = path.replacing("p.ppm", with: "missing/p.webp")
    try enter(missing, in: viewer)
    // The field is still there, and takes what is typed: it is no command.
    try viewer.settle(after: "q")
    // A name that the file system refuses is known later.
    let long = String(repeating: "y", count: 280)
    try enter(path.replacing("p.ppm", with: long + ".png"), in: viewer)
    try viewer.settle()
    try viewer.settle(after: "q")
    let file = path.replacing("p.ppm", with: "p.webp")
    try enter(file, in: viewer)
    try viewer.input.type("q")
    try viewer.advance(by: 0.3)
    #expect(!viewer.hasEnded)
    try viewer.input.type("q")
    #expect(viewer.hasEnded)
    #expect(access(file, F_OK) != 0)
  }

  @Test func `is replaced only when that is confirmed, and never the picture itself`() throws {
    let path = try picture()
    let viewer = try viewer(path)
    try select(viewer, Point(300, 200), Point(340, 230))
    let proposed = path.replacing("p.ppm", with: "p-part.png")
    try RunningViewer.write(Array("old".utf8), to: proposed)
    let field = try viewer.settle(after: "ctrl+s")
    #expect(!(try viewer.settle(after: "Return").isSame(as: field)))
    #expect(try RunningViewer.text(of: proposed) == "old")
    try viewer.wait("the file", after: "Return") { _ in
      var status = stat()
      return stat(proposed, &status) == 0 && status.st_size > 3
    }
    #expect(try contents(proposed).size.width <= 41)
  }
}
