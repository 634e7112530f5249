import OverscrollBase
import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
import ScrollGeometry
package import ScrollLists

/// The panel of what happens on a stage: input, callbacks and frames, with runs of one name folded.
///
/// ```swift
/// let panel = LogPanel()
/// panel.note(event, callbacks: log.drain())   // after each event that the stage has performed
/// panel.removeAll()                                   // at each clean start
/// ```
/// In a replay ``didChooseTime`` receives the time of a row that is clicked, and ``cursor`` is the time that is shown.
package final class LogPanel: EnginePanel {
  /// Receives the time of a row that is clicked, in seconds of the take.
  package var didChooseTime: ((Double) -> Void)? {
    didSet { table.allowsSelection = didChooseTime != nil }
  }
  /// The time whose rows are marked and kept in sight, in seconds of the take; `nil` for none.
  package var cursor: Double? { didSet { if rowsAtCursor != marked { didChange() } } }
  /// The entries and their rows.
  package var lines: LogLines {
    catchUp()
    return known
  }
  private(set) var known: LogLines
  /// What has happened while the panel is hidden, which costs nothing more until it is looked at.
  private var unseen: [(event: Script.TimedEvent, callbacks: [Callback])] = []
  /// The take before that, and its end in seconds; `nil` where it was performed.
  private var unseenTake: (script: Script, end: Double?)?
  /// The table of the rows.
  package let table = TableView()
  /// The buttons that show and hide entries by their source.
  package private(set) var filters: [LogEntry.Source: PanelButton] = [:]

  private let bar = PanelBar()
  private let edges = [PanelBox(\.line), PanelBox(\.line)]
  private let detail = LogDetail()
  /// The field for the name of a mark, in the place of the strip below the log.
  package let markField = NoteField()
  /// Called with the name of the mark that is being typed; `nil` while none is.
  private var didName: ((String) -> Void)?
  private let adapter = LogTableAdapter()
  /// True if the table does not show the latest rows yet.
  private var isBehind = false
  /// True while the end of the log stays in sight as the log grows.
  private var followsEnd = true
  /// The rows that are marked.
  fileprivate var marked = 0..<0

  static let rowHeight = 20.0
  /// The frames per second at which scripts without frames are performed. [C]
  private static let rate = 60.0
  private static let barHeight = 32.0
  private static let detailHeight = 24.0

  /// Creates a panel that holds the newest `limit` entries.
  package init(limit: Int = LogLines.liveLimit) {
    known = LogLines(limit: limit)
    super.init()
    adapter.panel = self
    table.rowHeight = Self.rowHeight
    table.allowsSelection = false
    table.delaysContentTouches = false
    table.register(LogCell.self, forCellReuseIdentifier: LogCell.identifier)
    table.delegate = adapter
    table.dataSource = adapter
    window.addSubview(table)
    window.addSubview(bar)
    window.addSubview(detail)
    window.addSubview(markField)
    markField.isHidden = true
    markField.didEnd = { [weak self] in self?.endNaming($0 ?? "") }
    for source in LogEntry.Source.allCases {
      let button = PanelButton(source.rawValue, tint: source.color)
      button.addAction { [weak self] in self?.toggle(source) }
      filters[source] = button
      window.addSubview(button)
    }
    for edge in edges { window.addSubview(edge) }
    showFilters()
  }

  // MARK: Entries

  /// Adds an event that a stage has performed and the callbacks that it has caused.
  ///
  /// What had happened by the time of the event, such as the end of a deceleration, comes before it.
  package func note(_ event: Script.TimedEvent, callbacks: [Callback]) {
    guard size == .zero else {
      catchUp()
      return enter(event, callbacks)
    }
    unseen.append((event, callbacks))
    // Each is at least one entry.
    if unseen.count >= 2 * known.limit { unseen.removeFirst(known.limit) }
  }

  private func catchUp() {
    guard !unseen.isEmpty || unseenTake != nil else { return }
    let (take, events) = (unseenTake, unseen)
    (unseenTake, unseen) = (nil, [])
    if let take { perform(take.script, until: take.end) }
    for (event, callbacks) in events { enter(event, callbacks) }
  }

  private func enter(_ event: Script.TimedEvent, _ callbacks: [Callback]) {
    var entries = callbacks.map { LogEntry($0) }
    // Scroll views that move at once report one after another.
    if entries.count > 1 { entries.sort { $0.time < $1.time } }
    let before = entries.prefix { $0.time < event.time }
    for entry in before { add(entry) }
    add(LogEntry(event))
    for entry in entries.dropFirst(before.count) { add(entry) }
  }

  /// Adds callbacks that no event has caused, in the order of their times.
  package func note(_ callbacks: [Callback]) {
    callbacks.sorted { $0.time < $1.time }.forEach { append(LogEntry($0)) }
  }

  /// Adds all events of a take and the callbacks that they cause, by performing it once the panel is looked at.
  ///
  /// A script without frames is performed at 60 Hz until everything rests.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - end: The time up to which it is performed, in seconds; `nil` for its end.
  package func show(_ script: Script, until end: Double? = nil) {
    catchUp()
    unseenTake = (script, end)
    if size != .zero { catchUp() }
  }

  private func perform(_ script: Script, until end: Double?) {
    let log = CallbackLog()
    let events = end.map { end in script.events.prefix { $0.time <= end } } ?? script.events[...]
    let stage = Stage(script.header, log: log)
    guard script.frameCount > 0 else { return showMotion(of: events, on: stage, until: end) }
    for event in events { perform(event, on: stage) }
  }

  private func perform(_ event: Script.TimedEvent, on stage: Stage) {
    stage.perform(event)
    enter(event, stage.log?.drain() ?? [])
  }

  private func showMotion(
    of events: ArraySlice<Script.TimedEvent>, on stage: Stage, until end: Double?
  ) {
    var rest = events
    for index in 0... {
      let time = min(Double(index) / Self.rate, end ?? .infinity)
      while let event = rest.first, event.time <= time + Simulation.tolerance {
        rest = rest.dropFirst()
        perform(event, on: stage)
      }
      stage.perform(.init(time: time, action: .frame(Script.Frame(index: index))))
      note(stage.log?.drain() ?? [])
      if time == end || (rest.isEmpty && !stage.window.needsAdvance) { return }
    }
  }

  /// Adds an entry.
  package func append(_ entry: LogEntry) {
    catchUp()
    add(entry)
  }

  private func add(_ entry: LogEntry) {
    let dropped = known.append(entry)
    if dropped > 0, !followsEnd {
      // Keeps the rows in sight where they are.
      let offset = table.contentOffset.y - Double(dropped) * Self.rowHeight
      table.contentOffset = Point(table.contentOffset.x, max(0, offset))
    }
    guard dropped > 0 || known.sources.contains(entry.source) else { return }
    isBehind = true
    didChange()
  }

  /// Empties the log, as at each clean start.
  package func removeAll() {
    (unseenTake, unseen) = (nil, [])
    known.removeAll()
    followsEnd = true
    isBehind = true
    didChange()
  }

  /// Whether there is room for the field of a mark's name.
  package var canNameMarks: Bool {
    size.height >= Self.barHeight + Self.detailHeight && size.width >= 160
  }

  /// Asks for the name of a mark, which may be empty.
  package func nameMark(_ didName: @escaping (String) -> Void) {
    endNaming()
    self.didName = didName
    markField.text = ""
    markField.isHidden = false
    markField.beginTyping()
    showDetail()
    didChange()
  }

  /// Takes what has been typed so far as the name of the mark, if one is being typed.
  package func endNaming() { endNaming(markField.typedText ?? "") }

  private func endNaming(_ name: String) {
    guard let didName else { return }
    self.didName = nil
    window.focus(nil)
    markField.isHidden = true
    showDetail()
    didChange()
    didName(name)
  }

  private func toggle(_ source: LogEntry.Source) {
    known.sources.formSymmetricDifference([source])
    isBehind = true
    followsEnd = true
    showFilters()
  }

  private func showFilters() {
    for (source, button) in filters { button.isOn = lines.sources.contains(source) }
  }

  fileprivate func choose(_ row: Int) {
    guard lines.rows.indices.contains(row) else { return }
    didChooseTime?(lines.rows[row].first.time)
  }

  /// Notes whether the end is in sight after scrolling.
  fileprivate func didScroll() {
    guard !isBehind else { return }
    followsEnd = table.contentOffset.y >= table.maximumContentOffset.y - 1
  }

  // MARK: Display

  package override func settle() {
    if size != .zero { catchUp() }
    if isBehind {
      marked = rowsAtCursor
      table.reloadData()
      table.layoutIfNeeded()
      if cursor != nil { showMarkedRows() } else if followsEnd { showEnd() }
      isBehind = false
      showDetail()
    } else if rowsAtCursor != marked {
      marked = rowsAtCursor
      for path in table.indexPathsForVisibleRows ?? [] {
        (table.cellForRow(at: path) as? LogCell)?.isMarked = marked.contains(path.row)
      }
      showMarkedRows()
    }
  }

  private func showEnd() {
    guard table.phase == .idle else { return }
    table.contentOffset = table.maximumContentOffset
    table.layoutIfNeeded()
  }

  private var rowsAtCursor: Range<Int> { cursor.map { known.rows(at: $0) } ?? 0..<0 }

  /// Scrolls to the marked rows with a row above and below them; before the first row, to the top.
  private func showMarkedRows() {
    guard table.phase == .idle, !lines.rows.isEmpty else { return }
    // Of a moment with many rows, the last ones.
    let last = max(marked.upperBound - 1, 0)
    let first = max(marked.lowerBound, last - 2)
    let (top, end) = (rowFrame(first), rowFrame(last))
    let moment = Rect(x: 0, y: top.minY, width: 1, height: end.maxY - top.minY)
    table.scrollRectToVisible(moment.insetBy(dx: 0, dy: -Self.rowHeight), animated: false)
    table.layoutIfNeeded()
  }

  private func rowFrame(_ row: Int) -> Rect {
    table.rectForRow(at: IndexPath(row: row, section: 0))
  }

  package override func pointerDidMove(to location: Point?) {
    pointer = location
    showDetail()
  }

  private var pointer: Point?

  /// Shows all of the row under the pointer, or how much the log holds.
  private func showDetail() {
    if didName != nil {
      detail.text = "Name the mark:"
      detail.style = .text
    } else if let pointer, table.frame.contains(pointer),
      let row = table.indexPathForRow(at: table.convert(pointer, from: nil))?.row,
      lines.rows.indices.contains(row)
    {
      let shown = lines.rows[row]
      detail.text = shown.latest.values.isEmpty ? shown.title : shown.latest.values
      detail.style = shown.latest.values.isEmpty ? .text : .number
    } else {
      detail.text = lines.summary
      detail.style = .text
    }
  }

  package override func layOut() {
    let width = size.width
    bar.frame = Rect(x: 0, y: 0, width: width, height: Self.barHeight)
    let buttons = LogEntry.Source.allCases.compactMap { filters[$0] }
    let widths = buttons.map { $0.preferredWidth(window.ruler) - 4 }
    // The five of them have a place in a narrow column, too.
    let (margin, gap) = (PanelSpacing.gap, PanelSpacing.gap / 2)
    // In a narrow column their titles have less room at their sides, but all have a place.
    let room = width - 2 * margin - gap * Double(buttons.count - 1)
    let lost = min(max((widths.reduce(0, +) - room) / Double(max(buttons.count, 1)), 0), 9)
    var left = margin
    for (button, wide) in zip(buttons, widths) {
      button.frame = Rect(x: left, y: 6, width: wide - lost, height: 20)
      left += wide - lost + gap
    }
    let bottom = max(Self.barHeight, size.height - Self.detailHeight)
    table.frame = Rect(
      x: 0, y: Self.barHeight, width: width, height: bottom - Self.barHeight)
    detail.frame = Rect(x: 0, y: bottom, width: width, height: Self.detailHeight)
    let label = 108.0
    markField.frame = Rect(
      x: label, y: bottom + 2, width: max(0, width - label - 6), height: Self.detailHeight - 4)
    edges[0].frame = Rect(x: 0, y: 0, width: 1, height: size.height)
    edges[1].frame = Rect(x: 0, y: 0, width: width, height: 1)
    isBehind = true
  }
}

