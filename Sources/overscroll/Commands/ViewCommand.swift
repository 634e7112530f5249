import ArgumentParser
import Glibc
import OverscrollBrowser
import OverscrollDesktop
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import OverscrollViewer

/// `overscroll [FILE]`: the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show pictures, or a coordinate grid if there are none.",
    discussion: """
      A single file is shown with the other pictures of its folder; n and p go to the next and the previous one.
      """)

  @Argument(
    help:
      "Files in \(ImageFormat.alternatives), folders of them, and - for the standard input.",
    completion: .file())
  var files: [FilePath] = []

  @OptionGroup var albumOptions: AlbumOptions

  @OptionGroup var options: ViewerOptions

  mutating func validate() throws {
    let inputs = files.filter { $0 == StandardInput.argument }.count
    guard inputs + (albumOptions.filesFrom == StandardInput.argument ? 1 : 0) <= 1 else {
      throw ValidationError("- can be given only once: standard input can be read only once.")
    }
  }

  mutating func run() throws {
    var paths = files
    if let list = albumOptions.filesFrom {
      paths += try AlbumArguments.paths(in: list, endsWithZero: albumOptions.endsWithZero)
    }
    guard !paths.isEmpty || albumOptions.filesFrom != nil else {
      var grid = try GridCommand.parse([])
      grid.options = options
      try grid.run()
      return
    }
    let input = try StandardInput.replacing(in: &paths, files.count, options.cache)
    try Self.show(paths, input, albumOptions, options: options)
  }

  /// Opens a window on the first picture that can be shown.
  private static func show(
    _ paths: [FilePath], _ input: StandardInput?, _ albumOptions: AlbumOptions,
    options: ViewerOptions
  ) throws {
    var options = options
    options.cacheMegabytes = try SystemLimits.cacheMegabytes(options.cacheMegabytes)
    var arguments = AlbumArguments(
      paths, sort: albumOptions.sort, isReversed: albumOptions.reverse,
      isRecursive: albumOptions.recursive)
    arguments.standardInput = input
    if let start = albumOptions.start, !arguments.album.isEmpty { try arguments.start(at: start) }
    let first = arguments.openFirst(limits: options.limits)
    let report = arguments.report
    let isLone = paths.count == 1 && arguments.folders.isEmpty && albumOptions.filesFrom == nil
    // No one sees what a program writes that was started from a desktop.
    let showsProblem = first == nil && isLone && isatty(STDERR_FILENO) == 0
    guard first != nil || showsProblem && arguments.problem != nil else {
      report.dropLast().forEach(StandardError.report)
      throw Failure(message: report.last ?? "no file given")
    }
    report.forEach(StandardError.report)
    try SystemLimits.checkFiles()
    let isSingle = isLone && !albumOptions.alone && input == nil
    var window = PictureWindow(
      "Overscroll", options: options.window, pictures: options.pictures)
    window.frameLog = options.frameLog
    window.swipe = albumOptions.swipe
    window.fittedKeys = albumOptions.fittedKeys
    window.beginsWithOverview = albumOptions.overview
    if albumOptions.printMarked {
      window.marks.write(endingWith: albumOptions.endsWithZero ? 0 : UInt8(ascii: "\n"))
    }
    do {
      try window.show(
        arguments, first: first, listsFolderOf: isSingle ? arguments.album.currentPath : nil)
    } catch let failure as Failure {
      // Without a display the first sentence is enough.
      if showsProblem { throw ExitCode.failure }
      throw failure
    }
  }

  /// Opens a window on a picture; `recording` is written meanwhile.
  static func show(
    _ file: FilePath, options: ViewerOptions, recording: RecordingRequest? = nil
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
    var window = PictureWindow(
      "\(file.lastComponent.description.isolated) (\(source.info.size)) – Overscroll",
      options: options.window, pictures: options.pictures)
    (window.recording, window.frameLog) = (recording, options.frameLog)
    try window.show(
      source, fit: options.zoom ?? .fit, limits: .init(maximum: options.maxZoom),
      albumLater: false)
  }
}
