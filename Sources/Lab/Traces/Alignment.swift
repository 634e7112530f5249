import ScrollEngine

/// How the times of a reference are matched to those of a subject.
package enum Alignment: String, Hashable, Sendable, CaseIterable {
  /// Equal times.
  case none
  /// The first touch down, or else the first row that is not idle, or else the first that moves: the same on both sides.
  case start
  /// The lift before the first deceleration, or else its first row, or without a deceleration the last touch up.
  case release
  /// Row k of the reference's deceleration at the subject's release + k frames; UIKit integrates whole display steps, and the
  /// jitter of recorded times would otherwise outweigh any tolerance. The times of traces are exact, and stay.
  case frames
  /// The one of the others, or a shift within a quarter of a second of theirs, with the least maximum difference; see
  /// ``BestAlignment``.
  case best
}

/// A mapping from the times of a reference to those of a subject.
struct TimeMap {
  /// A deceleration of the reference, whose rows lie on the frames of its display.
  struct Flight {
    /// The time of its first row, and the time from which on rows no longer belong to it.
    var start: Double
    var end: Double
    /// The time of the subject that corresponds to the first row.
    var release: Double
  }

  /// The alignment in use.
  var alignment: Alignment
  /// The time to add to a reference's time, in seconds.
  var shift: Double
  /// The decelerations of the reference, in chronological order; for ``Alignment/frames``.
  var flights: [Flight] = []
  /// The display rate of the reference, in hertz; `nil` for a trace, whose times are exact.
  var rate: Double?
  /// The further time to add to the times of decelerations, in seconds.
  var flightShift = 0.0

  /// The time of the subject that corresponds to `time` of the reference.
  func callAsFunction(_ time: Double) -> Double {
    guard let flight = flights.last(where: { time >= $0.start }), time < flight.end else {
      return time + shift
    }
    let passed = time - flight.start
    return flight.release + (rate.map { (passed * $0).rounded() / $0 } ?? passed) + flightShift
  }
}

/// What tells when a motion starts.
enum MotionStart: CaseIterable {
  /// The first touch down.
  case touch
  /// The first row that is not idle.
  case phase
  /// The first row at which the content is elsewhere.
  case movement

  /// The time of the start in a series; `nil` where it is not known.
  func time(in series: Series) -> Double? {
    switch self {
    case .touch: series.touches.first { $0.phase == .began }?.time
    case .phase: series.phases.firstIndex { $0 != nil && $0 != .idle }.map { series.times[$0] }
    case .movement:
      [Series.Column.offsetX, .offsetY, .zoom].compactMap { column in
        guard let values = series.values[column],
          let first = values.first(where: { !$0.isNaN })
        else { return nil }
        return values.firstIndex { !$0.isNaN && $0 != first }.map { series.times[$0] }
      }.min()
    }
  }
}

