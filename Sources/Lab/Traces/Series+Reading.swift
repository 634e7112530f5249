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
  private let unit: RecordingReader.Unit?
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
  ///   - unit: The unit of a recording's lengths; `nil` for the one that it names.
  package init(
    file: String, columns: Set<Series.Column>? = nil, byteLimit: Int = LabLimits.file,
    unit: RecordingReader.Unit? = nil
  ) {
    self.unit = unit
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
      && first.split(separator: ",").contains { Series.Column(rawValue: String($0)) != nil }
  }

  private mutating func makeReader(_ first: Substring) throws(LabError) {
    if TraceReader.isFirst(first), !isRecording(first) {
      trace = TraceReader(file: file, columns: columns)
    } else if RecordingReader.isFirst(first) {
      recording = RecordingReader(file: file, unit: unit)
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
