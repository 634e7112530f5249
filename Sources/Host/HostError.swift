internal import Glibc

/// An error of the connection to the X server, or of the system.
package struct HostError: Error, Hashable, Sendable {
  /// The kind of an error.
  package enum Kind: Hashable, Sendable {
    /// No display could be opened.
    case noDisplay
    /// The display has no supported pixel format.
    case unsuitableDisplay
    /// No monitor has the name that the user gave.
    case noMonitor
    /// The connection to the server is broken.
    case serverGone
    /// A system call failed.
    case system
  }

  /// The kind of the error.
  package let kind: Kind
  /// The message for the user, a sentence with a full stop.
  package let message: String

  /// Makes an error from a message that ends with a full stop.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package static let serverGone = Self(.serverGone, "The connection to the X server was lost.")

  /// The error for a display that could not be opened; an empty name stands for an unset `DISPLAY`.
  package static func noDisplay(named name: String) -> Self {
    guard !name.isEmpty else {
      return Self(.noDisplay, "Cannot open a window: DISPLAY is not set.")
    }
    return Self(.noDisplay, "Cannot open display \(name): no X server is running there.")
  }
}

extension HostError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}

extension HostError {
  /// The error of a system call that failed just now.
  package static func system(_ attempt: String) -> Self {
    Self(.system, "Cannot \(attempt): \(String(cString: strerror(errno))).")
  }
}
