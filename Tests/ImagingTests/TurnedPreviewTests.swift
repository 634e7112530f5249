import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The preview of a picture that is turned` {
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
      let (shownX, shownY) = (
        Int(place.x * Double(new.width)), Int(place.y * Double(new.height))
      )
      #expect(pixels[shownX, shownY] == old[x, y])
    }
  }

  @Test func `is none where the tile has another size`() {
    let old = tile(PixelSize(width: 30, height: 20))
    let size = PixelSize(width: 31, height: 20)
    #expect(CoarseTiles(turning: old, by: .flippedVertically, in: size).tiles.isEmpty)
  }
}
