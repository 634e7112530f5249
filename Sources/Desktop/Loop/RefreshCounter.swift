/// Chooses which refresh to request from the server next, and counts those that were missed.
///
/// Xwayland 24 answers one refresh early: a request for the next refresh is answered at once, with the count of the last one.
/// From such a server, the refresh after the next one is requested.
struct RefreshCounter: Hashable, Sendable {
  /// The meaning of an answer.
  enum Answer: Hashable, Sendable {
    /// A refresh happened, after a number of missed ones.
    case refresh(missed: Int)
    /// No refresh happened since the last one; ask again.
    case early
    /// No refresh happened although a later one was requested: the server's count doesn't advance.
    case stuck
  }

  private var last: UInt64?
  private var requested: UInt64?
  /// The distance from the last refresh to the requested one.
  private var lead: UInt64 = 1

  /// The distance requested from a server that answers early, in refreshes.
  private static let earlyLead: UInt64 = 2

  /// Returns the count of the refresh to request, or `nil` for the next one, whatever its count.
  mutating func request() -> UInt64? {
    requested = last.map { $0 &+ lead }
    return requested
  }

  /// Handles the count in the answer to the latest request.
  mutating func handle(_ count: UInt64) -> Answer {
    defer { if let requested { lead = count < requested ? Self.earlyLead : 1 } }
    guard let last, count == last else {
      // The count restarts when the window moves to another monitor.
      let missed = last.map { count > $0 ? Int(clamping: count - $0 - 1) : 0 } ?? 0
      self.last = count
      return .refresh(missed: missed)
    }
    return lead < Self.earlyLead ? .early : .stuck
  }

  /// Forgets the last refresh, so that none is counted as missed until the next.
  mutating func pause() {
    last = nil
    requested = nil
  }
}
