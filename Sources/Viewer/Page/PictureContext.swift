import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// What the features of a picture's window have to know of the rest of it; it comes with their input.
struct PictureContext {
  /// The picture that is shown.
  let content: OpenPicture
  /// The album that it belongs to; `nil` while a recording shows a single picture.
  let album: AlbumController?
  /// The file that is shown, or selected in the overview; `nil` for none.
  let selectedFile: FilePath?
  /// How many are selected in the overview.
  let selectedCount: Int
  /// True where a change of a file or the marks can be taken back.
  let canUndo: Bool
  /// What goes on of what the user has started.
  let works: [Work]
  /// Makes the pictures of the window in its room, and wakes it.
  let maker: PictureMaker
  let display: HostDisplay
  let selection: PixelRect?
  /// False while the overview or a swipe lies over the picture.
  let showsPicture: Bool
  let showsOverview: Bool
  let isFullscreen: Bool
  /// True while text is typed, or a button or a finger is held.
  let isBusy: Bool
  /// True once the picture was drawn.
  let hasDrawn: Bool
  /// False with reduced motion.
  let animates: Bool
  let recording: Recording.State
  /// True where the pixel at the pointer is shown.
  let isReading: Bool
  let isSlideshowOn: Bool
  /// What is said of the slideshow's settings; `nil` for nothing.
  let slideshowPlate: String?
  let showsInformation: Bool
  /// True where Escape leads back to the page that the window began with.
  let canReturnToStart: Bool
}

/// What the album, or a feature of a picture's window, wants done, which the page does.
enum PictureEffect {
  /// Shows a message for some seconds, at most as long as a condition holds.
  case say(String, while: Condition = .always)
  /// Shows another picture in the place of the one that is shown.
  case show(OpenPicture)
  /// Another album has taken the place of the last one; the overview stays where that is a folder that was entered.
  case replaced(isBrowsed: Bool)
  /// Pictures have come or gone.
  case changed
  /// The title, and what is selected, are out of date.
  case moved
  /// The marks have changed.
  case marked
  /// A file has another name.
  case renamed(FilePath, to: FilePath)
  /// A thumbnail is out of date.
  case outdated(FilePath)
  /// The key that skimmed through the album was released: the picture that is shown is decoded in full.
  case skimmingEnded
  /// The first picture replaces what was shown until then.
  case began
  /// A picture or a folder was opened, by its user.
  case opened(RecentFiles.Entry)
  /// There is nothing to show: the program ends.
  case end(Failure)
  /// Goes to another picture of the album.
  case go(Album.Step, wraps: Bool)
  /// Notes which frame of an animation is shown.
  case frame(Int, isPlaying: Bool)
  /// Draws again what has become out of date.
  case redraw(RedrawState.Reasons)
  /// Compares two pictures in the place of the album's.
  case compare(PicturePair<ComparedPicture>)
  /// Drags the selection, or else the file, to another program.
  case drag
  case host(HostRequest)

  /// As long as what a message is right.
  enum Condition {
    case always
    /// The album has a position and a number of pictures.
    case isAt(Int?, of: Int)
    /// A file is shown: over the next picture a message about it would seem to be about that one.
    case shows(FilePath?)
    /// A file is shown, and turned or flipped.
    case isTurned(FilePath?)
  }
}

extension PicturePage {
  /// What features have to know now.
  var context: PictureContext {
    let isHeld = window?.isHeld == true || !view.window.touches.isEmpty
    var showsPicture = false
    if case .picture = mode { showsPicture = true }
    return PictureContext(
      content: content, album: album,
      selectedFile: selectedFile, selectedCount: shownOverview?.selectedCount ?? 0,
      canUndo: changes.canUndo, works: works, maker: maker,
      display: setup.host.display, selection: appearance.selection.rect,
      showsPicture: showsPicture, showsOverview: shownOverview != nil,
      isFullscreen: window?.isFullscreen == true, isBusy: isTyping || isHeld,
      hasDrawn: drawer.hasDrawn, animates: animates, recording: takes.state,
      isReading: appearance.reader.isOn, isSlideshowOn: slideshow.isOn,
      slideshowPlate: slideshow.plate,
      showsInformation: appearance.information.isShown,
      canReturnToStart: beginsWithStart && !content.isStart)
  }

  /// The file that is shown, or selected in the overview.
  var selectedFile: FilePath? {
    guard let shownOverview else { return content.file }
    return shownOverview.selection.flatMap { album?.path(at: $0) }
  }

  /// What goes on of what the user has started.
  var works: [Work] {
    [appearance.saver.work, comparison.work].compactMap(\.self) + changes.works + copier.works
      + (album?.works ?? [])
  }

  /// The file that is shown, or all that are selected in the overview, in the album's order.
  var selectedFiles: [FilePath] {
    guard let shownOverview else { return content.file.map { [$0] } ?? [] }
    return shownOverview.selected.compactMap { album?.path(at: $0) }
  }

  /// Does what the album or a feature wants done.
  func perform(_ effects: [PictureEffect]?) {
    for effect in effects ?? [] {
      switch effect {
      case .say(let message, .always): show(message)
      case .say(let message, let condition):
        show(message) { [weak self] in self?.album?.holds(condition) == true }
      case .show(let next): show(next)
      case .replaced(isBrowsed: true) where shownOverview != nil:
        hideField()
        if let album { lists?.showFolder(of: album) }
        updateTitle()
        drawer.invalidateAll()
      case .replaced:
        hideOverview()
        reloadLists()
        if album?.hasOnlyFolders == true { showOverview() }
      case .changed:
        updateTitle()
        reloadLists()
      case .moved: updateTitle()
      case .marked: marksDidChange()
      case .renamed(let old, let new): rename(old, to: new)
      case .outdated(let file): lists?.forget(file)
      case .opened(let entry): start.add(entry)
      case .began: if beginsWithOverview, shownOverview == nil { showOverview() }
      case .end(let failure): ending = .failed(failure)
      case .skimmingEnded: if drawer.hasDrawn { content.picture.begin() }
      case .go(let step, let wraps): go(step, wraps: wraps)
      case .frame(let index, let isPlaying): noteFrame(index, isPlaying: isPlaying)
      case .redraw(let reasons): drawer.invalidate(reasons)
      case .compare(let pictures): compare(pictures)
      case .drag: dragOut()
      case .host(let request): setup.host.perform(request)
      }
    }
  }
}

/// What a picture's part of the window shows.
enum PictureMode {
  case picture
  /// Pictures that a drag moves sideways.
  case swiping(SwipeController)
  /// A picture of a slideshow that fades into the one that is shown.
  case fading(CrossFade)
  case overview(OverviewController)
  /// The page that the window begins with.
  case start
}

/// Why the page of a picture closes its window.
enum PictureEnding {
  /// A click has chosen to quit.
  case quit
  /// There was nothing to show.
  case failed(Failure)
}
