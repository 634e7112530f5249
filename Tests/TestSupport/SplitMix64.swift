/// A small generator of random numbers that gives the same ones for the same seed everywhere.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts where `seed` says.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from `low` to `high`.
  package mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(next() >> 11) * 0x1p-53)
  }

  /// A whole number from 0 up to but not `count`.
  package mutating func index(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// So many bytes of noise.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }

  /// True so often, from 0 to 1.
  package mutating func chance(_ part: Double) -> Bool { number(0, 1) < part }

  /// One of `choices`.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[index(choices.count)]
  }
}
