import Dispatch
import OverscrollDrawing
import OverscrollImaging
import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// Draws a scene's take without a display, by the drawing code of the window.
final class SceneRenderer: FrameRenderer {
  private let main: TakePerformer
  /// Side B of an A/B take; `nil` for none.
  private let other: TakePerformer?
  /// A reference, shown as an outline; `nil` for none.
  private let ghost: GhostTrack?
  private let scale: Double
  private let picture: PictureFile?
  private let semaphore: DispatchSemaphore

  /// - Parameters:
  ///   - script: The take.
  ///   - variant: The settings of side B that differ; empty for a take without sides.
  ///   - ghost: A reference, shown as an outline; `nil` for none.
  ///   - source: The picture that the scene shows; `nil` for a landscape.
  /// - Throws: An error where the system has no pipe left.
  init(
    _ script: Script, with variant: [Script.Setting] = [], ghost: GhostTrack? = nil,
    showing source: (any ImageSource)? = nil
  ) throws {
    self.ghost = ghost
    let semaphore = DispatchSemaphore(value: 0)
    self.semaphore = semaphore
    picture = source.map {
      PictureFile($0, maker: ImageSurfaceFactory(), cache: .standard(isReadOnly: true)) {
        semaphore.signal()
      }
    }
    main = TakePerformer(script)
    other = variant.isEmpty ? nil : TakePerformer(script.with(variant))
    scale = script.header.displayScale
  }

  /// Returns the picture at a time of the take, in seconds; of an A/B take, the left half of side A and the right half of B.
  func surface(at time: Double) throws -> Surface {
    main.perform(until: time)
    other?.perform(until: time)
    var moment = ReplayMoment(main: ReplayState(main.stage))
    moment.other = other.map { ReplayState($0.stage) }
    if other != nil { moment.sides = .wipe(0.5) }
    moment.reference = ghost?.state(at: time, beside: moment.main.frame.sample)
    let surface = try main.stage.imageSurface(scale: scale)
    let display = SceneDisplay(picture: picture)
    try display.draw(moment, on: surface, scale: scale, textScale: scale)
    while let picture, !picture.isReady {
      semaphore.wait()
      _ = picture.drainArrivals()
      try display.draw(moment, on: surface, scale: scale, textScale: scale)
    }
    try surface.flush()
    return surface
  }
}

extension Stage {
  /// Returns a surface for a picture of the stage.
  fileprivate func imageSurface(scale: Double, size: Size? = nil) throws(DrawingError) -> Surface {
    let size = size ?? window.frame.size * scale
    return try Surface(
      imageOf: PixelSize(width: Int(size.width.rounded()), height: Int(size.height.rounded())),
      opaque: true)
  }

  /// Returns a picture of the stage's scene.
  ///
  /// - Parameters:
  ///   - scale: The pixels per point.
  ///   - size: The size in pixels, from the top left corner on; `nil` for all of the scene.
  /// - Returns: The picture.
  /// - Throws: An error where memory is short.
  func image(scale: Double, size: Size? = nil) throws(DrawingError) -> Surface {
    let surface = try imageSurface(scale: scale, size: size)
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
