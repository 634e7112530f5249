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
