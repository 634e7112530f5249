import OverscrollDesktop

extension WindowController {
  /// Closes the page, and hides the window; returns whether the loop has to run until the clipboard's contents are handed over.
  func beginClosing() -> Bool {
    page.willDisappear(isLast: true)
    guard let limit = window.beginClipboardHandover() else { return false }
    Watchdog.extend(by: limit)
    window.hide()
    loop.clock.wantsFrames = false
    loop.wantsRedrawSlot = false
    loop.deadline = nil
    return true
  }

  /// Handles events while the clipboard's contents are handed over; returns `true` once that is done.
  func endsClosing(_ events: [Event]) -> Bool {
    // A picture that a clipboard manager has requested may be there.
    if events.contains(.wakeUp) { page.wakeUp() }
    // A user who closes the window again doesn't want to wait.
    return events.contains { $0 == .clipboardHandedOver || $0 == .closeRequested }
  }
}
