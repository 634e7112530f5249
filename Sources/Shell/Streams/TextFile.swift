import Glibc
package import OverscrollBase
package import OverscrollLab

/// Text files; `-` is standard input.
package enum TextFile {
  /// The memory per byte of a script and its simulation, measured and doubled. [C]
  package static let memoryPerByte = 32

  /// Reads a file as UTF-8.
  package static func read(_ path: FilePath) throws(Failure) -> String {
    let input = try TextFileReader(path)
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

  /// Writes a private file of what is remembered, and makes the folders that it is in; without effect where that is impossible.
  package static func remember(_ text: String, in path: FilePath) {
    path.makeParents()
    try? write(text, to: path, isPrivate: true)
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

/// A text file that is read in pieces; `-` is standard input.
package final class TextFileReader {
  /// The maximum size of a file, in bytes: some hours of a take.
  private static let longest = LabLimits.file
  /// The size of a piece, in bytes. [C]
  private static let pieceLength = 1 << 18

  /// The name for error messages.
  let name: String
  private let descriptor: Int32
  /// The bytes that have been read and not used yet.
  private var bytes: [UInt8] = []
  private var count = 0
  /// What was read last.
  private var piece = [UInt8](repeating: 0, count: pieceLength)
  private var isAtEnd = false

  /// Opens a file.
  package init(_ path: FilePath) throws(Failure) {
    name = path.name
    descriptor =
      path.isStandardInput
      ? STDIN_FILENO : path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      throw Failure(unopened: path)
    }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_size > Self.longest { throw tooLong }
  }

  private var tooLong: Failure {
    Failure(message: "\(name): text files are limited to \(Self.longest >> 20) MiB")
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Returns whether the first byte that is no white space is an opening brace, as in a script.
  package func isObject() throws(Failure) -> Bool {
    while true {
      if let first = bytes.first(where: { !Self.whiteSpace.contains($0) }) {
        return first == UInt8(ascii: "{")
      }
      guard try readPiece() else { return false }
    }
  }

  private static let whiteSpace = Array(" \t\r\n".utf8)

  /// Reads the rest as UTF-8.
  ///
  /// - Parameter memoryPerByte: The memory that is needed for a byte of the text in the end.
  /// - Returns: The text.
  /// - Throws: An error where it cannot be read, is too long or no text.
  package func readText(memoryPerByte: Int) throws(Failure) -> String {
    var checked = Self.pieceLength
    repeat {
      if bytes.count > checked {
        checked *= 2
        try SystemLimits.check(bytes: checked * memoryPerByte)
      }
    } while try readPiece()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(message: "\(name): is not valid UTF-8")
    }
    return text
  }

  /// Reads the rest as a trace or a recording, of which only some columns are kept.
  package func readSeries(
    columns: Set<Series.Column>?, known: RecordingReader.Form = .init()
  ) throws(Failure) -> Series {
    var parser = SeriesParser(file: name, columns: columns, known: known)
    while true {
      let used: Int
      do throws(LabError) {
        let piece = bytes
        used = try parser.add(linesOf: piece.span, isLast: isAtEnd)
        if isAtEnd { return try parser.finish() }
      } catch {
        throw Failure(message: error.description)
      }
      bytes.removeFirst(used)
      isAtEnd = try !readPiece()
    }
  }

  /// Reads a piece; returns `false` at the end of the file.
  private func readPiece() throws(Failure) -> Bool {
    var got: Int
    repeat { got = Glibc.read(descriptor, &piece, piece.count) } while got < 0 && errno == EINTR
    guard got >= 0 else {
      throw Failure(message: "\(name): cannot be read: \(SystemError.last.message)")
    }
    // All at once: a byte at a time takes a minute and a half for the longest file in a debug build.
    bytes.append(contentsOf: piece[..<got])
    count += got
    guard count <= Self.longest else { throw tooLong }
    return got > 0
  }
}
