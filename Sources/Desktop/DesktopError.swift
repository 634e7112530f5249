/// What went wrong between the program and the X server, in one sentence.
package struct DesktopError: Error, Hashable, Sendable {
  /// Which failure it is, for those who treat them differently.
  package enum Kind: Hashable, Sendable {
    /// There is no display to show a window on.
    case noDisplay
    /// The display cannot show what is drawn here.
    case unsuitableDisplay
    /// The connection broke; nothing may be asked of the server any more.
    case serverGone
    /// The kernel refused something, such as a timer.
    case system
  }

  /// Which failure it is.
  package let kind: Kind
  /// The sentence a person is shown, with its full stop.
  package let message: String

  /// Makes an error; the sentence ends with a full stop.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  static let serverGone = Self(.serverGone, "The X server went away.")

  /// Why no display was opened; an empty name says that none was given.
  static func noDisplay(named name: String) -> Self {
    guard !name.isEmpty else {
      return Self(.noDisplay, "There is no display to open a window on: DISPLAY is not set.")
    }
    return Self(.noDisplay, "Cannot open display \(name): no X server answers there.")
  }
}

extension DesktopError: CustomStringConvertible {
  /// The sentence.
  package var description: String { message }
}
