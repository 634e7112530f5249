import Glibc
package import OverscrollBase
package import OverscrollHost

/// The failure of a command.
package struct Failure: Error {
  /// The message, without the program's name: the file, what is wrong and what to do.
  package var message: String
  /// True where the arguments are wrong, rather than what they name.
  package var isMisuse = false

  package init(message: String) {
    self.message = message
  }

  /// The failure to show a window.
  package init(_ error: HostError) {
    self.init(message: error.message)
    isMisuse = error.kind == .noMonitor
  }

  /// The failure to open a file, by default of the last system call, in the words that pictures have for it.
  package init(unopened path: FilePath, _ error: SystemError = .last) {
    switch error.number {
    case ENOENT, ENOTDIR: message = "\(path): no such file."
    default: message = "\(path): cannot be opened: \(error.message)"
    }
  }

  /// Calls `body`, whose error becomes a failure with its description.
  package static func describing<Value, Problem: Error & CustomStringConvertible>(
    _ body: () throws(Problem) -> Value
  ) throws(Failure) -> Value {
    do throws(Problem) { return try body() } catch { throw Failure(message: error.description) }
  }
}
