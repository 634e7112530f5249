import OverscrollBase
package import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell
import ScrollGeometry

/// Two pictures that a window compares: their tiles within one budget, what draws them, and how much they differ.
final class ComparedPair {
  let names: PicturePair<String>
  let sizes: PicturePair<PixelSize>
  /// Where B lies on A by the coordinates of both; `nil` where it lies nowhere.
  let mapped: MappedPlace?
  let measurement: CompareMeasurement
  private let pictures: PicturePair<TiledPicture>
  private let painter: ComparePainter
  private let tiles: CompareTiles
  /// The image that a frame is composed on, of the window's size.
  private var board: Surface?

  /// Begins to load two pictures.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - store: The memory for the tiles of both, and its budget.
  ///   - cache: The folder of tile files; `nil` for none.
  ///   - otherBytes: The part of the budget that others use, in bytes.
  ///   - wake: Called on other threads when something has arrived.
  init(
    _ pictures: PicturePair<ComparedPicture>, store: TileStore, cache: CacheFolder?,
    otherBytes: Int, wake: @escaping @Sendable () -> Void
  ) {
    names = pictures.map(\.name)
    let sources = pictures.map(\.source)
    sizes = sources.map(\.info.size)
    mapped = try? MappedPlace(sources.map(\.info), pictures.map(\.scale))
    let queue = DecodeQueue(passes: 2)
    let tiled = sources.map {
      TiledPicture($0, store: store, queue: queue, cache: cache, wake: wake)
    }
    self.pictures = tiled
    painter = ComparePainter(
      tiled.map { $0 }, areOpaque: tiled.map { !$0.info.hasAlpha }, byteLimit: store.budget / 2)
    tiles = CompareTiles(tiled, store: store, painter: painter, otherBytes: otherBytes)
    measurement = CompareMeasurement(sources, store: store, scratch: cache, wake: wake)
  }

  /// Collects what other threads have decoded; returns whether anything looks different.
  func drainArrivals() -> Bool {
    var hasArrived = false
    for side in PairSide.allCases {
      let keys = pictures[side].drainArrivals()
      painter.painters[side].invalidate(keys)
      if !keys.isEmpty { hasArrived = true }
    }
    return hasArrived
  }

  /// The progress of loading; `nil` if it has ended.
  var progress: Frame.Progress? {
    let parts = pictures.both.compactMap { picture -> Double?? in
      if case .loading(let part) = picture.state { part } else { nil }
    }
    guard !parts.isEmpty else { return nil }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return .unknown }
    return .part((known.reduce(0, +) + Double(2 - parts.count)) / 2)
  }

  /// Why a part of a picture cannot be shown, as a message; `nil` if nothing is missing.
  var damage: String? {
    PairSide.allCases.lazy.compactMap { side in
      if case .damaged(let message) = self.pictures[side].state {
        "\(side.letter): \(message)"
      } else {
        nil
      }
    }.first
  }

  /// Draws a scene with what lies over it, and copies it to the window.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - resting: The placements of the pictures after all animations have ended.
  ///   - direction: The direction in which the view travels over the pictures.
  ///   - overlays: What lies over the pictures; a frame of the whole window.
  ///   - surface: The surface that is shown.
  ///   - factory: The factory that made it.
  /// - Returns: Whether tiles wait for the next frame to be drawn.
  /// - Throws: An error if memory is short or the display is gone.
  func draw(
    _ scene: CompareScene, resting: PicturePair<Placement>, direction: TravelDirection,
    under overlays: Frame, on surface: Surface, by factory: any SurfaceFactory
  ) throws(DrawingError) -> Bool {
    let board = try board(surface.size)
    tiles.prepare(
      scene, resting: resting, direction: direction,
      bufferBytes: board.byteCount + surface.byteCount + factory.stagingBytes)
    try painter.draw(scene, on: board)
    let canvas = try Canvas(board)
    try painter.painters.a.drawOverlays(overlays, on: canvas)
    try board.flush()
    board.upload(board.size, to: surface, by: factory)
    return painter.isUnfinished
  }

  private func board(_ size: PixelSize) throws(DrawingError) -> Surface {
    if let board, board.size == size { return board }
    // Freed first, so that there are never two.
    board = nil
    let made = try Surface(imageOf: size, opaque: true)
    board = made
    return made
  }
}

/// One of two pictures to compare.
package struct ComparedPicture: Sendable {
  /// The picture, turned as it is shown.
  package var source: any ImageSource
  /// Its name in the window.
  package var name: String
  /// How large its pixels are, and where they lie; `nil` where that isn't known.
  package var scale: PixelScale?
  /// Its file, by which an album knows it; `nil` without an album.
  var file: FilePath?

  package init(_ source: any ImageSource, name: String, scale: PixelScale? = nil) {
    (self.source, self.name, self.scale) = (source, name, scale)
  }
}

/// A window that compares two pictures.
package struct CompareWindow {
  package var options: WindowOptions
  package var pictures: PictureOptions
  package var settings: CompareSettings

  package init(
    options: WindowOptions, pictures: PictureOptions, settings: CompareSettings
  ) {
    (self.options, self.pictures, self.settings) = (options, pictures, settings)
  }

  /// The initial size of the window, in pixels.
  private static let size = PixelSize(width: 1280, height: 800)

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - compared: The pictures.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if there is no display that can be used.
  package func open(
    _ compared: PicturePair<ComparedPicture>, on opener: any HostOpener
  ) throws(Failure) -> OpenWindow {
    do throws(HostError) {
      let waker = opener.waker
      let setup = try WindowSetup(
        WindowRequest(
          title: "Overscroll", size: Self.size,
          tileSide: Pyramid.tileSide + 2 * TilePixels.apron, areas: [], options: options),
        on: opener)
      let pair = ComparedPair(
        compared, store: TileStore(budget: pictures.byteBudget), cache: pictures.cache,
        otherBytes: 0, wake: { waker.wake() })
      let room = Room(pixels: setup.size, scale: setup.scale)
      let page = ComparePage(pair, settings, pictures, room: room, in: setup)
      return OpenWindow(WindowController(setup, page: page))
    } catch {
      throw Failure(error)
    }
  }
}
