import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

/// A file whose pixels are stored as they are, in rows or in tiles, and a picture in it.
private struct PlainFile: CustomTestStringConvertible {
  let testDescription: String
  let bytes: @Sendable (PixelSize) -> [UInt8]

  private static func noise(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(count))
    return random.bytes(count)
  }

  private static func pnm(_ name: String, bits: Int, _ header: String) -> PlainFile {
    PlainFile(testDescription: name) { size in
      let text = header.replacing("<w>", with: "\(size.width)")
        .replacing("<h>", with: "\(size.height)")
      return Array(text.utf8) + noise(size.height * ((size.width * bits + 7) / 8))
    }
  }

  private static func bmp(
    _ name: String, bits: Int, palette: [Int] = [], compression: Int = 0, masks: [Int] = [],
    isTopDown: Bool = false
  ) -> PlainFile {
    PlainFile(testDescription: name) { size in
      let count = size.height * ((size.width * bits + 31) / 32 * 4)
      return BMPFile(
        width: size.width, height: isTopDown ? -size.height : size.height, bits: bits,
        compression: compression, masks: masks, palette: palette, pixels: noise(count)
      ).bytes
    }
  }

  private static func tiff(
    _ name: String, isBigEndian: Bool = false,
    _ change: @escaping @Sendable (inout TIFFBuilder.Page) -> Void
  ) -> PlainFile {
    PlainFile(testDescription: name) { size in
      var page = TIFFBuilder.Page(size: size, rowsPerStrip: 7) { x, y, channel in
        UInt64(truncatingIfNeeded: (x &* 73 ^ y &* 151 ^ channel &* 29) &* 0x9E37)
      }
      change(&page)
      let (sample, bits) = (page.sample, page.bits)
      page.sample = { sample($0, $1, $2) & (1 << UInt64(bits) - 1) }
      return TIFFBuilder(pages: [page], isBigEndian: isBigEndian).bytes
    }
  }

  static let all: [PlainFile] = [
    pnm("bits", bits: 1, "P4 <w> <h> "), pnm("gray", bits: 8, "P5 <w> <h> 255 "),
    pnm("gray to 100", bits: 8, "P5 <w> <h> 100 "), pnm("colors", bits: 24, "P6 <w> <h> 255 "),
    pnm("deep colors", bits: 48, "P6 <w> <h> 65535 "),
    pnm(
      "alpha", bits: 32,
      "P7\nWIDTH <w>\nHEIGHT <h>\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"),
    bmp("BMP of 24 bits", bits: 24), bmp("BMP from the top", bits: 24, isTopDown: true),
    bmp("BMP of 16 bits", bits: 16), bmp("BMP of 8 bits", bits: 8, palette: Array(0..<256)),
    bmp("BMP of 4 bits", bits: 4, palette: Array(0..<16)),
    bmp("BMP of 1 bit", bits: 1, palette: [0xFF, 0xFF00]),
    bmp("BMP with alpha", bits: 32, compression: 6, masks: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
    tiff("TIFF of RGB") { _ in },
    tiff("TIFF of gray bits") { ($0.photometric, $0.samples, $0.bits) = (1, 1, 1) },
    tiff("TIFF of 4 bits") { ($0.photometric, $0.samples, $0.bits) = (0, 1, 4) },
    tiff("TIFF of 16 bits") { $0.bits = 16 },
    tiff("TIFF of 16 bits, big end first", isBigEndian: true) { $0.bits = 16 },
    tiff("TIFF of 32 bits, big end first", isBigEndian: true) {
      ($0.photometric, $0.samples, $0.bits) = (1, 1, 32)
    },
    tiff("TIFF in planes") { $0.isPlanar = true },
    tiff("TIFF with alpha") { ($0.samples, $0.extraSamples) = (4, [2]) },
    tiff("TIFF with a palette") {
      ($0.photometric, $0.samples) = (3, 1)
      $0.palette = (0..<768).map { $0 * 85 }
    },
    tiff("TIFF with a profile") { $0.profile = Profiles.swapped },
    tiff("TIFF upside down") { $0.orientation = 4 },
    tiff("TIFF turned by half") { $0.orientation = 3 },
    tiff("TIFF in tiles") { $0.tile = PixelSize(width: 64, height: 48) },
    tiff("TIFF in tiles of 16 bits in planes") {
      ($0.tile, $0.bits, $0.isPlanar) = (PixelSize(width: 96, height: 16), 16, true)
    },
    tiff("TIFF in tiles, turned by half") {
      ($0.tile, $0.orientation) = (PixelSize(width: 80, height: 112), 3)
    },
    tiff("TIFF in tiles, turned right") {
      ($0.tile, $0.orientation) = (PixelSize(width: 80, height: 112), 6)
    },
  ]
}

