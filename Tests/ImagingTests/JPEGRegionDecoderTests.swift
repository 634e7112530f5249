import CCodecs
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollImaging

@Suite struct `A JPEG region decoder` {
  private let folder = ScratchFolder()

  /// A way in which libjpeg packs pictures.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sampling: [(Int32, Int32)]
    var restart: UInt32 = 0
    var optimizes = false
    var quality: Int32 = 90
    var profile: [UInt8] = []

    static let all: [Kind] = [
      Kind(testDescription: "full color", sampling: [(1, 1), (1, 1), (1, 1)]),
      Kind(testDescription: "half color", sampling: [(2, 2), (1, 1), (1, 1)]),
      Kind(testDescription: "half across", sampling: [(2, 1), (1, 1), (1, 1)], optimizes: true),
      Kind(testDescription: "half down", sampling: [(1, 2), (1, 1), (1, 1)]),
      Kind(testDescription: "a quarter", sampling: [(4, 1), (1, 1), (1, 1)], optimizes: true),
      Kind(testDescription: "gray", sampling: [(1, 1)]),
      Kind(testDescription: "gray with odd factors", sampling: [(2, 2)]),
      Kind(testDescription: "restarts", sampling: [(2, 2), (1, 1), (1, 1)], restart: 7),
      Kind(testDescription: "fine", sampling: [(1, 1), (1, 1), (1, 1)], restart: 1, quality: 100),
      Kind(
        testDescription: "a profile", sampling: [(1, 1), (1, 1), (1, 1)],
        profile: Profiles.swapped),
      Kind(testDescription: "coarse", sampling: [(2, 2), (1, 1), (1, 1)], quality: 5),
    ]
  }

  private static let sizes = [
    PixelSize(width: 2300, height: 530), PixelSize(width: 513, height: 2100),
    PixelSize(width: 2049, height: 17),
  ]

  /// What the rows of a picture depend on.
  private struct Content: Hashable {
    var size: PixelSize
    var components: Int
    var isSlow: Bool

    /// Noise over slopes, which takes codes of all lengths; or gray noise over slow slopes of color,
    /// slow in low pictures too.
    func rows() -> [[UInt8]] {
      var random = SplitMix64(seed: UInt64(size.width))
      let (width, count, height) = (size.width, components, max(size.height, 512))
      return (0..<size.height).map { y in
        [UInt8](unsafeUninitializedCapacity: width * count) { row, length in
          length = width * count
          var (x, place) = (0, 0)
          while x < width {
            let noise = Int(random.next() % 100)
            var channel = 0
            while channel < count {
              let slow = x * 60 / width + y * 40 / height * (channel + 1) + noise / 3 + 20
              let wild = (x + 97 * channel + y / 3) % 300 / 2 + (noise * (channel + 3)) % 100
              let sample = isSlow ? slow : wild
              row[place] = UInt8(sample < 255 ? sample : 255)
              channel += 1
              place += 1
            }
            x += 1
          }
        }
      }
    }
  }

  /// The rows that were made, which takes longer than packing and decoding them.
  private static let made = Mutex<[Content: [[UInt8]]]>([:])

  private static func rows(_ content: Content) -> [[UInt8]] {
    made.withLock { made in
      if let rows = made[content] { return rows }
      let rows = content.rows()
      made[content] = rows
      return rows
    }
  }

  private func write(
    _ kind: Kind, _ size: PixelSize, orientation: Int? = nil, isSlow: Bool = false
  ) -> String {
    let components = kind.sampling.count
    let content = Content(size: size, components: components, isSlow: isSlow)
    var file = JPEGFile(size: size, rows: Self.rows(content))
    file.components = Int32(components)
    if components == 1 { file.input = JCS_GRAYSCALE }
    file.sampling = kind.sampling
    file.restartInterval = kind.restart
    file.optimizes = kind.optimizes
    file.quality = kind.quality
    file.profile = kind.profile
    file.orientation = orientation
    let path = folder.file("\(size)-\(orientation ?? 0).jpg")
    file.write(to: path)
    return path
  }

  /// Indexes a file: returns the coarse tiles and the decoder of the others.
  private func index(
    _ path: String
  ) throws -> (decoder: any RegionDecoder, coarse: [TileKey: TilePixels], info: ImageInfo) {
    let source = try ImageFile.open(path)
    guard case .rows(let rows) = source.access else { throw Missing() }
    let decoder = try #require(rows.regionDecoder())
    var coarse: [TileKey: TilePixels] = [:]
    var info = source.info
    info.size = Pyramid(size: info.size).size(ofLevel: decoder.indexedLevel)
    let builder = PyramidBuilder(info) { key, pixels in
      coarse[TileKey(level: key.level + decoder.indexedLevel, column: key.column, row: key.row)] =
        pixels
    }
    try decoder.buildIndex(into: builder, while: { true })
    return (decoder, coarse, source.info)
  }

  private struct Missing: Error {}

  /// Each kind of file, and each size.
  private static let kindsAndSizes = Kind.all.enumerated().map { index, kind in
    (kind, sizes[index % sizes.count])
  }

  @Test(arguments: kindsAndSizes)
  func `decodes fine tiles to the pixels of a whole decode`(kind: Kind, size: PixelSize) throws {
    let path = write(kind, size)
    let whole = try Decoded(path)
    let (decoder, _, info) = try index(path)
    let pyramid = Pyramid(size: info.size)
    for (key, tile) in whole.tiles where key.level < decoder.indexedLevel {
      let found = try #require(try decoder.tile(key, of: pyramid))
      #expect(difference(found, tile) == 0, "\(key)")
    }
  }

  @Test(arguments: 2...8) func `turns its tiles as the picture is turned`(turn: Int) throws {
    let turn = try #require(Orientation(rawValue: turn))
    let kind = Kind.all[1]
    let path = write(kind, PixelSize(width: 2304, height: 528), orientation: 6, isSlow: true)
    let turned = try #require(try ImageFile.open(path).turned(by: turn))
    let whole = Decoded(turned)
    guard case .rows(let rows) = turned.access else { throw Missing() }
    let decoder = try #require(rows.regionDecoder())
    var info = turned.info
    info.size = Pyramid(size: info.size).size(ofLevel: decoder.indexedLevel)
    try decoder.buildIndex(into: PyramidBuilder(info) { _, _ in }, while: { true })
    let pyramid = Pyramid(size: turned.info.size)
    for (key, tile) in whole.tiles where key.level < decoder.indexedLevel {
      let found = try #require(try decoder.tile(key, of: pyramid))
      #expect(difference(found, tile) == 0, "\(key)")
    }
  }

  @Test(arguments: 1...8) func `applies the EXIF orientation to its tiles`(orientation: Int) throws
  {
    let kind = Kind.all[1]
    let path = write(
      kind, PixelSize(width: 2304, height: 528), orientation: orientation, isSlow: true)
    let whole = try Decoded(path)
    let (decoder, coarse, info) = try index(path)
    let pyramid = Pyramid(size: info.size)
    for (key, tile) in whole.tiles {
      let found = try #require(try decoder.tile(key, of: pyramid))
      #expect(
        difference(found, tile) <= (key.level < decoder.indexedLevel ? 0 : Self.coarseTolerance))
      if let early = coarse[key] { #expect(difference(early, found) == 0) }
    }
  }

  /// What leaving color unsmoothed and rounding a block's mean may change a channel by, in steps of
  /// 255, where colors change slowly.
  private static let coarseTolerance = 8

  @Test(arguments: Kind.all, sizes)
  func `gives the coarse tiles with the index, close to halved ones`(
    kind: Kind, size: PixelSize
  ) throws {
    let path = write(kind, size, isSlow: true)
    let whole = try Decoded(path)
    let (decoder, coarse, info) = try index(path)
    let pyramid = Pyramid(size: info.size)
    for (key, tile) in whole.tiles where key.level >= decoder.indexedLevel {
      let early = try #require(coarse[key])
      #expect(early.isComplete)
      if kind.quality > 5 { #expect(difference(early, tile) <= Self.coarseTolerance, "\(key)") }
      let late = try #require(try decoder.tile(key, of: pyramid))
      #expect(difference(early, late) == 0, "\(key)")
    }
    #expect(coarse.count == whole.tiles.keys.filter { $0.level >= decoder.indexedLevel }.count)
  }

  @Test func `refuses what is not baseline, and CMYK`() throws {
    let size = PixelSize(width: 64, height: 64)
    let row = [UInt8](repeating: 90, count: 64 * 4)
    let progressive = folder.file("progressive.jpg")
    JPEGFile(size: size, isProgressive: true, rows: Array(repeating: row, count: 64))
      .write(to: progressive)
    let inks = folder.file("inks.jpg")
    JPEGFile(
      size: size, input: JCS_CMYK, components: 4, stored: JCS_CMYK,
      rows: Array(repeating: row, count: 64)
    ).write(to: inks)
    for path in [progressive, inks] {
      guard case .rows(let rows) = try ImageFile.open(path).access else { throw Missing() }
      #expect(rows.regionDecoder() == nil)
    }
  }

  @Test func `fails at bytes that belong to no pixel`() throws {
    let kind = try #require(Kind.all.first { $0.restart > 0 })
    let bytes = ScratchFolder.read(write(kind, PixelSize(width: 700, height: 300)))
    let restart = try #require(
      bytes.indices.dropLast().last { bytes[$0] == 0xFF && 0xD0...0xD7 ~= bytes[$0 + 1] })
    for place in [restart, bytes.count - 2] {
      var longer = bytes
      longer.insert(contentsOf: [UInt8](repeating: 0x11, count: 40), at: place)
      let path = folder.write(longer, to: "longer")
      #expect(throws: ImagingError.self) { try index(path) }
      #expect(try Decoded(path).error?.reason.contains("more blocks than the picture") == true)
    }
  }
}

/// The largest difference of any channel of two tiles, aprons included; 255 for different sizes.
func difference(_ one: TilePixels, _ other: TilePixels) -> Int {
  guard one.size == other.size, one.isOpaque == other.isOpaque else { return 255 }
  return difference(one.withUnsafePixels { Array($0) }, other.withUnsafePixels { Array($0) })
}
