import ScrollEngine

/// The live curves of one scroll view: what they show, and their axes.
package struct CurveTrack: Sendable {
  /// The scroll view's name in scripts; `nil` for the main one.
  package let scrollView: String?
  /// The name for people.
  package let title: String
  package private(set) var history = CurveHistory()
  package private(set) var scale = LiveScale()
  /// The groups of columns that have changed since the window was opened.
  package private(set) var movedGroups: Set<Chart.Group> = []
  /// The state of the last frame.
  private var last: Trace.Sample?

  package init(_ scrollView: String?, title: String) {
    (self.scrollView, self.title) = (scrollView, title)
  }

  /// The curves of a take, from its start to the last row of a series.
  package init(_ scrollView: String?, title: String, _ series: Series) {
    self.init(scrollView, title: title)
    history = CurveHistory(series)
    let moved = Chart.Group.allCases.filter { group in
      group.columns.contains { series.moves($0.column) }
    }
    movedGroups = Set(moved)
  }

  /// Adds a frame, as ``CurveHistory/append(_:_:at:missed:)`` does.
  package mutating func append(
    _ sample: Trace.Sample, _ geometry: ScrollLimits, at time: Double, missed: Int = 0
  ) {
    if let last, last.offset != sample.offset {
      movedGroups.formUnion([.offset, .velocity, .lawVelocity])
    }
    if let last, last.zoomScale != sample.zoomScale { movedGroups.insert(.zoom) }
    last = sample
    history.append(sample, geometry, at: time, missed: missed)
  }

  package mutating func add(_ tick: Chart.Tick) { history.add(tick) }

  /// Lets the next frame begin new curves.
  package mutating func interrupt() {
    history.interrupt()
    last = nil
  }

  /// Moves all times by `shift` seconds.
  package mutating func shift(by shift: Double) {
    history.shift(by: shift)
    scale.invalidate()
  }

  /// Lets the axes follow the curves of a range of times; returns whether an axis has changed.
  package mutating func follow(
    _ times: ClosedRange<Double>, _ groups: [Chart.Group] = Chart.Group.usual, isFinal: Bool
  ) -> Bool {
    scale.follow(history, groups, in: times, isFinal: isFinal)
  }

  package mutating func drainChange() -> CurveHistory.Change? { history.drainChange() }
}

/// The scroll views of a stage, with their names for people.
package struct CurveTitle: Hashable, Sendable {
  /// The name in scripts; `nil` for the main scroll view.
  package var scrollView: String?
  package var title: String

  package init(_ scrollView: String?, _ title: String) {
    (self.scrollView, self.title) = (scrollView, title)
  }

  /// The scroll views of a stage, the main one first.
  package static func all(of stage: Stage) -> [Self] {
    let main = stage.scene.map { type(of: $0).card.mainScrollView } ?? SceneCard.usualMainName
    return stage.namedScrollViews.map { Self($0.name, $0.name ?? main) }
  }
}

extension [CurveTrack] {
  /// A chart of tracks: which of them have lanes, and which have a row of phases.
  package struct Arrangement: Hashable, Sendable {
    /// The indices of the tracks with a row of phases; those of several scroll views have names there.
    package var rows: [Int]
    /// The lanes from the top to the bottom.
    package var lanes: [LaneID]

    /// A lane by its track and what it shows.
    package struct LaneID: Hashable, Sendable {
      package var track: Int
      package var group: Chart.Group
    }
  }

  /// What a chart shows of the tracks: every scroll view that has moved, the main one where none has.
  ///
  /// A window with one scroll view has lanes for all that it may do. Of several, only what has changed has lanes.
  ///
  /// - Parameters:
  ///   - groups: The lanes of a scroll view.
  ///   - hidden: The scroll views whose lanes are hidden; their phases are shown all the same.
  /// - Returns: The rows of phases and the lanes.
  package func arrangement(
    of groups: [Chart.Group] = Chart.Group.usual, hiding hidden: Set<String?>
  ) -> Arrangement {
    let moved = indices.filter { !self[$0].movedGroups.isEmpty }
    let rows = count == 1 || moved.isEmpty ? Array<Int>(indices.prefix(1)) : moved
    let lanes = rows.filter { !hidden.contains(self[$0].scrollView) }.flatMap { track in
      groups.filter {
        count == 1 || moved.isEmpty || self[track].movedGroups.contains($0)
      }
      .map { Arrangement.LaneID(track: track, group: $0) }
    }
    return Arrangement(rows: rows, lanes: lanes)
  }
}
