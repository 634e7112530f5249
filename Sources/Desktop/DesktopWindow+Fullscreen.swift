internal import CX11
internal import OverscrollDrawing
package import ScrollGeometry

extension DesktopWindow {
  /// A Boolean value that indicates whether the window is fullscreen: the window manager's state (a round trip), or our own.
  package var isFullscreen: Bool {
    guard hasWindowManager else { return frameBeforeFullscreen != nil }
    return longs(connection.atoms[.state], of: window, type: Atom(XA_ATOM))
      .contains(connection.atoms[.fullscreen])
  }

  /// Makes the window fullscreen, or restores its frame.
  ///
  /// Asks the window manager; without one, moves and resizes the window. In both cases ``Event/resized(_:)`` follows. May be
  /// called before ``show()``.
  package func setFullscreen(_ isOn: Bool) {
    guard connection.isAlive else { return }
    if hasWindowManager { requestFullscreen(isOn) } else { fillScreen(isOn) }
    XFlush(connection.display)
  }

  /// A Boolean value that indicates whether an EWMH window manager runs, which places the window.
  private var hasWindowManager: Bool {
    guard connection.isAlive else { return false }
    let check = connection.atoms[.managerCheck]
    let type = Atom(XA_WINDOW)
    guard let window = longs(check, of: connection.root, type: type).first else { return false }
    // The property remains after a window manager crashed; its window does not.
    var owner: [UInt] = []
    let refusal = connection.trapErrors { owner = longs(check, of: window, type: type) }
    return refusal == nil && owner == [window]
  }

  /// A Boolean value that indicates whether a window manager has given the window a state (a round trip).
  var hasManagedState: Bool {
    let state = connection.atoms[.managedState]
    return !longs(state, of: window, type: state).isEmpty
  }

  private func requestFullscreen(_ isOn: Bool) {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(connection.display, window, &attributes)
    guard attributes.map_state != IsUnmapped else { return setInitialState(isOn) }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = connection.atoms[.state]
    event.xclient.format = 32
    // The action (1 adds, 0 removes), the property, no second property, and the source: a normal application.
    event.xclient.data.l = (isOn ? 1 : 0, Int(connection.atoms[.fullscreen]), 0, 1, 0)
    XSendEvent(
      connection.display, connection.root, 0, SubstructureNotifyMask | SubstructureRedirectMask,
      &event)
  }

  private func setInitialState(_ isOn: Bool) {
    connection.setProperty(
      connection.atoms[.state], of: window, type: Atom(XA_ATOM),
      isOn ? [Int(connection.atoms[.fullscreen])] : [])
  }

  private func fillScreen(_ isOn: Bool) {
    let present = screenFrame
    if isOn, frameBeforeFullscreen == nil {
      frameBeforeFullscreen = present
      place(monitor(under: present)?.area ?? wholeScreen)
    } else if !isOn, let before = frameBeforeFullscreen {
      frameBeforeFullscreen = nil
      place(reachable(before))
    }
  }

  /// Adapts the window to changed monitors where no window manager does: a fullscreen window fills its present monitor, and
  /// a window that no monitor shows is moved to one that does.
  func adjustToMonitors() {
    guard connection.isAlive, visibility.isMapped, !hasWindowManager else { return }
    let present = screenFrame
    let target =
      frameBeforeFullscreen == nil
      ? reachable(present) : monitor(under: present)?.area ?? wholeScreen
    guard target != present else { return }
    place(target)
    XFlush(connection.display)
  }

  /// Returns `area` where a monitor shows part of it, and otherwise the same size at the corner of a monitor.
  private func reachable(_ area: PixelRect) -> PixelRect {
    let monitors = Monitors(connection).monitors.map(\.area)
    guard let first = monitors.first,
      monitors.allSatisfy({ $0.intersection(area).isEmpty })
    else { return area }
    return PixelRect(x: first.x, y: first.y, width: area.width, height: area.height)
  }

  private func place(_ area: PixelRect) {
    XMoveResizeWindow(
      connection.display, window, Int32(area.x), Int32(area.y), UInt32(area.width),
      UInt32(area.height))
  }

  private var wholeScreen: PixelRect {
    let display = connection.display
    return PixelRect(
      x: 0, y: 0, width: Int(XDisplayWidth(display, connection.screen)),
      height: Int(XDisplayHeight(display, connection.screen)))
  }

  /// The frame of the window in root coordinates (a round trip); the origins of ConfigureNotify events are ambiguous.
  private var screenFrame: PixelRect {
    var (x, y, child): (Int32, Int32, CX11.Window) = (0, 0, 0)
    XTranslateCoordinates(
      connection.display, window, connection.root, 0, 0, &x, &y, &child)
    return PixelRect(x: Int(x), y: Int(y), width: size.width, height: size.height)
  }

  private func monitor(under place: PixelRect) -> Monitors.Monitor? {
    Monitors(connection).monitor(
      atX: place.x + place.width / 2, y: place.y + place.height / 2)
  }

  /// The size of the monitor on which the window is, in pixels (a few round trips); the whole screen's where none is known.
  package var monitorSize: PixelSize {
    guard connection.isAlive else { return size }
    return (monitor(under: screenFrame)?.area ?? wholeScreen).size
  }

  /// Asks for another size, in pixels, before ``show()``.
  package func setInitialSize(_ newSize: PixelSize) {
    guard connection.isAlive else { return }
    size = PixelSize(
      width: min(max(newSize.width, 1), Surface.longestSide),
      height: min(max(newSize.height, 1), Surface.longestSide))
    XResizeWindow(connection.display, window, UInt32(size.width), UInt32(size.height))
  }

  /// Returns the refresh rate of the monitor under the window's centre where it may have changed, and otherwise `nil`.
  ///
  /// The rate is 0 where the driver doesn't report it. Takes a few round trips after the window moved or monitors changed.
  func takeChangedRefreshRate() -> Double? {
    guard needsRefreshRate, connection.isAlive else { return nil }
    needsRefreshRate = false
    return monitor(under: screenFrame)?.rate ?? 0
  }

  private func longs(_ property: Atom, of window: CX11.Window, type: Atom) -> [UInt] {
    var (actual, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      connection.display, window, property, 0, 64, 0, type, &actual, &format, &count, &rest, &data)
    guard let data else { return [] }
    defer { XFree(data) }
    guard format == 32 else { return [] }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }
}