/// Something that can be compared: a series, or a script that is simulated at any times.
package enum Subject: Sendable {
  case series(Series)
  case script(Script, name: String)

  /// The series at `times`, which rise; a script is simulated, so that no value lies between rows.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds.
  ///   - rounding: How far they may be from the exact ones, in seconds.
  /// - Returns: The series.
  func series(at times: [Double], within rounding: Double = Interpolation.rounding) -> Series {
    switch self {
    case .series(let series): return series
    case .script(let script, let name):
      var series: Series
      if script.hasFrames(at: times, within: rounding) {
        series = Series(framesOf: script, name: name)
      } else {
        series = Series(script, name: name, at: script.exact(times, within: rounding))
      }
      // Nothing is before the script's beginning.
      if times.first.map({ $0 >= 0 }) ?? false { series.retime(to: times) }
      series.timeRounding = rounding
      return series
    }
  }

  /// How far the stamp of a recorded refresh may be from its time, in seconds: recorded ones are up to 1.1 ms. [C]
  private static let maximumJitter = 2e-3

  /// The series at the rows of a reference, with the times that these have on the subject's clock.
  ///
  /// A script moves its content in steps, with its input, which the rows of a recording come after. Where a stamp is on the other
  /// side of a step, what differs is the way until the step at the speed of the recording, and not the whole step. Where most stamps
  /// are, they do not waver: one of the two is late.
  func series(at times: [Double], beside reference: Series) -> Series {
    var series = series(at: times, within: reference.timeRounding)
    guard case .script(let script, let name) = self, reference.rate != nil else { return series }
    let inputs = script.events.filter { !$0.action.isFrame }.map(\.time)
    let steps = times.indices.compactMap { row -> Step? in
      let next = inputs.partitioningIndex { $0 > times[row] + Simulation.tolerance }
      let near = [next - 1, next].filter(inputs.indices.contains).map { inputs[$0] - times[row] }
      guard let distance = near.min(by: { abs($0) < abs($1) }),
        abs(distance) <= Self.maximumJitter
      else { return nil }
      // What a step leads away from is shown until just before it.
      let moment =
        times[row] + distance - (distance > Simulation.tolerance ? 0 : Script.leastMoment / 2)
      return Step(row: row, distance: distance, moment: moment)
    }
    guard !steps.isEmpty else { return series }
    let moments = steps.map(\.moment).sorted()
    let shown = Series(script, name: name, at: moments)
    for column in [Series.Column.offsetX, .offsetY] {
      guard let values = reference.values[column], let own = series.values[column],
        let moved = shown.values[column]
      else { continue }
      let ways = steps.map { step in
        (
          step: step, way: values[step.row] - own[step.row],
          taken: moved[moments.partitioningIndex { $0 >= step.moment }] - own[step.row]
        )
      }.filter { abs($0.taken) > Measurements.settlingDistance && !$0.way.isNaN }
      let beyond = ways.filter { abs($0.way - $0.taken) < abs($0.way) }
      guard Double(beyond.count) <= Self.largestPart * Double(ways.count) else { continue }
      let speeds = Series.speeds(values, at: reference.times)
      // A row at the time of an input has seen it.
      for (step, way, taken) in beyond
      where step.distance > Simulation.tolerance || step.distance < -Script.leastMoment {
        let rest = abs(way - taken) + speeds[step.row] * abs(step.distance)
        guard rest < abs(way) else { continue }
        series.values[column]?[step.row] = values[step.row] - (way > 0 ? rest : -rest)
      }
    }
    return series
  }

  /// The part of the stamps near inputs that are on the other side of one, at most, where they waver. [C]
  private static let largestPart = 0.75

  /// The input that is nearest to a row.
  private struct Step {
    var row: Int
    /// How much later it is, in seconds.
    var distance: Double
    /// The time at which the content is on its other side, in seconds.
    var moment: Double
  }

  /// The rate at which a script without refreshes has rows, in hertz. [C]
  package static let rate = 240.0

  /// The series at its own times: a take's are those of its refreshes, and another script has rows at ``rate``.
  package var series: Series {
    switch self {
    case .series(let series): series
    case .script(let script, let name):
      script.isPresented
        ? Series(framesOf: script, name: name) : Series(script, name: name, rate: Self.rate)
    }
  }
}

extension Subject {
  /// What follows its name in a plot: that constants of the engine have other values.
  package var plotSuffix: String {
    if case .script(let script, _) = self, !script.tuning.isEmpty { " (tuned)" } else { "" }
  }

  /// The series of the main scroll view, and of a script those of its other scroll views that move, each with its name.
  package var movingScrollViews: [Series] {
    let main = series
    guard case .script(let script, let name) = self, !script.header.scrollViewNames.isEmpty
    else { return [main] }
    let all = Series.scrollViews(of: script, at: main.times)
    let columns: [Series.Column] = [.offsetX, .offsetY, .zoom]
    return all.enumerated().compactMap { index, view in
      guard index == 0 || columns.contains(where: { view.series.moves($0) }) else { return nil }
      var series = index == 0 ? main : view.series
      series.measureVelocities(like: main)
      series.name = "\(name): \(view.title.title)"
      return series
    }
  }
}

extension Script {
  var frameTimes: [Double] { shownFrames.map { events[$0].time } }

  /// How close events that are not frames' may be to each other, in seconds. [C]
  fileprivate static let leastMoment = 1.1e-6

  /// The times at which something may be shown that was not before: those of a take's frames, or else of all events.
  var moments: [Double] { frameCount > 0 ? frameTimes : events.map(\.time) }

