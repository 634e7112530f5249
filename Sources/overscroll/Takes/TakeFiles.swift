import Files
import Formatting
import Glibc
import Stage

/// The files of a take on the disk: a script, a trace, and the callbacks.
struct TakeFiles: Sendable {
  let script: FilePath
  let trace: FilePath
  let callbacks: FilePath

  /// The files beside a script.
  init(script: FilePath) {
    let stem = script.fileExtension == "script" ? script.withoutExtension : script
    self.script = script
    trace = stem.appendingExtension("trace")
    callbacks = stem.appendingExtension("callbacks")
  }

  /// New files in a folder, named after the present time.
  ///
  /// - Throws: One sentence where the folder cannot be made.
  init(in folder: FilePath) throws(Failure) {
    for folder in folder.ancestors + [folder] {
      let status = folder.withCString { mkdir($0, 0o777) }
      guard status == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else {
        throw Failure(message: "\(folder): cannot be created: \(SystemError.last.message)")
      }
    }
    let stem = folder.appending(CalendarTime.fileName)
    var path = stem
    for number in 2...1000 where path.appendingExtension("script").exists {
      path = FilePath(bytes: stem.bytes + Array("-\(number)".utf8))
    }
    self.init(script: path.appendingExtension("script"))
  }

  /// The folder of takes: `overscroll/takes` among the data files of the person.
  static var folder: FilePath {
    let data = getenv("XDG_DATA_HOME").map { FilePath(cString: $0) }
    if let data, data.isAbsolute { return data.appending("overscroll/takes") }
    let home = getenv("HOME").map { FilePath(cString: $0) } ?? FilePath("/tmp")
    return home.appending(".local/share/overscroll/takes")
  }

  /// Writes a take that only memory holds.
  func write(_ take: Take, _ reason: Script.End.Reason) throws(Failure) -> TakeSummary {
    let script = take.finished(reason)
    try TextFile.write(take.trace.csv, to: trace)
    try TextFile.write(script.text, to: self.script)
    return try complete(take, script)
  }

  /// Writes the callbacks of a take whose script and trace are written, and verifies it: both come from performing the take
  /// again.
  func complete(_ take: Take, _ script: Script) throws(Failure) -> TakeSummary {
    let log = CallbackLog()
    let difference = take.verify(log: log)
    try TextFile.write(log.lines.map { $0 + "\n" }.joined(), to: callbacks)
    return TakeSummary(file: self.script, script: script, difference: difference)
  }
}

/// What a recording has become.
struct TakeSummary: Sendable {
  let file: FilePath
  /// The script with its end.
  let script: Script
  /// The first frame that replays differently; `nil` if the take replays to the last bit.
  let difference: Take.Difference?

  /// Length, counts, hash and verdict in one line.
  var text: String {
    let verdict = difference.map { "not verified: frame \($0.frame) replays differently" }
    let seconds = NumberText.fixed(script.duration, decimals: 2)
    return "\(file): \(seconds) s, \(script.inputCount) events, \(script.frameCount) frames, "
      + "\(script.end?.trace ?? ""), \(verdict ?? "verified")"
  }

  /// What a window shows: the command that plays the take, or what is wrong with it.
  func note(_ verb: String) -> String {
    difference == nil ? "\(verb), verified: overscroll replay \(file)" : text
  }
}
