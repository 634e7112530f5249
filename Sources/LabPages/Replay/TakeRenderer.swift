import Dispatch
package import OverscrollBrowser
package import OverscrollDrawing
package import OverscrollImaging
package import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Draws a take of a picture or of a scene without a display, by the drawing code of the window.
package final class TakeRenderer {
  /// The memory for tiles, in bytes. [C]
  private static let budget = 256 << 20

  private let main: TakePerformer
  /// Side B of an A/B take; `nil` for none.
  private let other: TakePerformer?
  /// A reference, shown as an outline; `nil` for none.
  private let ghost: GhostTrack?
  private let display: any ReplayDisplay
  private let semaphore: DispatchSemaphore

  /// Prepares a take.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - variant: The settings of side B that differ; empty for a take without sides.
  ///   - ghost: A reference, shown as an outline; `nil` for none.
  ///   - source: The picture; `nil` for a grid of its size, or for a scene's own picture.
  ///   - backdrop: The backdrop of the picture.
  /// - Throws: An error where the picture is not the take's, or the system has no pipe left.
  package init(
    _ script: Script, with variant: [Script.Setting] = [], ghost: GhostTrack? = nil,
    showing source: (any ImageSource)? = nil, over backdrop: Backdrop = Backdrop()
  ) throws {
    self.ghost = ghost
    main = TakePerformer(script)
    other = variant.isEmpty ? nil : TakePerformer(script.with(variant))
    let semaphore = DispatchSemaphore(value: 0)
    self.semaphore = semaphore
    display = try script.header.display(
      showing: source, backdrop: backdrop, maker: ImageSurfaceFactory(), budget: Self.budget,
      cache: CacheFolder.standard(isReadOnly: true), wake: { semaphore.signal() })
  }

  /// The colors around the picture.
  var palette: Palette { display.palette }

  /// Returns the picture at a time of the take, in seconds, which must not go back.
  ///
  /// Of an A/B take it is the left half of side A and the right half of side B.
  package func surface(at time: Double) throws -> Surface {
    let moment = moment(at: time)
    let (scale, viewport) = (moment.main.frame.displayScale, moment.main.frame.viewport)
    let size = PixelSize(rounding: viewport * scale)
    guard size.isDrawable else {
      throw Failure(message: "the window is \(size) pixels; each side must be from 16 to 16384")
    }
    let surface = try Surface(imageOf: size, opaque: true)
    try draw(moment, on: surface, scale: scale)
    return surface
  }

  /// Returns what is shown at a time, without marks of touches.
  func moment(at time: Double) -> ReplayMoment {
    var moment = ReplayMoment(main: state(of: main, at: time))
    moment.other = other.map { state(of: $0, at: time) }
    if other != nil { moment.sides = .wipe(0.5) }
    moment.reference = ghost?.state(at: time, beside: moment.main.frame.sample)
    return moment
  }

  /// Returns the state at a time, with marks of touches.
  private func state(of side: TakePerformer, at time: Double) -> ReplayState {
    side.perform(until: time)
    var state = ReplayState(side.stage)
    state.marks = side.marks
    return state
  }

  /// Draws a moment on all of a surface, once everything is loaded.
  func draw(_ moment: ReplayMoment, on surface: Surface, scale: Double) throws {
    var isDrawn = false
    while !isDrawn {
      _ = display.drainArrivals()
      try display.draw(moment, on: surface, scale: scale, textScale: scale)
      if !display.isReady { semaphore.wait() } else { isDrawn = !display.drainArrivals() }
    }
    try surface.flush()
  }
}

extension Stage {
  /// Returns a picture of the stage's scene.
  ///
  /// - Parameters:
  ///   - scale: The pixels per point.
  ///   - size: The size in pixels, from the top left corner on; `nil` for all of the scene.
  /// - Returns: The picture.
  /// - Throws: An error where memory is short.
  func image(scale: Double, size: Size? = nil) throws(DrawingError) -> Surface {
    let surface = try Surface(
      imageOf: PixelSize(rounding: size ?? window.frame.size * scale), opaque: true)
    try SceneDisplay().draw(
      ReplayMoment(main: ReplayState(self)), on: surface, scale: scale, textScale: scale)
    try surface.flush()
    return surface
  }
}

extension ReplayState {
  /// The present state of a stage.
  fileprivate init(_ stage: Stage) {
    self.init(frame: PerformedTake.Frame(stage), stage: stage)
  }
}

extension Script {
  /// The same events after a set-up with other settings.
  package func with(_ settings: [Setting]) -> Script {
    var script = self
    script.header = header.with(settings)
    return script
  }
}
