extension Series {
  /// Reads a trace or a recording, told apart by the first line.
  ///
  /// - Throws: ``LabError`` with the line and what is wrong there.
  package init(parsing text: String, file: String) throws(LabError) {
    guard text.utf8.count <= LabLimits.file else {
      throw LabError(file: file, problem: "is larger than \(LabLimits.file >> 20) MiB")
    }
    var lines = Lines(text)
    guard let first = lines.next() else {
      throw LabError(file: file, line: 1, problem: "the file is empty")
    }
    if TraceReader.isFirst(first.text) {
      self = try Self.read(first, lines, TraceReader(file: file), file)
    } else if first.text.hasPrefix("#") {
      self = try Self.read(first, lines, RecordingReader(file: file), file)
    } else {
      throw LabError(
        file: file, line: 1,
        problem: "is no script, trace or recording; a recording begins with "
          + "\"\(RecordingReader.firstLine)\"")
    }
  }

  private static func read(
    _ first: (number: Int, text: Substring), _ rest: Lines, _ reader: some SeriesReader,
    _ file: String
  ) throws(LabError) -> Series {
    var (reader, rest) = (reader, rest)
    try reader.add(first.text, number: first.number)
    try rest.forEach { (number, line) throws(LabError) in
      guard line.utf8.count <= LabLimits.line else {
        throw LabError(file: file, line: number, problem: "a line has at most 64 KiB")
      }
      try reader.add(line, number: number)
    }
    return try reader.finish()
  }
}

/// Reads a series line by line.
protocol SeriesReader {
  /// Takes a line in; `number` counts from 1.
  mutating func add(_ line: Substring, number: Int) throws(LabError)

  /// The series, once all lines are in.
  func finish() throws(LabError) -> Series
}

extension TraceReader: SeriesReader {}
extension RecordingReader: SeriesReader {}
