import ArgumentParser
import OverscrollBase
import OverscrollDesktop
import OverscrollImaging
import OverscrollLab
import OverscrollLabPages
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll info`: a file's format, size and the cost of opening it, from its header.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print a picture's format, size and the estimated cost of opening it.",
    discussion: """
      For a take, script, trace or recording, prints its contents, the quality of its input and frames, and what each \
      gesture measures; with --max-latency or --max-hitch it ends with 1 where a take exceeds them. Without a \
      file, prints the machine, the display and the input devices, as takes and reports have them.

      \(LoaderFormat.message)
      """)

  @Argument(
    help: "A \(ImageFormat.alternatives) file, or a take, script, trace or recording.",
    completion: .file())
  var file: FilePath?

  @Flag(help: "Also print the camera, the color profile, the author and all tags.")
  var all = false

  @Flag(help: "Print all of this as JSON.")
  var json = false

  @OptionGroup var takeOptions: TakeOptions

  @OptionGroup var table: TableOptions

  @Option(help: SizeLimit.help, transform: SizeLimit.init)
  var maxMegapixels = SizeLimit()

  @Flag(help: DecodingProcess.help)
  var noSandbox = false

  var limits: ImageLimits {
    ImageLimits(megapixels: maxMegapixels.megapixels, sandbox: DecodingProcess.sandbox)
  }

  mutating func run() throws {
    guard var file else { return try printEnvironment() }
    let input = try StandardInput.replacing(&file, .standard())
    try Failure.refuse([takeOptions.frames, takeOptions.traceEvents], over: [file])
    if LabFiles.isFolderWithoutTake(file) {
      throw Failure(
        message: "\(file): this folder is not a take; info describes one file")
    }
    if LabFiles.isText(file) || !table.columns.isEmpty {
      guard !all else { throw Failure(message: "\(file): --all is for pictures") }
      let subject = try LabFiles.subject(file, known: table.form)
      try StandardOutput.print(
        json
          ? [LabInfo.json(subject)] : LabInfo.rows(subject).map { "\($0.name): \($0.value)" })
      return try takeOptions.judge(subject, file)
    }
    guard !takeOptions.isUsed else {
      throw Failure(message: "\(file): is not a take with refreshes, for \(takeOptions.names)")
    }
    let source = try open(file, input)
    let name = input == nil ? file.description : StandardInput.argument.description
    let metadata = PictureMetadata(of: file, in: limits.sandbox)
    let rows =
      PictureDescription.rows(source)
      + PictureDescription.rows(of: source.info.scale ?? metadata.scale, source.info)
    let pages = PictureDescription.pages(of: file, in: limits.sandbox)
    let lines = rows + PictureDescription.rows(of: pages)
    guard all || json else { return try StandardOutput.print(lines.map(\.line)) }
    if json {
      try StandardOutput.print([Self.json(name, source.info, rows, pages, metadata)])
    } else {
      try StandardOutput.print(PictureDescription.lines(name, lines, metadata))
    }
  }
}

/// A picture's header and metadata as JSON.
extension InfoCommand {
  /// All of it as one object.
  static func json(
    _ file: String, _ info: ImageInfo, _ rows: [PictureDescription.Row],
    _ pages: FilePages?, _ metadata: PictureMetadata
  ) -> String {
    var object = JSONObject()
    object.add("file", file)
    for row in rows {
      switch row.name {
      case "size":
        object.add("width", info.size.width)
        object.add("height", info.size.height)
      case "depth": object.add("bitsPerChannel", info.bitsPerChannel)
      case "orientation": object.add("orientation", info.orientation.rawValue)
      default: object.add(row.name, row.value)
      }
    }
    if let pages { object.add("\(pages.kind.name)s", json: pages.known.map(Self.object)) }
    object.add("camera", json: Self.object(metadata.camera))
    object.add("profile", json: Self.object(metadata.profile))
    for row in metadata.texts { object.add(row.name, row.value) }
    object.add(
      "tags",
      json: metadata.tags.map { tag in
        JSONObject([
          ("group", .string(tag.group)), ("name", .string(tag.name)), ("value", .string(tag.value)),
        ]).text
      })
    return object.text
  }

  private static func object(_ page: FilePages.Page) -> String {
    var object = JSONObject()
    object.add("width", page.size.width)
    object.add("height", page.size.height)
    if !page.name.isEmpty { object.add("name", page.name) }
    if let scale = page.scale { object.add("scale", scale.text) }
    return object.text
  }

  private static func object(_ rows: [PictureMetadata.Row]) -> String {
    JSONObject(rows.map { ($0.name, .string($0.value)) }).text
  }

  /// Prints the machine, the display and its devices; without a display, what is known of the machine.
  func printEnvironment() throws {
    guard !all else { throw Failure(message: "--all requires a picture") }
    let environment = Self.environment
    try StandardOutput.print(
      json
        ? [environment.text]
        : QAEnvironment(environment).rows.map { "\($0.name): \($0.value)" })
  }

  private static var environment: JSONValue {
    var options = DesktopWindow.Options(
      title: "", programName: "overscroll", size: PixelSize(width: 1, height: 1),
      tileSize: PixelSize(width: 1, height: 1))
    options.features = [.extendedInput]
    // The window is never shown.
    guard let window = try? DesktopWindow(options) else { return .object(Machine.environment) }
    return window.environment().json
  }
}

/// What `overscroll info` prints of a file of the lab.
enum LabInfo {
  /// The lines to print, in order.
  static func rows(_ subject: Subject) -> [(name: String, value: String)] {
    switch subject {
    case .script(let script, _): rows(script)
    case .series(let series): rows(series)
    }
  }

  private static func rows(_ script: Script) -> [(name: String, value: String)] {
    let header = script.header
    var rows = [
      ("format", script.end == nil ? "script, version \(header.version)" : "take"),
      ("duration", "\(NumberText.fixed(script.duration, decimals: 2)) s"),
      ("events", "\(script.inputCount)"),
    ]
    if let picture = header.picture {
      rows.append(("picture", "\(picture.name), \(text(picture.size)) pixels"))
    }
    let tuned = script.tuningOfSides
    if !tuned.isEmpty { rows.append(("tuned", tuned.joined(separator: ", "))) }
    let xwayland = header.environment.map { QAEnvironment($0).xwayland } ?? ""
    if !xwayland.isEmpty { rows.append(("XWayland", xwayland)) }
    if let end = script.end {
      rows.append(("end", end.reason.rawValue))
      rows.append(("trace", end.trace))
    }
    let subject = Subject.script(script, name: "")
    let others = subject.otherGestures.map { other in
      "\(other.count) \(other.count == 1 ? "gesture" : "gestures") of \(other.scrollView)"
    }
    return rows + (script.frameCount > 0 ? TakeQuality(script).rows : [])
      + Measurements(subject.series).rows
      + (others.isEmpty ? [] : [("not measured", others.joined(separator: ", "))])
  }

  /// The same as one object of JSON, with each gesture's measurements as numbers.
  static func json(_ subject: Subject) -> String {
    let measured = Measurements(subject.series)
    let names = Set(measured.rows.map(\.name))
    var object = JSONObject(
      rows(subject).filter { !names.contains($0.name) }.map { ($0.name, .string($0.value)) })
    object.add("gestures", json: measured.gestures.map(\.json))
    return object.text
  }

  private static func rows(_ series: Series) -> [(name: String, value: String)] {
    let moments = series.times + series.touches.map(\.time)
    let duration = (moments.max() ?? 0) - (moments.min() ?? 0)
    var rows = [
      ("format", series.header == nil ? "trace" : "recording"),
      ("duration", "\(NumberText.fixed(duration, decimals: 2)) s"),
      ("rows", "\(series.count)"),
      ("columns", series.columns.map(\.name).joined(separator: ", ")),
    ]
    if !series.touches.isEmpty { rows.append(("touches", "\(series.touches.count)")) }
    if let rate = series.rate { rows.append(("rate", "\(NumberText.shortest(rate)) Hz")) }
    for reading in series.readings { rows.append(("read with", reading)) }
    return rows + Measurements(series).rows
  }

  private static func text(_ size: Size) -> String {
    "\(NumberText.shortest(size.width))×\(NumberText.shortest(size.height))"
  }
}
