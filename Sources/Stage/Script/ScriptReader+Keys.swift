extension ScriptFields {
  /// The keys of each kind of event, which is named by its first one.
  private static let eventKeys: [[String]] = [
    ["touch", "id", "at"], ["pinch", "scale", "at"], ["wheel", "at", "modifiers"],
    ["touchpad", "delta", "at", "modifiers"], ["key", "modifiers"],
    ["call", "offset", "scale", "rect", "animated"], ["set"], ["resize"],
  ]
  /// The same of version 2, in which a touch has a type.
  private static let recentEventKeys: [[String]] =
    [["touch", "id", "at", "type"]] + eventKeys.dropFirst() + [
      ["text", "string", "selected"], ["frame", "missed", "age", "last"], ["mark"],
    ]
  /// The keys that any event of version 2 may have.
  private static let recentKeys = ["stamp", "ms", "device", "target"]

  /// Refuses keys that are not known, the first in the alphabet first.
  func refuseUnknown(besides known: [String]) throws(Problem) {
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    throw Problem(text: "unknown key \"\(unknown)\"; known are \(known.joined(separator: ", "))")
  }

  /// Refuses keys that an event of a version of the format does not have.
  func refuseUnknownEventKeys(version: Int) throws(Problem) {
    let kinds = version > 1 ? Self.recentEventKeys : Self.eventKeys
    // What is no event at all is refused as such.
    guard let own = kinds.first(where: { has($0[0]) }) else { return }
    try refuseUnknown(besides: ["t"] + own + (version > 1 ? Self.recentKeys : []))
  }

  /// Refuses keys that a header of a version of the format does not have.
  func refuseUnknownHeaderKeys(version: Int) throws(Problem) {
    var known = ["overscroll"] + Self.propertyNames + ["subviews", "note"]
    if version > 1 {
      known += [
        "scrollViews", "tapRecognizers", "picture", "program", "with", "environment", "scene",
        "tuning",
      ]
    }
    let own = has("scene") ? fields.filter { !$0.key.hasPrefix(Self.scenePrefix) } : fields
    try ScriptFields(own).refuseUnknown(besides: known)
  }

  /// The names of all properties.
  static let propertyNames = Script.Property.Name.allCases.map(\.rawValue)
}
