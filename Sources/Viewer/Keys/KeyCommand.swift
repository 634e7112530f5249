import OverscrollBrowser
import OverscrollDesktop
import OverscrollImaging
import OverscrollShell

/// A command of the viewer.
enum KeyCommand: Hashable {
  /// Moves or zooms the picture.
  case move(MotionCommand)
  /// Goes to another picture.
  case go(Album.Step)
  /// Opens the file that is shown again.
  case reload
  /// Turns or flips the picture.
  case turn(Orientation)
  /// Copies the picture and its file, or only the file's name.
  case copy(Copied)
  /// Moves the file to the trash, when given twice.
  case moveToTrash
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
  /// Cancels loading, or leaves full screen where nothing is loading.
  case escape
  /// Toggles between nearest-neighbor and bilinear interpolation.
  case toggleFilter
  /// Goes on to the next color around the picture.
  case changeBackground
  /// Goes on to what lies next under transparent pixels.
  case changeTransparency
  /// Shows the name and the number of each picture over it, or no longer.
  case toggleCaption
  /// Toggles the frame statistics.
  case toggleHUD
  /// Shows or hides the marks of touches.
  case toggleTouches
  /// Save the take that is running or ended last.
  case saveTake
  /// Start or end a recording.
  case toggleRecording
  /// Add a mark to the take.
  case mark
  /// Shows or hides the list of all commands.
  case showCommands
  /// A command that the window carries out.
  case window(WindowCommand)

  /// What is copied of a picture.
  enum Copied: Hashable {
    case picture
    case name
  }

  /// True where the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .move(let motion): motion.repeats
    case .go(.next), .go(.previous): true
    default: false
    }
  }
}
