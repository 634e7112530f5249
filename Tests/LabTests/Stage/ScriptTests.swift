import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A script` {
  private static let header = "{\"overscroll\":1}\n"

  private func refusal(of text: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try Script(parsing: text, file: "a.script")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", 1, "empty"),
    ("not json", 1, "not valid JSON"),
    ("[1]", 1, "one JSON object"),
    ("{}", 1, "header"),
    ("{\"overscroll\":3}", 1, "unknown version 3; this program reads versions 1 and 2"),
    ("{\"overscroll\":1,\"viewport\":[1]}", 1, "\"viewport\" must be two numbers"),
    ("{\"overscroll\":1,\"viewport\":[-10,0]}", 1, "\"viewport\" must not have a negative side"),
    (header + "{\"t\":1,\"resize\":[10,-1]}", 2, "\"resize\" must not have a negative side"),
    ("{\"overscroll\":1,\"decelerationRate\":\"slow\"}", 1, "\"normal\", \"fast\""),
    (
      "{\"overscroll\":1,\"maximumZoomScale\":2,\"minimumZoomScale\":2.5}", 1,
      "\"minimumZoomScale\" 2.5 is above \"maximumZoomScale\" 2"
    ),
    (
      "{\"overscroll\":1,\"bounces\":true,\"note\":\"a\",\"bounces\":true}", 1,
      "\"bounces\" is given twice"
    ),
    (header + "{\"t\":1,\"key\":\"\\\"\",\"t\":1}", 2, "\"t\" is given twice"),
    (
      header + "{\"t\":1,\"set\":{\"content\":[1,2],\"content\":[3,4]}}", 2,
      "\"content\" is given twice"
    ),
    (header + "{\"touch\":\"began\"}", 2, "\"t\" is missing"),
    (header + "{\"t\":-1,\"key\":\"Up\"}", 2, "negative"),
    (header + "\n{\"t\":1}", 3, "one of touch"),
    (header + "{\"t\":1,\"touch\":\"hover\",\"id\":1,\"at\":[0,0]}", 2, "one of began"),
    (header + "{\"t\":1,\"touch\":\"began\",\"id\":1}", 2, "\"at\" is missing"),
    (header + "{\"t\":1,\"touch\":\"began\",\"id\":1.5,\"at\":[0,0]}", 2, "whole number"),
    (header + "{\"t\":1,\"call\":\"fly\"}", 2, "not a method"),
    (header + "{\"t\":1,\"set\":{\"bounce\":true}}", 2, "unknown property"),
    (header + "{\"t\":1,\"wheel\":[0,1],\"at\":[0,0],\"modifiers\":[\"hyper\"]}", 2, "modifiers"),
    (header + "{\"t\":1,\"key\":\"Up\"}\n{\"t\":0.5,\"key\":\"Up\"}", 3, "chronological order"),
  ])
  func `with an error is refused with the line and the problem`(
    text: String, line: Int, words: String
  ) throws {
    let problem = try #require(refusal(of: text))
    #expect(problem.line == line)
    #expect(problem.problem.contains(words), "\(problem)")
    #expect(problem.description.hasPrefix("a.script:\(line): "))
  }

  @Test(arguments: [
    ("{\"viewport\":[-10,0]}", "\"viewport\" must not have a negative side"),
    (
      "{\"minimumZoomScale\":3,\"maximumZoomScale\":2}",
      "\"minimumZoomScale\" 3 is above \"maximumZoomScale\" 2"
    ),
    ("{\"bounces\":true, \"bounces\":false}", "\"bounces\" is given twice"),
  ])
  func `has the same errors as parameters`(text: String, problem: String) {
    #expect {
      _ = try Script.Header.settings(parsing: text, file: "p.json")
    } throws: {
      "\($0)" == "p.json:1: \(problem)"
    }
  }

  /// What is equal in different objects, or in values, is no repetition.
  @Test func `may have a name in several objects`() throws {
    let lines = [
      #"{"overscroll":2,"note":"\"note\",","environment":{"note":[{"a":1},{"a":"a"},"a","a"]}}"#,
      "{\"t\":1,\"key\":\"\\u0061\",\"modifiers\":[\"shift\",\"alt\"]}",
    ]
    #expect(try Script(parsing: lines.joined(separator: "\n"), file: "a").events.count == 1)
  }

  @Test(arguments: ["\n", "\r\n"]) func `may use the line ends of any system`(end: String) throws {
    let lines = [
      "{\"overscroll\":1}", "", "{\"t\":1,\"key\":\"Up\"}", "{\"t\":2,\"key\":\"a\u{2028}b\"}",
    ]
    let script = try Script(parsing: lines.joined(separator: end), file: "a")
    #expect(script.events.map(\.time) == [1, 2])
    #expect(try Script(parsing: lines.map { $0 + end }.joined(), file: "a") == script)
    let problem = refusal(of: lines.joined(separator: end) + end + "{")
    #expect(problem?.line == 5 && problem?.problem == "not valid JSON")
  }

  @Test(arguments: [
    ("{\"overscroll\":1,\"colour\":1}", 1, "colour", "overscroll, viewport, "),
    ("{\"overscroll\":1,\"tapRecognizers\":[]}", 1, "tapRecognizers", "overscroll, viewport, "),
    ("{\"overscroll\":2,\"scene.on\":1}", 1, "scene.on", "overscroll, viewport, "),
    ("{\"overscroll\":2,\"subviews\":[{\"b\":1}]}", 1, "b", "name, frame, control, "),
    ("{\"overscroll\":2,\"scrollViews\":[{\"b\":1}]}", 1, "b", "name, frame, viewport, "),
    ("{\"overscroll\":2,\"tapRecognizers\":[{\"b\":1}]}", 1, "b", "taps, fingers, "),
    ("{\"overscroll\":2,\"picture\":{\"b\":1}}", 1, "b", "name, size"),
    (header + "{\"t\":1,\"key\":\"Up\",\"mood\":7}", 2, "mood", "t, key, modifiers"),
    (header + "{\"t\":1,\"key\":\"Up\",\"stamp\":0}", 2, "stamp", "t, key, modifiers"),
    (header + "{\"t\":1,\"wheel\":[0,1],\"atl\":[0,0]}", 2, "atl", "t, wheel, at, modifiers"),
    (
      "{\"overscroll\":2}\n{\"t\":1,\"touch\":\"began\",\"id\":1,\"at\":[0,0],\"tpye\":1}", 2,
      "tpye",
      "t, touch, id, at, type, stamp, ms, device, target"
    ),
    (
      "{\"overscroll\":2}\n{\"t\":1,\"end\":{\"frames\":1,\"b\":1}}", 2, "b",
      "events, frames, trace, reason"
    ),
  ])
  func `may contain no unknown key, and names the known ones`(
    text: String, line: Int, key: String, known: String
  ) throws {
    // A line after it, since the last line of a take may have been cut off.
    let problem = try #require(refusal(of: text + "\n{\"t\":9,\"key\":\"Up\"}"))
    #expect(problem.line == line)
    #expect(
      problem.problem.hasPrefix("unknown key \"\(key)\"; the keys are \(known)"), "\(problem)")
  }

  @Test func `understands every kind of event`() throws {
    let text =
      Self.header + """
        {"t":0,"touch":"began","id":3,"at":[1,2]}
        {"t":0,"pinch":"changed","scale":1.5,"at":[1,2]}
        {"t":0,"wheel":[0,-1],"at":[1,2],"modifiers":["control","shift"]}
        {"t":0,"touchpad":"ended","at":[1,2]}
        {"t":0,"key":"Down","modifiers":["alt"]}
        {"t":0,"call":"setContentOffset","offset":[3,4],"animated":true}
        {"t":0,"set":{"bounces":false,"zoomScale":2}}
        {"t":0,"resize":[300,200]}
        """
    let actions = try Script(parsing: text, file: "a").events.map(\.action)
    #expect(
      actions == [
        .event(.touch(.init(id: 3, phase: .began, location: Point(1, 2), timestamp: 0))),
        .event(.pinch(.init(phase: .changed, scale: 1.5, location: Point(1, 2), timestamp: 0))),
        .event(
          .wheel(
            .init(
              notches: Point(0, -1), location: Point(1, 2), modifiers: [.control, .shift],
              timestamp: 0))),
        .event(
          .touchpad(.init(phase: .ended, delta: .zero, location: Point(1, 2), timestamp: 0))),
        .event(.key(.init(key: "Down", modifiers: .alternate, timestamp: 0))),
        .call(.setContentOffset(Point(3, 4), animated: true)),
        .set([.flag(.bounces, false), .zoomScale(2)]),
        .resize(Size(300, 200)),
      ])
  }
}
