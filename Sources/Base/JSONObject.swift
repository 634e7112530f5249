/// An object of JSON that is built field by field, and written in the order in which fields are added.
package struct JSONObject {
  private var fields: [(key: String, value: JSONText.Value)] = []

  package init() {}

  /// The object as text on one line.
  package var text: String { JSONText.object(fields) }

  package mutating func add(_ name: String, _ value: JSONText.Value) {
    fields.append((name, value))
  }

  package mutating func add(_ name: String, _ string: String) { add(name, .string(string)) }

  package mutating func add(_ name: String, _ bool: Bool) { add(name, .bool(bool)) }

  package mutating func add(_ name: String, _ number: Double) { add(name, .number(number)) }

  package mutating func add(_ name: String, _ number: Int) { add(name, .number(Double(number))) }

  /// Adds an array of numbers.
  package mutating func add(_ name: String, _ numbers: [Double]) {
    add(name, .array(numbers.map(JSONText.Value.number)))
  }

  /// Adds a value that is JSON already.
  package mutating func add(_ name: String, json: String) { add(name, .json(json)) }

  /// Adds an array of values that are JSON already.
  package mutating func add(_ name: String, json values: [String]) {
    add(name, .array(values.map(JSONText.Value.json)))
  }
}
