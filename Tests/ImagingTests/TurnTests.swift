import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A picture that is turned` {
  private let folder = ScratchFolder()
  private static let all = (1...8).compactMap(Orientation.init(rawValue:))
  private static let size = PixelSize(width: 301, height: 270)

  /// A picture in which no two pixels near each other are alike.
  private static let picture = ReferencePicture(
    size: size, pixels: (0..<size.height).flatMap { y in (0..<size.width).map { pixel($0, y) } })

  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let channels: [Int] = [255, x * 7 % 256, y * 5 % 256, (x + y) % 256]
    return channels.reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test func `has the orientations of a square`() throws {
    let turns: [(Orientation, Int)] = [
      (.turnedRight, 4), (.turnedLeft, 4), (.flippedHorizontally, 2), (.flippedVertically, 2),
    ]
    for start in Self.all {
      for (turn, count) in turns {
        let end = (0..<count).reduce(start) { orientation, _ in orientation.followed(by: turn) }
        #expect(end == start)
      }
      #expect(start.followed(by: .turnedRight).followed(by: .turnedLeft) == start)
      for other in Self.all { #expect(start.followed(by: start.turn(to: other)) == other) }
    }
    #expect(
      Orientation.turnedRight.followed(by: .turnedRight)
        == Orientation.flippedHorizontally.followed(by: .flippedVertically))
    #expect(Orientation.turnedRight.place(of: Point(0, 0)) == Point(1, 0), "clockwise")
  }

  @Test(arguments: all) func `has the pixels of the picture, turned`(turn: Orientation) throws {
    var bytes = Array("P6 \(Self.size.width) \(Self.size.height) 255\n".utf8)
    for pixel in Self.picture.pixels {
      bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    let source = try ImageFile.open(folder.write(bytes, to: "p.ppm"))
    let turned = try #require(source.turned(by: turn))
    let decoded = Decoded(turned)
    let expected = Self.picture.oriented(turn)
    #expect(decoded.info.size == expected.size && decoded.error == nil)
    #expect(decoded.pixels == expected.pixels)
    let again = try #require(turned.turned(by: turn))
    #expect(Decoded(again).pixels == expected.oriented(turn).pixels)
  }

  @Test func `has a tile file of its own`() throws {
    let source = try ImageFile.open(folder.write(PixelFile.bytes, to: "q.ppm"))
    func key(_ source: (any ImageSource)?) throws -> TileFileKey {
      guard case .rows(let rows)? = source?.access else { throw Missing() }
      return try #require(rows.tileFileKey)
    }
    let keys = try [nil, Orientation.turnedRight, .turnedLeft, .flippedVertically].map { turn in
      try key(turn.map { source.turned(by: $0) } ?? source)
    }
    #expect(Set(keys.map(\.bytes)).count == 4 && Set(keys.map(\.fileName)).count == 4)
    let back = source.turned(by: .turnedRight)?.turned(by: .turnedLeft)
    #expect(try key(back) == keys[0])
  }

  private struct Missing: Error {}

  private enum PixelFile {
    static let bytes = Array("P6 1 1 255\n".utf8) + [1, 2, 3]
  }
}
