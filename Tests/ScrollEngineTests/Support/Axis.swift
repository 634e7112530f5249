import ScrollEngine
import ScrollGeometry

/// An axis, for tests that hold along both.
enum Axis: CaseIterable, Sendable {
  case horizontal, vertical

  /// A point at `main` along the axis and `cross` along the other one.
  func point(_ main: Double, _ cross: Double = 0) -> Point {
    self == .horizontal ? Point(main, cross) : Point(cross, main)
  }

  /// A size of `main` along the axis and `cross` along the other one.
  func size(_ main: Double, _ cross: Double) -> Size {
    self == .horizontal ? Size(main, cross) : Size(cross, main)
  }

  /// The other axis.
  var other: Axis { self == .horizontal ? .vertical : .horizontal }

  /// The indicator that shows where the content is along the axis.
  func indicator(of scrollView: ScrollView) -> ScrollIndicator {
    self == .horizontal ? scrollView.horizontalScrollIndicator : scrollView.verticalScrollIndicator
  }

  /// The coordinate of `point` along the axis.
  func main(_ point: Point) -> Double { self == .horizontal ? point.x : point.y }

  /// The coordinate of `point` along the other axis.
  func cross(_ point: Point) -> Double { self == .horizontal ? point.y : point.x }
}

extension Stage {
  /// Touches the window at `location`.
  func touch(_ phase: TouchEvent.Phase, _ location: Point, at time: Double, id: Int = 0) {
    touch(phase, location.x, location.y, at: time, id: id)
  }
}
