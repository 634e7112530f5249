/// Counts the time for which a slideshow shows each picture.
struct Slideshow {
  /// The time that a picture is shown where none was given, in seconds. [C]
  static let usualDuration = 5.0
  /// The times that can be given, in seconds. [C]
  static let durations = 0.1...86_400

  private enum State: Hashable {
    case off
    /// The picture is not complete yet, or another one is being opened.
    case loading
    /// A picture is shown until a time, in seconds.
    case showing(ObjectIdentifier, until: Double)
  }

  /// How long each picture is shown once it is complete, in seconds.
  let duration: Double
  private var state: State

  /// Makes a slideshow, which runs from the beginning where a duration is given.
  init(_ duration: Double?) {
    self.duration = duration ?? Self.usualDuration
    state = duration == nil ? .off : .loading
  }

  /// True while it runs.
  var isOn: Bool { state != .off }

  /// When the next picture is to be shown, in seconds; `nil` while that is not known.
  var deadline: Double? { if case .showing(_, let time) = state { time } else { nil } }

  /// Starts or stops it.
  mutating func toggle() { state = isOn ? .off : .loading }

  /// Stops it; returns whether it ran.
  mutating func stop() -> Bool {
    defer { state = .off }
    return isOn
  }

  /// Follows what is shown.
  ///
  /// - Parameters:
  ///   - picture: What identifies the picture.
  ///   - now: The time, in seconds.
  ///   - isComplete: Whether waiting brings no better pixels of what is visible of it.
  mutating func follow(
    _ picture: ObjectIdentifier, at now: Double, isComplete: @autoclosure () -> Bool
  ) {
    if case .showing(picture, _) = state { return }
    guard isOn else { return }
    state = isComplete() ? .showing(picture, until: now + duration) : .loading
  }

  /// Counts from the beginning: the user has done something, or the time is up.
  mutating func restart(at now: Double) {
    if case .showing(let picture, _) = state { state = .showing(picture, until: now + duration) }
  }

  /// Waits for another picture.
  mutating func wait() { if isOn { state = .loading } }
}
