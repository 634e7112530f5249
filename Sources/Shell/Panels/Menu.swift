package import OverscrollDrawing
package import OverscrollHost
package import ScrollEngine
package import ScrollGeometry

/// A line of a menu.
package indirect enum MenuItem<Choice: Hashable & Sendable>: Hashable, Sendable {
  /// Something that can be chosen: its title, its key, and whether it can be chosen now, and holds now.
  case choice(Choice, title: String, key: String = "", isEnabled: Bool = true, isOn: Bool = false)
  /// Further lines beside it.
  case further(title: String, [MenuItem])
  /// A line between groups.
  case separator

  fileprivate var title: String {
    switch self {
    case .choice(_, let title, _, _, _), .further(let title, _): title
    case .separator: ""
    }
  }

  /// True where it can be chosen, or opened.
  package var isEnabled: Bool {
    switch self {
    case .choice(_, _, _, let isEnabled, _): isEnabled
    case .further(_, let items): items.contains(where: \.isEnabled)
    case .separator: false
    }
  }

  fileprivate var items: [MenuItem]? {
    if case .further(_, let items) = self { items } else { nil }
  }

  /// The height in points. [C]
  fileprivate var height: Double { if case .separator = self { 9 } else { 28 } }
}

/// A menu over a window: the pointer, arrow keys and typing choose a line, and further menus open beside theirs.
///
/// All places are in points of the window. Where a menu is higher than the window it scrolls.
package struct Menu<Choice: Hashable & Sendable> {
  package typealias Item = MenuItem<Choice>

  /// What input has led to.
  package enum Outcome {
    /// The menu is hidden, or the input is not for it.
    case unhandled
    case handled
    /// The menu is closed.
    case chosen(Choice)
  }

  /// Where a menu opens.
  package enum Anchor {
    /// Its corner is at the pointer.
    case pointer(Point)
    /// It lies above or below a control, whichever has more room.
    case control(Rect)
  }

  /// A menu, or one that a line of another has opened.
  private struct Level {
    let items: [Item]
    var frame: Rect
    /// The index of the line under the pointer, or that keys have moved to.
    var selection: Int?
    /// How far it is scrolled, in points.
    var offset = 0.0

    var height: Double { items.reduce(2 * MenuPicture.padding) { $0 + $1.height } }

    /// The place of a line in the window.
    func rect(of index: Int) -> Rect {
      let top = items[..<index].reduce(MenuPicture.padding) { $0 + $1.height }
      return Rect(
        x: frame.minX, y: frame.minY + top - offset, width: frame.width,
        height: items[index].height)
    }

    func index(at place: Point) -> Int? {
      guard frame.contains(place) else { return nil }
      return items.indices.first { rect(of: $0).contains(place) }
    }

    mutating func scroll(by distance: Double) {
      offset = min(max(offset + distance, 0), max(height - frame.height, 0))
    }

    /// Scrolls as far as the selected line needs.
    mutating func reveal() {
      guard let selection else { return }
      let rect = rect(of: selection)
      let room = frame.insetBy(dx: 0, dy: MenuPicture.padding)
      if rect.minY < room.minY { scroll(by: rect.minY - room.minY) }
      if rect.maxY > room.maxY { scroll(by: rect.maxY - room.maxY) }
    }
  }

  private var levels: [Level] = []
  private var room = Size.zero
  /// Where the pointer was last.
  private var pointer: Point?
  /// What was typed, and when the last letter was, in seconds.
  private var typed = (text: "", time: -Double.infinity)
  /// Where the button was pressed that has opened the menu, while it is held.
  private var opening: Point?

  /// The distance from the window's edges, the overlap of a further menu, and how far a held button has to move to choose where it is
  /// released, in points. [C]
  private static var margins: (edge: Double, overlap: Double, slop: Double) { (4, 4, 6) }
  /// The pause after which typing starts again, in seconds. [C]
  private static var typingPause: Double { 1 }

  package init() {}

  package var isShown: Bool { !levels.isEmpty }

  /// Shows a menu.
  ///
  /// - Parameters:
  ///   - items: Its lines.
  ///   - anchor: Where it opens.
  ///   - room: The size of the window.
  ///   - isHeld: True where the button that opens it is held, and may choose by being released.
  package mutating func show(
    _ items: [Item], at anchor: Anchor, in room: Size, isHeld: Bool = false
  ) {
    levels = []
    (self.room, typed) = (room, ("", -.infinity))
    let size = Self.size(of: items, in: room)
    var origin: Point
    switch anchor {
    case .pointer(let place):
      origin = place
      // Above the pointer where there is no room below.
      if place.y + size.height > room.height - Self.margins.edge { origin.y -= size.height }
      opening = isHeld ? place : nil
      pointer = place
    case .control(let rect):
      let isBelow = rect.minY < room.height - rect.maxY
      origin = Point(
        rect.center.x - size.width / 2, isBelow ? rect.maxY + 4 : rect.minY - 4 - size.height)
      (opening, pointer) = (nil, nil)
    }
    levels = [Level(items: items, frame: frame(at: origin, size))]
  }

  /// Removes the menu; returns whether it was shown.
  @discardableResult
  package mutating func hide() -> Bool {
    defer { (levels, opening) = ([], nil) }
    return isShown
  }

  /// Follows the size of the window, in points: a menu belongs to where it was opened, and is removed.
  package mutating func resize(to room: Size) { if room != self.room { hide() } }

  private static func size(of items: [Item], in room: Size) -> Size {
    let width = MenuPicture.width(
      of: items.map { item in
        if case .choice(_, let title, let key, _, _) = item {
          (title, key)
        } else {
          (item.title, "")
        }
      })
    let height = items.reduce(2 * MenuPicture.padding) { $0 + $1.height }
    return Size(
      width: max(min(width, room.width - 2 * margins.edge), 1),
      height: max(min(height, room.height - 2 * margins.edge), 1))
  }

  /// Moves a menu into the window.
  private func frame(at origin: Point, _ size: Size) -> Rect {
    let edge = Self.margins.edge
    return Rect(
      x: max(min(origin.x, room.width - edge - size.width), edge).rounded(),
      y: max(min(origin.y, room.height - edge - size.height), edge).rounded(),
      width: size.width, height: size.height)
  }
}

