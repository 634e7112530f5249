import ScrollEngine
import ScrollGeometry

/// What a step's checks are judged by: the state of every scroll view at each frame, the touches and the callbacks.
package struct QAObservation {
  /// The state of a scroll view at a frame.
  struct Row {
    var sample: Trace.Sample
    /// The smallest and the largest offset of the content at rest, in points.
    var range: (lower: Point, upper: Point)
    /// The limits of the zoom scale.
    var zoomLimits: ClosedRange<Double>

    init(_ view: ScrollView, at time: Double) {
      sample = Trace.Sample(view, at: time)
      let (low, high) = (view.minimumContentOffset, view.maximumContentOffset)
      range = (low, Point(max(low.x, high.x), max(low.y, high.y)))
      zoomLimits =
        view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale)
    }

    /// The distance of the offset beyond an edge, in points; negative inside of it.
    func distance(beyond edge: QACheck.Edge) -> Double {
      switch edge {
      case .top: range.lower.y - sample.offset.y
      case .left: range.lower.x - sample.offset.x
      case .bottom: sample.offset.y - range.upper.y
      case .right: sample.offset.x - range.upper.x
      }
    }
  }

  /// The rows by the name of the scroll view; the main one has the empty name.
  private(set) var rows: [String: [Row]] = [:]
  /// When the last finger came down, and when the last one was lifted, in seconds.
  private(set) var down: Double?
  private(set) var lift: Double?

  package init() {}

  /// Takes in the state of a stage.
  mutating func note(_ stage: Stage) {
    for (name, view) in stage.namedScrollViews {
      rows[name ?? "", default: []].append(Row(view, at: stage.window.time))
    }
  }

  /// Takes in an event that has been performed.
  mutating func note(_ event: Script.TimedEvent) {
    guard case .event(.touch(let touch)) = event.action else { return }
    switch touch.phase {
    case .began: down = event.time
    case .ended, .cancelled: lift = event.time
    case .moved, .stationary: break
    }
  }
}
