package import OverscrollBase
package import OverscrollHost

/// A message about a window that a Wayland compositor enlarges, which blurs it; each user gets it once.
package struct EnlargementHint {
  /// The file that exists once the message was shown.
  private let path: FilePath?
  /// True until this window has shown the message, or knows that it was shown.
  private var isDue: Bool

  /// How long the message is shown, in seconds: it names a setting that few know. [C]
  package static let duration = 15.0

  /// Makes the hint of a window.
  ///
  /// - Parameter folder: The folder in which it is remembered; `nil` where nothing is remembered, and no hint is given.
  package init(in folder: FilePath?) {
    path = folder?.appending("xwayland-hint")
    isDue = folder != nil
  }

  /// Returns what is to be shown once the environment is known; `nil` where the window is not enlarged, or the user has seen it.
  package mutating func message(_ environment: Environment) -> String? {
    guard isDue, let path, let message = Self.message(environment) else { return nil }
    isDue = false
    guard (try? TextFile.read(path)) == nil else { return nil }
    path.makeParents()
    try? TextFile.write("shown\n", to: path, isPrivate: true)
    return message
  }

  /// How the pixels of an enlarged window become sharp on its compositor; `nil` for a window that is not known to be enlarged.
  static func message(_ environment: Environment) -> String? {
    guard let xwayland = environment.xwayland, xwayland.isEnlarged,
      let factor = xwayland.enlargement
    else { return nil }
    let times = NumberText.trimmed(factor, decimals: 2)
    let (name, advice) =
      switch environment.windowManager ?? "" {
      case "GNOME Shell", "Mutter": ("GNOME", "turn on its feature xwayland-native-scaling")
      case "KWin": ("KWin", "let X11 apps scale themselves in Display settings")
      case let name:
        (
          name.isEmpty ? "The compositor" : name,
          "set the display to scale 1 and use --scale \(times)"
        )
      }
    return "\(name) enlarges this window \(times)×. To make it sharp, \(advice)."
  }
}
