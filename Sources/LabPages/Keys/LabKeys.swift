import OverscrollHost
import OverscrollLab
import OverscrollShell

/// What a key of a lab window does.
enum LabCommand: Hashable, Sendable {
  /// A command that the window carries out.
  case window(WindowCommand)
  /// Changes how the sides of an A/B take are shown: side A alone, a wipe, a ghost.
  case nextComparison
  /// Edits the parameters of the other side of an A/B take.
  case nextSide
  case toggleFilter

  case togglePlaying
  /// Goes back or on by recorded frames.
  case step(Int)
  case halveSpeed, doubleSpeed, realSpeed
  case previousMoment, nextMoment
  /// Shows recorded frames at their times, or the exact state at each refresh.
  case toggleAsSeen
  /// Continues live from here, or returns to the replay.
  case takeOver
  /// Saves the take that is running or ended last.
  case saveTake
  /// Adds a mark to the take.
  case mark

  /// Shows or hides frame statistics.
  case toggleHUD
  /// Shows or hides the marks of touches.
  case toggleTouches
  /// Builds the scene again.
  case restart
  /// Undoes the last change of a parameter.
  case undo
  /// Starts a recording, or ends it.
  case toggleRecording

  /// Uses an instrument of the curves.
  case curves(CurveCommand)

  /// Moves or zooms a grid as in the viewer.
  case move(MotionCommand)

  /// Opens a scene of the list.
  case openScene
  /// Goes back to the list of scenes.
  case showScenes

  /// Judges the step of a QA session.
  case judge(QAVerdict)
  /// Writes a note to the step.
  case writeNote
  /// Shows the next step, or an earlier one.
  case moveStep(Int)

  /// Whether the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .step, .previousMoment, .nextMoment: true
    case .move(let command): command.repeats
    default: false
    }
  }
}

/// The keys of lab windows, a table for each kind.
enum LabKeys {
  private typealias Row = CommandTable<LabCommand>.Row

  /// The keys of a replay.
  static let replay = CommandTable(
    [
      Row(.togglePlaying, "play", "Play or pause.", keys: "space", "Return", "KP_Enter"),
      Row(.step(-1), "step-back", "Step back one frame.", keys: "comma"),
      Row(.step(1), "step-on", "Step forward one frame.", keys: "period"),
      Row(
        .previousMoment, "previous-moment", "Go to the previous mark, touch or phase.",
        keys: "braceleft"),
      Row(.nextMoment, "next-moment", "Go to the next mark, touch or phase.", keys: "braceright"),
      Row(.halveSpeed, "slower", "Halve the speed.", keys: "bracketleft"),
      Row(.doubleSpeed, "faster", "Double the speed.", keys: "bracketright"),
      Row(.realSpeed, "real-speed", "Play at real speed.", keys: "backslash"),
      Row(.toggleAsSeen, "as-seen", "Show frames as displayed, or exactly.", keys: "A"),
      Row(.takeOver, "take-over", "Take over, or return to the replay.", keys: "U"),
      Row(.nextComparison, "compare", "A/B: off, wipe, ghost.", keys: "F12"),
      Row(.nextSide, "compare-side", "A/B: edit the other side.", [KeyBinding("F12", .shift)]),
      Row(.toggleFilter, "filter", "Toggle interpolation.", keys: "a"),
    ] + instruments + everyWindow)

  /// The keys of a scene.
  static let scene = CommandTable([restart] + instruments + everyWindow)

  private static let restart = Row(.restart, "restart-scene", "Restart the scene.", keys: "Z")

  /// The keys of the instruments over the curves.
  private static let instruments = [
    Row(
      .curves(.placeCursor(.first, atExtreme: false)), "first-cursor",
      "Place the first cursor on the curves.", keys: "i"),
    Row(
      .curves(.placeCursor(.second, atExtreme: false)), "second-cursor",
      "Place the second cursor on the curves.", keys: "o"),
    Row(
      .curves(.placeCursor(.first, atExtreme: true)), "first-cursor-at-extreme",
      "Place the first cursor where a curve turns.", keys: "I"),
    Row(
      .curves(.placeCursor(.second, atExtreme: true)), "second-cursor-at-extreme",
      "Place the second cursor where a curve turns.", keys: "O"),
    Row(
      .curves(.fit(.deceleration)), "fit-deceleration",
      "Fit a deceleration between the cursors.", keys: "x"),
    Row(
      .curves(.fit(.spring)), "fit-spring", "Fit a damped spring between the cursors.", keys: "s"),
    Row(
      .curves(.fit(.rubberBand)), "fit-rubber-band", "Fit the rubber band between the cursors.",
      keys: "b"),
    Row(.curves(.copyTable), "copy-measurements", "Copy the measurements as a table.", keys: "c"),
    Row(
      .curves(.removeCursors), "remove-cursors", "Remove the cursors and the fits.", keys: "X"),
  ]

