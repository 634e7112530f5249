import Glibc
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
    /// From the lift to the last row more than 0.5 points from the rest, in seconds; from the first row that moves where there
    /// is no lift.
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
  private static let settlingDistance = 0.5

  package init(_ series: Series) {
    guard let start = series.times.first, let end = series.times.last else { return }
    values[.duration] = end - start
    let x = series.values[.offsetX]
    let y = series.values[.offsetY]
    if x != nil || y != nil { measureOffsets(series, x, y) }
    if let zoom = series.values[.zoom]?.filter({ !$0.isNaN }).max() { values[.zoom] = zoom }
  }

  private mutating func measureOffsets(_ series: Series, _ x: [Double]?, _ y: [Double]?) {
    let offsets = series.times.indices.compactMap {
      index -> (row: Int, time: Double, offset: Point)? in
      let (x, y) = (x?[index] ?? 0, y?[index] ?? 0)
      return x.isNaN || y.isNaN ? nil : (index, series.times[index], Point(x, y))
    }
    guard let rest = offsets.last?.offset else { return }
    values[.travel] = zip(offsets.dropFirst(), offsets).reduce(0) {
      $0 + ($1.0.offset - $1.1.offset).length
    }
    if x != nil { values[.restX] = rest.x }
    if y != nil { values[.restY] = rest.y }
    if let start = series.releaseTime ?? series.startTime,
      let settled = Self.settled(offsets.map { ($0.time, $0.offset) })
    {
      values[.settle] = max(0, settled - start)
    }
    measureRelease(series)
    if let ranges = OffsetRanges(series) { measureOvershoot(offsets, ranges) }
  }

  /// The time of the last row that is not near the rest; `nil` where all are.
  static func settled(_ rows: [(time: Double, offset: Point)]) -> Double? {
    guard let rest = rows.last?.offset else { return nil }
    return rows.last { ($0.offset - rest).length > settlingDistance }?.time
  }

  private mutating func measureRelease(_ series: Series) {
    guard let index = series.phases.firstIndex(of: .decelerating) else { return }
    func known(_ column: Series.Column) -> Double? { series.values[column]?[index].known }
    // Beyond an edge a spring moves the content besides.
    let x = known(.lawVelocityX) ?? known(.velocityX)
    let y = known(.lawVelocityY) ?? known(.velocityY)
    guard x != nil || y != nil else { return }
    values[.releaseVelocity] = Point(x ?? 0, y ?? 0).length / decay(of: series, until: index)
  }

  /// The part of the velocity of the law that is left at a row, of that at the lift; 1 where the lift is not known.
  private func decay(of series: Series, until row: Int) -> Double {
    let time = series.times[row]
    guard let lift = series.lifts.last(where: { $0.time <= time })?.time,
      series.values[.lawVelocityX] != nil || series.values[.lawVelocityY] != nil,
      let header = series.header
    else { return 1 }
    return pow(Stage(header).scrollView.decelerationRate.rawValue, (time - lift) * 1000)
  }

  private mutating func measureOvershoot(
    _ offsets: [(row: Int, time: Double, offset: Point)], _ ranges: OffsetRanges
  ) {
    let edges: [(Name, Name, (Point, (lower: Point, upper: Point)) -> Double)] = [
      (.overshootTop, .overshootTopTime, { $1.lower.y - $0.y }),
      (.overshootBottom, .overshootBottomTime, { $0.y - $1.upper.y }),
      (.overshootLeft, .overshootLeftTime, { $1.lower.x - $0.x }),
      (.overshootRight, .overshootRightTime, { $0.x - $1.upper.x }),
    ]
    let places = offsets.map { (time: $0.time, offset: $0.offset, range: ranges[$0.row]) }
    for (name, time, beyond) in edges {
      let peak = places.map { (time: $0.time, distance: beyond($0.offset, $0.range)) }
        .max { $0.distance < $1.distance }
      guard let peak, peak.distance > 0 else { continue }
      values[name] = peak.distance
      values[time] = peak.time
    }
  }
}

/// The range of offsets of content at rest at each row of a series: a zoom changes it.
private struct OffsetRanges {
  private let series: Series
  private let lower: Point
  /// The largest offset at the scale of the set-up, which is below ``lower`` where the content is smaller than the viewport.
  private let upper: Point
  private let contentSize: Size
  private let scale: Double

