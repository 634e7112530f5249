import OverscrollBase
import Synchronization

/// Where further formats are loaded: a program for each, started for its first file, with a process for each file.
final class Loaders: Sendable {
  private let program: LoaderProgram
  private let processes = Mutex<[String: Sandbox]>([:])

  /// Starts nothing yet.
  init(_ program: LoaderProgram) { self.program = program }

  private static let confined = LoaderProgram.installed(isConfined: true).map(Loaders.init)
  private static let unconfined = LoaderProgram.installed(isConfined: false).map(Loaders.init)

  /// Those of the installed program, confined where other formats are; `nil` where it is not installed.
  static func installed(for sandbox: Sandbox?) -> Loaders? {
    sandbox == nil ? unconfined : confined
  }

  /// True where the program is installed.
  static var areInstalled: Bool { confined != nil }

  /// Where a format is loaded.
  func sandbox(for format: LoaderFormat, _ limits: ImageLimits) -> Sandbox {
    processes.withLock { processes in
      if let sandbox = processes[format.argument] { return sandbox }
      let sandbox = Sandbox(format, by: program, limits)
      processes[format.argument] = sandbox
      return sandbox
    }
  }
}

extension LoaderFormat {
  /// The error for a file of it where the program is not installed.
  func notInstalled(_ path: FilePath) -> ImagingError {
    ImagingError(.unsupported, path, "this is \(kind); install \(Self.package)")
  }
}
