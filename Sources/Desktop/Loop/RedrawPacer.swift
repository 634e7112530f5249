/// When one may draw again after having drawn: not before the server has done what it was asked for, and not so often
/// that it does nothing else.
///
/// Frames that input causes do not wait for a refresh of the display; this is all they wait for.
struct RedrawPacer: Hashable, Sendable {
  private var start = -Double.infinity
  private var sent: UInt32 = 0
  private var answered: UInt32 = 0
  /// How long the last drawing took, from its start to the server's answer, in seconds.
  private(set) var cost = 0.0

  /// The least time from a drawing to the next, in seconds: a mouse may tell of a thousand places a second.
  private static let leastSpace = 1.0 / 250
  /// The least time from a drawing to the next in times what it costs, so that a third of the time is left.
  private static let leastShare = 1.5

  /// Drawing begins.
  mutating func begin(at time: Double) { start = time }

  /// All is sent; returns a number for the server to answer with.
  mutating func send() -> UInt32 {
    sent &+= 1
    return sent
  }

  /// The server has done what was sent before `number`; numbers that were not sent, or were answered, are ignored.
  mutating func answer(_ number: UInt32, at time: Double) {
    guard number &- answered &- 1 < sent &- answered else { return }
    answered = number
    if answered == sent { cost = max(0, time - start) }
  }

  /// True while the server is at work.
  var isBusy: Bool { answered != sent }

  /// When one may draw again, in seconds; nil while that depends on the server.
  var next: Double? {
    isBusy ? nil : start + max(Self.leastSpace, Self.leastShare * cost)
  }
}
