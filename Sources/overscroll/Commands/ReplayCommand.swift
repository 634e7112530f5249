import ArgumentParser
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollLabPages
import OverscrollShell

/// `overscroll replay`: plays a take.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a take in a window, check it, or draw it.",
    discussion: """
      Without --check, --snapshot, --frames, --video and --html, opens a window that plays the take: Space plays and pauses, comma and period \
      step frame by frame, ? lists all keys. --check exits like diff: with 0 if every frame is the same, 1 if one differs, and 2 \
      if the take cannot be checked.
      """)

  /// The most frames of --frames. [C]
  private static let maximumFrames = 100_000
  /// The frames per second of --frames and --video, unless given. [C]
  private static let usualRate = 60.0
  /// The quality of a video with a picture. [C]
  private static let videoQuality = 50

  @Argument(help: "A script or take, or a folder with one.", completion: .file())
  var script: FilePath

  @Argument(help: "The picture; without one, a grid of its size.", completion: .file())
  var image: FilePath?

  @Option(help: "Playback speed, from 1/32 to 4 in powers of two.")
  var speed = ReplaySpeed()

  @Flag(help: "Open the window paused.")
  var paused = false

  @Flag(help: "Loop playback.")
  var loop = false

  @Option(help: "Start time, or time of the snapshot, in seconds.")
  var at: Double?

  @Option(
    help: ArgumentHelp(
      "Show the take beside one with the properties in this file or JSON object.",
      valueName: "parameters"), completion: .file())
  var with: FilePath?

  @Option(help: "Set a property before starting: KEY=VALUE, with the value as JSON or a bare word.")
  var set: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "Overlay a trace or recording as an outline.", valueName: "reference"),
    completion: .file())
  var ghost: FilePath?

  @Flag(help: "Replay without a display and compare every frame with the recorded one.")
  var check = false

  @Flag(help: "With --check: require identical frames, not just within 1e-6.")
  var strict = false

  @OptionGroup(title: "Options for --check") var verdict: VerdictOptions

  @Option(help: "Render the window at the time of --at to this PNG file, without a display.")
  var snapshot: FilePath?

  @Option(help: "Render every frame to this folder, as 00001.png and so on, without a display.")
  var frames: FilePath?

  @Option(help: "Write a page with curves and measurements, for any browser, to this .html file.")
  var html: FilePath?

  @Option(
    help:
      "Write an animated picture with touches and curves to this .webp or .png file, without a display."
  )
  var video: FilePath?

  @Option(help: "Frames per second of --frames; of --video, 30 or 60.")
  var hz = Self.usualRate

  @OptionGroup var options: ViewerOptions

  mutating func validate() throws {
    let outputs = [check, snapshot != nil, frames != nil, html != nil, video != nil]
    guard outputs.count(where: { $0 }) <= 1 else {
      throw ValidationError(
        "Specify only one of --check, --snapshot, --frames, --video and --html.")
    }
    guard html == nil || (with == nil && ghost == nil && image == nil) else {
      throw ValidationError("--html cannot be combined with --with, --ghost or a picture.")
    }
    if let html, html.fileExtension.lowercased() != "html" {
      throw ValidationError("\(html): a page must be a .html file.")
    }
    guard check || !(strict || verdict.isUsed) else {
      throw ValidationError("--strict, --json and --junit require --check.")
    }
    guard !check || (set.isEmpty && with == nil && ghost == nil && hz == Self.usualRate) else {
      throw ValidationError("--check cannot be combined with --set, --with, --ghost or --hz.")
    }
    guard at.map({ (0...1e6).contains($0) }) ?? true else {
      throw ValidationError("--at must be 0 or more seconds.")
    }
    guard snapshot == nil || at != nil else {
      throw ValidationError("--snapshot requires --at with 0 or more seconds.")
    }
    guard (0.1...1000).contains(hz) else {
      throw ValidationError("--hz must be from 0.1 to 1000.")
    }
    try validateDrawing()
  }

  /// Refuses what pictures without a display do not have.
  private func validateDrawing() throws {
    guard snapshot != nil || frames != nil || video != nil else { return }
    if let video {
      guard hz == 30 || hz == 60 else { throw ValidationError("--video requires --hz 30 or 60.") }
      guard videoFormat(of: video) != nil else {
        throw ValidationError("\(video): a video must be a .webp or .png file.")
      }
    }
    guard options.panels == nil, options.scale == nil || video != nil else {
      throw ValidationError(
        video != nil
          ? "--video cannot be combined with --panels."
          : "--snapshot and --frames cannot be combined with --panels or --scale."
      )
    }
    guard let snapshot else { return }
    guard snapshot.fileExtension.lowercased() == "png" else {
      throw ValidationError("\(snapshot): a snapshot must be a .png file.")
    }
  }

  mutating func run() throws {
    if check {
      let command = self
      let start = MonotonicClock.now
      return try verdict.run(
        TakeCheck.jsonKey, on: [script], orFail: { command.suite(error: $0, since: start) }
      ) { try command.checkTake(since: start) }
    }
    try Failure.refuse([html, video, snapshot], over: [script, image, with, ghost])
    if let html { return try writePage(of: sides().main, to: html) }
    if let video { return try writeVideo(of: sides(), to: video) }
    if snapshot != nil || frames != nil { return try draw(sides()) }
    try show()
  }

  private func writePage(of take: Script, to path: FilePath) throws(Failure) {
    let name = script.lastComponent.name
    try LabFiles.checkRows(of: take, name, rate: Subject.rate)
    Interruption.deleteUnfinishedFiles()
    try TextFile.write(TakePage(take, title: name).html, to: path)
  }

  /// The format of a video; `nil` for another suffix.
  private func videoFormat(of path: FilePath) -> AnimationWriter.Format? {
    switch path.fileExtension.lowercased() {
    case "png": .png
    // A photograph without loss would be many times as large.
    case "webp": .webp(quality: image == nil ? nil : Self.videoQuality)
    default: nil
    }
  }

  private func writeVideo(of sides: Sides, to path: FilePath) throws {
    guard let format = videoFormat(of: path) else { return }
    var style = TakeVideo.Style(format)
    (style.rate, style.speed, style.scale) = (Int(hz), speed.speed.factor, options.scale)
    style.start = at ?? 0
    let name = script.lastComponent.name
    try TakeVideo.checkDuration(of: sides.main, name, style)
    Interruption.deleteUnfinishedFiles()
    let line = ProgressLine(Progress(task: "drawing"))
    defer { line.end() }
    do {
      let video = try TakeVideo(
        sides.main, name: name, style, with: sides.variant, ghost: try track(along: sides.main),
        showing: try source(options.limits), over: options.pictures.backdrop)
      let bytes = try video.file { index in
        line.show(
          Progress(
            task: "drawing", done: Double(index), total: Double(video.frameCount), unit: "frames"))
      }
      try TextFile.write(bytes ?? [], to: path)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func sides() throws -> Sides {
    let sides = try Sides(LabFiles.playable(script), set: set, with: with)
    if let at { try refuse(at, beyond: sides.main) }
    return sides
  }

  /// Refuses a time after the end of the take.
  private func refuse(_ time: Double, beyond take: Script) throws {
    // What goes on after the last event of a script has to be performed to know how long.
    guard time > take.duration else { return }
    let end = PerformedTake(take).duration
    guard time > end else { return }
    try endAsUsage(
      "--at \(NumberText.shortest(time)): the take ends at \(NumberText.fixed(end, decimals: 3)) s")
  }

  /// Ends as invalid arguments do, which only the files could tell.
  private func endAsUsage(_ message: String) throws {
    StandardError.report(message)
    throw ExitCode(2)
  }

  /// The one case of a take that cannot be checked.
  private func suite(error: String, since start: Double) -> JUnitReport.Suite {
    JUnitReport.Suite(
      name: TakeCheck.suiteName,
      cases: [JUnitReport.Case(className: script.name, name: "frames", error: error)],
      duration: MonotonicClock.now - start)
  }

  private func checkTake(since start: Double) throws {
    // A take that was cut off may be one that cannot be checked either, which is the one message to show.
    var notes: [String] = []
    let take = try LabFiles.script(script) { notes.append($0) }
    let path = try LabFiles.companion(of: script, "trace")
    let trace = try path.map { path throws(Failure) in try TextFile.read(path) }
    let result = try Failure.describing { () throws(LabError) in
      try TakeCheck(take, trace: trace, file: script.name)
    }
    // The names of columns and the row at time 0 come before those of frames.
    let rows = (trace?.split(separator: "\n").count ?? 0) - 2
    if take.end == nil, notes.isEmpty, rows > take.wholeFrameCount {
      notes = [
        "\(script.name): was cut off; \(take.wholeFrameCount) of \(rows) frames are checked"
      ]
    }
    notes.forEach { StandardError.report($0) }
    let suite = JUnitReport.Suite(
      name: TakeCheck.suiteName, cases: [result.testCase(of: script.name, strict: strict)],
      duration: MonotonicClock.now - start)
    try verdict.write(json: result.json(strict: strict), [suite])
    try verdict.print([result.message])
    if !result.isSame(strict: strict) { throw VerdictOptions.different }
  }

  /// The take and, where there is one, what differs on side B.
  private struct Sides {
    var main: Script
    var variant: [Script.Setting]

    init(_ take: Script, set: [Assignment], with: FilePath?) throws(Failure) {
      main = take
      for assignment in set { main.header = try assignment.applied(to: main.header) }
      variant = try with.map(LabFiles.parameters) ?? take.header.variant
      // A take that continues live keeps both sides.
      main.header.variant = variant
    }
  }

  private func source(_ limits: ImageLimits) throws -> (any ImageSource)? {
    do {
      return try image.map { try ImageFile.open($0, limits: limits) }
    } catch let error as ImagingError {
      throw Failure(message: error.description)
    }
  }

  /// Opens the window that plays the take.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    let sides = try sides()
    var options = options
    try options.memory.limit()
    let source = try source(options.limits)
    try SystemLimits.checkFiles()
    let name = script.lastComponent.name
    let take = PerformedTake(sides.main)
    var playback = Playback(take, speed: speed.speed)
    playback.loops = loop
    if let at { playback.seek(to: at) }
    if !paused { playback.play() }
    var replay = Replay(title: name, take: take, playback: playback)
    if !sides.variant.isEmpty {
      replay.other = PerformedTake(
        sides.main.with(sides.variant), at: take.frames.map(\.sample.time))
    }
    replay.ghost = try track(along: sides.main)
    return try replay.open(
      source, options: options.window, pictures: options.pictures, on: opener)
  }

  /// The reference of --ghost along a take.
  private func track(along take: Script) throws(Failure) -> GhostTrack? {
    guard let ghost else { return nil }
    return try GhostTrack(ghost, along: take, name: script.lastComponent.name)
  }

  private func draw(_ sides: Sides) throws {
    if let frames {
      try refuseTooManyFrames(of: sides.main)
      try refuseOldFrames(in: frames)
    }
    Interruption.deleteUnfinishedFiles()
    do {
      let renderer = try TakeRenderer(
        sides.main, with: sides.variant, ghost: try track(along: sides.main),
        showing: try source(options.limits), over: options.pictures.backdrop)
      if let snapshot, let at {
        try renderer.surface(at: at).writePNG(to: snapshot)
      } else if let frames {
        try drawAll(sides.main, renderer, into: frames)
      }
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  /// Refuses a folder that has frames already: those of a longer take would follow the new ones.
  private func refuseOldFrames(in folder: FilePath) throws {
    let pictures =
      (try? FolderEntries.names(in: folder))?.filter { $0.fileExtension == "png" } ?? []
    guard pictures.contains(where: { Int($0.withoutExtension.name) != nil }) else { return }
    try endAsUsage("\(folder): already has frames; use another folder")
  }

  /// The longest take of which frames are drawn, in seconds.
  private var maximumDuration: Double { Double(Self.maximumFrames) / hz }

  /// Refuses a take that lasts too long, before any of it is performed.
  private func refuseTooManyFrames(of take: Script) throws(Failure) {
    guard take.duration > maximumDuration else { return }
    throw Failure(
      message: "\(script.name): has more than \(Self.maximumFrames) frames; use a lower --hz")
  }

  private func drawAll(_ take: Script, _ renderer: TakeRenderer, into folder: FilePath) throws {
    guard folder.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw Failure(message: "\(folder): cannot be created: \(SystemError.last.message)")
    }
    var count = 0
    Simulation(take).run(rate: hz, until: maximumDuration) { _ in count += 1 }
    // What moves forever ends with the last frame that is allowed.
    count = min(count, Self.maximumFrames)
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

/// A speed on the command line: a number or a fraction such as `1/8`.
struct ReplaySpeed: ExpressibleByArgument {
  var speed = Playback.Speed.real

  init() {}

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap({ Double($0) }), parts.count <= 2,
      let second = parts.count == 2 ? Double(parts[1]) : 1
    else { return nil }
    speed = Playback.Speed(nearestTo: first / second)
    guard speed.factor == first / second else { return nil }
  }

  var defaultValueDescription: String { "1" }
}
