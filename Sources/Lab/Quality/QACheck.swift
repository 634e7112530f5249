/// What a step of a plan asserts about its take: an element of the step's `checks`.
package struct QACheck: Hashable, Sendable {
  /// An edge of the range of offsets.
  package enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, left, bottom, right
  }

  /// A truth value of a scroll view.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    case isTracking, isDragging, isDecelerating, isZooming, isZoomBouncing
  }

  /// When a flag or a column is looked at.
  package enum Moment: Hashable, Sendable {
    /// The first row after the last finger came down.
    case down
    /// The first row after the last finger was lifted.
    case lift
    /// The last row.
    case rest
    /// The last row that is not later than a time, in seconds.
    case time(Double)
  }

  /// The assertion.
  package enum Kind: Hashable, Sendable {
    /// The offset at the end, in points; `nil` for an axis that may be anywhere.
    case rest(x: Double?, y: Double?, within: Double)
    /// The zoom scale at the end.
    case scale(Double, within: Double)
    /// The largest distance beyond an edge, in points.
    case overshoot(Edge, least: Double, most: Double)
    /// The time from the lift of each gesture until the offset has come to rest, at most, in seconds.
    case settles(Double)
    /// Callbacks that come in this order, with any others between.
    case order([String])
    /// A callback that does not come.
    case never(String)
    case flag(Flag, at: Moment, is: Bool)
    case column(Series.Column, at: Moment, is: Double, within: Double)
    /// A column that never both rises and falls, but for half a point of an offset.
    case monotonic(Series.Column)
    /// Everything at rest, with the scale and the offset in their ranges; or not.
    case limits(Bool)
  }

  package var kind: Kind
  /// The name of the scroll view; `nil` for the main one.
  package var view: String?
  /// Whether only the step's demo is judged by it: another take has other numbers, such as those at a time that only the demo knows.
  package var isOfDemo = false
}

// MARK: - Defaults

extension QACheck {
  /// The distance from an offset that counts as being there, in points. [C]
  static let usualDistance = 0.5
  /// The difference of a zoom scale that counts as none. [C]
  static let usualRatio = 1e-6
  /// The distance beyond an edge that counts, in points. [C]
  static let usualOvershoot = 1.0

  /// The key that names each kind, and the keys that may stand beside it.
  package static let keys: [(name: String, others: [String])] = [
    ("rest", ["within"]), ("scale", ["within"]), ("overshoot", ["least", "most"]), ("settles", []),
    ("order", []), ("never", []), ("flag", ["at", "is"]), ("column", ["at", "is", "within"]),
    ("monotonic", []), ("limits", []),
  ]

  /// The keys that any kind may have.
  package static let everyKind = ["view", "demo"]

  /// Reads a check.
  init(_ value: JSONValue) throws(ScriptFields.Problem) {
    guard case .object(let values) = value else {
      throw ScriptFields.Problem("\"checks\" must be a list of objects")
    }
    let fields = ScriptFields(ofPlan: values)
    guard let key = Self.keys.first(where: { fields.has($0.name) }) else {
      let known = Self.keys.map(\.name).joined(separator: ", ")
      throw ScriptFields.Problem("a check must have one of the keys \(known)")
    }
    try fields.refuseUnknown(besides: [key.name] + Self.everyKind + key.others)
    kind = try Self.kind(key.name, fields)
    view = fields.has("view") ? try fields.string("view") : nil
    isOfDemo = try fields.bool("demo", default: kind.hasTime)
  }

  private static func kind(_ name: String, _ fields: ScriptFields) throws(ScriptFields.Problem)
    -> Kind
  {
    switch name {
    case "rest":
      let (x, y) = try fields.coordinates(name)
      return .rest(x: x, y: y, within: try fields.amount("within", default: usualDistance))
    case "scale":
      return .scale(
        try fields.number(name), within: try fields.amount("within", default: usualRatio))
    case "overshoot":
      let least = try fields.amount("least", default: usualOvershoot)
      let most = try fields.amount("most", default: .infinity)
      guard least <= most else {
        throw ScriptFields.Problem("\"least\" must not be larger than \"most\"")
      }
      return .overshoot(try fields.word(name), least: least, most: most)
    case "settles": return .settles(try fields.amount(name))
    case "order": return .order(try fields.callbacks(name))
    case "never": return .never(try fields.callback(name, .string(try fields.string(name))))
    case "flag":
      return .flag(
        try fields.word(name), at: try fields.moment("at"),
        is: try fields.bool("is", default: true)
      )
    case "column":
      return .column(
        try fields.column(name), at: try fields.moment("at"), is: try fields.number("is"),
        within: try fields.amount("within", default: usualDistance))
    case "monotonic": return .monotonic(try fields.column(name))
    default: return .limits(try fields.bool(name))
    }
  }
}

extension ScriptFields {
  /// A number that is not negative.
  fileprivate func amount(
    _ name: String, default fallback: Double? = nil
  ) throws(Problem) -> Double {
    let number = try number(name, default: fallback)
    guard number >= 0 else { throw Problem("\"\(name)\" must not be negative") }
    return number
  }

  /// The coordinates of a point, each of which may be `null` for any.
  fileprivate func coordinates(_ name: String) throws(Problem) -> (x: Double?, y: Double?) {
    guard case .array(let values)? = fields[name], values.count == 2,
      values.contains(where: { $0 != .null })
    else {
      throw Problem("\"\(name)\" must be [x, y], with null for a coordinate that is not checked")
    }
    return (try coordinate(values[0], of: name), try coordinate(values[1], of: name))
  }

  private func coordinate(_ value: JSONValue, of name: String) throws(Problem) -> Double? {
    switch value {
    case .null: return nil
    case .number(let number): return try bounded(number, name)
    default:
      throw Problem("\"\(name)\" must be [x, y], with null for a coordinate that is not checked")
    }
  }

  fileprivate func moment(_ name: String) throws(Problem) -> QACheck.Moment {
    switch fields[name] {
    case .number(let time): return .time(try bounded(time, name))
    case .string("down"): return .down
    case .string("lift"): return .lift
    case .string("rest"): return .rest
    default:
      throw Problem("\"\(name)\" must be a number of seconds, \"down\", \"lift\" or \"rest\"")
    }
  }

  fileprivate func callbacks(_ name: String) throws(Problem) -> [String] {
    guard case .array(let values)? = fields[name], values.count > 1 else {
      throw Problem("\"\(name)\" must be a list of two or more callbacks")
    }
    var callbacks: [String] = []
    for value in values { callbacks.append(try callback(name, value)) }
    return callbacks
  }

  /// The name of a callback that exists: a misspelled one would never be found.
  fileprivate func callback(_ name: String, _ value: JSONValue) throws(Problem) -> String {
    guard case .string(let text) = value else {
      throw Problem("\"\(name)\" must name callbacks")
    }
    let known = ExpectedCallbacks.names
    guard known.contains(text) else {
      throw Problem(name, text, known: known.sorted())
    }
    return text
  }

  fileprivate func column(_ name: String) throws(Problem) -> Series.Column {
    let text = try string(name)
    guard let column = Series.Column(name: text) else {
      throw Problem(name, text, known: Series.Column.allCases.map(\.name))
    }
    return column
  }
}

extension QACheck.Kind {
  /// Whether it is about a time in seconds, which is one of the demo.
  fileprivate var hasTime: Bool {
    switch self {
    case .flag(_, at: .time, is: _), .column(_, at: .time, is: _, within: _): true
    default: false
    }
  }
}
