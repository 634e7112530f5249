import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import ScrollGeometry

/// The album of a window: its pictures, the one that is being opened, and what follows changes of files.
final class AlbumControl {
  /// Why a picture is being opened.
  enum Purpose: Hashable {
    /// The person goes to it.
    case step(Direction)
    /// It is shown already, and is opened again because a person asks for it.
    case reload
    /// The same, because the file has changed.
    case update
    /// It begins another album, which takes the place of this one once the picture is shown.
    case album

    var isStep: Bool { if case .step = self { true } else { false } }
  }

  /// The direction in which somebody leafs through the album.
  enum Direction: Hashable {
    case forwards
    case backwards
  }

  /// A picture that is being opened.
  struct Pending {
    enum State {
      case waiting
      case opening(FileOpening)
      case loading(OpenPicture)
    }

    let path: FilePath
    let purpose: Purpose
    /// When its opening began, in seconds.
    let since: Double
    var state = State.waiting
    /// A Boolean value that indicates whether any of its pixels have been decoded.
    var hasPixels = false
    /// The album that it begins.
    var successor: Successor?
  }

  /// An album that is to take the place of this one.
  struct Successor {
    let arguments: AlbumArguments
    /// The file whose folder is listed; `nil` for none.
    let listsFolderOf: FilePath?
  }

  var album: Album
  private(set) var listing: FolderListing
  let limits: ImageLimits
  /// The zoom of a picture that is opened without lock.
  let fit: PictureView.Fit
  let zoomLimits: PictureView.ZoomLimits
  /// The folder that is to be listed once the first picture is shown; `nil` where there is none, or it is listed.
  var folderToList: FilePath?
  /// The folders whose changes the album follows.
  var folders: Set<FilePath>
  var pending: Pending?
  /// The direction of the last step.
  var direction = Direction.forwards
  /// A step that waits for the listing of the folder.
  var waitingStep: Album.Step?
  /// A Boolean value that indicates whether the folder of the first picture is still to be listed, or being listed.
  var isListing: Bool
  /// A Boolean value that indicates whether the picture was changed after the last frame.
  var hasUndrawnStep = false
  /// When a key that is held last went to another picture, in seconds; `nil` once it is released.
  var leafedAt: Double?
  /// A Boolean value that indicates whether the file of the picture that is shown is gone.
  var isDeleted = false
  /// Watches the folder of the file that is shown; `nil` before the first picture is shown, and where the system refuses.
  var watch: FolderWatch?
  /// A Boolean value that indicates whether watching has been tried.
  var hasWatch = false
  /// The properties of the first picture's file before it was opened.
  let firstStatus: FileStatus?
  /// The file that the one that is shown links to.
  var target: FilePath?
  /// The change of the file that is shown; `nil` once it was followed.
  var change: Change?
  /// What following the last change has cost.
  var updateCost = UpdateCost()
  /// The pictures that are decoded ahead; `nil` before the first one is shown.
  var neighbors: Neighbors?
  /// Files that were dropped or pasted, while they are being looked at.
  let handedOver = HandedOver()
  /// Pictures that were dropped or pasted and are in no file.
  var memoryFiles: [MemoryFile] = []
  /// The picture of the standard input, if it is in the album.
  let standardInput: StandardInput?
  /// What is written of the marks at the end.
  let marks = MarkedPaths()
  /// Who turns pages by dragging.
  var swipe = PictureRow.Swipe.touch
  /// A Boolean value that determines whether the window begins with the overview.
  var beginsWithOverview = false
  /// The listing of a folder on another thread.
  let listed = ListedFolders()

  init(
    _ arguments: AlbumArguments, listsFolderOf file: FilePath?, limits: ImageLimits,
    fit: PictureView.Fit, zoomLimits: PictureView.ZoomLimits
  ) {
    album = arguments.album
    listing = arguments.listing
    folders = arguments.folders
    firstStatus = arguments.firstStatus
    standardInput = arguments.standardInput
    folderToList = file.map(Self.folder)
    isListing = file != nil
    self.limits = limits
    self.fit = fit
    self.zoomLimits = zoomLimits
  }
}