// MARK: - Input

extension Menu {
  /// Handles input; a press beside the menu removes it.
  package mutating func send(_ event: Event) -> Outcome {
    guard isShown else { return .unhandled }
    switch event {
    case .touch(let touch) where touch.phase == .began:
      point(at: touch.location)
      if !levels.contains(where: { $0.frame.contains(touch.location) }) { hide() }
    case .touch(let touch) where touch.phase == .moved: point(at: touch.location)
    case .touch(let touch) where touch.phase == .ended:
      point(at: touch.location)
      return choose(at: touch.location)
    case .wheel(let wheel): scroll(at: wheel.location, by: wheel.notches.y * 56)
    case .touchpad(let scroll): self.scroll(at: scroll.location, by: -scroll.delta.y)
    default: break
    }
    return .handled
  }

  /// Handles the release of the button that has opened the menu: where it was dragged to a line, that one is chosen.
  package mutating func release(at place: Point) -> Outcome {
    guard isShown, let start = opening else { return .unhandled }
    opening = nil
    guard (place - start).length > Self.margins.slop else { return .handled }
    return choose(at: place)
  }

  private mutating func choose(at place: Point) -> Outcome {
    guard let level = levels.lastIndex(where: { $0.frame.contains(place) }),
      let index = levels[level].index(at: place)
    else { return .handled }
    return choose(index, in: level)
  }

  private mutating func choose(_ index: Int, in level: Int) -> Outcome {
    switch levels[level].items[index] {
    case .choice(let choice, _, _, isEnabled: true, _):
      hide()
      return .chosen(choice)
    case .further: open(index, in: level)
    case .choice, .separator: break
    }
    return .handled
  }

