import Formatting
import Geometry

/// The delegate callbacks of a simulation as JSON Lines, in order.
package final class CallbackLog {
  /// The lines so far, without line ends.
  package private(set) var lines: [String] = []

  package init() {}

  func add(
    _ callback: String, at time: Double, _ fields: KeyValuePairs<String, JSONText.Value> = [:]
  ) {
    let first: [(key: String, value: JSONText.Value)] = [
      ("t", .number(time)), ("callback", .string(callback)),
    ]
    lines.append(JSONText.object(first + Array(fields)))
  }
}

extension JSONText.Value {
  /// A point as an array of its coordinates.
  static func point(_ point: Point) -> Self { .array([.number(point.x), .number(point.y)]) }
}
