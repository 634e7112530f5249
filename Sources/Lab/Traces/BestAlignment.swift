/// The search for the alignment under which a subject and its reference differ least.
///
/// It tries each named alignment that the two allow, and the shift within a quarter of a second. The least maximum difference of
/// the offsets wins; of equal ones the least of the other judged columns, then the least RMS difference, then the simplest. An
/// alignment under which every judged column is within its tolerance comes before all others.
struct BestAlignment {
  /// How far a shift may be, in seconds. [C]
  private static let maximumShift = 0.25
  /// The steps of the first search, and the precision of the last, in seconds. [C]
  private static let (scanStep, precision) = (1e-3, 1e-6)
  private static let offsets: [Series.Column] = [.offsetX, .offsetY]

  private let subject: Subject
  private let reference: Series
  private let tolerances: [Series.Column: Double]

  init(_ subject: Subject, _ reference: Series, _ tolerances: [Series.Column: Double]) {
    self.subject = subject
    self.reference = reference
    self.tolerances = tolerances
  }

  /// The comparison under the best alignment.
  ///
  /// - Throws: ``LabError`` where the two cannot be compared under any.
  func comparison() throws(LabError) -> Comparison {
    var best = try? compared(by: nil, shift: 0)
    for alignment in Alignment.allCases where alignment != .best {
      best = better(best, try? Comparison(named: alignment, subject, reference, tolerances))
    }
    // Nothing is better than no difference.
    if let best, best.rank.isZero { return best }
    best = better(best, shifted())
    guard let best else { return try compared(by: nil, shift: 0) }
    return best
  }

  /// Returns the one that ranks lower; of equal ones, the one that is named, or else the first.
  private func better(_ one: Comparison?, _ other: Comparison?) -> Comparison? {
    guard let one, let other else { return one ?? other }
    if other.rank < one.rank { return other }
    return one.usedAlignment == nil && !(one.rank < other.rank) ? other : one
  }

  private func compared(by used: Alignment?, shift: Double) throws(LabError) -> Comparison {
    try Comparison(
      subject, with: reference, tolerances, TimeMap(alignment: .best, shift: shift), .best,
      used: used)
  }

  // MARK: The shift

  /// A scan by milliseconds between the subject's own rows, then a golden-section search around its best, at exact times.
  private func shifted() -> Comparison? {
    let scanned = pairs(with: Interpolation(subject.series))
    let steps = Int(Self.maximumShift / Self.scanStep)
    var best = (shift: 0.0, error: Error.greatest)
    for step in (0...steps).flatMap({ $0 == 0 ? [0] : [-$0, $0] }) {
      let shift = Double(step) * Self.scanStep
      if let value = error(of: scanned, shift: shift, below: best.error) { best = (shift, value) }
    }
    guard best.error.maximum < .infinity else { return nil }
    var found = (shift: best.shift, error: exactError(scanned, shift: best.shift))
    var (low, high) = (best.shift - Self.scanStep, best.shift + Self.scanStep)
    let ratio = (5.0.squareRoot() - 1) / 2
    while high - low > Self.precision {
      let places = [high - ratio * (high - low), low + ratio * (high - low)]
      let errors = places.map { exactError(scanned, shift: $0) }
      for (place, error) in zip(places, errors) where error < found.error {
        found = (place, error)
      }
      if errors[1] < errors[0] { low = places[0] } else { high = places[1] }
    }
    return try? compared(by: nil, shift: found.shift)
  }

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
  private func exactError(_ scanned: [Pair], shift: Double) -> Error {
    var pairs = scanned
    if case .script = subject {
      pairs = self.pairs(
        with: Interpolation(subject.series(at: reference.times.map { $0 + shift })))
    }
    return error(of: pairs, shift: shift, below: .greatest) ?? .greatest
  }

  /// A column of both sides.
  private struct Pair {
    var curve: Interpolation.Curve
    var times: [Double]
    var values: [Double]
  }

  /// The maximum and the mean square difference with a shift; `nil` where they are not below others.
  ///
  /// A shift that leaves most rows uncovered is no match.
  private func error(of pairs: [Pair], shift: Double, below best: Error) -> Error? {
    var error = Error(maximum: 0, square: 0)
    var (count, known) = (0, 0)
    for pair in pairs {
      for (time, value) in zip(pair.times, pair.values) where !value.isNaN {
        known += 1
        guard let own = pair.curve.value(at: time + shift) else { continue }
        error.maximum = max(error.maximum, abs(own - value))
        if error.maximum > best.maximum { return nil }
        error.square += (own - value) * (own - value)
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
  fileprivate struct Rank {
    var isDifferent: Bool
    var offset: Double
    var other: Double
    var rms: Double

    var isZero: Bool { !isDifferent && offset == 0 && other == 0 }

    static func < (one: Self, other: Self) -> Bool {
      if one.isDifferent != other.isDifferent { return other.isDifferent }
      return (one.offset, one.other, one.rms) < (other.offset, other.other, other.rms)
    }
  }

  fileprivate var rank: Rank {
    let judged = columns.filter { $0.tolerance != nil }
    let offsets = judged.filter { $0.column.velocity != nil }
    let others = judged.filter { $0.column.velocity == nil }
    return Rank(
      isDifferent: !isSame, offset: offsets.map(\.maximum).max() ?? 0,
      other: others.map(\.maximum).max() ?? 0, rms: offsets.map(\.rms).max() ?? 0)
  }

  /// Compares by a named alignment, as the best that was asked for.
  fileprivate init(
    named alignment: Alignment, _ subject: Subject, _ reference: Series,
    _ tolerances: [Series.Column: Double]
  ) throws(LabError) {
    let map = try TimeMap.refined(alignment, of: subject, with: reference)
    try self.init(subject, with: reference, tolerances, map, .best, used: alignment)
  }
}
