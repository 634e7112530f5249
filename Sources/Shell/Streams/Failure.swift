package import OverscrollDesktop

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
  package init(_ error: DesktopError) {
    self.init(message: error.message)
    isMisuse = error.kind == .noMonitor
  }
}
