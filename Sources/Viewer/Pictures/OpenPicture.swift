import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

/// A picture that a window shows, or is about to show: its tiles, its view, and what draws it.
struct OpenPicture {
  let picture: TiledPicture
  var view: PictureView
  let compositor: Compositor
  let tiles: TileManager
  /// The file; `nil` for a grid.
  let file: FilePath?
  /// The properties of the file before it was opened: what is read may be newer, but not older.
  let status: FileStatus?
  /// When it was opened, in seconds.
  var startTime: Double
  /// Why the file cannot be shown, as a message on a page in place of the picture.
  var problem: String?
  /// True for what is shown until the first picture is opened.
  var isPlaceholder = false
  /// True if a page with text replaces a picture.
  var isPage: Bool { problem != nil || isPlaceholder }
  /// How the picture is turned or flipped.
  var turn = Orientation.upright
  /// The page of the file.
  var page = FilePage()
  /// What was shown of the last picture before a page.
  var keptPosition: PictureView.Position?

  /// Sets up the drawing of a picture.
  init(
    _ picture: TiledPicture, view: PictureView, store: TileStore, maker: any SurfaceFactory,
    file: FilePath?, status: FileStatus?, startTime: Double
  ) throws(DrawingError) {
    self.picture = picture
    self.view = view
    self.file = file
    self.status = status
    self.startTime = startTime
    let painter = Painter(
      maker: maker, provider: picture, isOpaque: !picture.info.hasAlpha,
      byteLimit: store.budget / 2)
    compositor = try Compositor(painter: painter, maker: maker)
    tiles = TileManager(picture, store: store, compositor: compositor)
  }

  /// What is shown of the picture, or was of the last one before a page.
  var position: PictureView.Position? { isPage ? keptPosition : view.position }

  /// The visible part, in pixels of the picture as shown.
  var visiblePart: PixelRect {
    let frame = view.frame()
    return PixelRect(around: frame.placement.visiblePart(in: frame.viewport))
      .intersection(PixelRect(picture.info.size))
  }

  /// When loading began, in seconds; `nil` when it has ended.
  var loadingSince: Double? {
    if isPlaceholder { return startTime }
    return if case .loading = picture.state { startTime } else { nil }
  }

  /// Whether the whole window can be drawn, at least roughly, so that nothing but the picture
  /// and its surroundings is visible.
  var canFillWindow: Bool {
    if isPage { return true }
    let plan = FramePlan(view.frame(), pyramid: picture.pyramid)
    return plan.tiles.entries.allSatisfy { hasPixels(for: $0.key) }
  }

  /// Returns whether a tile or a coarser one in its place is decoded.
  private func hasPixels(for key: TileKey) -> Bool {
    (0..<picture.pyramid.levelCount - key.level).contains { levels in
      let key = key.ancestor(levels)
      return compositor.surfaces.hasWhole(key) || picture.pixels(key)?.isComplete ?? false
    }
  }

  /// Whether decoding has ended, with or without success.
  var isLoaded: Bool {
    switch picture.state {
    case .loading: false
    case .complete: canFillWindow
    case .damaged, .stopped: true
    }
  }
}
