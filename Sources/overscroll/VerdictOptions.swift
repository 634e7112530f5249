import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollLab
import OverscrollShell

/// Where a command that judges writes its verdict besides standard output.
///
/// Such a command ends like `diff`: with 0 where nothing differs, 1 where something does, and 2 where nothing could be judged.
struct VerdictOptions: ParsableArguments {
  /// The exit status of a verdict that something differs.
  static let different = ExitCode(1)
  /// The exit status where nothing could be judged.
  static let trouble = ExitCode(2)

  @Option(help: "Write the verdict to this file as JSON; - prints it instead of text.")
  var json: FilePath?

  @Option(help: "Write the verdict to this file as a JUnit report; - prints it instead of text.")
  var junit: FilePath?

  /// The files that were asked for.
  private var files: [FilePath] { [json, junit].compactMap { $0 } }

  mutating func validate() throws {
    guard files.count(where: { $0 == StandardOutput.argument }) <= 1 else {
      throw ValidationError("Only one of --json and --junit can be -, for standard output.")
    }
  }

  /// Refuses to write over a picture: an option without its file takes the first picture for it.
  func refusePictures() throws(ValidationError) {
    guard let picture = files.first(where: ImageFile.hasSuffix) else { return }
    throw ValidationError(
      "\(picture): the name of a picture; --json and --junit write a text file.")
  }

  /// The error for a command whose second file is missing.
  ///
  /// - Parameters:
  ///   - name: The name of the missing argument.
  ///   - first: The first file.
  ///   - command: The name of the command.
  /// - Returns: An error with the line that works.
  func missing(_ name: String, after first: FilePath, of command: String) -> ValidationError {
    guard let taken = files.first else {
      return ValidationError("Missing expected argument '<\(name)>'")
    }
    let option = json == nil ? "--junit" : "--json"
    return ValidationError(
      "\(option) has taken \(taken) for the file to write; "
        + "use: overscroll \(command) \(taken) \(first) \(option) -")
  }

  /// Prints the verdict as text, unless standard output has it in another form.
  func print(_ lines: [String]) throws(Failure) {
    if !files.contains(StandardOutput.argument) { try StandardOutput.print(lines) }
  }

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
  ///   - inputs: The files that are read, which are not written.
  ///   - plot: Another file to write.
  ///   - suite: The suite whose one case has the error.
  ///   - judge: Judges, and throws an `ExitCode` for a verdict.
  /// - Throws: The `ExitCode` of the verdict, or that of trouble.
  func run(
    _ key: String, on inputs: [FilePath?], besides plot: FilePath? = nil,
    orFail suite: (String) -> JUnitReport.Suite, _ judge: () throws -> Void
  ) throws {
    do {
      try Failure.refuse(files + [plot], over: inputs)
      try judge()
    } catch let failure as Failure {
      StandardError.report(failure.message)
      do throws(Failure) {
        try Failure.refuse(files, over: inputs)
        try write(json: Self.json(key, error: failure.message), [suite(failure.message)])
      } catch {
        // What could not be written the first time is reported already.
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

extension Failure {
  /// Refuses to write over a file that is read, also where it is reached by a link.
  ///
  /// - Parameters:
  ///   - outputs: The files to write; standard output is none.
  ///   - inputs: The files that are read.
  /// - Throws: A failure that names the first output that is an input.
  static func refuse(_ outputs: [FilePath?], over inputs: [FilePath?]) throws(Failure) {
    for case let output? in outputs where output != StandardOutput.argument {
      guard !inputs.contains(where: { $0.map { ImageFile.isSameFile($0, output) } ?? false }) else {
        throw Failure(message: "\(output): this is the input; choose another file")
      }
    }
  }
}
