package import OverscrollDrawing
package import OverscrollHost
package import ScrollEngine
package import ScrollGeometry

/// A list of all commands with their keys over the picture, which typing narrows.
///
/// It lies in the middle of the window, and scrolls in an engine window of its own.
package final class CommandSheet {
  /// A line of the list: a heading, or a command that can be selected.
  enum Line: Hashable {
    case heading(String)
    case item(CommandItem)
  }

  /// The height of a line, in points. [C]
  static let lineHeight = 30.0

  private let items: [CommandItem]
  /// The search field.
  let field = TextField()
  /// Whether nothing is typed into the search field.
  package var isQueryEmpty: Bool { field.text.isEmpty }
  /// The lines that match the query.
  private(set) var lines: [Line] = []
  /// The index of the line that Return chooses; `nil` if no command can be done.
  private(set) var selection: Int?
  /// The place in the window, in points.
  package private(set) var frame = Rect.zero
  let list = ScrollView()
  /// The height with room for all commands, in points, and for those that match.
  private var (wholeHeight, height) = (0.0, 0.0)
  private let panel = EnginePanel()
  private var tapped: CommandItem?

  /// The height of the search field, and the largest size of the sheet, in points. [C]
  static let (fieldHeight, largest) = (46.0, Size(width: 600, height: 720))

  /// The height of the line that says that nothing matches, in points. [C]
  private static let emptyHeight = 44.0

  /// The size of a window with room for the search field and a command, in points. [C]
  private static let smallest = Size(width: 120, height: 96)

  /// Returns whether a window of a size in points has room for the list.
  package static func fits(in room: Size) -> Bool {
    room.width >= smallest.width && room.height >= smallest.height
  }

  package init(_ items: [CommandItem]) {
    self.items = items
    field.font = FieldFont(Font(size: CommandSheet.theme.querySize), scale: 1)
    field.addAction(for: .editingChanged) { [weak self] in self?.queryDidChange() }
    for view in [field, list] { panel.window.addSubview(view) }
    field.becomeFirstResponder()
    let tap = TapGestureRecognizer { [weak self] tap in
      guard let self, tap.state == .recognized else { return }
      if let index = index(at: tap.location(in: list)) { tapped = item(at: index) }
    }
    tap.cancelsTouchesInView = false
    list.addGestureRecognizer(tap)
    queryDidChange()
    wholeHeight = height
  }

  /// Gives the sheet its place in a window of a size in points.
  package func layOut(in room: Size, displayScale: Double) {
    let margin = min(room.width, room.height) < 320 ? 8.0 : 24
    let highest = max(min(Self.largest.height, wholeHeight, room.height - 2 * margin), 1)
    let size = Size(
      width: max(min(Self.largest.width, room.width - 2 * margin), 1).rounded(.down),
      height: min(highest, height).rounded(.down))
    // What is typed stays in its place while the list becomes shorter.
    let origin = Point(
      ((room.width - size.width) / 2).rounded(), ((room.height - highest) / 2).rounded())
    guard frame != Rect(origin: origin, size: size) else { return }
    frame = Rect(origin: origin, size: size)
    panel.size = size
    let padding = CommandSheet.theme.padding - TextField.textInset
    field.frame = Rect(
      x: padding, y: 0, width: max(size.width - 2 * padding, 1), height: Self.fieldHeight)
    list.displayScale = displayScale
    list.frame = Rect(
      x: 0, y: Self.fieldHeight, width: size.width, height: max(size.height - Self.fieldHeight, 1))
    layOutLines()
  }

  /// The clipboard.
  package var pasteboard: (any Pasteboard)? {
    get { panel.window.pasteboard }
    set { panel.window.pasteboard = newValue }
  }

  /// Whether the list moves by itself.
  package var needsAdvance: Bool { panel.needsAdvance }

  package func advance(to time: Double) { panel.advance(to: time) }
}

// MARK: - Lines

