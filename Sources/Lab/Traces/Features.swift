package import OverscrollStage
import ScrollEngine
package import ScrollGeometry

/// What stands out of a curve.
package struct Features: Hashable, Sendable {
  /// A feature, by its name in the table.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// The length of the way, in points.
    case travel
    /// The speed at the release, in points per second.
    case releaseVelocity = "release velocity"
    /// The peak beyond an edge, in points, and its time, in seconds.
    case overshootTop = "overshoot top"
    case overshootTopTime = "overshoot top at"
    case overshootBottom = "overshoot bottom"
    case overshootBottomTime = "overshoot bottom at"
    case overshootLeft = "overshoot left"
    case overshootLeftTime = "overshoot left at"
    case overshootRight = "overshoot right"
    case overshootRightTime = "overshoot right at"
    /// The last time at which the offset is farther than 0.5 points from its rest, in seconds.
    case settle
    /// The offset at the end, in points.
    case restX = "rest x"
    case restY = "rest y"
    /// From the first row to the last, in seconds.
    case duration
    /// The largest zoom scale.
    case zoom = "largest zoom"
  }

  /// The features that could be measured.
  package var values: [Name: Double] = [:]

  /// The distance from rest that counts as settled, in points. [C]
  private static let settled = 0.5

  package init(_ series: Series) {
    guard let start = series.times.first, let end = series.times.last else { return }
    values[.duration] = end - start
    let x = series.values[.offsetX]
    let y = series.values[.offsetY]
    if x != nil || y != nil { measureOffsets(series, x, y) }
    if let zoom = series.values[.zoom]?.filter({ !$0.isNaN }).max() { values[.zoom] = zoom }
  }

  private mutating func measureOffsets(_ series: Series, _ x: [Double]?, _ y: [Double]?) {
    let offsets = series.times.indices.compactMap { index -> (time: Double, offset: Point)? in
      let (x, y) = (x?[index] ?? 0, y?[index] ?? 0)
      return x.isNaN || y.isNaN ? nil : (series.times[index], Point(x, y))
    }
    guard let rest = offsets.last?.offset else { return }
    values[.travel] = zip(offsets.dropFirst(), offsets).reduce(0) {
      $0 + ($1.0.offset - $1.1.offset).length
    }
    if x != nil { values[.restX] = rest.x }
    if y != nil { values[.restY] = rest.y }
    values[.settle] = offsets.last { ($0.offset - rest).length > Self.settled }?.time
    measureRelease(series)
    if let range = series.header?.offsetRange { measureOvershoot(offsets, range) }
  }

  private mutating func measureRelease(_ series: Series) {
    guard let index = series.phases.firstIndex(of: .decelerating) else { return }
    func known(_ column: Series.Column) -> Double? { series.values[column]?[index].known }
    let x = known(.velocityX) ?? known(.lawVelocityX)
    let y = known(.velocityY) ?? known(.lawVelocityY)
    if x != nil || y != nil { values[.releaseVelocity] = Point(x ?? 0, y ?? 0).length }
  }

  private mutating func measureOvershoot(
    _ offsets: [(time: Double, offset: Point)], _ range: (lower: Point, upper: Point)
  ) {
    let edges: [(Name, Name, (Point) -> Double)] = [
      (.overshootTop, .overshootTopTime, { range.lower.y - $0.y }),
      (.overshootBottom, .overshootBottomTime, { $0.y - range.upper.y }),
      (.overshootLeft, .overshootLeftTime, { range.lower.x - $0.x }),
      (.overshootRight, .overshootRightTime, { $0.x - range.upper.x }),
    ]
    for (name, time, beyond) in edges {
      guard let peak = offsets.max(by: { beyond($0.offset) < beyond($1.offset) }),
        beyond(peak.offset) > 0
      else { continue }
      values[name] = beyond(peak.offset)
      values[time] = peak.time
    }
  }
}

extension Script.Header {
  /// The range of offsets of the content at rest.
  package var offsetRange: (lower: Point, upper: Point) {
    let view = Stage(self).scrollView
    return (view.minimumContentOffset, view.maximumContentOffset)
  }

  /// The range of scales at rest.
  var scaleLimits: (lower: Double, upper: Double) {
    let view = Stage(self).scrollView
    return (view.minimumZoomScale, view.maximumZoomScale)
  }
}
