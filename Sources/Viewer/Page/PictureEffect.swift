import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

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
  /// Pictures are turned otherwise as they are shown.
  case turned
  /// A file has another name, and is selected in the overview where that was taken back.
  case renamed(FilePath, to: FilePath, selects: Bool)
  /// Files are at other paths, which what was opened last follows.
  case relocated([FilePath: FilePath])
  /// A picture has other stars; `nil` where they are to be read.
  case rated(FilePath, Int?)
  /// A thumbnail is out of date: its file has changed, by which its picture may have been turned.
  case outdated(FilePath, turnedBy: Orientation = .upright)
  /// The key that skimmed through the album was released: the picture that is shown is decoded in full.
  case skimmingEnded
  /// The first picture replaces what was shown until then.
  case began
  /// Another picture turns out to be the first of the order before the user has done something.
  case firstFound
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
  case compare([ComparedPicture])
  /// Drags the selection, or else the file, to another program.
  case drag
  case host(HostRequest)

  /// As long as what a message is right.
  enum Condition {
    case always
    /// The picture is shown over which the message comes, or the next one that is being opened already, to leave time to read it.
    case here
    /// The album has a position and a number of pictures.
    case isAt(Int?, of: Int)
    /// A file is shown: over the next picture a message about it would seem to be about that one.
    case shows(FilePath?)
    /// A file is shown, whose new version can't be.
    case isRefused(FilePath)
    /// A file is shown, and turned or flipped.
    case isTurned(FilePath?)
  }
}
