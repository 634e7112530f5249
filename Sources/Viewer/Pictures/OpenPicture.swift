import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
package import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// A picture that a window shows, or is about to show: its tiles, its view, and what draws it.
struct OpenPicture {
  let picture: TiledPicture
  var view: PictureView
  let compositor: Compositor
  let tiles: TileManager
  /// The file, which may be renamed; `nil` for a grid.
  var file: FilePath?
  /// The properties of the file before it was opened: what is read may be newer, but not older.
  let status: FileStatus?
  /// When it was opened, in seconds.
  var startTime: Double
  /// Why the file cannot be shown, as a message on a page in place of the picture.
  var problem: String?
  /// True where it may be shown the next time that it is tried.
  var mayRetry = true
  /// True for a page about the folder of the file, none of whose files can be shown.
  var isAboutFolder = false
  /// True for what is shown until the first picture is opened.
  var isPlaceholder = false
  /// True for the empty place of a picture that a swipe has come to before it could be drawn.
  var isAwaited = false
  /// True for the page that a window without pictures begins with.
  var isStart = false
  /// True if a page with text replaces a picture.
  var isNotice: Bool { problem != nil || isPlaceholder || isAwaited || isStart }
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

  /// The folder of its file; `nil` if it is in none.
  var folder: FilePath? { file.flatMap(\.fromRoot)?.folder }

  /// What is shown of the picture, or was of the last one before a page.
  var position: PictureView.Position? { isNotice ? keptPosition : view.position }

  /// The visible part, in pixels of the picture as shown.
  var visiblePart: PixelRect {
    let frame = view.frame()
    return PixelRect(around: frame.placement.visiblePart(in: frame.viewport))
      .intersection(PixelRect(picture.info.size))
  }

  /// When loading began, in seconds; `nil` when it has ended.
  var loadingSince: Double? {
    if isPlaceholder || isAwaited { return startTime }
    return if case .loading = picture.state { startTime } else { nil }
  }

  /// Whether the whole window can be drawn, at least roughly, so that nothing but the picture
  /// and its surroundings is visible.
  var canFillWindow: Bool {
    if isNotice { return true }
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

/// A page of a file.
package struct FilePage: Sendable {
  /// The number of the page, from 0.
  package var index = 0
  /// The pages of the file, as far as they are known; `nil` where it has a single one, or is not read yet.
  package var pages: FilePages?
  /// True while the frames of an animation follow each other.
  package var isPlaying = false
  /// The page that is asked for by its name, before the file is read; `nil` for none.
  private var choice: PageChoice?

  package init(index: Int = 0, pages: FilePages? = nil, isPlaying: Bool = false) {
    (self.index, self.pages, self.isPlaying) = (index, pages, isPlaying)
  }

  /// The page that is asked for, of a file that is not read yet.
  init(_ choice: PageChoice) {
    if case .index(let index) = choice { self.index = index } else { self.choice = choice }
  }

  /// The page that a description of the file is about: frames differ in nothing that it has.
  var describedIndex: Int { pages?.kind == .frames ? 0 : index }

  /// Opens a page of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: Larger pictures are refused.
  ///   - isClamped: True where the last page takes the place of one that the file does not have.
  /// - Returns: The picture, and the page with what is known of the others.
  /// - Throws: If it cannot be shown, or there is no such page.
  func open(
    _ path: FilePath, limits: ImageLimits, isClamped: Bool = false
  ) throws(ImagingError) -> (source: any ImageSource, page: FilePage) {
    let pages = pages.flatMap { $0.isCurrent ? $0 : nil } ?? FilePages(of: path, in: limits.sandbox)
    let wanted = try choice?.index(in: path, limits.sandbox) ?? index
    let index = isClamped ? pages?.clamped(wanted) ?? 0 : wanted
    let source = try ImageFile.open(path, page: index, of: pages, limits: limits)
    pages?.lookAhead(from: index)
    return (source, FilePage(index: index, pages: pages))
  }
}

extension FilePage {
  /// How many pages the file has, as far as they are counted.
  var count: FilePages.Count { pages?.count ?? FilePages.Count(known: 1, isComplete: true) }

  /// The number of pages; `nil` until they are counted.
  var knownCount: Int? { count.isComplete ? count.known : nil }

  /// The number of the page and of all pages in running text; `nil` for the only page.
  var text: String? {
    guard let part else { return nil }
    // The number would change with each frame.
    if isPlaying { return kind.text(count.known) }
    return part + (pages?.name(of: index).map { ", \($0)" } ?? "")
  }

  /// Which of several pages or frames it is; `nil` for the only one.
  var part: String? {
    guard count.known > 1 || !count.isComplete else { return nil }
    let all = count.isComplete ? "\(count.known)" : "…"
    return isPlaying ? "one \(kind.name) of \(all)" : "\(kind.name) \(index + 1) of \(all)"
  }

  /// What the pages are.
  var kind: FilePages.Kind { pages?.kind ?? .pages }

  /// Whether it is a frame of an animation, or may be one as far as the frames are counted.
  var isFrame: Bool { kind == .frames && (count.known > 1 || !count.isComplete) }

  /// Returns whether there is a page after this one, or one before; true where that is not known yet.
  func hasNeighbor(forward: Bool) -> Bool {
    guard forward else { return index > 0 }
    return index + 1 < count.known || !count.isComplete
  }

  /// Another page of the same file.
  func at(_ index: Int, isPlaying: Bool = false) -> FilePage {
    FilePage(index: index, pages: pages, isPlaying: isPlaying)
  }
}

/// Counts the pages of the file that is shown, on a thread of its own.
struct PageCounter {
  private var counting: (pages: FilePages, job: Job<Bool>)?

  /// Begins to count the pages of a file, unless they are counted already; those of another file no longer matter.
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil` for a file with a single one.
  ///   - wake: Wakes the window.
  mutating func count(_ pages: FilePages?, wake: @escaping @Sendable () -> Void) {
    guard counting?.pages !== pages else { return }
    counting = nil
    guard let pages, !pages.count.isComplete else { return }
    let job = Job<Bool>(niceness: Self.niceness, wake: wake) { isCancelled in
      pages.findAll { !isCancelled() }
      return true
    }
    counting = (pages, job)
  }

  /// Returns, once, whether all pages are counted.
  func drain() -> Bool { counting?.job.drain() != nil }

  /// The niceness of counting, which no one waits for. [C]
  private static let niceness: Int32 = 1
}

/// A placeholder for a picture that cannot be shown: a single pixel, which is not drawn.
struct UnreadablePicture: TileSource {
  private static let size = PixelSize(width: 1, height: 1)

  var info: ImageInfo { ImageInfo(format: "none", size: Self.size) }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let side = 1 + 2 * TilePixels.apron
    return TilePixels(
      size: Self.size, isOpaque: true, storage: .init(repeating: 0xFF00_0000, count: side * side))
  }
}
