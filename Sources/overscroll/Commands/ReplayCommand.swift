import ArgumentParser
import Drawing
import Files
import Formatting
import Glibc
import Imaging
import Lab
import Stage

/// `overscroll replay`: plays a take.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Check that a take still gives the same frames, or draw them.")

  /// The most frames of --frames. [C]
  private static let mostFrames = 100_000

  @Argument(help: "A script or take, or a folder with one.", completion: .file())
  var script: FilePath

  @Argument(help: "The picture; without one, a grid of its size.", completion: .file())
  var image: FilePath?

  @Flag(help: "Perform the take without a display and compare every frame with what was recorded.")
  var check = false

  @Flag(help: "With --check: fail where frames are the same only within 1e-6.")
  var strict = false

  @Option(help: "The time of the snapshot, in seconds.")
  var at: Double?

  @Option(help: "Draw the window at the time of --at into this PNG file, without a display.")
  var snapshot: FilePath?

  @Option(help: "Draw every frame into this folder as 00001.png and so on, without a display.")
  var frames: FilePath?

  @Option(help: "The frames per second of --frames.")
  var hz = 60.0

  mutating func validate() throws {
    guard [check, snapshot != nil, frames != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("replay takes one of --check, --snapshot and --frames.")
    }
    guard (at != nil) == (snapshot != nil), at.map({ (0...1e6).contains($0) }) ?? true else {
      throw ValidationError("--snapshot takes --at with a number of seconds, 0 or more.")
    }
    guard (0.1...1000).contains(hz) else {
      throw ValidationError("--hz takes a number from 0.1 to 1000.")
    }
  }

  mutating func run() throws {
    let take = try LabFiles.script(script)
    guard check else { return try draw(take) }
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

  private func draw(_ take: Script) throws {
    Interruption.deleteUnfinishedFiles()
    do {
      let source = try image.map {
        try ImageFile.open($0, limits: ImageLimits(megapixels: 20_000, budget: 256 << 20))
      }
      let renderer = try TakeRenderer(take, showing: source)
      if let snapshot, let at {
        try renderer.surface(at: at).writePNG(to: snapshot)
      } else if let frames {
        try drawAll(take, renderer, into: frames)
      }
    } catch let error as ImagingError {
      throw Failure(message: error.description)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func drawAll(_ take: Script, _ renderer: TakeRenderer, into folder: FilePath) throws {
    guard folder.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw Failure(message: "\(folder): cannot be created: \(SystemError.last.message)")
    }
    let count = Int(Simulation(take).trace(rate: hz, until: 1e4).samples.count)
    guard count <= Self.mostFrames else {
      throw Failure(message: "\(script.name): has \(count) frames; at most \(Self.mostFrames)")
    }
    let line = ProgressLine(Progress(task: "drawing"))
    defer { line.end() }
    for index in 0..<count {
      line.show(
        Progress(task: "drawing", done: Double(index), total: Double(count), unit: "frames"))
      let digits = String(index + 1)
      let name = String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
      try renderer.surface(at: Double(index) / hz).writePNG(to: folder.appending(name))
    }
  }
}
