import OverscrollBase
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

  /// Returns the command of a name.
  static func command(named name: String) -> KeyCommand? { named[name] }

  private static let named = Dictionary(
    uniqueKeysWithValues: table.rows.map { ($0.name, $0.command) })

  private static let motions = MotionKeys.rows.map { row in
    Row(.move(row.command), row.name, row.summary, row.bindings).found(by: row.words)
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
    Row(.reload, "reload", "Reload the file.", keys: "r", "F5").found(by: "refresh again update"),
    Row(
      .toggleOverview, "overview", "Show the overview, or open its selected picture.",
      keys: "Return", "KP_Enter", "t"
    ).found(by: "thumbnails gallery browse back"),
    Row(
      .search, "search", "Search the overview for names, stars or marks.",
      [KeyBinding("slash"), KeyBinding("f", .control)]
    ).found(by: "filter rating marked find"),
    Row(.sort(.name), "sort-by-name", "Sort the pictures by name.", [KeyBinding("1", .alt)]),
    Row(
      .sort(.taken), "sort-by-date-taken", "Sort the pictures by the date when they were taken.",
      [KeyBinding("2", .alt)]),
    Row(
      .sort(.time), "sort-by-modified", "Sort the pictures by the date of their files.",
      [KeyBinding("3", .alt)]),
    Row(.sort(.size), "sort-by-size", "Sort the pictures by size.", [KeyBinding("4", .alt)]),
    Row(
      .toggleDays, "group-by-day", "Group pictures by day in the overview, or no longer.",
      [KeyBinding("d", .alt)]
    ).found(by: "date heading section"),
    Row(.reverseOrder, "reverse-order", "Reverse the order.", [KeyBinding("0", .alt)]),
    Row(
      .enclosingFolder, "enclosing-folder", "Go to the enclosing folder in the overview.",
      [KeyBinding("Up", .alt)]),
    Row(
      .lastFolder, "last-folder", "Go back to the last folder in the overview.",
      [KeyBinding("Left", .alt)]),
    Row(.toggleStrip, "strip", "Show or hide a strip of thumbnails.", keys: "T").found(
      by: "filmstrip"),
    Row(.toggleSlideshow, "slideshow", "Start or stop a slideshow.", keys: "s").found(
      by: "play presentation"),
    Row(.toggleMark, "mark", "Mark or unmark the picture.", keys: "v").found(
      by: "favorite tag pick"),
    Row(
      .rate(nil), "rate", "Give the picture 0 to 5 stars, in a file beside it.",
      keys: "asterisk", "KP_Multiply"
    ).found(by: "rating star favorite"),
    Row(.unmarkAll, "unmark-all", "Unmark all pictures.", keys: "V"),
    Row(
      .selectMarked, "select-marked", "Select the marked pictures in the overview.",
      [KeyBinding("A", [.control, .shift])]
    ).found(by: "favorite tag pick"),
    Row(
      .markAgain, "mark-again", "Mark the pictures again that were marked here before.",
      [KeyBinding("v", .alt)]
    ).found(by: "restore favorite tag pick"),
    Row(.compare, "compare", "Compare the marked pictures: two to six.", keys: "C").found(
      by: "difference side by side"),
    Row(
      .open(.files), "open", "Choose files to open.", [KeyBinding("o", .control)]
    ).found(by: "file browse"),
    Row(
      .open(.folders), "open-folder", "Choose folders to open.",
      [KeyBinding("O", [.control, .shift])]
    ).found(by: "directory browse"),
    Row(
      .goTo, "go-to", "Go to a pixel, a place on the map, picture number, page or name.",
      [KeyBinding("g", .control)]
    ).found(by: "jump find"),
    Row(
      .paste, "paste", "Open the files or picture on the clipboard.",
      [KeyBinding("v", .control)]),
    Row(
      .copy(.picture), "copy", "Copy the selection, or the picture and its file.",
      [KeyBinding("c", .control)]
    ).found(by: "clipboard"),
    Row(
      .copy(.name), "copy-name", "Copy the name of the file.",
      [KeyBinding("C", [.control, .shift])]),
    Row(
      .save, "save", "Save the picture, the selection or the visible part to a file.",
      [KeyBinding("s", .control)]
    ).found(by: "export crop write"),
    Row(.selectAll, "select-all", "Select the whole picture.", [KeyBinding("a", .control)]),
    Row(
      .moveToTrash, "trash", "Move the file to the trash (press twice).",
      keys: "Delete", "KP_Delete"
    ).found(by: "delete remove bin"),
    Row(.rename, "rename", "Rename the file.", keys: "F2"),
    Row(
      .chooseFolder(.move), "move-to-folder", "Move the file to another folder.",
      [KeyBinding("m", .alt)]
    ).found(by: "directory sort file into"),
    Row(
      .chooseFolder(.copy), "copy-to-folder", "Copy the file to another folder.",
      [KeyBinding("c", .alt)]
    ).found(by: "directory duplicate"),
    Row(
      .showInFolder, "show-in-folder", "Show the file in the desktop's file manager.",
      [KeyBinding("E", [.control, .shift])]),
    Row(
      .openWith, "open-with", "Open the file with another program.", [KeyBinding("e", .control)]),
    Row(
      .undo, "undo", "Undo the last change to a file or the marks.",
      [KeyBinding("z", .control)]),
    Row(
      .toggleLock, "lock", "Keep zoom and position for all pictures.",
      [KeyBinding("l", .control)]),
  ]

  private static let looking: [Row] = [
    Row(
      .turn(.turnedRight), "turn-right", "Rotate the picture right.",
      [KeyBinding("greater"), KeyBinding("r", .control)]
    ).found(by: "clockwise"),
    Row(
      .turn(.turnedLeft), "turn-left", "Rotate the picture left.",
      [KeyBinding("less"), KeyBinding("R", [.control, .shift])]
    ).found(by: "counterclockwise anticlockwise"),
    Row(
      .turn(.flippedHorizontally), "flip-horizontally", "Flip the picture horizontally.",
      keys: "bar"
    ).found(by: "mirror"),
    Row(
      .turn(.flippedVertically), "flip-vertically", "Flip the picture vertically.",
      keys: "underscore"
    ).found(by: "mirror upside down"),
    Row(
      .keepRotation, "keep-rotation", "Keep the rotation in the file.",
      [KeyBinding("S", [.control, .shift])]),
    Row(
      .window(.toggleFullscreen), "fullscreen", "Enter or leave full screen.", keys: "f", "F11"
    ).found(by: "full screen maximize"),
    Row(.toggleFilter, "interpolation", "Switch nearest and linear interpolation.", keys: "a"),
    Row(
      .toggleMinimap(stays: false), "minimap", "Show or hide a minimap while the picture moves.",
      keys: "m"),
    Row(
      .toggleMinimap(stays: true), "keep-minimap", "Show or hide a permanent minimap.", keys: "M"),
    Row(.toggleReading, "pixel", "Show or hide the pixel's position and color.", keys: "x").found(
      by: "eyedropper picker"),
    Row(.copyReading, "copy-pixel", "Copy the pixel's position and color.", keys: "y"),
    Row(
      .toggleScaleBar, "scale-bar",
      "Show or hide a bar that says how large what is shown is, and the legend of a ramp.",
      [KeyBinding("b", .control)]
    ).found(by: "unit length"),
    Row(.toggleRuler, "ruler", "Measure lengths, angles and areas by dragging.", keys: "R").found(
      by: "distance micrometers tape"),
    Row(
      .togglePixelGrid, "pixel-grid", "Show or hide the lines between enlarged pixels.",
      keys: "numbersign"),
    Row(
      .toggleClipping, "clipping", "Show or hide which pixels are clipped, as stripes.", keys: "z"
    ).found(by: "overexposed underexposed highlights shadows zebra blown"),
    Row(
      .toggleTone, "tone",
      "Stretch the tone of more than 8 bits, or show it as stored; change the exposure of HDR.",
      keys: "w"),
    Row(.changeBackground, "background", "Change the color around the picture.", keys: "b").found(
      by: "dark light white black gray"),
    Row(.changeTransparency, "transparency", "Change what transparent pixels show.", keys: "B"),
    Row(
      .toggleControls, "controls", "Show the controls while the pointer moves, or never.",
      keys: "u"
    ).found(by: "hide toolbar buttons"),
    Row(.toggleCaption, "caption", "Show or hide the name and number of the picture.", keys: "c")
      .found(by: "title"),
    Row(
      .window(.togglePanel(.information)), "information",
      "Show or hide information about the picture.",
      [KeyBinding("i", .control), KeyBinding("Return", .alt)]
    ).found(by: "properties metadata exif details"),
    Row(
      .window(.togglePanel(.channels)), "channels",
      "Show or hide the picture's channels, their colors and ranges.", [KeyBinding("k", .control)]
    ).found(by: "bands stains rgb ramp viridis"),
    Row(.toggleHUD, "statistics", "Show or hide frame statistics.", keys: "d").found(
      by: "hide fps"),
  ]

  private static let recording: [Row] = [
    Row(
      .saveTake, "save-take", "Save the current or last take.", [KeyBinding("F2", .control)]),
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
      .showCommands, "commands", "Show all commands and their keys.", keys: "question", "F1"
    ).found(by: "help keys shortcuts"),
    Row(
      .showMenu, "menu", "Show a menu of what can be done with the picture.",
      [KeyBinding("Menu"), KeyBinding("F10", .shift), KeyBinding("button3")]
    ).found(by: "context"),
    Row(.escape, "stop", "Stop, deselect, hide information, or leave full screen.", keys: "Escape")
      .found(by: "cancel back"),
    Row(
      .window(.quit), "quit", "Quit.",
      [KeyBinding("q"), KeyBinding("q", .control), KeyBinding("w", .control)]
    ).found(by: "close exit leave"),
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

