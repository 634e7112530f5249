package import ScrollGeometry

/// Reads a part of a picture at its full size, upright, in bands of rows from the top.
///
/// The rows are those that the viewer shows at 1:1: sRGB, with the orientation applied, of pictures of any format and of the
/// generated grid. A thread decodes the next band while the caller works on the last one, so two bands are in memory.
///
/// ```swift
/// let reader = BandReader(source, budget: 256 << 20)
/// while let band = try reader.nextBand() {
///   for row in band.rect.rows { band.withRow(row) { … } }
/// }
/// if let damage = reader.damage { … }  // Pixels that could not be decoded are transparent.
/// ```
///
/// Two readers of rectangles of the same size and row, with the same budget, have bands of the same rows, whatever the pictures are.
///
/// Use it on one thread; it waits for the decoder. ``cancel()`` may be called on any thread. Releasing the reader cancels it.
package final class BandReader: Sendable {
  /// The part of the picture that is read, in pixels as shown.
  package let rect: PixelRect
  /// The most rows of a band, a power of two up to a tile's side; bands begin at its multiples.
  package let bandHeight: Int

  private let handover = BandHandover()

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - source: From ``ImageFile/open(_:limits:)``, possibly turned, or a ``Grid``.
  ///   - rect: The part to read; what lies outside of the picture is left out. The default is the whole picture.
  ///   - budget: The memory to take, in bytes, besides what decoding itself does. Very wide pictures take up to 24 MiB however
  ///     small it is.
  ///   - scratch: Where a picture that is neither upright nor small is turned; `nil` for nowhere, which makes ``nextBand()`` throw.
  package init(
    _ source: any ImageSource, rect: PixelRect? = nil, budget: Int = TileStore.defaultBudget,
    scratch: CacheFolder? = .standard()
  ) {
    let whole = PixelRect(source.info.size)
    self.rect = rect.map { $0.intersection(whole) } ?? whole
    bandHeight = Self.bandHeight(width: self.rect.width, budget: budget)
    let producer = BandProducer(
      source: source, rect: self.rect, bandHeight: bandHeight, budget: budget, scratch: scratch,
      handover: handover)
    if !DecodeThread.start({ producer.run() }) {
      handover.end(ImagingError(.noResources, source.info.format, "no thread could be started"))
    }
  }

  deinit { handover.cancel() }
}

extension BandReader {
  /// The share of the budget that a band may take. [C]
  private static let bandShare = 4
  /// The bytes that a band may take however small the budget is. [C]
  private static let minimumBandBytes = 12 << 20

  private static func bandHeight(width: Int, budget: Int) -> Int {
    let bytes = max(budget / bandShare, minimumBandBytes)
    let rows = bytes / max(1, width) / TilePixels.bytesPerPixel
    var height = Pyramid.tileSide
    while height > 1, height > rows { height /= 2 }
    return height
  }

  /// Returns the next rows, or `nil` after the last ones and after ``cancel()``.
  ///
  /// - Throws: If the rest cannot be read for lack of memory, of disk space or of a thread. A damaged file is not such an error.
  package func nextBand() throws(ImagingError) -> PixelBand? { try handover.take() }

  /// What could not be decoded, so far; the pixels in question are transparent.
  package var damage: ImagingError? { handover.damage }

  /// Stops decoding.
  package func cancel() { handover.cancel() }
}
