import Glibc
package import OverscrollBase
package import OverscrollLab

/// The files of a take on the disk: a script, a trace, and the callbacks.
package struct TakeFiles: Sendable {
  package let script: FilePath
  package let trace: FilePath
  package let callbacks: FilePath

  /// The files beside a script.
  package init(script: FilePath) {
    let stem = script.fileExtension == "script" ? script.withoutExtension : script
    self.script = script
    trace = stem.appendingExtension("trace")
    callbacks = stem.appendingExtension("callbacks")
  }

  /// New files in a folder, named after the present time and the scene.
  ///
  /// - Parameters:
  ///   - folder: The folder; `nil` where the user has none.
  ///   - scene: The name of the scene.
  /// - Throws: An error where the folder cannot be made, or the usual one can be changed by others.
  init(in folder: FilePath?, scene: String? = nil) throws(Failure) {
    guard let folder else {
      throw Failure(message: "no folder for takes: HOME is not set; name one with --takes")
    }
    if folder == Self.folder {
      do throws(OpenFolder.Refusal) { _ = try OpenFolder.own(folder, isMade: true) } catch {
        throw Failure(message: "takes cannot be saved in \(folder): \(error.message)")
      }
    } else {
      folder.makeParents()
      guard folder.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
        throw Failure(message: "\(folder): cannot be created: \(SystemError.last.message)")
      }
    }
    let stem = folder.appending(CalendarTime.fileName + (scene.map { "-" + $0 } ?? ""))
    self = TakeFiles(script: stem.appendingExtension("script")).numbered()
  }

  /// The same files where none of them exists, else others with the first free number from 2 on.
  func numbered() -> TakeFiles {
    let stem = trace.withoutExtension
    var files = self
    for number in 2...1000
    where [files.script, files.trace, files.callbacks].contains(where: \.exists) {
      let path = FilePath(bytes: stem.bytes + Array("-\(number)".utf8))
      files = TakeFiles(script: path.appendingExtension("script"))
    }
    return files
  }

  /// Gives a take that the files already hold a name with the first free number.
  ///
  /// - Returns: Its script under that name; `nil` where there is none.
  /// - Throws: The system's error.
  func keepOlder() throws(SystemError) -> FilePath? {
    // A device or a pipe has no size.
    guard let status = FileStatus(of: script), !status.isFolder, status.size > 0 else { return nil }
    let kept = numbered()
    for (file, name) in [
      (script, kept.script), (trace, kept.trace), (callbacks, kept.callbacks),
    ] where file.exists {
      try OpenFolder.rename(file, to: name.lastComponent)
    }
    return kept.script
  }

  /// The folder of takes: `overscroll/takes` among the data files of the user; `nil` without a home.
  package static var folder: FilePath? { UserFolder.data.path?.appending("takes") }

  /// Writes a take that memory holds to the first of some folders that takes it, and verifies it.
  ///
  /// - Throws: An error about the first folder where none does.
  static func save(
    _ take: Take, _ reason: Script.End.Reason, in folders: [FilePath?], scenes: SceneRegistry
  ) throws(Failure) -> TakeSummary {
    var first: Failure?
    for folder in folders {
      do throws(Failure) {
        let files = try TakeFiles(in: folder, scene: take.script.header.scene?.card.name)
        do throws(Failure) { return try files.write(take, reason, scenes: scenes) } catch {
          files.delete()
          throw error
        }
      } catch {
        first = first ?? error
      }
    }
    throw first ?? Failure(message: "no folder for takes")
  }

  private func delete() {
    for path in [script, trace, callbacks] { _ = path.withCString { unlink($0) } }
  }

  /// Writes a take that memory holds, and verifies it.
  package func write(
    _ take: Take, _ reason: Script.End.Reason, scenes: SceneRegistry
  ) throws(Failure) -> TakeSummary {
    let script = take.finished(reason)
    try TextFile.write(take.csv, to: trace, isPrivate: true)
    try TextFile.write(script.text, to: self.script, isPrivate: true)
    return try verify(script.end, scenes: scenes)
  }

  /// Writes the callbacks of a take whose script and trace are written, and verifies it: both come from performing the take
  /// again.
  func verify(_ end: Script.End?, scenes: SceneRegistry) throws(Failure) -> TakeSummary {
    TakeSummary(
      file: script, end: end, differentFrame: try TakeVerifier.verify(self, scenes: scenes))
  }
}

/// What a recording has become.
package struct TakeSummary: Sendable {
  let file: FilePath
  /// The end of the script.
  let end: Script.End?
  /// The first frame that replays differently; `nil` if the take replays to the last bit.
  package let differentFrame: Int?
  /// The script of a take that had the same name before; `nil` where there was none.
  var older: FilePath?

  /// Length, counts, hash and verdict in one line.
  package var text: String {
    let verdict = differentFrame.map { "not verified: frame \($0) replays differently" }
    let seconds = NumberText.fixed(end?.time ?? 0, decimals: 2)
    return "\(file): \(seconds) s, \(end?.events ?? 0) events, \(end?.frames ?? 0) frames, "
      + "\(end?.trace ?? ""), \(verdict ?? "verified")\(olderText)"
  }

  private var olderText: String {
    older.map { "; the take that was there before is now \($0)" } ?? ""
  }

  /// What a window shows: the command that plays the take, or what is wrong with it.
  func note(_ verb: String) -> String {
    differentFrame == nil ? "\(verb), verified: overscroll replay \(file)\(olderText)" : text
  }
}
