import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The preview of a picture that is turned` {
  private let folder = ScratchFolder()

  /// A tile of a size, each pixel of a color of its own, aprons included.
  private func tile(_ size: PixelSize) -> TilePixels {
    let padded = TilePixels.padded(size)
    return TilePixels(
      size: size, isOpaque: true,
      storage: .init((0..<padded.width * padded.height).map { 0xFF00_0000 | UInt32($0) }))
  }

  @Test(arguments: [
    Orientation.turnedRight, .turnedLeft, .flippedHorizontally, .flippedVertically,
  ])
  func `has the pixels of the coarsest tile in their new places`(_ turn: Orientation) throws {
    let size = PixelSize(width: 30, height: 20)
    let old = tile(size)
    let new = turn.applied(to: size)
    let tiles = CoarseTiles(turning: old, by: turn, in: new).tiles
    let pixels = try #require(tiles[TileKey(level: 0, column: 0, row: 0)])
    #expect(tiles.count == 1 && pixels.size == new)
    for (x, y) in [(0, 0), (29, 0), (0, 19), (11, 7)] {
      let place = turn.place(of: Point((Double(x) + 0.5) / 30, (Double(y) + 0.5) / 20))
      let (shownX, shownY) = (Int(place.x * Double(new.width)), Int(place.y * Double(new.height)))
      #expect(pixels[shownX, shownY] == old[x, y])
    }
  }

  @Test func `is none where the tile has another size`() {
    let old = tile(PixelSize(width: 30, height: 20))
    let size = PixelSize(width: 31, height: 20)
    #expect(CoarseTiles(turning: old, by: .flippedVertically, in: size).tiles.isEmpty)
  }

  /// A picture in memory, of pixels that differ from each other.
  private func picture(_ size: PixelSize) throws -> (any ImageSource, TiledPicture) {
    var bytes = Array("P6 \(size.width) \(size.height) 255\n".utf8)
    for y in 0..<size.height {
      let row = UInt8(truncatingIfNeeded: y * 5)
      for x in 0..<size.width {
        bytes.append(UInt8(truncatingIfNeeded: x * 7))
        bytes.append(row)
        bytes.append(UInt8(truncatingIfNeeded: x + y))
      }
    }
    let source = try ImageFile.open(folder.write(bytes, to: "p.ppm"))
    let tiles = CoarseTiles(of: source, from: 0, byteLimit: .max) { true }
    let picture = TiledPicture(
      source, store: TileStore(), queue: DecodeQueue(workers: 1), tiles: tiles, waits: true
    ) {}
    return (source, picture)
  }

  @Test(arguments: (2...8).compactMap(Orientation.init(rawValue:)), [0, 1])
  func `is what decoding gives, of a level in memory`(turn: Orientation, level: Int) throws {
    let size = PixelSize(width: 602, height: 530)
    let (source, picture) = try picture(size)
    let limit = try #require(picture.pyramid.size(ofLevel: level).area)
    let shown = try #require(CompleteLevel(of: picture, upTo: limit))
    let tiles = shown.tiles(turnedBy: turn)
    let turned = try #require(source.turned(by: turn))
    let expected = CoarseTiles(of: turned, from: level, byteLimit: .max) { true }.tiles
    #expect(Set(tiles.keys) == Set(expected.keys))
    for (key, pixels) in expected {
      let same = try #require(tiles[key])
      #expect(same.size == pixels.size && same.isOpaque)
      #expect(
        same.withUnsafePixels { Array($0) } == pixels.withUnsafePixels { Array($0) }, "\(key)")
    }
  }

  @Test func `is none of a level whose pixels begin elsewhere in the turned picture`() throws {
    let size = PixelSize(width: 601, height: 530)
    let (_, picture) = try picture(size)
    let limit = try #require(picture.pyramid.size(ofLevel: 1).area)
    let shown = try #require(CompleteLevel(of: picture, upTo: limit))
    #expect(shown.tiles(turnedBy: .flippedHorizontally).isEmpty)
    #expect(!shown.tiles(turnedBy: .flippedVertically).isEmpty)
  }
}
