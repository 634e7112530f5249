package import OverscrollImaging

/// A source of tiles: a picture being decoded, or a fake in tests.
package protocol TileProvider: AnyObject {
  /// The geometry of the tiles.
  var pyramid: Pyramid { get }
  /// Requests tiles, most urgent first, in place of all earlier requests.
  func request(_ keys: [TileKey])
  /// Returns the pixels of a tile, or `nil` if none are loaded; never blocks.
  func pixels(_ key: TileKey) -> TilePixels?
  /// Marks a tile's pixels as the first to be evicted, because they are on a surface now.
  func release(_ key: TileKey)
  /// Returns the tiles that have arrived or grown since the last call.
  func drainArrivals() -> [TileKey]
}

extension TiledPicture: TileProvider {}
