import ScrollEngine

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
}
