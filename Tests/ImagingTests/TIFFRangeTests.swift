import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `Whole numbers in a TIFF file with room for more` {
  private let folder = ScratchFolder()

  private func open(_ pages: [TIFFBuilder.Page]) throws -> any ImageSource {
    let file = TIFFBuilder(pages: pages)
    return try ImageFile.open(folder.write(file.bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  private func page(
    _ size: PixelSize, bits: Int = 32, isSigned: Bool = false, _ value: @escaping (Int, Int) -> Int
  ) -> TIFFBuilder.Page {
    let mask = UInt64.max >> UInt64(64 - bits)
    var page = TIFFBuilder.Page(size: size) { x, y, _ in
      UInt64(bitPattern: Int64(value(x, y))) & mask
    }
    (page.photometric, page.samples, page.bits, page.format) = (1, 1, bits, isSigned ? 2 : 1)
    return page
  }

  private func greys(_ source: any ImageSource) -> [UInt32] {
    Decoded(source).pixels.map { $0 & 0xFF }
  }

  private static let row = PixelSize(width: 5, height: 1)

  @Test(arguments: [24, 32, 64])
  func `are black at the least and white at the greatest of them`(bits: Int) throws {
    let values = [1000, 1100, 1300, 1350, 1400]
    let source = try open([page(Self.row, bits: bits) { x, _ in values[x] }])
    #expect(greys(source) == [0, 64, 191, 223, 255])
    #expect(source.info.tone == 1000...1400)
  }

  @Test(arguments: [24, 32, 64]) func `may be below zero`(bits: Int) throws {
    let values = [-30, 0, 30, 60, 90]
    let source = try open([page(Self.row, bits: bits, isSigned: true) { x, _ in values[x] }])
    #expect(greys(source) == [0, 64, 128, 191, 255])
    #expect(source.info.tone == -30...90)
  }

  @Test func `are shown unscaled if they use the range, or are all equal`() throws {
    let large = try open([page(Self.row) { x, _ in x << 30 }])
    #expect(greys(large) == [0, 64, 128, 192, 0] && large.info.tone == nil)
    let quarter = try open([page(Self.row) { x, _ in x == 4 ? 1 << 30 : x }])
    #expect(greys(quarter) == [0, 0, 0, 0, 64])
    let flat = try open([page(Self.row) { _, _ in 7 }])
    #expect(greys(flat) == [0, 0, 0, 0, 0] && flat.info.tone == nil)
  }

  @Test func `have the range of the file's tags`() throws {
    var page = page(Self.row, isSigned: true) { x, _ in x * 10 }
    page.range = [-20, 60]
    let source = try open([page])
    #expect(greys(source) == [64, 96, 128, 159, 191])
    #expect(source.info.color == "gray, black at -20, white at 60")
    var floating = TIFFBuilder.Page(size: Self.row) { x, _, _ in UInt64(Float(x * 10).bitPattern) }
    (floating.photometric, floating.samples, floating.bits, floating.format) = (1, 1, 32, 3)
    floating.range = [-20, 60]
    let fractions = try open([floating])
    #expect(greys(fractions) == [64, 96, 128, 159, 191])
    #expect(fractions.info.color == "gray, floating, black at -20, white at 60")
  }

  @Test func `have one range for all channels, strips, tiles and levels`() throws {
    let size = PixelSize(width: 300, height: 200)
    // What fills tiles up beyond the picture is zero and does not count.
    var page = page(size) { x, y in 1000 + x + y }
    page.tile = PixelSize(width: 128, height: 128)
    let tiled = try open([page])
    // A thousandth of the samples are darker and as many lighter.
    #expect(tiled.info.tone == 1010...1488)
    page.tile = nil
    page.rowsPerStrip = 7
    let strips = try open([page])
    #expect(strips.info.tone == tiled.info.tone && greys(strips) == greys(tiled))
    page.tile = PixelSize(width: 128, height: 128)
    var half = self.page(PixelSize(width: 150, height: 100)) { x, y in 1000 + 2 * (x + y) }
    half.isReduced = true
    half.tile = page.tile
    let pyramid = try open([page, half])
    guard case .tiles = pyramid.access else {
      Issue.record("no tiles")
      return
    }
    #expect(pyramid.info.tone == 1010...1486)
    let decoded = Decoded(pyramid)
    #expect(decoded.error == nil && decoded[299, 199] & 0xFF == 255 && decoded[0, 0] & 0xFF == 0)
    let coarse = decoded.tiles[TileKey(level: 1, column: 0, row: 0)]
    #expect(coarse.map { $0[149, 99] & 0xFF } == 255)
    var colors = TIFFBuilder.Page(size: Self.row) { x, _, channel in UInt64(x * 10 + channel * 20) }
    (colors.bits, colors.isPlanar) = (32, true)
    let planes = try open([colors])
    #expect(planes.info.tone == 0...80)
    #expect(Decoded(planes)[2, 0] == 0xFF40_80BF)
  }

  @Test(arguments: [false, true])
  func `are sampled in strips too large to be decoded whole`(usesPackBits: Bool) throws {
    // More than eight megabytes in one strip; packed they can only be had from the first on.
    var page = page(PixelSize(width: 1500, height: 720), bits: 64) { x, y in 500 + y }
    page.rowsPerStrip = 720
    page.usesPackBits = usesPackBits
    let source = try open([page])
    // Only the first rows of the packed strip are examined.
    #expect(source.info.tone == 500...(usesPackBits ? 848 : 1219))
    let decoded = Decoded(source)
    #expect(decoded.error == nil && decoded[1499, 719] & 0xFF == 255 && decoded[1, 0] & 0xFF == 0)
  }

  /// A page of 4 × 8 tiles of a megabyte.
  private func tiles(_ value: @escaping (Int, Int) -> Int) -> TIFFBuilder.Page {
    var page = page(PixelSize(width: 2048, height: 2048), bits: 64, value)
    page.tile = PixelSize(width: 512, height: 256)
    return page
  }

  @Test func `are sampled in all columns of tiles`() throws {
    let tone = try #require(try open([tiles { x, _ in 100_000 + x }]).info.tone)
    #expect((100_000...100_020).contains(tone.lowerBound))
    #expect((102_027...102_047).contains(tone.upperBound))
  }

  @Test(arguments: ["0", "-1"])
  func `are sampled in the tiles that the file has`(noData: String) throws {
    // What is left out of the one is no data, of the other 0, as the rest would be without a tag.
    var page = tiles { x, _ in x < 1024 ? 0 : 1000 + x }
    page.noData = noData == "0" ? noData : ""
    page.leftOut = Set(0..<32).subtracting([6])
    let source = try open([page])
    let tone = try #require(source.info.tone)
    #expect((2024...2030).contains(tone.lowerBound) && (2520...2535).contains(tone.upperBound))
    #expect(source.info.hasAlpha)
  }

  @Test(arguments: [false, true])
  func `are those of the coarsest level, also in a file of overviews`(isBeside: Bool) throws {
    func level(_ width: Int, _ height: Int, from black: Int) -> TIFFBuilder.Page {
      var page = page(PixelSize(width: width, height: height)) { x, _ in black + 10 * x }
      (page.tile, page.isReduced) = (PixelSize(width: 64, height: 64), black > 1000)
      return page
    }
    let pages = [level(600, 300, from: 1000), level(300, 150, from: 50_000)]
    let plain = TIFFBuilder(pages: isBeside ? [pages[0]] : pages)
    if isBeside { _ = folder.write(TIFFBuilder(pages: [pages[1]]).bytes, to: "o.tif.ovr") }
    #expect(try ImageFile.open(folder.write(plain.bytes, to: "o.tif")).info.tone == 50_000...52_990)
    // Overviews have no profile of their own.
    var base = pages[0]
    base.profile = Profiles.swapped
    let profiled = TIFFBuilder(pages: isBeside ? [base] : [base, pages[1]])
    #expect(try ImageFile.open(folder.write(profiled.bytes, to: "o.tif")).info.tone == nil)
  }

  @Test func `are not sampled in tiles beyond the limits`() throws {
    var page = page(Self.row) { x, _ in x }
    page.tile = PixelSize(width: 16, height: 16)
    var bytes = TIFFBuilder(pages: [page]).bytes
    for tag in [322, 323] as [UInt16] {
      let entry = [UInt8(tag & 0xFF), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0, 16, 0]
      let place = try #require(
        bytes.indices.first { Array(bytes[$0...].prefix(entry.count)) == entry })
      bytes.replaceSubrange(place + 8..<place + 10, with: [0xF0, 0xFF])
    }
    let path = folder.write(bytes, to: "bomb")
    let error = #expect(throws: ImagingError.self) { try ImageFile.open(path) }
    #expect(error?.code == .tooLarge)
  }

  @Test func `do not count where they are transparent`() throws {
    var page = TIFFBuilder.Page(size: Self.row) { x, _, channel in
      channel == 0 ? UInt64(10 * x) : x == 0 ? 0 : UInt64(UInt32.max)
    }
    (page.photometric, page.samples, page.bits) = (1, 2, 32)
    page.extraSamples = [2]
    let source = try open([page])
    #expect(source.info.tone == 10...40)
    #expect(Decoded(source).pixels == [0, 0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF])
    page.extraSamples = [1]
    #expect(try open([page]).info.tone == nil)
  }
}