/// The data source and delegate of a log's table.
private final class LogTableAdapter: TableViewDataSource, TableViewDelegate {
  weak var panel: LogPanel?

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    panel?.lines.rows.count ?? 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: LogCell.identifier, for: indexPath)
    if let panel, panel.lines.rows.indices.contains(indexPath.row) {
      (cell as? LogCell)?.row = panel.lines.rows[indexPath.row]
      (cell as? LogCell)?.isMarked = panel.marked.contains(indexPath.row)
    }
    return cell
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    panel?.choose(indexPath.row)
    tableView.deselectRow(at: indexPath, animated: false)
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) { panel?.didScroll() }
}

/// A row of the log: time, a dot in the color of the source, name, values.
private final class LogCell: TableViewCell, PanelView {
  static let identifier = "row"
  var row: LogLines.Row?
  /// Whether the row is at the cursor.
  var isMarked = false

  private static let timeRight = 58.0
  private static let nameLeft = 78.0
  /// The width that a long name leaves to the values, in points. [C]
  private static let minimumValues = 48.0

  var look: Look {
    guard let row else { return Look() }
    let entry = row.first
    let time = Rect(x: 0, y: 0, width: Self.timeRight, height: bounds.height)
    let dot = Rect(x: Self.timeRight + 7, y: bounds.center.y - 3, width: 6, height: 6)
    var shapes: [Look.Shape] = [
      .line(
        NumberText.withMinus(NumberText.fixed(entry.time, decimals: 3)), .number, in: time, x: 1,
        color: palette.muted),
      .ellipse(dot, palette[keyPath: entry.source.color]),
    ]
    let room = bounds.width - Self.nameLeft - 10
    // The beginning of the values, such as the name of the scroll view, tells entries of one name apart.
    let minimum = min(width(of: row.latest.brief, .number), Self.minimumValues)
    let title = elided(row.title, .text, width: room - (minimum > 0 ? minimum + 8 : 0))
    shapes.append(
      .line(
        title, in: Rect(x: Self.nameLeft, y: 0, width: room, height: bounds.height),
        color: palette.ink))
    let used = width(of: title, .text) + 8
    if minimum > 0 {
      let rest = Rect(
        x: Self.nameLeft + used, y: 0, width: room - used, height: bounds.height)
      shapes.append(
        .line(values(of: row.latest, width: rest.width), .number, in: rest, color: palette.muted))
    }
    if isMarked {
      let bar = Rect(x: 0, y: 0, width: 3, height: bounds.height)
      shapes.append(.rect(bar, radius: 0, palette.blue))
    }
    return Look(fill: isHighlighted || isMarked ? palette.selected : nil, shapes: shapes)
  }

