import OverscrollBase
import OverscrollShell

extension AlbumController {
  /// An effect to carry out after a transition.
  enum Effect {
    /// A picture replaces the one that is shown.
    case show(OpenPicture)
    /// Another album has taken the place of this one.
    case replaced
    /// Pictures have come or gone.
    case changed
    /// The title, and what is selected, are out of date.
    case moved
    /// A thumbnail is out of date.
    case outdated(FilePath)
    case say(String)
    /// A message that is shown at most as long as a condition holds.
    case sayWhile(String, () -> Bool)
    /// The key that skimmed through the album was released: the picture that is shown is decoded in full.
    case skimmingEnded
    /// The first picture replaces what was shown until then.
    case began
    /// There is nothing to show: the program ends.
    case end(Failure)
  }
}
