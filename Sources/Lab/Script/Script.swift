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

    package init(index: Int, missed: Int = 0, age: Double? = nil, last: Double? = nil) {
      self.index = index
      self.missed = missed
      self.age = age
      self.last = last
    }
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
}

extension Script {
  /// The number of events that are not frames.
  package var inputCount: Int { events.count - frameCount }

  /// The number of recorded frames.
  package var frameCount: Int { events.count { $0.action.isFrame } }

  /// The time of the last line, in seconds.
  package var duration: Double { end?.time ?? events.last?.time ?? 0 }
}

extension Script.TimedEvent {
  /// Whether the event is input from the user.
  package var isInput: Bool { if case .event = action { true } else { false } }
}

extension Script.Action {
  package var isFrame: Bool { if case .frame = self { true } else { false } }
}
