import OverscrollBase
import ScrollGeometry

extension SceneCard {
  /// The length of the demo, in seconds: up to its last event.
  package var demoLength: Double { demo.last?.time ?? 0 }

  /// Name, title and behaviors on one line, in columns.
  package var line: String {
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return (column(name, 16) + column(title, 44) + ids.joined(separator: " "))
      .trimmingTrailingSpaces
  }

  /// The card as one JSON object.
  package var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("title", title)
    object.add("ids", json: ids.map(JSONText.quoted))
    object.add("viewport", viewport)
    object.add("parameters", json: parameters.map(\.json))
    object.add("expectation", expectation)
    object.add("demo", demoLength)
    return object.text
  }
}

extension SceneParameter {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("name", "scene." + name)
    object.add("title", title)
    switch kind {
    case .flag: object.add("type", "flag")
    case .number(let range):
      object.add("type", "number")
      object.add("range", [range.lowerBound, range.upperBound])
    case .choice(let words):
      object.add("type", "choice")
      object.add("choices", json: words.map(JSONText.quoted))
    }
    object.add("default", defaultValue)
    return object.text
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
