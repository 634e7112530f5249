import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The frames of an animation` {
  private let others = OtherPrograms(folder: ScratchFolder())

  /// A file whose frames have random rectangles, disposals and transparent colors.
  private static func file(_ random: inout SplitMix64, frameCount: Int) -> GIFFile {
    let size = PixelSize(width: 31, height: 23)
    let frames = (0..<frameCount).map { number in
      let (x, y) = number == 0 ? (0, 0) : (random.index(20), random.index(15))
      let seed = random.index(200)
      var frame = GIFFile.Frame(
        rect: PixelRect(
          x: x, y: y, width: 1 + random.index(size.width - x),
          height: 1 + random.index(size.height - y)), isInterlaced: random.index(2) == 0
      ) { column, row in UInt8((column / 3 * 5 + row / 2 * 11 + seed) % 16) }
      frame.disposal = random.index(4)
      frame.transparent = random.index(3) == 0 ? nil : random.index(16)
      // Without a transparent color in the first frame, ImageMagick's canvas is black instead of clear.
      if number == 0 { frame.transparent = 200 }
      return frame
    }
    return GIFFile(size: size, frames: frames, loops: 0)
  }

  /// The frames of a GIF file as ImageMagick composes them.
  private func shownFrames(_ name: String, of file: GIFFile) throws -> [[UInt32]] {
    try others.run("convert @\(name) -coalesce -depth 8 rgba:@frames")
    let bytes = ScratchFolder.read(others.folder.file("frames"))
    let area = try #require(file.size.area)
    try #require(bytes.count == 4 * area * file.frames.count)
    return file.frames.indices.map { index in
      (0..<area).map { pixel in
        let place = 4 * (index * area + pixel)
        guard bytes[place + 3] > 0 else { return 0 }
        return bytes[place..<place + 3].reduce(0xFF) { $0 << 8 | UInt32($1) }
      }
    }
  }

  @Test(arguments: 1...12, ["gif", "webp"])
  func `are composed as ImageMagick composes them`(seed: Int, kind: String) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = Self.file(&random, frameCount: 9)
    _ = others.folder.write(file.bytes, to: "in.gif")
    // ImageMagick loses the alpha of some WebP files; without loss, they have the frames of the GIF file.
    if kind == "webp" { try others.run("gif2webp -quiet @in.gif -o @in.webp") }
    let path = FilePath(others.folder.file("in.\(kind)"))
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    #expect(pages.kind == .frames && pages.count.known == file.frames.count)
    for (index, shown) in try shownFrames("in.gif", of: file).enumerated() {
      let decoded = Decoded(try ImageFile.open(path, page: index, of: pages))
      #expect(decoded.error == nil && decoded.info.size == file.size)
      #expect(difference(decoded.pixels, shown) == 0, "frame \(index)")
    }
  }

  @Test func `are composed over each other, or replace what was there`() {
    let (red, half, clear): (UInt32, UInt32, UInt32) = (0xFFFF_0000, 0x8000_0080, 0)
    var canvas = FrameCanvas(PixelSize(width: 2, height: 1))
    func show(_ frame: FrameCanvas.Frame, _ pixels: [UInt32]) -> [UInt32] {
      canvas.begin(frame)
      canvas.compose(0, of: frame, pixels)
      return Array(canvas.pixels)
    }
    let whole = PixelRect(canvas.size)
    #expect(show(.init(rect: whole), [red, red]) == [red, red])
    // Blue at 128 of 255 over red.
    #expect(show(.init(rect: whole), [half, clear]) == [0xFF7F_0080, red])
    #expect(show(.init(rect: whole, blends: false), [half, clear]) == [half, clear])
    let right = PixelRect(x: 1, y: 0, width: 5, height: 1)
    #expect(show(.init(rect: right, disposal: .restore), [red, red, red]) == [half, red])
    #expect(show(.init(rect: right, disposal: .clear), [clear]) == [half, clear])
    #expect(
      show(.init(rect: PixelRect(x: -1, y: 0, width: 2, height: 1)), [red, red]) == [red, clear])
    let outside = PixelRect(x: 9, y: 9, width: 2, height: 2)
    #expect(show(.init(rect: outside, disposal: .restore), [red]) == [red, clear])
    #expect(show(.init(rect: outside), [red]) == [red, clear])
  }

  @Test func `are counted by the lengths of their blocks, and one by one`() throws {
    var random = SplitMix64(seed: 1)
    let file = Self.file(&random, frameCount: 300)
    let path = FilePath(others.folder.write(file.bytes, to: "many.gif"))
    let pages = try #require(FilePages(of: path))
    #expect(pages.page(4)?.size == file.size)
    #expect(pages.count == FilePages.Count(known: 5, isComplete: false))
    pages.findAll()
    #expect(pages.count == FilePages.Count(known: 300, isComplete: true))
    #expect(throws: ImagingError(.badArgument, path, "there is no frame 301 (300 frames)")) {
      try ImageFile.open(path, page: 300, of: pages)
    }
  }

  @Test(arguments: ["gif", "webp"])
  func `have the delays and rounds of the file`(kind: String) throws {
    var random = SplitMix64(seed: 5)
    func timing(loops: Int?) throws -> AnimationTiming {
      var file = Self.file(&random, frameCount: 4)
      file.loops = loops
      for (index, delay) in [5, 1, 0, 320].enumerated() { file.frames[index].delay = delay }
      _ = others.folder.write(file.bytes, to: "in.gif")
      if kind == "webp" { try others.run("gif2webp -quiet @in.gif -o @in.webp") }
      let pages = try #require(FilePages(of: FilePath(others.folder.file("in.\(kind)"))))
      #expect(pages.timing == nil, "not counted yet")
      pages.findAll()
      return try #require(pages.timing)
    }
    let forever = try timing(loops: 0)
    #expect(forever.delays == [0.05, 0.1, 0.1, 3.2] && forever.playCount == nil)
    // A GIF file has the number of repetitions, and none means to play it once.
    #expect(try timing(loops: 2).playCount == 3)
    #expect(try timing(loops: nil).playCount == 1)
  }

  @Test(arguments: ["gif", "webp"])
  func `of damaged files end, and never crash`(kind: String) throws {
    var random = SplitMix64(seed: 8)
    _ = others.folder.write(Self.file(&random, frameCount: 6).bytes, to: "in.gif")
    if kind == "webp" { try others.run("gif2webp -quiet @in.gif -o @in.webp") }
    let good = ScratchFolder.read(others.folder.file("in.\(kind)"))
    let limits = ImageLimits(megapixels: 1)
    var failures = 0
    for number in 0..<200 {
      var bytes = good
      for _ in 0..<4 { bytes[random.index(bytes.count)] = UInt8(random.index(256)) }
      let path = FilePath(others.folder.write(bytes, to: "d\(number % 4).\(kind)"))
      guard let pages = FilePages(of: path) else { continue }
      pages.findAll()
      #expect(pages.count.isComplete)
      let index = pages.clamped(5)
      let decoded = try? Decoded(ImageFile.open(path, page: index, of: pages, limits: limits))
      if decoded?.error != nil || decoded == nil { failures += 1 }
      #expect(decoded?.isWhole ?? true || decoded?.error != nil)
    }
    #expect(failures > 0 && failures < 200)
  }

  @Test func `of a damaged file are shown as far as they go`() throws {
    var random = SplitMix64(seed: 2)
    let bytes = Self.file(&random, frameCount: 6).bytes
    let whole = FilePath(others.folder.write(bytes, to: "whole.gif"))
    let path = FilePath(others.folder.write(Array(bytes.dropLast(12)), to: "cut.gif"))
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    #expect(pages.count == FilePages.Count(known: 6, isComplete: true))
    let decoded = Decoded(try ImageFile.open(path, page: 5, of: pages))
    #expect(decoded.error?.reason.hasPrefix("the GIF file is damaged or ends early") == true)
    #expect(decoded.isWhole)
    #expect(
      Decoded(try ImageFile.open(path, page: 4)).pixels
        == Decoded(try ImageFile.open(whole, page: 4)).pixels)
  }
}
