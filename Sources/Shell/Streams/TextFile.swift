import Glibc
package import OverscrollBase

/// Text files; `-` is standard input.
package enum TextFile {
  /// The memory per byte of a script and its simulation, measured and doubled. [C]
  package static let memoryPerByte = 32

  /// Reads a file as UTF-8.
  package static func read(_ path: FilePath) throws(Failure) -> String {
    let input = try TextInput(path)
    return try input.readText(memoryPerByte: memoryPerByte)
  }

  /// Writes a file, replacing an existing one atomically.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: The file's path.
  ///   - isPrivate: True for a new file that the user alone may read and write.
  /// - Throws: An error where it cannot be written.
  package static func write(
    _ text: String, to path: FilePath, isPrivate: Bool = false
  ) throws(Failure) {
    try write(text.utf8, to: path, isPrivate: isPrivate)
  }

  /// Writes a file, replacing an existing one atomically.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: FilePath, isPrivate: Bool = false
  ) throws(Failure) {
    do throws(SystemError) {
      let file = try AtomicFileWriter(path, isPrivate: isPrivate)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw Failure(
        message: "\(StandardOutput.name(of: path)): cannot be written: \(error.message)")
    }
  }
}

extension FilePath {
  /// Whether something has the path.
  package var exists: Bool { withCString { access($0, F_OK) } == 0 }

  var isStandardInput: Bool { self == FilePath("-") }

  /// The name for error messages.
  package var name: String { isStandardInput ? "standard input" : description }
}
