import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A thumbnail that a JPEG file holds` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 640, height: 480)
  private static let small = PixelSize(width: 160, height: 120)

  /// Slopes that are the same at any size, within bars of a gray value where the size is not the picture's.
  private static func rows(_ size: PixelSize, content: PixelSize, bars: UInt8 = 0) -> [[UInt8]] {
    let left = Double(size.width - content.width) / 2
    let top = Double(size.height - content.height) / 2
    let columns = (0..<size.width).map { (Double($0) + 0.5 - left) / Double(content.width) }
    return (0..<size.height).map { y in
      let down = (Double(y) + 0.5 - top) / Double(content.height)
      var row: [UInt8] = []
      for across in columns {
        let isBar = across < 0 || across >= 1 || down < 0 || down >= 1
        row.append(isBar ? bars : UInt8(60 + across * 190))
        row.append(isBar ? bars : UInt8(60 + down * 190))
        row.append(isBar ? bars : 200)
      }
      return row
    }
  }

  private static func rows(_ size: PixelSize) -> [[UInt8]] { rows(size, content: size) }

  private func open(_ file: JPEGFile) throws -> any ImageSource {
    file.write(to: folder.file("a.jpg"))
    return try ImageFile.open(folder.file("a.jpg"))
  }

  /// A picture with a thumbnail of the same slopes.
  private func picture(
    _ size: PixelSize = Self.size, thumbnail: PixelSize = Self.small, content: PixelSize? = nil,
    bars: UInt8 = 0
  ) throws -> any ImageSource {
    let rows = Self.rows(thumbnail, content: content ?? thumbnail, bars: bars)
    let part = JPEGFile(size: thumbnail, quality: 75, rows: rows).bytes
    return try open(JPEGFile(size: size, thumbnail: part, rows: Self.rows(size)))
  }

  /// The largest difference of a channel between two thumbnails of one size.
  private func difference(_ one: Thumbnail, _ other: Thumbnail) -> Int {
    zip(one.pixels, other.pixels).reduce(0) { worst, pair in
      [0, 8, 16, 24].reduce(worst) {
        max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)))
      }
    }
  }

  @Test(arguments: 1...8, [false, true])
  func `is turned as the picture is`(orientation: Int, isBigEndian: Bool) throws {
    let part = JPEGFile(size: Self.small, rows: Self.rows(Self.small)).bytes
    let source = try open(
      JPEGFile(
        size: Self.size, orientation: orientation, isBigEndian: isBigEndian, thumbnail: part,
        rows: Self.rows(Self.size)))
    let embedded = try #require(Thumbnail.embedded(in: source, side: 160))
    let decoded = try #require(Thumbnail.decode(source, side: 160))
    #expect(embedded.size == decoded.size)
    #expect(embedded.isOpaque)
    #expect(difference(embedded, decoded) <= 12)
  }

  @Test func `is not used where it shows something else than the picture`() throws {
    let stale = try ImageFile.open(CasePicture.folder + "stale-thumb.jpg")
    #expect(Thumbnail.embedded(in: stale, side: 64) == nil)
    for isProgressive in [false, true] {
      for orientation in [1, 3, 6, 8] {
        let black = [[UInt8]](
          repeating: .init(repeating: 30, count: 3 * Self.small.width), count: Self.small.height)
        for (rows, isSame) in [(Self.rows(Self.small), true), (black, false)] {
          let part = JPEGFile(size: Self.small, rows: rows).bytes
          let source = try open(
            JPEGFile(
              size: Self.size, isProgressive: isProgressive, orientation: orientation,
              thumbnail: part, rows: Self.rows(Self.size)))
          #expect((Thumbnail.embedded(in: source, side: 96) != nil) == isSame)
        }
      }
    }
  }

  @Test func `is used where it is as large as needed, and smaller than its picture`() throws {
    #expect(try Thumbnail.embedded(in: picture(), side: 160)?.size == Self.small)
    #expect(try Thumbnail.embedded(in: picture(), side: 96)?.size == Self.small)
    #expect(try Thumbnail.embedded(in: picture(), side: 161) == nil)
    #expect(try Thumbnail.embedded(in: picture(Self.small), side: 160) == nil)
    let source = try open(JPEGFile(size: Self.size, rows: Self.rows(Self.size)))
    #expect(Thumbnail.embedded(in: source, side: 1) == nil)
  }

  @Test(arguments: [
    (600, 400, 160, 107, 160, 106), (800, 450, 160, 90, 160, 90), (400, 600, 80, 120, 80, 120),
    (1600, 200, 160, 20, 160, 20),
  ])
  func `loses the bars that fill it to other proportions`(
    width: Int, height: Int, contentWidth: Int, contentHeight: Int, newWidth: Int, newHeight: Int
  ) throws {
    let source = try picture(
      PixelSize(width: width, height: height),
      content: PixelSize(width: contentWidth, height: contentHeight))
    let thumbnail = try #require(Thumbnail.embedded(in: source, side: 100))
    #expect(thumbnail.size == PixelSize(width: newWidth, height: newHeight))
    // Of the bars nothing is left but what compression has smeared.
    #expect(thumbnail.pixels.allSatisfy { $0 & 255 > 120 })
  }

  @Test func `that shows something of other proportions is not used`() throws {
    let wide = PixelSize(width: 600, height: 400)
    #expect(try Thumbnail.embedded(in: picture(wide), side: 100) == nil)
    let content = PixelSize(width: 160, height: 107)
    #expect(try Thumbnail.embedded(in: picture(wide, content: content), side: 100) != nil)
    #expect(try Thumbnail.embedded(in: picture(wide, content: content, bars: 90), side: 1) == nil)
  }

  @Test func `has the colors of the picture's profile`() throws {
    let part = JPEGFile(size: Self.small, rows: Self.rows(Self.small)).bytes
    let rows = Self.rows(Self.size)
    let plain = try open(JPEGFile(size: Self.size, thumbnail: part, rows: rows))
    let before = try #require(Thumbnail.embedded(in: plain, side: 160))
    let swapped = try open(
      JPEGFile(size: Self.size, thumbnail: part, profile: Profiles.swapped, rows: rows))
    let after = try #require(Thumbnail.embedded(in: swapped, side: 160))
    let decoded = try #require(Thumbnail.decode(swapped, side: 160))
    #expect(difference(after, before) > 60)
    #expect(difference(after, decoded) <= 12)
  }

  @Test func `that is damaged is not used`() throws {
    let part = JPEGFile(size: Self.small, rows: Self.rows(Self.small)).bytes
    let rows = Self.rows(Self.size)
    for length in [1, 2, 20, 300, part.count / 2, part.count - 20] {
      let source = try open(
        JPEGFile(size: Self.size, thumbnail: Array(part.prefix(length)), rows: rows))
      #expect(Thumbnail.embedded(in: source, side: 1) == nil, "\(length) bytes")
    }
    var random = SplitMix64(seed: 3)
    for _ in 0..<60 {
      let damaged = part.map { random.chance(0.01) ? UInt8(random.index(256)) : $0 }
      let source = try open(JPEGFile(size: Self.size, thumbnail: damaged, rows: rows))
      let found = Thumbnail.embedded(in: source, side: 1)
      #expect(found.map { $0.size.width <= 160 } ?? true)
      // The picture is as it was.
      #expect(source.info.size == Self.size)
    }
  }

  @Test func `that is larger than thumbnails are is not decoded`() throws {
    for (width, isUsed) in [(1024, true), (1040, false)] {
      let source = try picture(
        PixelSize(width: 2 * width, height: 16), thumbnail: PixelSize(width: width, height: 8))
      #expect((Thumbnail.embedded(in: source, side: 1) != nil) == isUsed)
    }
    var part = JPEGFile(size: Self.small, rows: Self.rows(Self.small)).bytes
    let frame = try #require(part.indices.first { part[$0] == 0xFF && part[$0 + 1] == 0xC0 })
    for place in [frame + 5, frame + 7] { (part[place], part[place + 1]) = (0xFF, 0xDC) }
    let source = try open(JPEGFile(size: Self.size, thumbnail: part, rows: Self.rows(Self.size)))
    #expect(Thumbnail.embedded(in: source, side: 1) == nil)
  }

  @Test func `is never read past its block`() {
    let whole = JPEGFile.exif(1, isBigEndian: true, thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])
    var random = SplitMix64(seed: 11)
    #expect(whole.withUnsafeBufferPointer { Exif.thumbnail(in: $0) } == [0xFF, 0xD8, 0xFF, 0xD9])
    for length in 0..<whole.count {
      let part = Array(whole.prefix(length))
      #expect(part.withUnsafeBufferPointer { Exif.thumbnail(in: $0) } == nil)
    }
    for _ in 0..<3000 {
      var wild = whole
      for _ in 0..<3 { wild[6 + random.index(wild.count - 6)] = UInt8(random.index(256)) }
      let found = wild.withUnsafeBufferPointer { Exif.thumbnail(in: $0) }
      #expect((found?.count ?? 0) < wild.count)
    }
  }
}
