import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// Reads a trace line by line.
struct TraceReader {
  private let file: String
  private var isPastHeader = false
  private var times: [Double] = []
  private var phases: [ScrollView.Phase?] = []
  private var values: [[Double]] = []
  private var version = Trace.Version.current
  private var format = Format.of(.current)
  /// The columns that are kept; `nil` for all.
  private let columns: Set<Series.Column>?
  /// The cells whose values are kept.
  private var isKept: [Bool] = []

  private enum Cell: Equatable {
    case time, phase, presented
    case value(Series.Column)
  }

  /// The names and the meaning of the cells of a row.
  private struct Format {
    let names: [Substring]
    let cells: [Cell]

    private init(_ version: Trace.Version) {
      names = version.columns.split(separator: ",")
      cells = names.map { name in
        switch name {
        case "t": return .time
        case "phase": return .phase
        case "presented": return .presented
        default:
          guard let column = Series.Column(name: name) else { return .phase }
          // The velocity of the first version is that of the law.
          return .value(version == .first ? column.lawVelocity ?? column : column)
        }
      }
    }

    private static let (first, second, third) = (Self(.first), Self(.second), Self(.third))

    static func of(_ version: Trace.Version) -> Self {
      switch version {
      case .first: first
      case .second: second
      case .third: third
      }
    }
  }

  private static let phases = ScrollView.Phase.allCases.map { ($0, Array($0.rawValue.utf8)) }

  /// Creates a reader that keeps some columns, or all for `nil`.
  init(file: String, columns: Set<Series.Column>? = nil) {
    self.file = file
    self.columns = columns
  }

  /// True if a first line is that of a trace.
  static func isFirst(_ line: Substring) -> Bool { line.hasPrefix("t,phase,") }

  /// Takes a line in; `number` counts from 1.
  mutating func add(_ line: Span<UInt8>, number: Int) throws(LabError) {
    guard isPastHeader else {
      isPastHeader = true
      guard let version = Trace.Version(of: line.text) else {
        throw LabError(file: file, problem: "the columns are not those of a trace")
      }
      (format, self.version) = (.of(version), version)
      values = Array(repeating: [], count: format.cells.count)
      isKept = format.cells.map { cell in
        if case .value(let column) = cell { columns?.contains(column) ?? true } else { false }
      }
      return
    }
    if line.isEmpty { return }
    let count = line.cellCount
    guard count == format.cells.count else {
      throw problem("a row has \(format.cells.count) cells, this one \(count)", number)
    }
    guard times.count < LabLimits.rows else {
      throw problem("traces are limited to \(LabLimits.rows) rows", number)
    }
    var start = 0
    for index in format.cells.indices {
      let end = line.endOfCell(from: start)
      try add(line.extracting(line.trimmed(start..<end)), at: index, number)
      start = end + 1
    }
  }

  private mutating func add(_ cell: Span<UInt8>, at index: Int, _ line: Int) throws(LabError) {
    if format.cells[index] == .phase {
      guard let phase = Self.phases.first(where: { cell.isEqual(to: $0.1) }) else {
        throw problem("\"phase\" is \"\(cell.text)\", which is not a phase", line)
      }
      return phases.append(phase.0)
    }
    if format.cells[index] == .presented, cell.isEmpty { return }
    guard let number = cell.finiteNumber else {
      throw problem("\"\(format.names[index])\" is \"\(cell.text)\"; it must be a number", line)
    }
    if format.cells[index] == .time { return try add(time: number, line) }
    if case .value(let column) = format.cells[index], abs(number) > column.largestMagnitude {
      let largest = LabLimits.text(column.largestMagnitude)
      throw problem("\"\(format.names[index])\" is \(cell.text), beyond \(largest)", line)
    }
    if isKept[index] { values[index].append(number) }
  }

  private mutating func add(time: Double, _ line: Int) throws(LabError) {
    guard (0...LabLimits.time).contains(time) else {
      let latest = NumberText.shortest(LabLimits.time)
      throw problem(
        "\"t\" is \(NumberText.shortest(time)); times go from 0 to \(latest) s", line)
    }
    guard time >= times.last ?? 0 else { throw problem("times must not decrease", line) }
    times.append(time)
  }

  private func problem(_ text: String, _ line: Int) -> LabError {
    LabError(file: file, line: line, problem: text)
  }

  /// The series, once all lines are in.
  func finish() throws(LabError) -> Series {
    guard isPastHeader else { throw LabError(file: file, line: 1, problem: "the trace is empty") }
    guard !times.isEmpty else {
      throw LabError(file: file, problem: "has no rows below the names of its columns")
    }
    var columns: [Series.Column: [Double]] = [:]
    for (index, cell) in format.cells.enumerated() where isKept[index] {
      if case .value(let column) = cell { columns[column] = values[index] }
    }
    var series = Series(name: file, times: times, phases: phases, values: columns)
    if let grid = Self.grid(of: times) { series.retime(to: grid) }
    series.measureVelocities(as: version)
    return series
  }

