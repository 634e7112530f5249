package import OverscrollFormatting
package import ScrollGeometry

/// The delegate callbacks of a simulation as JSON Lines, in order.
package final class CallbackLog {
  /// The lines so far, without line ends.
  package private(set) var lines: [String] = []
  /// The number of lines that have been added, those that have been removed since included.
  package private(set) var addedCount = 0

  package init() {}

  /// Returns the lines that have been added since, but for those that have been removed.
  ///
  /// - Parameter count: A former value of ``addedCount``.
  /// - Returns: The lines in their order.
  package func lines(after count: Int) -> ArraySlice<String> {
    lines.suffix(max(0, addedCount - count))
  }

  /// Removes and returns the lines so far.
  package func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Adds a callback; `scrollView` names the scroll view where it is not the main one.
  package func add(
    _ callback: String, at time: Double, scrollView: String? = nil,
    _ fields: KeyValuePairs<String, JSONText.Value> = [:]
  ) {
    var all: [(key: String, value: JSONText.Value)] = [
      ("t", .number(time)), ("callback", .string(callback)),
    ]
    if let scrollView { all.append(("scrollView", .string(scrollView))) }
    lines.append(JSONText.object(all + Array(fields)))
    addedCount += 1
  }
}

extension JSONText.Value {
  /// A point as an array of its coordinates.
  package static func point(_ point: Point) -> Self {
    .array([.number(point.x), .number(point.y)])
  }
}
