internal import Dispatch
package import ScrollGeometry
import Synchronization

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
/// Use it on one thread; it waits for the decoder. Releasing the reader stops decoding.
final class BandReader: Sendable {
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

  /// Returns the next rows, or `nil` after the last ones.
  ///
  /// - Throws: If the rest cannot be read for lack of memory, of disk space or of a thread. A damaged file is not such an error.
  package func nextBand() throws(ImagingError) -> PixelBand? { try handover.take() }

  /// What could not be decoded, so far; the pixels in question are transparent.
  package var damage: ImagingError? { handover.damage }
}

/// Some rows of a part of a picture, at its full size and upright.
package struct PixelBand: Sendable {
  /// The place of the pixels, in pixels of the picture as shown.
  package let rect: PixelRect
  /// The pixels, row by row without gaps: 0xAARRGGBB in sRGB, premultiplied by alpha.
  package internal(set) var pixels: ContiguousArray<UInt32>

  /// Makes a band of transparent pixels.
  init(clear rect: PixelRect) {
    self.rect = rect
    pixels = ContiguousArray(repeating: 0, count: rect.area)
  }

  /// Calls `body` with the pixels of one row.
  ///
  /// - Parameters:
  ///   - row: The row in the picture, one of `rect.rows`.
  ///   - body: Receives `rect.width` pixels, which are valid during the call.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  func withRow<R, E: Error>(
    _ row: Int, _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    let start = (row - rect.y) * rect.width
    return try pixels.withUnsafeBufferPointer { buffer throws(E) in
      try body(UnsafeBufferPointer(rebasing: buffer[start..<start + rect.width]))
    }
  }

  /// Places pixels of a rectangle, row by row without gaps, which lies in the band.
  mutating func place(_ part: ContiguousArray<UInt32>, in place: PixelRect) {
    let (width, left, top) = (rect.width, place.x - rect.x, place.y - rect.y)
    pixels.withUnsafeMutableBufferPointer { target in
      part.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<place.height {
          (target + (top + row) * width + left).update(
            from: source + row * place.width, count: place.width)
        }
      }
    }
  }
}

extension TilePixels {
  /// Copies a part of the content, in pixels from the content's corner, row by row without gaps.
  func pixels(in part: PixelRect) -> ContiguousArray<UInt32> {
    ContiguousArray(unsafeUninitializedCapacity: part.area) { output, count in
      withUnsafePixels { source in
        guard let source = source.baseAddress, let target = output.baseAddress else { return }
        for row in 0..<part.height {
          let start = (part.y + row + Self.apron) * stride + part.x + Self.apron
          (target + row * part.width).update(from: source + start, count: part.width)
        }
      }
      count = part.area
    }
  }
}

/// Hands bands from the thread that decodes them to the one that reads them, one at a time.
final class BandHandover: Sendable {
  private struct State: Sendable {
    var band: PixelBand?
    var damage: ImagingError?
    /// Set at the end, with the error that made it end early.
    var end: Result<Void, ImagingError>?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let isReady = DispatchSemaphore(value: 0)
  private let isTaken = DispatchSemaphore(value: 0)
}

// What the decoder calls.
extension BandHandover {
  /// True until reading was cancelled.
  var isWanted: Bool { state.withLock { !$0.isCancelled } }

  /// Hands over a band, and waits until it is taken or reading was cancelled.
  func put(_ band: consuming PixelBand) {
    let isWanted = state.withLock { [band] state in
      if !state.isCancelled { state.band = band }
      return !state.isCancelled
    }
    guard isWanted else { return }
    isReady.signal()
    isTaken.wait()
  }

  /// Notes what could not be decoded, unless something was noted before.
  func note(_ damage: ImagingError) { state.withLock { $0.damage = $0.damage ?? damage } }

  /// Ends reading, early if there is an error.
  func end(_ failure: ImagingError? = nil) {
    state.withLock { state in
      if state.end == nil { state.end = failure.map { .failure($0) } ?? .success(()) }
    }
    isReady.signal()
  }
}

// What the reader calls.
extension BandHandover {
  /// What could not be decoded so far.
  var damage: ImagingError? { state.withLock { $0.damage } }

  /// Waits for the next band and returns it; `nil` at the end.
  func take() throws(ImagingError) -> PixelBand? {
    while true {
      let (band, end) = state.withLock { state in
        defer { state.band = nil }
        return (state.band, state.isCancelled ? .success(()) : state.end)
      }
      if let band {
        isTaken.signal()
        return band
      }
      if let end {
        try end.get()
        return nil
      }
      isReady.wait()
    }
  }

  /// Ends reading for good; wakes both threads.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.band = nil
    }
    isReady.signal()
    isTaken.signal()
  }
}
