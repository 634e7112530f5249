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

  @Option(help: "The page or frame to start with: its number, from 1, or its name.")
  var page = PageChoice.index(0)

  @Option(
    parsing: .unconditional,
    help: "Tone of pictures of more than 8 bits: none, auto or BLACK,WHITE. (default: as needed)")
  var tone: Tone?

  @Option(
    help: "The display's ICC profile: auto (its server's), none, or a file.",
    completion: .file())
  var displayProfile = FilePath("auto")

  @Option(
    parsing: .unconditional,
    help: "The place in the middle at the start, and the zoom, as Ctrl+G takes them: X,Y@ZOOM.")
  var at: TypedPlace?

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

  @Flag(help: "Group pictures by day in the overview, where they are sorted by date.")
  var groupByDay = false

  @Option(help: "Side of the overview's thumbnails, in points.")
  var thumbnailSize = Overview.usualSide

  @Flag(help: "Don't remember what is opened or marked, and offer nothing of it later.")
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
    try page.validate()
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

extension PageChoice: ExpressibleByArgument {
  /// Parses a number, or a name.
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = Int(argument).map { .index($0 - 1) } ?? .name(argument)
  }

  /// The number or the name in help.
  public var defaultValueDescription: String {
    switch self {
    case .index(let index): "\(index + 1)"
    case .name(let name): name
    }
  }

  /// Refuses a number that no page of any file has.
  func validate() throws(ValidationError) {
    guard case .index(let index) = self, !(0..<FilePages.maximumCount).contains(index) else {
      return
    }
    throw ValidationError("--page must be from 1 to \(FilePages.maximumCount), or a name.")
  }
}

/// The options for the channels of pictures.
struct ChannelOptions: ParsableArguments {
  @Option(
    help:
      "Channels to see: three as red, green and blue, such as 4,3,2; else added, as N or N:RRGGBB.")
  var channels: ChannelMix?

  @Option(help: "Colors of a single channel's numbers.")
  var ramp: ColorRamp?

  func validate() throws {
    guard ramp == nil || channels?.parts.count ?? 1 == 1 else {
      throw ValidationError("--ramp needs a single channel.")
    }
  }

  /// What samples become: the channels with the range of a tone, or else the tone.
  func tone(_ tone: Tone?) -> Tone {
    guard channels != nil || ramp != nil else { return tone ?? .asNeeded }
    var mix = channels ?? ChannelMix([ChannelMix.Part(channel: 0)])
    mix.ramp = ramp
    if let tone { return .mix(mix.toned(to: tone)) }
    mix.takesFileRanges = true
    return .mix(mix)
  }
}

extension ColorRamp: ExpressibleByArgument {}

extension ChannelMix: ExpressibleByArgument {
  /// Parses numbers of channels from 1, each with or without a color.
  public init?(argument: String) {
    var parts: [Part] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = word.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count <= 2, let number = Int(halves[0]), 1...Int(UInt16.max) ~= number else {
        return nil
      }
      var part = Part(channel: number - 1)
      if halves.count == 2 {
        guard halves[1].count == 6, let color = UInt32(halves[1], radix: 16) else { return nil }
        part.color = color
      }
      parts.append(part)
    }
    guard 1...Self.maximumParts ~= parts.count else { return nil }
    self.init(parts)
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
    case .mix(let mix): mix.name
    }
  }
}

extension TypedPlace: ExpressibleByArgument {
  /// Parses what the field takes that Ctrl+G shows.
  package init?(argument: String) {
    guard let place = try? Self(argument) else { return nil }
    self = place
  }
}
extension FittedKeys: ExpressibleByArgument {}
extension PictureRow.Swipe: ExpressibleByArgument {}
extension Album.Sort: ExpressibleByArgument {}