@Suite struct `A file of plain pixels` {
  private let folder = ScratchFolder()

  private func open(_ file: PlainFile, _ size: PixelSize) throws -> any RowSource {
    let path = folder.write(file.bytes(size), to: "file\(UInt32.random(in: 0 ... .max))")
    guard case .rows(let rows) = try ImageFile.open(path).access else {
      throw ImagingError(.unsupported, path, "it is decoded in tiles")
    }
    return rows
  }

  /// Sizes that are even at all levels where rows may be read from the far end.
  private static let sizes = [
    PixelSize(width: 552, height: 304), PixelSize(width: 24, height: 1280),
  ]
  private static let oddSizes = [
    PixelSize(width: 547, height: 309), PixelSize(width: 19, height: 1275),
  ]

  @Test(arguments: PlainFile.all)
  fileprivate func `has the same tiles as a pass over its rows`(file: PlainFile) throws {
    let isTurned = file.testDescription.contains("down") || file.testDescription.contains("turned")
    for size in isTurned ? Self.sizes : Self.sizes + Self.oddSizes {
      let rows = try open(file, size)
      let decoder = try #require(rows.regionDecoder())
      let whole = Decoded(rows)
      #expect(whole.error == nil)
      let pyramid = Pyramid(size: rows.info.size)
      for (key, expected) in whole.tiles {
        let tile = try #require(try decoder.tile(key, of: pyramid))
        #expect(difference(tile, expected) == 0, "\(key) of \(size)")
        #expect(tile.isOpaque == expected.isOpaque)
      }
    }
  }

