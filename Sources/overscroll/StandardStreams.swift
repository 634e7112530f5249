import Files
import Glibc

/// The standard output stream, of which every write is checked.
struct StandardOutput {
  /// The bytes that are collected before they are written. [C]
  private static let bufferSize = 1 << 16

  private var buffer: [UInt8] = []
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Adds a line.
  ///
  /// - Throws: One sentence when it cannot be written.
  mutating func print(_ line: String) throws(Failure) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if isTerminal || buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what was collected, and learns of errors that show only when a file is closed.
  mutating func finish() throws(Failure) {
    try flush()
    let copy = dup(STDOUT_FILENO)
    if copy >= 0, close(copy) != 0, errno != EINTR { throw Self.failure }
  }

  /// Writes lines and nothing else.
  static func print(_ lines: [String]) throws(Failure) {
    var output = StandardOutput()
    for line in lines { try output.print(line) }
    try output.finish()
  }

  private mutating func flush() throws(Failure) {
    guard FileDescriptor.write(buffer, to: STDOUT_FILENO) else { throw Self.failure }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Why something could not be written; where nobody reads any more the program ends at once, without a word.
  private static var failure: Failure {
    if errno == EPIPE { endByPipeSignal() }
    return Failure(message: "standard output: cannot be written: \(SystemError.last.message)")
  }

  /// Ends the program as a broken pipe does where the signal for it is not ignored.
  private static func endByPipeSignal() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    Glibc.exit(128 + SIGPIPE)
  }
}

/// The standard error stream.
enum StandardError {
  /// Writes `text` and ends its last line; where that fails there is nobody to tell.
  static func write(_ text: String) {
    _ = FileDescriptor.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes the program's name and a sentence on one line, even if a file's name has several.
  static func report(_ message: String) {
    let line = message.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    write("overscroll: \(String(line))")
  }
}

/// The three streams that a program is started with.
enum StandardStreams {
  /// Takes the numbers of streams that are closed, so that no file of the program gets one of them and what is meant
  /// for a stream never lands in a file; reading and writing them fails as before.
  static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
