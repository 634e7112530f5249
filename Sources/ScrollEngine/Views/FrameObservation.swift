/// A call in every advance of a window's time, which ends with ``cancel()``.
///
/// Corresponds to `CADisplayLink`.
public final class FrameObservation {
  /// A Boolean value that determines whether the calls are suspended; false by default.
  ///
  /// Corresponds to `CADisplayLink.isPaused`.
  public var isPaused = false
  private var handler: ((Double) -> Void)?

  init(_ handler: @escaping (Double) -> Void) {
    self.handler = handler
  }

  /// Ends the calls.
  ///
  /// Corresponds to `CADisplayLink.invalidate()`.
  public func cancel() {
    handler = nil
  }

  var isCancelled: Bool { handler == nil }

  func call(at time: Double) {
    if !isPaused { handler?(time) }
  }
}

extension Window {
  /// Calls `handler` with the time in every advance, in seconds, until the observation is canceled.
  ///
  /// While there is an observation, ``needsAdvance`` is true. Corresponds to adding a `CADisplayLink` to a run loop.
  @discardableResult
  public func observeFrames(_ handler: @escaping (Double) -> Void) -> FrameObservation {
    let observation = FrameObservation(handler)
    frameObservations = frameObservations + [observation]
    return observation
  }

  func callFrameObservers() {
    guard !frameObservations.isEmpty else { return }
    for observation in frameObservations { observation.call(at: time) }
    if frameObservations.contains(where: \.isCancelled) {
      frameObservations = frameObservations.filter { !$0.isCancelled }
    }
  }
}
