import OverscrollBrowser

/// The step beyond an end of an album that a second press of a key confirms.
struct WrapAround {
  /// The time in which the second press counts: as long as the plate is shown, and a moment longer, in seconds. [C]
  static let duration = 5.0

  /// The step that was offered last, and when the offer ends, in seconds.
  private var offer: (step: Album.Step, until: Double)?

  /// Withdraws what is offered, since the album is somewhere else.
  mutating func cancel() { offer = nil }

  /// Returns the index at the other end of the album, if the step was offered shortly before.
  mutating func target(of step: Album.Step, in album: Album, at now: Double) -> Int? {
    guard let offer, offer.step == step, now <= offer.until else { return nil }
    self.offer = nil
    switch step {
    case .next: return album.target(of: .first)
    case .previous: return album.target(of: .last)
    case .first, .last, .to: return nil
    }
  }

  /// Offers to go to the other end of the album where a step leads beyond one; returns what the plate shows.
  mutating func offer(_ step: Album.Step, in album: Album, at now: Double) -> String {
    offer = (step, now + Self.duration)
    guard album.count > 1 else { return "The only picture." }
    switch step {
    case .next: return "Last of \(album.count). Press n again for the first."
    case .previous: return "First of \(album.count). Press p again for the last."
    case .first: return "First of \(album.count)."
    case .last, .to: return "Last of \(album.count)."
    }
  }
}
