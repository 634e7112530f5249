import ArgumentParser
import OverscrollFiles
import OverscrollFormatting
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// Where a command that judges writes its verdict besides standard output.
///
/// Such a command ends like `diff`: with 0 where nothing differs, 1 where something does, and 2 where nothing could be judged.
struct VerdictOptions: ParsableArguments {
  /// The exit status of a verdict that something differs.
  static let different = ExitCode(1)
  /// The exit status where nothing could be judged.
  static let trouble = ExitCode(2)

  @Option(help: "Write the verdict to this file as JSON.")
  var json: FilePath?

  @Option(help: "Write the verdict to this file as a JUnit report.")
  var junit: FilePath?

  /// Whether a file was asked for.
  var isUsed: Bool { json != nil || junit != nil }

  /// Writes the files that were asked for.
  func write(json text: @autoclosure () -> String, _ suites: [JUnitReport.Suite]) throws(Failure) {
    if let json { try TextFile.write(text(), to: json) }
    guard let junit else { return }
    try TextFile.write(JUnitReport(suites, timestamp: CalendarTime.iso8601).text, to: junit)
  }

  /// Runs a command that judges; where it fails, writes the error into the files too, and ends with 2.
  ///
  /// - Parameters:
  ///   - key: The key of the version in the JSON.
  ///   - suite: The suite whose one case has the error.
  ///   - judge: Judges, and throws an `ExitCode` for a verdict.
  /// - Throws: The `ExitCode` of the verdict, or that of trouble.
  func run(
    _ key: String, orFail suite: (String) -> JUnitReport.Suite, _ judge: () throws -> Void
  ) throws {
    do {
      try judge()
    } catch let failure as Failure {
      StandardError.report(failure.message)
      do throws(Failure) {
        try write(json: Self.json(key, error: failure.message), [suite(failure.message)])
      } catch {
        // The file that could not be written the first time is reported already.
        if error.message != failure.message { StandardError.report(error.message) }
      }
      throw Self.trouble
    }
  }

  private static func json(_ key: String, error: String) -> String {
    var object = JSONObject()
    object.add(key, 1)
    object.add("verdict", "error")
    object.add("error", error)
    return object.text + "\n"
  }
}
