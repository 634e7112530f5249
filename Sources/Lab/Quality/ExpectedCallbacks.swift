/// The callbacks that the demo of each scene is expected to give, so that an unattended session can judge them.
///
/// What every frame of a motion repeats is left out: how often it comes depends on the rate of frames.
package enum ExpectedCallbacks {
  /// The callbacks that come with every frame or movement.
  private static let repeated: Set = [
    "scrollViewDidScroll", "scrollViewDidZoom", "touchesMoved", "bounds",
  ]

  /// The names of all callbacks, without those of scroll views.
  package static let names: Set<String> = repeated.union(["copy"]).union(
    byScene.values.joined().map { name in name.split(separator: ".").last.map(String.init) ?? name }
  )

  /// Returns the callbacks of a log in order, without those of every frame, each run of equal ones as one; scroll views
  /// besides the main one are named.
  package static func folded(_ log: CallbackLog) -> [String] {
    var folded: [String] = []
    for callback in log.callbacks where !repeated.contains(callback.name) {
      let name = (callback.scrollView.map { $0 + "." } ?? "") + callback.name
      if folded.last != name { folded.append(name) }
    }
    return folded
  }

  /// Returns what differs from the expected callbacks of a scene's demo, in one sentence; `nil` where nothing does.
  package static func difference(of log: CallbackLog, scene: String) -> String? {
    guard let expected = byScene[scene] else { return "no callbacks are expected from \(scene)" }
    let actual = folded(log)
    for (index, (one, other)) in zip(actual, expected).enumerated() where one != other {
      return "callback \(index + 1) is \(one), expected \(other)"
    }
    guard actual.count != expected.count else { return nil }
    return "\(actual.count) callbacks instead of \(expected.count)"
  }

  /// The callbacks of a scroll view that have one word in the text, the longer runs first.
  package static let runs: [(word: String, callbacks: [String])] = {
    let drag = [
      "scrollViewWillBeginDragging", "scrollViewWillEndDragging", "scrollViewDidEndDragging",
    ]
    return [
      ("flick", drag + ["scrollViewWillBeginDecelerating"]), ("drag", drag),
      ("zoom", ["scrollViewWillBeginZooming", "scrollViewDidEndZooming"]),
      ("rest", ["scrollViewDidEndDecelerating"]),
    ]
  }()

  /// The callbacks that a word of the text stands for, with the name of its scroll view.
  private static func callbacks(of word: Substring) -> [String] {
    let name = word.split(separator: ".").last ?? word
    guard let run = runs.first(where: { $0.word == name }) else { return [String(word)] }
    return run.callbacks.map { word.dropLast(name.count) + $0 }
  }

  /// The callbacks by the scene's name.
  ///
  /// In the text a word with a colon names a scene, and its callbacks follow.
  private static let byScene: [String: [String]] = {
    var byScene: [String: [String]] = [:]
    var scene = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.last == ":" {
        scene = String(word.dropLast())
        byScene[scene] = []
      } else {
        byScene[scene]? += callbacks(of: word)
      }
    }
    return byScene
  }()
}
