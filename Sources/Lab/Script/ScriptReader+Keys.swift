extension Script {
  /// The keys that scripts have: what the reader knows, and what the page of the format describes.
  package enum Keys {
    /// The keys of each kind of event, which is named by its first one.
    static let firstVersionEvents: [[String]] = [
      ["touch", "id", "at"], ["pinch", "scale", "at"], ["wheel", "at", "modifiers"],
      ["touchpad", "delta", "at", "modifiers", "stops"], ["key", "modifiers"],
      ["call", "offset", "scale", "rect", "animated"], ["set"], ["resize"],
    ]
    /// The same of version 2, in which a touch has a type.
    package static let events: [[String]] =
      [["touch", "id", "at", "type"]] + firstVersionEvents.dropFirst() + [
        ["text", "string", "selected"], ["frame", "missed", "age", "last"], ["mark"],
      ]
    /// The keys that any event of version 2 may have, besides `t`.
    package static let everyEvent = ["stamp", "ms", "device", "target"]
    /// The keys of a header of version 1, besides properties.
    static let firstVersionHeader = ["overscroll", "subviews", "note"]
    /// The keys of a header, besides properties and the parameters of a scene.
    package static let header =
      firstVersionHeader + [
        "scrollViews", "tapRecognizers", "picture", "program", "with", "environment", "scene",
        "tuning",
      ]
    package static let picture = ["name", "size"]
    package static let subview = ["name", "frame", "control", "shouldBegin", "shouldCancel"]
    /// The keys of a scroll view, besides properties.
    package static let scrollView = ["name", "frame"]
    package static let tapRecognizer = ["taps", "fingers", "cancelsTouchesInView"]
    package static let end = ["events", "frames", "trace", "reason"]
    /// The methods that a call names.
    package static let calls = [
      "setContentOffset", "setZoomScale", "zoomTo", "scrollRectToVisible",
      "flashScrollIndicators", "scrollToTop", "stopScrollingAndZooming", "beginRefreshing",
      "endRefreshing",
    ]
  }
}

extension ScriptFields {
  /// Refuses keys that are not known, the first in the alphabet first.
  func refuseUnknown(besides known: [String]) throws(Problem) {
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    throw Problem(text: "unknown key \"\(unknown)\"; the keys are \(known.joined(separator: ", "))")
  }

  /// Refuses keys that an event of a version of the format does not have.
  func refuseUnknownEventKeys(version: Int) throws(Problem) {
    let kinds = version > 1 ? Script.Keys.events : Script.Keys.firstVersionEvents
    // What is no event at all is refused as such.
    guard let own = kinds.first(where: { has($0[0]) }) else { return }
    try refuseUnknown(besides: ["t"] + own + (version > 1 ? Script.Keys.everyEvent : []))
  }

  /// Refuses keys that a header of a version of the format does not have.
  func refuseUnknownHeaderKeys(version: Int) throws(Problem) {
    let keys = version > 1 ? Script.Keys.header : Script.Keys.firstVersionHeader
    let known = keys.prefix(1) + Self.propertyNames + keys.dropFirst()
    let own = has("scene") ? fields.filter { !$0.key.hasPrefix(Self.scenePrefix) } : fields
    try ScriptFields(own).refuseUnknown(besides: Array(known))
  }

  /// The names of all properties.
  static let propertyNames = Script.Property.Name.allCases.map(\.rawValue)
}