extension CommandSheet {
  private func queryDidChange() {
    let matches = items.filter { $0.matches(field.text) }
    lines = []
    var group: String?
    for item in ranked(matches.filter(\.isEnabled)) {
      if item.group != group, !item.group.isEmpty { lines.append(.heading(item.group)) }
      group = item.group
      lines.append(.item(item))
    }
    let others = matches.filter { !$0.isEnabled }
    if !others.isEmpty { lines.append(.heading("Not possible now")) }
    lines += others.map(Line.item)
    layOutLines()
    height = Self.fieldHeight + max(list.contentSize.height, Self.emptyHeight)
    list.contentOffset = .zero
    selection = lines.indices.first(where: canSelect)
  }

  /// Puts what begins with the query before what has it elsewhere, and its groups before others.
  private func ranked(_ matches: [CommandItem]) -> [CommandItem] {
    let query = field.text.lowercased()
    func begins(_ item: CommandItem) -> Bool { item.title.lowercased().hasPrefix(query) }
    guard !query.isEmpty, matches.contains(where: begins) else { return matches }
    let ordered = matches.filter(begins) + matches.filter { !begins($0) }
    var groups: [String] = []
    for item in ordered where !groups.contains(item.group) { groups.append(item.group) }
    return groups.flatMap { group in ordered.filter { $0.group == group } }
  }

  private func layOutLines() {
    let height = lines.isEmpty ? 0 : Self.top(of: lines.count) + 8
    list.contentSize = Size(width: frame.width, height: height)
  }

  private func item(at index: Int) -> CommandItem? {
    if case .item(let item) = lines[index] { item } else { nil }
  }

  private func canSelect(_ index: Int) -> Bool { item(at: index)?.isEnabled == true }

  /// Returns the index of the line at a place of the list.
  private func index(at place: Point) -> Int? {
    let index = Int((place.y / Self.lineHeight).rounded(.down))
    return lines.indices.contains(index) ? index : nil
  }

  /// The top of a line in the list.
  static func top(of index: Int) -> Double { Double(index) * lineHeight }

  /// The lines that are visible.
  var visibleLines: Range<Int> {
    let top = list.presentationOffset.y
    let end = ((top + list.bounds.height) / Self.lineHeight).rounded(.up)
    return (Int((top / Self.lineHeight).rounded(.down))..<Int(end)).clamped(to: lines.indices)
  }
}

// MARK: - Input

extension CommandSheet {
  /// Handles input in points of the sheet.
  ///
  /// - Returns: The command that was chosen.
  package func send(_ event: Event) -> CommandItem? {
    if case .touch(let touch) = event, touch.phase == .began { point(at: touch.location) }
    panel.send(event)
    defer { tapped = nil }
    return tapped?.isEnabled == true ? tapped : nil
  }

  /// Selects the command under the pointer, in points of the sheet.
  package func point(at location: Point?) {
    guard let location, list.frame.contains(location),
      let index = index(at: list.convert(location, from: nil)), canSelect(index)
    else { return }
    selection = index
  }

  /// Handles a key other than Escape.
  ///
  /// - Returns: The command that was chosen.
  package func press(_ key: KeyEvent) -> CommandItem? {
    panel.advance(to: key.timestamp)
    let page = max(1, Int(list.bounds.height / Self.lineHeight) - 1)
    switch key.key {
    case "Return", "KP_Enter": return selection.flatMap(item)
    case "Up", "KP_Up", "ISO_Left_Tab": move(by: -1)
    case "Down", "KP_Down", "Tab": move(by: 1)
    case "Prior", "KP_Prior": move(by: -page)
    case "Next", "KP_Next": move(by: page)
    case "Home", "KP_Home": move(by: -lines.count)
    case "End", "KP_End": move(by: lines.count)
    default: panel.send(.key(key))
    }
    return nil
  }

