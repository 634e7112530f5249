import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// What a table of another program does not say of itself.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which columns of a table are which, such as t=Zeit,offset_y=scrollY.",
      valueName: "name=column,…"))
  var columns: [ColumnNames] = []

  @Option(help: "The unit of a table's times, in its column t.")
  var timeUnit: RecordingReader.TimeUnit?

  @Option(help: "The unit of a recording's lengths, if the file does not specify it.")
  var unit: RecordingReader.Unit?

  @Option(
    name: .customLong("scale"),
    help: "The pixels per point of a recording in pixels, if the file does not specify it.")
  var pixelsPerPoint: Double?

  mutating func validate() throws {
    guard pixelsPerPoint.map({ $0.isFinite && (1e-3...1e3).contains($0) }) ?? true else {
      throw ValidationError("--scale must be from 0.001 to 1000.")
    }
    guard pixelsPerPoint == nil || unit == .px else {
      throw ValidationError("--scale needs --unit px.")
    }
  }

  /// The same for readers of files.
  var form: RecordingReader.Form {
    RecordingReader.Form(
      columns: columns.reduce(into: [:]) { $0.merge($1.names) { _, new in new } },
      timeUnit: timeUnit, unit: unit, scale: pixelsPerPoint)
  }

  /// Reads two files: if only one is a table with the given columns, the other is read as it is.
  func subjects(_ one: FilePath, _ other: FilePath) throws(Failure) -> (Subject, Subject) {
    func read(_ path: FilePath) -> Result<Subject, Failure> {
      Result { () throws(Failure) in try LabFiles.subject(path, known: form) }
    }
    let results = (read(one), read(other))
    guard !columns.isEmpty, results.0.isTable || results.1.isTable else {
      return (try results.0.get(), try results.1.get())
    }
    var optional = form
    optional.isOptional = true
    return (
      try LabFiles.subject(one, known: optional), try LabFiles.subject(other, known: optional)
    )
  }
}

extension Result<Subject, Failure> {
  /// Whether a table was read, which has a header, unlike a trace.
  fileprivate var isTable: Bool {
    if case .success(.series(let series)) = self { series.header != nil } else { false }
  }
}

/// Names of columns, by those that recordings have.
struct ColumnNames: ExpressibleByArgument {
  /// The names that recordings have.
  private static let known =
    Set(RecordingReader.Name.allCases.map(\.rawValue) + Series.Column.allCases.map(\.name))

  let names: [String: String]

  init?(argument: String) {
    var names: [String: String] = [:]
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, Self.known.contains(String(pair[0])), names[String(pair[0])] == nil
      else { return nil }
      names[String(pair[0])] = String(pair[1])
    }
    self.names = names
  }
}

extension RecordingReader.Unit: ExpressibleByArgument {}
extension RecordingReader.TimeUnit: ExpressibleByArgument {}
