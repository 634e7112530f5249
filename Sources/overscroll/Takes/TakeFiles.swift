import Formatting
import Files
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
    trace = stem.with("trace")
    callbacks = stem.with("callbacks")
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
    for number in 2...1000 where path.with("script").exists {
      path = FilePath(bytes: stem.bytes + Array("-\(number)".utf8))
    }
    self.init(script: path.with("script"))
  }

  /// The folder of takes: `overscroll/takes` among the data files of the person.
  static var folder: FilePath {
    let data = getenv("XDG_DATA_HOME").map { FilePath(cString: $0) }
    if let data, data.isAbsolute { return data.appending("overscroll/takes") }
    let home = getenv("HOME").map { FilePath(cString: $0) } ?? FilePath("/tmp")
    return home.appending(".local/share/overscroll/takes")
  }

  /// Writes a finished take.
  func write(_ take: Take, _ reason: Script.End.Reason) throws(Failure) {
    let script = take.finished(reason)
    let log = CallbackLog()
    _ = Simulation(script, log: log).frameTrace()
    try TextFile.write(take.trace.csv, to: trace)
    try TextFile.write(log.lines.map { $0 + "\n" }.joined(), to: callbacks)
    try TextFile.write(script.text, to: self.script)
  }
}

extension FilePath {
  /// The path with a dot and an extension behind it.
  fileprivate func with(_ fileExtension: String) -> FilePath {
    FilePath(bytes: bytes + Array(".\(fileExtension)".utf8))
  }

  /// A Boolean value that indicates whether something has the path.
  fileprivate var exists: Bool { withCString { access($0, F_OK) } == 0 }
}

extension Take {
  /// What a recording has become, in one line: length, counts, hash, and whether it replays to the last bit.
  func summary(_ file: FilePath, _ reason: Script.End.Reason) -> (text: String, isVerified: Bool) {
    let script = finished(reason)
    let difference = verify()
    let verdict = difference.map { "not verified: frame \($0.frame) replays differently" }
    let seconds = NumberText.fixed(script.duration, decimals: 2)
    let text =
      "\(file): \(seconds) s, \(script.inputCount) events, \(script.frameCount) frames, "
      + "\(trace.hash), \(verdict ?? "verified")"
    return (text, difference == nil)
  }
}
