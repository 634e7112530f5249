import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A picture that is written` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }
  private static let size = PixelSize(width: 301, height: 270)

  /// Writes a picture to one of the folder's files.
  private func write(
    _ source: any ImageSource, _ rect: PixelRect? = nil, to name: String,
    backdrop: UInt32 = 0xFF8000, budget: Int = 64 << 20, while shouldContinue: () -> Bool = { true }
  ) throws -> PictureExport.End {
    let scratch = CacheFolder(path: FilePath(folder.file("cache")))
    return try PictureExport(
      source, rect: rect, to: FilePath(folder.file(name)), backdrop: backdrop, budget: budget,
      scratch: scratch
    ).run(while: shouldContinue)
  }

  @Test func `decodes none of the strips above the part`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 60, height: 40)) { x, y, channel in
      UInt64(x + 3 * y + channel)
    }
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "whole.tif")
    page.lost = [0]
    _ = folder.write(TIFFBuilder(pages: [page]).bytes, to: "lost.tif")
    let part = PixelRect(x: 0, y: 16, width: 60, height: 24)
    #expect(try write(open("lost.tif"), part, to: "lost.png") == .complete)
    #expect(try write(open("whole.tif"), part, to: "whole.png") == .complete)
    #expect(try Decoded(folder.file("lost.png")).pixels == Decoded(folder.file("whole.png")).pixels)
    // The strip is missing where a row of it is wanted.
    let more = PixelRect(x: 0, y: 15, width: 60, height: 25)
    #expect(try write(open("lost.tif"), more, to: "more.png") != .complete)
  }

  private func open(_ name: String) throws -> any ImageSource {
    try ImageFile.open(folder.file(name))
  }

  private var names: [String] {
    TestFolder.names(in: folder.path).filter { $0 != "errors" }.sorted()
  }

  @Test(arguments: [false, true], ["png", "tif", "tiff"])
  func `has the same pixels, with alpha`(hasAlpha: Bool, suffix: String) throws {
    var random = SplitMix64(seed: 3)
    let noise = ReferencePicture(noise: Self.size, hasAlpha: hasAlpha, using: &random)
    let grid = Pixels(picture: noise, hasAlpha: hasAlpha)
    #expect(try write(grid, to: "out.\(suffix)") == .complete)
    let decoded = try others.decode("out.\(suffix)")
    #expect(decoded.error == nil && decoded.info.size == Self.size)
    #expect(decoded.info.hasAlpha == hasAlpha)
    #expect(decoded.pixels == noise.pixels)
    #expect(try others.shown("out.\(suffix)", size: Self.size) == noise.pixels)
  }

  @Test func `has the resolution of its file, along the axes as shown`() throws {
    others.write(ReferencePicture(soft: PixelSize(width: 40, height: 24)), to: "in.ppm")
    for source in ["in.jpg", "in.png", "in.tif"] {
      try others.run("convert @in.ppm -units PixelsPerInch -density 300x150 @\(source)")
      for isSwapped in [false, true] {
        let picture = try open(source)
        let turned = isSwapped ? try #require(picture.turned(by: .turnedRight)) : picture
        for name in ["out.jpg", "out.png", "out.tif"] {
          #expect(try write(turned, to: name) == .complete)
          let metadata = PictureMetadata(of: FilePath(folder.file(name)))
          let inches = metadata.scale.map { [0.0254 / $0.x, 0.0254 / $0.y].map { $0.rounded() } }
          #expect(inches == (isSwapped ? [150, 300] : [300, 150]), "\(source) \(name)")
        }
      }
    }
  }

  @Test func `has nearly the same pixels in a format with losses`() throws {
    let picture = ReferencePicture(soft: PixelSize(width: 301, height: 271))
    for (suffix, tolerance) in [("jpg", 4), ("jpeg", 4), ("webp", 12)] {
      let source = Pixels(picture: picture, hasAlpha: false)
      #expect(try write(source, to: "out.\(suffix)") == .complete)
      let shown = try others.shown("out.\(suffix)", size: picture.size)
      let worst = difference(shown, picture.pixels)
      #expect(worst <= tolerance, "\(suffix): \(worst) of 255")
    }
  }

  @Test func `keeps alpha in WebP, and has the backdrop in JPEG`() throws {
    // Alpha falls from the left to the right; the color is blue.
    let size = PixelSize(width: 256, height: 63)
    let pixels = (0..<256 * 63).map { place in
      PixelRows.premultiplied(UInt32(255 - place % 256) << 24 | 0x0000_40C0)
    }
    let source = Pixels(picture: ReferencePicture(size: size, pixels: pixels), hasAlpha: true)
    #expect(try write(source, to: "out.webp") == .complete)
    let shown = try others.shown("out.webp", size: size)
    #expect(shown.map { $0 >> 24 } == pixels.map { $0 >> 24 })
    #expect(difference(shown, pixels) <= 8)
    #expect(try write(source, to: "out.jpg") == .complete)
    for (place, pixel) in try others.shown("out.jpg", size: size).enumerated() {
      let alpha = 255 - place % 256
      for (shift, own, behind) in [(16, 0, 0xFF), (8, 0x40, 0x80), (0, 0xC0, 0)] {
        let mixed = (own * alpha + behind * (255 - alpha)) / 255
        let found = Int(pixel >> shift & 0xFF)
        #expect(abs(found - mixed) <= 4)
      }
    }
  }

  @Test(arguments: 1...8)
  func `has the pixels of other programs' crop and rotation`(number: Int) throws {
    var random = SplitMix64(seed: UInt64(number))
    let names = [
      "TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom",
      "LeftBottom",
    ]
    others.write(ReferencePicture(noise: Self.size, using: &random), to: "in.ppm")
    try others.run("convert @in.ppm -depth 8 -orient \(names[number - 1]) @held.tif")
    let source = try open("held.tif")
    let turns: [(Orientation, String)] = [
      (.upright, ""), (.turnedRight, "-rotate 90"),
      (.turnedRight.followed(by: .turnedRight), "-rotate 180"), (.turnedLeft, "-rotate 270"),
      (.flippedHorizontally, "-flop"), (.flippedVertically, "-flip"),
      (.turnedRight.followed(by: .flippedHorizontally), "-rotate 90 -flop"),
    ]
    for (turn, options) in turns {
      let turned = try #require(source.turned(by: turn))
      let (width, height) = (turned.info.size.width, turned.info.size.height)
      let x = Int.random(in: 0..<width, using: &random)
      let y = Int.random(in: 0..<height, using: &random)
      let rect = PixelRect(
        x: x, y: y, width: Int.random(in: 1...width - x, using: &random),
        height: Int.random(in: 1...height - y, using: &random))
      #expect(try write(turned, rect, to: "out.png", budget: 0) == .complete)
      let crop = "-crop \(rect.width)x\(rect.height)+\(rect.x)+\(rect.y) +repage"
      let shown = try others.shown("held.tif", size: rect.size, by: "+repage \(options) \(crop)")
      #expect(try others.decode("out.png").pixels == shown, "\(options) \(rect)")
    }
  }

  @Test func `has sRGB colors, and no notes but those that it is given`() throws {
    others.write(ReferencePicture(soft: PixelSize(width: 40, height: 24)), to: "in.ppm")
    try others.run("convert @in.ppm -depth 8 -orient RightTop -set comment secret @held.tif")
    try others.run("vips copy @held.tif @held.jpg[Q=100]")
    let source = try open("held.jpg")
    #expect(source.info.orientation.rawValue == 6)
    for suffix in ["png", "jpg", "webp", "tif"] {
      #expect(try write(source, to: "out.\(suffix)") == .complete)
      let bytes = String(
        decoding: ScratchFolder.read(folder.file("out.\(suffix)")), as: Unicode.ASCII.self)
      for word in ["Exif", "eXIf", "EXIF", "secret", "http"] { #expect(!bytes.contains(word)) }
      #expect(bytes.contains("sRGB") == (suffix == "png"))
      #expect(try open("out.\(suffix)").info.orientation == .upright)
    }
  }

  @Test func `has the format that its name ends in`() throws {
    let known: [(String, OutputFormat)] = [
      ("a.png", .png), ("a.JPG", .jpeg), ("/b/a.x.jpeg", .jpeg), ("a.webp", .webp),
      ("a.tif", .tiff), ("é.TIFF", .tiff),
    ]
    for (name, format) in known { #expect(try OutputFormat(suffixOf: FilePath(name)) == format) }
    for name in ["", "a", "png", ".png", "/b/.png", "a.gif", "a.png/", "a.png.bak"] {
      let error = #expect(throws: ImagingError.self) { try OutputFormat(suffixOf: FilePath(name)) }
      #expect(error?.reason.hasSuffix(".png, .jpg, .jpeg, .webp, .tif or .tiff") == true)
    }
  }

  @Test func `is refused where it is larger than its format allows, before any work`() throws {
    let cases: [(String, Int, Int, String)] = [
      ("a.jpg", 65_501, 10, "JPEG files have at most 65500 pixels per side"),
      ("a.jpg", 10, 65_501, "JPEG files have at most 65500 pixels per side"),
      ("a.webp", 16_384, 10, "WebP files have at most 16383 pixels per side"),
      ("a.webp", 16_000, 16_000, "needs --cache-mb 1221"),
    ]
    for (name, width, height, reason) in cases {
      let grid = try Grid(size: PixelSize(width: width, height: height))
      let error = #expect(throws: ImagingError.self) { try write(grid, to: name) }
      #expect(error?.reason.contains(reason) == true)
    }
    for (name, width) in [("a.jpg", 65_500), ("a.webp", 16_383), ("a.png", 70_000)] {
      let grid = try Grid(size: PixelSize(width: width, height: 2))
      #expect(try write(grid, to: name) == .complete)
      #expect(try open(name).info.size == grid.size)
    }
  }

  @Test func `is BigTIFF where it may need 4 GB`() {
    #expect(!TIFFRowWriter.isBig(PixelSize(width: 36_000, height: 36_000), pixelBits: 24))
    #expect(TIFFRowWriter.isBig(PixelSize(width: 36_000, height: 36_000), pixelBits: 32))
    #expect(TIFFRowWriter.isBig(PixelSize(width: 50_000, height: 50_000), pixelBits: 24))
  }

  @Test(arguments: ["png", "jpg", "webp", "tif"])
  func `does not appear where writing is stopped`(suffix: String) throws {
    let path = folder.write([1, 2, 3], to: "out.\(suffix)")
    let grid = try Grid(size: PixelSize(width: 900, height: 700))
    for last in [0, 1, 300, 700] {
      var count = 0
      let end = try write(grid, to: "out.\(suffix)") {
        count += 1
        return count <= last
      }
      #expect(end == .stopped)
    }
    #expect(ScratchFolder.read(path) == [1, 2, 3])
    #expect(names == ["out.\(suffix)"])
  }

  @Test func `is complete where the file read is damaged, which is reported`() throws {
    others.write(ReferencePicture(soft: Self.size), to: "in.ppm")
    let bytes = ScratchFolder.read(folder.file("in.ppm"))
    _ = folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.ppm")
    guard case .damaged(let error) = try write(open("cut.ppm"), to: "out.png") else {
      Issue.record("no damage")
      return
    }
    #expect(error.reason.contains("ends early"))
    let decoded = try others.decode("out.png")
    #expect(decoded[0, 0] == ReferencePicture(soft: Self.size)[0, 0])
    #expect(decoded[0, Self.size.height - 1] == 0xFFFF_8000)
  }

  @Test func `is refused where there is no folder, or no file can be written`() throws {
    let grid = try Grid()
    for name in ["none/a.png", "/proc/none.png", "/dev/full/a.tif"] {
      #expect(throws: ImagingError.self) { try write(grid, to: name) }
    }
    // A pipe takes what is written in order, which TIFF is not.
    let pipe = folder.file("pipe.tif")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = Glibc.open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let error = #expect(throws: ImagingError.self) { try write(grid, to: "pipe.tif") }
    #expect(error?.reason == "TIFF cannot be written to a pipe or a device")
  }
}

/// A picture in memory as a source of tiles.
private struct Pixels: TileSource {
  let picture: ReferencePicture
  let hasAlpha: Bool

  var info: ImageInfo { ImageInfo(format: "pixels", size: picture.size, hasAlpha: hasAlpha) }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let rect = pyramid.rect(of: key)
    let padded = TilePixels.padded(rect.size)
    let apron = TilePixels.apron
    let pixels = (0..<padded.height).flatMap { y in
      (0..<padded.width).map { x in picture[rect.x + x - apron, rect.y + y - apron] }
    }
    return TilePixels(size: rect.size, isOpaque: !hasAlpha, storage: ContiguousArray(pixels))
  }
}
