import ArgumentParser
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import Synchronization

/// `overscroll [FILE]`: the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show pictures, or a page to open some.",
    discussion: """
      A single file is shown with the other pictures of its folder; n and p go to the next and the previous one.

      \(LoaderFormat.message)
      """)

  @Argument(
    help:
      "\(ImageFormat.alternatives) files, folders of them, or - for standard input.",
    completion: .file())
  var files: [FilePath] = []

  @OptionGroup var albumOptions: AlbumOptions

  @OptionGroup var channelOptions: ChannelOptions

  @OptionGroup var options: ViewerOptions

  @OptionGroup var configurationOptions: ConfigurationOptions

  mutating func validate() throws {
    let inputs = files.filter { $0 == StandardInput.argument }.count
    guard inputs + (albumOptions.filesFrom == StandardInput.argument ? 1 : 0) <= 1 else {
      throw ValidationError("- can be given only once: standard input can be read only once.")
    }
  }

  mutating func run() throws { try show() }

  /// Opens the window.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    var paths = files
    if let list = albumOptions.filesFrom {
      paths += try AlbumArguments.paths(in: list, endsWithZero: albumOptions.endsWithZero)
    }
    guard !paths.isEmpty || albumOptions.filesFrom != nil else {
      try DecodingProcess.confirm()
      return try window("Overscroll").open(on: opener)
    }
    let files = fileArguments(paths)
    return try window("\(files.name) – Overscroll").open(files, on: opener)
  }

  /// Returns the album of some files.
  func fileArguments(_ paths: [FilePath]) -> FileArguments {
    var files = FileArguments(paths, inputCount: self.files.count)
    files.sort = albumOptions.sort ?? .given
    files.isReversed = albumOptions.reverse
    files.isRecursive = albumOptions.recursive
    files.start = albumOptions.start
    files.page = albumOptions.page
    files.isAlone = albumOptions.alone || albumOptions.filesFrom != nil
    // No one sees what a program writes that was started from a desktop.
    files.showsProblem = albumOptions.filesFrom == nil && isatty(STDERR_FILENO) == 0
    files.cache = options.diskCache.folder
    return files
  }

  /// The program itself, to open other windows with; `nil` where the commands are part of another one.
  static let program = Mutex<FilePath?>(nil)

  /// Returns the window that the options describe.
  func window(_ title: String) throws -> PictureWindow {
    var options = options
    try options.memory.limit()
    try SystemLimits.checkFiles()
    var window = PictureWindow(title, options: options.window, pictures: options.pictures)
    window.frameLog = options.frameLog
    window.pictures.tone = channelOptions.tone(albumOptions.tone)
    window.pictures.displayProfile = try albumOptions.displayProfileChoice()
    window.pictures.startPlace = albumOptions.at
    window.pictures.showsScaleBar =
      albumOptions.scaleBar == .auto ? nil : albumOptions.scaleBar == .on
    window.pictures.pixelScale = albumOptions.unitPerPixel
    window.memory = configurationOptions.noConfig ? nil : RememberedWindow.path
    window.viewFile = configurationOptions.noConfig ? nil : RememberedView.path
    window.recentFile =
      configurationOptions.noConfig || albumOptions.noRecent ? nil : RecentFiles.path
    window.markFile =
      configurationOptions.noConfig || albumOptions.noRecent ? nil : RememberedMarks.path
    window.folderFile =
      configurationOptions.noConfig ? nil : UserFolder.state.path?.appending("folder")
    window.program = Self.program.withLock { $0 }
    window.grid = { try GridCommand.parse([]).drawing(options) }
    window.keys = try configurationOptions.viewerKeys()
    window.slideshow = albumOptions.slideshow
    window.slideshowInterval = albumOptions.slideshowInterval
    window.order = (albumOptions.sort ?? .given, albumOptions.reverse)
    window.pictures.thumbnailSide = albumOptions.thumbnailSize
    window.pictures.groupsByDay = albumOptions.groupByDay
    window.swipe = albumOptions.swipe
    window.fittedKeys = albumOptions.fittedKeys
    window.beginsWithOverview = albumOptions.overview
    if albumOptions.printMarked {
      window.marks.write(endingWith: albumOptions.endsWithZero ? 0 : UInt8(ascii: "\n"))
    }
    window.confirmDecoder = DecodingProcess.confirm
    return window
  }

  /// Opens a window on a picture; `recording` is written meanwhile.
  static func open(
    _ file: FilePath, options: ViewerOptions, recording: RecordingRequest? = nil,
    on opener: any HostOpener
  ) throws -> OpenWindow {
    var options = options
    try options.memory.limit()
    let source = try Failure.describing { () throws(ImagingError) in
      try ImageFile.open(file, limits: options.limits)
    }
    try SystemLimits.checkFiles()
    var window = PictureWindow(
      "\(file.lastComponent.description.isolated) (\(source.info.size)) – Overscroll",
      options: options.window, pictures: options.pictures)
    (window.recording, window.frameLog) = (recording, options.frameLog)
    return try window.open(
      source, fit: options.zoom ?? .fit, limits: .init(maximum: options.maxZoom),
      albumLater: false, on: opener)
  }
}
