import Glibc
package import OverscrollBase
import Synchronization

/// The standard output stream, buffered, whose errors are reported.
package struct StandardOutput {
  /// The size of the buffer, in bytes. [C]
  private static let bufferSize = 1 << 16

  /// The name of a file to write that selects it.
  package static let argument = FilePath("-")

  /// Returns the name that messages have for a file to write.
  package static func name(of file: FilePath) -> String {
    file == argument ? "standard output" : file.description
  }

  private var buffer: [UInt8] = []
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  package init() {}

  /// Writes a line; to a terminal, without characters that command it or change the direction of text.
  ///
  /// - Throws: An error where it cannot be written.
  package mutating func print(_ line: String) throws(Failure) {
    buffer.append(contentsOf: (isTerminal ? line.escapedForTerminal : line).utf8)
    buffer.append(UInt8(ascii: "\n"))
    if isTerminal || buffer.count >= Self.bufferSize { try flush() }
  }

  /// Flushes the buffer, and reports errors that occur only when a file is closed.
  package mutating func finish() throws(Failure) {
    try flush()
    let copy = dup(STDOUT_FILENO)
    if copy >= 0, close(copy) != 0, errno != EINTR { throw Self.failure }
  }

  /// Writes all of the output as lines.
  package static func print(_ lines: [String]) throws(Failure) {
    var output = StandardOutput()
    for line in lines { try output.print(line) }
    try output.finish()
  }

  /// Writes bytes and nothing else; no bytes write nothing.
  package static func write(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    var output = StandardOutput()
    output.buffer = bytes
    try output.finish()
  }

  private mutating func flush() throws(Failure) {
    guard StandardStreams.write(buffer, to: STDOUT_FILENO) else { throw Self.failure }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The error of a write that failed; ends the program silently where the reader has closed the pipe.
  private static var failure: Failure {
    if errno == EPIPE { endByPipeSignal() }
    return Failure(message: "standard output: cannot be written: \(SystemError.last.message)")
  }

  /// Ends the program by SIGPIPE, which a parent process may have ignored.
  private static func endByPipeSignal() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    Glibc.exit(128 + SIGPIPE)
  }
}

/// The standard error stream.
package enum StandardError {
  /// Writes `text` and a newline; errors are ignored.
  package static func write(_ text: String) {
    _ = StandardStreams.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes the program's name and a message on one line.
  ///
  /// Control characters, as in file names, become spaces, and characters that change the direction of text are escaped.
  package static func report(_ message: String) {
    let line = message.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    write("overscroll: \(String(line).escapedForTerminal)")
  }
}

/// The three standard streams.
package enum StandardStreams {
  /// What a body has written, in the place of the streams.
  package final class Collected: Sendable {
    private let bytes = Mutex<[Int32: [UInt8]]>([:])

    package init() {}

    /// What was written to the standard output.
    package var output: String { text(STDOUT_FILENO) }

    /// What was written to standard error.
    package var errors: String { text(STDERR_FILENO) }

    private func text(_ descriptor: Int32) -> String {
      bytes.withLock { String(decoding: $0[descriptor, default: []], as: UTF8.self) }
    }

    fileprivate func append(_ more: [UInt8], _ descriptor: Int32) {
      bytes.withLock { $0[descriptor, default: []] += more }
    }
  }

  @TaskLocal private static var collected: Collected?

  /// Runs a body, and collects what it writes, but not what its other threads do.
  package static func collect<Value>(
    in collected: Collected, _ body: () throws -> Value
  ) rethrows -> Value {
    try $collected.withValue(collected, operation: body)
  }

  fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard let collected else { return FileDescriptor.write(bytes, to: descriptor) }
    collected.append(bytes, descriptor)
    return true
  }

  /// Opens the descriptors of closed streams, so that no file gets one of them and receives a stream's output.
  ///
  /// Reading and writing them still fails.
  package static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
