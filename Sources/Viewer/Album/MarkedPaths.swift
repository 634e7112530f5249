import Glibc
import OverscrollFiles
import Synchronization

/// What is written of the marked pictures at the end, however the program ends.
///
/// A thread that ends the program in place of the main one writes it, too.
package final class MarkedPaths: Sendable {
  private struct State {
    var paths: [FilePath] = []
    /// The byte after each path; `nil` where nothing is to be written, or all is.
    var terminator: UInt8?
  }

  private let state = Mutex(State())

  /// Has the paths written at the end, each with a byte after it.
  package func write(endingWith terminator: UInt8) { state.withLock { $0.terminator = terminator } }

  /// The marked paths, in their order.
  var paths: [FilePath] {
    get { state.withLock { $0.paths } }
    set { state.withLock { $0.paths = newValue } }
  }

  /// Writes the paths to the standard output, once; a terminal gets them without characters that it would obey.
  func write() {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let bytes = state.withLock { state -> [UInt8] in
      guard let terminator = state.terminator else { return [] }
      state.terminator = nil
      return state.paths.flatMap { path in
        (isTerminal ? Array(path.description.escapedForTerminal.utf8) : path.bytes) + [terminator]
      }
    }
    // A reader that is gone needs no paths.
    if !bytes.isEmpty { _ = FileDescriptor.write(bytes, to: STDOUT_FILENO) }
  }
}
