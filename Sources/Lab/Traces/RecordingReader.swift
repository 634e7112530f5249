import Glibc
import OverscrollBase
import ScrollEngine
import ScrollGeometry

/// Reads a recording made on another device, line by line: CSV with a few lines about its origin in front.
package struct RecordingReader {
  /// The first line of every recording.
  package static let firstLine = "# overscroll recording 1"
  /// The time from which on a recording's clock is set back to ``lead``, in seconds. [C]
  private static let latestStart = 60.0
  /// The latest time that a clock may show, in its unit; some count nanoseconds since 1970. [C]
  private static let latestClock = 1e19
  /// The longest time between rows of which half are no longer, in seconds; beyond it they are milliseconds. [C]
  private static let maximumStep = 1.0
  /// How far the median spacing of times in whole milliseconds is from the mean, at most, in seconds. [C]
  private static let rounding = 0.6e-3
  /// The most points per pixel. [C]
  private static let largestUnit = 1000.0
  /// The rates of displays, in hertz. [C]
  private static let rates = 1.0...10_000
  /// The time of the first row where the clock was set back, in seconds. [C]
  private static let lead = 0.1

  private enum Cell {
    /// A time; the number of units in a second.
    case time(Double)
    case touch, id, x, y, phase
    case value(Series.Column)
    case unknown
  }

  /// The lines in front of the columns that mean something, besides properties of the scroll view.
  package enum Line: String, CaseIterable {
    case rate, unit, delivery
  }

  /// The columns, besides those of ``Series/Column``.
  package enum Name: String, CaseIterable {
    case t, t_ms, t_us, t_ns, touch, id, x, y, phase
  }

  private let file: String
  /// What the caller knows of the table.
  private var known: Form
  private var form = RecordingForm()
  private var lineNumber = 0
  private var fields: [String: JSONValue] = [:]
  private var rate: Double?
  /// The unit of the last decimal of all times, in seconds.
  private var timeUnit = Double.infinity
  /// The largest unit of a clock that frames can be told by, in seconds. [C]
  private static let coarsestUnit = 1e-3
  private var ownUnit: Unit?
  private var delivery = Series.Delivery.frames
  /// The first stamp, from which on times are counted, of a clock that began long before; `nil` for any other.
  private var clock: ClockStamp?
  private var cells: [Cell]?
  private var rows: [(time: Double, phase: ScrollView.Phase?, values: [(Series.Column, Double)])] =
    []
  private var touches: [Series.Touch] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - file: The name used in errors.
  ///   - known: What the caller knows of the table, which takes the place of what the recording says.
  package init(file: String, known: Form = Form()) {
    self.file = file
    self.known = known
  }

  /// What a caller knows of a table that does not say it.
  package struct Form: Hashable, Sendable {
    /// The columns' own names, by those of recordings.
    package var columns: [String: String] = [:]
    /// Whether a table that lacks these columns is read as if nothing was known of it.
    package var isOptional = false
    /// The unit of the times.
    package var timeUnit: TimeUnit?
    /// The unit of the lengths.
    package var unit: Unit?
    /// The pixels per point.
    package var scale: Double?

    package init(
      columns: [String: String] = [:], timeUnit: TimeUnit? = nil, unit: Unit? = nil,
      scale: Double? = nil
    ) {
      (self.columns, self.timeUnit, self.unit, self.scale) = (columns, timeUnit, unit, scale)
    }
  }

  /// The unit of times.
  package enum TimeUnit: String, Sendable, CaseIterable {
    case s, ms, us, ns

    /// The name of a column of such times.
    var column: String { self == .s ? "t" : "t_\(rawValue)" }
  }

  /// The unit of lengths.
  package enum Unit: String, Sendable, CaseIterable {
    /// Points.
    case pt
    /// Device pixels, which are divided by the display scale.
    case px
  }

  /// Returns whether a first line is that of a recording, or names columns that are recognized.
  package static func isFirst(_ line: Substring, known: Form = Form()) -> Bool {
    if line.hasPrefix("#") { return true }
    return RecordingForm(columns: line, known: known) != nil
  }

  /// What is wrong with a table whose columns are not recognized, and how they would be; `nil` where a line has no columns.
  package static func unknownColumns(_ line: Substring) -> String? {
    let names = RecordingForm.names(of: line)
    guard names.count > 1, names.allSatisfy({ $0.finiteNumber == nil && !$0.isEmpty }) else {
      return nil
    }
    let time = names.first { $0.lowercased().contains("time") } ?? names[0]
    let others = names.filter { $0 != time }
    let y = others.first { $0.lowercased().hasSuffix("y") } ?? others[0]
    let x = others.first { $0 != y && $0.dropLast() == y.dropLast() && "xX".contains($0.suffix(1)) }
    return "is not a script, trace or recording; its columns are \(names.joined(separator: ", ")), "
      + "which would be understood with --columns t=\(time),offset_y=\(y)"
      + (x.map { ",offset_x=\($0)" } ?? "")
      + ", and with --time-unit where times are not in seconds"
  }

  /// Takes a line in; `number` counts from 1.
  package mutating func add(_ line: Substring, number: Int) throws(LabError) {
    lineNumber = number
    if number == 1, line.hasPrefix("#") {
      guard line.trimmed == Self.firstLine else {
        throw problem("the first line of a recording is \"\(Self.firstLine)\"")
      }
      return
    }
    if line.trimmed.isEmpty { return }
    if line.hasPrefix("#") {
      if cells == nil { try addProperty(line.dropFirst()) }
    } else if cells == nil {
      let names = RecordingForm.names(of: line).map(String.init)
      let missing = known.columns.filter { !names.contains($0.value) }.min { $0.key < $1.key }
      if let (own, name) = missing {
        guard known.isOptional else {
          throw problem(
            "has no column \(name), which --columns takes for \(own); the columns are "
              + names.joined(separator: ", "))
        }
        known = Form()
      }
      form = RecordingForm(columns: line, known: known) ?? form
      try addColumns(form.names(line))
    } else {
      let texts = form.cells(line)
      try addRow(texts)
    }
  }

  private func problem(_ text: String) -> LabError {
    LabError(file: file, line: lineNumber, problem: text)
  }

  // MARK: - Lines

  private mutating func addProperty(_ line: Substring) throws(LabError) {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let (name, text) = (String(parts[0].trimmed), parts[1].trimmed)
    switch Line(rawValue: name) {
    case .rate:
      guard let number = text.finiteNumber, Self.rates.contains(number) else {
        throw problem(
          "\"rate\" is \"\(text)\"; it must be a number of frames per second from 1 to 10000")
      }
      rate = number
    case .unit:
      ownUnit = try word(text, "unit")
    case .delivery:
      delivery = try word(text, "delivery")
    case nil:
      guard Script.Property.Name(rawValue: name) != nil else { return }
      fields[name] = size(text) ?? JSONValue(parsing: text) ?? .string(String(text))
    }
  }

  /// A size in the form `402x874`.
  private func size(_ text: Substring) -> JSONValue? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = sides[0].finiteNumber, let height = sides[1].finiteNumber
    else { return nil }
    return .array([.number(width), .number(height)])
  }

  private mutating func addColumns(_ names: [Substring]) throws(LabError) {
    let cells = names.map { name -> Cell in
      switch Name(rawValue: String(name)) {
      case .t: .time(1)
      case .t_ms: .time(1e3)
      case .t_us: .time(1e6)
      case .t_ns: .time(1e9)
      case .touch: .touch
      case .id: .id
      case .x: .x
      case .y: .y
      case .phase: .phase
      case nil: Series.Column(name: name).map(Cell.value) ?? .unknown
      }
    }
    let times = cells.count { if case .time = $0 { true } else { false } }
    guard times == 1 else {
      throw LabError(
        file: file,
        problem: times == 0
          ? "has no column of times (t, t_ms, t_us or t_ns)" : "has more than one column of times")
    }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      if case .unknown = cells[index] { continue }
      throw problem("the column \(name) is there twice")
    }
    self.cells = cells
  }

  private mutating func addRow(_ texts: [Substring]) throws(LabError) {
    guard let cells else { return }
    guard texts.count == cells.count else {
      throw problem("a row has \(cells.count) cells, this one \(texts.count)")
    }
    guard rows.count + touches.count < LabLimits.rows else {
      throw problem("recordings are limited to \(LabLimits.rows) rows")
    }
    var time: Double?
    var phase: ScrollView.Phase?
    var touch: TouchEvent.Phase?
    var (id, x, y) = (0, Double?.none, Double?.none)
    var values: [(Series.Column, Double)] = []
    for (cell, text) in zip(cells, texts) where !text.isEmpty {
      switch cell {
      case .time(let units):
        let count = try number(text, "t", upTo: Self.latestClock)
        if rows.isEmpty, touches.isEmpty, abs(count / units) > Self.latestStart {
          clock = ClockStamp(text, count, per: units)
        }
        time = clock.map { ClockStamp(text, count, per: units).seconds(since: $0) } ?? count / units
        noteDecimals(of: text, units)
      case .touch: touch = try word(text, "touch")
      case .phase: phase = try word(text, "phase")
      case .id: id = Int(try number(text, "id"))
      case .x: x = try number(text, "x")
      case .y: y = try number(text, "y")
      case .value(let column):
        let limit = column.largestMagnitude
        values.append((column, try number(text, column.name, upTo: limit)))
      case .unknown: break
      }
    }
    guard let time else { throw problem("the row has no time") }
    // Touches and frames may come from two sources, each with its own order.
    if let touch {
      guard time >= touches.last?.time ?? -.infinity else {
        throw problem("times of touches must not decrease")
      }
      guard let x, let y else { throw problem("a touch needs \"x\" and \"y\"") }
      touches.append(Series.Touch(time: time, id: id, phase: touch, location: Point(x, y)))
    }
    if phase != nil || !values.isEmpty {
      guard time > rows.last?.time ?? -.infinity else { throw problem("times must increase") }
      rows.append((time, phase, values))
    }
  }

  /// Takes in how many decimals times have.
  private mutating func noteDecimals(of text: Substring, _ units: Double) {
    let decimals = text.lastIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
    // A number with an exponent has all its digits.
    let last = text.contains { "eE".contains($0) } ? 0 : pow(10, -Double(decimals ?? 0)) / units
    timeUnit = min(timeUnit, last)
  }

  private func number(
    _ text: Substring, _ name: String, upTo limit: Double = LabLimits.magnitude
  ) throws(LabError) -> Double {
    guard let number = text.finiteNumber else {
      throw problem("\"\(name)\" is \"\(text)\"; it must be a number or empty")
    }
    guard abs(number) <= limit else {
      throw problem("\"\(name)\" is \(text), beyond \(LabLimits.text(limit))")
    }
    return number
  }

  private func word<Word: RawRepresentable & CaseIterable>(
    _ text: Substring, _ name: String
  ) throws(LabError) -> Word where Word.RawValue == String {
    if let word = Word(rawValue: String(text)) { return word }
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    throw problem("\"\(name)\" is \"\(text)\"; it must be one of \(known)")
  }

  // MARK: - The end

  /// The series, once all lines are in.
  package func finish() throws(LabError) -> Series {
    guard lineNumber > 0 else { throw LabError(file: file, line: 1, problem: "the file is empty") }
    guard cells != nil else {
      throw LabError(file: file, problem: "has no column of times (t, t_ms, t_us or t_ns)")
    }
    let header: Script.Header
    do throws(ScriptError) {
      header = try Script.Header(fields, file: file)
    } catch {
      throw LabError(file: file, problem: error.problem)
    }
    let isInPixels = (known.unit ?? ownUnit) == .px
    let unit = isInPixels ? 1 / (known.scale ?? header.displayScale) : 1
    guard unit <= Self.largestUnit else {
      throw LabError(
        file: file, problem: "\"displayScale\" is \(NumberText.shortest(header.displayScale))")
    }
    guard !rows.isEmpty || !touches.isEmpty else {
      throw LabError(file: file, problem: "has no rows below the names of its columns")
    }
    var series = Series(name: file, touches: touches, header: header, rate: rate)
    // Whole seconds are no clock that leaves something out.
    if timeUnit <= Self.coarsestUnit {
      series.timeRounding = max(timeUnit * (1 + 1e-6), Interpolation.rounding)
    }
    series.delivery = delivery
    series.hasRange = fields["content"] != nil && fields["viewport"] != nil
    series.readings = form.readings
    if isInPixels, known.scale == nil, fields[Script.Property.Name.displayScale.rawValue] == nil {
      series.readings.append("\(NumberText.shortest(1 / unit)) px per point; --scale N for another")
    }
    for index in series.touches.indices {
      series.touches[index].location = touches[index].location * unit
    }
    for row in rows {
      series.append(
        time: row.time, phase: row.phase,
        row.values.map { ($0.0, $0.0.isLength ? $0.1 * unit : $0.1) })
    }
    try rebase(&series)
    try measureRate(&series)
    if series.values[.velocityX] == nil, series.values[.velocityY] == nil {
      series.slopes = [:]
      // Callbacks, which come between refreshes, have rows of their own.
      series.measureVelocities(over: 1 / (series.rate ?? Series.usualRate))
    }
    noteUnit(&series)
    return series
  }

  /// Finds the rate of a recording that does not name it, and refuses times that can only be milliseconds.
  private func measureRate(_ series: inout Series) throws(LabError) {
    let step = series.usualStep
    guard step.isFinite, step > 0 else { return }
    guard step <= Self.maximumStep || !isInSeconds else {
      throw LabError(
        file: file,
        problem: "the rows are \(NumberText.trimmed(step, decimals: 3)) s apart; "
          + "name the column t_ms if its times are milliseconds")
    }
    guard series.rate == nil else { return }
    // Times in whole milliseconds say the rate by their mean only: 16, 17, 17, 16 …
    let mean = Self.meanStep(of: series.times, near: step)
    let isRounded =
      abs(mean - step) <= Self.rounding && mean != step && hasWholeMilliseconds(series.times)
    let rate = (1 / (isRounded ? mean : step) * 100).rounded() / 100
    guard Self.rates.contains(rate) else { return }
    (series.rate, series.isRateMeasured) = (rate, true)
    series.readings.append(
      "\(NumberText.shortest(rate)) Hz, the \(isRounded ? "mean" : "median") spacing")
  }

  /// Whether all times are whole milliseconds from the first one on, though no display has such a rate.
  private func hasWholeMilliseconds(_ times: [Double]) -> Bool {
    guard let first = times.first else { return false }
    return times.allSatisfy {
      let milliseconds = ($0 - first) * 1e3
      return abs(milliseconds - milliseconds.rounded()) < 1e-3
    }
  }

  /// The mean time between rows that are no farther apart than half as much again as a step, in seconds.
  private static func meanStep(of times: [Double], near step: Double) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 <= 1.5 * step }
    return steps.isEmpty ? step : steps.reduce(0, +) / Double(steps.count)
  }

  private var isInSeconds: Bool {
    cells?.contains { if case .time(1) = $0 { true } else { false } } ?? false
  }

  /// Notes that offsets can only be pixels: they come to rest where points would be, times the display scale.
  private func noteUnit(_ series: inout Series) {
    guard known.unit == nil, ownUnit == nil, let header = series.header, header.displayScale > 1,
      fields["content"] != nil, fields["viewport"] != nil
    else { return }
    let (low, high) = header.offsetRange
    let ends: [(Series.Column, Double, Double)] = [
      (.offsetX, low.x, high.x), (.offsetY, low.y, high.y),
    ]
    for (column, low, high) in ends {
      guard let end = series.values[column]?.last(where: { !$0.isNaN }), end > high + 1,
        (low...max(low, high)).contains(end / header.displayScale)
      else { continue }
      series.readings.append(
        "\(column.name) ends beyond the content; --unit px if its numbers are pixels")
    }
  }

  /// Sets the clock of a recording back that began long after its clock did.
  private func rebase(_ series: inout Series) throws(LabError) {
    let start = min(rows.first?.time ?? .infinity, touches.first?.time ?? .infinity)
    if clock != nil || !(0...Self.latestStart).contains(start), start.isFinite {
      series.shift(by: Self.lead - start)
      let way = Self.lead - start - (clock?.seconds ?? 0)
      let text = NumberText.trimmed(abs(way), decimals: 6)
      series.readings.append("times \(way > 0 ? "+" : "−")\(text) s")
    }
    guard max(series.times.last ?? 0, series.touches.last?.time ?? 0) <= LabLimits.time else {
      throw LabError(file: file, problem: "lasts longer than a million seconds")
    }
  }
}

