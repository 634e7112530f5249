import OverscrollBrowser
import OverscrollHost
import OverscrollShell

/// What a key does while two pictures are compared.
enum CompareCommand: Hashable, Sendable {
  /// Shows the pictures in another way.
  case mode(CompareSettings.Mode)
  /// Shows the other picture while the key is held.
  case showOther
  /// Raises or lowers the gain or the threshold by a step.
  case changeAmount(by: Int)
  /// Shows the difference of each channel, or the greatest of them.
  case toggleChannels
  /// Switches to the next alignment of pictures of different sizes.
  case nextPlace
  /// Shows the greatest difference in the middle of the window.
  case goToGreatest
  /// Shows or hides the names and the summary.
  case togglePlates
  /// Moves or zooms both pictures.
  case move(MotionCommand)
  case toggleFilter
  case changeBackground
  /// Returns to the album, or leaves full screen where there is none.
  case escape
  /// Returns to the album, or quits.
  case leave
  /// A command that the window carries out.
  case window(WindowCommand)

  /// True if the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .move(let motion): motion.repeats
    case .changeAmount: true
    default: false
    }
  }
}

/// The keys of a comparison of two pictures.
enum CompareKeys {
  typealias Row = CommandTable<CompareCommand>.Row

  /// All of them, in the order of help.
  static let table = CommandTable(modes + changing + motions + leaving)

  private static let modes: [Row] = [
    (CompareSettings.Mode.a, "Show picture A."), (.b, "Show picture B."),
    (.blink, "Blink: A and B alternate every half second."),
    (.wipe, "Wipe: A to the left of the pointer, B to the right."),
    (.sideBySide, "Side by side: A and B in two views."),
    (.difference, "Difference of the colors, amplified."),
    (.outline, "Outline what differs by more than a threshold."),
  ].map { mode, summary in
    Row(
      .mode(mode), "mode-\(mode.rawValue)", summary, keys: "\(mode.rawValue)",
      "KP_\(mode.rawValue)")
  }

  private static let changing: [Row] = [
    Row(.showOther, "other", "Show the other picture while the key is held.", keys: "space"),
    Row(
      .changeAmount(by: 1), "more", "Amplify more, or outline less (wheel over the summary).",
      keys: "bracketright"),
    Row(.changeAmount(by: -1), "less", "Amplify less, or outline more.", keys: "bracketleft"),
    Row(
      .toggleChannels, "channels", "Difference of each channel, or the greatest.", keys: "x"),
    Row(.goToGreatest, "greatest", "Go to the greatest difference.", keys: "g"),
    Row(
      .nextPlace, "place", "Align pictures of different sizes: top left, center, fit.", keys: "p"),
    Row(.togglePlates, "plates", "Show or hide the names and the summary.", keys: "d"),
    Row(.toggleFilter, "interpolation", "Switch nearest and linear interpolation.", keys: "a"),
    Row(.changeBackground, "background", "Change the color around the pictures.", keys: "b"),
  ]

  /// Digits select modes here, so they zoom only with Ctrl.
  private static let motions = MotionKeys.rows.compactMap { row -> Row? in
    let bindings = row.bindings.filter { binding in
      !(1...9).contains { KeyBinding("\($0)") == binding || KeyBinding("KP_\($0)") == binding }
    }
    return bindings.isEmpty ? nil : Row(.move(row.command), row.name, row.summary, bindings)
  }

  private static let leaving: [Row] = [
    Row(
      .window(.toggleFullscreen), "fullscreen", "Enter or leave full screen.", keys: "f", "F11"),
    Row(
      .window(.showKeys), "keys", "List the keys.", keys: "question", "F1"),
    Row(.escape, "back", "Return to the viewer, or leave full screen.", keys: "Escape"),
    Row(.leave, "leave", "Return to the viewer, or quit.", keys: "q"),
    Row(
      .window(.quit), "quit", "Quit.", [KeyBinding("q", .control), KeyBinding("w", .control)]),
  ]
}