  /// How far a time written with nine decimals may be from the exact one, in seconds.
  private static let rounding = 0.6e-9

  /// The exact times of a trace with even samples, which the file rounds; `nil` for uneven ones.
  static func grid(of times: [Double]) -> [Double]? {
    guard times.count > 2, times[0] == 0, let last = times.last else { return nil }
    let rate = (Double(times.count - 1) / last * 1e3).rounded() / 1e3
    guard times.indices.allSatisfy({ abs(Double($0) / rate - times[$0]) <= rounding }) else {
      return nil
    }
    return times.indices.map { Double($0) / rate }
  }
}

extension Series {
  /// Measures the velocities of a trace in whose version they are others: the derivatives, of which values between rows come.
  fileprivate mutating func measureVelocities(as version: Trace.Version) {
    let own =
      version == .first ? (Column.lawVelocityX, Column.lawVelocityY) : (.velocityX, .velocityY)
    guard version != .third else {
      slopes = [.offsetX, .offsetY].reduce(into: [:]) { $0[$1] = centralDifferences(of: $1) }
      return
    }
    var slopes: [Column: [Double]] = [:]
    (slopes[.offsetX], slopes[.offsetY]) = (values[own.0], values[own.1])
    self.slopes = slopes
    measureDrawnVelocities()
  }

  /// The derivatives of an offset, from the rows around each; NaN at the ends.
  private func centralDifferences(of column: Column) -> [Double]? {
    values[column].map { offsets in
      offsets.indices.map { row in
        guard row > 0, row + 1 < offsets.count, times[row + 1] > times[row - 1] else { return .nan }
        return (offsets[row + 1] - offsets[row - 1]) / (times[row + 1] - times[row - 1])
      }
    }
  }

  /// The rows that a display showed, of a take of a version that has a row for each time that it was drawn.
  ///
  /// Its frames come at the display's rate where something moves by itself; of the rows within three quarters of that, the last one
  /// was shown.
  var rowsOfRefreshes: [Int] {
    let moving = zip(times.indices.dropFirst(), zip(times.dropFirst(), times)).compactMap {
      row, times in
      let step = times.0 - times.1
      return phases[row] == .decelerating && step > 0 && step <= FrameStep.longest ? step : nil
    }
    let period = moving.isEmpty ? 1 / Self.usualRate : moving.sorted()[moving.count / 2]
    var rows: [Int] = []
    var start = -Double.infinity
    for row in times.indices {
      if times[row] - start < 0.75 * period { rows.removeLast() } else { start = times[row] }
      rows.append(row)
    }
    return rows
  }
}

extension Series {
  /// Reads a trace or a recording, distinguished by the first line.
  ///
  /// - Throws: ``LabError`` with the line and what is wrong there.
  package init(parsing text: String, file: String) throws(LabError) {
    var parser = SeriesParser(file: file)
    let bytes = Array(text.utf8)
    _ = try parser.add(linesOf: bytes.span, isLast: true)
    self = try parser.finish()
  }
}

