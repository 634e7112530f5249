import ScrollGeometry

/// A picture as tiles, decoded in the order they are requested.
///
/// Nothing here decodes on the caller's thread or waits for a decoder: the work is ``PictureLoader``'s. Releasing the
/// picture stops its decoding and frees its tiles.
package final class TiledPicture: Sendable {
  /// The contents of the picture's header.
  package let info: ImageInfo
  /// The geometry of its levels and tiles.
  package let pyramid: Pyramid
  private let loader: PictureLoader

  /// Where its pixels come from, turned as it is shown.
  package var source: any ImageSource { loader.frame?.source ?? loader.source }

  /// Begins to load a picture.
  ///
  /// - Parameters:
  ///   - source: From ``ImageFile/open(_:limits:)``, or a ``Grid``.
  ///   - store: Holds the tiles of all pictures.
  ///   - queue: Decodes the tiles of all pictures.
  ///   - cache: Where tiles are kept that memory has no room for; `nil` for nowhere.
  ///   - requests: The tiles to decode first, the most urgent one first.
  ///   - tiles: Tiles that were decoded before.
  ///   - waits: Pass `true` to begin the pass over the file, where one is needed, only with ``begin()``.
  ///   - wake: Called on decoders' threads when a tile arrived or ``state`` changed; not again until
  ///     ``drainArrivals()`` was called.
  package init(
    _ source: any ImageSource, store: TileStore, queue: DecodeQueue, cache: CacheFolder? = nil,
    requests: [TileKey] = [], tiles: CoarseTiles = CoarseTiles(),
    waits: Bool = false, wake: @escaping @Sendable () -> Void
  ) {
    info = source.info
    pyramid = Pyramid(size: source.info.size)
    loader = PictureLoader(
      source, pyramid: pyramid, store: store, queue: queue, cache: cache, wake: wake)
    loader.add(tiles)
    loader.request(requests)
    if !waits { loader.begin() }
  }

  deinit { loader.discard() }

  /// How far loading is.
  package enum State: Hashable, Sendable {
    /// Work is going on; the fraction done, 0 … 1, if it is known.
    case loading(fraction: Double?)
    /// Every tile is there or can be decoded.
    case complete
    /// Some of the picture cannot be shown, and one sentence why; tiles that arrived stay.
    case damaged(String)
    /// ``cancel()`` was called before the picture was complete; tiles that arrived stay.
    case stopped
  }

  /// How far loading is.
  ///
  /// A picture whose tiles can be decoded one by one is complete from the start.
  package var state: State {
    switch loader.phase {
    case .passing(let fraction, _): .loading(fraction: fraction)
    case .complete: .complete
    case .damaged(let message): .damaged(message)
    case .stopped, .discarded: .stopped
    }
  }

  /// Begins to load a picture that was made to wait; does nothing otherwise.
  package func begin() { loader.begin() }

  /// The number of requested tiles that are neither there nor being decoded.
  package var pendingRequestCount: Int { loader.pendingRequestCount }

  /// Replaces all requests, the most urgent tile first.
  ///
  /// Tiles that are there, keys that do not exist and tiles that failed are skipped. A request that is
  /// not repeated is dropped unless its decoding has begun. While a pass over the whole file is
  /// running it delivers all tiles, requested or not.
  package func request(_ keys: [TileKey]) { loader.request(keys) }

  /// Returns a tile's pixels, or `nil` if they aren't there; the tile then counts as used just now.
  ///
  /// Never decodes.
  package func pixels(_ key: TileKey) -> TilePixels? { loader.pixels(key) }

  /// Returns the tiles of a level, or `nil` where one is missing; that does not count as use.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - isWhole: True where each tile has to be complete.
  /// - Returns: The tiles, row by row.
  func residentTiles(ofLevel level: Int, ifWhole isWhole: Bool) -> [TilePixels]? {
    let grid = pyramid.grid(ofLevel: level)
    var tiles: [TilePixels] = []
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let key = TileKey(level: level, column: column, row: row)
        guard let pixels = loader.residentPixels(key), pixels.isComplete || !isWhole else {
          return nil
        }
        tiles.append(pixels)
      }
    }
    return tiles
  }

  /// Makes a tile the first to be evicted, since it has been copied to a surface.
  package func release(_ key: TileKey) { loader.release(key) }

  /// Removes a tile's pixels, since a surface has them all.
  package func discard(_ key: TileKey) { loader.remove(key) }

  /// Returns whether a tile cannot be decoded, so that requesting it is of no use.
  package func hasFailed(_ key: TileKey) -> Bool { !showsFrame && loader.hasFailed(key) }

  /// Returns the tiles that arrived since the last call, each once.
  ///
  /// A key may arrive again later, with more of its rows: see ``TilePixels/filled``.
  package func drainArrivals() -> [TileKey] { loader.drainArrivals() }

  /// Shows a frame of an animation from now on, instead of what is decoded of the file.
  ///
  /// The caller marks what is drawn as outdated.
  package func show(_ frame: AnimationFrame) { loader.show(frame) }

  /// True if a frame of an animation is shown.
  package var showsFrame: Bool { loader.frame != nil }

  /// Stops a pass over the whole file and drops all requests; tiles that arrived stay.
  package func cancel() { loader.cancel() }

  /// Returns whether a picture that is decoded in a pass is held in memory as a whole, as long as
  /// nothing else is.
  static func isHeld(_ pyramid: Pyramid, budget: Int) -> Bool {
    (pyramid.byteCount ?? .max) <= budget - budget / PictureLoader.screenShare
  }
}
