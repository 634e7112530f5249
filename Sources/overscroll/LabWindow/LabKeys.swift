import Desktop
import Lab

/// What a key of a lab window does.
enum LabCommand: Hashable {
  /// Shows or hides a panel.
  case togglePanel(DockLayout.Area)
  /// Changes how the sides of an A/B take are shown: side A alone, a wipe, a ghost.
  case nextComparison
  /// Shows the keys.
  case showKeys
  case toggleFullscreen
  /// Hides the keys, or leaves full screen.
  case escape
  case toggleFilter
  case quit

  case togglePlaying
  /// Goes back or on by recorded frames.
  case step(Int)
  case halveSpeed, doubleSpeed, realSpeed
  case previousMoment, nextMoment
  /// Shows recorded frames at their times, or the exact state at each refresh.
  case toggleAsSeen
  /// Goes on by hand from here, or back to the replay.
  case takeOver
  /// Saves the take that is running or ended last.
  case saveTake
  /// Adds a mark to the take.
  case mark
}

/// The keys of one kind of lab window.
struct LabKeys {
  /// A row of the table.
  struct Row {
    /// The keys, by the names of their keysyms with Shift applied, after `ctrl+` and, for function keys, `shift+`.
    let keys: [String]
    let command: LabCommand
    /// What the key does, in a few words.
    let help: String
    /// The keys as they are written on keyboards.
    let label: String
    /// A Boolean value that indicates whether the command repeats while the key is held.
    var repeats = false
  }

  let rows: [Row]
  private let byKey: [String: Row]

  init(_ rows: [Row]) {
    self.rows = rows
    byKey = Dictionary(
      rows.flatMap { row in row.keys.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the command of a key that was pressed, or that repeats where the command does.
  func command(for key: Desktop.Event.Key) -> LabCommand? {
    guard key.action != .released, let row = byKey[Self.name(of: key)],
      key.action == .pressed || row.repeats
    else { return nil }
    return row.command
  }

  /// The key with its modifiers, as in ``Row/keys``.
  private static func name(of key: Desktop.Event.Key) -> String {
    let isFunctionKey =
      key.name.count > 1 && key.name.first == "F" && Int(key.name.dropFirst()) != nil
    let shift = isFunctionKey && key.modifiers.contains(.shift) ? "shift+" : ""
    let control = key.modifiers.contains(.control) ? "ctrl+" : ""
    return control + shift + key.name
  }
}

extension LabKeys {
  /// The keys of every lab window.
  static let everyWindow = [
    Row(keys: ["F2"], command: .saveTake, help: "save what just happened", label: "F2"),
    Row(keys: ["F9"], command: .mark, help: "mark now", label: "F9"),
    Row(keys: ["F4"], command: .togglePanel(.curves), help: "curves", label: "F4"),
    Row(keys: ["question", "F1"], command: .showKeys, help: "these keys", label: "?  F1"),
    Row(
      keys: ["f", "F11"], command: .toggleFullscreen, help: "full screen", label: "f  F11"),
    Row(keys: ["Escape"], command: .escape, help: "leave full screen", label: "Esc"),
    Row(keys: ["q", "ctrl+q", "ctrl+w"], command: .quit, help: "quit", label: "q"),
  ]

  /// The keys of a replay.
  static let replay = Self(
    [
      Row(
        keys: ["space", "Return", "KP_Enter"], command: .togglePlaying, help: "play, pause",
        label: "Space  Return"),
      Row(keys: ["comma"], command: .step(-1), help: "a frame back", label: ",", repeats: true),
      Row(keys: ["period"], command: .step(1), help: "a frame on", label: ".", repeats: true),
      Row(keys: ["bracketleft"], command: .halveSpeed, help: "half the speed", label: "["),
      Row(keys: ["bracketright"], command: .doubleSpeed, help: "double the speed", label: "]"),
      Row(keys: ["backslash"], command: .realSpeed, help: "real speed", label: "\\"),
      Row(
        keys: ["braceleft"], command: .previousMoment,
        help: "the last mark, touch or phase before", label: "{", repeats: true),
      Row(
        keys: ["braceright"], command: .nextMoment, help: "the next mark, touch or phase",
        label: "}", repeats: true),
      Row(keys: ["A"], command: .toggleAsSeen, help: "as seen, exact", label: "A"),
      Row(
        keys: ["F12"], command: .nextComparison, help: "A/B: off, wipe, ghost", label: "F12"),
      Row(keys: ["U"], command: .takeOver, help: "go on by hand from here, and back", label: "U"),
      Row(keys: ["a"], command: .toggleFilter, help: "interpolation", label: "a"),
    ] + everyWindow)
}
