import Dispatch
import ArgumentParser
import Glibc
import OverscrollBrowser
import OverscrollDrawing
import OverscrollFiles
import OverscrollImaging
import OverscrollShell
import OverscrollViewer
import ScrollGeometry

/// `overscroll render`: draws into a PNG file what a window would show.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a picture, or a part of it, to a PNG file.",
    discussion: """
      --size fits the picture, or the part given by --rect, into a window of that size, as the viewer does. \
      With --rect or --zoom alone, the PNG file is as large as the part at that scale. Without these options \
      it is as large as the picture, but no side is longer than \(longestSide) pixels.
      """)

  /// The longest side of the PNG file by default, in pixels: writing larger ones takes seconds and much
  /// memory. [C]
  private static let longestSide = 2048

  @Argument(help: "A \(ImageFormat.alternatives) file.", completion: .file())
  var file: FilePath

  @Option(name: [.customShort("o"), .long], help: "The PNG file to write.")
  var output: FilePath

  @Option(help: "Size of the window, such as 800x600.")
  var size: GridSize?

  @Option(help: "Part of the picture in its own pixels, as X,Y,WIDTH,HEIGHT.")
  var rect: PictureRect?

  @Option(help: "Device pixels per picture pixel.")
  var zoom: Double?

  @Flag(help: "Draw the scroll indicators as well.")
  var indicators = false

  @Option(help: "Interpolation of scaled pictures.")
  var filter = FilterRule.auto

  @Option(name: .customLong("cache-mb"), help: "Memory for decoded pixels, in MiB.")
  var cacheMegabytes = 256

  @Option(help: "Reject larger pictures, in megapixels.")
  var maxMegapixels = 20_000

  mutating func validate() throws {
    guard zoom.map({ $0.isFinite && $0 > 0 && $0 <= 1024 }) ?? true else {
      throw ValidationError("--zoom must be above 0 and at most 1024.")
    }
    guard size.map({ !$0.pixels.isEmpty }) ?? true else {
      throw ValidationError("--size: width and height must be above 0.")
    }
    guard cacheMegabytes >= 1, cacheMegabytes <= 1 << 20, maxMegapixels >= 1 else {
      throw ValidationError("--cache-mb and --max-megapixels must be above 0.")
    }
  }

  mutating func run() throws {
    cacheMegabytes = try SystemLimits.cacheMegabytes(cacheMegabytes)
    let input = try StandardInput.replacing(&file, .standard())
    let line = ProgressLine(Progress(task: "opening"))
    defer { line.end() }
    Interruption.deleteUnfinishedFiles { line.end() }
    do {
      let limits = ImageLimits(megapixels: maxMegapixels, budget: cacheMegabytes << 20)
      let source = try ImageFile.open(file, limits: limits)
      let semaphore = DispatchSemaphore(value: 0)
      let frame = try frame(of: source.info.size)
      let plan = TilePlan(frame, pyramid: Pyramid(size: source.info.size))
      cacheMegabytes = try SystemLimits.cacheMegabytes(
        cacheMegabytes, atLeast: drawnBytes(plan),
        beside: (frame.viewport.area ?? 0) * TilePixels.bytesPerPixel)
      let picture = TiledPicture(
        source, store: TileStore(budget: budget(for: plan)), queue: DecodeQueue(),
        cache: .standard(isReadOnly: true), requests: plan.entries.map(\.key),
        wake: { semaphore.signal() })
      try render(frame, plan, of: picture, semaphore, line)
    } catch let error as ImagingError {
      throw Failure(message: (input?.named(error, file) ?? error).description)
    } catch let error as DrawingError {
      throw Failure(message: error.description)
    }
  }

  private func render(
    _ frame: Frame, _ plan: TilePlan, of picture: TiledPicture, _ semaphore: DispatchSemaphore,
    _ line: ProgressLine
  ) throws {
    let surface = try Surface(imageOf: frame.viewport, opaque: true)
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: picture, isOpaque: !picture.info.hasAlpha,
      byteLimit: cacheMegabytes << 20)
    while !picture.isReady(plan) {
      line.show(progress(of: picture, plan))
      semaphore.wait()
      painter.invalidate(picture.drainArrivals())
    }
    var damage: Failure?
    if case .damaged(let sentence) = picture.state {
      damage = Failure(message: "\(file): \(sentence)")
    }
    if let damage, !hasAnything(picture, plan) { throw damage }
    line.show(Progress(task: "drawing"))
    try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    line.show(Progress(task: "writing"))
    try surface.writePNG(to: output)
    if let damage { throw damage }
  }

  /// The byte budget for tiles: the one given, or enough for everything that is drawn.
  private func budget(for plan: TilePlan) -> Int {
    max(cacheMegabytes << 20, drawnBytes(plan))
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
      throw Failure(
        message: "\(file): --rect lies outside the picture of \(picture) pixels")
    }
    let limit = rect == nil && zoom == nil ? Double(Self.longestSide) : .infinity
    let scale =
      zoom ?? Self.fittingScale(part.size, in: window ?? Size(width: limit, height: limit))
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
    frame.filter = filter
    if indicators { frame.indicators = PictureView.indicators(of: frame.placement, in: viewport) }
    return frame
  }

  /// Refuses a scale at which the whole picture would be smaller than a pixel.
  private func check(_ scale: Double, _ picture: PixelSize) throws(Failure) {
    let longest = Double(max(picture.width, picture.height))
    guard longest * scale < 1 else { return }
    throw Failure(
      message: "\(file): at --zoom \(scale) the picture of \(picture) pixels is smaller than one "
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