/// A command of the viewer.
enum KeyCommand: Hashable {
  /// Moves or zooms the picture.
  case move(MotionCommand)
  /// Goes to another picture.
  case go(Album.Step)
  /// Goes to the next page or frame of the file, or to the previous one.
  case turnPage(forward: Bool)
  /// Pauses the animation, or lets it play.
  case togglePlayback
  /// Reopens the file that is shown.
  case reload
  /// Turns or flips the picture.
  case turn(Orientation)
  /// Copies the picture and its file, or only the file's name.
  case copy(Copied)
  /// Saves the picture, the selection or the visible part to a file.
  case save
  /// Selects the whole picture.
  case selectAll
  /// Moves the file to the trash if the key is pressed twice.
  case moveToTrash
  /// Moves the file to the trash at once: it was chosen in a menu.
  case trashChosen
  /// Keeps the rotation of the picture in its file.
  case keepRotation
  /// Asks for another name of the file.
  case rename
  /// Asks for the folder that the file is moved or copied to.
  case chooseFolder(FileTransfer.Kind)
  /// Shows the file in its folder, in another program.
  case showInFolder
  /// Has another program open the file.
  case openWith
  /// Opens the file with a program.
  case openIn(DesktopProgram)
  /// Takes back the latest change to a file or the marks.
  case undo
  /// Starts or stops a slideshow.
  case toggleSlideshow
  /// Keeps scale and position from picture to picture, or resets them for each.
  case toggleLock
  /// Shows the files or the picture on the clipboard.
  case paste
  /// Lets the user choose files or folders to open.
  case open(FilePurpose)
  /// Marks the picture, or removes its mark.
  case toggleMark
  /// Gives the picture stars; `nil` to ask for how many.
  case rate(Int?)
  /// Removes all marks of pictures.
  case unmarkAll
  /// Selects the marked pictures in the overview.
  case selectMarked
  /// Marks the pictures again that were marked in an earlier window.
  case markAgain
  /// Compares the two pictures that are marked.
  case compare
  /// Asks for a place to go to.
  case goTo
  /// Asks for a part of the name, and shows the pictures that have it in the overview.
  case search
  /// Goes to the enclosing folder, or back to the one that was left last.
  case enclosingFolder
  case lastFolder
  /// Sorts the pictures.
  case sort(Album.Sort)
  /// Reverses the order of the pictures.
  case reverseOrder
  /// Groups the pictures of the overview by day, or no longer does.
  case toggleDays
  /// Shows the overview, or opens the picture that is selected there.
  case toggleOverview
  /// Shows or hides the strip of thumbnails.
  case toggleStrip
  /// Stops what goes on, or else clears the selection, hides the information, or leaves full screen.
  case escape
  /// Toggles between nearest-neighbor and bilinear interpolation.
  case toggleFilter
  /// Shows a minimap while the picture moves, or permanently if it stays; or hides it.
  case toggleMinimap(stays: Bool)
  /// Shows or hides the position and color of the pixel at the pointer.
  case toggleReading
  /// Copies the position and color of the pixel at the pointer.
  case copyReading
  /// Maps the percentiles of samples of more than 8 bits to black and white, or no longer does.
  case toggleTone
  /// Shows or hides the lines between enlarged pixels.
  case togglePixelGrid
  /// Measures by dragging, or no longer does.
  case toggleRuler
  /// Shows or hides which pixels are clipped.
  case toggleClipping
  /// Shows or hides the bar of a round length.
  case toggleScaleBar
  /// Switches to the next color around the picture.
  case changeBackground
  /// Switches to the next backdrop of transparent pixels.
  case changeTransparency
  /// Shows or hides the name and number of each picture over it.
  case toggleCaption
  /// Toggles the frame statistics.
  case toggleHUD
  /// Shows or hides the marks of touches.
  case toggleTouches
  /// Save the take that is running or ended last.
  case saveTake
  /// Start or end a recording.
  case toggleRecording
  /// Add a mark to the take.
  case mark
  /// Starts a program with the picture, or those that are selected.
  case run(ExternalProgram)
  /// Starts a program once for each marked picture.
  case runForMarked(ExternalProgram)
  /// Does what the page that a window begins with offers.
  case start(StartCommand)
  /// Shows or hides the list of all commands.
  case showCommands
  /// Shows or hides a menu of what can be done with the picture.
  case showMenu
  /// Shows the controls while the pointer moves, or never.
  case toggleControls
  /// A command that the window carries out.
  case window(WindowCommand)