  private mutating func scroll(at place: Point, by distance: Double) {
    guard let level = levels.lastIndex(where: { $0.frame.contains(place) }) else { return }
    levels.removeLast(levels.count - 1 - level)
    levels[level].scroll(by: distance)
    levels[level].selection = nil
    pointer = nil
    point(at: place)
  }

  /// Follows the pointer; `nil` when it has left.
  package mutating func point(at place: Point?) {
    let last = pointer
    pointer = place
    guard isShown, let place, place != last else { return }
    guard let level = levels.lastIndex(where: { $0.frame.contains(place) }) else {
      // The pointer is beside all of them: only a line that has opened a menu stays selected.
      if levels[levels.count - 1].selection.map({ levels[levels.count - 1].items[$0].items == nil })
        == true
      {
        levels[levels.count - 1].selection = nil
      }
      return
    }
    if level < levels.count - 1, let last,
      isApproaching(levels[level + 1].frame, from: last, to: place)
    {
      return
    }
    let index = levels[level].index(at: place)
    guard index != levels[level].selection || level == levels.count - 1 else { return }
    levels.removeLast(levels.count - 1 - level)
    levels[level].selection = index.flatMap { levels[level].items[$0].isEnabled ? $0 : nil }
    if let index, levels[level].items[index].items != nil { open(index, in: level) }
  }

  /// Whether the pointer is on its way to a further menu, and crosses other lines only because of that: it moves within the
  /// triangle to the menu's near corners.
  private func isApproaching(_ frame: Rect, from last: Point, to place: Point) -> Bool {
    let edge = frame.center.x > last.x ? frame.minX : frame.maxX
    let (whole, part) = (edge - last.x, place.x - last.x)
    guard whole != 0, part / whole > 0 else { return false }
    let share = min(part / whole, 1)
    let top = last.y + (frame.minY - last.y) * share
    let bottom = last.y + (frame.maxY - last.y) * share
    return (top - 1...max(bottom + 1, top - 1)).contains(place.y)
  }

  /// Opens the menu of a line beside it, or over it where the window is narrow.
  private mutating func open(_ index: Int, in level: Int) {
    guard let items = levels[level].items[index].items, levels[level].items[index].isEnabled
    else { return }
    levels.removeLast(levels.count - 1 - level)
    levels[level].selection = index
    let (parent, line) = (levels[level].frame, levels[level].rect(of: index))
    let size = Self.size(of: items, in: room)
    let right = parent.maxX - Self.margins.overlap
    let fits = right + size.width <= room.width - Self.margins.edge
    let left = parent.minX + Self.margins.overlap - size.width
    let x = fits ? right : left >= Self.margins.edge ? left : parent.minX + 24
    levels.append(
      Level(items: items, frame: frame(at: Point(x, line.minY - MenuPicture.padding), size)))
  }

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - toggles: True for a key that shows the menu; it removes it.
  ///   - isCommand: True for a key that means the same in every field; it removes the menu, and remains a command.
  /// - Returns: The outcome.
  package mutating func handle(_ key: Input.Key, toggles: Bool, isCommand: Bool) -> Outcome {
    guard isShown else { return .unhandled }
    guard key.action != .released else { return .handled }
    let level = levels.count - 1
    switch key.name {
    case _ where toggles: hide()
    case "Escape": if level > 0 { levels.removeLast() } else { hide() }
    case "Left", "KP_Left": if level > 0 { levels.removeLast() }
    case "Right", "KP_Right":
      if let index = levels[level].selection, levels[level].items[index].items != nil {
        enter(index)
      }
    case "Up", "KP_Up", "ISO_Left_Tab": move(by: -1)
    case "Down", "KP_Down", "Tab": move(by: 1)
    case "Home", "KP_Home", "Prior", "KP_Prior":
      levels[level].selection = nil
      move(by: 1)
    case "End", "KP_End", "Next", "KP_Next":
      levels[level].selection = nil
      move(by: -1)
    case "Return", "KP_Enter": return press()
    case _ where isCommand:
      hide()
      return .unhandled
    default: break
    }
    return .handled
  }

