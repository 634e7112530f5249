import Geometry

/// The callbacks of a simulation as JSON Lines, in order.
package final class CallbackLog {
  /// The lines so far, without ends of line.
  package private(set) var lines: [String] = []

  package init() {}

  /// A value of a field.
  enum Value {
    case bool(Bool)
    case number(Double)
    case point(Point)
    case string(String)
  }

  func add(_ callback: String, at time: Double, _ fields: KeyValuePairs<String, Value> = [:]) {
    var line = "{\"t\":\(NumberText.shortest(time)),\"callback\":\(Self.quoted(callback))"
    for (name, value) in fields { line += ",\"\(name)\":\(Self.text(value))" }
    lines.append(line + "}")
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .bool(let bool): "\(bool)"
    case .number(let number): NumberText.shortest(number)
    case .point(let point):
      "[\(NumberText.shortest(point.x)),\(NumberText.shortest(point.y))]"
    case .string(let string): quoted(string)
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
