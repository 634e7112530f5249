/// A picture as a viewer holds it: tiles that come by themselves, in the order they are wanted.
///
/// Nothing here decodes on the caller's thread or waits for a decoder. Dropping the picture stops its
/// decoding and frees its tiles.
package final class TiledPicture: Sendable {
  /// What the header says.
  package let info: ImageInfo
  /// The geometry of its levels and tiles.
  package let pyramid: Pyramid
  private let loader: PictureLoader

  /// Begins to load a picture.
  ///
  /// - Parameters:
  ///   - source: from ``ImageFile/open(_:limits:)``, or a ``Grid``.
  ///   - store: holds the tiles, of all pictures together.
  ///   - queue: decodes, for all pictures together.
  ///   - cache: where tiles that memory has no room for are kept; nil for nowhere.
  ///   - requests: what is wanted at first, the most urgent tile first.
  ///   - wake: called on decoders' threads when a tile arrived or ``state`` changed; not again until
  ///     ``takeArrivals()`` was called.
  package init(
    _ source: any ImageSource, store: TileStore, queue: DecodeQueue, cache: CacheFolder? = nil,
    requests: [TileKey] = [], wake: @escaping @Sendable () -> Void
  ) {
    info = source.info
    pyramid = Pyramid(size: source.info.size)
    loader = PictureLoader(
      source, pyramid: pyramid, store: store, queue: queue, cache: cache, wake: wake)
    loader.start(requests)
  }

  deinit { loader.discard() }
}

extension TiledPicture {
  /// How far the loading is.
  package enum State: Hashable, Sendable {
    /// Work goes on; the fraction done, 0 … 1, where it is known.
    case loading(fraction: Double?)
    /// Every tile is there or can be had.
    case complete
    /// Some of it cannot be shown, and one sentence why; what arrived stays.
    case damaged(String)
    /// ``cancel()`` was called before it was complete; what arrived stays.
    case stopped
  }

  /// How far the loading is.
  ///
  /// A picture whose tiles can be had one by one is complete from the start.
  package var state: State { loader.state }

  /// The number of tiles that are requested and neither there nor being decoded.
  package var pendingRequestCount: Int { loader.pendingRequestCount }

  /// Replaces the requests, the most urgent tile first.
  ///
  /// Tiles that are there, keys that do not exist and tiles that failed are skipped; what is no longer
  /// requested is dropped unless its decoding began. A picture that is passed over as a whole delivers
  /// all its tiles unasked.
  package func request(_ keys: [TileKey]) { loader.request(keys) }

  /// The tile if it is there, which then counts as used just now; never decodes.
  package func pixels(_ key: TileKey) -> TilePixels? { loader.pixels(key) }

  /// Lets a tile go before all others when memory runs out, since it is on a surface now.
  package func release(_ key: TileKey) { loader.release(key) }

  /// True if the tile cannot be decoded, so that requesting it is of no use.
  package func hasFailed(_ key: TileKey) -> Bool { loader.hasFailed(key) }

  /// The tiles that arrived since the last call, each once.
  ///
  /// A key may arrive again later, with more of its rows: see ``TilePixels/filled``.
  package func takeArrivals() -> [TileKey] { loader.takeArrivals() }

  /// Stops the work; what arrived stays.
  ///
  /// A pass over the whole file ends; where tiles are had one by one the requests so far are dropped.
  package func cancel() { loader.cancel() }

  /// True if a picture whose rows can only be had in order is held in memory as a whole, as long as
  /// nothing else is.
  package static func isHeld(_ pyramid: Pyramid, budget: Int) -> Bool {
    (pyramid.byteCount ?? .max) <= budget - budget / PictureLoader.screenShare
  }
}