extension AlbumControl {
  /// Takes the place of the album; its marks stay.
  func replace(with successor: Successor) {
    let (arguments, file) = (successor.arguments, successor.listsFolderOf)
    var next = arguments.album
    next.isLocked = album.isLocked
    next.takeMarks(of: album)
    album = next
    marks.paths = next.markedPaths
    listing = arguments.listing
    folders = arguments.folders
    folderToList = file.map(Self.folder)
    isListing = file != nil
    waitingStep = nil
    isDeleted = false
  }

  /// Frees the pictures that are in no file and have left the album.
  func forgetMemoryFiles(but shown: FilePath?) {
    memoryFiles.removeAll { $0.path != shown && album.index(of: $0.path) == nil }
  }

  /// The time after which the name and the progress of a picture that is being opened are shown, in seconds. [C]
  private static let plateDelay = 0.15
  /// The time between updates of the progress, in seconds. [C]
  private static let plateInterval = 0.1
  /// The time after which a very large picture is shown although parts of the window cannot be drawn yet, in seconds. [C]
  private static let incompleteDelay = 1.0
  /// The pixels from which a picture counts as very large: decoding it takes seconds. [C]
  private static let largeArea = 40_000_000
  /// The time after which the folder of a picture is listed although the picture is still being decoded, in seconds. [C]
  static let listingDelay = 0.5

  /// Returns the title of the window.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - size: The size of its picture; `nil` for a file that cannot be shown.
  /// - Returns: The title.
  func title(of file: FilePath, size: PixelSize?) -> String {
    var title = label(file) + (size.map { " (\($0))" } ?? "")
    if isDeleted { title += " (deleted)" }
    if album.count > 1, let index = album.index(of: file) {
      title += " – \(index + 1) of \(album.count)"
    }
    return title + " – Overscroll"
  }

  /// The name of a file in one line.
  func label(_ file: FilePath) -> String {
    if memoryFiles.contains(where: { $0.path == file }) { return "clipboard" }
    if file == standardInput?.path { return StandardInput.name }
    return file.lastComponent.description.isolated
  }

  /// Returns whether a picture is in a file without a name, which nothing but this program can change.
  func isUnnamed(_ file: FilePath) -> Bool {
    file == standardInput?.path || memoryFiles.contains { $0.path == file }
  }

  /// What is said where a step leads beyond the ends.
  func ending(of step: Album.Step) -> String {
    switch step {
    case .previous, .first: "first of \(album.count)"
    case .next, .last, .to: "last of \(album.count)"
    }
  }

  /// The name and the progress of the picture that is being opened, once that takes noticeably long.
  func plate(at now: Double) -> String? {
    guard let pending, now - pending.since >= Self.plateDelay, pending.purpose != .update else {
      return nil
    }
    let name = label(pending.path)
    guard case .loading(let next) = pending.state, case .loading(let fraction?) = next.picture.state
    else { return "\(name) …" }
    return "\(name) … \(PixelRect.rounded(fraction * 100)) %"
  }

  /// When the plate is next to be updated, or a changed file looked at, in seconds.
  func deadline(at now: Double) -> Double? {
    guard let pending else {
      return [changeDeadline, leafingDeadline].compactMap(\.self).min()
    }
    let first = pending.since + Self.plateDelay
    return now < first ? first : now + Self.plateInterval
  }

  /// Returns whether a picture that is being opened can take the place of the one that is shown.
  func canShow(_ next: OpenPicture, _ pending: Pending, at now: Double) -> Bool {
    if next.isLoaded { return true }
    let isLarge = (next.picture.info.size.area ?? .max) >= Self.largeArea
    let isLate = isLarge && now - pending.since >= Self.incompleteDelay
    switch pending.purpose {
    case .step, .album: return next.canFillWindow || isLate && pending.hasPixels
    case .reload, .update: return isLate && next.canFillWindow
    }
  }
}
