import OverscrollBase
import OverscrollBrowser
import OverscrollHost
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
  /// True where pictures can be marked again that were marked in an earlier window.
  let offersMarks: Bool
  /// What goes on of what the user has started.
  let works: [Work]
  /// Makes the pictures of the window in its room, and wakes it.
  let maker: PictureMaker
  let display: HostDisplay
  let selection: PixelRect?
  /// False while the overview or a swipe lies over the picture.
  let showsPicture: Bool
  let showsOverview: Bool
  /// True if the overview groups pictures by day.
  let groupsByDay: Bool
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

extension PicturePage {
  /// What features have to know now.
  var context: PictureContext {
    var showsPicture = false
    if case .picture = mode { showsPicture = true }
    return PictureContext(
      content: content, album: album,
      selectedFile: selectedFile, selectedCount: shownOverview?.selectedCount ?? 0,
      canUndo: changes.canUndo, offersMarks: !markMemory.offered.isEmpty, works: works,
      maker: maker,
      display: setup.host.display, selection: appearance.selection.rect,
      showsPicture: showsPicture, showsOverview: shownOverview != nil,
      groupsByDay: lists?.groupsByDay == true,
      isFullscreen: window?.isFullscreen == true, isBusy: isTyping || isHeld,
      hasDrawn: drawer.hasDrawn, animates: animates, recording: takes.state,
      isReading: appearance.reader.isOn, isSlideshowOn: slideshow.isOn,
      slideshowPlate: slideshow.plate,
      showsInformation: appearance.information.isShown,
      canReturnToStart: beginsWithStart && !content.isStart)
  }

  /// True while a button or a finger is held.
  var isHeld: Bool { window?.isHeld == true || !view.window.touches.isEmpty }

  /// False while a drag has to end before another picture is shown: a new version of a file takes none out of the hand.
  var mayShow: Bool {
    if case .swiping = mode { return false }
    return album?.opening.isUpdate != true || !isHeld && view.scrollView.phase == .idle
  }

  /// The file that is shown, or selected in the overview.
  var selectedFile: FilePath? {
    guard let shownOverview else { return content.file }
    return shownOverview.selection.flatMap { album?.path(at: $0) }
  }

  /// What goes on of what the user has started.
  var works: [Work] {
    [appearance.saver.work, comparison.work].compactMap(\.self) + changes.works + copier.works
      + (album?.works ?? []) + [lists?.ratings.work].compactMap(\.self)
  }

  /// The file that is shown, or all that are selected in the overview, in the album's order.
  var selectedFiles: [FilePath] {
    guard let shownOverview else { return content.file.map { [$0] } ?? [] }
    return shownOverview.selected.compactMap { album?.path(at: $0) }
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
