package import OverscrollBase
package import OverscrollDrawing
package import ScrollGeometry

/// What a window may ask of the world.
///
/// An X11 window is one host; another has surfaces in memory and a clock that is turned by hand. Everything is on the main
/// thread, times are in seconds of the host's clock, and places and sizes are in pixels.
package protocol Host: AnyObject {
  /// The time now.
  var time: Double { get }

  /// The display as it is now.
  var display: HostDisplay { get }

  /// What frames have cost so far.
  var frames: FrameReadings { get }

  /// Makes surfaces of the kind that the window is drawn on.
  var surfaces: any SurfaceFactory { get }

  /// What the next ``Input`` is awaited for.
  var schedule: HostSchedule { get set }

  /// Asks whether a frame may be drawn now.
  ///
  /// - Parameter isDue: True at a refresh.
  /// - Returns: False until the display has finished the last frame.
  func mayDraw(isDue: Bool) -> Bool

  /// Begins a motion out of rest: returns the time at which what is drawn now will be seen, before which no
  /// ``Input/frame(time:)`` follows.
  func drawFirst() -> Double

  /// The surface of the window; it has its size, and keeps its pixels until ``Input/exposed``.
  func surface() throws(DrawingError) -> Surface

  /// Shows what was drawn.
  ///
  /// - Throws: An error where the connection to the display is lost.
  func present() throws(HostError)

  /// Carries out a request; returns `false` where it is impossible.
  @discardableResult
  func perform(_ request: HostRequest) -> Bool
}

extension Host {
  /// Puts text on the clipboard.
  package func copyText(_ text: String) { perform(.copy(ClipboardContents(text: text))) }

  /// Returns where the pointer is, which may take a round trip; `nil` where it is not over the window.
  package func locatePointer() -> Point? { answer { .locatePointer($0) } }

  /// Reads the ICC profile of the monitor, which takes a round trip; `nil` where it has none.
  ///
  /// From then on, ``Input/displayProfileChanged`` follows when there is another.
  package func profile() -> [UInt8]? { answer { .readProfile($0) } }

  /// Describes the display server, its outputs and devices, which takes many round trips for the first time; `nil` without a
  /// display.
  package func environment() -> Environment? { answer { .describe($0) } }

  /// Returns the processor time that all threads of the program have used, in seconds.
  package func processorTime() -> Double { answer { .readProcessorTime($0) } ?? 0 }

  private func answer<Answer>(_ question: (@escaping (Answer?) -> Void) -> HostRequest) -> Answer? {
    var answer: Answer?
    perform(question { answer = $0 })
    return answer
  }
}

/// What a window knows of its display.
package struct HostDisplay {
  /// The size of the window.
  package var size: PixelSize
  /// The device pixels per point; 1 at 96 dpi.
  package var scale: Double
  /// True unless nothing of the window can be seen.
  package var isVisible = true
  /// True where all of the window can be seen, so that its own pixels can be moved in it.
  package var isUnobscured = true
  /// True where pixels are handed over in memory, and not sent through a connection.
  package var sharesMemory = true
  /// What a drag that has begun in the window would do.
  package var drag = DragState.none
  /// The settings of the desktop.
  package var settings = DesktopSettings()

  package init(size: PixelSize, scale: Double) {
    (self.size, self.scale) = (size, scale)
  }
}

/// What the frames of a window have cost so far.
package struct FrameReadings: Hashable, Sendable {
  /// The refreshes per second.
  package var rate = 60.0
  /// The frames that were drawn for refreshes.
  package var count = 0
  /// The refreshes for which a frame was due and came too late.
  package var missed = 0
  /// The time that the display takes to draw a frame, in seconds.
  package var drawingTime = 0.0
  /// The turns of the loop that took long.
  package var hitches = Hitches()

  /// The time between refreshes, in seconds.
  package var period: Double { 1 / rate }

  package init() {}
}

/// What a window waits for.
package struct HostSchedule: Hashable, Sendable {
  /// True while each refresh delivers an ``Input/frame(time:)``.
  package var wantsFrames = false
  /// True where the next ``Input/redrawSlot`` is wanted, once.
  package var wantsSlot = false
  /// When an ``Input/redrawSlot`` is delivered in any case, once; `nil` for never.
  package var deadline: Double?
  /// The descriptors that are read where ``Input/readable(descriptor:)`` names them.
  package var descriptors: [Int32] = []

  package init() {}
}