  /// Returns times, which rise, with those that are a moment of the script but for their rounding made exact.
  ///
  /// Input at the time of a row would be lost where that is rounded down.
  package func exact(_ times: [Double], within rounding: Double) -> [Double] {
    let moments = moments
    let leeway = frameCount > 0 ? rounding : min(rounding, Self.leastMoment)
    var next = 0
    var last = -Double.infinity
    return times.map { time in
      while next < moments.count, moments[next] < time - leeway { next += 1 }
      let isMoment = next < moments.count && abs(moments[next] - time) <= leeway
      last = max(last, isMoment ? moments[next] : time)
      return last
    }
  }

  /// Returns whether times are those of this take's own trace, several of which may be the same: what came in between decides.
  package func hasFrames(at times: [Double]) -> Bool {
    hasFrames(at: times, within: Interpolation.rounding)
  }

  fileprivate func hasFrames(at times: [Double], within rounding: Double) -> Bool {
    let frames = [0] + frameTimes
    return frames.count > 1 && frames.count == times.count
      && zip(frames, times).allSatisfy { abs($0 - $1) <= rounding }
  }
}

extension TimeMap {
  /// Finds the mapping.
  ///
  /// Without a `start` that both sides tell, motions start with their first rows.
  ///
  /// - Throws: ``LabError`` where the alignment needs something that one side lacks. The best alignment is a choice among
  ///   mappings, and adds nothing here.
  init(
    _ alignment: Alignment, of subject: Series, with reference: Series, start: MotionStart? = nil
  ) throws(LabError) {
    self.init(alignment: alignment, shift: 0)
    switch alignment {
    case .none, .best: break
    case .start:
      shift = try Self.difference(subject, reference, "start") { series in
        start.map { $0.time(in: series) } ?? series.times.first
      }
    case .release: shift = try Self.difference(subject, reference, "release") { $0.releaseTime }
    case .frames: try alignFrames(subject, reference)
    }
  }

  private mutating func alignFrames(
    _ subject: Series, _ reference: Series
  ) throws(LabError) {
    let flights = reference.flights
    guard let first = flights.first else {
      throw LabError(
        file: reference.name,
        problem: "no decelerating rows, which --align frames needs; try --align best")
    }
    // The k-th deceleration of one is the k-th of the other, or without a deceleration of the subject the k-th lift.
    let own = [subject.flights.compactMap(\.lift), subject.lifts.map(\.time)]
      .first { $0.count == flights.count }
    guard let release = own?.first ?? subject.releaseTime else {
      throw LabError(
        file: subject.name, problem: "no release, which --align frames needs; try --align best")
    }
    let same = own == nil ? reference.coasts.first ?? first : first
    shift = release - (same.lift ?? same.start)
    rate = reference.rate
    self.flights = zip(flights.indices, flights).map { index, flight in
      let release = own?[index] ?? release + flight.start - same.start
      return Flight(
        start: flight.start, end: flight.end,
        release: reference.delivery == .between ? flight.start + shift : release)
    }
  }

  private static func difference(
    _ subject: Series, _ reference: Series, _ name: String, _ time: (Series) -> Double?
  ) throws(LabError) -> Double {
    guard let one = time(subject) else {
      throw LabError(file: subject.name, problem: "no \(name) to align by; try --align best")
    }
    guard let other = time(reference) else {
      throw LabError(file: reference.name, problem: "no \(name) to align by; try --align best")
    }
    return one - other
  }
}

/// The search for the alignment under which a subject and its reference differ least.
///
/// It tries each named alignment that the two allow, and the shift within a quarter of a second of equal times and of equal starts.
/// One under which offsets and scale are within their usual tolerances comes before all others, and of these one under which no
/// motion is left uncovered. Then the least maximum difference of the offsets wins; of equal ones that of the scale, then the least
/// RMS difference, then the simplest; but equal times, where the rows of both are the same, unless another differs by less. The tolerances that are asked for judge what it finds.
///
/// No shift takes a difference out of the rows that both have: where one side moves by itself, it differs from what the other one
/// holds there, unless the motion that both have is the same.
struct BestAlignment {
  /// How far a shift may be, in seconds. [C]
  private static let maximumShift = 0.25
  /// The steps of the first search, and the precision of the last, in seconds. [C]
  private static let (scanStep, precision) = (1e-3, 1e-6)
  private static let offsets: [Series.Column] = [.offsetX, .offsetY]

