import ArgumentParser
import OverscrollBase
import OverscrollDrawing
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Synchronization
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

/// The viewer in a window without a display, and a hand on its mouse and keyboard.
final class HeadlessViewer {
  let window: HeadlessWindow
  let input: HeadlessInput
  private let opened: OpenWindow
  private let opener: HeadlessOpener
  var host: HeadlessHost { window.host }

  private init(_ opener: HeadlessOpener, _ open: () throws -> OpenWindow) throws {
    self.opener = opener
    opened = try opener.perform(open)
    window = HeadlessWindow(opened.controller, on: opener)
    input = HeadlessInput(window)
    try window.settle()
  }

  /// Opens the window that a command line asks for, on a display that is prepared before.
  convenience init(
    _ arguments: [String], size: PixelSize = PixelSize(width: 1280, height: 800),
    scale: Double = 1, rate: Double = 60, prepare: (HeadlessHost) -> Void = { _ in }
  ) throws {
    let opener = HeadlessOpener(try HeadlessHost(size, scale: scale, rate: rate))
    prepare(opener.host)
    guard let command = try Self.command(in: arguments) as? any OpeningCommand else {
      throw RigError("no window: \(arguments)")
    }
    try self.init(opener) { try command.open(on: opener) }
  }

  /// Opens the window of the viewer without pictures, which remembers what is opened in a file, and starts a program for windows of
  /// other commands.
  convenience init(
    remembering file: String?, _ arguments: [String] = [], starting program: String? = nil,
    size: PixelSize = PixelSize(width: 1280, height: 800), scale: Double = 1,
    prepare: (HeadlessHost) -> Void = { _ in }
  ) throws {
    let opener = HeadlessOpener(try HeadlessHost(size, scale: scale))
    prepare(opener.host)
    guard let command = try Self.command(in: arguments) as? ViewCommand else {
      throw RigError("no window: \(arguments)")
    }
    try self.init(opener) {
      var window = try command.window("Overscroll")
      window.recentFile = file.map { FilePath($0) }
      window.program = program.map { FilePath($0) }
      return try window.open(on: opener)
    }
  }

  /// Opens the window of the viewer with files, whose changes of the view are remembered in a file.
  convenience init(_ command: ViewCommand, rememberingIn file: String) throws {
    let opener = HeadlessOpener(try HeadlessHost(PixelSize(width: 1280, height: 800)))
    try self.init(opener) {
      var window = try command.window("Overscroll")
      (window.memory, window.recentFile, window.viewFile) = (nil, nil, FilePath(file))
      window.folderFile = FilePath(file + "-folder")
      window.markFile = FilePath(file + "-marks")
      return try window.open(command.fileArguments(command.files), on: opener)
    }
  }

  /// A window with two pictures that are bright everywhere, larger than it.
  static func filled(_ arguments: [String] = []) throws -> HeadlessViewer {
    let folder = try PictureFolder(of: 2, width: 2000, height: 1600)
    let viewer = try HeadlessViewer(
      [folder.path, "--zoom", "fill", "--animations", "off"] + arguments)
    if !arguments.contains("--overview") { try viewer.wait(forPicture: 1) }
    return viewer
  }

  deinit { window.close() }

  /// Returns the command in some arguments, for which the files of whoever runs the tests count nothing.
  ///
  /// A debug build of the parser checks all options of the program at each call, for longer than many a test takes. So a list of
  /// options is parsed once, and the files before it are given to the command.
  private static func command(in arguments: [String]) throws -> any ParsableCommand {
    let files = arguments.prefix { $0.hasPrefix("/") }
    var rest = Array(arguments.dropFirst(files.count))
    let name = files.isEmpty ? rest.first : nil
    let others = Overscroll.configuration.subcommands.map { $0._commandName }
    let isViewer = name.map { !others.contains($0) } ?? true
    if isViewer || name == GridCommand._commandName { rest.append("--no-config") }
    let parsed = try commands.withLock { commands in
      if let known = commands[rest] { return known }
      let parsed = ParsedCommand(value: try Overscroll.command(in: rest))
      commands[rest] = parsed
      return parsed
    }
    guard !files.isEmpty, var command = parsed.value as? ViewCommand else { return parsed.value }
    command.files = files.map { FilePath($0) } + command.files
    return command
  }

