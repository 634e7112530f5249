import ArgumentParser
import OverscrollBrowser
import OverscrollFiles
import OverscrollViewer

/// The options for pictures in folders.
struct AlbumOptions: ParsableArguments {
  @Flag(help: "Show only what is named, not the other pictures of a single file's folder.")
  var alone = false

  @Flag(help: "List the pictures of folders in folders, too.")
  var recursive = false

  @Flag(help: "Begin with the overview of all pictures; Return or t opens one and returns.")
  var overview = false

  @Option(help: "Begin with this picture: its number from 1, or the beginning of its name.")
  var start: String?

  @Option(help: "Who turns pages by dragging sideways: touch (screen or touchpad), all or off.")
  var swipe = PictureRow.Swipe.touch

  @Option(
    help:
      "What arrow keys and the wheel do over a picture that fits the window: turn pages or scroll.")
  var fittedKeys = FittedKeys.turn

  @Flag(help: "At the end, write the paths of the pictures that v marked, one a line.")
  var printMarked = false

  @Option(help: "The order of the pictures; several files are shown as given, folders by name.")
  var sort = Album.Sort.given

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Option(
    help: "Read further paths from a file, one a line; - is the standard input.",
    completion: .file())
  var filesFrom: FilePath?

  @Flag(
    name: .customShort("0"),
    help: "The paths of --files-from and --print-marked end with zero bytes, not lines.")
  var endsWithZero = false

  mutating func validate() throws {
    if endsWithZero, filesFrom == nil, !printMarked {
      throw ValidationError("-0 takes --files-from or --print-marked.")
    }
  }
}

extension FittedKeys: ExpressibleByArgument {}
extension PictureRow.Swipe: ExpressibleByArgument {}
extension Album.Sort: ExpressibleByArgument {}