/// What a window has its host do; what it asks is answered before ``Host/perform(_:)`` returns.
package enum HostRequest {
  case title(String)
  /// The frame that a window manager draws is dark or light.
  case darkFrame(Bool)
  case cursor(Cursor)
  case fullscreen(Bool)
  /// Gives a window that is not shown yet a size that depends on that of its monitor.
  case initialSize((_ monitor: PixelSize) -> PixelSize)
  /// The clipboard holds this from now on.
  case copy(ClipboardContents)
  /// The clipboard's text comes as ``Input/text(_:)``.
  case pasteText
  /// The clipboard's files or picture come as ``Input/received(_:)``.
  case pasteFiles
  /// The button that is held drags this to other programs.
  case drag(ClipboardContents)
  case cancelDrag
  /// Keys that type text come as ``Input/text(_:)``, and input methods compose it.
  case acceptText(Bool)
  /// Where text appears, for the window of an input method.
  case textSpot(x: Int, y: Int)
  /// Settings that the desktop's portal has are read, and followed by ``Input/settingsChanged``.
  case readPortal
  case locatePointer((Point?) -> Void)
  case readProfile(([UInt8]?) -> Void)
  case describe((Environment?) -> Void)
  case readProcessorTime((Double?) -> Void)
}

/// What the desktop does for the program; each may take its time, and belongs on another thread.
package protocol HostServices: Sendable {
  /// Shows the desktop's dialog for choosing files, and waits until it is closed.
  ///
  /// - Parameters:
  ///   - purpose: What is chosen.
  ///   - types: The media types of the files that are offered.
  ///   - folder: The folder to begin in; `nil` for the desktop's own choice.
  /// - Returns: The outcome.
  func chooseFiles(
    _ purpose: FilePurpose, types: [String], folder: FilePath?
  ) -> FileChoiceOutcome

  /// Moves a file to the trash; never deletes it.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - date: The local time, as `YYYY-MM-DDThh:mm:ss`.
  /// - Throws: An error where the file stays where it is.
  func trash(_ file: FilePath, date: String) throws(Trash.Failure)

  /// Has the desktop not take the user for idle as long as the result exists; `nil` where that is impossible.
  func inhibitIdle(_ reason: String) -> (any Sendable & AnyObject)?
}

/// What is chosen in the desktop's dialog.
package enum FilePurpose: Hashable, Sendable {
  case files
  case folders
  /// A file to write, with the name that is proposed.
  case save(name: String)
}

/// The outcome of the desktop's dialog for choosing files.
package enum FileChoiceOutcome: Hashable, Sendable {
  /// The paths that were chosen; empty where the user chose none.
  case chosen([FilePath])
  /// There is no dialog, or it does not answer.
  case unavailable
}

/// The settings of the desktop that a window follows; `nil` for those that it doesn't have.
package struct DesktopSettings: Hashable, Sendable {
  /// False where motion is to be reduced.
  package var animates: Bool?
  /// How clearly text is to stand out.
  package var contrast = Contrast.standard
  /// The maximum time between the clicks of a double click, in seconds.
  package var doubleClickTime: Double?
  /// The maximum distance between the clicks of a double click, in points.
  package var doubleClickDistance: Double?
  /// The distance from which on a press becomes a drag, in points.
  package var dragThreshold: Double?

  /// Makes the settings of a desktop that has none.
  package init() {}

  /// Whether commands animate, which the user may have chosen for this program; `nil` for the desktop's choice.
  package func animates(unless choice: Bool?) -> Bool { choice ?? animates ?? true }
}

/// The shape of the pointer.
package enum Cursor: Hashable, Sendable {
  /// The default arrow.
  case arrow
  /// An open hand, over content that can be dragged.
  case openHand
  /// A closed hand, while content is dragged.
  case closedHand
  /// A cross, where a drag selects.
  case crosshair
  /// Arrows to the left and right, over an edge that can be dragged.
  case resizeHorizontally
  /// Arrows up and down.
  case resizeVertically
  /// Arrows from the top left to the bottom right.
  case resizeFalling
  /// Arrows from the bottom left to the top right.
  case resizeRising
  /// Something is dragged to where it would be copied.
  case dragCopy
  /// Something is dragged to where nothing takes it.
  case dragRefused
  /// No pointer.
  case hidden
}
