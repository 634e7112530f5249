import OverscrollBrowser
import OverscrollHost

extension DoubleClick.Limits {
  /// The time and the distance where the desktop names only one of them, as of taps. [C]
  private static let (usualTime, usualDistance) = (0.35, 45.0)

  /// The desktop's limits; `nil` where it has none, and double clicks are the engine's double taps.
  init?(_ settings: DesktopSettings) {
    guard settings.doubleClickTime != nil || settings.doubleClickDistance != nil else { return nil }
    self.init(
      time: settings.doubleClickTime ?? Self.usualTime,
      distance: settings.doubleClickDistance ?? Self.usualDistance)
  }
}
