import OverscrollBase
package import ScrollEngine
package import ScrollGeometry

/// The states of a scroll view, one at each refresh of a display, or sampled at equal intervals.
package struct Trace: Hashable, Sendable {
  /// The state of the scroll view at one time.
  package struct Sample: Hashable, Sendable {
    /// The time in seconds.
    package var time: Double
    package var phase: ScrollView.Phase
    /// The content offset that is seen, in points.
    package var offset: Point
    /// How far the scene has moved the content back, which no one sees, in points.
    ///
    /// No trace has it.
    package var recentered = Point.zero
    /// The velocity of the displayed content, in points per second.
    package var velocity: Point
    /// The velocity in the law of deceleration, in points per second.
    package var lawVelocity: Point
    /// The displayed zoom scale.
    package var zoomScale: Double
    package var isTracking: Bool
    package var isDragging: Bool
    package var isDecelerating: Bool
    package var isZooming: Bool
    package var isZoomBouncing: Bool
    package var verticalIndicator: ScrollIndicator
    package var horizontalIndicator: ScrollIndicator
    /// The velocity that refreshes show, in points per second; see ``VelocityMeter``.
    package var measuredVelocity = Point.zero
    /// When the state was on the display, in seconds; `nil` where that is not known.
    package var presented: Double?
    /// The velocity of the fingers that track the content, in points of the window per second; `nil` where no finger does.
    ///
    /// It is positive to the right and down. No trace has it: the script has the touches. See ``FingerMeter``.
    package var fingerVelocity: Point?

    /// Creates a sample of `scrollView`, which has been advanced to `time`.
    package init(_ scrollView: ScrollView, at time: Double) {
      self.time = time
      phase = scrollView.phase
      offset = scrollView.presentationOffset
      velocity = scrollView.contentVelocity
      lawVelocity = scrollView.velocity
      zoomScale = scrollView.presentationZoomScale
      isTracking = scrollView.isTracking
      isDragging = scrollView.isDragging
      isDecelerating = scrollView.isDecelerating
      isZooming = scrollView.isZooming
      isZoomBouncing = scrollView.isZoomBouncing
      verticalIndicator = scrollView.verticalScrollIndicator
      horizontalIndicator = scrollView.horizontalScrollIndicator
    }
  }

  /// The samples, in chronological order.
  package var samples: [Sample]

  package init(samples: [Sample] = []) {
    self.samples = samples
  }

  /// A version of the format, recognized by the names of the columns.
  package enum Version: Int, Hashable, Sendable, CaseIterable {
    /// The velocity is that of the law of deceleration.
    case first = 1
    /// The velocity is that of the displayed content; the deceleration law's has separate columns.
    case second = 2
    /// Each row is a refresh, with the time at which it was on the display, and the velocity is measured between refreshes.
    case third = 3

    /// The version of the trace of what refreshes showed.
    package static let current = Self.third

    /// The names of the columns, the first line of a trace.
    package var columns: String {
      let names =
        "t,phase,offset_x,offset_y,velocity_x,velocity_y,zoom,tracking,dragging,decelerating,"
        + "zooming,zoom_bouncing,indicator_v_y,indicator_v_length,indicator_v_alpha,indicator_h_x,"
        + "indicator_h_length,indicator_h_alpha"
      let law = ",law_velocity_x,law_velocity_y"
      return switch self {
      case .first: names
      case .second: names + law
      case .third: names + law + ",presented"
      }
    }

    /// The version of the trace with a text; `nil` if it is no trace.
    package init?(of text: some StringProtocol) {
      let line = text.prefix { !$0.isNewline }
      guard let version = Self.allCases.first(where: { $0.columns == line }) else { return nil }
      self = version
    }
  }

  /// The version that says all that is known of the samples.
  package var version: Version { samples.contains { $0.presented != nil } ? .third : .second }

  /// The trace as CSV: the names of the columns, then one row for each sample.
  package var csv: String { csv(version) }

  /// Adds the state that a refresh shows, or puts it in the place of the last one, which no refresh has shown then.
  mutating func add(_ frame: FrameSampler.Sample) {
    if frame.replacesLast { samples.removeLast() }
    samples.append(frame.sample)
  }

  /// The trace as CSV in a version of the format.
  package func csv(_ version: Version) -> String {
    samples.reduce(into: version.columns + "\n") { $0 += $1.row(version) + "\n" }
  }
}

