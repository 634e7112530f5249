import OverscrollBase
package import OverscrollDrawing
package import OverscrollHost
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// What a window shows: content in the middle, panels around it, its title, and what keys do meanwhile.
///
/// A window shows one page at a time and hands it everything that is not the window's own affair. All of it happens on the main
/// thread; times are those of the desktop, in seconds of the monotonic clock.
package protocol Page: AnyObject {
  /// The title of the window.
  var title: String { get }

  /// The size that the content keeps, in points, and is shown reduced where the window is smaller; `nil` for content that fills
  /// the room which the panels leave.
  var viewport: Size? { get }

  /// Asked where the user closes the window; `false` keeps it open, with a message that says why.
  func allowsClosing() -> Bool

  /// Returns the panel for a place; it is shown where the layout has the place.
  func panel(in area: DockLayout.Area) -> (any Panel)?

  /// What is written around a viewport that keeps its size.
  var captions: Captions { get }

  /// The rows of the list of keys.
  var keyList: KeyList { get }

  /// True where an option may have the wheel zoom the content.
  var wheelZooms: Bool { get }

  /// The pointer's shape over the content; a button is held for a drag that began there where `isHeld` is true.
  func cursor(isHeld: Bool) -> Cursor

  /// Prepares what needs the window, before the page is shown for the first time and whenever it is shown again.
  func willAppear(in window: WindowController)

  /// Releases what belongs to the window before another page replaces this one; `isLast` if the window is closed, with as
  /// much time as writing files takes.
  func willDisappear(isLast: Bool)

  /// Gives the content its place.
  ///
  /// - Parameters:
  ///   - room: The size of the content in points, and in pixels, and the device pixels per point.
  ///   - time: The time.
  func resize(to room: Room, at time: Double)

  // MARK: Input

  /// Handles a key that neither a panel nor a text field has taken.
  func handle(_ key: Input.Key) -> KeyResult

  /// Handles input, in points of the content.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - origin: The device and the server's time of it, where they are known.
  func send(_ event: ScrollEngine.Event, from origin: Script.Origin?)

  /// Follows the pointer, which no button holds, in points of the content; `nil` when it has left the content.
  func pointerMoved(to location: Point?)

  /// True while the page shows what is under the pointer, even if only the window moves.
  var readsPointer: Bool { get }

  /// Follows the modifier keys that are held, before the input that comes with them.
  func modifiersChanged(_ modifiers: ScrollEngine.Modifiers)

  /// Handles a button of a mouse that does not drag.
  func buttonPressed(_ button: Int)

  /// Handles text that was typed or pasted where no panel has the focus; returns `false` where the window's first responder has
  /// it.
  func type(_ text: Input) -> Bool

  /// True while text is typed into a part of the page that isn't a view of ``engineWindow``.
  var isTyping: Bool { get }

  /// The engine's window, in whose text fields and text views keys type; `nil` for content without one.
  var engineWindow: ScrollEngine.Window? { get }

  /// Takes what another program has handed over: by a drop, or by the clipboard.
  func receive(_ received: Received)

  /// Shows whether something that can be dropped is over the window.
  func dropHovers(_ isOver: Bool)

  /// Follows the message of the window, which has changed.
  func messageDidChange()

  /// Follows the desktop's settings, which have changed.
  func settingsDidChange()

  // MARK: Time

  /// True while what is shown moves by itself, so that it has to be advanced at each refresh.
  var needsFrames: Bool { get }

  /// Called once the events of a turn of the loop are handled.
  func didHandle(_ events: [Input])

  /// Advances to a refresh of the display.
  func advance(to time: Double)

  /// Names the times at which the page has something to do though nothing happens.
  func schedule(_ scheduler: inout Scheduler)

  /// Does what a topic is for, whose time has come.
  func timeReached(_ topic: Topic, at time: Double)

  /// Collects the results of other threads.
  func wakeUp()

  /// The descriptors to wait for, such as that of a ``FolderWatch``; read at the end of each turn of the loop.
  var descriptors: [Int32] { get }

  /// Handles the readiness of one of ``descriptors``.
  func readable(_ descriptor: Int32)

  /// True where the window is to close.
  var isFinished: Bool { get }

  // MARK: Drawing

  /// Returns whether to draw now, and when to wake up.
  func next(_ opportunity: RedrawState.Opportunity, at now: Double) -> RedrawState.Step

  /// Draws what is out of date.
  func draw(_ target: DrawingTarget) throws(DrawingError)

  /// Called at the end of each turn of the loop, once the window is up to date or the server is busy.
  ///
  /// - Parameter isIdle: True where a frame could be drawn now and none is needed.
  /// - Throws: An error that ends the window.
  func didUpdate(isIdle: Bool) throws
}

/// The place of a page's content.
package struct Room: Hashable {
  /// The size in pixels.
  package var pixels: PixelSize
  /// The device pixels per point (scale factor).
  package var scale: Double

  package init(pixels: PixelSize, scale: Double) {
    self.pixels = pixels
    self.scale = scale
  }

  /// The size in points.
  package var size: Size { pixels.size / scale }
}

/// The outcome of a key.
package enum KeyResult: Hashable {
  /// It is done, or means nothing.
  case done
  /// It is for the window.
  case window(WindowCommand)
}

/// A command that the window carries out itself, whatever it shows.
package enum WindowCommand: Hashable, Sendable {
  case quit
  case toggleFullscreen
  /// Hides the list of keys, or leaves full screen.
  case escape
  /// Shows the list of keys.
  case showKeys
  /// Shows or hides a panel.
  case togglePanel(DockLayout.Area)
}

/// What is written around a viewport.
package struct Captions: Hashable {
  /// Above the viewport.
  package var title = ""
  /// A sentence below the viewport, over as many lines as there is room for; empty for none.
  package var description = ""
  /// Parts of the line below the viewport where there is no sentence, the most important first; those that there is no room for
  /// are left out.
  package var details: [String] = []
  /// The place of the divider, in points from the viewport's left edge; `nil` for none.
  package var divider: Double?

  package init(title: String = "", description: String = "") {
    self.title = title
    self.description = description
  }
}

extension Page {
  package var viewport: Size? { nil }
  package func allowsClosing() -> Bool { true }
  package func panel(in area: DockLayout.Area) -> (any Panel)? { nil }
  package var captions: Captions { Captions() }
  package var wheelZooms: Bool { true }
  package func cursor(isHeld: Bool) -> Cursor { .arrow }
  package func willAppear(in window: WindowController) {}
  package func willDisappear(isLast: Bool) {}
  package func pointerMoved(to location: Point?) {}
  package var readsPointer: Bool { false }
  package func modifiersChanged(_ modifiers: ScrollEngine.Modifiers) {}
  package func buttonPressed(_ button: Int) {}
  package func type(_ text: Input) -> Bool { false }
  package var engineWindow: ScrollEngine.Window? { nil }
  package var isTyping: Bool { false }
  package func receive(_ received: Received) {}
  package func dropHovers(_ isOver: Bool) {}
  package func settingsDidChange() {}
  package func didHandle(_ events: [Input]) {}
  package func schedule(_ scheduler: inout Scheduler) {}
  package func timeReached(_ topic: Topic, at time: Double) {}
  package func wakeUp() {}
  package var descriptors: [Int32] { [] }
  package func readable(_ descriptor: Int32) {}
  /// False: the window is open until the user closes it.
  package var isFinished: Bool { false }
  package func didUpdate(isIdle: Bool) throws {}
}
