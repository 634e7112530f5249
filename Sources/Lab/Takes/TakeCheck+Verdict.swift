import OverscrollBase

extension TakeCheck {
  /// The name of the suite in JUnit reports.
  package static let suiteName = "overscroll replay --check"
  /// The key of the version in the JSON.
  package static let jsonKey = "overscroll_check"

  /// Returns whether every frame is the same, where it is strict to the last bit.
  package func isSame(strict: Bool) -> Bool {
    switch self {
    case .same: true
    case .close: !strict
    case .different, .otherHash: false
    }
  }

  /// The result as one line of JSON.
  package func json(strict: Bool) -> String {
    var object = JSONObject()
    object.add(Self.jsonKey, 1)
    object.add("verdict", isSame(strict: strict) ? "same" : "different")
    object.add("message", message)
    switch self {
    case .same(let frames, let hash):
      object.add("frames", frames)
      object.add("hash", hash)
    case .close(let frames):
      object.add("frames", frames)
      object.add("within", Self.machineTolerance)
    case .different(let frame, let column, let recorded, let replayed):
      object.add("frame", frame)
      object.add("column", column)
      object.add("recorded", recorded)
      object.add("replayed", replayed)
    case .otherHash(let recorded, let replayed):
      object.add("recorded", recorded)
      object.add("replayed", replayed)
    }
    return object.text + "\n"
  }

  /// The result as a test case of the take's file.
  package func testCase(of file: String, strict: Bool) -> JUnitReport.Case {
    JUnitReport.Case(
      className: file, name: "frames", failure: isSame(strict: strict) ? nil : message)
  }
}
