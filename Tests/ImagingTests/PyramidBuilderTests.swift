import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A pass over a picture's rows` {
  static let sizes: [PixelSize] = {
    var random = SplitMix64(seed: 3)
    let edges = [
      (1, 1), (2, 1), (1, 2), (3, 3), (255, 256), (256, 257), (257, 255), (258, 513), (1, 1500),
      (1500, 1), (514, 259), (511, 2),
    ]
    let some = (0..<4).map { _ in
      (Int.random(in: 1...400, using: &random), Int.random(in: 1...400, using: &random))
    }
    return (edges + some).map { PixelSize(width: $0.0, height: $0.1) }
  }()

  static let orientations = (1...8).compactMap { Orientation(rawValue: $0) }

  static func build(_ picture: ReferencePicture, _ info: ImageInfo, rows: Int = .max)
    -> [TileKey: TilePixels]
  {
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info) { tiles[$0] = $1 }
    for y in 0..<min(rows, picture.size.height) {
      let row = builder.nextRow
      for x in row.indices { row[x] = picture[x, y] }
      builder.commitRow()
    }
    builder.abandon()
    return tiles
  }

  @Test(arguments: sizes, orientations)
  func `gives the tiles, aprons and levels of a reference implementation`(
    size: PixelSize, orientation: Orientation
  ) {
    var random = SplitMix64(seed: UInt64(size.width * 1000 + size.height))
    let hasAlpha = orientation.rawValue % 2 == 0
    let file = ReferencePicture(noise: size, hasAlpha: hasAlpha, using: &random)
    let shown = file.oriented(orientation)
    let info = ImageInfo(
      format: "test", size: shown.size, hasAlpha: hasAlpha, orientation: orientation)
    let tiles = Self.build(file, info)
    let pyramid = Pyramid(size: shown.size)
    var count = 0
    for level in pyramid.levels {
      let reference = shown.level(level)
      let everything = Rect(origin: .zero, size: shown.size.size)
      for key in pyramid.tiles(covering: everything, level: level).keys {
        count += 1
        guard let tile = tiles[key] else {
          Issue.record("no tile \(key)")
          continue
        }
        #expect(reference.firstDifference(from: tile, at: pyramid.rect(of: key)) == nil)
        #expect(tile.isComplete && (tile.isOpaque || hasAlpha))
      }
    }
    #expect(count == tiles.count)
  }

  @Test(arguments: orientations)
  func `that ends early leaves its rows and marks them as filled`(orientation: Orientation) {
    var random = SplitMix64(seed: 5)
    let file = ReferencePicture(noise: PixelSize(width: 300, height: 400), using: &random)
    let shown = file.oriented(orientation)
    let info = ImageInfo(format: "test", size: shown.size, orientation: orientation)
    let rows = 310
    let tiles = Self.build(file, info, rows: rows)
    let pyramid = Pyramid(size: shown.size)
    var area = 0
    for (key, tile) in tiles where key.level == 0 {
      let rect = pyramid.rect(of: key)
      area += tile.filled.width * tile.filled.height
      let agree = tile.filled.rows.allSatisfy { y in
        tile.filled.columns.allSatisfy { tile[$0, y] == shown[rect.x + $0, rect.y + y] }
      }
      #expect(agree)
    }
    // The tiles above are complete; the last row of tiles, with its apron, lacks no row it was given.
    #expect(area == 300 * rows)
  }

  @Test(arguments: sizes, orientations)
  func `gives the same tiles where its first levels are halved elsewhere`(
    size: PixelSize, orientation: Orientation
  ) {
    var random = SplitMix64(seed: UInt64(size.width * 1000 + size.height))
    let file = ReferencePicture(noise: size, hasAlpha: true, using: &random)
    let info = ImageInfo(
      format: "test", size: orientation.applied(to: size), hasAlpha: true, orientation: orientation)
    let tiles = Self.build(file, info)
    for level in Pyramid(size: info.size).levels {
      var rows: [[UInt32]] = []
      let first = PyramidBuilder(rowsOf: info, level: level) { rows.append(Array($0)) }
      for y in 0..<size.height {
        let row = first.nextRow
        for x in row.indices { row[x] = file[x, y] }
        first.commitRow()
      }
      var coarse: [TileKey: TilePixels] = [:]
      let second = PyramidBuilder(info, from: level) { coarse[$0] = $1 }
      #expect(second.skipLevels() == level)
      for row in rows {
        _ = second.nextRow.update(fromContentsOf: row)
        second.commitRow()
      }
      #expect(second.isComplete && coarse.count == tiles.keys.count { $0.level >= level })
      for (key, tile) in coarse {
        let same = tile.withUnsafePixels { pixels in
          tiles[key]?.withUnsafePixels { pixels.elementsEqual($0) }
        }
        #expect(same == true, "\(key)")
      }
    }
  }

  @Test func `of a large picture emits partial tiles, and then complete ones`() {
    let size = PixelSize(width: 3000, height: 2100)
    var arrivals: [TileKey: [Bool]] = [:]
    let builder = PyramidBuilder(ImageInfo(format: "test", size: size)) { key, tile in
      arrivals[key, default: []].append(tile.isComplete)
    }
    for _ in 0..<size.height {
      builder.nextRow.update(repeating: 0xFF12_3456)
      builder.commitRow()
    }
    let coarsest = arrivals[TileKey(level: 4, column: 0, row: 0)] ?? []
    #expect(coarsest.count > 8)
    for states in arrivals.values {
      #expect(states.last == true)
      #expect(states.dropLast().allSatisfy { !$0 })
    }
  }

  @Test func `takes the most frequent color where colors stand for classes`() {
    let (upper, lower): ([UInt32], [UInt32]) = ([1, 1, 2, 3, 4], [1, 2, 3, 3, 5])
    for (startsUnpaired, wanted) in [(false, [1, 3, 4]), (true, [1, 2, 3])] as [(Bool, [UInt32])] {
      var output = [UInt32](repeating: 0, count: 3)
      BoxFilter.halve(
        upper, lower, count: 5, startsUnpaired: startsUnpaired, hasClasses: true, into: &output)
      #expect(output == wanted)
    }
    var output: [UInt32] = [0, 0]
    BoxFilter.halve(
      [1, 2, 7], [3, 4, 7], count: 3, startsUnpaired: true, hasClasses: true, into: &output)
    #expect(output == [1, 7])
  }

  @Test func `averages a plain color to itself`() {
    for value in UInt32(0)...255 {
      let pixel = value << 24 | (value * 7 % 256) << 16 | value << 8 | (255 - value)
      let row = [UInt32](repeating: pixel, count: 5)
      var output = [UInt32](repeating: 0, count: 3)
      BoxFilter.halve(row, row, count: 5, startsUnpaired: value % 2 == 0, into: &output)
      #expect(output == [pixel, pixel, pixel])
    }
  }

  @Test func `multiplies color by alpha, rounded to nearest, for every pair of bytes`() {
    for alpha in UInt32(0)...255 {
      let isRight = (UInt32(0)...255).allSatisfy { value in
        let pixel = PixelRows.premultiplied(alpha << 24 | value << 16 | (255 - value) << 8 | value)
        let expected = (value * alpha * 2 + 255) / 510
        let other = ((255 - value) * alpha * 2 + 255) / 510
        return pixel == alpha << 24 | expected << 16 | other << 8 | expected
      }
      #expect(isRight)
    }
  }
}
