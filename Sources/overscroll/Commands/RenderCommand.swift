import ArgumentParser
import Dispatch
import Glibc
import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll render`: writes a picture, a part of it, or what a window would show, to a file.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Write a picture, or a part of it, to a file.",
    discussion: """
      The extension of the file to write, \(OutputFormat.alternatives), sets its format; -o - writes to standard output. The picture, or the part given by \
      --rect, is written at full size, however large. --zoom scales it; --size fits it into a window of that size, as the \
      viewer does, on its background. --turn is applied first, then --flip, then --rect. What is seen is written: sRGB of 8 bits. --as data \
      writes the samples as they are to TIFF, or to PNG where it can: their depth, channels with their names, color profile, resolution, \
      no-data value, and place on a map. EXIF, XMP and IPTC are kept \
      as far as the format has them and they are true of what is written; it is said which metadata are left out.

      \(LoaderFormat.message)
      """)

  @Argument(help: "A \(ImageFormat.alternatives) file.", completion: .file())
  var file: FilePath

  @Option(name: [.customShort("o"), .long], help: "The file to write; - for standard output.")
  var output: FilePath

  @Option(help: "Format to write. (default: that of the extension, or png for -)")
  var format: OutputFormat?

  @Option(name: .customLong("as"), help: "What to write of the picture.")
  var content = PictureExport.Content.seen

  @Option(help: "The page or frame to write: its number, from 1, or its name.")
  var page = PageChoice.index(0)

  @Option(help: "Rotate the picture clockwise, in degrees.")
  var turn: Turn?

  @Option(help: "Flip the picture along an axis.")
  var flip: Flip?

  @Option(
    parsing: .unconditional,
    help: "Tone of a picture of more than 8 bits: none, auto or BLACK,WHITE. (default: as needed)")
  var tone: Tone?

  @OptionGroup var channelOptions: ChannelOptions

  @Option(help: "Size of the window, such as 800x600.")
  var size: GridSize?

  @Option(
    parsing: .unconditional, help: "Part of the picture, in its pixels, as X,Y,WIDTH,HEIGHT.")
  var rect: PictureRect?

  @Option(help: "Output pixels per picture pixel.")
  var zoom: Double?

  @Flag(help: "Draw the scroll indicators as well.")
  var indicators = false

  @Option(help: "Interpolation of scaled pictures.")
  var filter = FilterRule.auto

  @Option(help: "The color around the picture, and under transparent pixels in JPEG.")
  var background = Backdrop.Background.dark

  @Option(name: MemoryBudget.name, help: MemoryBudget.help, transform: MemoryBudget.init)
  var memory = MemoryBudget()

  @Option(help: SizeLimit.help, transform: SizeLimit.init)
  var maxMegapixels = SizeLimit()

  @Flag(help: DecodingProcess.help)
  var noSandbox = false

  var limits: ImageLimits {
    var limits = ImageLimits(
      megapixels: maxMegapixels.megapixels, budget: memory.bytes, sandbox: DecodingProcess.sandbox)
    limits.tone = channelOptions.tone(tone)
    // No window needs a core beside it.
    limits.threads = DecodeQueue.cores
    return limits
  }

  mutating func validate() throws {
    try page.validate()
    guard zoom.map({ $0.isFinite && $0 > 0 && $0 <= 1024 }) ?? true else {
      throw ValidationError("--zoom must be above 0 and at most 1024.")
    }
    guard size.map({ !$0.pixels.isEmpty }) ?? true else {
      throw ValidationError("--size: width and height must be above 0.")
    }
    guard content == .seen || size == nil && zoom ?? 1 == 1 && !indicators else {
      throw ValidationError(
        "--as data writes the picture's own pixels; leave out --size, --zoom and --indicators.")
    }
    guard content == .seen || channelOptions.channels == nil && channelOptions.ramp == nil else {
      throw ValidationError(
        "--as data writes all channels as they are; leave out --channels and --ramp.")
    }
  }

  mutating func run() throws {
    let name = StandardInput.name(of: file)
    let input: StandardInput?
    try Failure.describing { () throws(ImagingError) in _ = try outputFormat }
    try memory.limit()
    input = try StandardInput.replacing(&file, .standard())
    try Failure.refuse([output], over: [file])
    let line = ProgressLine(Progress(task: "opening"))
    defer { line.end() }
    Interruption.deleteUnfinishedFiles { line.end() }
    do {
      let index = try page.index(in: file, limits.sandbox)
      let source = try turned(try ImageFile.open(file, page: index, limits: limits))
      if case .mix(let mix) = limits.tone { try check(mix, source.info) }
      if let part = fullSizePart(of: source.info.size) {
        try writeFullSize(source, index, part, line)
      } else if content == .data {
        throw PictureRefusal(message: "--as data needs a --rect of whole pixels within the picture")
      } else {
        try draw(source, index, line)
      }
    } catch let error as ImagingError {
      let isOutput = error.subject == output.description
      let named = ImagingError(error.code, StandardOutput.name(of: output), error.reason)
      throw Failure(message: (isOutput ? named : input?.named(error, file) ?? error).description)
    } catch let refusal as PictureRefusal {
      throw Failure(message: "\(name): \(refusal.message)")
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }
}

/// What is wrong with the picture that a command was given, whatever its name is.
struct PictureRefusal: Error {
  /// What is wrong; lower case, without a full stop.
  var message: String
}

extension RenderCommand {
  /// The format to write.
  var outputFormat: OutputFormat {
    get throws(ImagingError) {
      if let format { return format }
      return output == StandardOutput.argument ? .png : try OutputFormat(suffixOf: output)
    }
  }

  /// Refuses channels that the picture doesn't have.
  private func check(_ mix: ChannelMix, _ info: ImageInfo) throws(PictureRefusal) {
    guard !info.channels.isEmpty else {
      throw PictureRefusal(message: "this picture's channels cannot be seen on their own")
    }
    guard let missing = mix.parts.first(where: { $0.channel >= info.channels.count }) else {
      return
    }
    let count = info.channels.count
    throw PictureRefusal(
      message: "there is no channel \(missing.channel + 1): the picture has \(count)")
  }

  /// The picture turned and flipped as the options say.
  private func turned(_ source: any ImageSource) throws -> any ImageSource {
    let orientation = (turn?.orientation ?? .upright).followed(by: flip?.orientation ?? .upright)
    guard orientation != .upright else { return source }
    guard let turned = source.turned(by: orientation) else {
      throw PictureRefusal(message: "this picture cannot be rotated")
    }
    return turned
  }

  /// The pixels that are written as they are; `nil` where something has to be drawn.
  private func fullSizePart(of picture: PixelSize) -> PixelRect? {
    guard size == nil, !indicators, zoom ?? 1 == 1 else { return nil }
    guard let rect = rect?.rect else { return PixelRect(picture) }
    let part = PixelRect(rounding: rect)
    return part.rect == rect && part.intersection(PixelRect(picture)) == part ? part : nil
  }

  /// Writes a part of a picture at its full size.
  private func writeFullSize(
    _ source: any ImageSource, _ index: Int, _ part: PixelRect, _ line: ProgressLine
  ) throws {
    let metadata = PictureMetadata(of: file, in: DecodingProcess.sandbox)
    let scale = metadata.scale(ofPage: index, source.info)
    var export = try PictureExport(
      source, rect: part, to: output, as: outputFormat, content: content,
      scale: content == .data ? scale : nil, backdrop: background.color.rgb, budget: memory.bytes)
    let kept = metadata.written(ofPage: index, as: export.format)
    export.exif = kept.exif
    var losses = [kept.loss.map { "without \($0)" }]
    if content == .seen, let loss = PictureExport.loss(of: source.info, scale) {
      losses.append(
        "8-bit sRGB\(stretching(source.info)), without \(loss); --as data keeps them")
    }
    losses.append(export.lostPlace.map { "without the \($0)" })
    report(losses)
    let megapixels = Double(part.area) / 1e6
    // A pipe may have to wait for its reader.
    line.show(Progress(task: "writing"))
    let end = try export.run(progress: { fraction in
      line.show(
        Progress(
          task: "writing", done: fraction * megapixels, total: megapixels, unit: "megapixels"))
    })
    if case .damaged(let error) = end { throw PictureRefusal(message: error.message) }
  }

  /// Reports what the file leaves out of the picture, on one line.
  private func report(_ losses: [String?]) {
    let losses = losses.compactMap(\.self)
    if !losses.isEmpty { StandardError.report("\(output): \(losses.joined(separator: "; "))") }
  }

  /// Which samples were made black and white without having been asked for; empty where none were.
  private func stretching(_ info: ImageInfo) -> String {
    guard tone == nil, let range = info.tone else { return "" }
    let (black, white) = ToneText.ends(range, in: info)
    return ", stretched (black is \(black), white is \(white); --tone none leaves them)"
  }

  /// A clockwise turn by a number of degrees.
  enum Turn: Int, ExpressibleByArgument, CaseIterable {
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    var orientation: Orientation {
      switch self {
      case .quarter: .turnedRight
      case .half: .turnedRight.followed(by: .turnedRight)
      case .threeQuarters: .turnedLeft
      }
    }
  }

  /// An axis along which a picture is flipped.
  enum Flip: String, ExpressibleByArgument, CaseIterable {
    case x
    case y

    var orientation: Orientation {
      switch self {
      case .x: .flippedHorizontally
      case .y: .flippedVertically
      }
    }
  }
}

extension OutputFormat: ExpressibleByArgument {}

extension PictureExport.Content: ExpressibleByArgument {}

/// A part of a picture, as `X,Y,WIDTH,HEIGHT`.
struct PictureRect: ExpressibleByArgument {
  var rect: Rect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { return nil }
    rect = Rect(x: x, y: y, width: width, height: height)
    guard rect.isFinite, !rect.isEmpty, width <= 1e9, height <= 1e9, abs(x) <= 1e9, abs(y) <= 1e9
    else { return nil }
  }
}

/// What a window would show, drawn by the viewer's painter.
extension RenderCommand {
  /// Draws the frame given by the options, and writes it.
  mutating func draw(_ source: any ImageSource, _ index: Int, _ line: ProgressLine) throws {
    let semaphore = DispatchSemaphore(value: 0)
    var frame = try frame(of: source.info.size)
    frame.filter = filter.rule(for: source.info)
    let format = try outputFormat
    try format.check(
      frame.viewport, hasAlpha: source.info.hasAlpha, output, budget: memory.bytes)
    let plan = TilePlan(frame, pyramid: Pyramid(size: source.info.size))
    try memory.limit(
      atLeast: drawnBytes(plan),
      beside: (frame.viewport.area ?? 0) * TilePixels.bytesPerPixel)
    let picture = TiledPicture(
      source, store: TileStore(budget: budget(for: plan)), queue: DecodeQueue(),
      cache: .standard(isReadOnly: true), requests: plan.entries.map(\.key),
      wake: { semaphore.signal() })
    try render(frame, plan, of: picture, index, semaphore, line)
  }

  private func render(
    _ frame: Frame, _ plan: TilePlan, of picture: TiledPicture, _ index: Int,
    _ semaphore: DispatchSemaphore, _ line: ProgressLine
  ) throws {
    let isOpaque = !picture.info.hasAlpha
    let surface = try Surface(imageOf: frame.viewport, opaque: isOpaque)
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: picture, isOpaque: isOpaque,
      byteLimit: memory.bytes)
    painter.keepsTransparency = true
    while !picture.isReady(plan) {
      line.show(progress(of: picture, plan))
      semaphore.wait()
      painter.invalidate(picture.drainArrivals())
    }
    var damage: PictureRefusal?
    if case .damaged(let message) = picture.state {
      damage = PictureRefusal(message: message)
    }
    if let damage, !hasAnything(picture, plan) { throw damage }
    line.show(Progress(task: "drawing"))
    try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    line.show(Progress(task: "writing"))
    try write(surface, index)
    if let damage { throw damage }
  }

  private func write(_ surface: Surface, _ index: Int) throws {
    let kept = PictureMetadata(of: file, in: DecodingProcess.sandbox)
      .written(ofPage: index, as: try outputFormat)
    report([kept.loss.map { "without \($0)" }])
    let writer = try PictureWriter(
      output, outputFormat, size: surface.size, hasAlpha: !surface.isOpaque,
      backdrop: background.color.rgb, budget: memory.bytes, exif: kept.exif)
    for row in 0..<surface.size.height {
      try surface.withRow(row) { (pixels) throws(ImagingError) in try writer.write(pixels) }
    }
    try writer.finish()
  }

  /// The byte budget for tiles: the one given, or enough for everything that is drawn.
  private func budget(for plan: TilePlan) -> Int {
    max(memory.bytes, drawnBytes(plan))
  }

  private func drawnBytes(_ plan: TilePlan) -> Int {
    let side = Pyramid.tileSide + 2 * TilePixels.apron
    return plan.entries.count * side * side * TilePixels.bytesPerPixel
  }

  private func progress(of picture: TiledPicture, _ plan: TilePlan) -> Progress {
    if case .loading(let fraction?) = picture.state, let pixels = picture.info.size.area {
      let megapixels = Double(pixels) / 1e6
      return Progress(
        task: "decoding", done: fraction * megapixels, total: megapixels, unit: "megapixels")
    }
    let tiles = plan.entries.count
    let done = max(0, tiles - picture.pendingRequestCount)
    return Progress(task: "decoding", done: Double(done), total: Double(tiles), unit: "tiles")
  }

  private func hasAnything(_ picture: TiledPicture, _ plan: TilePlan) -> Bool {
    plan.entries.contains { entry in
      (0..<picture.pyramid.levelCount - entry.key.level).contains {
        picture.pixels(entry.key.ancestor($0)) != nil
      }
    }
  }

  /// The frame given by the options.
  private func frame(of picture: PixelSize) throws -> Frame {
    let whole = Rect(origin: .zero, size: picture.size)
    let window = size?.pixels.size
    let part = rect?.rect ?? whole
    guard part.intersects(whole) else {
      throw PictureRefusal(message: "--rect lies outside the picture of \(picture) pixels")
    }
    let scale = zoom ?? window.map { Self.fittingScale(part.size, in: $0) } ?? 1
    try check(scale, picture)
    let viewport =
      size?.pixels
      ?? PixelSize(width: Self.pixels(part.width * scale), height: Self.pixels(part.height * scale))
    try Surface.check(viewport)
    let middle = Point(Double(viewport.width) / 2, Double(viewport.height) / 2)
    let origin = middle - part.center * scale
    let isScaled = scale != 1
    var frame = Frame(
      viewport: viewport,
      placement: Placement(
        size: picture,
        origin: isScaled ? origin : Point(origin.x.rounded(), origin.y.rounded()), scale: scale))
    frame.backdrop.background = background
    if indicators { frame.indicators = PictureView.indicators(of: frame.placement, in: viewport) }
    return frame
  }

  /// Refuses a scale at which the whole picture would be smaller than a pixel.
  private func check(_ scale: Double, _ picture: PixelSize) throws(PictureRefusal) {
    let longest = Double(max(picture.width, picture.height))
    guard longest * scale < 1 else { return }
    throw PictureRefusal(
      message: "at --zoom \(scale) the picture of \(picture) pixels is smaller than one "
        + "pixel; use at least \(Self.roundedUp(1 / longest))")
  }

  /// A number rounded up to two significant digits.
  private static func roundedUp(_ number: Double) -> Double {
    let exponent = Int(log10(number).rounded(.down)) - 1
    let digits = Int((number / pow(10, Double(exponent))).rounded(.up))
    return Double("\(digits)e\(exponent)") ?? number
  }

  /// The scale that fits a part into a window; at most 1:1.
  private static func fittingScale(_ part: Size, in window: Size) -> Double {
    min(1, window.width / part.width, window.height / part.height)
  }

  private static func pixels(_ length: Double) -> Int {
    max(1, Int(min(length.rounded(.up), 1e9)))
  }
}

extension SystemLimits {
  /// The memory for drawing, fonts and the window. [C]
  private static let base = 48 << 20
  /// The address space per thread: its stack and malloc arena. [C]
  private static let threadBytes = (8 + 64) << 20
  /// The minimum memory for pixels, in megabytes: a window of common size. [C]
  private static let minimumCache = 16

  /// Returns the size of the pixel cache within the limit on memory, in megabytes.
  ///
  /// - Parameters:
  ///   - wanted: The size without a limit, in megabytes.
  ///   - least: The minimum size, in bytes.
  ///   - others: The memory needed for other purposes, in bytes.
  /// - Returns: `wanted`, or less where the limit requires it.
  /// - Throws: An error where the limit doesn't leave the minimum.
  static func cacheMegabytes(
    _ wanted: Int, atLeast least: Int = 0, beside others: Int = 0
  ) throws(Failure) -> Int {
    guard let memory else { return wanted }
    // Besides the workers, one thread decodes sequentially and one writes the tile file.
    let reserve = base + (DecodeQueue.defaultWorkers + 2) * threadBytes
    let left = memory.left - reserve - ImageLimits.spareBytes - others
    let needed = max(least, minimumCache << 20)
    guard left >= needed else { throw memory.failure(missing: needed - left) }
    return min(wanted, left >> 20)
  }
}
