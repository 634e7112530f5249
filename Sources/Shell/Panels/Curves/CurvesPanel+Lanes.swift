import OverscrollLab

extension CurvesPanel {
  /// The lanes that are shown.
  package struct LaneChoice: Hashable, Sendable {
    /// The scroll views whose lanes are hidden.
    package var hidden: Set<String?> = []
    /// Whether the velocity in the law of deceleration has lanes, too.
    package var showsLaw = false

    /// The lanes of a scroll view.
    var groups: [Chart.Group] { showsLaw ? Chart.Group.allCases : Chart.Group.usual }

    /// The part of a chart that is shown.
    func applied(to chart: Chart) -> Chart {
      (showsLaw ? chart : chart.hidingLaw).hiding(hidden)
    }
  }
}
