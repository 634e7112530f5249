import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// A list of all commands with their keys over the picture, which typing narrows.
///
/// It lies in the middle of the window, and scrolls in an engine window of its own.
package final class CommandSheet {
  /// The outcome of a key or a click.
  package enum Outcome: Hashable {
    case none
    /// The command that was chosen.
    case chosen(CommandItem)
  }

  /// A line of the list: a heading, or a command that can be selected.
  enum Line: Hashable {
    case heading(String)
    case item(CommandItem)

    /// The height in points. [C]
    var height: Double {
      switch self {
      case .heading: 30
      case .item: 26
      }
    }
  }

  private let items: [CommandItem]
  /// What is typed into the search field.
  private(set) var query = TextEntry()
  /// Whether nothing is typed into the search field.
  package var isQueryEmpty: Bool { query.text.isEmpty }
  /// The lines that match the query, each with its top in the list.
  private(set) var lines: [(line: Line, top: Double)] = []
  /// The index of the line that Return chooses; `nil` if no command can be done.
  private(set) var selection: Int?
  /// The place in the window, in points.
  package private(set) var frame = Rect.zero
  let list = ScrollView()
  private let panel = EnginePanel()
  private var tapped: CommandItem?

  /// The height of the search field, and the largest size of the sheet, in points. [C]
  static let (fieldHeight, largest) = (46.0, Size(width: 600, height: 720))

  /// The size of a window with room for the search field and a command, in points. [C]
  private static let smallest = Size(width: 120, height: 96)

  /// Returns whether a window of a size in points has room for the list.
  package static func fits(in room: Size) -> Bool {
    room.width >= smallest.width && room.height >= smallest.height
  }

  package init(_ items: [CommandItem]) {
    self.items = items
    panel.window.addSubview(list)
    let tap = TapGestureRecognizer { [weak self] tap in
      guard let self, tap.state == .recognized else { return }
      if let index = index(at: tap.location(in: list)) { tapped = item(at: index) }
    }
    tap.cancelsTouchesInView = false
    list.addGestureRecognizer(tap)
    queryDidChange()
  }

  /// Gives the sheet its place in a window of a size in points.
  package func layOut(in room: Size, displayScale: Double) {
    let margin = min(room.width, room.height) < 320 ? 8.0 : 24
    let size = Size(
      width: max(min(Self.largest.width, room.width - 2 * margin), 1).rounded(.down),
      height: max(min(Self.largest.height, room.height - 2 * margin), 1).rounded(.down))
    let origin = Point(
      ((room.width - size.width) / 2).rounded(), ((room.height - size.height) / 2).rounded())
    guard frame != Rect(origin: origin, size: size) else { return }
    frame = Rect(origin: origin, size: size)
    panel.size = size
    list.displayScale = displayScale
    list.frame = Rect(
      x: 0, y: Self.fieldHeight, width: size.width, height: max(size.height - Self.fieldHeight, 1))
    layOutLines()
  }

  /// Whether the list moves by itself.
  package var needsAdvance: Bool { panel.needsAdvance }

  package func advance(to time: Double) { panel.advance(to: time) }
}

// MARK: - Lines

extension CommandSheet {
  private func queryDidChange() {
    let matches = items.filter { $0.matches(query.text) }
    lines = []
    var group: String?
    for item in matches {
      if item.group != group { add(.heading(item.group)) }
      group = item.group
      add(.item(item))
    }
    layOutLines()
    list.contentOffset = .zero
    selection = lines.indices.first(where: canSelect)
  }

  private func add(_ line: Line) {
    let top = lines.last.map { $0.top + $0.line.height } ?? 0
    lines.append((line, top))
  }

  private func layOutLines() {
    let height = lines.last.map { $0.top + $0.line.height + 8 } ?? 0
    list.contentSize = Size(width: frame.width, height: height)
  }

  private func item(at index: Int) -> CommandItem? {
    if case .item(let item) = lines[index].line { item } else { nil }
  }

  private func canSelect(_ index: Int) -> Bool { item(at: index)?.isEnabled == true }

  /// Returns the index of the line at a place of the list.
  private func index(at place: Point) -> Int? {
    lines.indices.first { index in
      (lines[index].top..<lines[index].top + lines[index].line.height).contains(place.y)
    }
  }

  /// The lines that are visible.
  var visibleLines: ArraySlice<(line: Line, top: Double)> {
    let top = list.presentationOffset.y
    let first = lines.firstIndex { $0.top + $0.line.height > top } ?? lines.endIndex
    let end = lines.firstIndex { $0.top >= top + list.bounds.height } ?? lines.endIndex
    return lines[first..<max(first, end)]
  }
}

// MARK: - Input

extension CommandSheet {
  /// Handles input in points of the sheet.
  package func send(_ event: Event) -> Outcome {
    if case .touch(let touch) = event, touch.phase == .began { point(at: touch.location) }
    panel.send(event)
    defer { tapped = nil }
    return outcome(tapped)
  }

  private func outcome(_ item: CommandItem?) -> Outcome {
    guard let item, item.isEnabled else { return .none }
    return .chosen(item)
  }

  /// Selects the command under the pointer, in points of the sheet.
  package func point(at location: Point?) {
    guard let location, list.frame.contains(location),
      let index = index(at: list.convert(location, from: nil)), canSelect(index)
    else { return }
    selection = index
  }

  /// Adds text that was typed or pasted to the query.
  package func type(_ text: String) {
    query.insert(text)
    queryDidChange()
  }

  /// Handles a key other than Escape.
  package func press(_ key: KeyEvent) -> Outcome {
    panel.advance(to: key.timestamp)
    let page = max(1, Int(list.bounds.height / Line.item(items[0]).height) - 1)
    switch key.key {
    case "Return", "KP_Enter": return outcome(selection.flatMap(item))
    case "Up", "KP_Up", "ISO_Left_Tab": move(by: -1)
    case "Down", "KP_Down", "Tab": move(by: 1)
    case "Prior", "KP_Prior": move(by: -page)
    case "Next", "KP_Next": move(by: page)
    case "Home", "KP_Home": move(by: -lines.count)
    case "End", "KP_End": move(by: lines.count)
    default: if query.press(key) { queryDidChange() }
    }
    return .none
  }

  /// Moves the selection over commands that can be done.
  private func move(by count: Int) {
    let stops = lines.indices.filter(canSelect)
    guard let selection, let place = stops.firstIndex(of: selection) else { return }
    let target = min(max(place + count, 0), stops.count - 1)
    self.selection = stops[target]
    // What cannot be selected comes into sight with what follows it.
    let bottom = lines[stops[target]].top + lines[stops[target]].line.height + 8
    let above = target > 0 ? lines[stops[target - 1] + 1].top : 0
    let top = max(above, bottom - list.bounds.height)
    list.scrollRectToVisible(
      Rect(x: 0, y: top, width: 1, height: bottom - top),
      animated: abs(count) == 1)
  }
}
