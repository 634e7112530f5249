package import ScrollEngine
package import ScrollGeometry

/// Scripted input: how a scroll view is set up, and every event that reaches it, in chronological order.
///
/// A take recorded in a window is a script of version 2; a script written by hand may be either version.
package struct Script: Hashable, Sendable {
  /// The versions that can be read; the last one is written.
  package static let versions = 1...2

  /// Limits of scripts, checked before memory is taken. [C]
  package enum Limits {
    /// The longest line, in bytes.
    package static let line = 64 << 10
    /// The largest file, in bytes.
    package static let file = 256 << 20
    /// The most events.
    package static let events = 5_000_000
    /// The latest time of an event, in seconds.
    package static let time = 1e6
    /// The greatest magnitude of a number, such as an offset or a size in points: what the engine accepts.
    package static let magnitude = 1e12
    /// The most rows of a simulation.
    package static let rows = 10_000_000
  }

  package var header: Header
  /// The events, in chronological order.
  package var events: [TimedEvent]
  /// The last line of a finished take; `nil` for a script without one.
  package var end: End?

  package init(header: Header, events: [TimedEvent], end: End? = nil) {
    self.header = header
    self.events = events
    self.end = end
  }

  /// An event and the time at which it acts.
  package struct TimedEvent: Hashable, Sendable {
    /// The time at which the event acts, in seconds; never before the event in front of it.
    ///
    /// Input that is older than the engine's present acts at the present, while its own timestamp, which velocities are
    /// computed from, stays what it was.
    package var time: Double
    package var action: Action
    /// The scroll view that a call or a setting is for; `nil` for the main one.
    package var target: String?
    /// Where the event came from; no effect on what it does.
    package var origin: Origin?

    package init(
      time: Double, action: Action, target: String? = nil, origin: Origin? = nil
    ) {
      self.time = time
      self.action = action
      self.target = target
      self.origin = origin
    }
  }

  /// Where a recorded event came from.
  package struct Origin: Hashable, Sendable {
    /// The X server's timestamp, in milliseconds; it wraps around after 49.7 days.
    package var milliseconds: UInt32?
    /// The index of the device in `environment.devices`.
    package var device: Int?

    package init(milliseconds: UInt32? = nil, device: Int? = nil) {
      self.milliseconds = milliseconds
      self.device = device
    }
  }

  /// What happens at one time.
  package enum Action: Hashable, Sendable {
    /// Input from the user.
    case event(Event)
    /// A method call by the program.
    case call(Call)
    /// Properties set by the program, in the order of ``Property/all``.
    case set([Setting])
    /// Parameters of the scene set by the program.
    case setScene([SceneSetting])
    /// A new viewport size, in points.
    case resize(Size)
    /// A frame: the window advances to the event's time and draws.
    case frame(Frame)
    /// A note on the timeline.
    case mark(String)
  }

  /// What is known of a frame that a window drew.
  package struct Frame: Hashable, Sendable {
    /// The frame's number, from 0 on.
    package var index: Int
    /// The number of refreshes missed before it.
    package var missed: Int
    /// The age of its newest input when it was drawn, in seconds; `nil` where no input came before it.
    package var age: Double?
    /// The time at which the display showed the frame before it, in seconds; `nil` where unknown.
    package var last: Double?
    /// The time of the refresh that showed it, in seconds; `nil` where unknown, as in takes of earlier versions.
    ///
    /// Of frames with the same number, all drawn for one refresh, the last one was shown.
    package var presented: Double?

    package init(
      index: Int, missed: Int = 0, age: Double? = nil, last: Double? = nil,
      presented: Double? = nil
    ) {
      self.index = index
      self.missed = missed
      self.age = age
      self.last = last
      self.presented = presented
    }

    /// Returns whether this frame was drawn for the same refresh as the one before it, which no one has seen then.
    package func replaces(_ last: Self?) -> Bool { presented != nil && index == last?.index }
  }

  /// A method that a script can call.
  package enum Call: Hashable, Sendable {
    case setContentOffset(Point, animated: Bool)
    case setZoomScale(Double, animated: Bool)
    case zoomTo(Rect, animated: Bool)
    case scrollRectToVisible(Rect, animated: Bool)
    case flashScrollIndicators
    case scrollToTop
    case stopScrollingAndZooming
    case beginRefreshing
    case endRefreshing
  }

  /// The last line of a take.
  package struct End: Hashable, Sendable {
    /// Why a take ended.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
      /// The user stopped the recording.
      case stopped
      /// The take was saved after the fact.
      case saved
      /// The window was closed.
      case closed
      /// The take reached its largest size.
      case full
      /// The disk could not take more.
      case disk
    }

    /// The time of the end, in seconds.
    package var time: Double
    /// The number of events that are not frames.
    package var events: Int
    package var frames: Int
    /// The hash of the bytes of the take's trace, `fnv1a64:` and 16 hexadecimal digits.
    package var trace: String
    package var reason: Reason

    package init(time: Double, events: Int, frames: Int, trace: String, reason: Reason) {
      self.time = time
      self.events = events
      self.frames = frames
      self.trace = trace
      self.reason = reason
    }
  }

  /// The number of events that are not frames.
  package var inputCount: Int { events.count { !$0.action.isFrame } }

  /// The number of refreshes that showed a recorded frame.
  package var frameCount: Int { shownFrames.count }

  /// The number of refreshes of which all frames are there: in a take that was cut off, the last one may have had another.
  package var wholeFrameCount: Int {
    end == nil && isPresented ? max(0, frameCount - 1) : frameCount
  }

  /// The indices of the events that are frames and were shown: the rows of the take's trace, but for that of time 0.
  package var shownFrames: [Int] {
    var last: Frame?
    return events.enumerated().reduce(into: []) { indices, event in
      guard case .frame(let frame) = event.element.action else { return }
      if frame.replaces(last) { indices.removeLast() }
      indices.append(event.offset)
      last = frame
    }
  }

  /// The frames that were shown.
  package var frames: [Frame] {
    shownFrames.compactMap { index in
      if case .frame(let frame) = events[index].action { frame } else { nil }
    }
  }

  /// Whether it is known when frames were shown.
  package var isPresented: Bool {
    events.contains {
      if case .frame(let frame) = $0.action { frame.presented != nil } else { false }
    }
  }

  /// The time of the last line, in seconds.
  package var duration: Double { end?.time ?? events.last?.time ?? 0 }
}

