import OverscrollDrawing
import OverscrollFiles
import OverscrollStage
import ScrollEngine
import ScrollGeometry

/// What a lab window shows beside its panels: a replay, a scene, a step of a QA session.
protocol LabContent: AnyObject {
  /// The size that the viewport keeps, in points; where the content fills the room, the size that it has now.
  var viewport: Size { get }

  /// A Boolean value that indicates whether the content fills the room that the panels leave, whatever its size.
  var fillsRoom: Bool { get }

  /// Gives content that fills the room its size, in points, at a time of the desktop.
  func resize(to room: Size, at time: Double)

  /// A Boolean value that indicates whether the content, or a caption of it, looks different from when it was last drawn.
  ///
  /// The content sets it, and the window clears it when it draws the content.
  var needsDisplay: Bool { get set }

  /// A Boolean value that indicates whether the content changes with time; meanwhile ``advance(to:)`` is called at every refresh.
  var needsFrames: Bool { get }

  /// What is written around the viewport.
  var captions: LabCaptions { get }

  /// When the window is to call ``advance(to:)`` even if nothing happens, in seconds of the monotonic clock.
  var deadline: Double? { get }

  /// A Boolean value that indicates whether the window is to close.
  var isFinished: Bool { get }

  /// Draws the content.
  ///
  /// - Parameters:
  ///   - surface: A surface as large as the viewport is shown, in device pixels; all of its pixels are to be drawn.
  ///   - scale: The device pixels per point of the viewport; smaller where it is shown reduced.
  ///   - textScale: The device pixels per point of the window.
  /// - Throws: An error where memory is short or the display is gone.
  func draw(on surface: Surface, scale: Double, textScale: Double) throws(DrawingError)

  /// The engine's window, in whose text fields and text views keys type; `nil` for content without one.
  var engineWindow: ScrollEngine.Window? { get }

  /// Handles a key that neither a panel nor a text field has taken, before the window's commands do; returns `false` for a key
  /// that means nothing to the content.
  func takeKey(_ key: KeyEvent) -> Bool

  /// Handles input, in points of the viewport; times are those of the desktop, in seconds.
  ///
  /// - Parameters:
  ///   - event: The input.
  ///   - origin: The device and the server's time of it, where they are known.
  func send(_ event: Event, from origin: Script.Origin?)

  /// Follows the pointer, which no button holds, in points of the viewport; `nil` when it has left the content.
  func pointerMoved(to location: Point?)

  /// Carries out a command, at a time of the desktop; those of other kinds of windows do nothing.
  func perform(_ command: LabCommand, at time: Double)

  /// Advances to a time of the desktop, in seconds.
  func advance(to time: Double)

  /// Takes over what other threads have done.
  func wakeUp()

  /// Shows a sentence for some seconds.
  func show(_ sentence: String)

  /// Takes a file that was dropped on the window.
  func take(_ file: FilePath)
}

extension LabContent {
  var deadline: Double? { nil }
  var engineWindow: ScrollEngine.Window? { nil }
  var fillsRoom: Bool { false }
  func resize(to room: Size, at time: Double) {}
  func takeKey(_ key: KeyEvent) -> Bool { false }
  func pointerMoved(to location: Point?) {}

  /// Shows that files are of no use here.
  func take(_ file: FilePath) { show("Files can be dropped on replays, as references.") }

  /// False: the window is open until a person closes it.
  var isFinished: Bool { false }
}

/// What is written around a viewport.
struct LabCaptions: Hashable {
  /// Above the viewport.
  var title = ""
  /// A sentence below the viewport, over as many lines as there is room for; empty for none.
  var sentence = ""
  /// Parts of the line below the viewport where there is no sentence, the most important first; those that there is no room for are left out.
  var details: [String] = []
  /// The places of the divider's ends, in points from the viewport's left edge, and the names of its sides; `nil` for none.
  var divider: Double?
}
