import OverscrollBrowser
import OverscrollDesktop
import OverscrollShell

/// A command that a key executes.
enum KeyCommand: Hashable {
  /// Pans like the engine's arrow key of that name.
  case pan(String, Distance)
  /// Scrolls to the top, as a click at the top of the window does.
  case scrollToTop
  /// Zooms in or out by a step of 1.25 about the centre of the window.
  case zoomStep(enlarges: Bool)
  /// Zooms to a scale about the centre of the window.
  case zoom(PictureView.ZoomCommand)
  /// Goes to another picture.
  case go(Album.Step)
  /// Opens the file that is shown again.
  case reload
  /// Keeps scale and place from picture to picture, or no longer.
  case toggleLock
  /// Shows the files or the picture in the clipboard.
  case paste
  /// Lets a person choose files or folders to open.
  case open(FileChooser.Purpose)
  /// Marks the picture, or removes its mark.
  case toggleMark
  /// Removes all marks of pictures.
  case unmarkAll
  /// Asks for a place to go to.
  case goTo
  /// Shows the overview, or opens the picture that is selected there.
  case toggleOverview
  /// Shows or hides the strip of thumbnails.
  case toggleStrip
  /// Toggles fullscreen.
  case toggleFullscreen
  /// Cancels loading, or leaves fullscreen where nothing is loading.
  case escape
  /// Toggles between nearest-neighbour and bilinear interpolation.
  case toggleFilter
  /// Goes on to the next color around the picture.
  case changeBackground
  /// Goes on to what lies next under transparent pixels.
  case changeBeneath
  /// Toggles the frame statistics.
  case toggleHUD
  /// Save the take that is running or ended last.
  case saveTake
  /// Start or end a recording.
  case toggleRecording
  /// Add a mark to the take.
  case mark
  /// Shows or hides the curves.
  case toggleCurves
  /// Quits the program.
  case quit

  typealias Distance = MotionCommand.Distance

  /// A Boolean value that indicates whether the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .pan, .zoomStep, .go(.next), .go(.previous): true
    case .go, .reload, .toggleLock, .paste, .toggleOverview, .toggleStrip, .open, .goTo,
      .toggleMark, .unmarkAll, .scrollToTop, .zoom, .toggleFullscreen, .escape, .toggleFilter,
      .changeBackground, .changeBeneath, .toggleHUD, .saveTake, .toggleRecording, .mark,
      .toggleCurves, .quit:
      false
    }
  }
}

extension KeyCommand {
  /// The command that moves or zooms the picture.
  init(_ motion: MotionCommand) {
    self =
      switch motion {
      case .pan(let key, let distance): .pan(key, distance)
      case .scrollToTop: .scrollToTop
      case .zoomStep(let enlarges): .zoomStep(enlarges: enlarges)
      case .zoom(.fit): .zoom(.fit)
      case .zoom(.fitWidth): .zoom(.fitWidth)
      case .zoom(.fitHeight): .zoom(.fitHeight)
      case .zoom(.fill): .zoom(.fill)
      case .zoom(.to(let scale)): .zoom(.to(scale))
      }
  }
}
