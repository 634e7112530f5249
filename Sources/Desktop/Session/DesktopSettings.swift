package import OverscrollDrawing

/// The settings of the desktop that a window follows; `nil` for those that it doesn't have.
package struct DesktopSettings: Hashable, Sendable {
  /// False where motion is to be reduced.
  package var animates: Bool?
  /// How clearly text is to stand out.
  package var contrast = Contrast.standard
  /// The maximum time between the clicks of a double click, in seconds.
  package var doubleClickTime: Double?
  /// The maximum distance between the clicks of a double click, in points.
  package var doubleClickDistance: Double?
  /// The distance from which on a press becomes a drag, in points.
  package var dragThreshold: Double?

  /// Makes the settings of a desktop that has none.
  package init() {}

  /// Whether commands animate, which the user may have chosen for this program; `nil` for the desktop's choice.
  package func animates(unless choice: Bool?) -> Bool { choice ?? animates ?? true }

  /// The settings that are believed; others are ignored. [C]
  private static let (times, distances, thresholds) = (50...5000, 1...100, 1...100)

  /// Combines the settings of an XSETTINGS manager with those of the portal.
  init(_ settings: XSettings, _ portal: PortalPreferences = PortalPreferences()) {
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
