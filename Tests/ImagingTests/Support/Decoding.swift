import ScrollGeometry
import Testing

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
    let (width, height) = (info.size.width, info.size.height)
    var result: [UInt32] = []
    for y in 0..<height {
      for column in 0..<(width + 255) / 256 {
        guard let tile = tiles[TileKey(level: 0, column: column, row: y / 256)] else {
          result += [UInt32](repeating: 0, count: min(256, width - 256 * column))
          continue
        }
        let start = (y % 256 + TilePixels.apron) * tile.stride + TilePixels.apron
        tile.withUnsafePixels { result += $0[start..<start + tile.size.width] }
      }
    }
    return result
  }
}

/// Rows of one color, of which some may be missing.
struct PlainRows: RowSource {
  var info: ImageInfo
  var goodRows = Int.max

  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    while !builder.isComplete, shouldContinue() {
      guard builder.rowCount < goodRows else {
        throw ImagingError(.damaged, "test", "the rest is missing")
      }
      builder.nextRow.update(repeating: 0xFF10_2030)
      builder.commitRow()
    }
  }
}

extension ImageSource {
  /// The decoder of its regions, which it must have.
  func regions() throws -> any RegionDecoder {
    guard case .rows(let rows) = access, let regions = rows.regionDecoder() else {
      throw ImagingError(.unsupported, info.format, "it has no regions")
    }
    return regions
  }
}

extension RegionDecoder {
  /// Expects the tiles of a picture that was decoded as a whole.
  func expectTiles(of decoded: Decoded, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(!decoded.tiles.isEmpty, sourceLocation: sourceLocation)
    for (key, tile) in decoded.tiles {
      let other = try #require(try self.tile(key, of: Pyramid(size: decoded.info.size)))
      #expect(difference(other, tile) == 0, "\(key)", sourceLocation: sourceLocation)
    }
  }
}

/// The largest difference of any channel of two pixels.
func difference(_ one: UInt32, _ other: UInt32) -> Int {
  var (largest, one, other) = (0, Int(one), Int(other))
  while one != other {
    let change = (one & 0xFF) - (other & 0xFF)
    largest = max(largest, abs(change))
    (one, other) = (one >> 8, other >> 8)
  }
  return largest
}

/// The largest difference of any channel of two pictures; 255 for different sizes.
func difference(_ one: [UInt32], _ other: [UInt32]) -> Int {
  guard one.count == other.count else { return 255 }
  var (largest, index) = (0, 0)
  while index < one.count {
    if one[index] != other[index] { largest = max(largest, difference(one[index], other[index])) }
    index += 1
  }
  return largest
}
