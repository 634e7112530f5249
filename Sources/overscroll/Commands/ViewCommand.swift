import ArgumentParser
import Browser
import Desktop
import Imaging

/// `overscroll [FILE]`: the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Look at a picture; without one, at a grid.")

  @Argument(help: "A PNG or JPEG picture.", completion: .file())
  var file: String?

  @OptionGroup var options: ViewerOptions

  mutating func run() throws {
    guard let file else {
      var grid = try GridCommand.parse([])
      grid.options = options
      try grid.run()
      return
    }
    let source: any ImageSource
    do throws(ImagingError) {
      source = try ImageFile.open(file, limits: options.limits)
    } catch {
      throw Failure(sentence: error.description)
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    try Viewer.show(
      source, title: "\(name) (\(source.info.size)) – Overscroll", fit: options.zoom ?? .fit,
      limits: .init(maximum: options.maxZoom), options: options)
  }
}
