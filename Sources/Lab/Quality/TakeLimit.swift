import OverscrollBase

/// A limit of a number that is printed with one decimal, or with as many as the limit has.
///
/// The number is judged as it is printed, so that a printed one can be used as the limit.
package struct TakeLimit: Hashable, Sendable {
  private let limit: Double
  private let unit: String

  package init(_ limit: Double, unit: String) { (self.limit, self.unit) = (limit, unit) }

  /// The decimals of a number beside the limit.
  private var decimals: Int {
    let text = NumberText.shortest(limit)
    // One with an exponent is too small for its decimals to matter, or has none.
    guard let point = text.firstIndex(of: "."), !text.contains("e") else { return 1 }
    return max(1, text.distance(from: point, to: text.endIndex) - 1)
  }

  /// Returns the number and the limit as text where the number exceeds it; `nil` where it does not.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - name: What follows the number and its unit.
  /// - Returns: Such as "17.5 ms p95, allowed 17.4 ms".
  package func excess(of number: Double, _ name: String = "") -> String? {
    let text = NumberText.fixed(number, decimals: decimals)
    guard let printed = Double(text), printed > limit else { return nil }
    return "\(text) \(unit)\(name), allowed \(NumberText.shortest(limit)) \(unit)"
  }
}
