import OverscrollBase
package import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell
import ScrollGeometry

/// Pictures that a window compares with the first one: their tiles within one budget, what draws them, and how much one differs.
///
/// They are a collection, as side by side and blinking show all of them; only what is about two, such as a layout and a measurement, is
/// a `PicturePair`.
final class ComparedPictures {
  let names: [String]
  let sizes: [PixelSize]
  /// Where each lies on the first one by the coordinates of both; `nil` where it lies nowhere, and for the first one.
  let mapped: [MappedPlace?]
  let measurement: CompareMeasurement
  private let pictures: [TiledPicture]
  private let painter: ComparePainter
  private let tiles: CompareTiles
  /// The image that a frame is composed on, of the window's size.
  private var board: Surface?

  /// Begins to load pictures.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - store: The memory for the tiles of all, and its budget.
  ///   - cache: The folder of tile files; `nil` for none.
  ///   - otherBytes: The part of the budget that others use, in bytes.
  ///   - wake: Called on other threads when something has arrived.
  init(
    _ pictures: [ComparedPicture], store: TileStore, cache: CacheFolder?,
    otherBytes: Int, wake: @escaping @Sendable () -> Void
  ) {
    names = pictures.map(\.name)
    let sources = pictures.map(\.source)
    sizes = sources.map(\.info.size)
    mapped = pictures.enumerated().map { index, picture in
      index == 0 ? nil : try? PicturePair(a: pictures[0], b: picture).mapped()
    }
    // As many passes at a time as two pictures have.
    let queue = DecodeQueue(passes: 2)
    let tiled = sources.map {
      TiledPicture($0, store: store, queue: queue, cache: cache, wake: wake)
    }
    self.pictures = tiled
    painter = ComparePainter(
      tiled, areOpaque: tiled.map { !$0.info.hasAlpha }, byteLimit: store.budget / 2)
    tiles = CompareTiles(tiled, store: store, painter: painter, otherBytes: otherBytes)
    measurement = CompareMeasurement(
      sources, names: names, pages: pictures.map(\.page), store: store, scratch: cache, wake: wake)
  }

  /// Collects what other threads have decoded; returns whether anything looks different.
  func drainArrivals() -> Bool {
    var hasArrived = false
    for (picture, painter) in zip(pictures, painter.painters) {
      let keys = picture.drainArrivals()
      painter.invalidate(keys)
      if !keys.isEmpty { hasArrived = true }
    }
    return hasArrived
  }

  /// The progress of loading; `nil` if it has ended.
  var progress: Frame.Progress? {
    let parts = pictures.compactMap { picture -> Double?? in
      if case .loading(let part) = picture.state { part } else { nil }
    }
    guard !parts.isEmpty else { return nil }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return .unknown }
    let ended = pictures.count - parts.count
    return .part((known.reduce(0, +) + Double(ended)) / Double(pictures.count))
  }

  /// The number of a picture of which a part cannot be shown, and why; `nil` if nothing is missing.
  var damage: (picture: Int, message: String)? {
    pictures.enumerated().lazy.compactMap { index, picture in
      if case .damaged(let message) = picture.state { (index, message) } else { nil }
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
    _ scene: CompareScene, resting: [Placement], direction: TravelDirection,
    under overlays: Frame, on surface: Surface, by factory: any SurfaceFactory
  ) throws(DrawingError) -> Bool {
    let board = try board(surface.size)
    tiles.prepare(
      scene, resting: resting, direction: direction,
      bufferBytes: board.byteCount + surface.byteCount + factory.stagingBytes)
    try painter.draw(scene, on: board)
    let canvas = try Canvas(board)
    try painter.painters[0].drawOverlays(overlays, on: canvas)
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

/// A picture to compare.
package struct ComparedPicture: Sendable {
  /// The picture, turned as it is shown.
  package var source: any ImageSource
  /// Its name in the window.
  package var name: String
  /// How large its pixels are, and where they lie; `nil` where that isn't known.
  package var scale: PixelScale?
  /// Which page of its file it is.
  package var page = ComparedPage()
  /// Its file, by which an album knows it; `nil` without an album.
  var file: FilePath?

  package init(_ source: any ImageSource, name: String, scale: PixelScale? = nil) {
    (self.source, self.name, self.scale) = (source, name, scale)
  }
}

extension PicturePair<ComparedPicture> {
  /// Where B lies on A by the coordinates of both.
  package func mapped() throws(MappedPlace.Refusal) -> MappedPlace {
    try MappedPlace(map(\.source.info), map(\.scale))
  }
}

/// A window that compares pictures.
package struct CompareWindow {
  package var window: WindowOptions
  package var options: PictureOptions
  package var settings: CompareSettings

  package init(window: WindowOptions, options: PictureOptions, settings: CompareSettings) {
    (self.window, self.options, self.settings) = (window, options, settings)
  }

  /// The initial size of the window, in pixels.
  private static let size = PixelSize(width: 1280, height: 800)

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - opener: Opens the window.
  /// - Returns: The window, which is not shown yet.
  /// - Throws: An error if there is no display that can be used.
  package func open(
    _ pictures: [ComparedPicture], on opener: any HostOpener
  ) throws(Failure) -> OpenWindow {
    do throws(HostError) {
      let waker = opener.waker
      let setup = try WindowSetup(
        WindowRequest(
          title: "Overscroll", size: Self.size,
          tileSide: Pyramid.tileSide + 2 * TilePixels.apron, areas: [], options: window),
        on: opener)
      let compared = ComparedPictures(
        pictures, store: TileStore(budget: options.byteBudget), cache: options.cache,
        otherBytes: 0, wake: { waker.wake() })
      let room = Room(pixels: setup.size, scale: setup.scale)
      let page = ComparePage(compared, settings, options, room: room, in: setup)
      return OpenWindow(WindowController(setup, page: page))
    } catch {
      throw Failure(error)
    }
  }
}
