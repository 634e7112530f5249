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

  /// What the page needs of its window, as it is now.
  var traits: PageTraits { get }

  /// What is written around a viewport that keeps its size.
  var captions: Captions { get }

  /// The commands of the list that the window shows for ``WindowCommand/showCommands``.
  var commands: [CommandItem] { get }

  /// Returns the panel for a place; it is shown where the layout has the place.
  func panel(in area: DockLayout.Area) -> (any Panel)?

  /// The pointer's shape over the content; a button is held for a drag that began there where `isHeld` is true.
  func cursor(isHeld: Bool) -> Cursor

  /// Asked where the user closes the window; `false` keeps it open, with a message that says why.
  func allowsClosing() -> Bool

  // MARK: Input

  /// Handles what happens in the window, and to it.
  func handle(_ input: PageInput)

  /// Handles a key that neither a panel nor a text field has taken.
  func handle(_ key: Input.Key) -> KeyResult

  /// Handles text that was typed or pasted where no panel has the focus; returns `false` where the window's first responder has
  /// it.
  func type(_ text: Input) -> Bool

  /// Handles input, in points of the content.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - origin: The device and the server's time of it, where they are known.
  func send(_ event: Event, from origin: Script.Origin?)

  // MARK: Drawing

  /// Names the times at which the page has something to do though nothing happens.
  func schedule(_ scheduler: inout Scheduler)

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

/// What happens in a window, and to it, besides keys, text and input to the content.
package enum PageInput {
  /// The page is about to be shown, for the first time or again: what needs the window is prepared.
  case appears(in: WindowController)
  /// Another page replaces this one, or the window is closed, where `isLast` is true, with as much time as writing files takes:
  /// what belongs to the window is released.
  case disappears(isLast: Bool)
  /// The content has its place.
  case resized(Room, at: Double)
  /// The desktop's settings have changed.
  case settingsChanged
  /// The message of the window has changed.
  case messageChanged

  /// The modifier keys that are held, before the input that comes with them.
  case modifiers(Modifiers)
  /// A panel was clicked, or keys type into it from now on: what the page types into is removed.
  case panelTakesKeys
  /// The pointer, which no button holds, in points of the content; `nil` when it has left the content.
  case pointer(Point?)
  /// A button of a mouse that does not drag was pressed or released, in points of the content; `nil` for a place beside it.
  case button(Int, isPressed: Bool, at: Point?)
  /// Another program has handed something over: by a drop, or by the clipboard.
  case received(Received)
  /// Whether something that can be dropped is over the window.
  case dropHover(Bool)

  /// The events of a turn of the loop are handled.
  case handled([Input])
  /// A refresh of the display is to be advanced to.
  case frame(at: Double)
  /// The time of a topic has come; see ``Page/schedule(_:)``.
  case due(Topic, at: Double)
  /// Other threads may have results.
  case wakeUp
  /// One of the ``PageTraits/descriptors`` is ready.
  case readable(Int32)
}

/// What a page needs of its window.
package struct PageTraits {
  /// The size that the content keeps, in points, and is shown reduced where the window is smaller; `nil` for content that fills
  /// the room which the panels leave.
  package let viewport: Size?
  /// True for a viewport that is shown enlarged where the window is larger.
  package let enlargesViewport: Bool
  /// The engine's window, in whose text fields and text views keys type; `nil` for content without one.
  package let engineWindow: ScrollEngine.Window?
  /// True while text is typed into a part of the page that isn't a view of ``engineWindow``.
  package let isTyping: Bool
  /// True while the page shows what is under the pointer, even if only the window moves.
  package let readsPointer: Bool
  /// True where an option may have the wheel zoom the content.
  package let wheelZooms: Bool
  /// True while what is shown moves by itself, so that it has to be advanced at each refresh.
  package let needsFrames: Bool
  /// The descriptors to wait for, such as that of a ``FolderWatch``; read at the end of each turn of the loop.
  package let descriptors: [Int32]
  /// The colors of the panels and their tabs, and around a viewport.
  package let palette: Palette
  /// True where the window is to close; otherwise it is open until the user closes it.
  package let isFinished: Bool

  package init(
    viewport: Size? = nil, enlargesViewport: Bool = false, engineWindow: ScrollEngine.Window? = nil,
    isTyping: Bool = false,
    readsPointer: Bool = false, wheelZooms: Bool = true, needsFrames: Bool,
    descriptors: [Int32] = [], palette: Palette = .dark, isFinished: Bool = false
  ) {
    self.enlargesViewport = enlargesViewport
    (self.viewport, self.engineWindow, self.isTyping) = (viewport, engineWindow, isTyping)
    (self.readsPointer, self.wheelZooms) = (readsPointer, wheelZooms)
    self.needsFrames = needsFrames
    (self.descriptors, self.palette, self.isFinished) = (descriptors, palette, isFinished)
  }
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
  /// Leaves full screen, or closes a window that the start page has opened.
  case escape
  /// Shows the list of commands.
  case showCommands
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
  package var captions: Captions { Captions() }
  package func panel(in area: DockLayout.Area) -> (any Panel)? { nil }
  package func cursor(isHeld: Bool) -> Cursor { .arrow }
  package func allowsClosing() -> Bool { true }
  package func type(_ text: Input) -> Bool { false }
  package func schedule(_ scheduler: inout Scheduler) {}
  package func didUpdate(isIdle: Bool) throws {}
}
