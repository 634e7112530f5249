import ArgumentParser
import OverscrollBase
import OverscrollLabPages
import OverscrollShell
import ScrollGeometry

/// `overscroll record`: a window whose use becomes a take.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a session in a window as a take.",
    discussion: """
      Writes the script FILE, with its trace and its callbacks beside it. The first gesture begins the take; F3, \
      closing the window, SIGTERM and --for end it.
      """)

  /// The size of a grid unless given, in pixels.
  private static let gridSize = PixelSize(width: 4000, height: 4000)

  @Argument(help: "The script to write, as NAME.script.", completion: .file())
  var file: FilePath

  @Argument(help: "A picture; without one, a grid.", completion: .file())
  var image: FilePath?

  @Option(help: "Size of the grid, such as 4000x4000.")
  var grid: GridSize?

  @Option(help: "Record a scene, with the picture if the scene shows one.")
  var scene: String?

  @Option(help: "Set a property or parameter of the scene before starting: KEY=VALUE.")
  var set: [Assignment] = []

  @Option(name: .customLong("for"), help: "Close the window after this many seconds.")
  var duration: Double?

  @OptionGroup var options: ViewerOptions

  mutating func validate() throws {
    guard image == nil || grid == nil else {
      throw ValidationError("Specify a picture or --grid, not both.")
    }
    guard scene == nil || grid == nil else {
      throw ValidationError("Specify --grid or --scene, not both.")
    }
    guard set.isEmpty || scene != nil else {
      throw ValidationError("--set requires --scene.")
    }
    guard duration.map({ $0.isFinite && $0 > 0 && $0 <= 1e6 }) ?? true else {
      throw ValidationError("--for must be a number of seconds above 0.")
    }
  }

  mutating func run() throws {
    do { try show() } catch is DifferentReplay { throw ExitCode(1) }
  }

  /// Opens the window that is recorded.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    let files = TakeFiles(script: file)
    if let scene {
      var window = try SceneWindow(of: scene, set, showing: image, limits: options.limits)
      (window.files, window.duration) = (files, duration)
      return try window.open(options.window, on: opener)
    }
    let recording = RecordingRequest(files: files, duration: duration)
    let window =
      if let image {
        try ViewCommand.open(image, options: options, recording: recording, on: opener)
      } else {
        try GridCommand.open(
          grid?.pixels ?? Self.gridSize, options: options, recording: recording, on: opener)
      }
    return OpenWindow(window.controller) {
      try window.show(on: $0)
      try SceneWindow.report(recording)
    }
  }
}
