/// A way of getting single tiles of a picture that are not in memory.
///
/// All methods may be called on any thread, several at once.
protocol TileBackend: Sendable {
  /// Gets a tile.
  ///
  /// - Parameters:
  ///   - key: A tile of `pyramid`.
  ///   - pyramid: The picture's.
  ///   - isPassing: True if a pass over the file, which delivers tiles of its own, was running when
  ///     the tile was taken from the queue.
  /// - Returns: The tile, or `nil` if the backend doesn't have it.
  /// - Throws: When the tile cannot be decoded.
  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels?
  /// True if the backend claims to have every tile, so that a missing one shows that it is damaged.
  var isExhaustive: Bool { get }
  /// The finest level with quick tiles, where tiles of finer levels cost so much that decoding all
  /// rows can be quicker; `nil` otherwise.
  var quickLevel: Int? { get }
}

extension TileBackend {
  var isExhaustive: Bool { false }
  var quickLevel: Int? { nil }
}

/// Decodes tiles directly from a file that stores them, or draws them.
struct DirectBackend: TileBackend {
  let source: any TileSource

  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels? {
    try source.tile(key, of: pyramid)
  }
}

/// Decodes regions of an indexed file.
struct RegionBackend: TileBackend {
  let decoder: any RegionDecoder
  /// False after decoding all rows failed: single tiles show which of them are damaged.
  var allowsSequentialDecode = true

  func tile(
    _ key: TileKey, of pyramid: Pyramid, isPassing: Bool
  ) throws(ImagingError) -> TilePixels? {
    // Indexing delivers the coarse levels.
    if isPassing, key.level >= decoder.indexedLevel { return nil }
    return try decoder.tile(key, of: pyramid)
  }

  var quickLevel: Int? {
    allowsSequentialDecode && !decoder.prefersTiles ? decoder.indexedLevel : nil
  }
}

/// Reads tiles from the tile file of an earlier pass.
struct TileFileBackend: TileBackend {
  let file: TileFile

  func tile(_ key: TileKey, of pyramid: Pyramid, isPassing: Bool) -> TilePixels? {
    file.pixels(key)
  }

  var isExhaustive: Bool { true }
}

/// Reads tiles back from the tile file that a pass is writing.
struct TileWriterBackend: TileBackend {
  let writer: TileFileWriter

  func tile(_ key: TileKey, of pyramid: Pyramid, isPassing: Bool) -> TilePixels? {
    writer.pixels(key)
  }
}
