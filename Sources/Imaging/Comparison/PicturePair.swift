/// One of two pictures that are compared.
package enum PairSide: Hashable, Sendable, CaseIterable {
  case a
  case b

  /// The other one.
  package var other: Self { self == .a ? .b : .a }

  /// Its letter: `A` or `B`.
  package var letter: String { self == .a ? "A" : "B" }
}

/// A value for each of two pictures.
package struct PicturePair<Value> {
  /// That of picture A.
  package var a: Value
  /// That of picture B.
  package var b: Value

  package init(a: Value, b: Value) {
    self.a = a
    self.b = b
  }

  /// Makes a pair of the values that `body` returns for each side.
  package init<E: Error>(_ body: (PairSide) throws(E) -> Value) throws(E) {
    self.init(a: try body(.a), b: try body(.b))
  }

  package subscript(side: PairSide) -> Value {
    get { side == .a ? a : b }
    set { if side == .a { a = newValue } else { b = newValue } }
  }

  /// Both, A's first.
  package var both: [Value] { [a, b] }

  /// Returns a pair with `body` applied to each value.
  package func map<Result, E: Error>(
    _ body: (Value) throws(E) -> Result
  ) throws(E) -> PicturePair<Result> {
    PicturePair<Result>(a: try body(a), b: try body(b))
  }
}

extension PicturePair: Sendable where Value: Sendable {}
extension PicturePair: Equatable where Value: Equatable {}
extension PicturePair: Hashable where Value: Hashable {}

extension PicturePair<any ImageSource> {
  /// Returns both pictures with the same samples black and white.
  ///
  /// What is found for both is the range that has both of theirs. A picture that needs no other samples shown than its type's is
  /// compared as it is, and so is the other one.
  ///
  /// - Parameters:
  ///   - tone: Which samples become black and white in pictures without a tone.
  ///   - shouldContinue: Called now and then.
  /// - Returns: The pictures.
  /// - Throws: If a file cannot be read.
  package func toned(
    to tone: Tone, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> Self {
    guard tone != .none else { return self }
    let toned = try PicturePair<(any ImageSource)?> { (side) throws(ImagingError) in
      try self[side].toned(to: tone, while: shouldContinue)
    }
    if case .range = tone { return Self { toned[$0] ?? self[$0] } }
    guard let a = toned.a?.info.tone, let b = toned.b?.info.tone else {
      return Self { side in
        if let source = toned[side], source.info.exposure != nil { source } else { self[side] }
      }
    }
    let range = min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
    return try Self { (side) throws(ImagingError) in
      if let source = toned[side], source.info.tone == range { return source }
      return try self[side].toned(to: .range(range), while: shouldContinue) ?? self[side]
    }
  }
}
