import OverscrollDesktop
import OverscrollThreads

/// Asks the desktop's portal for its settings, once, when the first picture shows, which doesn't wait for the bus.
struct PortalRequest {
  private var isMade = false

  /// Has the window follow the portal's settings, on a thread of its own, as soon as it is drawn and nothing is left to do.
  mutating func update(
    _ window: DesktopWindow, _ loop: EventLoop, waking waker: Waker, isIdle: Bool, isStill: Bool
  ) {
    guard !isMade, isStill else { return }
    // Nothing else may happen once the server has finished the drawing.
    guard isIdle else { return loop.wantsRedrawSlot = true }
    isMade = true
    guard let portal = window.portalSettings(waking: waker) else { return }
    BackgroundThread.start { portal.follow() }
  }
}