  /// Moves the selection over commands that can be done.
  private func move(by count: Int) {
    let stops = lines.indices.filter(canSelect)
    guard let selection, let place = stops.firstIndex(of: selection) else { return }
    let target = min(max(place + count, 0), stops.count - 1)
    self.selection = stops[target]
    // What cannot be selected comes into sight with what follows it.
    let bottom = Self.top(of: stops[target] + 1) + 8
    let above = target > 0 ? Self.top(of: stops[target - 1] + 1) : 0
    let top = max(above, bottom - list.bounds.height)
    list.scrollRectToVisible(
      Rect(x: 0, y: top, width: 1, height: bottom - top),
      animated: abs(count) == 1)
  }
}

/// A command in a list of commands.
package struct CommandItem: Hashable, Sendable {
  /// Its name in key files, such as `zoom-in`.
  package let name: String
  /// The heading it is listed under.
  package let group: String
  /// What it does, as a short phrase.
  package let title: String
  /// The keys that give it.
  package let bindings: [KeyBinding]
  /// Those keys as keyboards label them.
  let keys: [String]
  /// Other words for it.
  private let words: String
  /// Whether it can be done now.
  package let isEnabled: Bool

  /// Makes an item; `summary` is what it does, as a sentence.
  package init(
    name: String, group: String = "", summary: String, bindings: [KeyBinding], words: String = "",
    isEnabled: Bool = true
  ) {
    self.name = name
    self.group = group
    title = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    (self.bindings, self.words) = (bindings, words)
    keys = KeyBinding.labels(of: bindings)
    self.isEnabled = isEnabled
  }

  /// Returns whether each word of a query is part of the title, the heading or the name, or is a key.
  func matches(_ query: String) -> Bool {
    let text = "\(title) \(group) \(name) \(words)".lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { word in
      text.contains(word) || keys.contains { $0.lowercased() == word }
    }
  }
}

extension CommandSheet {
  /// How the sheet looks now.
  package var picture: Picture {
    let offset = list.presentationOffset.y
    let rows = visibleLines.map { index in
      Picture.Row(
        line: lines[index], top: Self.top(of: index) - offset, isSelected: index == selection)
    }
    let indicator = list.verticalScrollIndicator
    return Picture(
      frame: frame, list: list.frame, field: field.frame,
      query: FieldText(of: field), rows: rows,
      indicator: indicator.opacity > 0 ? indicator.frame : nil, opacity: indicator.opacity)
  }

  /// Everything that is visible of the sheet.
  package struct Picture: Hashable, Sendable {
    /// A line and its top in the list.
    struct Row: Hashable, Sendable {
      var line: Line
      var top: Double
      var isSelected: Bool
    }

    package var frame: Rect
    /// The place of the list in the sheet.
    var list: Rect
    /// The place of the search field in the sheet, and what is typed into it.
    var field: Rect
    var query: FieldText
    var rows: [Row]
    var indicator: Rect?
    var opacity: Double
  }
}

extension CommandSheet.Picture {
  private static let theme = CommandSheet.theme

  package func draw(on canvas: Canvas) {
    let theme = Self.theme
    canvas.saved {
      canvas.concatenate(AffineTransform(translationX: frame.minX, y: frame.minY))
      let sheet = Rect(origin: .zero, size: frame.size)
      Plate(sheet, cornerRadius: theme.radius, color: theme.sheet).draw(on: canvas)
      drawField(on: canvas)
      canvas.saved {
        canvas.clip(to: list)
        if rows.isEmpty { drawEmpty(on: canvas) }
        for row in rows { draw(row, on: canvas) }
        if let indicator {
          canvas.fill(
            indicator.offset(by: list.origin), cornerRadius: indicator.width / 2,
            with: theme.indicator.withOpacity(opacity))
        }
      }
    }
  }

  private func drawField(on canvas: Canvas) {
    let theme = Self.theme
    let font = Font(size: theme.querySize)
    let baseline = canvas.baseline(of: font, centeredAt: field.center.y)
    canvas.saved {
      canvas.clip(to: field.insetBy(dx: TextField.textInset - 1, dy: 0))
      if query.isEmpty {
        canvas.draw(
          canvas.elided(
            "Search commands", font: font, width: field.width - 2 * TextField.textInset,
            atEnd: true),
          at: Point(theme.padding + 4, baseline), font: font, color: theme.placeholder)
      }
      query.draw(
        on: canvas, at: field.origin, baseline: baseline, font: font, color: theme.text, scale: 1)
    }
    canvas.fill(
      Rect(x: 0, y: field.maxY - 1, width: frame.width, height: 1), with: theme.line)
  }

