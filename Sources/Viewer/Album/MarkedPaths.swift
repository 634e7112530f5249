import Glibc
import OverscrollBase
import Synchronization

/// The output of marked pictures on exit, however the program ends.
///
/// It is also written if another thread ends the program.
package final class MarkedPaths: Sendable {
  private struct State {
    var paths: [FilePath] = []
    /// The byte after each path; `nil` if nothing is to be written, or all is.
    var terminator: UInt8?
  }

  private let state = Mutex(State())

  /// Enables writing the paths on exit, each followed by a byte.
  package func write(endingWith terminator: UInt8) { state.withLock { $0.terminator = terminator } }

  /// The marked paths, in their order.
  var paths: [FilePath] {
    get { state.withLock { $0.paths } }
    set { state.withLock { $0.paths = newValue } }
  }

  /// Writes the paths to the standard output, once; for a terminal, control characters are escaped.
  func write() {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let bytes = state.withLock { state -> [UInt8] in
      guard let terminator = state.terminator else { return [] }
      state.terminator = nil
      return state.paths.flatMap { path in
        (isTerminal ? Array(path.description.escapedForTerminal.utf8) : path.bytes) + [terminator]
      }
    }
    // If the reader is gone, the paths aren't needed.
    if !bytes.isEmpty { _ = FileDescriptor.write(bytes, to: STDOUT_FILENO) }
  }
}
