import ArgumentParser
import Files
import Lab
import Stage

/// `overscroll replay`: plays a take.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a take, or check that it still gives the same frames.")

  @Argument(help: "A script or take, or a folder with one.", completion: .file())
  var script: FilePath

  @Flag(help: "Perform the take without a display and compare every frame with what was recorded.")
  var check = false

  @Flag(help: "With --check: fail where frames are the same only within 1e-6.")
  var strict = false

  mutating func validate() throws {
    guard check else { throw ValidationError("replay takes --check.") }
  }

  mutating func run() throws {
    let take = try LabFiles.script(script)
    let path = try LabFiles.companion(of: script, "trace")
    let trace = try path.map { path throws(Failure) in try TextFile.read(path) }
    let result: TakeCheck
    do throws(LabError) {
      result = try TakeCheck(take, trace: trace, file: script.name)
    } catch {
      throw Failure(message: error.description)
    }
    try StandardOutput.print([result.sentence])
    switch result {
    case .same: return
    case .close: if strict { throw ExitCode(1) }
    case .different, .otherHash: throw ExitCode(1)
    }
  }
}