  private static let commands = Mutex<[[String]: ParsedCommand]>([:])

  /// A command that is copied and never changed.
  private struct ParsedCommand: @unchecked Sendable {
    let value: any ParsableCommand
  }

  /// The title of the window.
  var title: String {
    host.requests.lazy.reversed().compactMap {
      if case .title(let title) = $0 { title } else { nil }
    }
    .first ?? ""
  }

  /// What the window says; `nil` for nothing.
  var message: String? { window.controller.message.text }

  /// The page of pictures that the window has.
  var picturePage: PicturePage {
    get throws { try #require(window.controller.page as? PicturePage) }
  }

  /// The comparison that the window has.
  var comparePage: ComparePage {
    get throws { try #require(window.controller.page as? ComparePage) }
  }

  /// The shape of the pointer.
  var cursor: Cursor {
    host.requests.lazy.reversed().compactMap {
      if case .cursor(let cursor) = $0 { cursor } else { nil }
    }.first ?? .arrow
  }

  /// Closes the window, and does what follows as the program does; returns what it has written to the standard output.
  @discardableResult
  func finish() throws -> String {
    window.close()
    try opener.perform { try opened.show(on: opener) }
    let output = opener.streams.output
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// What would have been written to standard error.
  func readErrors() throws -> String { opener.streams.errors }

  /// The time of the window, in seconds.
  var time: Double { host.time }

  /// Lets time pass.
  func advance(by seconds: Double) throws { try window.advance(by: seconds) }

  /// Hands events to the window.
  func send(_ events: Input...) throws { for event in events { try window.send(event) } }

  /// Drops a file on the window.
  func drop(_ file: FilePath) throws {
    try send(.received(Received(way: .drop, content: .files([file]))))
  }

  /// What the window shows now.
  func look() throws -> Screenshot { try Screenshot(host.surface()) }

  /// Types keys, and waits until `condition` holds for what is shown; returns that.
  @discardableResult
  func wait(
    _ what: String, after keys: String..., until condition: (Screenshot) throws -> Bool
  ) throws -> Screenshot {
    try input.type(keys)
    guard try window.run(until: { try condition(look()) }) else {
      try look().write(to: RunningViewer.artifact("headless-\(UInt32.random(in: 0 ... .max))"))
      throw RigError("Nothing is left to happen: \(what).")
    }
    return try look()
  }

  /// Types keys, and waits until something holds that is not seen.
  func waitUntil(_ what: String, after keys: String..., until condition: () throws -> Bool) throws {
    try input.type(keys)
    guard try window.run(until: condition) else {
      throw RigError("Nothing is left to happen: \(what).")
    }
  }

  /// The script of the only take in a folder, once all of it is written.
  func savedTake(in folder: String) throws -> String {
    var name: String?
    try waitUntil("a saved take") {
      name = TestFolder.names(in: folder).first { $0.hasSuffix(".callbacks") }
      return name != nil
    }
    return "\(folder)/\(name?.dropLast("callbacks".count) ?? "")script"
  }

  /// Draws the window again, whose pixels are lost, as after another window has covered it; returns what is shown then.
  func expose() throws -> Screenshot {
    try lose()
    try window.send(.exposed)
    return try settle()
  }

  /// Has the pixels of the window be lost, which follows from an exposure.
  func lose() throws {
    let size = host.display.size
    let lost = [UInt32](repeating: 0xFF12_3456, count: size.width * size.height)
    let surface = try host.surface()
    lost.withUnsafeBufferPointer {
      _ = surface.replacePixels(with: $0, stride: size.width, size: size)
    }
  }

  /// Types keys, and waits until nothing moves and all work is done; returns what is shown then.
  @discardableResult
  func settle(after keys: String...) throws -> Screenshot {
    try input.type(keys)
    try window.settle()
    return try look()
  }

  /// Types keys, and expects what the window says once nothing moves.
  func expect(
    message: String?, after keys: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try input.type(keys)
    try window.settle()
    #expect(self.message == message, sourceLocation: sourceLocation)
  }

  /// Types keys, and expects the window's title once nothing moves.
  func expect(
    title: String, after keys: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try input.type(keys)
    try window.settle()
    #expect(self.title == title, sourceLocation: sourceLocation)
  }

  /// Waits until the plates have gone that show the scale for a second, and a name for two, and nothing moves.
  @discardableResult
  func settleWithoutPlates() throws -> Screenshot {
    try window.settle()
    try window.advance(by: 2.2)
    return try settle()
  }

  /// Gives the window another size, as its user does.
  func resize(_ width: Int, _ height: Int) throws {
    host.display.size = PixelSize(width: width, height: height)
    try window.send(.resized(host.display.size), .exposed)
  }

  /// The text that another program gets from the clipboard.
  var clipboardText: String { host.clipboard?.text ?? "" }

  /// The picture that another program gets from the clipboard, as a PNG file.
  func clipboardPicture() throws -> [UInt8] {
    var bytes: [UInt8]?
    opener.perform { host.clipboard?.makePicture? { bytes = $0 } }
    _ = try window.run { bytes != nil }
    guard let bytes else { throw RigError("There is no picture on the clipboard.") }
    return bytes
  }

  /// True once the window has closed itself.
  var hasEnded: Bool { !window.isOpen }

  /// Keeps what is shown as a picture for a person to look at.
  func keep(_ name: String) throws { try look().write(to: RunningViewer.artifact(name)) }

  /// Types keys, and waits until picture `number` is in the middle of the window.
  @discardableResult
  func wait(forPicture number: Int, after keys: String...) throws -> Screenshot {
    try input.type(keys)
    let (x, y) = (host.display.size.width / 2, host.display.size.height / 2)
    return try wait("picture \(number)") { shot in
      shot.color(x, y) == PictureFolder.color(number)
    }
  }

  func wait(forTitle title: String, after keys: String...) throws {
    try input.type(keys)
    guard try window.run(until: { self.title == title }) else {
      throw RigError("The title is \(self.title) instead of \(title).")
    }
  }
}

/// A hand on the mouse and the keyboard of a window without a display, with the names of keys that xdotool has.
final class HeadlessInput {
  private let window: HeadlessWindow
  private var place = Point(640, 400)
  private var held: Input.Modifiers = []
  /// The time between two keys or points, in seconds.
  private static let step = 0.005

  init(_ window: HeadlessWindow) { self.window = window }

  private static let modifiers: [String: Input.Modifiers] = [
    "shift": .shift, "ctrl": .control, "control": .control, "alt": .alt, "super": .logo,
  ]

  private func send(_ event: Input) throws {
    try window.send(event)
    try window.advance(by: Self.step)
  }

  private func pointer(_ action: Input.Pointer.Action) throws {
    try window.send(
      .pointer(
        Input.Pointer(time: window.host.time, action: action, position: place, modifiers: held)))
  }

  func move(to point: Point) throws {
    place = point
    window.host.pointer = point
    try pointer(.moved)
    try window.advance(by: Self.step)
  }

  func press(_ button: Int = 1) throws {
    try pointer(.pressed(button: button))
    try window.advance(by: Self.step)
  }

  func release(_ button: Int = 1) throws {
    try pointer(.released(button: button))
    try window.advance(by: Self.step)
  }

  /// Presses at the first point, and moves through the others.
  func drag(_ points: [Point], milliseconds: Int = 8, releases: Bool = true) throws {
    guard let first = points.first else { return }
    place = first
    try pointer(.moved)
    try pointer(.pressed(button: 1))
    for point in points.dropFirst() {
      try window.advance(by: Double(milliseconds) / 1000)
      place = point
      try pointer(.moved)
    }
    window.host.pointer = place
    if releases { try pointer(.released(button: 1)) }
    try window.advance(by: Self.step)
  }

  func click(_ point: Point) throws {
    try move(to: point)
    try click()
  }

  func click(button: Int = 1) throws {
    try press(button)
    try release(button)
  }

  func wheel(_ notches: Int, holding keys: [String] = []) throws {
    let modifiers = keys.reduce(held) { $0.union(Self.modifiers[$1] ?? []) }
    for _ in 0..<abs(notches) {
      try send(
        .wheel(
          Input.Wheel(
            time: window.host.time, notches: Point(0, notches > 0 ? 1 : -1), position: place,
            modifiers: modifiers)))
    }
  }

  func type(_ keys: String...) throws { try type(keys) }

  func type(_ keys: [String]) throws {
    for key in keys {
      try self.key(key, .pressed)
      try self.key(key, .released)
    }
  }

  /// Presses the key of a command, and lets it go.
  func press(_ binding: KeyBinding) throws {
    var event = binding.event(at: window.host.time)
    try send(.key(event))
    event.action = .released
    event.time = window.host.time
    try send(.key(event))
  }

  /// Types keys, and then text as an input method does.
  func type(_ keys: String..., text: String) throws {
    try type(keys)
    for character in text {
      try send(.text(Input.Text(time: window.host.time, content: .committed(String(character)))))
    }
  }

  func hold(_ key: String) throws {
    if let modifier = Self.modifiers[key] {
      held.insert(modifier)
    } else {
      try self.key(key, .pressed)
    }
  }

  func letGo(_ key: String) throws {
    if let modifier = Self.modifiers[key] {
      held.remove(modifier)
      // The window learns of it with the next event.
      try pointer(.moved)
    } else {
      try self.key(key, .released)
    }
  }

  /// Repeats a key that is held, as a keyboard does.
  func `repeat`(_ key: String, times: Int) throws {
    for _ in 0..<times {
      try self.key(key, .repeated)
      // A picture that is opened is there before the next repetition.
      try window.finishWork()
      try window.advance(by: 0.04)
    }
  }

  private func key(_ text: String, _ action: Input.Key.Action) throws {
    var parts = text.split(separator: "+").map(String.init)
    let last = parts.removeLast()
    let modifiers = parts.reduce(held) { $0.union(Self.modifiers[$1] ?? []) }
    let (name, character) = Self.name(last, isShifted: modifiers.contains(.shift))
    // Where text is typed, an input method turns keys into it.
    if window.acceptsText, action != .released, let character,
      modifiers.isSubset(of: .shift)
    {
      return try send(.text(Input.Text(time: window.host.time, content: .committed(character))))
    }
    try send(
      .key(
        Input.Key(
          time: window.host.time, action: action, name: name, shiftedDigit: nil,
          modifiers: modifiers)))
  }

  /// The name of a keysym with Shift applied, and the character that it types; `nil` for none.
  private static func name(_ key: String, isShifted: Bool) -> (String, String?) {
    let names = [
      "period": ".", "comma": ",", "slash": "/", "minus": "-", "plus": "+", "space": " ",
      "question": "?", "less": "<", "greater": ">", "equal": "=", "colon": ":", "at": "@",
      "percent": "%", "underscore": "_", "asciitilde": "~", "numbersign": "#", "semicolon": ";",
      "asterisk": "*", "parenleft": "(", "parenright": ")", "bracketleft": "[",
      "bracketright": "]", "apostrophe": "'", "quotedbl": "\"", "backslash": "\\", "bar": "|",
    ]
    if key.count == 1 {
      let typed = isShifted ? key.uppercased() : key
      return (names.first { $0.value == typed }?.key ?? typed, typed)
    }
    if key == "Tab", isShifted { return ("ISO_Left_Tab", nil) }
    return (key, names[key])
  }
}

extension HeadlessWindow {
  /// True where keys that type text are text.
  fileprivate var acceptsText: Bool {
    for case .acceptText(let isOn) in host.requests.reversed() { return isOn }
    return false
  }
}
