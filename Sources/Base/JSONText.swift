/// JSON as text on one line, with the fields of objects in the given order.
package enum JSONText {
  /// A value of a field.
  package enum Value: Hashable, Sendable {
    case bool(Bool)
    /// A number; one that is not finite is written as `null`, since JSON has none.
    case number(Double)
    case string(String)
    case array([Value])
    /// Text that is JSON already.
    case json(String)
  }

  /// Returns an object with the given fields.
  package static func object(_ fields: some Sequence<(key: String, value: Value)>) -> String {
    "{" + fields.map { "\(quoted($0.key)):\(text($0.value))" }.joined(separator: ",") + "}"
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .bool(let bool): "\(bool)"
    case .number(let number): number.isFinite ? NumberText.shortest(number) : "null"
    case .string(let string): quoted(string)
    case .json(let text): text
    case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
    }
  }

  /// Returns a string in quotation marks.
  package static func quoted(_ text: String) -> String {
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
