import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell

/// The overview and the strip of an album, each made on first use.
final class ThumbnailLists {
  /// The overview, kept with its place while it is hidden.
  private var overview: OverviewController?
  /// The strip below the picture; `nil` while it is hidden.
  private(set) var strip: OverviewController?
  /// True while the overview is shown.
  private var isOverviewShown = false
  private let maker: PictureMaker
  /// Called with the number of the picture to show.
  var didOpen: (Int) -> Void = { _ in }
  /// Called where the pictures that are selected are dragged to another program.
  var didDrag: () -> Void = {}
  /// Called where the header of the overview is clicked.
  var didChoose: (OverviewHeader.Part) -> Void = { _ in }
  /// Called with the folder to enter.
  var didEnter: (FilePath) -> Void = { _ in }

  /// True if the overview shows pictures that are sorted by date below headings of their days.
  var groupsByDay: Bool { didSet { for list in all { list.groupsByDay = groupsByDay } } }
  /// The stars of the album's pictures.
  let ratings: PictureRatings

  init(_ maker: PictureMaker) {
    self.maker = maker
    groupsByDay = maker.options.groupsByDay
    ratings = PictureRatings(maker)
  }

  /// The lists that are shown.
  private var shown: [OverviewController] {
    [strip, isOverviewShown ? overview : nil].compactMap(\.self)
  }

  private var all: [OverviewController] { [strip, overview].compactMap(\.self) }

  /// The side of the overview's thumbnails that was chosen, in points.
  var thumbnailSide: Double { overview?.thumbnailSide ?? maker.options.thumbnailSide }

  /// Has all thumbnails loaded and uploaded again.
  func forgetThumbnails() {
    for list in all { list.forgetAll() }
  }

  private func make(
    _ arrangement: Overview.Arrangement, of album: AlbumController
  ) -> OverviewController {
    let list = OverviewController(arrangement, of: album, ratings, maker)
    list.scale = maker.room.scale
    list.groupsByDay = groupsByDay
    list.didOpen = { [weak self] in self?.didOpen($0) }
    list.didDrag = { [weak self] in self?.didDrag() }
    list.didEnter = { [weak self] in self?.didEnter($0) }
    list.didChoose = { [weak self] in self?.didChoose($0) }
    return list
  }

  /// Prepares the overview in the picture's part of the window; the picture that is shown is selected.
  func showOverview(of album: AlbumController) -> OverviewController {
    let list = overview ?? make(.rows, of: album)
    (overview, isOverviewShown) = (list, true)
    place()
    list.appear(album)
    return list
  }

  func hideOverview() {
    isOverviewShown = false
    overview?.pause()
  }

  /// Shows or hides the strip.
  func toggleStrip(of album: AlbumController, on backdrop: Backdrop) {
    guard let strip else {
      strip = make(.strip, of: album)
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

  /// Shows another folder that was entered.
  func showFolder(of album: AlbumController) {
    strip?.reload(album, showsSelection: true)
    overview?.showFolder(of: album)
  }

  /// Follows a change of the album.
  func reload(_ album: AlbumController) {
    strip?.reload(album, showsSelection: true)
    if isOverviewShown { overview?.reloadKeepingSelection(album) }
  }

  /// Follows a picture to another name, which stays selected or is selected now.
  func rename(_ old: FilePath, to new: FilePath, in album: AlbumController, selects: Bool) {
    if isOverviewShown { overview?.rename(old, to: new, in: album, selects: selects) }
  }

  /// Draws the pictures as they are turned now.
  func turnsDidChange() { for list in all { list.needsDisplay = true } }

  /// Reloads the thumbnail of a file that has changed, whose picture has been turned by that.
  func noteChange(of file: FilePath, turnedBy turn: Orientation) {
    ratings.forget(file)
    for list in all { list.noteChange(of: file, turnedBy: turn) }
    load()
  }

  /// Takes the stars that were read.
  func drainStars(_ album: AlbumController) { if ratings.drain() { starsDidChange(album) } }

  /// Notes the stars that a picture was given.
  func note(_ stars: Int?, of file: FilePath, _ album: AlbumController) {
    if let stars { ratings.note(stars, of: file) } else { ratings.forget(file) }
    starsDidChange(album)
    load()
  }

  private func starsDidChange(_ album: AlbumController) {
    for list in shown { list.starsDidChange(album) }
  }

  /// Takes the thumbnails that were loaded, and asks for others that are missing.
  func drainThumbnails() {
    for list in all { list.drainThumbnails() }
    load()
  }

  /// Asks for the thumbnails that are missing.
  func load() { for list in shown { list.loadThumbnails() } }

  func marksDidChange(_ album: AlbumController) {
    for list in shown { list.marksDidChange(album) }
  }

  /// When to ask for thumbnails again, in seconds.
  var deadline: Double? { shown.compactMap(\.deadline).min() }
}
