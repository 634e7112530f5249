internal import CX11

/// What is known of a window's visibility.
struct Visibility: Hashable, Sendable {
  /// Whether the window is mapped, or about to be.
  var isMapped = true
  /// Whether other windows cover it fully; unknown with a compositing manager.
  var isObscured = false
  /// Whether any part of the window is obscured.
  var isPartlyObscured = true
  /// Whether the window manager hides it, such as while it is minimized.
  var isHidden = false

  mutating func note(_ event: XVisibilityEvent) {
    isObscured = event.state == VisibilityFullyObscured
    isPartlyObscured = event.state != VisibilityUnobscured
  }

  /// Notes whether the window manager hides the window; returns whether it appears again.
  mutating func hide(_ isHidden: Bool) -> Bool {
    defer { self.isHidden = isHidden }
    return self.isHidden && !isHidden
  }
}

extension DesktopWindow {
  /// Whether the window can be visible; while it is false, no frames are due.
  package var isVisible: Bool {
    visibility.isMapped && !visibility.isObscured && !visibility.isHidden
  }

  /// Whether nothing obscures the window, so that its pixels can scroll in place.
  ///
  /// It can be out of date. ``Input/exposed`` follows where pixels were obscured after all.
  package var isUnobscured: Bool { isVisible && !visibility.isPartlyObscured }
}