  private let subject: Subject
  private let reference: Series
  private let tolerances: Comparison.Tolerances

  init(_ subject: Subject, _ reference: Series, _ tolerances: Comparison.Tolerances) {
    self.subject = subject
    self.reference = reference
    self.tolerances = tolerances
  }

  /// A comparison, and how much the two differ in it.
  private struct Candidate {
    var comparison: Comparison
    var rank: Comparison.Rank
  }

  /// The comparison under the best alignment.
  ///
  /// - Throws: ``LabError`` where the two cannot be compared under any.
  func comparison() throws(LabError) -> Comparison {
    let equal = candidate(try? Comparison(named: .none, subject, reference, tolerances))
    var best = equal
    for alignment in Alignment.allCases where ![.none, .best].contains(alignment) {
      best = better(
        best, candidate(try? Comparison(named: alignment, subject, reference, tolerances)))
    }
    // A table may begin with the motion, on a clock of its own.
    let own = if case .series(let series) = subject { series.times.first ?? 0 } else { 0.0 }
    if let first = reference.times.first, first != own {
      best = better(best, candidate(try? compared(by: nil, shift: own - first)))
    }
    // Nothing is better than no difference.
    if let best, best.rank.isZero { return best.comparison }
    best = better(best, shifted(around: 0))
    // The clock of another program may begin at any time.
    if let start = try? TimeMap.refined(.start, of: subject, with: reference).shift,
      abs(start) > Self.maximumShift
    {
      best = better(best, shifted(around: start))
    }
    guard let best else { return try compared(by: nil, shift: 0) }
    // No difference among rows that both have is worth the motion that equal times leave uncovered, if it is as large.
    if let equal, equal.comparison.isSameMotion, !best.comparison.isSameMotion,
      equal.rank.isAsNear(as: best.rank)
    {
      return equal.comparison
    }
    return best.comparison
  }

  private func candidate(_ comparison: Comparison?) -> Candidate? {
    comparison.map { Candidate(comparison: $0, rank: $0.rank(subject)) }
  }

  /// Returns the one that ranks lower; of equal ones, the one that is named, or else the first.
  private func better(_ one: Candidate?, _ other: Candidate?) -> Candidate? {
    guard let one, let other else { return one ?? other }
    if other.rank < one.rank { return other }
    return one.comparison.usedAlignment == nil && !(one.rank < other.rank) ? other : one
  }

  private func compared(by used: Alignment?, shift: Double) throws(LabError) -> Comparison {
    try Comparison(
      subject, with: reference, tolerances, TimeMap(alignment: .best, shift: shift), .best,
      used: used)
  }

  // MARK: The shift

  /// The best comparison around a shift: the one whose rows fit best, or, where these leave motion uncovered, the one that fits best
  /// with the ends of both held.
  private func shifted(around center: Double) -> Candidate? {
    let own = subject.series
    let rows = if case .script(let script, _) = subject { script.moments } else { own.times }
    let scanned = pairs(with: Interpolation(own))
    let found = candidate(shifted(around: center, scanned, rows, holdsEnds: false))
    guard let found, found.rank.isPartial else { return found }
    return better(found, candidate(shifted(around: center, scanned, rows, holdsEnds: true)))
  }

