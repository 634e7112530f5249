internal import OverscrollDrawing
internal import OverscrollHost

extension DesktopSettings {
  /// The settings that are believed; others are ignored. [C]
  private static let (times, distances, thresholds) = (50...5000, 1...100, 1...100)

  /// Combines the settings of an XSETTINGS manager with those of the portal.
  init(_ settings: XSettings, _ portal: PortalPreferences = PortalPreferences()) {
    self.init()
    if portal.reducesMotion {
      animates = false
    } else {
      animates = settings.integer("Gtk/EnableAnimations").map { $0 != 0 }
    }
    if portal.prefersContrast || settings.text("Net/ThemeName")?.hasPrefix("HighContrast") == true {
      contrast = .increased
    }
    let number = { (name: String, range: ClosedRange<Int>) in
      settings.integer(name).flatMap { range.contains($0) ? Double($0) : nil }
    }
    doubleClickTime = number("Net/DoubleClickTime", Self.times).map { $0 / 1000 }
    doubleClickDistance = number("Net/DoubleClickDistance", Self.distances)
    dragThreshold = number("Net/DndDragThreshold", Self.thresholds)
  }
}

/// What the portal says of the user's preferences.
struct PortalPreferences: Hashable, Sendable {
  var reducesMotion = false
  var prefersContrast = false
}
