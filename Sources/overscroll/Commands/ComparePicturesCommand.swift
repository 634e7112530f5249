import ArgumentParser
import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollLab
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll compare-pictures`: pictures over each other in a window, or how much two differ as numbers.
struct ComparePicturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare-pictures", abstract: "Compare pictures, pixel by pixel.",
    discussion: """
      Shows two to six in a window; the keys 1 to 7 choose how, and Tab which of them is B. With --json or --junit it opens no \
      window, prints the verdict about two, and exits like diff: with 0 if the pictures are the same, 1 if they differ in size, color or alpha, and 2 if one cannot be \
      read or they do not overlap on the map. Of a file with several pages or frames one is compared, and another number of them is a difference unless --page chooses one. The pixels are those that the viewer shows at 1:1: upright, sRGB, 8 bits. Where both files have samples of the same kind, \
      and B lies on A pixel by pixel, these are compared as well; else the pictures look the same at most. The status and the JSON's \
      verdict are about what was compared; its identical is true only if nothing was left: no samples and, without --page, no other pages.
      """)

  @Argument(help: "Picture A: a \(ImageFormat.alternatives) file.", completion: .file())
  var a: FilePath

  @Argument(help: "Picture B.", completion: .file())
  var b: FilePath?

  @Argument(help: "More pictures, up to six in all.", completion: .file())
  var others: [FilePath] = []

  @Option(help: "The page or frame of each file: its number, from 1, or its name. (default: 1)")
  var page: PageChoice?

  @Option(help: "How the pictures are aligned; map is by their coordinates.")
  var place = PairPlace.topLeft

  @Option(
    parsing: .unconditional, help: "How far B is moved from there, in pixels of A, as X,Y.")
  var offset = PairOffset.zero

  @Option(
    name: .customLong("scale-b"), help: "How much larger B is than aligned, from 1/64 to 64.")
  var scaleOfB = 1.0

  @Option(
    name: .customLong("rotate-b"), parsing: .unconditional,
    help: "How far B is turned clockwise about its middle, in degrees from -180 to 180.")
  var rotationOfB = 0.0

  @Option(help: "Initial mode. (default: wipe, or side-by-side for more than two)")
  var mode: CompareModeName?

  @OptionGroup var verdict: VerdictOptions

  @Flag(help: "Start in full screen.")
  var fullscreen = false

  @Option(help: "Initial zoom.")
  var zoom = PictureView.Fit.fit

  @Option(
    parsing: .unconditional,
    help: "Tone of pictures of more than 8 bits: none, auto or BLACK,WHITE. (default: as needed)")
  var tone: Tone?

  @Option(help: "Interpolation of scaled pictures.")
  var filter = FilterRule.auto

  @Option(help: "Fill this monitor: its number from left to right, or its name.")
  var monitor: WindowOptions.Monitor?

  @Option(help: "Animate keys and double clicks. (default: the desktop's)")
  var animations: ViewerOptions.Switch?

  @Option(help: "Device pixels per point. (default: the desktop's)")
  var scale: Double?

  @Option(name: MemoryBudget.name, help: MemoryBudget.help, transform: MemoryBudget.init)
  var memory = MemoryBudget()

  @Option(name: DiskCache.name, help: DiskCache.help, transform: DiskCache.init)
  var diskCache = DiskCache()

  @Option(help: SizeLimit.help, transform: SizeLimit.init)
  var maxMegapixels = SizeLimit()

  @Flag(help: DecodingProcess.help)
  var noSandbox = false

  mutating func validate() throws {
    guard b != nil else {
      throw verdict.missing("b", after: a, of: Self._commandName)
    }
    try verdict.refusePictures()
    try page?.validate()
    guard CompareSettings.counts.contains(files.count) else {
      throw ValidationError("At most six pictures can be compared, not \(files.count).")
    }
    guard others.isEmpty || !verdict.isUsed else {
      throw ValidationError("--json and --junit compare two pictures, not \(files.count).")
    }
    guard files.count(where: { $0 == StandardInput.argument }) <= 1 else {
      throw ValidationError("- can be given only once: standard input can be read only once.")
    }
    guard scale.map({ $0.isFinite && $0 >= 0.25 && $0 <= 16 }) ?? true else {
      throw ValidationError("--scale must be from 0.25 to 16.")
    }
    guard PairAdjustment.scales.contains(scaleOfB) else {
      throw ValidationError("--scale-b must be from 1/64 (0.015625) to 64.")
    }
    guard (-180...180).contains(rotationOfB) else {
      throw ValidationError("--rotate-b must be from -180 to 180.")
    }
  }

  private var adjustment: PairAdjustment {
    PairAdjustment(offset: offset, scale: scaleOfB, turn: rotationOfB)
  }

  mutating func run() throws {
    try memory.limit()
    guard verdict.isUsed else { return try show() }
    let command = self
    let start = MonotonicClock.now
    let names = PicturePair(a: self.names[0], b: self.names[1])
    try verdict.run(
      PictureVerdict.jsonKey, on: files, orFail: { command.suite(names, start, error: $0) }
    ) {
      let (pictures, input) = try command.openPictures()
      try withExtendedLifetime(input) {
        try command.judge(PicturePair(a: pictures[0], b: pictures[1]), names, start)
      }
    }
  }

  private var files: [FilePath] { [a] + [b].compactMap { $0 } + others }

  private var names: [String] { files.map { StandardInput.name(of: $0) } }

  /// Opens the pictures; one from the standard input is there as long as what comes with them.
  private func openPictures() throws -> ([ComparedPicture], StandardInput?) {
    var paths = files
    let input = try StandardInput.replacing(in: &paths, paths.count, diskCache.folder)
    let indices = try Failure.describing { () throws(ImagingError) in
      try paths.map { (path) throws(ImagingError) in
        try page?.index(in: path, DecodingProcess.sandbox) ?? 0
      }
    }
    let sources = try zip(paths, indices).map { (path, index) throws(Failure) in
      try open(path, page: index, input)
    }
    let toned = try Failure.describing { () throws(ImagingError) in
      try sources.toned(to: tone ?? .asNeeded)
    }
    // A verdict needs no coordinates for other places; in a window, a key may ask for them.
    let needsScale = place == .map || !verdict.isUsed
    let pictures = paths.indices.map { index in
      var picture = ComparedPicture(
        toned[index], name: FilePath(names[index]).lastComponent.description,
        scale: needsScale
          ? PictureMetadata.scale(
            of: paths[index], page: indices[index], toned[index].info, in: DecodingProcess.sandbox)
          : nil)
      picture.page = ComparedPage(
        indices[index], of: paths[index], in: DecodingProcess.sandbox, isChosen: page != nil)
      return picture
    }
    return (pictures, input)
  }

  /// Where B lies on A by the coordinates of both.
  private func mapped(_ pictures: PicturePair<ComparedPicture>) throws -> MappedPlace {
    do throws(MappedPlace.Refusal) {
      return try pictures.mapped()
    } catch {
      throw Failure(message: "cannot place \(pictures.b.name) by the map: \(error.message)")
    }
  }

  /// Opens a window with the pictures.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    let (compared, input) = try openPictures()
    if place == .map {
      for other in compared.dropFirst() {
        _ = try mapped(PicturePair(a: compared[0], b: other))
      }
    }
    try SystemLimits.checkFiles()
    var pictures = PictureOptions(limits: limits)
    pictures.fit = zoom
    pictures.byteBudget = memory.bytes
    pictures.cache = diskCache.folder
    pictures.filter = filter
    pictures.animates = animations.map { $0 == .on }
    var window = WindowOptions()
    window.isFullscreen = fullscreen
    window.monitor = monitor
    window.scale = scale
    var settings = CompareSettings(place: place, count: compared.count)
    if let mode { settings.mode = mode.mode }
    settings.adjustment = adjustment
    let opened = try CompareWindow(window: window, options: pictures, settings: settings).open(
      compared, on: opener)
    return OpenWindow(opened.controller) { opener in
      try withExtendedLifetime(input) { try opened.show(on: opener) }
    }
  }

  /// The pictures get a tone once all are open.
  var limits: ImageLimits {
    var limits = ImageLimits(
      megapixels: maxMegapixels.megapixels, budget: memory.bytes, sandbox: DecodingProcess.sandbox)
    limits.tone = .none
    return limits
  }

  /// Compares the pictures without a window, and ends with 1 where they differ.
  private func judge(
    _ pictures: PicturePair<ComparedPicture>, _ names: PicturePair<String>, _ start: Double
  ) throws {
    Interruption.deleteUnfinishedFiles()
    let sources = pictures.map(\.source)
    let layout = PairLayout(
      sources.map(\.info.size), place: place, adjustment: adjustment,
      mapped: place == .map ? try mapped(pictures) : nil)
    guard place != .map || !layout.compared.isEmpty else {
      throw Failure(message: "\(names.a) and \(names.b) do not overlap on the map")
    }
    let comparison = PictureComparison(
      sources, layout, budget: memory.bytes, scratch: diskCache.folder)
    var result = PictureVerdict(try differences(of: comparison), layout, names: names)
    result.pages = pictures.map(\.page)
    try verdict.write(
      json: result.json + "\n",
      [suite(names, start, failure: result.isSame ? nil : result.message)])
    try verdict.print([result.message])
    if !result.isSame { throw VerdictOptions.different }
  }

  private func differences(
    of comparison: PictureComparison
  ) throws(Failure) -> PictureDifferences {
    let pixels = Double(comparison.layout.compared.area) / 1e6
    let line = ProgressLine(Progress(task: "comparing"))
    defer { line.end() }
    let found = try Failure.describing { () throws(ImagingError) in
      try comparison.differences { part in
        line.show(
          Progress(task: "comparing", done: part * pixels, total: pixels, unit: "megapixels"))
        return true
      }
    }
    return found ?? PictureDifferences(DifferenceStatistics(), isComplete: false)
  }

  /// The one case of the report.
  private func suite(
    _ names: PicturePair<String>, _ start: Double, failure: String? = nil, error: String? = nil
  ) -> JUnitReport.Suite {
    JUnitReport.Suite(
      name: "overscroll compare-pictures",
      cases: [
        JUnitReport.Case(className: names.b, name: names.a, failure: failure, error: error)
      ], duration: MonotonicClock.now - start)
  }
}

extension PairPlace: ExpressibleByArgument {}

extension PairOffset: ExpressibleByArgument {
  /// Parses two whole numbers.
  public init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1],
      max(x.magnitude, y.magnitude) <= Self.most
    else { return nil }
    self.init(x: x, y: y)
  }

  /// The numbers in help.
  public var defaultValueDescription: String { "\(x),\(y)" }
}

/// The modes by their names.
enum CompareModeName: String, ExpressibleByArgument, CaseIterable {
  case a, b, blink, wipe
  case sideBySide = "side-by-side"
  case difference, outline

  var mode: CompareSettings.Mode {
    switch self {
    case .a: .a
    case .b: .b
    case .blink: .blink
    case .wipe: .wipe
    case .sideBySide: .sideBySide
    case .difference: .difference
    case .outline: .outline
    }
  }
}