  private mutating func press() -> Outcome {
    let level = levels.count - 1
    guard let index = levels[level].selection else { return .handled }
    guard levels[level].items[index].items == nil else {
      enter(index)
      return .handled
    }
    return choose(index, in: level)
  }

  /// Opens the menu of a line by a key.
  private mutating func enter(_ index: Int) {
    open(index, in: levels.count - 1)
    move(by: 1)
  }

  /// Selects the next line that can be chosen, around the ends.
  private mutating func move(by step: Int) {
    let level = levels.count - 1
    let stops = levels[level].items.indices.filter { levels[level].items[$0].isEnabled }
    guard !stops.isEmpty else { return }
    let place = levels[level].selection.flatMap { stops.firstIndex(of: $0) }
    let next =
      place.map { ($0 + step + stops.count) % stops.count } ?? (step > 0 ? 0 : stops.count - 1)
    levels[level].selection = stops[next]
    levels[level].reveal()
  }

  /// Handles text that was typed: the next line that begins with it is selected, and a space chooses.
  package mutating func type(_ text: Input) -> Outcome {
    guard isShown else { return .unhandled }
    guard case .text(let text) = text, case .committed(let letters) = text.content else {
      return .handled
    }
    let isNew = text.time - typed.time > Self.typingPause
    if letters == " ", isNew || typed.text.isEmpty { return press() }
    typed = ((isNew ? "" : typed.text) + letters, text.time)
    let level = levels.count - 1
    let items = levels[level].items
    // One letter goes on from line to line; several stay where they fit.
    let first = (levels[level].selection ?? -1) + (typed.text.count > 1 ? 0 : 1)
    let order = items.indices.map { (max(first, 0) + $0) % items.count }
    let match = order.first {
      items[$0].isEnabled && items[$0].title.lowercased().hasPrefix(typed.text.lowercased())
    }
    guard let match else { return .handled }
    levels[level].selection = match
    levels[level].reveal()
    return .handled
  }
}

// MARK: - Looks

extension Menu {
  /// How the menu looks; `nil` while it is hidden.
  package var picture: MenuPicture? {
    guard isShown else { return nil }
    return MenuPicture(
      sheets: levels.map { level in
        let rows = level.items.indices.map { index in
          let place = level.rect(of: index)
          let isSelected = level.selection == index
          return switch level.items[index] {
          case .choice(_, let title, let key, let isEnabled, let isOn):
            MenuPicture.Row(
              place: place, title: title, key: key, isEnabled: isEnabled, isSelected: isSelected,
              mark: isOn ? .check : nil)
          case .further(let title, _):
            MenuPicture.Row(
              place: place, title: title, isEnabled: level.items[index].isEnabled,
              isSelected: isSelected, mark: .further)
          case .separator: MenuPicture.Row(place: place, title: nil)
          }
        }
        return MenuPicture.Sheet(
          frame: level.frame, rows: rows, hasMoreAbove: level.offset > 0,
          hasMoreBelow: level.offset + level.frame.height < level.height)
      })
  }
}