/// Reads a trace or a recording from pieces of a file.
package struct SeriesParser {
  private let file: String
  private let columns: Set<Series.Column>?
  private let byteLimit: Int
  private let known: RecordingReader.Form
  private var trace: TraceReader?
  private var recording: RecordingReader?
  private var lineNumber = 0
  private var byteCount = 0

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - file: The name used in errors.
  ///   - columns: The columns of a trace to keep; `nil` for all.
  ///   - byteLimit: The largest file, in bytes.
  ///   - known: What is known of a table besides.
  package init(
    file: String, columns: Set<Series.Column>? = nil, byteLimit: Int = LabLimits.file,
    known: RecordingReader.Form = .init()
  ) {
    self.known = known
    self.file = file
    self.columns = columns
    self.byteLimit = byteLimit
  }

  /// Reads the whole lines of a piece.
  ///
  /// - Parameters:
  ///   - bytes: The piece, from the first byte on that has not been read.
  ///   - isLast: Pass `true` to read what follows the last line end as a line.
  /// - Returns: The number of bytes of these lines, with their ends.
  /// - Throws: ``LabError`` with the line and what is wrong there.
  package mutating func add(linesOf bytes: Span<UInt8>, isLast: Bool) throws(LabError) -> Int {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      guard end < bytes.count || isLast else { break }
      let next = min(end + 1, bytes.count)
      byteCount += next - start
      try add(line: bytes.extracting(start..<end))
      start = next
    }
    guard bytes.count - start <= LabLimits.line else { throw tooLong(lineNumber + 1) }
    return start
  }

  /// Reads a line; a CR at its end belongs to the line end.
  private mutating func add(line: Span<UInt8>) throws(LabError) {
    lineNumber += 1
    guard byteCount <= byteLimit else {
      throw LabError(file: file, problem: "is larger than \(byteLimit >> 20) MiB")
    }
    guard line.count <= LabLimits.line else { throw tooLong(lineNumber) }
    let isCut = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
    let end = isCut ? line.count - 1 : line.count
    // Programs of other systems mark UTF-8 by a byte order mark.
    let hasMark =
      lineNumber == 1 && end >= 3 && line.extracting(0..<3).isEqual(to: [0xEF, 0xBB, 0xBF])
    let line = line.extracting((hasMark ? 3 : 0)..<end)
    if trace == nil, recording == nil { try makeReader(line.text) }
    try trace?.add(line, number: lineNumber)
    try recording?.add(line.text, number: lineNumber)
  }

  private func tooLong(_ line: Int) -> LabError {
    LabError(file: file, line: line, problem: "lines are limited to 64 KiB")
  }

  /// Returns whether some of the columns of a trace are those of a recording.
  private func isRecording(_ first: Substring) -> Bool {
    Trace.Version(of: first) == nil && RecordingReader.isFirst(first)
      && first.split(separator: ",").contains { Series.Column(name: $0) != nil }
  }

  private mutating func makeReader(_ first: Substring) throws(LabError) {
    if TraceReader.isFirst(first), !isRecording(first) {
      trace = TraceReader(file: file, columns: columns)
    } else if RecordingReader.isFirst(first, known: known) || !known.columns.isEmpty {
      recording = RecordingReader(file: file, known: known)
    } else if let problem = RecordingReader.unknownColumns(first) {
      throw LabError(file: file, line: 1, problem: problem)
    } else {
      throw LabError(
        file: file, line: 1,
        problem: "is not a script, trace or recording; a recording starts with "
          + "\"\(RecordingReader.firstLine)\", or with columns such as t,offset_y")
    }
  }

  /// The series, once all lines are in.
  package func finish() throws(LabError) -> Series {
    if let trace { return try trace.finish() }
    if let recording { return try recording.finish() }
    throw LabError(file: file, line: 1, problem: "the file is empty")
  }
}

extension Series {
  /// The display rate assumed where a recording does not give its own, in hertz. [C]
  static let usualRate = 60.0
  /// The time by which a touch may come after a frame and still belong to it, in frames. [C]
  ///
  /// Recorded touches that came with a frame lie within a few hundredths of it.
  private static let frameTolerance = 0.1
  /// The number of simulations from which an unknown offset before the touch is found. [C]
  ///
  /// One finds it inside the range, where content follows the finger 1:1; beyond an edge it takes a few.
  private static let solvingRounds = 8

  /// The touches and the set-up of a recording as a script.
  ///
  /// Where touches came with the frames, all are shifted by the same amount, so that the first lift falls on the nearest multiple
  /// of a frame. UIKit shows a whole step of the deceleration in the frame that brings the lift: the timestamps are one frame
  /// earlier than the times at which the touches act. Where touches came between frames, their times stay.
  ///
  /// - Throws: ``LabError`` if the recording has no touches.
  package func script() throws(LabError) -> Script {
    guard !touches.isEmpty else {
      throw LabError(file: name, problem: "has no touches to import (columns touch, id, x, y)")
    }
    var header = header ?? Script.Header()
    header.version = Script.versions.upperBound
    let events =
      switch delivery {
      case .frames: framedEvents
      case .between: touches.map { $0.event(at: $0.time, stamp: $0.time) }
      }
    let script = Script(header: header, events: events)
    return header.settings.contains { $0.property == .contentOffset } ? script : started(script)
  }

  // MARK: Times

  /// The touches as events that come with the frames.
  private var framedEvents: [Script.TimedEvent] {
    let rate = rate ?? Self.usualRate
    let times = actingTimes
    let shift = gridShift
    return zip(touches, times).map { touch, time in
      let frame = touch.phase == .ended ? time : max(0, touch.time + shift)
      return touch.event(at: time, stamp: min(frame - 1 / rate, time))
    }
  }

