import Dispatch
import Glibc
import OverscrollBrowser
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// What a window would show, drawn by the viewer's painter.
extension RenderCommand {
  /// Draws the frame given by the options, and writes it.
  mutating func draw(_ source: any ImageSource, _ line: ProgressLine) throws {
    let semaphore = DispatchSemaphore(value: 0)
    let frame = try frame(of: source.info.size)
    let format = try outputFormat
    try format.check(frame.viewport, hasAlpha: false, output, budget: cacheMegabytes << 20)
    let plan = TilePlan(frame, pyramid: Pyramid(size: source.info.size))
    cacheMegabytes = try SystemLimits.cacheMegabytes(
      cacheMegabytes, atLeast: drawnBytes(plan),
      beside: (frame.viewport.area ?? 0) * TilePixels.bytesPerPixel)
    let picture = TiledPicture(
      source, store: TileStore(budget: budget(for: plan)), queue: DecodeQueue(),
      cache: .standard(isReadOnly: true), requests: plan.entries.map(\.key),
      wake: { semaphore.signal() })
    try render(frame, plan, of: picture, semaphore, line)
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
    var damage: PictureRefusal?
    if case .damaged(let message) = picture.state {
      damage = PictureRefusal(message: message)
    }
    if let damage, !hasAnything(picture, plan) { throw damage }
    line.show(Progress(task: "drawing"))
    try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    line.show(Progress(task: "writing"))
    try write(surface)
    if let damage { throw damage }
  }

  private func write(_ surface: Surface) throws {
    let writer = try PictureWriter(
      output, outputFormat, size: surface.size, hasAlpha: false,
      backdrop: background.color.rgb, budget: cacheMegabytes << 20)
    for row in 0..<surface.size.height {
      try surface.withRow(row) { (pixels) throws(ImagingError) in try writer.write(pixels) }
    }
    try writer.finish()
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
    frame.filter = filter
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
