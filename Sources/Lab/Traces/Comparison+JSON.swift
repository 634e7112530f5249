import OverscrollBase

extension Comparison {
  /// The key of the version in the JSON.
  package static let jsonKey = "overscroll_compare"

  /// The verdict of a comparison of texts, `same` or what differs first, as one line of JSON.
  package static func json(ofText verdict: String) -> String {
    var object = JSONObject()
    object.add(jsonKey, 1)
    object.add("verdict", verdict == "same" ? "same" : "different")
    object.add("message", verdict)
    return object.text + "\n"
  }

  /// The result as one line of JSON.
  package var json: String {
    var object = JSONObject()
    object.add(Self.jsonKey, 1)
    object.add("verdict", isSame ? "same" : "different")
    var align = JSONObject()
    align.add("mode", alignment.rawValue)
    if alignment == .best { align.add("found", usedName) }
    align.add("shift", shift)
    object.add("align", json: align.text)
    object.add("rows", rows)
    object.add("uncovered", uncovered)
    object.add("columns", json: columns.map(json(of:)))
    object.add("skipped", json: skipped.map { JSONText.quoted($0.rawValue) })
    object.add("features", json: featuresJSON)
    return object.text + "\n"
  }

  private func json(of result: ColumnResult) -> String {
    var object = JSONObject()
    object.add("name", result.column.rawValue)
    object.add("max", result.maximum)
    object.add("t", reference.times[result.row])
    object.add("frame", result.row)
    if let first = result.first {
      var deviation = JSONObject()
      deviation.add("t", reference.times[first.row])
      deviation.add("frame", first.row)
      deviation.add("a", first.subject)
      deviation.add("b", first.reference)
      object.add("first", json: deviation.text)
    }
    object.add("rms", result.rms)
    object.add("p95", result.percentile95)
    if let tolerance = result.tolerance {
      object.add("tolerance", tolerance)
      object.add("verdict", result.isWithin ? "same" : "different")
    }
    return object.text
  }

  private var featuresJSON: String {
    let (own, other) = features
    var object = JSONObject()
    for name in Features.Name.allCases {
      let (a, b) = (own.values[name], other.values[name])
      guard a != nil || b != nil else { continue }
      var pair = JSONObject()
      if let a { pair.add("a", a) }
      if let b { pair.add("b", b) }
      object.add(name.rawValue, json: pair.text)
    }
    return object.text
  }
}