extension Script.Action {
  package var isFrame: Bool { if case .frame = self { true } else { false } }
}

extension Script {
  /// The first line: how the scroll view is set up.
  package struct Header: Hashable, Sendable {
    /// The version of the format.
    package var version: Int
    /// The settings that differ from the defaults, in the order of ``Property/all``; the offset comes last.
    package var settings: [Setting]
    /// The scene that is shown; `nil` for a single scroll view that fills the window.
    package var scene: Scene?
    /// The views on the content, from back to front.
    package var subviews: [Subview]
    /// Further scroll views on the content, from back to front, in front of ``subviews``.
    package var scrollViews: [NestedScrollView]
    /// Tap recognizers on the main scroll view.
    package var tapRecognizers: [TapRecognizer]
    /// The picture that the window showed; no effect on scrolling.
    package var picture: Picture?
    /// A note about the script, by which takes can be grouped.
    package var note: String?
    /// The program that recorded the take, for instance `0.2.0+1a2b3c4`.
    package var program: String?
    /// The settings of side B of an A/B take that differ from ``settings``.
    package var variant: [Setting]
    /// The machine, display and devices of a take.
    package var environment: JSONValue?

    /// A viewport and a content of 640 × 480 points.
    package static let defaultSize = Size(width: 640, height: 480)

    package init(
      version: Int = Script.versions.upperBound, settings: [Setting] = [],
      subviews: [Subview] = []
    ) {
      self.version = version
      self.settings = settings
      self.subviews = subviews
      scrollViews = []
      tapRecognizers = []
      variant = []
    }
  }