  /// A scan by milliseconds between the subject's own rows, then a golden-section search around its best, at exact times.
  private func shifted(
    around center: Double, _ scanned: [Pair], _ rows: [Double], holdsEnds: Bool
  ) -> Comparison? {
    let steps = Int(Self.maximumShift / Self.scanStep)
    var best = (shift: center, error: Error.greatest)
    for step in (0...steps).flatMap({ $0 == 0 ? [0] : [-$0, $0] }) {
      let shift = center + Double(step) * Self.scanStep
      if let value = error(of: scanned, scanned, shift, holdsEnds: holdsEnds, below: best.error) {
        best = (shift, value)
      }
    }
    guard best.error.maximum < .infinity else { return nil }
    var found = (shift: best.shift, error: Error.greatest)
    func exactError(_ shift: Double) -> Error {
      let error = self.exactError(scanned, shift: shift, holdsEnds: holdsEnds)
      if error < found.error { found = (shift, error) }
      return error
    }
    found.error = exactError(best.shift)
    var (low, high) = (
      max(best.shift - Self.scanStep, center - Self.maximumShift),
      min(best.shift + Self.scanStep, center + Self.maximumShift)
    )
    let ratio = (5.0.squareRoot() - 1) / 2
    func measured(_ place: Double) -> (place: Double, error: Error) { (place, exactError(place)) }
    // Each step has one of its two places from the step before: to measure one is to perform a script.
    var (one, other) = (
      measured(high - ratio * (high - low)), measured(low + ratio * (high - low))
    )
    while high - low > Self.precision {
      if other.error < one.error {
        low = one.place
        (one, other) = (other, measured(low + ratio * (high - low)))
      } else {
        high = other.place
        (one, other) = (measured(high - ratio * (high - low)), one)
      }
    }
    // Input at the time of a row comes after it, and no search finds that time. Clocks are set to round times, and rows of a curve's
    // own are at its rows.
    var places = Self.roundTimes.map { (found.shift / $0).rounded() * $0 }
    if let first = reference.times.first {
      let next = rows.partitioningIndex { $0 >= first + found.shift }
      places += rows[max(next - 1, 0)..<min(next + 1, rows.count)].map { $0 - first }
    }
    for place in places
    where abs(place - found.shift) <= 2 * Self.scanStep
      && abs(place - center) <= Self.maximumShift
    {
      _ = exactError(place)
    }
    return try? compared(by: nil, shift: found.shift)
  }

  /// The units of round times, in seconds. [C]
  private static let roundTimes = [1, 0.1, 1e-2, 1e-3]

  /// The columns of the offset that both sides have.
  private func pairs(with own: Interpolation) -> [Pair] {
    Self.offsets.compactMap { column in
      guard let values = reference.values[column], let curve = own.curve(of: column) else {
        return nil
      }
      return Pair(curve: curve, times: reference.times, values: values)
    }
  }

  /// The error with a shift, of a script at the times compared.
  private func exactError(_ scanned: [Pair], shift: Double, holdsEnds: Bool) -> Error {
    var pairs = scanned
    if case .script = subject {
      pairs = self.pairs(
        with: Interpolation(
          subject.series(at: reference.times.map { $0 + shift }, beside: reference)))
    }
    return error(of: pairs, scanned, shift, holdsEnds: holdsEnds, below: .greatest) ?? .greatest
  }

  /// A column of both sides.
  private struct Pair {
    var curve: Interpolation.Curve
    var times: [Double]
    var values: [Double]

    /// How far the rows of the subject that the reference does not cover are from its first and its last value, at most.
    func distanceOfEnds(shift: Double) -> Double {
      guard let first = values.first(where: { !$0.isNaN }),
        let last = values.last(where: { !$0.isNaN }), let start = times.first, let end = times.last
      else { return 0 }
      return max(
        curve.distance(from: first, before: start + shift),
        curve.distance(from: last, after: end + shift))
    }
  }

  /// The maximum and the mean square difference with a shift; `nil` where they are not below others.
  ///
  /// A shift that leaves most rows uncovered is no match.
  ///
  /// - Parameters:
  ///   - pairs: The columns at the times compared.
  ///   - whole: The columns with all rows of the subject.
  ///   - shift: The shift, in seconds.
  ///   - holdsEnds: Whether rows that only one side has differ from what the other one holds there.
  ///   - best: The least error so far.
  /// - Returns: The error.
  private func error(
    of pairs: [Pair], _ whole: [Pair], _ shift: Double, holdsEnds: Bool, below best: Error
  ) -> Error? {
    var error = Error(maximum: 0, square: 0)
    if holdsEnds {
      error.maximum = whole.map { $0.distanceOfEnds(shift: shift) }.max() ?? 0
      if error.maximum > best.maximum { return nil }
    }
    var (count, known) = (0, 0)
    for pair in pairs {
      for (time, value) in zip(pair.times, pair.values) where !value.isNaN {
        known += 1
        let own = pair.curve.value(at: time + shift)
        guard let shown = own ?? (holdsEnds ? pair.curve.end(at: time + shift) : nil) else {
          continue
        }
        error.maximum = max(error.maximum, abs(shown - value))
        if error.maximum > best.maximum { return nil }
        guard own != nil else { continue }
        error.square += (shown - value) * (shown - value)
        count += 1
      }
    }
    guard count > 0, 2 * count >= known else { return nil }
    error.square /= Double(count)
    return error < best ? error : nil
  }

