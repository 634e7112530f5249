import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollViewer

/// The options for pictures in folders.
struct AlbumOptions: ParsableArguments {
  @Flag(help: "Show only the given files, not the rest of a single file's folder.")
  var alone = false

  @Flag(help: "Include subfolders.")
  var recursive = false

  @Flag(help: "Start in the overview of all pictures.")
  var overview = false

  @Option(help: "The picture to start with: its number, from 1, or a name prefix.")
  var start: String?

  @Option(help: "The page or frame to start with, from 1.")
  var page = 1

  @Option(
    parsing: .unconditional,
    help: "Tone of pictures of more than 8 bits: none, auto or BLACK,WHITE. (default: as needed)")
  var tone: Tone?

  @Option(
    help: "The display's ICC profile: auto (its server's), none, or a file.",
    completion: .file())
  var displayProfile = FilePath("auto")

  @Option(help: "The pixel in the middle at the start, and the zoom, as X,Y or X,Y@ZOOM.")
  var at: StartPlace?

  @Option(help: "When a bar says how large what is shown is.")
  var scaleBar = ScaleBarChoice.auto

  @Option(help: "The size of a pixel, such as 0.25um or 300dpi, of all pictures.")
  var unitPerPixel: PixelScale?

  @Option(help: "Which input swipes between pictures.")
  var swipe = PictureRow.Swipe.all

  @Option(
    help: "Arrow keys and wheel over a picture that fits: browse or scroll.")
  var fittedKeys = FittedKeys.turn

  @Option(help: "Start a slideshow that shows each picture for this many seconds.")
  var slideshow: Double?

  @Option(help: "Seconds for which a slideshow shows each picture. (default: 5)")
  var slideshowInterval: Double?

  @Option(help: "Side of the overview's thumbnails, in points.")
  var thumbnailSize = Overview.usualSide

  @Flag(help: "Don't remember what is opened, and offer nothing that was opened before.")
  var noRecent = false

  @Flag(help: "On exit, print the paths of the pictures marked with v, one per line.")
  var printMarked = false

  @Option(help: "Sort order. (default: given)")
  var sort: Album.Sort?

  @Flag(help: "Reverse the order.")
  var reverse = false

  @Option(
    help: "Read more paths from a file, one per line; - for standard input.",
    completion: .file())
  var filesFrom: FilePath?

  @Flag(
    name: .customShort("0"),
    help: "Paths of --files-from and --print-marked are NUL-terminated.")
  var endsWithZero = false

  /// The profile of the display.
  func displayProfileChoice() throws(ImagingError) -> DisplayProfileChoice {
    switch displayProfile.description {
    case "auto": .auto
    case "none": .none
    default: try .file(displayProfile)
    }
  }

  mutating func validate() throws {
    do throws(ImagingError) {
      _ = try displayProfileChoice()
    } catch {
      throw ValidationError("--display-profile \(error.description)")
    }
    guard slideshow.map(PictureWindow.slideshowDurations.contains) ?? true else {
      throw ValidationError("--slideshow must be from 0.1 to 86400.")
    }
    guard slideshowInterval.map(PictureWindow.slideshowDurations.contains) ?? true else {
      throw ValidationError("--slideshow-interval must be from 0.1 to 86400.")
    }
    guard Overview.sides.contains(thumbnailSize) else {
      throw ValidationError("--thumbnail-size must be from 96 to 320.")
    }
    if endsWithZero, filesFrom == nil, !printMarked {
      throw ValidationError("-0 requires --files-from or --print-marked.")
    }
    try PageOption.validate(page)
  }
}

/// When a bar says how large what is shown is.
enum ScaleBarChoice: String, ExpressibleByArgument, CaseIterable {
  /// Where the unit is that of what is shown, not of paper.
  case auto
  case on
  case off
}

extension PixelScale: ExpressibleByArgument {
  package init?(argument: String) { self.init(parsing: argument) }
}

/// The option `--page`.
enum PageOption {
  /// Refuses a number that no page of any file has.
  static func validate(_ page: Int) throws(ValidationError) {
    guard (1...FilePages.maximumCount).contains(page) else {
      throw ValidationError("--page must be from 1 to \(FilePages.maximumCount).")
    }
  }
}

extension Tone: ExpressibleByArgument {
  /// Parses a name, or the samples that are black and white.
  public init?(argument: String) {
    switch argument {
    case "none": self = .none
    case "auto": self = .auto
    default:
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }
      guard parts.count == 2, numbers.count == 2, numbers[0] < numbers[1],
        (numbers[1] - numbers[0]).isFinite
      else { return nil }
      self = .range(numbers[0]...numbers[1])
    }
  }

  /// The name in help.
  public var defaultValueDescription: String {
    switch self {
    case .asNeeded, .exposure: "as needed"
    case .none: "none"
    case .auto: "auto"
    case .range(let range): "\(range.lowerBound),\(range.upperBound)"
    }
  }
}

extension StartPlace: ExpressibleByArgument {}
extension FittedKeys: ExpressibleByArgument {}
extension PictureRow.Swipe: ExpressibleByArgument {}
extension Album.Sort: ExpressibleByArgument {}