  /// What the page that a window begins with offers besides opening files.
  enum StartCommand: Hashable {
    /// Shows a coordinate grid.
    case grid
    /// Opens a window with the list of test scenes.
    case scenes
    /// Chooses a take, and opens a window that replays it.
    case replay
    /// Opens what was opened before.
    case recent(FilePath)
    /// Forgets what was opened before; `nil` for all of it.
    case forget(FilePath?)
  }

  /// What is copied of a picture.
  enum Copied: Hashable {
    case picture
    case name
  }

  /// True if the command repeats while its key is held.
  var repeats: Bool {
    switch self {
    case .move(let motion): motion.repeats
    case .go(.next), .go(.previous), .turnPage: true
    default: false
    }
  }
}

/// The commands of the viewer and the keys that give them, as key files have changed them.
package struct ViewerKeys: Sendable {
  typealias Row = CommandTable<KeyCommand>.Row

  /// The heading of the programs that keys start.
  static let programs = "Programs"

  /// All commands, under the headings of the list of commands.
  private(set) var groups = KeyMap.groups
  /// All commands.
  private(set) var table = KeyMap.table

  /// The keys without a key file.
  package init() {}

  /// What stands for something of the picture in the arguments of programs, as a part of a sentence.
  package static var placeholders: String { ExternalProgram.Placeholder.list }

  /// The first key of a command as keyboards label it; empty where it has none.
  func label(of command: KeyCommand) -> String { table.label(of: command) }

  /// Binds a key to a command; `nil` for none.
  mutating func bind(_ binding: KeyBinding, to command: KeyCommand?) {
    if case .run(let program) = command { add(program) }
    for group in groups.indices {
      for index in groups[group].rows.indices {
        let row = groups[group].rows[index]
        let isBound = row.bindings.contains(binding)
        guard isBound != (row.command == command) else { continue }
        let bindings = isBound ? row.bindings.filter { $0 != binding } : row.bindings + [binding]
        groups[group].rows[index] = Row(row.command, row.name, row.summary, bindings)
          .found(by: row.words)
      }
    }
    // A program without a key is no command.
    if let last = groups.indices.last, groups[last].title == Self.programs {
      groups[last].rows.removeAll { $0.bindings.isEmpty }
    }
    table = CommandTable(groups.flatMap(\.rows))
  }

  private mutating func add(_ program: ExternalProgram) {
    if groups.last?.title != Self.programs { groups.append((Self.programs, [])) }
    let row = Row(.run(program), program.text, "Run \(program.arguments.spaced).", [])
    let last = groups.count - 1
    if !groups[last].rows.contains(where: { $0.name == row.name }) { groups[last].rows.append(row) }
  }
}

