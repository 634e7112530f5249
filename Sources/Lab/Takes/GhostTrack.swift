import ScrollGeometry

/// A reference along a take: where its content was at each time of the take.
///
/// The reference is known at its rows alone. Between two of them its content keeps the difference from the take that a comparison
/// finds there: a line from row to row would contradict every finger, whose touches move the content at once.
package struct GhostTrack: Sendable {
  /// Where the reference's content was; `nil` for what it does not know.
  package struct State: Hashable, Sendable {
    package var offsetX: Double?
    package var offsetY: Double?
    package var zoomScale: Double?

    package init(offsetX: Double? = nil, offsetY: Double? = nil, zoomScale: Double? = nil) {
      self.offsetX = offsetX
      self.offsetY = offsetY
      self.zoomScale = zoomScale
    }
  }

  /// The comparison of the take with the reference.
  package let comparison: Comparison
  /// The reference, with the times of the take.
  package let series: Series
  private let differences: Interpolation

  /// Aligns a reference with a take, as comparisons do.
  ///
  /// - Throws: ``LabError`` where the two cannot be aligned, or do not overlap in time.
  package init(_ reference: Series, along take: Script, name: String) throws(LabError) {
    comparison = try Comparison(.script(take, name: name), with: reference)
    series = comparison.alignedReference
    differences = Interpolation(comparison.differences)
  }

  /// The state at a time of the take, in seconds, at which the take itself has the state `sample`; `nil` before the first row of
  /// the reference and after its last.
  ///
  /// Where nothing is compared, as across gaps, the reference's last values are held.
  package func state(at time: Double, beside sample: Trace.Sample) -> State? {
    guard let row = series.row(at: time) else { return nil }
    func value(_ column: Series.Column, _ own: Double) -> Double? {
      differences.value(of: column, at: time).map { own - $0 }
        ?? series.values[column]?[row].known
    }
    let state = State(
      offsetX: value(.offsetX, sample.offset.x), offsetY: value(.offsetY, sample.offset.y),
      zoomScale: value(.zoom, sample.zoomScale))
    return state == State() ? nil : state
  }

  /// The reference with further rows at the times of a take's frames, so that a chart shows it there as the window does.
  ///
  /// Gaps are held: rows within them have the values before them.
  func series(at frames: [PerformedTake.Frame]) -> Series {
    let others = Interpolation(series)
    var merged = Series(name: series.name)
    var next = 0
    func addRows(before time: Double) {
      while next < series.count, series.times[next] < time {
        merged.append(
          time: series.times[next], phase: series.phases[next],
          series.columns.map { ($0, series.values[$0]?[next] ?? .nan) })
        next += 1
      }
    }
    for frame in frames {
      let time = frame.sample.time
      addRows(before: time + Interpolation.rounding)
      guard let row = merged.times.last, time - row > Interpolation.rounding,
        let state = state(at: time, beside: frame.sample)
      else { continue }
      merged.append(
        time: time, phase: merged.phases[merged.count - 1],
        series.columns.map { column in
          let value =
            switch column {
            case .offsetX: state.offsetX
            case .offsetY: state.offsetY
            case .zoom: state.zoomScale
            default: others.value(of: column, at: time)
            }
          return (column, value ?? merged.values[column]?.last ?? .nan)
        })
    }
    addRows(before: .infinity)
    return merged
  }
}
