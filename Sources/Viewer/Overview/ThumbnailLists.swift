import OverscrollBase
import OverscrollBrowser
import OverscrollShell
import ScrollGeometry

/// The overview and the strip of an album, each made on first use.
final class ThumbnailLists {
  /// The overview, kept with its place while it is hidden.
  private var overview: OverviewController?
  /// The strip below the picture; `nil` while it is hidden.
  private(set) var strip: OverviewController?
  /// True while the overview is shown.
  private var isOverviewShown = false
  private let album: AlbumController
  private let maker: PictureMaker
  /// Called with the number of the picture to show.
  var didOpen: (Int) -> Void = { _ in }

  init(_ album: AlbumController, _ maker: PictureMaker) {
    self.album = album
    self.maker = maker
  }

  /// The lists that are shown.
  private var shown: [OverviewController] {
    [strip, isOverviewShown ? overview : nil].compactMap(\.self)
  }

  private var all: [OverviewController] { [strip, overview].compactMap(\.self) }

  /// Has all thumbnails loaded and uploaded again.
  func forgetThumbnails() {
    for list in all { list.forgetAll() }
  }

  private func make(_ arrangement: Overview.Arrangement) -> OverviewController {
    let list = OverviewController(arrangement, of: album, maker)
    list.scale = maker.room.scale
    list.didOpen = { [weak self] in self?.didOpen($0) }
    // Until now the rest of the folder was not needed.
    if album.isListing { album.listFolder() }
    return list
  }

  /// Prepares the overview in the picture's part of the window; the picture that is shown is selected.
  func showOverview() -> OverviewController {
    let list = overview ?? make(.rows)
    if album.isListing { album.listFolder() }
    (overview, isOverviewShown) = (list, true)
    place()
    list.reload(showsSelection: true)
    return list
  }

  func hideOverview() {
    isOverviewShown = false
    overview?.pause()
  }

  /// Shows or hides the strip.
  func toggleStrip(on backdrop: Backdrop) {
    guard let strip else {
      strip = make(.strip)
      strip?.surroundings.backdrop = backdrop
      return
    }
    strip.close()
    self.strip = nil
  }

  /// Resizes the overview to the picture's part of the window; the window places the strip.
  func place() {
    for list in shown { list.scale = maker.room.scale }
    if isOverviewShown { overview?.size = maker.room.size }
  }

  /// Follows a change of the album.
  func reload() {
    strip?.reload(showsSelection: true)
    if isOverviewShown { overview?.reload(showsSelection: false) }
  }

  /// Reloads the thumbnail of a file that has changed.
  func forget(_ file: FilePath) {
    for list in all { list.forget(file) }
    load()
  }

  /// Takes the thumbnails that were loaded, and asks for others that are missing.
  func drainThumbnails() {
    for list in all { list.drainThumbnails() }
    load()
  }

  /// Asks for the thumbnails that are missing.
  func load() { for list in shown { list.loadThumbnails() } }

  func marksDidChange() { for list in shown { list.marksDidChange() } }

  /// When to ask for thumbnails again, in seconds.
  var deadline: Double? { shown.compactMap(\.deadline).min() }
}
