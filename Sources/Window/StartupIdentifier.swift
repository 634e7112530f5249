import OverscrollDesktop

/// The notification of the desktop that has started the program, which the program's first window ends.
package enum StartupIdentifier {
  /// Taken from the environment once.
  static let notification = StartupNotification.fromEnvironment()

  /// Takes it from the environment, so that no program which this one starts gets it; before there are other threads.
  package static func take() { _ = notification }
}