  private struct Error {
    var maximum: Double
    var square: Double

    static let greatest = Self(maximum: .infinity, square: .infinity)

    static func < (one: Self, other: Self) -> Bool {
      (one.maximum, one.square) < (other.maximum, other.square)
    }
  }
}

extension Comparison {
  /// How much two curves differ under an alignment: the lower, the better.
  struct Rank {
    var isDifferent: Bool
    /// Whether there is motion before or after the rows of one side.
    var isPartial: Bool
    /// Whether there is motion that only one side has, there or in a gap.
    var isMissing: Bool
    var offset: Double
    var other: Double
    /// The difference of the offset where both sides have rows.
    var covered: Double
    var rms: Double

    /// The difference that the decimals of a file make. [C]
    private static let rounding = 1e-6

    static func rounded(_ number: Double) -> Double { number <= rounding ? 0 : number }

    /// Whether nothing differs but for the decimals of a file.
    var isZero: Bool { !isDifferent && !isPartial && offset == 0 && other == 0 }

    /// Whether nothing differs by more than under another alignment, where both sides have rows and elsewhere.
    func isAsNear(as other: Self) -> Bool {
      offset <= other.offset + Self.rounding && self.other <= other.other + Self.rounding
    }

    static func < (one: Self, other: Self) -> Bool {
      if one.isDifferent != other.isDifferent { return other.isDifferent }
      if !one.isDifferent, one.isMissing != other.isMissing { return other.isMissing }
      return (one.offset, one.other, one.isPartial ? 1 : 0, one.covered, one.rms)
        < (other.offset, other.other, other.isPartial ? 1 : 0, other.covered, other.rms)
    }
  }

  /// How much the two differ, of which the first is a subject.
  func rank(_ subject: Subject) -> Rank {
    let usual = columns.filter { Series.Column.judged[$0.column] != nil }
    let judged = usual.isEmpty ? columns.filter { $0.tolerance != nil } : usual
    let offsets = judged.filter { $0.column.velocity != nil }
    let others = judged.filter { $0.column.velocity == nil }
    let uncovered = UncoveredMotion(self, subject, Series.Column.judged)
    // Rows at rest fit anything: what moves beside them decides.
    let isSame = isSameMotion && (uncovered.isEmpty || uncovered.isMotionCovered)
    func greatest(_ results: [ColumnResult], isHeld: Bool) -> Double {
      let distances = isHeld ? results.compactMap { uncovered.distances[$0.column] } : []
      return Rank.rounded((results.map(\.maximum) + distances).max() ?? 0)
    }
    let isHeld = !isSame && !uncovered.isEmpty
    return Rank(
      isDifferent: !isSame, isPartial: uncovered.isCut, isMissing: !uncovered.isEmpty,
      offset: greatest(offsets, isHeld: isHeld), other: greatest(others, isHeld: isHeld),
      covered: greatest(offsets, isHeld: isHeld && !uncovered.isMotionCovered),
      rms: Rank.rounded(offsets.map(\.rms).max() ?? 0))
  }

  /// Returns whether the two are the same motion, and differ no more than under another alignment, which moves one of them or does
  /// not fit as well.
  func fits(_ subject: Subject, asWellAs other: Self) -> Bool {
    let (own, theirs) = (rank(subject), other.rank(subject))
    if own.isDifferent || theirs < own { return false }
    return own < theirs || abs(other.shift) > Interpolation.rounding
  }

  /// Compares by a named alignment, as the best that was asked for.
  fileprivate init(
    named alignment: Alignment, _ subject: Subject, _ reference: Series,
    _ tolerances: Comparison.Tolerances
  ) throws(LabError) {
    let map = try TimeMap.refined(alignment, of: subject, with: reference)
    try self.init(subject, with: reference, tolerances, map, .best, used: alignment)
  }
}
