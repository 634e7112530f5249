import ScrollGeometry

@testable import OverscrollImaging

/// A file decoded whole, on the test's own thread.
struct Decoded {
  var info: ImageInfo
  var tiles: [TileKey: TilePixels] = [:]
  var error: ImagingError?

  init(_ path: String, limits: ImageLimits = ImageLimits()) throws {
    self.init(try ImageFile.open(path, limits: limits))
  }

  init(_ source: any ImageSource) {
    info = source.info
    switch source.access {
    case .rows(let rows): decode(rows)
    case .tiles(let tiles): decode(tiles)
    }
  }

  private mutating func decode(_ source: any TileSource) {
    let pyramid = Pyramid(size: info.size)
    for level in pyramid.levels {
      let all = Rect(origin: .zero, size: info.size.size)
      for key in pyramid.tiles(covering: all, level: level).keys {
        do { tiles[key] = try source.tile(key, of: pyramid) } catch { self.error = error }
      }
    }
  }

  private mutating func decode(_ rows: any RowSource) {
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info) { tiles[$0] = $1 }
    do {
      try rows.decode(into: builder, while: { true })
    } catch {
      self.error = error
    }
    builder.abandon()
    self.tiles = tiles
  }

  /// The pixel at a place of level 0; zero where nothing is.
  subscript(x: Int, y: Int) -> UInt32 {
    let tile = tiles[TileKey(level: 0, column: x / 256, row: y / 256)]
    return tile?[x % 256, y % 256] ?? 0
  }

  /// True if every tile has all its rows.
  var isWhole: Bool { tiles.values.allSatisfy { $0.isComplete } }

  /// True if no tile lets anything shine through.
  var isOpaque: Bool { tiles.values.allSatisfy { $0.isOpaque } }

  /// All pixels of level 0, row by row.
  var pixels: [UInt32] {
    (0..<info.size.height).flatMap { y in (0..<info.size.width).map { x in self[x, y] } }
  }
}

/// The largest difference of any channel of two pixels.
func difference(_ one: UInt32, _ other: UInt32) -> Int {
  [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
}
