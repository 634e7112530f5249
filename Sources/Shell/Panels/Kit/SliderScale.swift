import Glibc
/// The values of a slider and their places along it.
package struct SliderScale: Hashable, Sendable {
  /// The values at the ends.
  package let range: ClosedRange<Double>
  /// The distance of two values, and that of one notch of the wheel.
  package let step: Double
  /// Whether equal distances are equal ratios; only for positive ranges.
  package let isLogarithmic: Bool

  /// The part of a movement that counts while Control is held.
  package static let finePart = 0.1

  package init(_ range: ClosedRange<Double>, step: Double, isLogarithmic: Bool = false) {
    self.range = range
    self.step = step
    self.isLogarithmic = isLogarithmic && range.lowerBound > 0
  }

  /// Returns the place of a value, from 0 to 1; values beyond the ends are at the ends.
  package func position(of value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high > low else { return 0 }
    return isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
  }

  /// Returns the value at a place, rounded to steps, or to tenths of them.
  ///
  /// The ends are values of the slider even where they are no multiple of a step.
  package func value(at position: Double, isFine: Bool = false) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    if position <= 0 { return low }
    if position >= 1 { return high }
    let exact = isLogarithmic ? low * pow(high / low, position) : low + (high - low) * position
    return min(max(rounded(exact, isFine: isFine), low), high)
  }

  /// Returns the value some steps, or tenths of steps, away, within the range.
  package func value(_ value: Double, movedBy steps: Double, isFine: Bool = false) -> Double {
    let moved = value + steps * (isFine ? step * Self.finePart : step)
    return min(max(rounded(moved, isFine: isFine), range.lowerBound), range.upperBound)
  }

  /// Returns the multiple of a step, or of a tenth of one, that is nearest to a number.
  private func rounded(_ number: Double, isFine: Bool) -> Double {
    // Dividing by the inverse keeps decimal fractions such as 0.3 what their text says.
    let inverse = (1 / (isFine ? step * Self.finePart : step)).rounded()
    guard inverse >= 1 else {
      let unit = isFine ? step * Self.finePart : step
      return (number / unit).rounded() * unit
    }
    return (number * inverse).rounded() / inverse
  }
}
