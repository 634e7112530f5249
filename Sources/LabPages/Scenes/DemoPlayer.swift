import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// Plays a scene's demo in the time of the desktop.
struct DemoPlayer {
  /// The pause before the demo, in seconds. [C]
  private static let lead = 0.6
  private let events: [Script.TimedEvent]
  private var next = 0
  /// When the demo's clock was 0, in the time of the desktop; `nil` before the first refresh.
  private var start: Double?
  private var touches: [Int: TouchEvent] = [:]

  init(_ events: [Script.TimedEvent]) {
    self.events = events
  }

  var isOver: Bool { next == events.count }

  /// Where fingers are down, in points of the scene.
  var fingers: [Point] { touches.sorted { $0.key < $1.key }.map(\.value.location) }

  /// Returns the events until `time`, each with its time on the desktop.
  mutating func due(at time: Double) -> [(Script.TimedEvent, Double)] {
    let start = start ?? time + Self.lead
    self.start = start
    var due: [(Script.TimedEvent, Double)] = []
    while next < events.count, start + events[next].time <= time {
      due.append((events[next], start + events[next].time))
      if case .event(.touch(let touch)) = events[next].action { follow(touch) }
      next += 1
    }
    return due
  }

  private mutating func follow(_ touch: TouchEvent) {
    let isDown = touch.phase == .began || touch.phase == .moved
    touches[touch.id] = isDown ? touch : nil
  }

  /// Returns the events that lift the fingers which are down, at a time of the desktop.
  mutating func end(at time: Double) -> [Event] {
    defer { touches = [:] }
    return touches.sorted { $0.key < $1.key }.map { id, touch in
      .touch(
        TouchEvent(
          id: id, phase: .cancelled, location: touch.location, timestamp: time, type: touch.type))
    }
  }
}
