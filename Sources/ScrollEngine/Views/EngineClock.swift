/// The engine's time, which a window shares with the scroll views in it.
///
/// It is an object of its own so that a scroll view reads the time in every frame without looking for its window.
final class EngineClock {
  /// The latest time passed in, in seconds.
  var time = 0.0
  /// The number of events and advances in progress.
  var calls = 0

  /// Whether an event or an advance is in progress, so that ``time`` is current.
  var isCurrent: Bool { calls > 0 }
}
