package import OverscrollBase
package import ScrollGeometry

/// A callback that a stage has given: of a delegate, an overridden method, a view or a scene.
package struct Callback: Hashable, Sendable {
  /// An argument or a state that goes with it.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: JSONText.Value
  }

  /// The time, in seconds of the stage.
  package let time: Double
  /// The method's name, such as `scrollViewDidScroll`.
  package let name: String
  /// The name of the scroll view; `nil` for the main one.
  package let scrollView: String?
  package let fields: [Field]

  /// The value of a field; `nil` where there is none.
  package subscript(field: String) -> JSONText.Value? {
    fields.first { $0.name == field }?.value
  }

  /// The callback as a line of a file, without its end.
  package var text: String {
    var all: [(key: String, value: JSONText.Value)] = [
      ("t", .number(time)), ("callback", .string(name)),
    ]
    if let scrollView { all.append(("scrollView", .string(scrollView))) }
    return JSONText.object(all + fields.map { ($0.name, $0.value) })
  }
}

/// The callbacks of a stage, in their order.
package final class CallbackLog {
  /// The callbacks so far.
  package private(set) var callbacks: [Callback] = []
  /// The number of callbacks that have been added, those that have been removed since included.
  package private(set) var addedCount = 0

  package init() {}

  /// The callbacks as lines of a file, without their ends.
  package var lines: [String] { callbacks.map(\.text) }

  /// Returns the callbacks that have been added since, but for those that have been removed.
  ///
  /// - Parameter count: A former value of ``addedCount``.
  /// - Returns: The callbacks in their order.
  package func callbacks(after count: Int) -> ArraySlice<Callback> {
    callbacks.suffix(max(0, addedCount - count))
  }

  /// Removes and returns the callbacks so far.
  package func drain() -> [Callback] {
    defer { callbacks = [] }
    return callbacks
  }

  /// Adds a callback; `scrollView` names the scroll view where it is not the main one.
  package func add(
    _ callback: String, at time: Double, scrollView: String? = nil,
    _ fields: KeyValuePairs<String, JSONText.Value> = [:]
  ) {
    callbacks.append(
      Callback(
        time: time, name: callback, scrollView: scrollView,
        fields: fields.map { Callback.Field(name: $0.key, value: $0.value) }))
    addedCount += 1
  }
}

extension JSONText.Value {
  /// A point as an array of its coordinates.
  package static func point(_ point: Point) -> Self {
    .array([.number(point.x), .number(point.y)])
  }
}