extension Trace.Sample {
  /// The sample as a row of CSV in a version of the format, without a line end.
  package func row(_ version: Trace.Version) -> String {
    let velocity =
      switch version {
      case .first: lawVelocity
      case .second: velocity
      case .third: measuredVelocity
      }
    let flags = [isTracking, isDragging, isDecelerating, isZooming, isZoomBouncing]
    let numbers = [
      verticalIndicator.frame.minY, verticalIndicator.frame.height, verticalIndicator.opacity,
      horizontalIndicator.frame.minX, horizontalIndicator.frame.width,
      horizontalIndicator.opacity,
    ]
    let fields =
      [Self.text(time), phase.rawValue]
      + [offset.x, offset.y, velocity.x, velocity.y, zoomScale].map(Self.text)
      + flags.map { $0 ? "1" : "0" } + numbers.map(Self.text)
      + (version == .first ? [] : [lawVelocity.x, lawVelocity.y].map(Self.text))
      + (version == .third ? [presented.map(Self.text) ?? ""] : [])
    return fields.joined(separator: ",")
  }

  /// A number with nine decimals.
  private static func text(_ number: Double) -> String { NumberText.fixed(number, decimals: 9) }
}

/// Measures the velocity that refreshes show: the offset at a refresh less that at the one before, by the time between the two.
///
/// It is what an eye sees and what a camera would measure; a finger's own velocity and that of the law of deceleration are other
/// numbers. After a pause the refresh before is the last one that showed something new.
package struct VelocityMeter: Sendable {
  private struct Reading {
    var time: Double
    var offset: Point
    var velocity = Point.zero
    /// What it was measured from; `nil` for the first one.
    var start: (time: Double, offset: Point)?

    /// The offset at a time, measured from another reading; that one where no time has passed.
    init(_ offset: Point, at time: Double, from start: (time: Double, offset: Point)?) {
      (self.time, self.offset, self.start) = (time, offset, start)
      if let start { velocity = (offset - start.offset) * (1 / (time - start.time)) }
    }
  }

  private var last: Reading?
  /// What the last one was measured from.
  private var before: Reading?

  /// The velocity at the last refresh, in points per second.
  package var velocity: Point { last?.velocity ?? .zero }

  package init() {}

  /// Measures the velocity that a sample shows, from the content's place in the scene.
  package mutating func measure(
    _ sample: Trace.Sample, at time: Double, replacesLast: Bool = false
  ) -> Point {
    measure(sample.offset + sample.recentered, at: time, replacesLast: replacesLast)
  }

  /// Measures the velocity at a refresh; 0 at the first, and what it was where no time has passed.
  ///
  /// - Parameters:
  ///   - offset: The offset that is seen, in points.
  ///   - time: When the refresh was on the display, in seconds; or else the time that was drawn for.
  ///   - replacesLast: Whether what was measured last was of the same refresh, so that no one has seen it.
  /// - Returns: The velocity, in points per second.
  package mutating func measure(
    _ offset: Point, at time: Double, replacesLast: Bool = false
  ) -> Point {
    if replacesLast { last = before } else { before = last }
    guard let before else {
      last = Reading(offset, at: time, from: nil)
      return .zero
    }
    if time > before.time {
      last = Reading(offset, at: time, from: (before.time, before.offset))
    }
    return velocity
  }

  /// Moves the last refresh, or the one before it, to a later time.
  ///
  /// - Returns: The velocities at that refresh and at the last one.
  mutating func postpone(last isLast: Bool, to time: Double) -> [Point] {
    guard let moved = isLast ? last : before else { return [] }
    let reading = Reading(moved.offset, at: time, from: moved.start)
    guard !isLast, let next = last else {
      last = reading
      return [velocity, velocity]
    }
    before = reading
    let isLater = next.time > time
    last = isLater ? Reading(next.offset, at: next.time, from: (time, moved.offset)) : reading
    return [reading.velocity, velocity]
  }
}

/// Measures the velocity of fingers, each from one sample of its touch to the next.
struct FingerMeter {
  private var meters: [Int: VelocityMeter] = [:]

