import Browser
import Drawing
import Files
import Geometry
import Imaging
import Stage

/// Draws what the window of a take showed, without a display, by the drawing code of the window.
final class TakeRenderer {
  /// The memory for tiles, in bytes. [C]
  private static let budget = 256 << 20

  private let script: Script
  private let view: PictureView
  private let picture: TiledPicture
  private let painter: Painter
  private let semaphore: Semaphore
  private var nextEvent = 0

  /// Prepares a take; a grid of its size stands for the picture where `source` is `nil`.
  init(_ script: Script, showing source: (any ImageSource)?) throws {
    self.script = script
    view = PictureView(replaying: script.header)
    let semaphore = try Semaphore()
    self.semaphore = semaphore
    let source = try source ?? Grid(size: view.size).lettered(at: view.scale)
    guard source.info.size == view.size else {
      throw Failure(
        message: "the take shows a picture of \(view.size) pixels, not of \(source.info.size)")
    }
    picture = TiledPicture(
      source, store: TileStore(budget: Self.budget), queue: DecodeQueue(),
      cache: .standard(isReadOnly: true), wake: { semaphore.signal() })
    painter = Painter(
      maker: ImageSurfaceFactory(), provider: picture, isOpaque: !picture.info.hasAlpha,
      byteLimit: Self.budget)
  }

  /// Returns the picture at a time of the take, in seconds; times must not go back.
  func surface(at time: Double) throws -> Surface {
    while nextEvent < script.events.count, script.events[nextEvent].time <= time {
      view.perform(script.events[nextEvent])
      nextEvent += 1
    }
    view.perform(.init(time: time, action: .frame(Script.Frame(index: 0))))
    let frame = view.frame()
    let plan = TilePlan(frame, pyramid: picture.pyramid)
    picture.request(plan.entries.map(\.key))
    while !picture.isReady(plan) {
      semaphore.wait()
      _ = painter.invalidate(picture.takeArrivals())
    }
    let surface = try Surface(imageOf: frame.viewport, opaque: true)
    _ = try painter.draw(frame, on: Canvas(surface))
    try surface.flush()
    return surface
  }
}
