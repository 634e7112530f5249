import OverscrollImaging

extension TiledPicture {
  /// Returns whether waiting brings no more of a plan's tiles: all are there, or the picture is damaged or was stopped.
  package func isReady(_ plan: TilePlan) -> Bool {
    switch state {
    case .loading: false
    case .damaged, .stopped: true
    case .complete: plan.entries.allSatisfy { pixels($0.key) != nil }
    }
  }
}
