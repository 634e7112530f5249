import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A TIFF file` {
  private let folder = ScratchFolder()

  private func open(_ file: TIFFBuilder) throws -> any ImageSource {
    try ImageFile.open(folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  private func decode(_ page: TIFFBuilder.Page) throws -> Decoded {
    Decoded(try open(TIFFBuilder(pages: [page])))
  }

  private static func noise(_ width: Int, _ height: Int, hasAlpha: Bool = false)
    -> ReferencePicture
  {
    var random = SplitMix64(seed: 5)
    return ReferencePicture(
      noise: PixelSize(width: width, height: height), hasAlpha: hasAlpha, using: &random)
  }

  /// A page of eight bits a channel that shows a picture.
  private static func page(_ picture: ReferencePicture) -> TIFFBuilder.Page {
    TIFFBuilder.Page(size: picture.size) { x, y, channel in
      UInt64(picture[x, y] >> (16 - 8 * UInt32(channel)) & 0xFF)
    }
  }

  private static func expectAll(_ decoded: Decoded, _ picture: ReferencePicture, levels: Int = .max)
  {
    let pyramid = Pyramid(size: picture.size)
    #expect(decoded.error == nil && decoded.info.size == picture.size)
    let halvings = pyramid.levels.map { picture.level($0) }
    for (key, tile) in decoded.tiles where key.level < levels {
      let level = halvings[key.level]
      #expect(level.firstDifference(from: tile, at: pyramid.rect(of: key)) == nil)
    }
    #expect(
      decoded.tiles.count == pyramid.levels.reduce(0) { $0 + (pyramid.grid(ofLevel: $1).area ?? 0) }
    )
  }

  @Test(arguments: [false, true], [false, true])
  func `is decoded to what was encoded, in strips and tiles, interleaved and planar`(
    isTiled: Bool, isPlanar: Bool
  ) throws {
    let picture = Self.noise(261, 60)
    var page = Self.page(picture)
    page.isPlanar = isPlanar
    page.tile = isTiled ? PixelSize(width: 64, height: 32) : nil
    page.rowsPerStrip = 7
    page.usesPackBits = true
    for (isBig, isBigEndian) in [(false, false), (false, true), (true, false), (true, true)] {
      let file = TIFFBuilder(pages: [page], isBig: isBig, isBigEndian: isBigEndian)
      let decoded = Decoded(try open(file))
      Self.expectAll(decoded, picture)
      #expect(decoded.info.format == (isBig ? "BigTIFF" : "TIFF"))
      #expect(decoded.info.layout.hasPrefix(isTiled ? "tiles of 64×32" : "strips of 7 rows"))
      #expect(decoded.info.layout.hasSuffix("PackBits"))
    }
  }

  @Test(arguments: [(7, "strips of 7 rows"), (150, "strips of 150 rows"), (300, "one strip")])
  func `names the strips of the file, not those that are read`(rows: Int, layout: String) throws {
    var page = Self.page(Self.noise(261, 300))
    page.rowsPerStrip = rows
    for isBig in [false, true] {
      let info = try open(TIFFBuilder(pages: [page], isBig: isBig)).info
      #expect(info.layout == "\(layout), uncompressed")
    }
  }

  /// Samples, the text of what means no data, and what a block that is left out holds then.
  private static let leftOut: [(bits: Int, format: Int, noData: String, sample: Double)] = [
    (8, 1, "", 0), (8, 1, "7", 7), (8, 1, "300", 255), (12, 1, "4095", 4095), (16, 1, "-9999", 0),
    (16, 2, "-9999", -9999), (24, 1, "70000", 70000), (32, 3, "-9999", -9999), (32, 3, "nan", .nan),
    (64, 3, "0.1", 0.1), (64, 2, "-9007199254740992", -9_007_199_254_740_992),
  ]

  @Test(arguments: [false, true], [false, true])
  func `has no data, or zero, where blocks are left out`(isTiled: Bool, usesPackBits: Bool) throws {
    for (kind, isPlanar) in Self.leftOut.flatMap({ [($0, false), ($0, true)] }) {
      var page = TIFFBuilder.Page(size: PixelSize(width: 150, height: 100)) { x, y, _ in
        let value = x + y + 20
        guard kind.format == 3 else { return UInt64(value) % 251 }
        return kind.bits == 32 ? UInt64(Float(value).bitPattern) : Double(value).bitPattern
      }
      (page.bits, page.format, page.noData) = (kind.bits, kind.format, kind.noData)
      if !isPlanar { (page.photometric, page.samples) = (1, 1) }
      (page.isPlanar, page.usesPackBits) = (isPlanar, usesPackBits)
      page.tile = isTiled ? PixelSize(width: 64, height: 48) : nil
      let blocks = isTiled ? 9 : 7
      let numbers = [1, blocks - 1]
      page.leftOut = Set(
        (0..<page.samples).flatMap { plane in numbers.map { $0 + plane * blocks } })
      let source = try open(TIFFBuilder(pages: [page]))
      let decoded = Decoded(source)
      #expect(decoded.error == nil)
      let reader = try #require(try source.sampleReader())
      for (x, y) in [(0, 0), (63, 15), (64, 16), (127, 47), (128, 48), (149, 99), (149, 95)] {
        let isLeftOut = numbers.contains(isTiled ? y / 48 * 3 + x / 64 : y / 16)
        let wanted =
          isLeftOut ? kind.sample : Double((x + y + 20) % (kind.format == 3 ? 1000 : 251))
        let found = try reader.samples(x: x, y: y) { true }
        #expect(found.count == page.samples)
        #expect(
          found.allSatisfy { $0 == wanted || $0.isNaN && wanted.isNaN }, "\(kind), \(x), \(y)")
        let isNoData = isLeftOut && (wanted.isNaN || Double(kind.noData) == wanted)
        #expect((decoded[x, y] >> 24 == 0) == isNoData, "\(kind), \(x), \(y)")
      }
      try source.regions().expectTiles(of: decoded)
    }
  }

  @Test(arguments: [false, true])
  func `makes the pixels of blocks that are left out only once`(isTiled: Bool) throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 128, height: 100)) { _, _, _ in 9 }
    (page.tile, page.rowsPerStrip) = (isTiled ? PixelSize(width: 64, height: 32) : nil, 32)
    page.leftOut = isTiled ? [0, 3, 6] : [0, 2, 3]
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a")
    let file = try ImageFile.examine(FilePath(path)).0
    let limits = ImageLimits()
    let reader = try TIFFBlockReader(
      file, page: try TIFFHandle(file, limits: limits).page(), limits: limits)
    let blocks = [(0, 0), isTiled ? (1, 1) : (0, 2)].map { reader.block(column: $0.0, row: $0.1) }
    let places = blocks.map { $0.pixels.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(places[0] == places[1] && blocks.allSatisfy { $0.failure == nil })
    #expect(blocks[0].pixels.allSatisfy { $0 == 0xFF00_0000 })
    // The last ones are lower.
    #expect(reader.block(column: 0, row: 3).pixels.count == blocks[0].size.width * 4)
    #expect(reader.block(column: 0, row: 1).pixels.first == 0xFF09_0909)
  }

  @Test(arguments: [false, true])
  func `is damaged where a block has bytes but no place`(usesPackBits: Bool) throws {
    var page = Self.plain(9, PixelSize(width: 200, height: 100), isReduced: false)
    (page.usesPackBits, page.lost) = (usesPackBits, [2])
    let source = try open(TIFFBuilder(pages: [page]))
    #expect(Decoded(source).error != nil)
    let reader = try #require(try source.sampleReader())
    #expect(try reader.samples(x: 0, y: 0) { true } == [9, 9, 9])
    #expect(throws: ImagingError.self) { try reader.samples(x: 130, y: 0) { true } }
  }

  @Test(arguments: 1...8)
  func `is shown in the orientation of its tag, with a pyramid and without`(number: Int) throws {
    let picture = Self.noise(301, 139)
    let orientation = try #require(Orientation(rawValue: number))
    var page = Self.page(picture)
    page.orientation = number
    page.rowsPerStrip = 64
    let plain = try decode(page)
    Self.expectAll(plain, picture.oriented(orientation))
    page.tile = PixelSize(width: 128, height: 128)
    var half = Self.page(picture.halved)
    half.tile = page.tile
    half.isReduced = true
    let source = try open(TIFFBuilder(pages: [page, half]))
    guard case .tiles = source.access else {
      Issue.record("no random access")
      return
    }
    // The file's halving is one of unturned pixels, so only the full size can be compared exactly.
    Self.expectAll(Decoded(source), picture.oriented(orientation), levels: number == 1 ? .max : 1)
    // And turned once more as it is shown.
    for turn in [Orientation.turnedRight, .flippedVertically] {
      let turned = try #require(source.turned(by: turn))
      Self.expectAll(Decoded(turned), picture.oriented(orientation).oriented(turn), levels: 1)
    }
  }

  @Test(arguments: [1, 3, 4, 6, 8, 9, 16, 17])
  func `has an orientation of any integer type`(type: Int) throws {
    let picture = Self.noise(7, 5)
    var page = Self.page(picture)
    (page.orientation, page.orientationType) = (6, type)
    for isBigEndian in [false, true] {
      let file = TIFFBuilder(pages: [page], isBig: type >= 16, isBigEndian: isBigEndian)
      let decoded = Decoded(try open(file))
      #expect(decoded.info.orientation.rawValue == 6)
      #expect(decoded.pixels == picture.oriented(decoded.info.orientation).pixels)
    }
  }

  @Test(arguments: 1...8) func `halves missing levels as a pass does`(number: Int) throws {
    let picture = Self.noise(299, 141)
    var page = Self.page(picture)
    page.orientation = number
    page.tile = PixelSize(width: 48, height: 80)
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "whole\(number)")
    let (source, limits) = (try ImageFile.open(path), ImageLimits())
    let file = try ImageFile.examine(FilePath(path)).0
    let handle = try TIFFHandle(file, limits: limits)
    let stored = TIFFPyramid(handle, base: try handle.page())
    let tiles = TIFFTileSource(file, stored: stored, info: source.info, limits: limits)
    let shown = picture.oriented(try #require(Orientation(rawValue: number)))
    Self.expectAll(Decoded(tiles), shown)
  }

  @Test func `has levels from pages and sub-directories, also a pixel too small`() throws {
    let picture = Self.noise(601, 301)
    var page = Self.page(picture)
    page.tile = PixelSize(width: 64, height: 64)
    let sizes = [PixelSize(width: 300, height: 150), PixelSize(width: 150, height: 75)]
    let levels = sizes.enumerated().map { index, size in
      var level = TIFFBuilder.Page(size: size) { _, _, _ in UInt64(100 + index) }
      level.isReduced = true
      return level
    }
    var nested = page
    nested.subpages = levels
    for file in [TIFFBuilder(pages: [page] + levels), TIFFBuilder(pages: [nested], isBig: true)] {
      let decoded = Decoded(try open(file))
      #expect(decoded.error == nil && decoded.info.layout.contains("3 levels in the file"))
      for (key, tile) in decoded.tiles where key.level > 0 {
        let gray = UInt32(key.level == 1 ? 100 : 101)
        let wanted = 0xFF00_0000 | gray << 16 | gray << 8 | gray
        let last = (tile.size.width + 1, tile.size.height + 1)
        #expect(tile[0, 0] == wanted && tile[-2, -2] == wanted && tile[last.0, last.1] == wanted)
      }
    }
  }

  /// A page of one gray, in tiles.
  private static func plain(_ gray: UInt64, _ size: PixelSize, isReduced: Bool) -> TIFFBuilder.Page
  {
    var page = TIFFBuilder.Page(size: size) { _, _, _ in gray }
    (page.tile, page.isReduced) = (PixelSize(width: 64, height: 64), isReduced)
    return page
  }

  private static func pixel(_ gray: UInt32) -> UInt32 {
    0xFF00_0000 | gray << 16 | gray << 8 | gray
  }

  @Test func `has levels from the file of overviews beside it, which is no link`() throws {
    let file = TIFFBuilder(pages: [
      Self.plain(10, PixelSize(width: 601, height: 301), isReduced: false)
    ])
    let overviews = TIFFBuilder(
      pages: [
        Self.plain(100, PixelSize(width: 301, height: 151), isReduced: true),
        Self.plain(101, PixelSize(width: 151, height: 76), isReduced: true),
      ], isBigEndian: true)
    let path = folder.write(file.bytes, to: "a.tif")
    let beside = folder.write(overviews.bytes, to: "a.tif.ovr")
    let source = try ImageFile.open(path)
    let decoded = Decoded(source)
    #expect(
      decoded.error == nil
        && decoded.info.layout.contains("3 levels with those of the file beside it"))
    for (level, gray) in [10, 100, 101].enumerated() {
      let tile = try #require(decoded.tiles[TileKey(level: level, column: 0, row: 0)])
      #expect(tile[0, 0] == Self.pixel(UInt32(gray)))
    }
    // One that changes while the picture is shown is no longer used.
    var other = overviews.bytes
    other += [0]
    _ = folder.write(other, to: "a.tif.ovr")
    if case .tiles(let tiles) = try ImageFile.open(path).access {
      _ = folder.write(overviews.bytes + [0, 0], to: "a.tif.ovr")
      #expect(throws: ImagingError.self) {
        try tiles.tile(TileKey(level: 1, column: 0, row: 0), of: Pyramid(size: tiles.info.size))
      }
    } else {
      Issue.record("no levels")
    }
    // What is a link could lead anywhere, and what is no TIFF file is none.
    #expect(rename(beside, folder.file("b")) == 0)
    #expect(symlink(folder.file("b"), beside) == 0)
    #expect(try !ImageFile.open(path).info.layout.contains("levels"))
    #expect(unlink(beside) == 0)
    _ = folder.write(Array("no TIFF".utf8), to: "a.tif.ovr")
    #expect(try Decoded(ImageFile.open(path)).error == nil)
  }

  @Test func `begins with the levels that it has where the coarsest of them is large`() throws {
    var page = Self.plain(10, PixelSize(width: 8400, height: 96), isReduced: false)
    page.subpages = [Self.plain(100, PixelSize(width: 4200, height: 48), isReduced: true)]
    let source = try open(TIFFBuilder(pages: [page]))
    let regions = try source.regions()
    var coarse: Set<UInt32> = []
    var info = source.info
    info.size = Pyramid(size: info.size).size(ofLevel: regions.indexedLevel)
    try regions.buildIndex(into: PyramidBuilder(rowsOf: info) { coarse.formUnion($0) }) { true }
    #expect(coarse == [Self.pixel(100)])
    let fine = try regions.tile(
      TileKey(level: 0, column: 0, row: 0), of: Pyramid(size: source.info.size))
    #expect(fine?[0, 0] == Self.pixel(10))
  }

  /// The rows of the level that a pass decodes first, and the error that it ended with.
  private static func coarse(
    _ path: String, threads: Int
  ) throws -> (rows: [[UInt32]], error: ImagingError?) {
    var limits = ImageLimits()
    limits.threads = threads
    let source = try ImageFile.open(path, limits: limits)
    let regions = try source.regions()
    var info = source.info
    info.size = Pyramid(size: info.size).size(ofLevel: regions.indexedLevel)
    var found: [[UInt32]] = []
    do throws(ImagingError) {
      let builder = PyramidBuilder(rowsOf: info) { found.append(Array($0)) }
      try regions.buildIndex(into: builder) { true }
      return (found, nil)
    } catch {
      return (found, error)
    }
  }

  @Test(arguments: [1, 3, 6], [PixelSize(width: 64, height: 48), nil])
  func `has one coarse level on any number of threads`(orientation: Int, tile: PixelSize?) throws {
    let picture = Self.noise(1101, 1230)
    var page = Self.page(picture)
    (page.tile, page.rowsPerStrip, page.orientation) = (tile, 20, orientation)
    page.usesPackBits = true
    let bytes = TIFFBuilder(pages: [page]).bytes
    let path = folder.write(bytes, to: "a.tif")
    let alone = try Self.coarse(path, threads: 1)
    #expect(alone.error == nil && alone.rows.count == (1230 + 7) / 8)
    if orientation == 1 {
      let level = picture.level(3)
      let wanted = (0..<level.size.height).map { y in
        (0..<level.size.width).map { level[$0, y] }
      }
      #expect(alone.rows == wanted)
    }
    for threads in [2, 5] {
      let shared = try Self.coarse(path, threads: threads)
      #expect(shared.error == nil && shared.rows == alone.rows)
    }
    // What another thread finds damaged is an error as well.
    var broken = bytes
    broken.replaceSubrange(1_000_000..<1_200_000, with: repeatElement(0x80, count: 200_000))
    let damaged = folder.write(broken, to: "b.tif")
    #expect(try Self.coarse(damaged, threads: 1).error?.code == .damaged)
    #expect(try Self.coarse(damaged, threads: 5).error?.code == .damaged)
  }

  @Test(arguments: [8, 16])
  func `has colors of a palette that is called gray, as GDAL has them`(bits: Int) throws {
    let count = 1 << bits
    var page = TIFFBuilder.Page(size: PixelSize(width: 40, height: 30)) { x, y, _ in
      UInt64((x + y) % 4)
    }
    (page.samples, page.bits) = (1, bits)
    page.palette = (0..<3 * count).map { [0x1200, 0xFF00, 0x3400, 0xC800][($0 + $0 / count) % 4] }
    page.tags = TIFFBuilder.map
    func found(_ photometric: Int) throws -> Decoded {
      page.photometric = photometric
      return try decode(page)
    }
    let (palette, gray) = (try found(3), try found(1))
    #expect(gray.info.color == "palette" && gray.info.hasClasses && gray.info.channels.isEmpty)
    #expect(gray[0, 0] == palette[0, 0] && gray[1, 0] == palette[1, 0])
    #expect(gray[1, 0] & 0xFF != gray[1, 0] >> 8 & 0xFF)
    // Other samples are no numbers of colors.
    (page.samples, page.extraSamples) = (2, [0])
    #expect(try found(1).info.color == "gray")
  }

  @Test(arguments: [1, 3, 6], [PixelSize(width: 64, height: 48), nil])
  func `shows a palette on a map unmixed at all levels`(orientation: Int, tile: PixelSize?) throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 1101, height: 830)) { x, y, _ in
      UInt64((x / 3 + y / 5) % 4)
    }
    (page.photometric, page.samples, page.tile, page.orientation) = (3, 1, tile, orientation)
    page.palette = (0..<768).map { [0x1200, 0xFF00, 0x3400, 0xC800][$0 % 4] }
    let colors: Set<UInt32> = [0xFF12_1212, 0xFFFF_FFFF, 0xFF34_3434, 0xFFC8_C8C8]
    for (tags, isMixed) in [(TIFFBuilder.map, false), ([], true)] {
      page.tags = tags
      page.usesPackBits = true
      let decoded = try decode(page)
      #expect(decoded.info.hasClasses == !isMixed)
      var found: Set<UInt32> = []
      for tile in decoded.tiles.values { tile.withUnsafePixels { found.formUnion($0) } }
      #expect(found.isSubset(of: colors) == !isMixed)
      try open(TIFFBuilder(pages: [page])).regions().expectTiles(of: decoded)
    }
  }

  @Test func `that is a document of many pages shows the first one`() throws {
    let page = Self.page(Self.noise(40, 30))
    let other = Self.page(Self.noise(20, 15))
    let source = try open(TIFFBuilder(pages: [page, other]))
    guard case .rows = source.access else {
      Issue.record("a page was taken for a level")
      return
    }
    #expect(source.info.size == PixelSize(width: 40, height: 30))
  }
}

@Suite struct `The samples of a TIFF file` {
  private let folder = ScratchFolder()

  private func pixels(_ page: TIFFBuilder.Page, isBigEndian: Bool = false) throws -> [UInt32] {
    let file = TIFFBuilder(pages: [page], isBigEndian: isBigEndian)
    var limits = ImageLimits()
    limits.tone = .none
    let path = folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max))")
    return Decoded(try ImageFile.open(path, limits: limits)).pixels
  }

  /// A row of grays of any depth and format.
  private func greys(_ values: [UInt64], bits: Int, format: Int = 1) throws -> [UInt32] {
    let size = PixelSize(width: values.count, height: 1)
    var page = TIFFBuilder.Page(size: size) { x, _, _ in values[x] }
    (page.photometric, page.samples, page.bits, page.format) = (1, 1, bits, format)
    return try pixels(page, isBigEndian: bits % 3 == 0).map { $0 & 0xFF }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 16, 24, 32])
  func `of any depth reach from black to white`(bits: Int) throws {
    let top = UInt64(1) << UInt64(bits) - 1
    #expect(
      try greys([0, top, top / 2], bits: bits) == [
        0, 255,
        bits == 1
          ? 0
          : UInt32(((top / 2) * 255 + top / 2) / top),
      ])
  }

  @Test(arguments: [8, 16, 32]) func `with a sign reach from black to white`(bits: Int) throws {
    let half = UInt64(1) << UInt64(bits - 1)
    #expect(try greys([half, half - 1, 0], bits: bits, format: 2) == [0, 255, 128])
  }

  @Test func `in floating point are black at zero and white at one`() throws {
    let values: [Float] = [0, 1, 0.5, -3, 7, .nan, .infinity, Float(bitPattern: 1)]
    let bytes: [UInt32] = [0, 255, 128, 0, 255, 0, 255, 0]
    #expect(try greys(values.map { UInt64($0.bitPattern) }, bits: 32, format: 3) == bytes)
    let doubles = values.map { Double($0).bitPattern }
    #expect(try greys(doubles, bits: 64, format: 3) == bytes)
    let halves: [UInt64] = [0, 0x3C00, 0x3800, 0xC200, 0x4700, 0x7E00, 0x7C00, 1]
    #expect(try greys(halves, bits: 16, format: 3) == bytes)
  }

  @Test func `that are white at zero, palette indices or CMYK are converted to RGB`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 1)) { x, _, _ in UInt64(x) * 255 }
    (page.photometric, page.samples) = (0, 1)
    #expect(try pixels(page) == [0xFFFF_FFFF, 0xFF00_0000])
    page.sample = { x, _, _ in UInt64(x) }
    (page.photometric, page.bits) = (3, 1)
    page.palette = [0x1200, 0xFF00, 0x3400, 0xFF00, 0x5600, 0xFF00]
    #expect(try pixels(page) == [0xFF12_3456, 0xFFFF_FFFF])
    (page.photometric, page.bits, page.samples, page.palette) = (5, 8, 4, [])
    page.sample = { x, _, channel in x == 0 ? 0 : channel == 0 ? 255 : channel == 3 ? 128 : 0 }
    #expect(try pixels(page) == [0xFFFF_FFFF, 0xFF00_7F7F])
  }

  @Test func `of inks other than CMYK are channels with the inks' names; one is seen`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 1)) { x, _, channel in
      UInt64(channel == 0 ? 255 * x : 40 * channel)
    }
    (page.photometric, page.samples) = (5, 6)
    let names = ["Cyan", "Magenta", "Yellow", "Black", "Orange", "Green"]
    let text = names.flatMap { ($0.utf8 + [0]).map { Int($0) } }
    page.tags = [(332, 3, [2]), (333, 2, text), (334, 3, [6])]
    #expect(try pixels(page) == [0xFFFF_FFFF, 0xFF00_0000])
    let source = try ImageFile.open(folder.write(TIFFBuilder(pages: [page]).bytes, to: "inks.tif"))
    #expect(source.info.color == "6 inks" && !source.info.hasAlpha)
    #expect(source.info.channels.map(\.name) == names)
    let reader = try #require(try source.sampleReader())
    #expect(try reader.samples(x: 1, y: 0) { true } == [255, 40, 80, 120, 160, 200])
    page.extraSamples = [2]
    let opaque = try ImageFile.open(folder.write(TIFFBuilder(pages: [page]).bytes, to: "inks.tif"))
    #expect(opaque.info.color == "5 inks with alpha")
  }

  @Test func `of a spot color beside CMYK are not seen, and are no alpha`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 1, height: 1)) { _, _, channel in
      channel == 4 ? 128 : 0
    }
    (page.photometric, page.samples, page.extraSamples) = (5, 5, [0])
    #expect(try pixels(page) == [0xFFFF_FFFF])
    let source = try ImageFile.open(folder.write(TIFFBuilder(pages: [page]).bytes, to: "spot.tif"))
    #expect(source.info.color == "CMYK" && source.info.channels.count == 5)
  }

  @Test func `with alpha are decoded premultiplied, however they are stored`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 1, height: 1)) { _, _, channel in
      [200, 100, 50, 128][channel]
    }
    page.samples = 4
    let straight = PixelRows.premultiplied(0x80C8_6432)
    #expect(try pixels(page) == [straight])
    page.extraSamples = [2]
    #expect(try pixels(page) == [straight])
    page.extraSamples = [0]
    #expect(try pixels(page) == [0xFFC8_6432])
    page.extraSamples = [1]
    let premultiplied = try pixels(page)
    #expect(premultiplied == [0x8080_6432])
  }

  /// Bits, format, the text of what means no data, and the bits of a sample that has none, or 0 where the type has no such number.
  private static let noData: [(bits: Int, format: Int, text: String, sample: UInt64)] = [
    (8, 1, "200", 200), (8, 2, "-1", 255), (8, 1, "-1", 0), (16, 1, "65535", 65535),
    (16, 2, "-9999", 55537), (24, 1, "70000", 70000), (32, 2, "-9999", 4_294_957_297),
    (32, 3, "-9999", UInt64(Float(-9999).bitPattern)), (32, 3, "nan", 0x7FC0_0000),
    (32, 3, "1e300", 0x7FC0_0000), (64, 3, "0.1", 0.1.bitPattern),
  ]

  @Test(arguments: [false, true])
  func `that mean no data are transparent where all colors of a pixel do`(isPlanar: Bool) throws {
    for kind in Self.noData {
      // All of its colors, none, and one of them after the other.
      var page = TIFFBuilder.Page(size: PixelSize(width: 5, height: 1)) { x, _, channel in
        x == 0 || x == channel + 2 ? kind.sample : 17
      }
      (page.bits, page.format, page.noData) = (kind.bits, kind.format, kind.text)
      page.isPlanar = isPlanar
      let found = try pixels(page).map { $0 == 0 }
      #expect(found == [kind.sample != 0, false, false, false, false], "\(kind)")
      (page.photometric, page.samples, page.isPlanar) = (1, 1, false)
      let gray = try pixels(page).map { $0 == 0 }
      let wanted = [true, false, true, false, false].map { $0 && kind.sample != 0 }
      #expect(gray == wanted, "\(kind)")
    }
  }

  @Test func `of a damaged strip are black, and the rest is shown with an error`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 30, height: 90)) { x, y, _ in UInt64(x + y) }
    page.usesPackBits = true
    page.rowsPerStrip = 30
    var bytes = TIFFBuilder(pages: [page]).bytes
    for index in 8 + 5400..<8 + 10800 { bytes[index] = 0x80 }
    let decoded = try Decoded(folder.write(bytes, to: "damaged"))
    #expect(decoded.error?.code == .damaged)
    #expect(decoded[3, 10] == 0xFF0D_0D0D && decoded[3, 45] == 0xFF00_0000)
    #expect(decoded[3, 80] == 0xFF53_5353)
  }

  @Test(arguments: [false, true])
  func `with a fourth channel that is zero everywhere is opaque, unless it is said to be alpha`(
    isPlanar: Bool
  ) throws {
    let folder = ScratchFolder()
    for (kinds, last, isOpaque) in [([], 0, true), ([], 9, false), ([2], 0, false)] {
      var page = TIFFBuilder.Page(size: PixelSize(width: 5, height: 40)) { x, y, channel in
        channel < 3 ? 77 : (x, y) == (4, 39) ? UInt64(last) : 0
      }
      (page.samples, page.isPlanar, page.extraSamples) = (4, isPlanar, kinds)
      let decoded = try Decoded(folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif"))
      #expect(decoded.error == nil && decoded.info.hasAlpha == !isOpaque)
      #expect(decoded[0, 0] == (isOpaque ? 0xFF4D_4D4D : 0))
    }
  }
}
