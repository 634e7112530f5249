internal import CLinux
internal import Glibc
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

  /// The time of the refresh that will show what is drawn now.
  var nextRefresh: Double { get }

  /// Counts the refreshes that passed without the first frame after a pause, which is drawn now.
  ///
  /// - Parameter input: The time of the input that it shows.
  func countFirst(since input: Double)

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
  /// The last redraw, or the present one; `nil` before the first.
  package var redraw: Redraw?
  /// The finished redraw before ``redraw``; `nil` where there is none.
  package var previousRedraw: Redraw?
  /// The turns of the loop that took long.
  package var hitches = Hitches()

  /// When a redraw began, was sent to the display, and was finished by it.
  package struct Redraw: Hashable, Sendable {
    /// Which tells it from others, too.
    package var start: Double
    /// `nil` while it is drawn.
    package var submission: Double?
    /// `nil` until the display has finished it.
    package var completion: Double?
    /// A time after it was sent at which the display had certainly not finished it, the latest known; `nil` for none.
    ///
    /// What is busy elsewhere reads of the completion later than it was.
    package var unfinished: Double?

    package init(start: Double, submission: Double? = nil, completion: Double? = nil) {
      (self.start, self.submission, self.completion) = (start, submission, completion)
    }
  }

  /// The time between refreshes, in seconds.
  package var period: Double { 1 / rate }

  package init() {}
}

/// The times for which the event loop was busy between two polls, during which input had to wait.
package struct Hitches: Hashable, Sendable {
  /// A busy time of the loop.
  package struct Hitch: Hashable, Sendable {
    /// The wall-clock time, in seconds.
    package var time = 0.0
    /// The thread's processor time, in seconds; the rest was spent waiting for the server or a core.
    package var work = 0.0
  }

  /// The longest busy time.
  package private(set) var longest = Hitch()
  /// The number of busy times longer than a refresh at 60 Hz.
  package private(set) var count = 0
  private var start: Hitch?

  /// When the present turn of the loop began; `nil` while it waits.
  package var turn: Double? { start?.time }

  package init() {}

  /// The period at 60 Hz, rounded down to milliseconds, in seconds.
  private static let limit = 0.016

  /// The poll returned.
  package mutating func begin() { start = Self.now }

  /// The next poll is about to wait.
  package mutating func end() {
    guard let start else { return }
    let now = Self.now
    let hitch = Hitch(time: now.time - start.time, work: now.work - start.work)
    if hitch.time > longest.time { longest = hitch }
    if hitch.time > Self.limit { count += 1 }
    self.start = nil
  }

  private static var now: Hitch {
    var work = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &work)
    return Hitch(
      time: MonotonicClock.now, work: Double(work.tv_sec) + Double(work.tv_nsec) * 1e-9)
  }
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
  /// - Returns: The file in the trash; `nil` in one of the desktop's own, which moves nothing back for a program.
  /// - Throws: An error where the file stays where it is.
  func trash(_ file: FilePath, date: String) throws(Trash.Failure) -> Trash.Item?

  /// Has the desktop's file manager show a file in its folder; returns false where there is none.
  func showInFolder(_ file: FilePath) -> Bool

  /// Has the user choose a program that opens a file, and waits until that is done; returns false where the desktop has no dialog
  /// for it.
  func openWith(_ file: FilePath) -> Bool

  /// The programs that can open a file of some media types, those that are the default for them first.
  func programs(for file: FilePath, types: [String]) -> [DesktopProgram]

  /// Has the desktop not take the user for idle as long as the result exists; `nil` where that is impossible.
  func inhibitIdle(_ reason: String) -> (any Sendable & AnyObject)?
}

/// A program of the desktop that can open a file.
package struct DesktopProgram: Hashable, Sendable {
  /// Its name for people.
  package let name: String
  /// The program and its arguments, which open the file.
  package let command: [[UInt8]]
  /// True where it opens such files usually.
  package let isDefault: Bool

  package init(name: String, command: [[UInt8]], isDefault: Bool) {
    (self.name, self.command, self.isDefault) = (name, command, isDefault)
  }
}