  private func drawEmpty(on canvas: Canvas) {
    let theme = Self.theme
    canvas.draw(
      "No command matches.", at: Point(theme.padding, list.minY + 26),
      font: Font(size: theme.textSize), color: theme.heading)
  }

  private func draw(_ row: Row, on canvas: Canvas) {
    let theme = Self.theme
    let place = Rect(
      x: 0, y: list.minY + row.top, width: frame.width, height: CommandSheet.lineHeight)
    switch row.line {
    case .heading(let title):
      canvas.draw(
        title, at: Point(theme.padding, place.maxY - 8),
        font: Font(size: theme.headingSize, isBold: true), color: theme.heading)
    case .item(let item): draw(item, in: place, isSelected: row.isSelected, on: canvas)
    }
  }

  private func draw(
    _ item: CommandItem, in place: Rect, isSelected: Bool, on canvas: Canvas
  ) {
    let theme = Self.theme
    if isSelected {
      canvas.fill(place.insetBy(dx: 6, dy: 1), cornerRadius: 5, with: theme.selection)
    }
    let color =
      isSelected ? theme.selectedText : item.isEnabled ? theme.text : theme.disabled
    let font = Font(size: theme.textSize)
    let end = theme.padding + canvas.measure(item.title, font: font).width + theme.gap
    let left = drawKeys(of: item, in: place, isSelected: isSelected, after: end, on: canvas)
    let title = canvas.elided(
      item.title, font: font, width: left - theme.padding - theme.gap, atEnd: true)
    canvas.draw(title, x: theme.padding, middle: place.center.y, font: font, color: color)
  }

  /// The width that a title has before a key that is beside it, in points. [C]
  private static let titleWidth = 150.0

  /// Draws as many keys as fit between the title and the right edge, but at least one where a title has some room beside it; returns
  /// where they begin.
  private func drawKeys(
    of item: CommandItem, in place: Rect, isSelected: Bool, after title: Double,
    on canvas: Canvas
  ) -> Double {
    let theme = Self.theme
    let font = Font(size: theme.keySize)
    let baseline = canvas.baseline(of: font, centeredAt: place.center.y)
    let widths = item.keys.map { max(canvas.measure($0, font: font).width + 10, 20).rounded(.up) }
    let end = place.width - theme.padding
    var left = end
    var count = 0
    let least = min(title, theme.padding + Self.titleWidth)
    while count < widths.count, left - widths[count] - 4 >= (count == 0 ? least : title) {
      left -= widths[count] + 4
      count += 1
    }
    var x = left + 4
    for (key, width) in zip(item.keys, widths).prefix(count) {
      let cap = Rect(x: x, y: place.center.y - 9, width: width, height: 18)
      canvas.fill(cap, cornerRadius: 4, with: isSelected ? theme.selectedKey : theme.key)
      let text = canvas.measure(key, font: font).width
      canvas.draw(
        key, at: Point(cap.center.x - text / 2, baseline), font: font,
        color: isSelected
          ? theme.selectedText : item.isEnabled ? theme.keyText : theme.disabled)
      x += width + 4
    }
    return left
  }
}

extension CommandSheet {
  /// The list of commands: its colors, the corner radius, the padding, the font sizes, and the distance of keys from
  /// a title, in points.
  static let theme = (
    // Opaque: the rows of a menu would show through the one that it opens.
    sheet: Color(white: 0.1), line: Color(white: 1, alpha: 0.12),
    text: DarkTheme.text, placeholder: Color(white: 1, alpha: 0.55), heading: DarkTheme.faintText,
    disabled: Color(white: 1, alpha: 0.32), selection: Color(0x2F6FE0),
    selectedText: Color.white, key: Color(white: 1, alpha: 0.1),
    selectedKey: Color(white: 0, alpha: 0.2), keyText: DarkTheme.softText,
    indicator: Color(white: 1, alpha: 0.5), radius: 10.0, padding: 18.0, querySize: 15.0,
    textSize: 13.0, headingSize: 11.0, keySize: 11.0, gap: 12.0
  )
}