  /// A view on the content.
  package struct Subview: Hashable, Sendable {
    /// The name used in callbacks.
    package var name: String
    /// The frame on the content, in points.
    package var frame: Rect
    /// Whether the view is a control, which keeps its touches.
    package var isControl: Bool
    /// The scroll view's answer to `touchesShouldBegin(_:with:in:)` for this view; `nil` for the default.
    package var shouldBegin: Bool?
    /// The scroll view's answer to `touchesShouldCancel(in:)` for this view; `nil` for the default.
    package var shouldCancel: Bool?

    package init(
      name: String, frame: Rect, isControl: Bool, shouldBegin: Bool? = nil,
      shouldCancel: Bool? = nil
    ) {
      self.name = name
      self.frame = frame
      self.isControl = isControl
      self.shouldBegin = shouldBegin
      self.shouldCancel = shouldCancel
    }
  }

  /// A scroll view on the content of the main one.
  package struct NestedScrollView: Hashable, Sendable {
    /// The name by which calls, settings and traces address it.
    package var name: String
    /// The frame on the content, in points.
    package var frame: Rect
    /// The settings that differ from the defaults.
    package var settings: [Setting]

    package init(name: String, frame: Rect, settings: [Setting]) {
      self.name = name
      self.frame = frame
      self.settings = settings
    }
  }

  /// A tap recognizer on the main scroll view.
  package struct TapRecognizer: Hashable, Sendable {
    /// The number of taps, 1 or more.
    package var taps: Int
    /// The number of fingers, 1 or more.
    package var fingers: Int
    /// Whether a recognized tap cancels the touches of the content.
    package var cancelsTouchesInView: Bool

    package init(taps: Int = 1, fingers: Int = 1, cancelsTouchesInView: Bool = true) {
      self.taps = taps
      self.fingers = fingers
      self.cancelsTouchesInView = cancelsTouchesInView
    }
  }

  /// The picture that a window showed.
  package struct Picture: Hashable, Sendable {
    /// The file's name, without its folder.
    package var name: String
    /// The size in picture pixels.
    package var size: Size

    package init(name: String, size: Size) {
      self.name = name
      self.size = size
    }
  }

  /// A property and its new value.
  package struct Setting: Hashable, Sendable {
    /// The property.
    package let property: Property.Name
    /// The new value, of the property's kind.
    package let value: Value

    package init(_ property: Property.Name, _ value: Value) {
      self.property = property
      self.value = value
    }
  }

  /// A property's value.
  package enum Value: Hashable, Sendable {
    case bool(Bool)
    case number(Double)
    case point(Point)
    case size(Size)
    case insets(EdgeInsets)
    case word(String)
  }
}

extension Script.Setting {
  package static func viewport(_ size: Size) -> Self { Self(.viewport, .size(size)) }
  package static func content(_ size: Size) -> Self { Self(.content, .size(size)) }
  package static func displayScale(_ scale: Double) -> Self { Self(.displayScale, .number(scale)) }
  package static func minimumZoomScale(_ scale: Double) -> Self {
    Self(.minimumZoomScale, .number(scale))
  }
  package static func maximumZoomScale(_ scale: Double) -> Self {
    Self(.maximumZoomScale, .number(scale))
  }
  package static func zoomScale(_ scale: Double) -> Self { Self(.zoomScale, .number(scale)) }
  package static func contentOffset(_ offset: Point) -> Self {
    Self(.contentOffset, .point(offset))
  }
  package static func contentAlignmentPoint(_ point: Point) -> Self {
    Self(.contentAlignmentPoint, .point(point))
  }
  package static func flag(_ property: Script.Property.Name, _ flag: Bool) -> Self {
    Self(property, .bool(flag))
  }
}

/// An error in a script: its position and the problem.
package struct ScriptError: Error, Hashable, CustomStringConvertible {
  /// The name of the script as given by the user.
  package var file: String
  /// The line number, from 1.
  package var line: Int
  /// A description of the problem, without a full stop.
  package var problem: String

  package init(file: String, line: Int, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// The problem with file and line, such as `flick.script:3: …`.
  package var description: String { "\(file):\(line): \(problem)" }
}