  /// The times at which the touches act: lifts on the nearest frame, a touch after a lift on the last frame before it.
  private var actingTimes: [Double] {
    let (rate, shift) = (rate ?? Self.usualRate, gridShift)
    var down: Set<Int> = []
    var lift: Double?
    var times: [Double] = []
    for touch in touches {
      var time = max(0, touch.time + shift)
      switch touch.phase {
      case .began:
        if down.isEmpty, let lift {
          time = max(lift, ((time * rate - Self.frameTolerance).rounded(.up) - 1) / rate)
        }
        down.insert(touch.id)
      case .ended, .cancelled:
        if touch.phase == .ended { time = (time * rate).rounded() / rate }
        down.remove(touch.id)
        lift = time
      case .moved, .stationary: break
      }
      times.append(time)
    }
    // What came before a lift came no later than with its frame.
    for index in times.indices.dropLast().reversed() {
      times[index] = min(times[index], times[index + 1])
    }
    return times
  }

  /// The shift that brings the first lift to a multiple of a frame, in seconds.
  private var gridShift: Double {
    guard let release = touches.first(where: { $0.phase == .ended })?.time else { return 0 }
    let rate = rate ?? Self.usualRate
    return (release * rate).rounded() / rate - release
  }

  // MARK: The offset before the touch

  /// Returns the script with the offset before the first touch: the last sample before it, or else the one with which the first
  /// sample after it fits.
  private func started(_ script: Script) -> Script {
    let columns = [Column.offsetX, .offsetY]
    let known = columns.map { column in rows(of: column).last { $0.time <= touches[0].time }?.value
    }
    let later = columns.map { column in rows(of: column).first { $0.time > touches[0].time } }
    guard (known + later.map { $0?.value }).contains(where: { $0 != nil }) else { return script }
    let map = try? TimeMap(
      .frames, of: Series(name: name, touches: Series.touches(of: script)), with: self)
    let view = Stage(script.header).scrollView
    let (lower, upper) = (view.minimumContentOffset, view.maximumContentOffset)
    var start = view.contentOffset
    start.x = known[0] ?? later[0]?.value ?? start.x
    start.y = known[1] ?? later[1]?.value ?? start.y
    func placed() -> Script {
      var script = script
      script.header.settings.append(.contentOffset(start))
      return script
    }
    func miss(_ axis: Int, _ path: KeyPath<Point, Double>) -> Double {
      guard known[axis] == nil, let sample = later[axis] else { return 0 }
      let time = map?(sample.time) ?? sample.time
      return sample.value - Simulation(placed()).sample(at: max(time, 0)).offset[keyPath: path]
    }
    for _ in 0..<Self.solvingRounds {
      let step = Point(miss(0, \.x), miss(1, \.y))
      guard step != .zero else { break }
      start.x = known[0] ?? min(max(start.x + step.x, lower.x), upper.x)
      start.y = known[1] ?? min(max(start.y + step.y, lower.y), upper.y)
    }
    return placed()
  }

  /// The rows where a column is known.
  private func rows(of column: Column) -> [(time: Double, value: Double)] {
    zip(times, values[column] ?? []).filter { !$0.1.isNaN }.map { ($0, $1) }
  }
}

extension Series.Touch {
  /// The touch as input that acts at `time`.
  fileprivate func event(at time: Double, stamp: Double) -> Script.TimedEvent {
    Script.TimedEvent(
      time: time,
      action: .event(
        .touch(TouchEvent(id: id, phase: phase, location: location, timestamp: stamp))))
  }
}

/// Why a file of the lab cannot be used.
package struct LabError: Error, Hashable, CustomStringConvertible {
  /// The file's name, as the user gave it.
  package var file: String
  /// The line, counted from 1; `nil` where the whole file is meant.
  package var line: Int?
  /// What is wrong, without a full stop.
  package var problem: String
  /// What stands between the place and the problem.
  private var joint: String

  package init(file: String, line: Int? = nil, problem: String, joins joint: String = ": ") {
    self.file = file
    self.line = line
    self.problem = problem
    self.joint = joint
  }

  /// One sentence with file and line, for instance `ios.csv:7: …`.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return place + joint + problem
  }
}

/// Limits of the lab's files, checked before memory is taken. [C]
package enum LabLimits {
  /// The longest line, in bytes.
  package static let line = Script.Limits.line
  /// The largest file, in bytes.
  package static let file = Script.Limits.file
  /// The most rows or events.
  package static let rows = Script.Limits.events
  /// The latest time, in seconds.
  package static let time = Script.Limits.time
  /// The greatest magnitude of a number, such as an offset in points, and that of a velocity in points per second.
  package static let (magnitude, velocity) = (Script.Limits.magnitude, 1e18)
  /// One of these as messages write it.
  static func text(_ limit: Double) -> String { limit == velocity ? "1e18" : "1e12" }
  /// The range of the sides of viewports and plots, in points.
  package static let sides = 16.0...16384
}