/// What is chosen in the desktop's dialog.
package enum FilePurpose: Hashable, Sendable {
  case files
  case folders
  /// A file to write, with the name that is proposed, and what can be written to it, as labels; the first is proposed.
  case save(name: String, parts: [String])
  /// A recording to replay.
  case take
}

/// The outcome of the desktop's dialog for choosing files.
package enum FileChoiceOutcome: Hashable, Sendable {
  /// The paths that were chosen, empty where the user chose none, and the number of the part to be written.
  case chosen([FilePath], part: Int = 0)
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

/// What another program has handed over, by a drop or through the clipboard.
package struct Received: Hashable, Sendable {
  /// The way it came.
  package enum Way: Hashable, Sendable {
    case drop
    case clipboard
  }

  /// What it is.
  package enum Content: Hashable, Sendable {
    /// The paths of files and folders, at least one.
    case files([FilePath])
    /// A picture that is in no file.
    case picture(MemoryFile)
    /// Why there is nothing, as a message.
    case failure(String)
  }

  package var way: Way
  package var content: Content

  package init(
    way: Way, content: Content
  ) {
    (self.way, self.content) = (way, content)
  }
}

/// A file in memory, which exists as long as this object.
package final class MemoryFile: Hashable, Sendable {
  private let descriptor: Int32

  /// Makes a file with these bytes; `nil` where memory is short.
  package init?(_ bytes: [UInt8]) {
    descriptor = OverscrollCreateMemoryFile()
    guard descriptor >= 0, FileDescriptor.write(bytes, to: descriptor) else { return nil }
  }

  /// Makes an empty file; `nil` where the system provides none.
  package convenience init?() { self.init([]) }

  /// Appends bytes; returns false where memory is short.
  package func append(_ bytes: [UInt8]) -> Bool { FileDescriptor.write(bytes, to: descriptor) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path under which this process can open it.
  package var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  package static func == (one: MemoryFile, other: MemoryFile) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a window offers to other programs through the clipboard.
package struct ClipboardContents {
  /// Takes a picture as a PNG file, or `nil` where there is none, on the main thread.
  package typealias PictureTaker = ([UInt8]?) -> Void

  /// The text.
  package var text: String
  /// The files, by their absolute paths.
  package var files: [FilePath] = []
  /// Makes the picture once another program requests it, and delivers it on the main thread later; `nil` for no picture.
  package var makePicture: ((@escaping PictureTaker) -> Void)?

  package init(text: String) { self.text = text }

  /// The list of the files for `text/uri-list`.
  package var uriList: [UInt8] { Array(files.map { $0.uri + "\r\n" }.joined().utf8) }

  /// The list of the files as file managers pass them.
  package var copiedFiles: [UInt8] {
    Array((["copy"] + files.map(\.uri)).joined(separator: "\n").utf8)
  }
}

/// What a drag that has begun in the window would do where the pointer is.
package enum DragState: Hashable, Sendable {
  /// There is no drag.
  case none
  /// Nothing takes the data there.
  case refused
  /// A program would take the data.
  case accepted
}

/// An error of the connection to the X server, or of the system.
package struct HostError: Error, Hashable, Sendable {
  /// The kind of an error.
  package enum Kind: Hashable, Sendable {
    /// No display could be opened.
    case noDisplay
    /// The display has no supported pixel format.
    case unsuitableDisplay
    /// No monitor has the name that the user gave.
    case noMonitor
    /// The connection to the server is broken.
    case serverGone
    /// A system call failed.
    case system
  }

  /// The kind of the error.
  package let kind: Kind
  /// The message for the user, a sentence with a full stop.
  package let message: String

  /// Makes an error from a message that ends with a full stop.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package static let serverGone = Self(.serverGone, "The connection to the X server was lost.")

  /// The error for a display that could not be opened; an empty name stands for an unset `DISPLAY`.
  package static func noDisplay(named name: String) -> Self {
    guard !name.isEmpty else {
      return Self(.noDisplay, "Cannot open a window: DISPLAY is not set.")
    }
    return Self(.noDisplay, "Cannot open display \(name): no X server is running there.")
  }
}

extension HostError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}

extension HostError {
  /// The error of a system call that failed just now.
  static func system(_ attempt: String) -> Self {
    Self(.system, "Cannot \(attempt): \(String(cString: strerror(errno))).")
  }
}
