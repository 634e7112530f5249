import ArgumentParser
import OverscrollBase
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll stats`: what many takes measure.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Summarize what the gestures of many takes measure.",
    discussion: """
      Prints the number of gestures, the median, the quartiles, the extremes and the outliers of each measurement; see \
      overscroll info for a single file. Quartiles lie on a line between the two nearest values; an outlier is further from \
      them than one and a half times their distance.
      """)

  /// The most files. [C]
  private static let maximumFiles = 10_000

  @Argument(help: "Takes, scripts, traces and recordings.", completion: .file())
  var files: [FilePath]

  @Option(
    help: ArgumentHelp(
      "Group the takes by a property of their header, such as decelerationRate, scene or note.",
      valueName: "key"))
  var by: String?

  @OptionGroup var table: TableOptions

  @Flag(help: "Print the numbers as JSON.")
  var json = false

  mutating func run() throws {
    guard files.count <= Self.maximumFiles else {
      throw Failure(message: "stats takes at most \(Self.maximumFiles) files, not \(files.count)")
    }
    var groups: [(name: String, files: [(name: String, measurements: Measurements)])] = []
    var isFound = by.map(Self.isProperty) ?? true
    for file in files {
      let subject = try LabFiles.subject(file, known: table.form)
      let value = by.flatMap { Self.value(of: $0, in: subject) }
      isFound = isFound || value != nil || by.map { Self.isParameter($0, of: subject) } ?? false
      let group = by == nil ? "" : value ?? "default"
      let entry = (name: file.lastComponent.description, measurements: Measurements(subject.series))
      if let index = groups.firstIndex(where: { $0.name == group }) {
        groups[index].files.append(entry)
      } else {
        groups.append((group, [entry]))
      }
    }
    guard isFound else {
      throw Failure(message: "--by \(by ?? ""): is no property of a header, and no take has it")
    }
    let statistics = groups.map { (name: $0.name, numbers: MeasurementStatistics($0.files)) }
    guard json else {
      return try StandardOutput.print(
        statistics.flatMap { group in
          let count = "\(group.numbers.count) \(group.numbers.count == 1 ? "gesture" : "gestures")"
          return [by.map { "\($0) \(group.name): \(count)" } ?? count] + group.numbers.lines
        })
    }
    var object = JSONObject()
    object.add("overscroll_stats", 1)
    if let by { object.add("by", by) }
    object.add(
      "groups",
      json: statistics.map { group in
        var row = JSONObject()
        if by != nil { row.add("value", group.name) }
        row.add("statistics", json: group.numbers.json)
        return row.text
      })
    try StandardOutput.print([object.text])
  }

  /// Whether a key is one that any header may have.
  private static func isProperty(_ key: String) -> Bool {
    Script.Property.Name(rawValue: key) != nil || Script.Keys.header.contains(key)
  }

  /// Whether a key is a parameter of a subject's scene, which may have its default.
  private static func isParameter(_ key: String, of subject: Subject) -> Bool {
    header(of: subject)?.assignableNames.contains(key) ?? false
  }

  private static func header(of subject: Subject) -> Script.Header? {
    switch subject {
    case .script(let script, _): script.header
    case .series(let series): series.header
    }
  }

  /// The value of a key of a header as text; `nil` where the header lacks it.
  private static func value(of key: String, in subject: Subject) -> String? {
    let header = header(of: subject)
    guard let line = header?.line, case .object(let fields) = JSONValue(parsing: line[...]),
      let value = fields[key]
    else { return nil }
    if case .string(let text) = value { return text }
    return value.text
  }
}
