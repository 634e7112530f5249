package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// A docked part of a lab window that draws itself and handles its own input.
///
/// A panel is opaque and never covers the content. Its coordinates are points from its top left corner, whatever the scale of
/// the display and wherever the window docks it. Use it on the main thread only.
package protocol Panel: AnyObject {
  /// The size, in points; the window sets it before anything else, and whenever its layout changes.
  var size: Size { get set }

  /// The colors; the window sets them before it draws the panel, and whenever those of the content's surroundings change.
  var palette: Palette { get set }

  /// The height that the user has chosen for the panel, in points, which it gets where there is room; `nil` for the usual one.
  var chosenHeight: Double? { get }

  /// Whether the panel looks different from when it was last drawn.
  ///
  /// The panel sets it, and the window clears it when it draws the panel.
  var needsDisplay: Bool { get set }

  /// Whether something in the panel moves by itself; meanwhile the window calls
  /// ``advance(to:)`` at every refresh of the display.
  var needsAdvance: Bool { get }

  /// Draws all of the panel.
  ///
  /// - Parameters:
  ///   - canvas: A canvas whose unit is a point, with its origin in the panel's top left corner, clipped to the panel.
  ///   - scale: The device pixels per point, for lines that are to be a whole number of pixels wide.
  func draw(on canvas: Canvas, scale: Double)

  /// Handles input that began in the panel; a mouse button is a touch.
  ///
  /// Locations are in the panel's points, and may lie outside of it while a touch that began in it moves. Times are those of
  /// the desktop, in seconds.
  func send(_ event: Event)

  /// Shares the keyboard focus of the window, in which the panel is one of several.
  func share(_ focus: KeyboardFocus)

  /// Whether a control of the panel has the keyboard focus.
  var hasFocus: Bool { get }

  /// Whether text is being typed in the panel, which takes most keys and all text meanwhile.
  var isTyping: Bool { get }

  /// Takes in the modifier keys that are held: a drag with Control is finer. The window calls it before a touch is sent and when
  /// they change.
  func modifiersChanged(_ modifiers: Modifiers)

  /// Handles a key before the window's own commands do; returns false for a key that is left to the window.
  ///
  /// While text is typed a panel takes all keys but Control-Q.
  func handleKey(_ key: KeyEvent) -> Bool

  /// Follows the pointer, which no button holds, in the panel's points; `nil` when it has left the panel.
  func pointerMoved(to location: Point?)

  /// Advances to a time of the desktop, in seconds.
  func advance(to time: Double)
}

extension Panel {
  /// Those beside dark content: the panel is not shown beside other content, or has colors of its own.
  package var palette: Palette {
    get { .dark }
    set {}
  }

  /// `nil`: no border of the panel is dragged.
  package var chosenHeight: Double? { nil }

  /// False: nothing moves by itself.
  package var needsAdvance: Bool { false }

  /// Does nothing: no control of the panel takes keys.
  package func share(_ focus: KeyboardFocus) {}

  /// False: no control of the panel takes keys.
  package var hasFocus: Bool { false }

  /// False: nothing is typed in the panel.
  package var isTyping: Bool { false }

  /// Does nothing.
  package func modifiersChanged(_ modifiers: Modifiers) {}

  /// False: the window has all keys.
  package func handleKey(_ key: KeyEvent) -> Bool { false }

  /// Does nothing.
  package func pointerMoved(to location: Point?) {}

  /// Does nothing.
  package func advance(to time: Double) {}
}
