import ScrollGeometry

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
    @discardableResult func measure(_ place: Double) -> (place: Double, error: Error) {
      let error = exactError(scanned, shift: place, holdsEnds: holdsEnds)
      if error < found.error { found = (place, error) }
      return (place, error)
    }
    measure(best.shift)
    var (low, high) = (
      max(best.shift - Self.scanStep, center - Self.maximumShift),
      min(best.shift + Self.scanStep, center + Self.maximumShift)
    )
    let ratio = (5.0.squareRoot() - 1) / 2
    // Each step has one of its two places from the step before: to measure one is to perform a script.
    var (one, other) = (
      measure(high - ratio * (high - low)), measure(low + ratio * (high - low))
    )
    while high - low > Self.precision {
      if other.error < one.error {
        low = one.place
        (one, other) = (other, measure(low + ratio * (high - low)))
      } else {
        high = other.place
        (one, other) = (measure(high - ratio * (high - low)), one)
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
      measure(place)
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
