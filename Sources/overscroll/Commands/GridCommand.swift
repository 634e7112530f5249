import ArgumentParser
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll grid`: a labeled coordinate grid.
struct GridCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid", abstract: "Show a labeled coordinate grid.")

  /// The zoom limits of a grid.
  static let limits = PictureView.ZoomLimits(minimum: 1.0 / 8, maximum: 8)

  @Option(help: "Width and height in pixels, from 1x1 to 1000000x1000000.")
  var size = GridSize(pixels: PixelSize(width: 550, height: 350))

  @Option(help: "Distance between grid lines, in pixels.")
  var spacing = 50

  @OptionGroup var options: ViewerOptions

  @OptionGroup var configurationOptions: ConfigurationOptions

  mutating func run() throws { try show() }

  /// Opens the window.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    try Self.open(
      size.pixels, spacing: spacing, options: options, keys: configurationOptions.viewerKeys(),
      on: opener)
  }

  /// The grid, for a window that offers it.
  func drawing(_ options: ViewerOptions) throws(ImagingError) -> PictureWindow.Drawing {
    PictureWindow.Drawing(
      try Grid(size: size.pixels, spacing: spacing), fit: options.zoom ?? .actual,
      limits: Self.limits)
  }

  /// Opens a window on a grid; `recording` is written meanwhile.
  static func open(
    _ size: PixelSize, spacing: Int = 50, options: ViewerOptions,
    keys: ViewerKeys = ViewerKeys(), recording: RecordingRequest? = nil,
    on opener: any HostOpener
  ) throws -> OpenWindow {
    var options = options
    try options.memory.limit()
    try SystemLimits.checkFiles()
    let grid = try Failure.describing { () throws(ImagingError) in
      try Grid(size: size, spacing: spacing)
    }
    var window = PictureWindow(
      "Grid \(size) – Overscroll", options: options.window, pictures: options.pictures)
    (window.recording, window.frameLog) = (recording, options.frameLog)
    window.keys = keys
    return try window.open(
      grid, fit: options.zoom ?? .actual, limits: limits, albumLater: recording == nil,
      on: opener)
  }
}

/// A width and a height in pixels, as `550x350`.
struct GridSize: ExpressibleByArgument {
  var pixels: PixelSize

  init(pixels: PixelSize) {
    self.pixels = pixels
  }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      return nil
    }
    pixels = PixelSize(width: width, height: height)
  }

  var defaultValueDescription: String { "\(pixels.width)x\(pixels.height)" }
}
