/// Decides when to map a window again because a window manager lost the request.
///
/// A window manager that is starting up receives requests to map windows before it handles them, and openbox then drops some. A
/// window that the manager doesn't map on purpose has a `WM_STATE` and is left alone.
struct MapRetry: Hashable, Sendable {
  /// The time at which to check the window, in seconds, or `nil` where there is nothing to wait for.
  private(set) var deadline: Double?
  private var count = 0

  /// The time to wait for the window to be mapped, in seconds. [C]
  static let delay = 1.0
  /// The maximum number of retries. [C]
  static let maximumCount = 10

  /// The window was asked to be mapped.
  mutating func begin(at time: Double) {
    self = Self()
    deadline = time + Self.delay
  }

  /// The window was mapped, or is no longer wanted on the screen.
  mutating func end() { self = Self() }

  /// Decides whether to map the window again.
  ///
  /// - Parameters:
  ///   - time: The time now, in seconds.
  ///   - isManaged: Returns whether a window manager has given the window a state.
  /// - Returns: True if the window was not mapped in time and no window manager manages it.
  mutating func shouldRetry(at time: Double, isManaged: () -> Bool) -> Bool {
    guard let deadline, time >= deadline else { return false }
    guard count < Self.maximumCount, !isManaged() else {
      end()
      return false
    }
    count += 1
    self.deadline = time + Self.delay
    return true
  }
}
