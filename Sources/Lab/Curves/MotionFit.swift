import Glibc
import OverscrollBase
import ScrollEngine
package import ScrollGeometry

/// A law whose parameters fit a stretch of a motion best: a deceleration, a damped spring, or the rubber band.
package struct MotionFit: Hashable, Sendable {
  /// The laws that can be fitted.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case deceleration, spring
    case rubberBand = "rubber band"
  }

  /// Why a law cannot be fitted, as the end of a sentence.
  package struct Problem: Error, Hashable {
    package let message: String
  }

  package let kind: Kind
  /// What the law's parameters are, and how well it fits.
  package let text: String
  /// The part of the variance that the law explains, at most 1.
  package let determination: Double
  /// The root of the mean square difference from the positions, in points.
  package let residual: Double
  /// What the law says for each row, by the axis: times in seconds and offsets in points.
  package let curves: [Chart.Hue: [Point]]

  /// Fits a law to the rows of a series at some times, in seconds.
  ///
  /// - Throws: ``Problem`` where the rows say too little.
  package init(_ kind: Kind, _ series: Series, in times: ClosedRange<Double>) throws(Problem) {
    let positions = series.positions(in: times)
    switch kind {
    case .deceleration:
      guard let fit = DecayFit(positions) else {
        throw Problem(message: "what is between the cursors approaches no rest by itself")
      }
      self.init(
        kind, fit.determination, fit.residual,
        [("τ", "\(Self.text(fit.timeConstant)) s"), ("rate", "\(Self.text(fit.rate)) per ms")],
        curves: Self.curves(at: positions.map(\.time)) { fit.offset(at: $0) })
    case .spring:
      guard let fit = SpringFit(positions) else {
        throw Problem(message: "what is between the cursors springs back to no rest")
      }
      self.init(
        kind, fit.determination, fit.residual,
        [
          ("response", "\(Self.text(fit.response)) s"),
          ("damping ratio", Self.text(fit.dampingRatio)),
        ], curves: Self.curves(at: positions.map(\.time)) { fit.offset(at: $0) })
    case .rubberBand:
      guard let fit = BandFit(series, in: times) else {
        throw Problem(message: "no finger pulls the content beyond an edge between the cursors")
      }
      self.init(
        kind, fit.determination, fit.residual, [("coefficient", Self.text(fit.coefficient))],
        curves: [fit.isHorizontal ? .x : .y: fit.curve])
    }
  }

  private init(
    _ kind: Kind, _ determination: Double, _ residual: Double,
    _ parameters: [(name: String, text: String)], curves: [Chart.Hue: [Point]]
  ) {
    (self.kind, self.determination, self.residual) = (kind, determination, residual)
    self.curves = curves
    let all =
      parameters + [
        ("R²", NumberText.trimmed(determination, decimals: 6)),
        ("residual", "\(NumberText.trimmed(residual, decimals: 3)) pt"),
      ]
    text = "\(kind.rawValue): " + all.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
  }

  private static func curves(
    at times: [Double], _ law: (Double) -> Point
  ) -> [Chart.Hue: [Point]] {
    let points = times.map { (time: $0, offset: law($0)) }
    return [
      .x: points.map { Point($0.time, $0.offset.x) },
      .y: points.map { Point($0.time, $0.offset.y) },
    ]
  }

  private static func text(_ number: Double) -> String { NumberText.trimmed(number, decimals: 4) }
}

extension Series {
  /// The known offsets of the rows at some times; an axis without values is 0.
  fileprivate func positions(in times: ClosedRange<Double>) -> [(time: Double, offset: Point)] {
    let (x, y) = (values[.offsetX], values[.offsetY])
    guard x != nil || y != nil else { return [] }
    return rows(in: times).compactMap { row in
      let place = Point(x?[row] ?? 0, y?[row] ?? 0)
      let isKnown = place.x.isFinite && place.y.isFinite
      return isKnown && times.contains(self.times[row]) ? (self.times[row], place) : nil
    }
  }
}

