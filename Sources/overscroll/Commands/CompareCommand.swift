import ArgumentParser
import OverscrollBase
import OverscrollHost
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll compare`: judges a curve by a reference, without a display.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare a curve with a reference, column by column.",
    discussion: """
      FILE is a script, a trace or a recording; a script is simulated at the reference's own times. Prints the \
      verdict, and exits like diff: with 0 if every judged column is within its tolerance, 1 if one is not or one file begins \
      after the motion, has a gap in it or ends before it, and 2 if the two cannot be compared or most rows are not covered. settle is the time from the first row after the lift to the last one more than 0.5 pt from the rest; \
      without a lift from the last notch, or of a table without input from the end of its peak velocity; it is left out where rows are missing at its end. \
      Given two folders, it compares each trace and recording in the second one with the file of the same name in the first.
      """)

  @Argument(help: "A script, trace or recording, or a folder.", completion: .file())
  var file: FilePath

  @Argument(
    help: "The trace or recording to compare with, or a folder of them.", completion: .file())
  var reference: FilePath?

  @Option(
    help: ArgumentHelp(
      "Maximum difference: N or Npt for offsets, in points, COLUMN=N for any column, and Nms for the time by which an offset may be late.",
      valueName: "n|npt,nms|column=n"))
  var tolerance: [Tolerance] = []

  @Option(help: "How times are matched.")
  var align: Alignment?

  @Flag(help: "Compare the text of two traces instead of their numbers.")
  var exact = false

  @OptionGroup var table: TableOptions

  @OptionGroup var verdict: VerdictOptions

  @Option(
    help: "Write a plot of the difference to this file (.svg, .png or .pdf); none for no plot.")
  var plot: FilePath?

  @Flag(help: "Print only the verdict.")
  var quiet = false

  mutating func validate() throws {
    if reference == nil {
      throw verdict.missing("reference", after: file, of: Self._commandName)
    }
  }

  mutating func run() throws {
    guard let reference else { return }
    Interruption.deleteUnfinishedFiles()
    let command = self
    let pair = FilePair(name: file.name, file: file, reference: reference)
    let start = MonotonicClock.now
    try verdict.run(
      Comparison.jsonKey, on: [file, reference], besides: plot,
      orFail: { pair.suite(error: $0, since: start) }
    ) {
      if command.file.isDirectory, reference.isDirectory {
        try command.compareFolders(with: reference)
      } else if command.exact {
        try command.compareTexts(pair)
      } else {
        try command.compareCurves(with: reference, since: start)
      }
    }
  }

  /// Compares two texts, and ends with 1 where they differ.
  private func compareTexts(_ pair: FilePair) throws {
    let outcome = try textOutcome(of: pair, MonotonicClock.now)
    try verdict.write(json: outcome.json ?? "", [outcome.suite])
    try verdict.print([outcome.message])
    if !outcome.isSame { throw VerdictOptions.different }
  }

  /// Compares two curves, and ends with 1 where they differ.
  private func compareCurves(with reference: FilePath, since start: Double) throws {
    let (subject, other) = try table.subjects(file, reference)
    let comparison = try comparison(of: subject, other)
    let picture = try writePlot(of: comparison, subject, file)
    let suite = JUnitReport.Suite(
      name: FilePair.suiteName, cases: comparison.cases(plot: picture?.description),
      duration: MonotonicClock.now - start)
    try verdict.write(json: comparison.json, [suite])
    var lines = [quiet ? comparison.message : String(comparison.report.dropLast())]
    if !quiet { lines += [subject, other].map(\.series).compactMap(LabFiles.reading) }
    if let picture, plot == nil, !quiet { lines.append("plot: \(picture)") }
    try verdict.print(lines)
    if !comparison.isSame { throw VerdictOptions.different }
    if !comparison.isJudged { throw VerdictOptions.trouble }
  }

  private func comparison(of subject: Subject, _ other: Subject) throws(Failure) -> Comparison {
    try Failure.describing { () throws(LabError) in
      try Comparison.between(
        subject, other, tolerances: tolerances, lag: tolerance.compactMap(\.lag).last ?? 0,
        alignment: align)
    }
  }

  /// The columns to judge.
  var tolerances: [Series.Column: Double] {
    var tolerances = Series.Column.judged
    for tolerance in tolerance {
      guard let value = tolerance.value else { continue }
      for column in tolerance.columns { tolerances[column] = value }
    }
    return tolerances
  }

  /// Draws the difference where it was asked for, or where there is one and nothing was said.
  func writePlot(
    of comparison: Comparison, _ subject: Subject, _ file: FilePath
  ) throws(Failure) -> FilePath? {
    if plot == FilePath("none") || (plot == nil && comparison.isSame) { return nil }
    let path = plot ?? file.lastComponent.withoutExtension.appendingExtension("compare.svg")
    // Both are drawn at the times of the side that was sampled at the rows of the other.
    let sides = [
      comparison.isSwapped ? comparison.subject : subject.series, comparison.alignedReference,
    ]
    let shown = comparison.isSwapped ? sides.reversed() : sides
    var chart = Chart(
      shown, residuals: [comparison], title: "\(shown[0].name) and \(shown[1].name)")
    if let row = comparison.columns.compactMap(\.first?.row).min() {
      chart.ticks.append(Chart.Tick(kind: .difference, time: comparison.times[row]))
    }
    chart.gestures = Measurements(shown[0]).gestures
    try ChartFile.write(chart, to: path)
    return path
  }

  /// Compares two texts line by line; returns `same` or the first difference.
  func textVerdict(of pair: FilePair) throws(Failure) -> String {
    let (one, other) = (try Self.lines(of: pair.file), try Self.lines(of: pair.reference))
    guard let row = zip(one, other).enumerated().first(where: { $0.element.0 != $0.element.1 })
    else {
      guard one.count != other.count else { return "same" }
      let short = one.count < other.count ? pair.file : pair.reference
      return "different: \(short) ends after \(min(one.count, other.count)) lines"
    }
    let cells = zip(row.element.0.split(separator: ","), row.element.1.split(separator: ","))
    let names = one.first?.split(separator: ",") ?? []
    let column = cells.enumerated().first { $0.element.0 != $0.element.1 }
    let name = column.flatMap { $0.offset < names.count ? names[$0.offset] : nil } ?? "text"
    let values = column.map { "\($0.element.0), \($0.element.1)" } ?? "\(row.element)"
    return "different: line \(row.offset + 1), \(name): \(values)"
  }

  private static func lines(of path: FilePath) throws(Failure) -> [Substring] {
    let text = try TextFile.read(path)
    guard !text.isEmpty else { throw Failure(message: "\(path): is empty") }
    // CR LF is one character, and ends a line as LF does.
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

/// A greatest difference: a number for the offsets, with the time by which they may be late, or `COLUMN=N`.
struct Tolerance: ExpressibleByArgument {
  var columns: [Series.Column]
  /// The greatest difference; `nil` for the usual one.
  var value: Double?
  /// The greatest lag, in seconds; `nil` where none is said.
  var lag: Double?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    columns = [.offsetX, .offsetY]
    if parts.count == 1 {
      for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
        let isLag = part.hasSuffix("ms")
        let digits = part.hasSuffix("pt") || isLag ? part.dropLast(2) : part
        guard let number = Double(digits), (0...LabLimits.magnitude).contains(number),
          isLag ? lag == nil : value == nil
        else { return nil }
        if isLag { lag = number / 1e3 } else { value = number }
      }
    } else {
      guard let last = parts.last, let value = Double(last),
        (0...LabLimits.magnitude).contains(value)
      else { return nil }
      self.value = value
      guard let column = Series.Column(name: parts[0]) else { return nil }
      columns = [column]
    }
  }
}

extension Alignment: ExpressibleByArgument {}

/// A file and the reference of the same name.
struct FilePair {
  var name: String
  var file: FilePath
  var reference: FilePath

  /// The name of a suite that compares two files.
  static let suiteName = "overscroll compare"

  /// The one case of a pair that cannot be compared.
  func suite(error: String, since start: Double) -> JUnitReport.Suite {
    JUnitReport.Suite(
      name: Self.suiteName,
      cases: [JUnitReport.Case(className: reference.name, name: file.name, error: error)],
      duration: MonotonicClock.now - start)
  }
}

extension CompareCommand {
  /// The outcome of a pair.
  struct Outcome {
    var pair: FilePair
    var message: String
    var isSame: Bool
    var suite: JUnitReport.Suite
    /// The comparison as JSON; `nil` where there is none.
    var json: String?

    /// Whether the two could not be compared.
    var isTrouble: Bool { suite.cases.contains { $0.error != nil } }
  }

  /// Compares every pair of equal names in two folders.
  func compareFolders(with reference: FilePath) throws {
    guard plot == nil || plot == FilePath("none") else {
      throw Failure(
        message: "--plot with two folders can only be none; each difference gets its own plot")
    }
    let found = try FolderPairs(file, reference)
    guard !found.pairs.isEmpty else {
      throw Failure(
        message: "\(file) and \(reference) have no traces or recordings with matching names")
    }
    let outcomes = found.pairs.map(outcome)
    let missing = found.missing
    try verdict.write(
      json: Self.json(outcomes, missing),
      outcomes.map(\.suite) + missing.map(Self.suite(ofMissing:)))
    let isSame = missing.isEmpty && outcomes.allSatisfy(\.isSame)
    try verdict.print(
      quiet
        ? [isSame ? "same" : "different"]
        : outcomes.map { "\($0.pair.name): \($0.message)" } + missing
          + [Self.summary(outcomes, missing)])
    if outcomes.contains(where: \.isTrouble) { throw VerdictOptions.trouble }
    if !isSame { throw VerdictOptions.different }
  }

  private func outcome(of pair: FilePair) -> Outcome {
    let start = MonotonicClock.now
    do throws(Failure) {
      return try exact ? textOutcome(of: pair, start) : numericOutcome(of: pair, start)
    } catch {
      var suite = pair.suite(error: error.message, since: start)
      suite.name = pair.name
      return Outcome(
        pair: pair, message: "not comparable: \(error.message)", isSame: false, suite: suite)
    }
  }

  /// Compares two texts; the verdict is a test case of its own.
  func textOutcome(of pair: FilePair, _ start: Double) throws(Failure) -> Outcome {
    let verdict = try textVerdict(of: pair)
    let isSame = verdict == "same"
    let test = JUnitReport.Case(
      className: pair.reference.name, name: "text", failure: isSame ? nil : verdict)
    return Outcome(
      pair: pair, message: verdict, isSame: isSame,
      suite: .init(name: pair.name, cases: [test], duration: MonotonicClock.now - start),
      json: Comparison.json(ofText: verdict))
  }

  private func numericOutcome(of pair: FilePair, _ start: Double) throws(Failure) -> Outcome {
    let (subject, other) = try table.subjects(pair.file, pair.reference)
    let comparison = try comparison(of: subject, other)
    let picture = try writePlot(of: comparison, subject, pair.file)
    return Outcome(
      pair: pair, message: comparison.message + (picture.map { "; plot: \($0)" } ?? ""),
      isSame: comparison.isSame && comparison.isJudged,
      suite: .init(
        name: pair.name, cases: comparison.cases(plot: picture?.description),
        duration: MonotonicClock.now - start),
      json: comparison.json)
  }

  private static func suite(ofMissing message: String) -> JUnitReport.Suite {
    let test = JUnitReport.Case(className: "overscroll compare", name: "partner", error: message)
    return JUnitReport.Suite(
      name: String(message.prefix { $0 != ":" }), cases: [test], duration: 0)
  }

  private static func summary(_ outcomes: [Outcome], _ missing: [String]) -> String {
    let same = outcomes.count { $0.isSame }
    let errors = outcomes.count(where: \.isTrouble)
    return "\(same) same, \(outcomes.count - same - errors) different, \(errors) not comparable, "
      + "\(missing.count) without a partner"
  }

  private static func json(_ outcomes: [Outcome], _ missing: [String]) -> String {
    let pairs = outcomes.map { outcome in
      var object = JSONObject()
      object.add("name", outcome.pair.name)
      object.add("message", outcome.message)
      if let json = outcome.json {
        object.add("comparison", json: json.filter { $0 != "\n" })
      }
      return object.text
    }
    var object = JSONObject()
    object.add(Comparison.jsonKey, 1)
    let isSame = missing.isEmpty && outcomes.allSatisfy(\.isSame)
    let isTrouble = outcomes.contains(where: \.isTrouble)
    object.add("verdict", isTrouble ? "error" : isSame ? "same" : "different")
    object.add("pairs", json: pairs)
    object.add("missing", missing)
    return object.text + "\n"
  }
}

/// The pairs of equal names in two folders.
private struct FolderPairs {
  private(set) var pairs: [FilePair] = []
  /// A sentence for each file that has no partner.
  private(set) var missing: [String] = []

  /// The extensions of references, and of files that are compared with them.
  private static let (references, subjects) = (["trace", "csv"], ["trace", "csv", "script"])

  init(_ folder: FilePath, _ other: FilePath) throws(Failure) {
    let own = try folder.names()
    let theirs = try other.names().filter { Self.references.contains($0.fileExtension) }
    for name in theirs {
      // A trace may be compared with what a script of its name does.
      let names = [name] + Self.subjects.map { name.withoutExtension.appendingExtension($0) }
      if let partner = names.first(where: own.contains) {
        pairs.append(
          FilePair(
            name: name.name, file: folder.appending(partner), reference: other.appending(name)))
      } else {
        missing.append("\(name.name): is only in \(other)")
      }
    }
    let stems = Set(theirs.map(\.withoutExtension))
    for name in own
    where Self.subjects.contains(name.fileExtension)
      && !stems.contains(name.withoutExtension)
    {
      missing.append("\(name.name): is only in \(folder)")
    }
  }
}

extension FilePath {
  /// Whether the path is that of a folder.
  var isDirectory: Bool { FileStatus(of: self)?.isFolder == true }

  /// The names in a folder, in alphabetical order, without hidden ones.
  fileprivate func names() throws(Failure) -> [FilePath] {
    do throws(SystemError) {
      return try FolderEntries.names(in: self).filter { !$0.isHiddenName }
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch {
      throw Failure(unopened: self, error)
    }
  }
}
