package import OverscrollLab
import ScrollGeometry

extension CurvesPanel {
  /// How far from the cursor the pointer shows what is there, in points. [C]
  private static let playheadReach = 2.5

  /// The state of a scroll view at the cursor.
  package struct ShownState: Hashable, Sendable {
    /// The scroll view's name; `nil` for the main one.
    package var scrollView: String?
    /// The side of an A/B take.
    package var style: Chart.Style
    package var sample: Trace.Sample

    package init(_ scrollView: String?, _ style: Chart.Style, _ sample: Trace.Sample) {
      (self.scrollView, self.style, self.sample) = (scrollView, style, sample)
    }
  }

  /// Draws the cursor of a take, and what is under the pointer.
  func drawCursors(of take: Chart, _ painter: ChartPainter) {
    let playhead = cursor.map { readout(of: take, at: $0) }
    if let playhead { painter.drawCursor(playhead, showsValues: false) }
    guard let hover else { return }
    let (first, last) = (hover.x - Self.playheadReach, hover.x + Self.playheadReach)
    let near = painter.scale.time(first)...painter.scale.time(last)
    if let playhead, near.contains(playhead.time) {
      return painter.drawCursor(playhead, showsValues: true)
    }
    let time = take.frameTime(at: painter.scale.time(hover.x))
    painter.drawCursor(take.readout(at: time), showsValues: true)
  }

  /// What is shown at the cursor.
  func readout(of take: Chart, at cursor: Double) -> Chart.Readout {
    let states = shown.map { state in
      let row = take.rows.first { $0.scrollView == state.scrollView }
      return Chart.Shown(owner: row?.name ?? "", style: state.style, state.sample)
    }
    return take.readout(of: states, at: cursor)
  }
}
