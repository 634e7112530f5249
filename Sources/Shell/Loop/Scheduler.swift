/// What a timer is for.
package struct Topic: Equatable, Sendable {
  private let name: String

  package init(_ name: String) {
    self.name = name
  }
}

/// The timers of a window: a part names a topic and a time, and gets its topic back when the time has come.
package struct Scheduler {
  /// The topics and their times, in no order: they are few, and most are set with each frame.
  private var timers: [(topic: Topic, time: Double)] = []

  package init() {}

  /// Sets the time of a topic, in seconds of the monotonic clock; `nil` removes it.
  package mutating func schedule(_ topic: Topic, at time: Double?) {
    let index = timers.firstIndex { $0.topic == topic }
    switch (index, time) {
    case (let index?, let time?): timers[index].time = time
    case (let index?, nil): timers.remove(at: index)
    case (nil, let time?): timers.append((topic, time))
    case (nil, nil): break
    }
  }

  /// The earliest time of all topics; `nil` where nothing is scheduled.
  package var deadline: Double? { timers.map(\.time).min() }

  /// Removes and returns the topics whose time has come, the earliest first.
  package mutating func due(at now: Double) -> [Topic] {
    let due = timers.filter { $0.time <= now }.sorted { $0.time < $1.time }.map(\.topic)
    timers.removeAll { $0.time <= now }
    return due
  }
}

extension Topic {
  /// Recorded data is due to be written, or a message about it disappears.
  package static let recording = Topic("recording")
  /// A caret blinks.
  package static let caret = Topic("caret")
  /// Live curves are behind the newest frame though no other follows.
  package static let curves = Topic("curves")
}