// MARK: - The list of a window

/// The list of a window's commands over its content, while it is shown.
package struct CommandList {
  /// What input has led to.
  package enum Outcome {
    /// The key belongs to a command.
    case unhandled
    case handled
    /// The list is closed, and the command is carried out as if a key had given it.
    case chosen(CommandItem)
  }

  /// The keys that show the list in every kind of window, and remove it.
  package static let bindings = [KeyBinding("question"), KeyBinding("F1")]

  private var sheet: CommandSheet?

  package init() {}

  /// True while the list is shown.
  package var isShown: Bool { sheet != nil }

  /// Shows commands; returns a message where there is no room for them.
  package mutating func show(
    _ items: [CommandItem], in room: Room, pasteboard: any Pasteboard
  ) -> String? {
    guard CommandSheet.fits(in: room.size) else {
      return "The window is too small to show the commands."
    }
    sheet = CommandSheet(items)
    sheet?.pasteboard = pasteboard
    return nil
  }

  /// Removes the list; returns whether it was shown.
  @discardableResult
  package mutating func hide() -> Bool {
    defer { sheet = nil }
    return isShown
  }

  /// How the list looks in its room; `nil` while it is hidden, as it is once there is no room for it.
  package mutating func picture(in room: Room) -> CommandSheet.Picture? {
    if !CommandSheet.fits(in: room.size) { hide() }
    sheet?.layOut(in: room.size, displayScale: room.scale)
    return sheet?.picture
  }

  /// True while the list moves by itself.
  package var needsAdvance: Bool { sheet?.needsAdvance == true }

  package func advance(to time: Double) { sheet?.advance(to: time) }

  /// Handles input in points of the room; a click beside the list removes it.
  package mutating func send(_ event: Event) -> Outcome {
    guard let sheet else { return .unhandled }
    if case .touch(let touch) = event, touch.phase == .began, !sheet.frame.contains(touch.location)
    {
      hide()
      return .handled
    }
    return outcome(sheet.send(event.mapped { $0 - sheet.frame.origin }))
  }

  /// Follows the pointer, in points of the room.
  package func point(at location: Point?) {
    guard let sheet else { return }
    sheet.point(at: location.map { $0 - sheet.frame.origin })
  }

  /// Handles a key: those that type or edit narrow the list.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - toggles: True for a key that shows the list; it removes it, unless it types a question mark.
  ///   - isCommand: True for a key that means the same in every field; it removes the list, and remains a command.
  /// - Returns: The outcome.
  package mutating func handle(_ key: Input.Key, toggles: Bool, isCommand: Bool) -> Outcome {
    guard let sheet else { return .unhandled }
    guard key.action != .released else { return .handled }
    if key.name == "Escape" || toggles && (key.name != "question" || sheet.isQueryEmpty) {
      if key.action == .pressed { hide() }
      return .handled
    }
    if isCommand {
      hide()
      return .unhandled
    }
    return outcome(sheet.press(EventTranslation.key(key)))
  }

  /// Handles text that was typed or pasted; returns `false` if the list is hidden, or nothing was pasted.
  package mutating func type(_ text: Input) -> Bool {
    guard let sheet else { return false }
    guard case .text(let text) = text else { return true }
    switch text.content {
    case .committed("?") where sheet.isQueryEmpty: hide()
    case .notPasted: return false
    case .committed, .composing, .pasted:
      if let event = EventTranslation.text(text) { _ = sheet.send(event) }
    }
    return true
  }

  private mutating func outcome(_ item: CommandItem?) -> Outcome {
    guard let item else { return .handled }
    hide()
    return .chosen(item)
  }
}
