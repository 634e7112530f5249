import ScrollGeometry

/// A part of a window that receives input.
enum WindowRegion: Hashable {
  case content
  case panel(DockLayout.Area)
}

/// What gets the keys of a window.
enum KeyFocus: Hashable {
  case commands
  case text(WindowRegion)
}

/// What receives the input of a window.
struct InputState {
  var translation: EventTranslation
  var captures = Captures<WindowRegion>()
  /// The one control of the panels that has the keyboard focus.
  let focus = KeyboardFocus()
  /// Where the keys that are held were pressed.
  var keys = Captures<KeyFocus>()
  /// The panel under the pointer.
  var hovered: DockLayout.Area?
  /// Where the pointer is, in device pixels of the window; `nil` while it is outside.
  var pointer: Point?
  /// The pointer, which is hidden while it rests in full screen.
  var rest = PointerRest()
}
