import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `The pages of a file` {
  private let folder = ScratchFolder()

  /// A gray page of one color.
  private static func page(_ width: Int, _ height: Int, _ gray: UInt64 = 0) -> TIFFBuilder.Page {
    TIFFBuilder.Page(size: PixelSize(width: width, height: height), photometric: 1, samples: 1) {
      _, _, _ in gray
    }
  }

  private static func tiled(_ width: Int, _ height: Int, reduced: Bool = false) -> TIFFBuilder.Page
  {
    var page = page(width, height)
    page.tile = PixelSize(width: 16, height: 16)
    page.isReduced = reduced
    return page
  }

  private func write(_ file: TIFFBuilder) -> FilePath {
    FilePath(folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max)).tif"))
  }

  private func pages(_ file: TIFFBuilder) throws -> FilePages {
    try #require(FilePages(of: write(file)))
  }

  private func sizes(_ pages: [TIFFBuilder.Page]) throws -> [PixelSize] {
    let found = try self.pages(TIFFBuilder(pages: pages))
    found.findAll()
    #expect(found.count == FilePages.Count(known: found.known.count, isComplete: true))
    return found.known.map(\.size)
  }

  private static func text(_ tag: Int, _ text: String) -> (Int, Int, [Int]) {
    (tag, 2, (text.utf8 + [0]).map { Int($0) })
  }

  @Test(arguments: [false, true], [false, true])
  func `have names, as what lies beside a slide has`(isBig: Bool, isBigEndian: Bool) throws {
    var slide = Self.tiled(400, 300)
    slide.tags = [Self.text(270, "Aperio Image Library v1\r\n400x300 [0,0 400x300]|MPP = 0.5")]
    var thumbnail = Self.page(100, 75)
    thumbnail.tags = [Self.text(270, "Aperio Image Library v1\r\n400x300 -> 100x75 - |AppMag = 20")]
    let level = Self.tiled(200, 150)
    var label = Self.page(40, 30, 100)
    (label.isReduced, label.tags) = (
      true, [Self.text(270, "Aperio Image Library v1\r\nlabel 40x30")]
    )
    var macro = Self.page(90, 30, 200)
    (macro.isReduced, macro.tags) = (
      true, [Self.text(270, "Aperio Image Library v1\r\nmacro 90x30")]
    )
    // A smaller version of the slide is none, nor is a mask.
    let reduced = { () -> TIFFBuilder.Page in
      var page = Self.page(50, 37)
      page.isReduced = true
      return page
    }()
    var named = Self.page(20, 20, 50)
    named.tags = [Self.text(285, "Front  page\n")]
    let path = write(
      TIFFBuilder(
        pages: [slide, thumbnail, level, reduced, label, macro, named], isBig: isBig,
        isBigEndian: isBigEndian))
    let found = try #require(FilePages(of: path))
    #expect(found.index(named: "MACRO") == 3 && found.index(named: "none") == nil)
    #expect(found.known.map(\.name) == ["", "thumbnail", "label", "macro", "Front page"])
    #expect(
      PictureDescription.rows(of: found).map(\.value)
        == [
          "5", "400×300 pixels", "100×75 pixels, thumbnail", "40×30 pixels, label",
          "90×30 pixels, macro", "20×20 pixels, Front page",
        ])
    let choice = PageChoice.name("label")
    let source = try ImageFile.open(path, page: choice.index(in: path, nil), of: found)
    #expect(source.info.size == PixelSize(width: 40, height: 30))
    let error = #expect(throws: ImagingError.self) {
      try PageChoice.name("overview").index(in: path, nil)
    }
    #expect(
      error?.reason == "no page is called overview; there are thumbnail, label, macro, Front page")
  }

  @Test func `are the directories of a TIFF file, whatever its bytes look like`() throws {
    var last = Self.page(20, 10)
    last.orientation = 6
    let file = [Self.page(8, 8), Self.page(9, 5), last]
    for (isBig, isBigEndian) in [(false, false), (false, true), (true, false), (true, true)] {
      let pages = try pages(TIFFBuilder(pages: file, isBig: isBig, isBigEndian: isBigEndian))
      #expect(pages.page(1)?.size == PixelSize(width: 9, height: 5))
      #expect(pages.count == FilePages.Count(known: 2, isComplete: false))
      #expect(pages.page(2)?.size == PixelSize(width: 10, height: 20))
      #expect(pages.page(3) == nil)
      #expect(pages.count == FilePages.Count(known: 3, isComplete: true))
      #expect(pages.clamped(7) == 2 && pages.clamped(1) == 1)
    }
  }

  @Test
  func `leave out levels and smaller versions, not another picture of half the size`() throws {
    var thumbnail = Self.page(30, 20)
    thumbnail.isReduced = true
    let big = PixelSize(width: 600, height: 400)
    #expect(
      try sizes([
        Self.tiled(600, 400), Self.tiled(300, 200), Self.tiled(150, 100, reduced: true), thumbnail,
        Self.tiled(600, 400), Self.tiled(300, 200), Self.page(300, 200),
      ]) == [big, big, PixelSize(width: 300, height: 200)])
    #expect(try sizes([thumbnail, Self.page(8, 8)]).count == 2)
    #expect(try sizes([Self.page(8, 8), Self.page(4, 4)]).count == 2)
  }

  @Test(arguments: [false, true], [false, true])
  func `begin with the picture of which the first directory is a smaller version`(
    isBelow: Bool, isBig: Bool
  ) throws {
    var (small, large) = (Self.page(10, 8, 50), Self.page(40, 32, 200))
    small.isReduced = true
    // Below the first directory, a picture without an orientation has the one of that.
    if isBelow { (small.orientation, large.orientation) = (6, 0) }
    if isBelow { small.subpages = [small, large] }
    let path = write(
      TIFFBuilder(pages: isBelow ? [small] : [small, large, Self.page(9, 9)], isBig: isBig))
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    let size = PixelSize(width: isBelow ? 32 : 40, height: isBelow ? 40 : 32)
    #expect(pages.known.map(\.name) == ["", "thumbnail"] + (isBelow ? [] : [""]))
    #expect(pages.page(0)?.size == size && pages.count.isComplete)
    for (index, gray) in [UInt32(200), 50].enumerated() {
      let decoded = Decoded(try ImageFile.open(path, page: index))
      #expect(decoded.info.size == pages.page(index)?.size && decoded[0, 0] & 0xFF == gray)
    }
  }

  @Test func `begin with the smaller version of what cannot be shown`() throws {
    var (small, sensor) = (Self.page(10, 8, 50), Self.page(40, 32, 200))
    (small.isReduced, sensor.photometric) = (true, 32803)
    var packed = Self.page(40, 32, 200)
    packed.photometric = 32844
    for (original, count) in [(sensor, 1), (packed, 2)] {
      small.subpages = [original]
      let path = write(TIFFBuilder(pages: [small]))
      let pages = try #require(FilePages(of: path))
      pages.findAll()
      #expect(pages.known.count == count)
      let info = try ImageFile.open(path).info
      #expect(info.size == PixelSize(width: 10, height: 8))
      #expect(info.layout.hasSuffix(", a smaller version of a picture that cannot be shown"))
    }
  }

  @Test func `have their own pixels and levels`() throws {
    var (first, second) = (Self.tiled(600, 400), Self.tiled(600, 400))
    (first.sample, second.sample) = ({ _, _, _ in 10 }, { _, _, _ in 20 })
    var level = Self.tiled(300, 200)
    level.sample = { _, _, _ in 30 }
    let path = write(TIFFBuilder(pages: [first, second, level, Self.page(9, 7, 40)]))
    let gray: (Int) throws -> (UInt32, UInt32?) = { index in
      let decoded = Decoded(try ImageFile.open(path, page: index))
      let coarse = decoded.tiles[TileKey(level: 1, column: 0, row: 0)]
      return (decoded[0, 0] & 0xFF, coarse.map { $0[0, 0] & 0xFF })
    }
    // The level belongs to the second page, and the first one has none.
    #expect(try gray(0) == (10, 10))
    #expect(try gray(1) == (20, 30))
    #expect(try gray(2).0 == 40)
    #expect(throws: ImagingError(.badArgument, path, "there is no page 4 (3 pages)")) {
      try ImageFile.open(path, page: 3)
    }
  }

  @Test func `have tiles and tile files of their own`() throws {
    let path = write(TIFFBuilder(pages: (0..<3).map { Self.page(8, 8, $0) }))
    let keys = try (0..<3).map { index -> TileFileKey in
      guard case .rows(let rows) = try ImageFile.open(path, page: index).access,
        let key = rows.tileFileKey
      else { throw ImagingError(.unsupported, path, "no key") }
      return key
    }
    #expect(Set(keys).count == 3)
    #expect(Set(keys.map(\.bytes)).count == 3 && Set(keys.map(\.fileName)).count == 3)
  }

  @Test func `end where the chain leads back or out of the file`() throws {
    let good = TIFFBuilder(pages: [Self.page(8, 8), Self.page(8, 8)]).bytes
    let link = good.count - 4
    // The first directory, one outside the file, and others that are none.
    let first = Int(good[4]) | Int(good[5]) << 8
    for target in [first, 8, good.count - 2, good.count + 100, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let bytes = good[..<link] + (0..<4).map { UInt8(truncatingIfNeeded: target >> (8 * $0)) }
      let path = FilePath(folder.write(Array(bytes), to: "t\(target).tif"))
      let pages = try #require(FilePages(of: path))
      pages.findAll()
      #expect(pages.count == FilePages.Count(known: 2, isComplete: true))
    }
  }

  @Test func `of damaged files end, and never crash`() throws {
    let good = TIFFBuilder(pages: (0..<5).map { _ in Self.tiled(40, 30) }, isBig: true).bytes
    var random = SplitMix64(seed: 3)
    for number in 0..<300 {
      var bytes = good
      for _ in 0..<8 { bytes[random.index(bytes.count)] = UInt8(random.index(256)) }
      let path = FilePath(folder.write(bytes, to: "d\(number % 4).tif"))
      guard let pages = FilePages(of: path) else { continue }
      pages.findAll()
      #expect(pages.count.isComplete)
      _ = try? ImageFile.open(path, page: pages.clamped(4), of: pages)
    }
  }

  @Test func `of other formats are one`() throws {
    let path = FilePath(folder.write(Array("P5 1 1 255\n0".utf8), to: "a.pgm"))
    #expect(FilePages(of: path) == nil)
    #expect(throws: ImagingError(.badArgument, path, "there is no page 2 (1 page)")) {
      try ImageFile.open(path, page: 1)
    }
  }

  @Test func `are not walked further than to the one that is opened and a little beyond`() throws {
    let file = TIFFBuilder(pages: (0..<600).map { _ in Self.page(8, 8) })
    let pages = try pages(file)
    #expect(pages.page(100) != nil && pages.count.known == 101)
    pages.lookAhead(from: 100)
    #expect(pages.count == FilePages.Count(known: 102, isComplete: false))
    var calls = 0
    pages.findAll {
      calls += 1
      return calls < 2
    }
    #expect(!pages.count.isComplete)
    pages.findAll()
    #expect(pages.count == FilePages.Count(known: 600, isComplete: true))
  }
}
