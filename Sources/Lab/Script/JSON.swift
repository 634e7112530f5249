private import FoundationEssentials
import OverscrollBase
package import ScrollGeometry

/// Any JSON value; read so that a missing or wrong field can be named in one sentence.
package enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number; one that is not finite is written as `null`, since JSON has none.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The value that a text holds; nil where it is not JSON.
  package init?(parsing text: Substring) {
    guard let value = PlainJSON.value(of: text) ?? Self.decoded(text) else { return nil }
    self = value
  }

  /// The value that the decoder reads; nil where it is not JSON.
  static func decoded(_ text: Substring) -> Self? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// The fields of an object; none for anything else.
  var fields: [String: JSONValue] { if case .object(let fields) = self { fields } else { [:] } }

  /// The elements of an array; none for anything else.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The value as one line of text, the fields of objects in alphabetical order.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number.isFinite ? NumberText.shortest(number) : "null"
    case .string(let string): Self.quoted(string)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields): JSONObject(fields.sorted { $0.key < $1.key }).text
    }
  }

  /// A point as an array of its coordinates.
  package static func point(_ point: Point) -> Self {
    .array([.number(point.x), .number(point.y)])
  }

  /// Returns a string in quotation marks.
  fileprivate static func quoted(_ text: String) -> String {
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

/// An object of JSON that is built field by field, and written in the order in which fields are added.
package struct JSONObject {
  private var fields: [String] = []

  package init(_ fields: [(key: String, value: JSONValue)] = []) {
    for (name, value) in fields { add(name, value) }
  }

  /// Whether nothing was added.
  package var isEmpty: Bool { fields.isEmpty }

  /// The object as text on one line.
  package var text: String { "{" + fields.joined(separator: ",") + "}" }

  /// Adds a value that is JSON already.
  package mutating func add(_ name: String, json: String) {
    fields.append("\(JSONValue.quoted(name)):\(json)")
  }

  /// Adds an array of values that are JSON already.
  package mutating func add(_ name: String, json values: [String]) {
    add(name, json: "[" + values.joined(separator: ",") + "]")
  }

  package mutating func add(_ name: String, _ value: JSONValue) { add(name, json: value.text) }

  package mutating func add(_ name: String, _ string: String) {
    add(name, JSONValue.string(string))
  }

  package mutating func add(_ name: String, _ strings: [String]) {
    add(name, JSONValue.array(strings.map(JSONValue.string)))
  }

  package mutating func add(_ name: String, _ bool: Bool) { add(name, JSONValue.bool(bool)) }

  package mutating func add(_ name: String, _ number: Double) {
    add(name, JSONValue.number(number))
  }

  package mutating func add(_ name: String, _ number: Int) {
    add(name, JSONValue.number(Double(number)))
  }

  package mutating func add(_ name: String, _ numbers: [Double]) {
    add(name, JSONValue.array(numbers.map(JSONValue.number)))
  }

  package mutating func add(_ name: String, _ point: Point) { add(name, [point.x, point.y]) }

  package mutating func add(_ name: String, _ size: Size) { add(name, [size.width, size.height]) }

  package mutating func add(_ name: String, _ rect: Rect) {
    add(name, [rect.minX, rect.minY, rect.width, rect.height])
  }

  package mutating func add(_ name: String, _ insets: EdgeInsets) {
    add(name, [insets.top, insets.left, insets.bottom, insets.right])
  }
}
