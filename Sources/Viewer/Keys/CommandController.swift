import OverscrollBrowser
import OverscrollHost
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The list of all commands over the picture.
struct CommandController {
  /// What input has led to.
  enum Outcome {
    /// The key belongs to a command.
    case unhandled
    case handled
    /// The list is closed, and the command is carried out as if its key had been pressed.
    case chosen(KeyCommand, Input.Key)
  }

  /// The commands and their keys.
  let keys: ViewerKeys
  private var sheet: CommandSheet?
  /// The clipboard, for what is typed.
  private var pasteboard: (any Pasteboard)?

  /// Makes the list of some commands, which is hidden.
  init(_ keys: ViewerKeys) { self.keys = keys }

  /// True while the list is shown.
  var isShown: Bool { sheet != nil }

  /// Shows the list of what can be done on a page; returns a message where there is no room for it.
  mutating func show(
    _ availability: CommandAvailability, in room: Room, pasteboard: any Pasteboard
  ) -> String? {
    guard CommandSheet.fits(in: room.size) else {
      return "The window is too small to show the commands."
    }
    self.pasteboard = pasteboard
    sheet = CommandSheet(
      keys.groups.flatMap { group in
        group.rows.filter { $0.command != .showCommands }.map { row in
          CommandItem(
            name: row.name, group: group.title, title: row.summary.withoutPeriod,
            keys: KeyList.labels(of: row.bindings), isEnabled: availability.allows(row.command))
        }
      })
    return nil
  }

  /// Removes the list; returns whether it was shown.
  @discardableResult
  mutating func hide() -> Bool {
    defer { sheet = nil }
    return isShown
  }

  /// How the list looks; `nil` while it is hidden, as it is once there is no room for it.
  mutating func layer(in room: Room) -> OverlayLayer? {
    if !CommandSheet.fits(in: room.size) { hide() }
    sheet?.layOut(in: room.size, displayScale: room.scale)
    return sheet?.layer
  }

  /// True while the list moves by itself.
  var needsAdvance: Bool { sheet?.needsAdvance == true }

  func advance(to time: Double) { sheet?.advance(to: time) }
}

// MARK: - Input

extension CommandController {
  /// Handles input in points of the window; a click beside the list removes it.
  mutating func send(_ event: ScrollEngine.Event, at time: Double) -> Outcome {
    guard let sheet else { return .unhandled }
    if case .touch(let touch) = event, touch.phase == .began, !sheet.frame.contains(touch.location)
    {
      hide()
      return .handled
    }
    return outcome(sheet.send(event.mapped { $0 - sheet.frame.origin }), at: time)
  }

  /// Follows the pointer, in points of the window.
  func point(at location: Point?) {
    guard let sheet else { return }
    sheet.point(at: location.map { $0 - sheet.frame.origin })
  }

  /// Handles a key: those that type or edit narrow the list, and those that mean the same in every field remove it.
  mutating func handle(_ key: Input.Key) -> Outcome {
    guard let sheet else { return .unhandled }
    guard key.action != .released else { return .handled }
    let command = keys.table.command(for: key)
    if key.name == "Escape" || command == .showCommands && (key.name != "question" || isEmpty) {
      if key.action == .pressed { hide() }
      return .handled
    }
    if command != nil, FieldController.isCommand(key) {
      hide()
      return .unhandled
    }
    if key.name == "v", key.modifiers == .control {
      pasteboard?.requestString()
      return .handled
    }
    return outcome(sheet.press(EventTranslation.key(key)), at: key.time)
  }

  private var isEmpty: Bool { sheet?.isQueryEmpty == true }

  /// Handles text that was typed or pasted; returns `false` if the list is hidden, or nothing was pasted.
  mutating func type(_ text: Input) -> Bool {
    guard let sheet else { return false }
    guard case .text(let text) = text else { return true }
    switch text.content {
    case .committed("?") where isEmpty: hide()
    case .committed(let string), .pasted(let string): sheet.type(string)
    case .composing: break
    case .notPasted: return false
    }
    return true
  }

  private mutating func outcome(_ outcome: CommandSheet.Outcome, at time: Double) -> Outcome {
    guard case .chosen(let item) = outcome,
      let row = keys.table.rows.first(where: { $0.name == item.name })
    else { return .handled }
    hide()
    // A command that no key gives comes from a key without a name.
    return .chosen(row.command, (row.bindings.first ?? KeyBinding("")).event(at: time))
  }
}

extension String {
  fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
