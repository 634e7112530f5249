package import OverscrollBase
package import ScrollGeometry

extension JSONObject {
  package mutating func add(_ name: String, _ point: Point) { add(name, [point.x, point.y]) }

  package mutating func add(_ name: String, _ size: Size) { add(name, [size.width, size.height]) }

  package mutating func add(_ name: String, _ rect: Rect) {
    add(name, [rect.minX, rect.minY, rect.width, rect.height])
  }

  package mutating func add(_ name: String, _ insets: EdgeInsets) {
    add(name, [insets.top, insets.left, insets.bottom, insets.right])
  }
}

extension JSONValue {
  /// The value as one line of text, the fields of objects in alphabetical order.
  package var text: String {
    switch self {
    case .null: return "null"
    case .bool(let bool): return "\(bool)"
    case .number(let number): return NumberText.shortest(number)
    case .string(let string): return JSONText.quoted(string)
    case .array(let values): return "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      var object = JSONObject()
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        object.add(name, json: value.text)
      }
      return object.text
    }
  }
}
