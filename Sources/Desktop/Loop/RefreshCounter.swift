/// Chooses the refreshes to ask a server for, one after the other, and counts them.
///
/// Xwayland 24 answers one refresh early, so a request for the next refresh is answered at once, with the count of the
/// last. Such a server is asked for the refresh after the next.
struct RefreshCounter: Hashable, Sendable {
  /// What an answer means.
  enum Answer: Hashable, Sendable {
    /// A refresh has happened; as many before it were missed.
    case refresh(missed: Int)
    /// None has happened since the last; ask again.
    case early
    /// The same, although a later one was asked for: the server's count stands still.
    case stuck
  }

  private var last: UInt64?
  private var requested: UInt64?
  /// How many refreshes after the last one the next request is for.
  private var lead: UInt64 = 1

  /// How far ahead a server that answers early is asked, in refreshes.
  private static let longestLead: UInt64 = 2

  /// The count of the refresh to ask for; nil for the next one, whatever its count.
  mutating func request() -> UInt64? {
    requested = last.map { $0 &+ lead }
    return requested
  }

  /// Takes the count in the answer to the latest request.
  mutating func take(_ count: UInt64) -> Answer {
    defer { if let requested { lead = count < requested ? Self.longestLead : 1 } }
    guard let last, count == last else {
      // Counts start anew where the window moves to another monitor.
      let missed = last.map { count > $0 ? Int(clamping: count - $0 - 1) : 0 } ?? 0
      self.last = count
      return .refresh(missed: missed)
    }
    return lead < Self.longestLead ? .early : .stuck
  }

  /// Forgets the last refresh, since those that follow are not counted from it.
  mutating func pause() {
    last = nil
    requested = nil
  }
}
