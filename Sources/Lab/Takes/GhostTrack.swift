package import OverscrollStage

/// A reference along a take: where its content was at each time of the take.
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

  /// The reference, with the times of the take.
  package let series: Series
  private let values: Interpolation

  /// Aligns a reference with a take, as comparisons do.
  ///
  /// - Throws: ``LabError`` where the two cannot be aligned, or share no moment.
  package init(_ reference: Series, along take: Script, name: String) throws(LabError) {
    let comparison = try Comparison(.script(take, name: name), with: reference)
    var series = comparison.reference
    series.retime(to: comparison.times)
    self.series = series
    values = Interpolation(series)
  }

  /// The state at a time of the take, in seconds; `nil` where the reference has no rows.
  package func state(at time: Double) -> State? {
    let state = State(
      offsetX: values.value(of: .offsetX, at: time), offsetY: values.value(of: .offsetY, at: time),
      zoomScale: values.value(of: .zoom, at: time))
    return state == State() ? nil : state
  }
}
