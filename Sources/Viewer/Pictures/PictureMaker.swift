import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollPanels
import OverscrollShell
import OverscrollStage
import ScrollGeometry

/// Makes the pictures of a window: their tiles within its one byte budget, and their views in the place where they are shown.
final class PictureMaker {
  let store: TileStore
  let options: PictureOptions
  let surfaces: any SurfaceFactory
  /// The place of pictures in the window.
  var room: Room
  /// How pictures are turned or flipped in this session; upright ones are left out.
  private var turns: [FilePath: Orientation] = [:]
  private let waker: Waker

  init(_ options: PictureOptions, store: TileStore, setup: WindowSetup) {
    self.options = options
    self.store = store
    surfaces = setup.window
    waker = setup.waker
    let layout = DockLayout(
      window: setup.window.size.size / setup.scale, viewport: nil,
      areas: setup.areas.subtracting([.strip]))
    room = Room(
      pixels: PixelRect(rounding: layout.viewport * setup.scale).size, scale: setup.scale)
  }

  /// Wakes the window, on any thread.
  var wake: @Sendable () -> Void {
    { [waker] in waker.wake() }
  }

  /// How the picture of a file is turned or flipped.
  func turn(of file: FilePath) -> Orientation { turns[file] ?? .upright }

  /// Turns or flips the picture of a file from the next time on that it is opened.
  func turn(_ file: FilePath, by turn: Orientation) {
    let new = self.turn(of: file).followed(by: turn)
    turns[file] = new == .upright ? nil : new
  }

  /// The placement and the limits of a picture from a file.
  private var limits: PictureView.ZoomLimits { .init(maximum: options.maximumZoomScale) }

  /// Begins to decode a picture that no one has asked for parts of yet.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - store: The memory for its pixels.
  ///   - cache: The folder of tile files; `nil` for none.
  ///   - waker: Woken when pixels have arrived.
  /// - Returns: The picture, which is being decoded.
  static func decode(
    _ source: any ImageSource, into store: TileStore, _ cache: CacheFolder?, waker: Waker
  ) -> TiledPicture {
    TiledPicture(
      source, store: store, queue: DecodeQueue(), cache: cache, wake: { waker.wake() })
  }

  /// Makes the view of a picture of a file, as it is first placed, or at a position.
  func view(of size: PixelSize, at position: PictureView.Position? = nil) -> PictureView {
    view(of: size, fit: options.fit ?? .fit, limits: limits, at: position)
  }

  /// Makes the view of a picture.
  func view(
    of size: PixelSize, fit: PictureView.Fit, limits: PictureView.ZoomLimits,
    at position: PictureView.Position? = nil
  ) -> PictureView {
    PictureView(
      size: size, viewport: room.pixels, scale: room.scale, fit: fit, limits: limits,
      position: position, log: CallbackLog())
  }

  /// Begins to load a picture in the place in which it will be shown.
  ///
  /// - Parameters:
  ///   - opened: The picture, and what is decoded of it.
  ///   - path: The file.
  ///   - position: What is shown of it; `nil` to place it again.
  ///   - waits: True where decoding waits until the picture is shown.
  /// - Returns: The picture.
  /// - Throws: An error where memory is short or the display is gone.
  func picture(
    _ opened: FileOpening.Opened, _ path: FilePath, at position: PictureView.Position?,
    waits: Bool
  ) throws(DrawingError) -> OpenPicture {
    let size = opened.source.info.size
    let view = view(of: size, at: position)
    let pyramid = Pyramid(size: size)
    let plan = FramePlan(view.frame(filter: options.filter), pyramid: pyramid)
    let picture = TiledPicture(
      opened.source, store: store, queue: DecodeQueue(), cache: options.cache,
      requests: plan.requests(resting: view.restingPlacement, pyramid: pyramid),
      tiles: opened.tiles, waits: waits, wake: wake)
    var made = try open(picture, view, file: path, status: opened.status)
    made.turn = opened.turn
    return made
  }

  /// Sets up the drawing of a picture that is being decoded.
  func open(
    _ picture: TiledPicture, _ view: PictureView, file: FilePath?, status: FileStatus?
  ) throws(DrawingError) -> OpenPicture {
    try OpenPicture(
      picture, view: view, store: store, maker: surfaces, file: file, status: status,
      startTime: MonotonicClock.now)
  }

  /// Makes a page that says why a file cannot be shown.
  func page(of file: FilePath, because problem: String) throws(DrawingError) -> OpenPicture {
    let source = UnreadablePicture()
    let picture = TiledPicture(source, store: store, queue: DecodeQueue(), wake: {})
    let view = view(of: source.info.size, fit: .fit, limits: limits)
    var page = try open(picture, view, file: file, status: FileStatus(of: file))
    page.problem = problem
    return page
  }
}
