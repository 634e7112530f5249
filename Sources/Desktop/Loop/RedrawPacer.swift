/// Limits the rate of redraws: the next one waits until the server has finished the last, and leaves it time for other work.
///
/// Redraws after input don't wait for a refresh of the display, only for this.
struct RedrawPacer: Hashable, Sendable {
  private var start = -Double.infinity
  private var sent: UInt32 = 0
  private var answered: UInt32 = 0
  /// The time from the start of the last redraw to the server's answer, in seconds.
  private(set) var cost = 0.0

  /// The minimum time between redraws, in seconds, since a mouse may report a thousand positions per second. [C]
  private static let minimumInterval = 1.0 / 250
  /// The minimum time between redraws as a multiple of their cost, which leaves a third of the time. [C]
  private static let costFactor = 1.5

  /// A redraw starts.
  mutating func begin(at time: Double) { start = time }

  /// The redraw was sent; returns the number of the fence that follows it.
  mutating func send() -> UInt32 {
    sent &+= 1
    return sent
  }

  /// The server has processed the requests before a fence; numbers that were not sent, or were already answered, are ignored.
  mutating func answer(_ number: UInt32, at time: Double) {
    guard number &- answered &- 1 < sent &- answered else { return }
    answered = number
    if answered == sent { cost = max(0, time - start) }
  }

  /// Whether the server is still processing a redraw.
  var isBusy: Bool { answered != sent }

  /// The time from which the next redraw may start, in seconds, or `nil` while the server is busy.
  var next: Double? {
    isBusy ? nil : start + max(Self.minimumInterval, Self.costFactor * cost)
  }
}