extension Series.Column {
  /// Whether the values are lengths, or velocities, which follow the unit of length.
  fileprivate var isLength: Bool {
    switch self {
    case .offsetX, .offsetY, .indicatorVerticalY, .indicatorVerticalLength, .indicatorHorizontalX,
      .indicatorHorizontalLength:
      true
    default: isVelocity
    }
  }
}

extension Span<UInt8> {
  /// The text, with what is no UTF-8 replaced.
  var text: Substring {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in indices { bytes.append(self[index]) }
    return Substring(String(decoding: bytes, as: UTF8.self))
  }

  /// The number of cells of a line of CSV without quotation marks.
  var cellCount: Int {
    var count = 1
    for index in indices where self[index] == UInt8(ascii: ",") { count += 1 }
    return count
  }

  /// The index of the comma at the end of a cell, or of the end of the line.
  func endOfCell(from start: Int) -> Int {
    var end = start
    while end < count, self[end] != UInt8(ascii: ",") { end += 1 }
    return end
  }

  /// The part of a range without spaces and tabs around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isSpace { start += 1 }
    while end > start, self[end - 1].isSpace { end -= 1 }
    return start..<end
  }

  func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for index in indices where self[index] != bytes[index] { return false }
    return true
  }

  /// The finite number that the bytes hold, in the form of JSON; `nil` for anything else.
  var finiteNumber: Double? { shortNumber ?? text.finiteNumber }

  /// The number that up to fifteen digits hold, with a sign and a decimal point or without; `nil` for anything else.
  ///
  /// It is a whole number divided by a power of ten, both exact, and so correctly rounded, without a string being made.
  var shortNumber: Double? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    var (mantissa, digits, decimals, hasPoint) = (0, 0, 0, false)
    for index in (isNegative ? 1 : 0)..<count {
      let byte = self[index]
      if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
        continue
      }
      guard byte &- UInt8(ascii: "0") < 10, digits < 15 else { return nil }
      mantissa = mantissa &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      digits += 1
      if hasPoint { decimals += 1 }
    }
    guard digits > 0, !hasPoint || decimals > 0 else { return nil }
    let number = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -number : number
  }
}

private let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Substring {
  /// The cells of a line of CSV without quotation marks.
  var cells: [Substring] {
    split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
  }

  /// The text without spaces and tabs around it.
  var trimmed: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    return text
  }

  /// The finite number that the text holds, in the form of JSON; `nil` for anything else.
  var finiteNumber: Double? {
    let isPlain = utf8.allSatisfy { (48...57).contains($0) || Self.marks.contains($0) }
    guard isPlain, let number = Double(self), number.isFinite
    else { return nil }
    return number
  }

  private static let marks = Array("+-.eE".utf8)
}
