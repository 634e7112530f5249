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
      var reader = TraceReader(file: file)
      try reader.add(first.text, number: 1)
      try lines.forEach { (number, line) throws(LabError) in
        try reader.add(Self.checked(line, number, file), number: number)
      }
      self = try reader.finish()
    } else if first.text.hasPrefix("#") {
      var reader = RecordingReader(file: file)
      try reader.add(first.text, number: 1)
      try lines.forEach { (number, line) throws(LabError) in
        try reader.add(Self.checked(line, number, file), number: number)
      }
      self = try reader.finish()
    } else {
      throw LabError(
        file: file, line: 1,
        problem: "is no script, trace or recording; a recording begins with "
          + "\"\(RecordingReader.firstLine)\"")
    }
  }

  private static func checked(
    _ line: Substring, _ number: Int, _ file: String
  ) throws(LabError) -> Substring {
    guard line.utf8.count <= LabLimits.line else {
      throw LabError(file: file, line: number, problem: "a line has at most 64 KiB")
    }
    return line
  }
}
