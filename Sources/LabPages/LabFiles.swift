import Glibc
package import OverscrollBase
package import OverscrollLab
package import OverscrollShell
import ScrollGeometry

extension PixelSize {
  /// Whether both sides are within the limits of plots and pictures of takes.
  package var isDrawable: Bool {
    LabLimits.sides.contains(Double(width)) && LabLimits.sides.contains(Double(height))
  }
}

/// Reads the files of the lab: scripts, traces, recordings, and parameters.
package enum LabFiles {
  /// The script at a path, or the only script in a folder.
  ///
  /// A take that was cut off is read up to its last whole line, with a note, by default on standard error.
  package static func script(
    _ path: FilePath, note: (String) -> Void = { StandardError.report($0) }
  ) throws(Failure) -> Script {
    let path = try scriptPath(path)
    return try script(TextFile.read(path), path, note: note)
  }

  /// The script at a path, or what the touches of a recording there do.
  ///
  /// - Throws: An error where it is neither, with what else can be done with a table.
  package static func playable(_ path: FilePath) throws(Failure) -> Script {
    let file = try scriptPath(path)
    guard try !TextFileReader(file).isObject() else { return try script(file) }
    let series = try series(file)
    guard !series.touches.isEmpty else {
      throw Failure(
        message: "\(file): has no touches to play; overscroll plot draws it, and overscroll replay "
          + "SCRIPT --ghost \(file) shows it beside a take")
    }
    return try Failure.describing { () throws(LabError) in try series.script() }
  }

  private static func script(
    _ text: String, _ path: FilePath, note: (String) -> Void = { StandardError.report($0) }
  ) throws(Failure) -> Script {
    try Failure.describing { () throws(ScriptError) in
      try Script(parsing: text, file: path.name, scenes: Scenes.all, note: note)
    }
  }

  /// A script, a trace or a recording, distinguished by its first line.
  ///
  /// - Parameters:
  ///   - path: The file, or a folder with one script.
  ///   - columns: The columns of a trace to keep; `nil` for all.
  ///   - known: What is known of a table besides.
  /// - Returns: What the file holds.
  /// - Throws: A message if it cannot be read or is of another kind.
  package static func subject(
    _ path: FilePath, columns: Set<Series.Column>? = nil, known: RecordingReader.Form = .init()
  ) throws(Failure) -> Subject {
    let path = try scriptPath(path)
    let input = try TextFileReader(path)
    if try input.isObject() {
      let text = try input.readText(memoryPerByte: TextFile.memoryPerByte)
      let script = try script(text, path)
      try checkRows(of: script, path.name, rate: Subject.rate)
      return .script(script, name: path.lastComponent.name)
    }
    var series = try input.readSeries(columns: columns, known: known)
    series.name = path.lastComponent.name
    return .series(series)
  }

  /// Checks that a simulation of a script has no more rows than simulations may have.
  package static func checkRows(
    of script: Script, _ name: String, rate: Double, until limit: Double? = nil
  ) throws(Failure) {
    do throws(Simulation.TooManyRows) {
      try Simulation.checkRows(of: script, rate: rate, until: limit)
    } catch {
      throw Failure(message: "\(name): \(error.problem)")
    }
  }

  /// A trace, a recording, or what a script does at 240 Hz.
  package static func series(
    _ path: FilePath, columns: Set<Series.Column>? = nil, known: RecordingReader.Form = .init()
  ) throws(Failure) -> Series { try subject(path, columns: columns, known: known).series }

  /// What was understood of a file that is written as other programs write CSV, in one line; `nil` for nothing.
  package static func reading(of series: Series) -> String? {
    series.readings.isEmpty
      ? nil : "\(series.name): read with \(series.readings.joined(separator: ", "))"
  }

  /// The suffixes of files that are tables, whatever they begin with.
  private static let tableSuffixes: Set = ["csv", "trace", "tsv"]

  /// Returns whether a file begins as a script, a trace or a recording does, or is a folder.
  package static func isText(_ path: FilePath) -> Bool {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EISDIR }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = String(decoding: bytes[(hasMark ? 3 : 0)..<max(count, 3)], as: UTF8.self)
      .drop(while: \.isWhitespace)
    let first = start.prefix { !$0.isNewline }
    return tableSuffixes.contains(path.fileExtension.lowercased()) || start.hasPrefix("{")
      || start.hasPrefix("# overscroll recording")
      || start.hasPrefix("t,phase,") || !first.hasPrefix("#") && RecordingReader.isFirst(first)
  }

  /// The scene with a name.
  package static func scene(_ name: String) throws(Failure) -> Script.Scene {
    guard let scene = Scenes.all.scene(name) else {
      throw Failure(
        message:
          "\(name): no such scene; the scenes are \(Scenes.all.names.joined(separator: ", "))")
    }
    return scene
  }

  /// The demo of a scene, as a script.
  package static func demo(of name: String) throws(Failure) -> Script {
    let scene = try scene(name)
    var header = Script.Header()
    header.scene = scene
    return Script(header: header, events: scene.card.demo)
  }

  /// The settings of a file of parameters, or of the JSON object given inline instead of its path.
  package static func parameters(_ path: FilePath) throws(Failure) -> [Script.Setting] {
    let text = path.description.hasPrefix("{") ? path.description : try TextFile.read(path)
    return try Failure.describing { () throws(ScriptError) in
      try Script.Header.settings(parsing: text, file: path.name)
    }
  }

  /// The file beside a script with another extension; `nil` where there is none.
  package static func companion(
    of script: FilePath, _ fileExtension: String
  ) throws(Failure) -> FilePath? {
    let path = try scriptPath(script).withoutExtension.appendingExtension(fileExtension)
    return path.exists ? path : nil
  }

  /// Returns whether a path names a folder that no command of the lab can take for a script.
  package static func isFolderWithoutTake(_ path: FilePath) -> Bool {
    scripts(in: path).map(\.isEmpty) ?? false
  }

  /// The scripts in a folder; `nil` for anything else.
  private static func scripts(in path: FilePath) -> [FilePath]? {
    try? FolderEntries.names(in: path).filter { $0.fileExtension == "script" }
      .map { path.appending($0) }
  }

  /// A path itself, or the one script in the folder that it names.
  private static func scriptPath(_ path: FilePath) throws(Failure) -> FilePath {
    guard let scripts = scripts(in: path) else { return path }
    guard scripts.count == 1 else {
      throw Failure(
        message: scripts.isEmpty
          ? "\(path): the folder has no script" : "\(path): the folder has more than one script")
    }
    return scripts[0]
  }
}
