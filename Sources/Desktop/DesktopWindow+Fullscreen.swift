internal import CX11
internal import OverscrollDrawing
package import ScrollGeometry

extension DesktopWindow {
  /// True where the window fills the screen: the window manager's state (a round trip), or our own.
  package var isFullscreen: Bool { connection.isAlive && placement.isFullscreen }

  /// The size, in pixels, from which ``setFullscreen(_:)`` made the window fill the screen; `nil` where it was maximized.
  package var sizeBeforeFullscreen: PixelSize? { placement.sizeBeforeFullscreen }

  /// Makes the window fill the screen, or restores its frame.
  ///
  /// Asks the window manager; without one, moves and resizes the window. In both cases ``Input/resized(_:)`` follows. May be
  /// called before ``show()``.
  package func setFullscreen(_ isOn: Bool) {
    if connection.isAlive { placement.setFullscreen(isOn, size: size) }
  }

  /// True where the window manager has maximized the window (round trips).
  package var isMaximized: Bool { connection.isAlive && placement.isMaximized }

  /// Asks the window manager to maximize the window, before ``show()``.
  package func maximizeInitially() { if connection.isAlive { placement.maximizeInitially() } }

  /// The size of the monitor on which the window is, in pixels (a few round trips); the whole screen's where none is known.
  package var monitorSize: PixelSize {
    connection.isAlive ? placement.monitorSize(under: size) : size
  }

  /// Asks for another size, in pixels, before ``show()``.
  package func setInitialSize(_ newSize: PixelSize) {
    guard connection.isAlive else { return }
    size = newSize.possible
    XResizeWindow(connection.display, window, UInt32(size.width), UInt32(size.height))
  }

  func adjustToMonitors() {
    if connection.isAlive, visibility.isMapped { placement.adjustToMonitors(size: size) }
  }

  /// Returns the refresh rate of the monitor under the window's center if it may have changed (a few round trips), 0 if unknown.
  func drainRefreshRate() -> Double? {
    connection.isAlive ? placement.drainRefreshRate(size: size) : nil
  }
}
