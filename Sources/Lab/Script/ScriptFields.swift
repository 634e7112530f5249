import ScrollEngine
import ScrollGeometry

/// The fields of a line of a script; an error names the field and the expected value.
struct ScriptFields {
  /// A problem with a line.
  struct Problem: Error {
    var text: String
    init(_ text: String) { self.text = text }

    /// A field whose word isn't known.
    init(_ name: String, _ word: String, known: [String]) {
      text = "\"\(name)\" is \"\(word)\"; it must be one of \(known.joined(separator: ", "))"
    }
  }

  let fields: [String: JSONValue]
  /// What a field that is not there is taken for; `nil` to say that it is missing.
  var absent: JSONValue?

  /// Parses a line, which must be a JSON object.
  init(_ text: Substring) throws(Problem) {
    let plain = PlainJSON.value(of: text)
    guard let value = plain ?? JSONValue.decoded(text) else { throw Problem("not valid JSON") }
    // The decoder takes one of the two values.
    if plain == nil, let name = PlainJSON.repeatedName(in: text) {
      throw Problem("\"\(name)\" is given twice")
    }
    guard case .object(let fields) = value else {
      throw Problem("each line must be one JSON object")
    }
    self.fields = fields
  }

  init(_ fields: [String: JSONValue]) {
    self.fields = fields
  }

  /// Returns whether the field is present and not null.
  func has(_ name: String) -> Bool { (fields[name] ?? .null) != .null }

  private func value(_ name: String) throws(Problem) -> JSONValue {
    guard let value = fields[name] ?? absent else { throw Problem("\"\(name)\" is missing") }
    return value
  }

  func number(_ name: String, default fallback: Double? = nil) throws(Problem) -> Double {
    if let fallback, !has(name) { return fallback }
    guard case .number(let number) = try value(name) else {
      throw Problem("\"\(name)\" must be a number")
    }
    return try bounded(number, name)
  }

  func bounded(_ number: Double, _ name: String) throws(Problem) -> Double {
    guard abs(number) <= Script.Limits.magnitude else {
      throw Problem("\"\(name)\" is beyond 1e12")
    }
    return number
  }

  func bool(_ name: String, default fallback: Bool? = nil) throws(Problem) -> Bool {
    if let fallback, !has(name) { return fallback }
    guard case .bool(let bool) = try value(name) else {
      throw Problem("\"\(name)\" must be true or false")
    }
    return bool
  }

  /// A truth value; `nil` where the field is missing.
  func optionalBool(_ name: String) throws(Problem) -> Bool? {
    has(name) ? try bool(name) : nil
  }

  /// A whole number, `least` or more; any where `least` is `nil`.
  func whole(
    _ name: String, default fallback: Int? = nil, from least: Int? = 0
  ) throws(Problem) -> Int {
    if let fallback, !has(name) { return fallback }
    guard let whole = Int(exactly: try number(name)) else {
      throw Problem("\"\(name)\" must be a whole number")
    }
    guard whole >= least ?? .min else {
      throw Problem("\"\(name)\" must be \(least ?? 0) or more")
    }
    return whole
  }

  func string(_ name: String) throws(Problem) -> String {
    guard case .string(let string) = try value(name) else {
      throw Problem("\"\(name)\" must be a string")
    }
    return string
  }

  /// Returns a field whose value is one of a list of words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _: Word.Type = Word.self
  ) throws(Problem) -> Word where Word.RawValue == String {
    let text = try string(name)
    guard let word = Word(rawValue: text) else {
      throw Problem(name, text, known: Word.allCases.map(\.rawValue))
    }
    return word
  }

  private func numbers(_ name: String, _ count: Int, _ form: String) throws(Problem) -> [Double] {
    guard case .array(let values) = try value(name), values.count == count else {
      throw Problem("\"\(name)\" must be \(form)")
    }
    var numbers: [Double] = []
    for value in values {
      guard case .number(let number) = value else {
        throw Problem("\"\(name)\" must be \(form)")
      }
      numbers.append(try bounded(number, name))
    }
    return numbers
  }

  func point(_ name: String) throws(Problem) -> Point {
    let numbers = try numbers(name, 2, "two numbers [x, y]")
    return Point(x: numbers[0], y: numbers[1])
  }

  func size(_ name: String) throws(Problem) -> Size {
    let numbers = try numbers(name, 2, "two numbers [width, height]")
    guard numbers.allSatisfy({ $0 >= 0 }) else {
      throw Problem("\"\(name)\" must not have a negative side")
    }
    return Size(width: numbers[0], height: numbers[1])
  }

  func rect(_ name: String) throws(Problem) -> Rect {
    let numbers = try numbers(name, 4, "four numbers [x, y, width, height]")
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func insets(_ name: String) throws(Problem) -> EdgeInsets {
    let numbers = try numbers(name, 4, "four numbers [top, left, bottom, right]")
    return EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }

  func modifiers() throws(Problem) -> Modifiers {
    guard has("modifiers") else { return [] }
    guard case .array(let values) = try value("modifiers") else {
      throw Problem("\"modifiers\" must be a list of strings")
    }
    var modifiers: Modifiers = []
    for value in values {
      guard case .string(let name) = value, let modifier = Self.modifierNames[name] else {
        throw Problem(
          "\"modifiers\" can only be shift, control, alt and super")
      }
      modifiers.insert(modifier)
    }
    return modifiers
  }

  static let modifierNames: [String: Modifiers] = [
    "shift": .shift, "control": .control, "alt": .alternate, "super": .command,
  ]

  func objects(_ name: String) throws(Problem) -> [ScriptFields] {
    guard has(name) else { return [] }
    guard case .array(let values) = try value(name) else {
      throw Problem("\"\(name)\" must be a list of objects")
    }
    var objects: [ScriptFields] = []
    for value in values {
      guard case .object(let fields) = value else {
        throw Problem("\"\(name)\" must be a list of objects")
      }
      objects.append(ScriptFields(fields))
    }
    return objects
  }

  func object(_ name: String) throws(Problem) -> ScriptFields {
    guard case .object(let fields) = try value(name) else {
      throw Problem("\"\(name)\" must be an object")
    }
    return ScriptFields(fields)
  }
}
