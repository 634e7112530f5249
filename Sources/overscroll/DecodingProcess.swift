import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import OverscrollWindow
import Synchronization

/// The process that decodes the pictures of commands.
enum DecodingProcess {
  /// The help of the option for none.
  static let help: ArgumentHelp = "Decode pictures in this process, which can read and write files."

  /// The process, once ``start(_:)`` has made it.
  private static let started = Mutex<Sandbox?>(nil)

  /// The process that decodes; `nil` without a sandbox.
  static var sandbox: Sandbox? { started.withLock { $0 } }

  /// Starts it; no thread may be running.
  static func start(_ limits: ImageLimits) throws(Failure) {
    try SystemLimits.checkFileSize()
    try reporting { () throws(Sandbox.Refusal) in
      let sandbox = try Sandbox(limits)
      started.withLock { $0 = sandbox }
    }
  }

  /// Waits until the process is confined.
  static func confirm() throws(Failure) {
    try reporting { () throws(Sandbox.Refusal) in try sandbox?.confirm() }
  }

  private static func reporting(_ body: () throws(Sandbox.Refusal) -> Void) throws(Failure) {
    do { try body() } catch {
      throw Failure(
        message:
          "pictures cannot be decoded in a sandbox (\(error.reason)); --no-sandbox disables it")
    }
  }
}

/// A command that decodes pictures.
protocol DecodingCommand {
  /// True where the user wants them decoded in this process.
  var noSandbox: Bool { get }
  /// The limits of the pictures.
  var limits: ImageLimits { get }
}

extension DecodingCommand {
  /// Opens a picture; errors have the name that the user gave to standard input.
  func open(
    _ file: FilePath, page: Int = 0, _ input: StandardInput?
  ) throws(Failure) -> any ImageSource {
    do throws(ImagingError) {
      return try ImageFile.open(file, page: page, limits: limits)
    } catch {
      throw Failure(message: (input?.named(error, file) ?? error).description)
    }
  }
}

/// A command that opens a window.
protocol OpeningCommand: DecodingCommand {
  /// Opens the window, which is not shown yet.
  func open(on opener: any HostOpener) throws -> OpenWindow
}

extension OpeningCommand {
  /// Opens the window on the X server, and shows it until it is closed.
  func show() throws {
    let opener = try DesktopOpener()
    try open(on: opener).show(on: opener)
  }
}

/// A command that opens a window with the viewer's options.
protocol ViewerCommand: OpeningCommand {
  var options: ViewerOptions { get }
}

extension ViewerCommand {
  var noSandbox: Bool { options.noSandbox }
  var limits: ImageLimits { options.limits }
}

extension ViewCommand: ViewerCommand {}
extension GridCommand: ViewerCommand {}
extension SceneCommand: ViewerCommand {}
extension RecordCommand: ViewerCommand {}
extension ReplayCommand: ViewerCommand {}
extension QACommand: ViewerCommand {}
extension InfoCommand: DecodingCommand {}
extension RenderCommand: DecodingCommand {}
extension ThumbnailCommand: DecodingCommand {}
extension ComparePicturesCommand: OpeningCommand {}
