package import OverscrollBase
package import ScrollGeometry

extension Rect {
  /// The rectangle as `NSStringFromCGRect` prints it.
  package var text: String {
    let numbers = [minX, minY, width, height].map { NumberText.trimmed($0, decimals: 2) }
    return "{{\(numbers[0]), \(numbers[1])}, {\(numbers[2]), \(numbers[3])}}"
  }
}

extension Point {
  /// The point with at most one decimal.
  package var text: String {
    "\(NumberText.trimmed(x, decimals: 1)), \(NumberText.trimmed(y, decimals: 1))"
  }
}

extension Size {
  /// The size with at most one decimal.
  package var text: String {
    "\(NumberText.trimmed(width, decimals: 1)) × \(NumberText.trimmed(height, decimals: 1))"
  }
}

extension EdgeInsets {
  /// The insets in the order of UIKit: top, left, bottom, right.
  package var text: String {
    [top, left, bottom, right].map { NumberText.trimmed($0, decimals: 1) }.joined(separator: ", ")
  }
}

extension Double {
  /// The number with at most two decimals.
  package var text: String { NumberText.trimmed(self, decimals: 2) }
}

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