/// An exponential approach to a rest that fits some positions best, as a deceleration has it.
package struct DecayFit: Hashable, Sendable {
  /// The time in which the velocity falls to a part of 1/e, in seconds.
  package let timeConstant: Double
  /// The root of the mean square distance from the positions, in points.
  package let residual: Double
  /// The part of the positions' variance that it explains, at most 1.
  package let determination: Double
  /// The position at rest, and the way there from that at ``start``, in points.
  package let rest: Point
  package let way: Point
  /// The time of the first position, in seconds.
  package let start: Double

  /// What is left of the velocity after a millisecond, as `UIScrollView.DecelerationRate` has it.
  package var rate: Double { exp(-1e-3 / timeConstant) }

  /// The shortest and the longest time constant that is tried, in seconds. [C]
  private static let constants = 0.005...20.0
  /// The fewest positions that say something, and their least way in points. [C]
  private static let (leastCount, leastWay) = (5, 2.0)

  /// Fits positions at rising times; `nil` where they are too few, hardly move, or approach no rest.
  package init?(_ positions: [(time: Double, offset: Point)]) {
    guard positions.count >= Self.leastCount, let first = positions.first,
      let last = positions.last,
      (last.offset - first.offset).length >= Self.leastWay, last.time > first.time
    else { return nil }
    start = first.time
    let times = positions.map { $0.time - first.time }
    let xs = positions.map(\.offset.x)
    let ys = positions.map(\.offset.y)
    func fit(_ logarithm: Double) -> (error: Double, x: LinearFit, y: LinearFit) {
      let terms = [times.map { exp(-$0 / exp(logarithm)) }]
      let (x, y) = (LinearFit(terms, xs), LinearFit(terms, ys))
      return (x.squares + y.squares, x, y)
    }
    // The error has one valley in the logarithm of the constant; golden sections find it.
    var (low, high) = (log(Self.constants.lowerBound), log(Self.constants.upperBound))
    let ratio = (5.0.squareRoot() - 1) / 2
    var (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
    var (errorA, errorB) = (fit(a).error, fit(b).error)
    for _ in 0..<60 {
      if errorA < errorB {
        (high, b, errorB) = (b, a, errorA)
        a = high - ratio * (high - low)
        errorA = fit(a).error
      } else {
        (low, a, errorA) = (a, b, errorB)
        b = low + ratio * (high - low)
        errorB = fit(b).error
      }
    }
    let best = fit((low + high) / 2)
    timeConstant = exp((low + high) / 2)
    // At the end of the range none fits: the positions are no approach to a rest.
    guard timeConstant > Self.constants.lowerBound * 1.01,
      timeConstant < Self.constants.upperBound / 1.01
    else { return nil }
    residual = (best.error / Double(positions.count)).squareRoot()
    determination = LinearFit.determination(best.error, of: xs, ys)
    rest = Point(best.x.constant, best.y.constant)
    way = Point(-best.x.slopes[0], -best.y.slopes[0])
  }

  /// The way that is left at a time in seconds, in points.
  package func distance(after time: Double) -> Double {
    way.length * exp(-(time - start) / timeConstant)
  }

  /// The position at a time, in seconds.
  package func offset(at time: Double) -> Point { rest - way * exp(-(time - start) / timeConstant) }
}

/// A damped spring that fits some positions best: ``offset(at:)`` solves x″ = −ω²(x − rest) − 2ζω·x′.
///
/// A bounce of the engine is one: its two exponentials are those of a spring with a damping ratio a little above 1.
package struct SpringFit: Hashable, Sendable {
  /// The duration of an undamped swing, in seconds, as SwiftUI's springs have it.
  package let response: Double
  /// The damping in parts of that without a swing.
  package let dampingRatio: Double
  /// The root of the mean square distance from the positions, in points.
  package let residual: Double
  /// The part of the positions' variance that it explains, at most 1.
  package let determination: Double
  /// The position at rest.
  package let rest: Point
  private let start: Double
  private let terms: Terms
  /// What the two solutions of the spring's equation count for, by axis.
  private let weights: (x: [Double], y: [Double])

  /// The frequencies and the damping ratios that are tried. [C]
  private static let (frequencies, ratios) = (0.5...200.0, 0.02...5.0)
  /// The fewest positions that say something, their least way in points, and the most that are looked at. [C]
  private static let (leastCount, leastWay, mostCount) = (6, 1.0, 300)

  /// What a damping ratio other than 1 costs, in parts of the variance. [C]
  private static let preference = 1e-5

  /// Two solutions of the equation, one that begins at 1 and one that begins with a velocity of 1.
  private struct Terms: Hashable {
    let frequency: Double
    let ratio: Double

    func callAsFunction(_ time: Double) -> (place: Double, velocity: Double) {
      let decay = ratio * frequency
      let square = (1 - ratio * ratio) * frequency * frequency
      let rate = abs(square).squareRoot()
      // Near critical damping both kinds of solutions become 1 and the time.
      guard rate * max(time, 1e-3) > 1e-4 else {
        return (exp(-decay * time), time * exp(-decay * time))
      }
      if square > 0 {
        let fall = exp(-decay * time)
        return (fall * cos(rate * time), fall * sin(rate * time) / rate)
      }
      let (slow, fast) = (exp((rate - decay) * time), exp(-(rate + decay) * time))
      return ((slow + fast) / 2, (slow - fast) / (2 * rate))
    }
  }

  /// Fits positions at rising times; `nil` where they are too few, hardly move, or come to no rest.
  package init?(_ all: [(time: Double, offset: Point)]) {
    // The last step, onto the rest, is no spring's.
    let settled = Measurements.lastUnsettled(all) ?? all.count
    let positions = all.prefix(settled + 1)
    guard positions.count >= Self.leastCount, let first = positions.first,
      let last = positions.last, last.time > first.time,
      positions.contains(where: { ($0.offset - last.offset).length >= Self.leastWay })
    else { return nil }
    start = first.time
    let step = (positions.count + Self.mostCount - 1) / Self.mostCount
    let seen = stride(from: 0, to: positions.count, by: step).map { positions[$0] }
    let times = seen.map { $0.time - first.time }
    let (xs, ys) = (seen.map(\.offset.x), seen.map(\.offset.y))
    func fit(_ terms: Terms) -> (error: Double, x: LinearFit, y: LinearFit) {
      let solutions = times.map { terms($0) }
      let columns = [solutions.map(\.place), solutions.map(\.velocity)]
      let (x, y) = (LinearFit(columns, xs), LinearFit(columns, ys))
      return (x.squares + y.squares, x, y)
    }
    let ends = (
      log(Self.frequencies.lowerBound)...log(Self.frequencies.upperBound),
      log(Self.ratios.lowerBound)...log(Self.ratios.upperBound)
    )
    let variance = LinearFit.squares(of: xs) + LinearFit.squares(of: ys)
    func error(_ place: Point) -> Double {
      guard ends.0.contains(place.x), ends.1.contains(place.y) else { return .infinity }
      // Of springs that fit as well, that which is nearest to critical damping: a release at rest has one exponential only.
      return fit(Terms(frequency: exp(place.x), ratio: exp(place.y))).error
        + Self.preference * variance * place.y * place.y
    }
    // A look at all of both ranges, and closer along critical damping; from the best places down the valleys.
    let (rows, columns) = (24, 16)
    let reach = Point(ends.0.length / Double(rows), ends.1.length / Double(columns))
    func look(_ columns: [Double], each part: Double) -> [(place: Point, error: Double)] {
      stride(from: ends.0.lowerBound + reach.x / 2, to: ends.0.upperBound, by: reach.x * part)
        .flatMap { x in columns.map { Point(x, $0) } }
        .map { (place: $0, error: error($0)) }.sorted { $0.error < $1.error }
    }
    let ratios = (0..<columns).map { ends.1.lowerBound + (Double($0) + 0.5) * reach.y }
    let starts = look(ratios, each: 1).prefix(4) + look([0], each: 0.2).prefix(1)
    let found = starts.map { Self.valley(of: error, from: $0.place, reach: reach) }
    guard let best = found.min(by: { error($0) < error($1) }) else { return nil }
    // At the end of a range none fits.
    guard best.x > ends.0.lowerBound + 0.01, best.x < ends.0.upperBound - 0.01,
      best.y < ends.1.upperBound - 0.01
    else { return nil }
    terms = Terms(frequency: exp(best.x), ratio: exp(best.y))
    let solution = fit(terms)
    response = 2 * .pi / terms.frequency
    dampingRatio = terms.ratio
    residual = (solution.error / Double(seen.count)).squareRoot()
    determination = LinearFit.determination(solution.error, of: xs, ys)
    rest = Point(solution.x.constant, solution.y.constant)
    weights = (solution.x.slopes, solution.y.slopes)
  }

  /// The place near a start at which a function is least, by Nelder and Mead's simplex.
  private static func valley(
    of function: (Point) -> Double, from start: Point, reach: Point
  ) -> Point {
    var corners = [start, start + Point(reach.x / 2, 0), start + Point(0, reach.y / 2)].map {
      (place: $0, value: function($0))
    }
    for _ in 0..<150 {
      corners.sort { $0.value < $1.value }
      let worst = corners[2]
      let middle = (corners[0].place + corners[1].place) * 0.5
      func step(_ part: Double) -> (place: Point, value: Double) {
        let place = middle + (worst.place - middle) * part
        return (place, function(place))
      }
      let reflected = step(-1)
      if reflected.value < corners[0].value {
        let further = step(-2)
        corners[2] = further.value < reflected.value ? further : reflected
      } else if reflected.value < corners[1].value {
        corners[2] = reflected
      } else {
        let nearer = step(reflected.value < worst.value ? -0.5 : 0.5)
        if nearer.value < min(reflected.value, worst.value) {
          corners[2] = nearer
        } else {
          for index in 1...2 {
            let place = (corners[0].place + corners[index].place) * 0.5
            corners[index] = (place, function(place))
          }
        }
      }
    }
    return corners[0].place
  }

  /// The position at a time, in seconds.
  package func offset(at time: Double) -> Point {
    let (place, velocity) = terms(time - start)
    return rest
      + Point(
        weights.x[0] * place + weights.x[1] * velocity,
        weights.y[0] * place + weights.y[1] * velocity)
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.terms == b.terms && a.rest == b.rest && a.start == b.start && a.weights == b.weights
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(terms)
    hasher.combine(start)
  }
}

/// The coefficient of a rubber band that fits what a finger does beyond an edge best.
///
/// A stretch of s points in a viewport of D points takes a pull of s·D / (c·(D − s)) points: the finger's place is a line in
/// s·D / (D − s), whose slope tells the coefficient. Where the finger was at the edge needs not be known.
struct BandFit {
  let coefficient: Double
  let determination: Double
  let residual: Double
  let isHorizontal: Bool
  /// The offsets that the band says, by time.
  let curve: [Point]

  /// The least distance beyond an edge, the fewest rows there, and the part of the viewport up to which they count. [C]
  private static let (least, leastCount, largestPart) = (0.5, 4, 0.95)

  /// A row beyond an edge while a finger is down.
  private struct Row {
    var time, finger, stretch, edge, side, length: Double

    /// The stretch without its bend.
    var straight: Double { stretch * length / (length - stretch) }
  }

  /// Fits the longest stretch beyond one edge; `nil` where no finger pulls beyond one.
  init?(_ series: Series, in times: ClosedRange<Double>) {
    let candidates = [true, false].map { Self.rows(of: series, isHorizontal: $0, in: times) }
    guard let longest = candidates.indices.max(by: { candidates[$0].count < candidates[$1].count }),
      candidates[longest].count >= Self.leastCount
    else { return nil }
    let rows = candidates[longest]
    isHorizontal = longest == 0
    // The finger goes against the offset.
    let line = LinearFit([rows.map { $0.side * $0.straight }], rows.map { -$0.finger })
    guard let slope = line.slopes.first, slope > 0 else { return nil }
    coefficient = 1 / slope
    var (said, shown): ([Double], [Double]) = ([], [])
    for row in rows {
      let straight = row.side * (-row.finger - line.constant) / slope
      said.append(row.edge + row.side * straight * row.length / (row.length + straight))
      shown.append(row.edge + row.side * row.stretch)
    }
    curve = zip(rows, said).map { Point($0.time, $1) }
    let error = zip(said, shown).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    residual = (error / Double(rows.count)).squareRoot()
    determination = LinearFit.determination(error, of: shown)
  }

  /// The rows beyond the edge at which most of them are, while one finger is down that has not lifted in between.
  private static func rows(
    of series: Series, isHorizontal: Bool, in times: ClosedRange<Double>
  ) -> [Row] {
    guard let offsets = series.values[isHorizontal ? .offsetX : .offsetY] else { return [] }
    // Of a table only the set-up is known.
    let start = series.hasRange ? series.header.map { ScrollLimits(Stage($0).scrollView) } : nil
    var groups: [[Row]] = []
    var touches = series.touches[...]
    var fingers: [Int: Point] = [:]
    var isContinued = false
    for row in series.times.indices {
      let time = series.times[row]
      while let touch = touches.first, touch.time <= time + Interpolation.rounding {
        touches.removeFirst()
        switch touch.phase {
        case .began, .moved, .stationary: fingers[touch.id] = touch.location
        case .ended, .cancelled: fingers[touch.id] = nil
        }
        if touch.phase != .moved, touch.phase != .stationary { isContinued = false }
      }
      guard times.contains(time), offsets[row].isFinite, fingers.count == 1,
        let finger = fingers.values.first
      else {
        isContinued = false
        continue
      }
      let limits = series.geometry.count == series.count ? series.geometry[row] : start
      guard let axis = limits.map({ AxisGeometry($0, isHorizontal ? .x : .y) }) else { return [] }
      let end = max(axis.minimum, axis.maximum)
      let (low, high) = (axis.minimum - offsets[row], offsets[row] - end)
      guard max(low, high) >= least, max(low, high) < largestPart * axis.length else {
        isContinued = false
        continue
      }
      let side = high > low ? 1.0 : -1
      let new = Row(
        time: time, finger: isHorizontal ? finger.x : finger.y, stretch: max(low, high),
        edge: high > low ? end : axis.minimum, side: side, length: axis.length)
      if isContinued, groups.last?.last?.side == side {
        groups[groups.count - 1].append(new)
      } else {
        groups.append([new])
      }
      isContinued = true
    }
    return groups.max { $0.count < $1.count } ?? []
  }
}

/// The sum of one or two columns of numbers, each with a slope, and a constant that is nearest to other numbers.
struct LinearFit {
  let slopes: [Double]
  let constant: Double
  /// The sum of the squares of the differences.
  let squares: Double

  init(_ columns: [[Double]], _ ys: [Double]) {
    let count = Double(ys.count)
    let meanY = ys.reduce(0, +) / count
    let means = columns.map { $0.reduce(0, +) / count }
    func product(_ a: Int, _ b: Int) -> Double {
      zip(columns[a], columns[b]).reduce(0) { $0 + ($1.0 - means[a]) * ($1.1 - means[b]) }
    }
    func product(_ a: Int) -> Double {
      zip(columns[a], ys).reduce(0) { $0 + ($1.0 - means[a]) * ($1.1 - meanY) }
    }
    let (aa, ay) = (product(0, 0), product(0))
    var found = [aa > 0 ? ay / aa : 0]
    if columns.count > 1 {
      let (ab, bb, by) = (product(0, 1), product(1, 1), product(1))
      let determinant = aa * bb - ab * ab
      // Columns that say the same share one slope.
      found =
        determinant > 1e-12 * aa * bb
        ? [(ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant] : [found[0], 0]
    }
    let constant = meanY - zip(found, means).reduce(0) { $0 + $1.0 * $1.1 }
    (slopes, self.constant) = (found, constant)
    squares = ys.indices.reduce(0) { sum, row in
      let value = found.indices.reduce(constant) { $0 + found[$1] * columns[$1][row] }
      return sum + (ys[row] - value) * (ys[row] - value)
    }
  }

  /// The part of the variance of some numbers that is explained where the sum of the squares of the differences is `error`.
  static func determination(_ error: Double, of numbers: [Double]...) -> Double {
    let variance = numbers.reduce(0) { $0 + squares(of: $1) }
    return variance > 0 ? 1 - error / variance : 1
  }

  /// The sum of the squares of the distances from the mean.
  static func squares(of numbers: [Double]) -> Double {
    let mean = numbers.reduce(0, +) / Double(max(1, numbers.count))
    return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }
}