  /// The ranges; `nil` where they are not known.
  init?(_ series: Series) {
    guard series.hasRange, let header = series.header else { return nil }
    let view = Stage(header).scrollView
    let inset = view.adjustedContentInset
    self.series = series
    lower = view.minimumContentOffset
    (contentSize, scale) = (view.contentSize, view.zoomScale)
    upper = Point(
      contentSize.width + inset.right - view.bounds.width,
      contentSize.height + inset.bottom - view.bounds.height)
  }

  subscript(row: Int) -> (lower: Point, upper: Point) {
    if series.geometry.count == series.count {
      let geometry = series.geometry[row]
      return (geometry.minimumOffset, geometry.maximumOffset)
    }
    let ratio = (series.values[.zoom]?[row].known ?? scale) / scale
    let growth = Point(contentSize.width, contentSize.height) * (ratio - 1)
    let end = upper + growth
    return (lower, Point(max(lower.x, end.x), max(lower.y, end.y)))
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

/// The values of a series between its rows.
struct Interpolation {
  /// How far a time written with nine decimals may be from the exact one, in seconds.
  static let rounding = 0.6e-9

  private let curves: [Series.Column: Curve]

  init(_ series: Series) {
    // More than two usual steps are a gap; rows for events between frames shorten no step of the display.
    let step = max(series.usualStep, series.rate.map { 1 / $0 } ?? 0)
    let maximumGap = 2 * step * (1 + 1e-6)
    curves = Dictionary(
      uniqueKeysWithValues: series.values.map { column, values in
        // Traces of the first version have the velocity of the law alone, which is that of the content inside its range.
        let velocities = [column.velocity, column.velocity?.lawVelocity].lazy
          .compactMap { $0.flatMap { series.values[$0] } }.first
        return (
          column,
          Curve(
            times: series.times, values: values, velocities: velocities,
            isContinuous: column.isContinuous, maximumGap: maximumGap)
        )
      })
  }

  /// The value of a column at a time; `nil` where it is not known.
  ///
  /// An offset between two rows lies on the cubic through their offsets and velocities, other quantities on a straight line,
  /// and flags have values at rows alone. Across a gap of more than two rows nothing is known. Of several rows with that time it
  /// is the one with the number `row`, or else the first. Rows whose times have been rounded to nine decimals are at that time.
  func value(of column: Series.Column, at time: Double, row: Int? = nil) -> Double? {
    curves[column]?.value(at: time, row: row)
  }

  /// The values of a column between its rows; `nil` where none is known.
  func curve(of column: Series.Column) -> Curve? { curves[column] }

  /// The values of one column between its rows.
  struct Curve {
    fileprivate let times: [Double]
    fileprivate let values: [Double]
    fileprivate let velocities: [Double]?
    fileprivate let isContinuous: Bool
    /// The longest time between rows that still has values in between, in seconds.
    fileprivate let maximumGap: Double

    /// The first row that is not before `time`.
    private func row(atOrAfter time: Double) -> Int? {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] < time { low = middle + 1 } else { high = middle }
      }
      return low < times.count ? low : nil
    }

    /// The value at a time; `nil` where it is not known.
    func value(at time: Double, row: Int? = nil) -> Double? {
      if let row, row < times.count, abs(times[row] - time) <= rounding { return values[row].known }
      guard let next = self.row(atOrAfter: time - rounding) else { return nil }
      if times[next] <= time + rounding { return values[next].known }
      guard next > 0, isContinuous else { return nil }
      let gap = times[next] - times[next - 1]
      guard let a = values[next - 1].known, let b = values[next].known, gap <= maximumGap else {
        return nil
      }
      let part = (time - times[next - 1]) / gap
      guard let va = velocities?[next - 1].known, let vb = velocities?[next].known else {
        return a + (b - a) * part
      }
      let (square, cube) = (part * part, part * part * part)
      return (2 * cube - 3 * square + 1) * a + (cube - 2 * square + part) * gap * va
        + (3 * square - 2 * cube) * b + (cube - square) * gap * vb
    }
  }
}

extension Double {
  /// The number; `nil` for NaN, which stands for what is not known.
  var known: Double? { isNaN ? nil : self }
}