  /// The mean velocity of the fingers that are down, in points per second; `nil` where none is.
  var velocity: Point? {
    let velocities = meters.sorted { $0.key < $1.key }.map(\.value.velocity)
    guard !velocities.isEmpty else { return nil }
    return velocities.reduce(.zero, +) * (1 / Double(velocities.count))
  }

  /// Takes in a sample of a touch, at the time at which the hand made it.
  mutating func note(_ touch: TouchEvent) {
    switch touch.phase {
    case .ended, .cancelled: meters[touch.id] = nil
    case .began, .moved, .stationary:
      if touch.phase == .began { meters[touch.id] = nil }
      _ = meters[touch.id, default: VelocityMeter()].measure(touch.location, at: touch.timestamp)
    }
  }
}

/// Samples a stage at the frames of a take, in their order: one sample for each refresh.
package struct FrameSampler {
  /// The state that a frame shows.
  package struct Sample {
    package var sample: Trace.Sample
    /// Whether the frame before it was drawn for the same refresh, so that no one has seen it.
    package var replacesLast: Bool
  }

  private var meter = VelocityMeter()
  private var last: Script.Frame?

  /// Begins with the state at time 0.
  package init(_ first: Trace.Sample) {
    _ = meter.measure(first, at: first.time)
  }

  /// The velocity at the last refresh, in points per second.
  var velocity: Point { meter.velocity }

  /// Begins with the states that were sampled, and the last frame among them.
  init(continuing trace: Trace, _ last: Script.Frame?) {
    for sample in trace.samples {
      _ = meter.measure(sample, at: sample.presented ?? sample.time)
    }
    self.last = last
  }

  /// Samples a stage on which a frame was performed.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - frame: The frame.
  ///   - view: The name of the scroll view; `nil` for the main one.
  /// - Returns: The state.
  package mutating func sample(
    _ stage: Stage, _ frame: Script.Frame, of view: String? = nil
  ) -> Sample {
    var sample = stage.sample(of: view)
    sample.presented = frame.presented
    let replacesLast = frame.replaces(last)
    sample.measuredVelocity = meter.measure(
      sample, at: frame.presented ?? sample.time, replacesLast: replacesLast)
    last = frame
    return Sample(sample: sample, replacesLast: replacesLast)
  }

  /// Measures what a refresh shows of a motion that no take has.
  mutating func follow(_ stage: Stage, presented: Double) {
    _ = meter.measure(stage.sample(), at: presented)
    last = nil
  }

  /// Moves the last frame, or the one before it, to a later refresh.
  ///
  /// - Returns: The velocities that it shows, and that the last one does.
  mutating func postpone(_ frame: Script.Frame, to presented: Double) -> [Point] {
    let isLast = last?.index == frame.index
    if isLast { last?.presented = presented }
    return meter.postpone(last: isLast, to: presented)
  }
}

/// What tells the refreshes that passed before a frame was shown and were missed, by the times at which the display showed frames.
///
/// A recorder counts them once; window, file, log, curves and reports have its numbers.
struct RefreshCount {
  /// When the frame before it was shown, in seconds; a take begins at rest.
  var last = 0.0
  /// Whether something moved by itself at that frame.
  var movesByItself = false
  /// The time of the first input or call since that frame, in seconds; `nil` where there was none.
  var firstInput: Double?

  /// Returns the refreshes missed before the one that shows the frame: where something moved by itself, all that passed; where input
  /// waited, those that passed since the first of it.
  ///
  /// - Parameters:
  ///   - shown: When the frame is shown, in seconds.
  ///   - period: The time between refreshes, in seconds; `nil` where it is not known.
  /// - Returns: The number; 0 where it is not known.
  func missed(upTo shown: Double, period: Double?) -> Int {
    guard let period else { return 0 }
    func passed(since start: Double) -> Int {
      Int(min(max(1, (shown - start) / period), Double(Int32.max)).rounded()) - 1
    }
    let most = passed(since: last)
    return movesByItself ? most : min(firstInput.map(passed) ?? 0, most)
  }
}

