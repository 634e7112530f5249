import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell

/// The commands of the viewer and their keys.
enum KeyMap {
  typealias Row = CommandTable<KeyCommand>.Row

  /// All commands of the viewer, under the headings of the list of commands.
  static let groups: [(title: String, rows: [Row])] = [
    ("Pictures", turning), ("Zoom", motions.filter { $0.command.isZoom }), ("View", looking),
    ("Scroll", motions.filter { !$0.command.isZoom }), ("Recording and lab", recording),
    ("Window", leaving),
  ]

  /// All commands of the viewer.
  static let table = CommandTable(groups.flatMap(\.rows))

  /// Returns the command of a key.
  static func command(for key: Input.Key) -> KeyCommand? {
    table.command(for: key)
  }

  /// Returns the command of a name.
  static func command(named name: String) -> KeyCommand? { named[name] }

  private static let named = Dictionary(
    uniqueKeysWithValues: table.rows.map { ($0.name, $0.command) })

  private static let motions = MotionKeys.rows.map { row in
    Row(.move(row.command), row.name, row.summary, row.bindings)
  }

  private static let turning: [Row] = [
    Row(
      .go(.next), "next", "Go to the next picture.", keys: "n", "space", "Next", "KP_Next",
      "button9"),
    Row(
      .go(.previous), "previous", "Go to the previous picture.", keys: "p", "BackSpace", "Prior",
      "KP_Prior", "button8"),
    Row(.go(.first), "first", "Go to the first picture.", keys: "Home", "KP_Home", "g"),
    Row(.go(.last), "last", "Go to the last picture.", keys: "End", "KP_End", "G"),
    Row(
      .turnPage(forward: true), "next-page", "Go to the next page or frame of the file.",
      keys: "period"),
    Row(
      .turnPage(forward: false), "previous-page", "Go to the previous page or frame of the file.",
      keys: "comma"),
    Row(
      .togglePlayback, "play", "Play or pause the animation.",
      [KeyBinding("space", .control)]),
    Row(.reload, "reload", "Reload the file.", keys: "r", "F5"),
    Row(
      .toggleOverview, "overview", "Show the overview, or open its selected picture.",
      keys: "Return", "KP_Enter", "t"),
    Row(.toggleStrip, "strip", "Show or hide a strip of thumbnails.", keys: "T"),
    Row(.toggleSlideshow, "slideshow", "Start or stop a slideshow.", keys: "s"),
    Row(.toggleMark, "mark", "Mark or unmark the picture.", keys: "v"),
    Row(.unmarkAll, "unmark-all", "Unmark all pictures.", keys: "V"),
    Row(.compare, "compare", "Compare the two marked pictures.", keys: "C"),
    Row(
      .open(.files), "open", "Choose files to open.", [KeyBinding("o", .control)]),
    Row(
      .open(.folders), "open-folder", "Choose folders to open.",
      [KeyBinding("O", [.control, .shift])]),
    Row(
      .goTo, "go-to", "Go to a pixel, picture number, page or name.",
      [KeyBinding("g", .control)]),
    Row(
      .paste, "paste", "Open the files or picture on the clipboard.",
      [KeyBinding("v", .control)]),
    Row(
      .copy(.picture), "copy", "Copy the selection, or the picture and its file.",
      [KeyBinding("c", .control)]),
    Row(
      .copy(.name), "copy-name", "Copy the name of the file.",
      [KeyBinding("C", [.control, .shift])]),
    Row(
      .save, "save", "Save the selection, or the visible part, to a file.",
      [KeyBinding("s", .control)]),
    Row(.selectAll, "select-all", "Select the whole picture.", [KeyBinding("a", .control)]),
    Row(
      .moveToTrash, "trash", "Move the file to the trash (press twice).",
      keys: "Delete", "KP_Delete"),
    Row(
      .toggleLock, "lock", "Keep zoom and position for all pictures.",
      [KeyBinding("l", .control)]),
  ]

  private static let looking: [Row] = [
    Row(
      .turn(.turnedRight), "turn-right", "Rotate the picture right.",
      [KeyBinding("greater"), KeyBinding("r", .control)]),
    Row(
      .turn(.turnedLeft), "turn-left", "Rotate the picture left.",
      [KeyBinding("less"), KeyBinding("R", [.control, .shift])]),
    Row(
      .turn(.flippedHorizontally), "flip-horizontally", "Flip the picture horizontally.",
      keys: "bar"),
    Row(
      .turn(.flippedVertically), "flip-vertically", "Flip the picture vertically.",
      keys: "underscore"),
    Row(
      .window(.toggleFullscreen), "fullscreen", "Enter or leave full screen.", keys: "f", "F11"),
    Row(.toggleFilter, "interpolation", "Switch nearest and linear interpolation.", keys: "a"),
    Row(
      .toggleMinimap(stays: false), "minimap", "Show or hide a minimap while the picture moves.",
      keys: "m"),
    Row(
      .toggleMinimap(stays: true), "keep-minimap", "Show or hide a permanent minimap.", keys: "M"),
    Row(.toggleReading, "pixel", "Show or hide the pixel's position and color.", keys: "x"),
    Row(.copyReading, "copy-pixel", "Copy the pixel's position and color.", keys: "y"),
    Row(
      .togglePixelGrid, "pixel-grid", "Show or hide the lines between enlarged pixels.",
      keys: "numbersign"),
    Row(
      .toggleTone, "tone",
      "Stretch the tone of more than 8 bits, or show it as stored; change the exposure of HDR.",
      keys: "w"),
    Row(.changeBackground, "background", "Change the color around the picture.", keys: "b"),
    Row(.changeTransparency, "transparency", "Change what transparent pixels show.", keys: "B"),
    Row(.toggleCaption, "caption", "Show or hide the name and number of the picture.", keys: "c"),
    Row(
      .window(.togglePanel(.information)), "information",
      "Show or hide information about the picture.",
      [KeyBinding("i", .control), KeyBinding("Return", .alt)]),
    Row(.toggleHUD, "statistics", "Show or hide frame statistics.", keys: "d"),
  ]

  private static let recording: [Row] = [
    Row(.saveTake, "save-take", "Save the current or last take.", keys: "F2"),
    Row(.toggleRecording, "record", "Start or end a recording.", keys: "F3"),
    Row(
      .window(.togglePanel(.curves)), "curves", "Show or hide the curves.", keys: "F4"),
    Row(
      .window(.togglePanel(.parameters)), "parameters", "Show or hide the parameters.", keys: "F6"),
    Row(.window(.togglePanel(.log)), "log", "Show or hide the log of callbacks.", keys: "F7"),
    Row(.toggleTouches, "touches", "Show or hide touch marks.", keys: "F8"),
    Row(.mark, "mark-take", "Add a mark to the take.", keys: "F9"),
  ]

  private static let leaving: [Row] = [
    Row(
      .showCommands, "commands", "Show all commands and their keys.", keys: "question", "F1",
      "Menu", "button3"),
    Row(.escape, "stop", "Stop, deselect, hide information, or leave full screen.", keys: "Escape"),
    Row(
      .window(.quit), "quit", "Quit.",
      [KeyBinding("q"), KeyBinding("q", .control), KeyBinding("w", .control)]),
  ]
}

extension KeyCommand {
  /// True for a command that changes the scale.
  fileprivate var isZoom: Bool {
    switch self {
    case .move(.zoom), .move(.zoomStep): true
    default: false
    }
  }
}
