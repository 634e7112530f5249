import ArgumentParser
import Browser
import Desktop
import Files
import Imaging

/// `overscroll [FILE]`: the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Show a picture, or a coordinate grid if there is none.")

  @Argument(help: "A PNG, JPEG, TIFF, WebP or PNM file.", completion: .file())
  var file: FilePath?

  @OptionGroup var options: ViewerOptions

  mutating func run() throws {
    guard let file else {
      var grid = try GridCommand.parse([])
      grid.options = options
      try grid.run()
      return
    }
    try Self.show(file, options: options)
  }

  /// Opens a window on a picture; `recording` is written meanwhile.
  static func show(
    _ file: FilePath, options: ViewerOptions, recording: Recording? = nil
  ) throws {
    var options = options
    options.cacheMegabytes = try SystemLimits.cacheMegabytes(options.cacheMegabytes)
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(file, limits: options.limits)
    } catch {
      throw Failure(message: error.description)
    }
    try SystemLimits.checkFiles()
    try Viewer.show(
      source, title: "\(file.lastComponent) (\(source.info.size)) – Overscroll",
      fit: options.zoom ?? .fit, limits: .init(maximum: options.maxZoom), options: options,
      recording: recording)
  }
}
