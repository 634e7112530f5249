import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell

/// The options of all commands that open a window.
struct ViewerOptions: ParsableArguments {
  @Flag(help: "Start in full screen.")
  var fullscreen = false

  @Option(help: "Fill this monitor: its number from left to right, or its name.")
  var monitor: WindowOptions.Monitor?

  @Option(
    help: "Initial zoom. (default: fit for large pictures, 100% for others)")
  var zoom: PictureView.Fit?

  @Option(help: "What the wheel does without Ctrl.")
  var wheel = WheelMode.pan

  @Option(name: MemoryBudget.name, help: MemoryBudget.help, transform: MemoryBudget.init)
  var memory = MemoryBudget()

  @Option(name: DiskCache.name, help: DiskCache.help, transform: DiskCache.init)
  var diskCache = DiskCache()

  @Option(help: SizeLimit.help, transform: SizeLimit.init)
  var maxMegapixels = SizeLimit()

  @Option(help: "Interpolation of scaled pictures.")
  var filter = FilterRule.auto

  @Option(help: "The color around the picture: dark, black, gray, light, white or #RRGGBB.")
  var background = Backdrop.Background.dark

  @Option(help: "Behind transparent pixels.")
  var transparency = Backdrop.Transparency.checkerboard

  @Option(
    name: .customLong("beneath"),
    help: ArgumentHelp("The former name of --transparency.", visibility: .hidden))
  var formerBeneath: Backdrop.Transparency?

  @Option(help: "Maximum zoom, in device pixels per picture pixel.")
  var maxZoom = 64.0

  @Option(
    help: "Animate keys and double clicks, and play animated pictures. (default: the desktop's)")
  var animations: Switch?

  @Option(help: "Controls over the picture while the pointer moves.")
  var controls = Controls.auto

  @Flag(help: "Show frame statistics; d toggles them.")
  var hud = false

  @Option(
    help: ArgumentHelp("Write frame statistics to a file on exit.", visibility: .hidden)
  )
  var frameLog: FilePath?

  @Option(
    help: ArgumentHelp(
      "Whether use is recorded, for measuring what that costs.", visibility: .hidden))
  var recorder = Switch.on

  @Option(help: "Device pixels per point. (default: the desktop's)")
  var scale: Double?

  @Option(
    help:
      "Panels to show, separated by commas: information, channels, strip, curves, parameters, log, touches."
  )
  var panels: PanelNames?

  @Option(help: "Folder in which Ctrl+F2 and F3 save takes.", completion: .directory)
  var takes: FilePath?

  @Flag(
    help: ArgumentHelp("Have Esc close the window, as the start page does.", visibility: .hidden))
  var returnsToStart = false

  @Flag(help: DecodingProcess.help)
  var noSandbox = false

  /// What the wheel does without control held.
  enum WheelMode: String, ExpressibleByArgument, CaseIterable {
    case pan
    case zoom
  }

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  /// When controls lie over the picture.
  enum Controls: String, ExpressibleByArgument, CaseIterable {
    case auto
    case off
  }

  /// The limits of pictures that are opened.
  var limits: ImageLimits {
    var limits = ImageLimits(
      megapixels: maxMegapixels.megapixels, budget: memory.bytes, sandbox: DecodingProcess.sandbox)
    limits.threads = DecodeQueue.defaultWorkers
    return limits
  }

  /// What is chosen about the window.
  var window: WindowOptions {
    var window = WindowOptions()
    window.isFullscreen = fullscreen
    window.monitor = monitor
    window.scale = scale
    window.wheelZooms = wheel == .zoom
    window.panels = panels?.names
    window.showsHUD = hud
    window.takes = takes
    window.returnsToStart = returnsToStart
    window.notice = OptionsFile.notice
    return window
  }

  /// What is chosen about pictures.
  var pictures: PictureOptions {
    var pictures = PictureOptions(limits: limits)
    pictures.fit = zoom
    pictures.byteBudget = memory.bytes
    pictures.cache = diskCache.folder
    pictures.filter = filter
    pictures.backdrop = Backdrop(
      background: background, transparency: formerBeneath ?? transparency)
    pictures.maximumZoomScale = maxZoom
    pictures.animates = animations.map { $0 == .on }
    pictures.showsControls = controls == .auto
    pictures.records = recorder == .on
    return pictures
  }

  mutating func validate() throws {
    guard maxZoom.isFinite, maxZoom >= 1, maxZoom <= 1024 else {
      throw ValidationError("--max-zoom must be from 1 to 1024.")
    }
    guard scale.map({ $0.isFinite && $0 >= 0.25 && $0 <= 16 }) ?? true else {
      throw ValidationError("--scale must be from 0.25 to 16.")
    }
  }
}

extension WindowOptions.Monitor: ExpressibleByArgument {
  /// Takes any text: which monitors there are is known once the display is open.
  public init?(argument: String) { self.init(name: argument) }
}

extension PictureView.Fit: ExpressibleByArgument {}
extension FilterRule: ExpressibleByArgument {}

extension Backdrop.Transparency: ExpressibleByArgument {
  /// Parses a name, or the former one of the checkerboard.
  public init?(argument: String) {
    self.init(rawValue: argument == "checks" ? "checkerboard" : argument)
  }
}

extension Backdrop.Background: ExpressibleByArgument {
  /// Parses a name, the former one of gray, or `#RRGGBB`.
  public init?(argument: String) {
    let name = argument == "grey" ? "gray" : argument
    if let named = Self.named.first(where: { $0.key == name }) {
      self = named.value
      return
    }
    let digits = argument.dropFirst()
    guard argument.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(Color(value))
  }

  /// The name of the default in help.
  public var defaultValueDescription: String {
    Self.named.first { $0.value == self }?.key ?? ""
  }
}

/// The panels of a window by their names, separated by commas.
struct PanelNames: ExpressibleByArgument {
  var names: Set<PanelName>

  var defaultValueDescription: String {
    PanelName.allCases.filter(names.contains).map(\.rawValue).joined(separator: ",")
  }

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let names = parts.compactMap { PanelName(rawValue: String($0)) }
    guard names.count == parts.count else { return nil }
    self.names = Set(names)
  }
}
