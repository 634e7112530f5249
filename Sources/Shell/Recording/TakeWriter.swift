import OverscrollBase
import OverscrollLab

/// The two files of a take while they grow, with what the last line of the script has to say about them.
final class TakeWriter {
  /// Room at the end of the header's line for what is known only at the end of the take, in bytes. [C]
  private static let reserve = 96
  /// The number of earlier lengths to which a full disk may cut the files back. [C]
  private static let checkpoints = 64
  /// Room for the last line, in bytes. [C]
  private static let lastLine = 256
  /// The length from which lines are written rather than collected, in bytes: what a full disk costs at most. [C]
  private static let pieceLength = 4096

  /// How far both files have been written.
  private struct Progress {
    var scriptLength = 0
    var traceLength = 0
    /// Whether the state at time 0 is in the trace.
    var hasFirstRow = false
    var time = 0.0
    var events = 0
    var frames = 0
    var hash = Trace.Hash()
    /// The last frame and its row, which the next frame replaces where both are for one refresh.
    var held: (frame: Script.Frame, row: String)?
  }

  private let script: AppendedFile
  private let trace: AppendedFile
  private let byteLimit: Int
  private let headerLength: Int
  private var progress = Progress()
  /// The state after each of the latest writes, the newest last.
  private var past: [Progress] = []

  /// Creates the files, in the place of existing ones.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - header: The header of the script.
  ///   - byteLimit: The maximum size of each file, in bytes.
  /// - Throws: The system's error.
  init(_ files: TakeFiles, _ header: Script.Header, byteLimit: Int) throws(SystemError) {
    self.byteLimit = byteLimit
    script = try AppendedFile(files.script)
    trace = try AppendedFile(files.trace)
    let line = header.line + String(repeating: " ", count: Self.reserve)
    headerLength = line.utf8.count
    try script.append(line + "\n")
    try addToTrace(Trace.Version.current.columns + "\n")
    complete()
  }

  private func addToTrace(_ text: String) throws(SystemError) {
    try trace.append(text)
    progress.hash.add(text.utf8)
  }

  private func complete() {
    (progress.scriptLength, progress.traceLength) = (script.length, trace.length)
    past.append(progress)
    if past.count > Self.checkpoints { past.removeFirst() }
  }

  /// Appends what has happened since; returns `false` once a file is full, and leaves the rest out.
  func append(
    _ events: [Script.TimedEvent], _ samples: [Trace.Sample]
  ) throws(SystemError) -> Bool {
    var lines = ""
    var rows = ""
    // The state at time 0 belongs to no frame.
    var next = samples.startIndex
    if !progress.hasFirstRow, let first = samples.first {
      rows += first.row(.current) + "\n"
      next += 1
      progress.hasFirstRow = true
    }
    var isFull = false
    for event in events {
      let line = event.line + "\n"
      var held = progress.held
      var row = ""
      if case .frame(let frame) = event.action, next < samples.endIndex {
        if let held, !frame.replaces(held.frame) { row = held.row }
        held = (frame, samples[next].row(.current) + "\n")
      }
      isFull =
        script.length + lines.utf8.count + line.utf8.count + Self.lastLine > byteLimit
        || trace.length + rows.utf8.count + row.utf8.count + (held?.row.utf8.count ?? 0)
          > byteLimit
      if isFull { break }
      lines += line
      rows += row
      progress.time = event.time
      if case .frame(let frame) = event.action {
        if !frame.replaces(progress.held?.frame) { progress.frames += 1 }
        next += 1
      } else {
        progress.events += 1
      }
      progress.held = held
      if lines.utf8.count >= Self.pieceLength { try write(&lines, &rows) }
    }
    try write(&lines, &rows)
    return !isFull
  }

  private func write(_ lines: inout String, _ rows: inout String) throws(SystemError) {
    // The trace first, so that no frame of the script but the last lacks its row.
    try addToTrace(rows)
    try script.append(lines)
    complete()
    (lines, rows) = ("", "")
  }

  /// Adds the last line and waits until everything is on the disk.
  ///
  /// - Parameters:
  ///   - reason: Why the take ends.
  ///   - header: The header with what is known now, which replaces the first one where it fits.
  /// - Returns: The last line.
  /// - Throws: The system's error, such as that the disk is full.
  func finish(
    _ reason: Script.End.Reason, header: Script.Header?
  ) throws(SystemError) -> Script.End {
    if let held = progress.held { try addToTrace(held.row) }
    progress.held = nil
    let end = Script.End(
      time: progress.time, events: progress.events, frames: progress.frames,
      trace: progress.hash.text, reason: reason)
    try script.append(end.line + "\n")
    if let line = header?.line, line.utf8.count <= headerLength {
      try script.overwriteStart(
        line + String(repeating: " ", count: headerLength - line.utf8.count))
    }
    try script.synchronize()
    try trace.synchronize()
    return end
  }

  /// Cuts the files back to the latest write that leaves room for the last line, after a write has failed.
  ///
  /// - Returns: The end of what is left; `nil` where not even that can be written.
  func finishAfterFailure() -> Script.End? {
    for state in past.reversed() {
      progress = state
      do throws(SystemError) {
        try trace.cut(to: state.traceLength)
        try script.cut(to: state.scriptLength)
        return try finish(.disk, header: nil)
      } catch {
        continue
      }
    }
    return nil
  }
}