/// A frame that was shown later than predicted: at another time, and with other velocities then.
package struct Postponement: Hashable, Sendable {
  /// The frame as it was shown.
  let moved: Script.Frame
  /// The velocities at the frame, and at the last one.
  let velocities: [Point]

  /// Changes the frame among events, and its row and that of the last frame among samples.
  ///
  /// - Parameters:
  ///   - events: Events up to the last one.
  ///   - samples: Samples of their frames.
  ///   - keepsReplaced: Whether frames have samples that others took the place of.
  package func apply(
    to events: inout [Script.TimedEvent], _ samples: inout [Trace.Sample], keepsReplaced: Bool
  ) {
    guard velocities.count == 2 else { return }
    var later: [Int] = []
    for index in events.indices.reversed() {
      guard case .frame(let other) = events[index].action else { continue }
      guard other.index == moved.index else {
        later.append(other.index)
        continue
      }
      events[index].action = .frame(moved)
      let row = samples.count - 1 - (keepsReplaced ? later.count : Set(later).count)
      guard samples.indices.contains(row) else { return }
      if row < samples.count - 1 { samples[samples.count - 1].measuredVelocity = velocities[1] }
      samples[row].presented = moved.presented
      samples[row].measuredVelocity = velocities[0]
      return
    }
  }
}

extension Trace {
  /// A fingerprint of the trace's bytes: `fnv1a64:` and 16 hexadecimal digits.
  package var hash: String { Self.hash(csv.utf8) }

  /// The fingerprint of bytes.
  package static func hash(_ bytes: some Sequence<UInt8>) -> String {
    var hash = Hash()
    hash.add(bytes)
    return hash.text
  }

  /// The 64-bit FNV-1a hash of bytes that come in parts; a fingerprint, no protection against forgery.
  package struct Hash: Hashable, Sendable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Adds further bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
      value = bytes.reduce(value) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// `fnv1a64:` and 16 hexadecimal digits.
    package var text: String {
      let digits = String(value, radix: 16)
      return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}

/// A callback that a stage has given: of a delegate, an overridden method, a view or a scene.
package struct Callback: Hashable, Sendable {
  /// An argument or a state that goes with it.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// The time, in seconds of the stage.
  package let time: Double
  /// The method's name, such as `scrollViewDidScroll`.
  package let name: String
  /// The name of the scroll view; `nil` for the main one.
  package let scrollView: String?
  package let fields: [Field]

  /// The value of a field; `nil` where there is none.
  package subscript(field: String) -> JSONValue? {
    fields.first { $0.name == field }?.value
  }

  /// The callback as a line of a file, without its end.
  package var text: String {
    var object = JSONObject()
    object.add("t", time)
    object.add("callback", name)
    if let scrollView { object.add("scrollView", scrollView) }
    for field in fields { object.add(field.name, field.value) }
    return object.text
  }
}

/// The callbacks of a stage, in their order.
package final class CallbackLog {
  /// The callbacks so far.
  package private(set) var callbacks: [Callback] = []
  /// The number of callbacks that have been added, those that have been removed since included.
  package private(set) var addedCount = 0
  /// The name of the callbacks that are logged; `nil` for all.
  private let only: String?

  /// Creates a log of all callbacks, or of those of one name.
  package init(only name: String? = nil) { only = name }

  /// The callbacks as lines of a file, without their ends.
  package var lines: [String] { callbacks.map(\.text) }

  /// Returns the callbacks that have been added since, but for those that have been removed.
  ///
  /// - Parameter count: A former value of ``addedCount``.
  /// - Returns: The callbacks in their order.
  package func callbacks(after count: Int) -> ArraySlice<Callback> {
    callbacks.suffix(max(0, addedCount - count))
  }

  /// Removes and returns the callbacks so far.
  package func drain() -> [Callback] {
    defer { callbacks = [] }
    return callbacks
  }

  /// Adds a callback; `scrollView` names the scroll view where it is not the main one.
  package func add(
    _ callback: String, at time: Double, scrollView: String? = nil,
    _ fields: KeyValuePairs<String, JSONValue> = [:]
  ) {
    if let only, callback != only { return }
    callbacks.append(
      Callback(
        time: time, name: callback, scrollView: scrollView,
        fields: fields.map { Callback.Field(name: $0.key, value: $0.value) }))
    addedCount += 1
  }
}
