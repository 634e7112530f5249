import OverscrollDesktop
import OverscrollThreads

/// Asks the desktop's portal for its settings, once.
struct PortalRequest {
  private var isMade = false

  /// Has the window follow the portal's settings, on a thread of its own.
  mutating func ask(for window: DesktopWindow, waking waker: Waker) {
    guard !isMade else { return }
    isMade = true
    guard let portal = window.portalSettings(waking: waker) else { return }
    BackgroundThread.start { portal.follow() }
  }
}