  /// The keys of a scene that was opened from the list.
  static let listedScene = CommandTable(
    [Row(.showScenes, "scenes", "Return to the list.", keys: "Escape", "BackSpace")]
      + scene.rows.filter { $0.command != .window(.escape) })

  /// The keys of the list of scenes.
  static let sceneList = CommandTable(
    [Row(.openScene, "open", "Open the scene.", keys: "Return", "KP_Enter", "space")]
      + everyWindow.filter(\.command.isOfListToo))

  /// The keys of a QA session, and those of the viewer that its steps ask for.
  static let qa = CommandTable(verdicts + step + moving)

  /// The keys of a scene that mean the same to its step.
  private static let step = [restart] + everyWindow

  private static let verdicts = [
    Row(.judge(.pass), "pass", "Pass the step.", keys: "Y", "y"),
    Row(.judge(.fail), "fail", "Fail the step.", keys: "N", "n"),
    Row(.judge(.notApplicable), "not-applicable", "The step does not apply.", keys: "I", "i"),
    Row(.writeNote, "note", "Write a note.", keys: "W", "w"),
    Row(.moveStep(1), "next-step", "Go to the next step.", keys: "Tab"),
    Row(
      .moveStep(-1), "previous-step", "Go to the previous step.",
      [KeyBinding("ISO_Left_Tab", .shift), KeyBinding("Tab", .shift)]),
  ]

  /// The commands of the viewer that pan and zoom, without the letters that mean something else in a lab window.
  private static let moving: [Row] = {
    let taken = Set((verdicts + step).flatMap(\.bindings))
    return MotionKeys.rows.compactMap { row in
      switch row.command {
      case .pan, .zoomStep, .zoom(.fit), .zoom(.to(1)):
        Row(
          .move(row.command), row.name, row.summary, row.bindings.filter { !taken.contains($0) })
      case .zoom, .scrollToTop: nil
      }
    }
  }()

  /// The keys of every lab window.
  private static let everyWindow = [
    Row(.saveTake, "save-take", "Save the current or last take.", keys: "F2"),
    Row(.toggleRecording, "record", "Start or end a recording.", keys: "F3"),
    Row(.undo, "undo", "Undo a parameter change.", [KeyBinding("z", .control)]),
    Row(.window(.togglePanel(.curves)), "curves", "Show or hide the curves.", keys: "F4"),
    Row(
      .window(.togglePanel(.parameters)), "parameters", "Show or hide the parameters.", keys: "F6"),
    Row(.window(.togglePanel(.log)), "log", "Show or hide the log.", keys: "F7"),
    Row(.toggleTouches, "touches", "Show or hide touch marks.", keys: "F8"),
    Row(.mark, "mark", "Add a mark.", keys: "F9"),
    Row(.toggleHUD, "statistics", "Show or hide frame statistics.", keys: "d"),
    Row(.window(.showCommands), "keys", "List all commands.", CommandList.bindings),
    Row(.window(.toggleFullscreen), "full-screen", "Enter or leave full screen.", keys: "f", "F11"),
    Row(.window(.escape), "escape", "Leave full screen.", keys: "Escape"),
    Row(
      .window(.quit), "quit", "Quit.",
      [KeyBinding("q"), KeyBinding("q", .control), KeyBinding("w", .control)]),
  ]
}

extension CommandTable<LabCommand> {
  /// The same keys in a window with options: Esc also closes one that the start page has opened.
  func inWindow(_ options: WindowOptions) -> Self {
    guard options.returnsToStart else { return self }
    return CommandTable(
      rows.map { row in
        guard row.command == .window(.escape) else { return row }
        return Row(
          row.command, row.name, "Leave full screen, or return to the start page.", row.bindings)
      })
  }
}

extension LabCommand {
  /// Whether the list of commands has a row: panning by pages and to the edges is left to the manual.
  var isListed: Bool {
    switch self {
    case .move(.pan(_, let distance)): distance == .step
    case .window(.showCommands): false
    default: true
    }
  }

  /// True for commands that the list of scenes has, too.
  fileprivate var isOfListToo: Bool {
    switch self {
    case .window(.togglePanel): false
    case .window: true
    default: false
    }
  }
}
