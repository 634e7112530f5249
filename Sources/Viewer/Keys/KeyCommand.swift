import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// A command of the viewer.
enum KeyCommand: Hashable {
  /// Moves or zooms the picture.
  case move(MotionCommand)
  /// Goes to another picture.
  case go(Album.Step)
  /// Goes to the next page or frame of the file, or to the previous one.
  case turnPage(forward: Bool)
  /// Pauses the animation, or lets it play.
  case togglePlayback
  /// Reopens the file that is shown.
  case reload
  /// Turns or flips the picture.
  case turn(Orientation)
  /// Copies the picture and its file, or only the file's name.
  case copy(Copied)
  /// Saves the selection, or the visible part, to a file.
  case save
  /// Selects the whole picture.
  case selectAll
  /// Moves the file to the trash if the key is pressed twice.
  case moveToTrash
  /// Starts or stops a slideshow.
  case toggleSlideshow
  /// Keeps scale and position from picture to picture, or resets them for each.
  case toggleLock
  /// Shows the files or the picture on the clipboard.
  case paste
  /// Lets the user choose files or folders to open.
  case open(FilePurpose)
  /// Marks the picture, or removes its mark.
  case toggleMark
  /// Removes all marks of pictures.
  case unmarkAll
  /// Compares the two pictures that are marked.
  case compare
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
  /// Shows a minimap while the picture moves, or permanently if it stays; or hides it.
  case toggleMinimap(stays: Bool)
  /// Shows or hides the position and color of the pixel at the pointer.
  case toggleReading
  /// Copies the position and color of the pixel at the pointer.
  case copyReading
  /// Maps the percentiles of samples of more than 8 bits to black and white, or no longer does.
  case toggleTone
  /// Shows or hides the lines between enlarged pixels.
  case togglePixelGrid
  /// Switches to the next color around the picture.
  case changeBackground
  /// Switches to the next backdrop of transparent pixels.
  case changeTransparency
  /// Shows or hides the name and number of each picture over it.
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
  /// Starts a program with the picture.
  case run(ExternalProgram)
  /// Shows or hides the list of all commands.
  case showCommands
  /// A command that the window carries out.
  case window(WindowCommand)

  /// What is copied of a picture.
  enum Copied: Hashable {
    case picture
    case name
  }

  /// True if the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .move(let motion): motion.repeats
    case .go(.next), .go(.previous), .turnPage: true
    default: false
    }
  }
}
