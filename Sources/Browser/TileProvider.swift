package import Imaging

/// Where tiles come from: a picture that is being decoded, or a stand-in for it in a test.
package protocol TileProvider: AnyObject {
  /// The geometry of the tiles.
  var pyramid: Pyramid { get }
  /// Requests tiles, the most urgent first; replaces all earlier requests.
  func request(_ keys: [TileKey])
  /// The pixels of a tile as far as they are there; never waits.
  func pixels(_ key: TileKey) -> TilePixels?
  /// Lets a tile's pixels go before those of others, since they are on a surface now.
  func release(_ key: TileKey)
  /// The tiles that have arrived, or grown, since the last call.
  func takeArrivals() -> [TileKey]
}

extension TiledPicture: TileProvider {}
