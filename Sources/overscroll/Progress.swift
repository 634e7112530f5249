import OverscrollBase

/// How far a command is, as one line for a terminal.
struct Progress: Hashable, Sendable {
  /// What is being done, such as `decoding`.
  var task: String
  /// The units that are done, and all of them where that is known.
  var done = 0.0
  var total: Double?
  /// What is counted, such as `tiles`; empty where nothing is.
  var unit = ""

  /// The task, the part done and the rate, as much of it as fits.
  ///
  /// - Parameters:
  ///   - seconds: How long the task has been running.
  ///   - width: The columns of the terminal. The last one stays empty, for the cursor.
  /// - Returns: The line; empty if not even a part of the task's name fits.
  func line(seconds: Double, width: Int) -> String {
    let space = width - 1
    guard task.count <= space else {
      return space > 1 ? task.prefix(space - 1) + "…" : ""
    }
    var line = task
    for part in [share, count, rate(seconds)] {
      guard let part else { continue }
      let longer = line + "  " + part
      guard longer.count <= space else { break }
      line = longer
    }
    return line
  }

  private var share: String? {
    guard let total, total > 0 else { return nil }
    return "\(Int(100 * min(1, max(0, done / total))))%"
  }

  private var count: String? {
    guard done >= 1, !unit.isEmpty else { return nil }
    guard let total, total > 0 else { return "\(Self.whole(done)) \(unit)" }
    return "\(Self.whole(min(done, total))) of \(Self.whole(total)) \(unit)"
  }

  private func rate(_ seconds: Double) -> String? {
    guard done > 0, seconds > 0, !unit.isEmpty else { return nil }
    let rate = done / seconds
    let text = NumberText.fixed(rate, decimals: rate < 10 ? 1 : 0)
    return "\(text) \(unit)/s"
  }

  private static func whole(_ number: Double) -> Int { Int(min(number, 1e15)) }
}
