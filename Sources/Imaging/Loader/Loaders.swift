import CSandbox
import Glibc
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

/// The program `overscroll-load`, which loads pictures of further formats in a process of its own.
struct LoaderProgram: Hashable, Sendable {
  private static let fileName = "overscroll-load"

  let path: FilePath
  /// False where it may do what the user may.
  let isConfined: Bool

  /// Finds the installed program; `nil` where there is none, or others than its owner can write it.
  static func installed(isConfined: Bool) -> LoaderProgram? {
    path.map { LoaderProgram(path: $0, isConfined: isConfined) }
  }

  /// Looked for once: what is installed later is there for the next start.
  private static let path: FilePath? = {
    guard let own = ownPath, let place = place(besides: own), isTrusted(place) else { return nil }
    return place
  }()

  /// The file that this process runs.
  private static var ownPath: FilePath? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }

  /// Where the program is for one in `bin`, or in a folder of the package manager's, which builds both.
  static func place(besides own: FilePath) -> FilePath? {
    var folder = own.description.split(separator: "/").dropLast()
    if folder.last == "bin" {
      folder = folder.dropLast() + ["libexec", "overscroll"]
    } else if !folder.contains(".build") {
      return nil
    }
    return FilePath("/" + folder.joined(separator: "/") + "/" + fileName)
  }

  /// Returns whether a program and its folder exist and only the system or the user can write them.
  static func isTrusted(_ program: FilePath) -> Bool {
    [program, program.folder].allSatisfy { path in
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return false }
      return [0, geteuid()].contains(status.st_uid) && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }
  }

  /// Starts it for a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - socket: On which the program is told to start processes.
  /// - Returns: The process; `nil` where it could not be started.
  func start(_ format: LoaderFormat, _ socket: Int32) -> pid_t? {
    let process = path.withCString {
      OverscrollStartProgram(
        $0, format.argument, isConfined ? Self.confined : Self.unconfined, socket)
    }
    return process > 0 ? process : nil
  }

  /// The program's second argument.
  private static let confined = "confined"
  private static let unconfined = "unconfined"
}