// MARK: - Key files

extension ViewerKeys {
  /// The name of the command of a key that does nothing.
  private static let none = "none"
  /// The name of the command that starts a program.
  private static let exec = "exec"

  /// Binds keys as a key file says.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - keyName: Returns the name that events have for a key, or `nil` where no key has it.
  /// - Returns: What is wrong with it, by the numbers of the lines, from 1; the other lines hold.
  package mutating func read(
    _ text: String, keyName: (String) -> String?
  ) -> [(line: Int, message: String)] {
    var problems: [(line: Int, message: String)] = []
    var lines: [KeyBinding: Int] = [:]
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      do throws(LineProblem) {
        guard let (binding, command) = try Self.parse(line, keyName) else { continue }
        if let earlier = lines[binding] {
          throw LineProblem("\(binding.text) is bound in line \(earlier) already")
        }
        lines[binding] = index + 1
        bind(binding, to: command)
      } catch {
        problems.append((index + 1, error.message))
      }
    }
    return problems
  }

  /// Parses a line; `nil` for one without a binding.
  private static func parse(
    _ line: Substring, _ keyName: (String) -> String?
  ) throws(LineProblem) -> (KeyBinding, KeyCommand?)? {
    let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    let binding = try KeyBinding(parsing: first, canonical: keyName)
    guard words.count > 1 else {
      throw LineProblem("a command is missing after \(first)")
    }
    let argument = words.dropFirst(2).first.map(\.trimmed) ?? ""
    if words[1] == exec { return (binding, .run(try ExternalProgram(parsing: argument))) }
    guard words[1] == none || KeyMap.command(named: words[1]) != nil else {
      throw LineProblem("no such command: \(words[1]); overscroll keys lists them")
    }
    guard argument.isEmpty else { throw LineProblem("\(words[1]) takes no argument") }
    return (binding, KeyMap.command(named: words[1]))
  }

  /// The keys as the lines of a key file.
  package var lines: [String] {
    var lines = ["# BINDING COMMAND [ARGUMENT]"]
    for group in groups {
      lines += ["", "# \(group.title)"]
      for row in group.rows { lines += row.bindings.map { Self.line($0, row.name) } }
    }
    let bound = Set(table.rows.flatMap(\.bindings))
    let unbound = KeyMap.table.rows.flatMap(\.bindings).filter { !bound.contains($0) }
    if !unbound.isEmpty { lines += ["", "# Without a command"] }
    return lines + unbound.map { Self.line($0, Self.none) }
  }

  private static func line(_ binding: KeyBinding, _ command: String) -> String {
    let text = binding.text
    // The commands stand below each other. [C]
    return text + String(repeating: " ", count: max(1, 18 - text.count)) + command
  }
}

extension String {
  fileprivate var trimmed: String {
    String(
      drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension String {
  /// The text with a space for each tab and each other control character, which fonts have no shape for.
  fileprivate var spaced: String {
    String(
      map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } ? " " : $0 })
  }
}
