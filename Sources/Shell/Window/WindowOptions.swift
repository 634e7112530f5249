package import OverscrollBase

/// What the user can choose about a window, whatever it shows.
package struct WindowOptions: Sendable {
  /// True for a window that begins in full screen.
  package var isFullscreen = false
  /// The monitor that the window begins on, in full screen; `nil` for the window manager's choice.
  package var monitor: Monitor?
  /// The device pixels per point (scale factor); `nil` for the desktop's.
  package var scale: Double?
  /// True where the wheel zooms, and pans with Control.
  package var wheelZooms = false
  /// The panels to show; `nil` for those that the page usually has.
  package var panels: Set<PanelName>?
  /// True if frame statistics are shown.
  package var showsHUD = false
  /// The folder for takes that are saved by keys; `nil` for the usual one.
  package var takes: FilePath?
  /// True for a window that the start page of another has opened: Esc closes it, so that the start page is in front again.
  package var returnsToStart = false
  /// What the window shows first, about its options; `nil` for nothing.
  package var notice: String?

  package init() {}

  /// The places of the panels: those that the user has chosen, or the usual ones.
  package func areas(usual: Set<DockLayout.Area>) -> Set<DockLayout.Area> {
    guard let panels else { return usual }
    return Set(panels.compactMap(\.area))
  }

  /// True where touches are marked; where nothing was chosen, as `usually`.
  package func marksTouches(usually: Bool) -> Bool { panels?.contains(.touches) ?? usually }

  /// A monitor that the user has named.
  package struct Monitor: Sendable {
    /// Its number from the left, from 1, or its name.
    package var name: String
    /// The line of the file that names it, such as "/home/me/.config/overscroll/options:3"; `nil` for the command line.
    ///
    /// A file holds for every start, with whatever monitors are connected then.
    package var origin: String?

    package init(name: String, origin: String? = nil) { (self.name, self.origin) = (name, origin) }
  }
}

/// What can be shown beside content, by the name that the command line has for it.
package enum PanelName: String, CaseIterable, Sendable {
  case curves, parameters, log, touches, information, channels, strip

  /// The place of the panel; `nil` for marks, which lie over the content.
  package var area: DockLayout.Area? { DockLayout.Area(rawValue: rawValue) }
}
