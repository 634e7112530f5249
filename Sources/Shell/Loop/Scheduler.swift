/// What a timer is for.
package struct Topic: Hashable, Sendable {
  private let name: String

  package init(_ name: String) {
    self.name = name
  }
}

/// The timers of a window: a part names a topic and a time, and gets its topic back when the time has come.
package struct Scheduler {
  private var times: [Topic: Double] = [:]

  package init() {}

  /// Sets the time of a topic, in seconds of the monotonic clock; `nil` removes it.
  package mutating func schedule(_ topic: Topic, at time: Double?) { times[topic] = time }

  /// The earliest time of all topics; `nil` where nothing is scheduled.
  package var deadline: Double? { times.values.min() }

  /// Removes and returns the topics whose time has come, the earliest first.
  package mutating func due(at now: Double) -> [Topic] {
    let due = times.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
    for topic in due { times[topic] = nil }
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
