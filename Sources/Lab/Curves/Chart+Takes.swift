import ScrollEngine

extension Chart {
  /// The chart of a take that is played.
  ///
  /// - Parameters:
  ///   - take: The take, or side A.
  ///   - other: Side B, drawn dashed and with a lane of the differences; `nil` for none.
  ///   - ghost: A reference, drawn dotted; `nil` for none.
  ///   - groups: The lanes.
  package init(
    _ take: PerformedTake, other: PerformedTake? = nil, ghost: GhostTrack? = nil,
    groups: [Group] = Group.usual
  ) {
    let frames = take.frames.map(\.sample.time)
    let times = 0...max(take.duration, 1e-3)
    let all = Series.scrollViews(of: take.script, at: frames)
    var series = all.prefix(1).map(\.series)
    var styles = [Style.subject]
    var residuals: [Lane] = []
    if let other {
      let side = Series(other.script, name: "B", at: frames)
      let comparison = try? Comparison(.series(series[0]), with: side, alignment: Alignment.none)
      let lane = comparison.flatMap {
        Lane(residual: $0, title: "A − B, pt", holdsGaps: true, in: times)
      }
      residuals = [lane].compactMap(\.self)
      series.append(side)
      styles.append(.other)
    }
    series = series.map { $0.holdingGaps() }
    if let ghost {
      series.append(ghost.series(at: take.frames))
      styles.append(.reference(0))
    }
    self.init(
      holding: series, styles: styles, groups: groups, from: times.lowerBound,
      to: times.upperBound)
    lanes += residuals
    if all.count > 1 { arrange(all, groups, isCompared: series.count > 1) }
  }

  /// Gives the scroll views of a take that move their names, lanes and rows of phases.
  private mutating func arrange(
    _ all: [(title: CurveTitle, series: Series)], _ groups: [Group], isCompared: Bool
  ) {
    let moved = all.indices.filter { index in
      Group.allCases.contains { $0.columns.contains { all[index].series.moves($0.column) } }
    }
    let shown = moved.isEmpty || (isCompared && moved.first != 0) ? [0] + moved : moved
    if shown.first == 0 {
      for index in lanes.indices { lanes[index].owner = all[0].title.title }
    } else {
      (lanes, bands) = ([], [])
    }
    rows = shown.map { Row(scrollView: all[$0].title.scrollView, name: all[$0].title.title) }
    for (row, index) in shown.enumerated() where index > 0 {
      var chart = Chart(
        [all[index].series], groups: groups, from: times.lowerBound, to: times.upperBound)
      for index in chart.lanes.indices { chart.lanes[index].owner = rows[row].name }
      for index in chart.bands.indices { chart.bands[index].row = row }
      lanes += chart.lanes
      bands += chart.bands
    }
  }

  /// The chart without the lanes of some scroll views, whose rows of phases stay.
  package func hiding(_ hidden: Set<String?>) -> Chart {
    guard !rows.isEmpty, !hidden.isEmpty else { return self }
    var chart = self
    for index in rows.indices where hidden.contains(rows[index].scrollView) {
      chart.rows[index].isHidden = true
      chart.lanes.removeAll { $0.owner == rows[index].name }
    }
    return chart
  }

  /// The chart without the lanes of the velocity in the law of deceleration.
  package var hidingLaw: Chart {
    var chart = self
    chart.lanes.removeAll { $0.kind == .lawVelocity }
    return chart
  }
}

extension Chart.Tick {
  /// The tick for an event, at its time in the take; `nil` for events without one.
  package init?(_ event: Script.TimedEvent) {
    self.init(kind: .notch, time: event.time)
    switch event.action {
    case .event(.touch(let touch)):
      switch touch.phase {
      case .began: kind = .touchDown
      case .ended, .cancelled: kind = .touchUp
      case .moved, .stationary: return nil
      }
    case .event(let input):
      guard case .wheel = input else { return nil }
    case .mark(let text): (kind, self.text) = (.mark, text)
    case .call, .set, .setScene, .resize, .frame: return nil
    }
  }
}