  /// The values of an entry, without their names where those do not fit.
  private func values(of entry: LogEntry, width: Double) -> String {
    let whole = elided(entry.values, .number, width: width)
    return whole == entry.values ? whole : elided(entry.brief, .number, width: width)
  }
}

extension LogEntry.Source {
  /// The color of the source's dots and of its filter.
  var color: KeyPath<Palette, Color> {
    switch self {
    case .touch: \.amber
    case .delegate: \.blue
    case .override: \.violet
    case .view: \.green
    case .frame: \.muted
    }
  }
}

/// The entries of a log, and the rows that show those of chosen sources with runs folded.
package struct LogLines: Hashable, Sendable {
  /// A row: an entry, or a run of entries of one name.
  package struct Row: Hashable, Sendable {
    /// The first entry of the run.
    package let first: LogEntry
    /// The latest entry of the run.
    package fileprivate(set) var latest: LogEntry
    /// The number of entries.
    package fileprivate(set) var count = 1

    /// The name, with the number of entries of a run, such as "scrollViewDidScroll ×37".
    package var title: String { count > 1 ? "\(first.name) ×\(count)" : first.name }

    fileprivate init(_ entry: LogEntry) {
      first = entry
      latest = entry
    }
  }

  /// The number of entries that the log of a live window holds. [C]
  package static let liveLimit = 10_000
  /// The number of entries that the log of a take holds: about seven hours of use, below which nothing is dropped. [C]
  package static let takeLimit = 1_000_000
  /// The part of the limit that is dropped at once, so that dropping costs little for each entry. [C]
  private static let slackPart = 10

  /// The number of entries that are held.
  package let limit: Int
  /// The number of entries that were dropped because there were more.
  package private(set) var droppedCount = 0
  /// The entries, oldest first.
  package private(set) var entries: [LogEntry] = []
  /// The rows, oldest first.
  package private(set) var rows: [Row] = []
  /// The sources of the entries that are shown; all but frames at first.
  package var sources: Set<LogEntry.Source> = Set(LogEntry.Source.allCases).subtracting([.frame]) {
    didSet { if sources != oldValue { fold() } }
  }

  /// Creates an empty log that holds the newest `limit` entries.
  package init(limit: Int = LogLines.liveLimit) {
    self.limit = limit
  }

  /// Adds an entry; drops the oldest where there are too many.
  ///
  /// - Returns: The number of rows that were dropped at the beginning.
  @discardableResult
  package mutating func append(_ entry: LogEntry) -> Int {
    entries.append(entry)
    show(entry)
    let slack = max(1, limit / Self.slackPart)
    guard entries.count >= limit + slack else { return 0 }
    let former = rows.count
    entries.removeFirst(slack)
    droppedCount += slack
    fold()
    return max(0, former - rows.count)
  }

  /// Removes all entries.
  package mutating func removeAll() {
    entries = []
    rows = []
    droppedCount = 0
  }

  /// Returns the rows of the moment that is shown at a time: the latest row that has begun by then, and those that began with
  /// it; empty before the first row.
  package func rows(at time: Double) -> Range<Int> {
    let end = rows.partitioningIndex { $0.first.time > time }
    guard end > 0 else { return 0..<0 }
    let moment = rows[end - 1].first.time
    return rows.partitioningIndex { $0.first.time >= moment }..<end
  }

  private mutating func fold() {
    rows = []
    for entry in entries { show(entry) }
  }

  /// Adds an entry to the run that it continues, or a row for it.
  ///
  /// What comes many times a second comes in turn: a movement of a finger, the callback that follows, a frame. Such runs go on
  /// beside each other until something else happens.
  private mutating func show(_ entry: LogEntry) {
    guard sources.contains(entry.source) else { return }
    var index = rows.count - 1
    while index >= 0 {
      let run = rows[index].latest
      if run.source == entry.source, run.name == entry.name {
        rows[index].latest = entry
        rows[index].count += 1
        return
      }
      guard run.isContinuous, entry.isContinuous else { break }
      index -= 1
    }
    rows.append(Row(entry))
  }

  /// How much the log holds, and how much it has dropped.
  var summary: String {
    let count = entries.count
    let held = count == 1 ? "1 line" : "\(count) lines"
    return droppedCount == 0 ? held : "newest \(held); \(droppedCount) older dropped"
  }
}

/// The strip below a log.
final class LogDetail: View, PanelView {
  var text = ""
  var style = TextStyle.text

  var look: Look {
    let inner = bounds.insetBy(dx: PanelSpacing.margin, dy: 0)
    return Look(
      fill: palette.paper,
      shapes: [
        .rect(Rect(x: 0, y: 0, width: bounds.width, height: 1), radius: 0, palette.line),
        .line(
          elided(text, style, width: inner.width), style, in: inner, color: palette.muted),
      ])
  }
}
