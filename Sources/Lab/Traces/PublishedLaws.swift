import OverscrollBase

/// How far published laws of scrolling are from recordings of UIScrollView, as `overscroll laws` prints it.
///
/// The laws themselves are functions in the tests, so that the program contains the engine's law alone. A test computes every number
/// here again.
package enum PublishedLaws {
  /// A published law, and where it is published.
  package struct Law: Sendable {
    package var name: String
    /// The name at the head of a column of at most nine characters.
    package var short: String
    /// The files that state it.
    package var source: String
    /// Its constants.
    package var constants: String
  }

  /// A recording, with the greatest difference of each law from it in points; `nil` where the law does not say what happens.
  package struct Recording: Sendable {
    /// The path in `Resources/conformance`.
    package var file: String
    /// The name at the head of a row of at most eighteen characters.
    package var short: String
    package var what: String
    package var differences: [Double?]
  }

  package static let laws = [
    Law(
      name: "Overscroll", short: "Overscroll", source: "Sources/ScrollEngine/Motion",
      constants: "0.998 per ms, spring 0.01005 per ms, in steps of 1/60 s; band 0.55"),
    Law(
      name: "Flutter", short: "Flutter",
      source: "flutter/flutter: widgets/scroll_simulation.dart, widgets/scroll_physics.dart",
      constants: "0.135 per s; spring of mass 0.5, stiffness 100, ratio 1.1; band 0.52"),
    Law(
      name: "Compose", short: "Compose",
      source:
        "Compose Multiplatform: CupertinoScrollDecayAnimationSpec.kt; CupertinoOverscrollEffect.kt",
      constants: "0.998 per ms; critical springs of stiffness 120 and 300 on the pull; band 0.55"),
    Law(
      name: "WebKit, Chromium", short: "WebKit",
      source:
        "WebKit: ScrollElasticityController.mm; Chromium: elastic_overscroll_controller_exponential.cc",
      constants: "bounce of stiffness 20, amplitude 0.31, period 1.6; a pull shows as 1/20"),
    Law(
      name: "GTK", short: "GTK",
      source: "GNOME/gtk: gtk/gtkkineticscrolling.c, gtk/gtkscrolledwindow.c",
      constants: "friction 4 per s; critical spring of friction 20; a pull does not show"),
    Law(
      name: "React Native", short: "React",
      source: "facebook/react-native: Libraries/Animated/animations/DecayAnimation.js",
      constants: "deceleration 0.998; no edges"),
  ]

  package static let recordings = [
    Recording(
      file: "recorded/flick-into-the-edge.csv", short: "fast flick, edge",
      what: "a flick of 4.76 pt/ms into the edge",
      differences: [4.61e-06, 39.9, 59.0, nil, 44.7, nil]),
    Recording(
      file: "recorded/ios26-edge-impact.csv", short: "flick, edge",
      what: "iOS 26.1: a flick of 3.1 pt/ms into the edge",
      differences: [0.455, 32.0, 48.2, nil, 10.1, nil]),
    Recording(
      file: "recorded/ios26-deceleration-fast.csv", short: "flick",
      what: "iOS 26.1: a flick of 3 pt/ms",
      differences: [0.193, 1.49, 1.84, nil, 742.0, 3.31]),
    Recording(
      file: "recorded/ios26-deceleration-slow.csv", short: "slow flick",
      what: "iOS 26.1: a flick of 0.75 pt/ms",
      differences: [0.167, 0.709, 0.792, nil, 182.0, 1.14]),
    Recording(
      file: "recorded/ios265-fling.csv", short: "slower flick",
      what: "iOS 26.5: a flick of 0.48 pt/ms",
      differences: [0.315, 0.409, 0.417, nil, 115.0, 0.58]),
    Recording(
      file: "recorded/release-beyond-the-edge.csv", short: "release outwards",
      what: "a release 191 points beyond the edge, outwards",
      differences: [4.2e-07, 28.5, 12.3, 59.4, 64.2, nil]),
    Recording(
      file: "recorded/ios26-rubber-band.csv", short: "release at rest",
      what: "iOS 26.1: a release 235 points beyond the edge",
      differences: [0.471, 32.2, 63.6, 21.1, 71.2, nil]),
    Recording(
      file: "recorded/ios265-bounce.csv", short: "release at rest 2",
      what: "iOS 26.5: a release 177 points beyond the edge",
      differences: [0.453, 24.0, 44.8, 17.1, 53.4, nil]),
    Recording(
      file: "recorded/pull-beyond-the-edge.csv", short: "pull",
      what: "a pull beyond the edge, up to 444 points",
      differences: [0.152, 8.26, 0.152, 169.0, nil, nil]),
    Recording(
      file: "recorded/ios265-rubber-band.csv", short: "pull 2",
      what: "iOS 26.5: a pull beyond the edge, up to 435 points",
      differences: [0.159, 7.26, 0.159, 155.0, nil, nil]),
  ]

  /// A difference in points, to three digits.
  package static func format(_ difference: Double) -> String {
    let limits = [(1e-3, 7), (1, 3), (10, 2), (100, 1)]
    return NumberText.trimmed(
      difference, decimals: limits.first { difference < $0.0 }?.1 ?? 0)
  }

  // MARK: Text

  private static let introduction = """
    How far published laws of scrolling are from recordings of UIScrollView:
    the greatest difference in points, at the best shift within a frame.
    """

  /// The table and the sources, for a terminal.
  package static var text: String {
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    var lines = [introduction, ""]
    let head = String(repeating: " ", count: 18)
    lines.append(head + laws.map { padded($0.short, 10) }.joined())
    for recording in recordings {
      let name = recording.short + String(repeating: " ", count: 18 - recording.short.count)
      lines.append(
        name + recording.differences.map { padded($0.map(format) ?? "-", 10) }.joined())
    }
    lines += ["", "Recordings, in Resources/conformance:"]
    for recording in recordings {
      lines += ["  \(recording.short): \(recording.what)", "      \(recording.file)"]
    }
    lines += ["", "Laws:"]
    for law in laws {
      lines.append("  \(law.name)")
      let places = law.source.split(separator: "; ")
      lines += (places + [law.constants[...]]).flatMap { wrapped($0) }
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ text: Substring) -> [String] {
    var lines = ["     "]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + 1 + word.count > 79 { lines.append("       ") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }
}