  @Test(arguments: PlainFile.all)
  fileprivate func `is scanned to the same coarse levels`(file: PlainFile) throws {
    let size = PixelSize(width: 24, height: 2560)
    let rows = try open(file, size)
    let decoder = try #require(rows.regionDecoder())
    var info = rows.info
    info.size = Pyramid(size: info.size).size(ofLevel: decoder.indexedLevel)
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info) { tiles[$0] = $1 }
    try decoder.buildIndex(into: builder) { true }
    let whole = Decoded(rows)
    for (key, pixels) in tiles {
      let finer = TileKey(level: key.level + decoder.indexedLevel, column: key.column, row: key.row)
      let expected = try #require(whole.tiles[finer])
      #expect(difference(pixels, expected) == 0, "\(key)")
    }
    #expect(tiles.count == 3)
  }

  @Test(arguments: [9000, 60_000])
  func `of compressed strips has the same tiles, however wide it is`(width: Int) throws {
    let size = PixelSize(width: width, height: 40)
    var page = TIFFBuilder.Page(size: size) { x, y, _ in UInt64((x * 7 + y * 31) % 256) }
    (page.photometric, page.samples, page.usesPackBits, page.rowsPerStrip) = (1, 1, true, 3)
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    let source = try ImageFile.open(path)
    let (decoder, whole) = (try source.regions(), Decoded(source))
    try decoder.expectTiles(of: whole)
    var info = source.info
    info.size = Pyramid(size: size).size(ofLevel: decoder.indexedLevel)
    var coarse: [TileKey: TilePixels] = [:]
    try decoder.buildIndex(into: PyramidBuilder(info) { coarse[$0] = $1 }) { true }
    for (key, pixels) in coarse {
      let level = key.level + decoder.indexedLevel
      let expected = whole.tiles[TileKey(level: level, column: key.column, row: key.row)]
      #expect(difference(pixels, try #require(expected)) == 0, "\(key)")
    }
    #expect(!coarse.isEmpty)
  }

  @Test func `shows coarse tiles and a preview of the picture from a few of its rows`() throws {
    // Lines of both parities and a slope, of which every other row alone would show one half.
    let size = PixelSize(width: 40, height: 20_000)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      let value = UInt8(y % 2 * 100 + y / 200)
      pixels += [UInt8](repeating: value, count: size.width)
    }
    let path = folder.write(Array("P5 40 20000 255 ".utf8) + pixels, to: "lines")
    let source = try ImageFile.open(path)
    let (decoder, whole) = (try source.regions(), Decoded(source))
    let pyramid = Pyramid(size: size)
    for level in 5..<pyramid.levelCount {
      let key = TileKey(level: level, column: 0, row: 0)
      let tile = try #require(try decoder.tile(key, of: pyramid))
      let expected = try #require(whole.tiles[key])
      #expect(difference(tile, expected) <= 8, "level \(level)")
    }
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    var previews: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(
      info, progressiveArea: 1, emitPreview: { previews[$0] = $1 }, emit: { _, _ in })
    try decoder.buildIndex(into: builder) { true }
    #expect(!previews.isEmpty)
    for (key, preview) in previews {
      let finer = TileKey(level: key.level + decoder.indexedLevel, column: key.column, row: key.row)
      let expected = try #require(whole.tiles[finer])
      #expect(difference(preview, expected) <= 60, "\(finer)")
    }
  }

  @Test func `that ends early, or changes, is not taken for whole`() throws {
    let size = PixelSize(width: 552, height: 304)
    for file in PlainFile.all {
      let bytes = file.bytes(size)
      let isTIFF = file.testDescription.contains("TIFF")
      let path = folder.write(Array(bytes.dropLast(isTIFF ? 0 : 8)), to: "short")
      guard case .rows(let rows) = try ImageFile.open(path).access else { continue }
      if !isTIFF { #expect(rows.regionDecoder() == nil, "\(file.testDescription)") }
      let whole = folder.write(bytes, to: "whole")
      guard case .rows(let rows) = try ImageFile.open(whole).access else { continue }
      let decoder = try #require(rows.regionDecoder())
      _ = folder.write(bytes + [0], to: "whole")
      let key = TileKey(level: 0, column: 0, row: 0)
      #expect(throws: ImagingError.self, "\(file.testDescription)") {
        try decoder.tile(key, of: Pyramid(size: size))
      }
    }
  }

  @Test
  func `leaves no tile file, and is sharp where nothing may be kept on the disk`() async throws {
    let size = PixelSize(width: 1200, height: 900)
    for limit in [0, 1 << 30] {
      let rows = try open(PlainFile.all[3], size)
      let cache = CacheFolder(path: FilePath(folder.file("cache")), byteLimit: limit)
      let picture = TiledPicture(
        rows, store: TileStore(budget: 2 << 20), queue: DecodeQueue(workers: 1), cache: cache
      ) {}
      let key = TileKey(level: 0, column: 2, row: 1)
      picture.request([key])
      try await wait(for: "a tile and the end of the pass") {
        picture.state == .complete && picture.pixels(key) != nil
      }
      let tile = try #require(picture.pixels(key))
      #expect(difference(tile, try #require(Decoded(rows).tiles[key])) == 0)
      #expect(cache.contents == CacheContents())
    }
  }
}