/// How a menu looks.
package struct MenuPicture: Hashable, Sendable {
  fileprivate struct Sheet: Hashable {
    var frame: Rect
    var rows: [Row]
    /// Whether lines lie beyond its edges.
    var hasMoreAbove: Bool
    var hasMoreBelow: Bool
  }

  fileprivate struct Row: Hashable {
    enum Mark: Hashable { case check, further }

    var place: Rect
    /// `nil` for a line between groups.
    var title: String?
    var key = ""
    var isEnabled = false
    var isSelected = false
    var mark: Mark?
  }

  fileprivate var sheets: [Sheet]

  /// What it may cover, in points of the window.
  package var area: Rect {
    let frames = sheets.map(\.frame)
    let left = frames.map(\.minX).min() ?? 0
    let top = frames.map(\.minY).min() ?? 0
    return Rect(
      x: left, y: top, width: (frames.map(\.maxX).max() ?? 0) - left,
      height: (frames.map(\.maxY).max() ?? 0) - top)
  }

  /// The distance of lines from the upper and lower edges, of titles from the left one and of keys from the right one, between a
  /// title and a key, and the smallest width, in points. [C]
  fileprivate static let (padding, inset, trailing, gap, smallest) = (6.0, 30.0, 18.0, 28.0, 160.0)
  private static let (font, keyFont) = (Font(size: 13), Font(size: 11))

  /// The width of a menu with room for titles and keys, in points.
  fileprivate static func width(of texts: [(title: String, key: String)]) -> Double {
    let (ruler, keyRuler) = (FieldFont(font, scale: 1), FieldFont(keyFont, scale: 1))
    let titles = texts.map { ruler.width(of: $0.title) }.max() ?? 0
    let keys = texts.map { keyRuler.width(of: $0.key) }.max() ?? 0
    return max(
      (inset + titles + (keys > 0 ? gap + keys : 0) + trailing).rounded(.up), smallest)
  }

  package func draw(on canvas: Canvas) {
    for sheet in sheets { draw(sheet, on: canvas) }
  }

  private func draw(_ sheet: Sheet, on canvas: Canvas) {
    let theme = CommandSheet.theme
    Plate(sheet.frame, cornerRadius: 8, color: theme.sheet).draw(on: canvas)
    canvas.saved {
      canvas.clip(to: sheet.frame.insetBy(dx: 0, dy: 1))
      for row in sheet.rows where row.place.intersects(sheet.frame) { draw(row, on: canvas) }
    }
    let middle = sheet.frame.center.x
    for (isShown, y, tip) in [
      (sheet.hasMoreAbove, sheet.frame.minY + 7, -4.0),
      (sheet.hasMoreBelow, sheet.frame.maxY - 7, 4),
    ] where isShown {
      canvas.fill(
        Rect(x: sheet.frame.minX + 1, y: y - 6, width: sheet.frame.width - 2, height: 12),
        with: theme.sheet)
      canvas.fillPolygon(
        [
          Point(middle - 5, y - tip / 2), Point(middle + 5, y - tip / 2),
          Point(middle, y + tip / 2),
        ],
        with: theme.keyText)
    }
  }

  private func draw(_ row: Row, on canvas: Canvas) {
    let theme = CommandSheet.theme
    guard let title = row.title else {
      let line = Rect(
        x: row.place.minX + 10, y: row.place.center.y.rounded(.down),
        width: row.place.width - 20, height: 1)
      return canvas.fill(line, with: theme.line)
    }
    if row.isSelected {
      canvas.fill(row.place.insetBy(dx: 5, dy: 1), cornerRadius: 5, with: theme.selection)
    }
    let color =
      row.isSelected ? theme.selectedText : row.isEnabled ? theme.text : theme.disabled
    let keyWidth = row.key.isEmpty ? 0 : canvas.measure(row.key, font: Self.keyFont).width
    let width = row.place.width - Self.inset - Self.trailing - (keyWidth > 0 ? keyWidth + 12 : 0)
    let middle = row.place.center.y
    canvas.draw(
      canvas.elided(title, font: Self.font, width: max(width, 1)),
      x: row.place.minX + Self.inset, middle: middle, font: Self.font, color: color)
    if keyWidth > 0 {
      canvas.draw(
        row.key, x: (row.place.maxX - Self.trailing - keyWidth).rounded(), middle: middle,
        font: Self.keyFont,
        color: row.isSelected ? color : row.isEnabled ? DarkTheme.faintText : theme.disabled)
    }
    switch row.mark {
    case .check:
      let left = row.place.minX + 12
      canvas.strokeLine(
        through: [
          Point(left, middle), Point(left + 3.5, middle + 4), Point(left + 10, middle - 4),
        ],
        with: color, lineWidth: 1.75)
    case .further:
      let right = row.place.maxX - 14
      canvas.fillPolygon(
        [Point(right - 4, middle - 4), Point(right - 4, middle + 4), Point(right + 1, middle)],
        with: color)
    case nil: break
    }
  }
}
