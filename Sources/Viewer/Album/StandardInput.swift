import Glibc
package import OverscrollBase
import OverscrollHost
package import OverscrollImaging
package import OverscrollShell

/// A picture from standard input, kept in a file without a name.
package struct StandardInput {
  /// The argument that selects it.
  package static let argument = FilePath("-")
  /// Its name in titles and messages.
  static let name = "standard input"
  /// The size up to which it is kept in memory, in bytes. [C]
  private static let memoryLimit = 64 << 20

  /// The path under which this process can open it.
  let path: FilePath
  /// The file in memory; `nil` if it is on the disk.
  private let memory: MemoryFile?

  /// Reads standard input to its end.
  ///
  /// - Parameter cache: The folder for more than memory is to hold, and how much of it; `nil` for none.
  /// - Throws: An error if it cannot be read or kept.
  init(cache: CacheFolder?) throws(Failure) {
    guard isatty(STDIN_FILENO) == 0 else {
      throw Self.failure("it is a terminal; pipe a picture into it")
    }
    let head = try Self.read(upTo: Self.memoryLimit + 1)
    guard head.count > Self.memoryLimit else {
      guard let file = MemoryFile(head) else {
        throw Self.failure("not enough memory for it")
      }
      (memory, path) = (file, file.path)
      return
    }
    let limit = cache?.byteLimit ?? 0
    guard limit > head.count, let descriptor = cache?.makeUnnamedFile() else {
      throw Self.failure("it is longer than 64 MiB, and --disk-cache-gb leaves no room for it")
    }
    (memory, path) = (nil, FilePath("/proc/self/fd/\(descriptor)"))
    var (part, total) = (head, 0)
    while !part.isEmpty {
      total += part.count
      guard total <= limit else {
        throw Self.failure("it is longer than --disk-cache-gb allows")
      }
      guard FileDescriptor.write(part, to: descriptor) else {
        throw Self.failure("it cannot be stored on disk: \(SystemError.last.message)")
      }
      part = try Self.read(upTo: 1 << 20)
    }
  }

  /// Reads the next bytes; fewer than asked for only at the end.
  private static func read(upTo count: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < count {
      let length = Glibc.read(STDIN_FILENO, &buffer, min(buffer.count, count - bytes.count))
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { throw failure("it cannot be read: \(SystemError.last.message)") }
      guard length > 0 else { break }
      bytes += buffer[..<length]
    }
    return bytes
  }

  private static func failure(_ reason: String) -> Failure {
    Failure(message: "\(name): \(reason)")
  }
}

extension StandardInput {
  /// Reads standard input if a command's file is `-`, and puts the path of what was read in its place.
  package static func replacing(
    _ file: inout FilePath, _ cache: CacheFolder?
  ) throws(Failure) -> StandardInput? {
    guard file == argument else { return nil }
    let input = try StandardInput(cache: cache)
    file = input.path
    return input
  }

  /// Reads standard input if one of the first paths is `-`, and puts the path of what was read in its place.
  package static func replacing(
    in paths: inout [FilePath], _ count: Int, _ cache: CacheFolder?
  ) throws(Failure) -> StandardInput? {
    guard let index = paths.prefix(count).firstIndex(of: argument) else { return nil }
    return try replacing(&paths[index], cache)
  }

  /// Returns the name by which the user knows a file that a command was given.
  package static func name(of file: FilePath) -> String {
    file == argument ? name : file.description
  }

  /// Returns the error with the name that the user knows in place of the path.
  package func named(_ error: ImagingError, _ file: FilePath) -> ImagingError {
    file == path ? ImagingError(error.code, Self.name, error.reason) : error
  }
}
