import Dispatch
import OverscrollBase
import OverscrollBrowser
package import OverscrollDrawing
package import OverscrollImaging
package import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// Draws what the window of a take showed at any time.
package protocol FrameRenderer {
  /// Returns the picture at a time of the take, in seconds; times must not go back.
  func surface(at time: Double) throws -> Surface
}

/// Draws a picture's take without a display, by the drawing code of the window.
package final class TakeRenderer: FrameRenderer {
  /// The memory for tiles, in bytes. [C]
  private static let budget = 256 << 20

  private let main: TakePerformer
  /// Side B of an A/B take; `nil` for none.
  private let other: TakePerformer?
  /// A reference, shown as an outline; `nil` for none.
  private let ghost: GhostTrack?
  private let picture: ReplayPicture
  private let semaphore: DispatchSemaphore

  /// Prepares a take.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - variant: The settings of side B that differ; empty for a take without sides.
  ///   - ghost: A reference, shown as an outline; `nil` for none.
  ///   - source: The picture; `nil` for a grid of its size.
  /// - Throws: An error where the picture is not the take's.
  init(
    _ script: Script, with variant: [Script.Setting] = [], ghost: GhostTrack? = nil,
    showing source: (any ImageSource)?
  ) throws {
    self.ghost = ghost
    main = TakePerformer(script)
    other = variant.isEmpty ? nil : TakePerformer(script.with(variant))
    let semaphore = DispatchSemaphore(value: 0)
    self.semaphore = semaphore
    picture = try ReplayPicture(
      script.header, showing: source, maker: ImageSurfaceFactory(), budget: Self.budget,
      cache: .standard(isReadOnly: true), wake: { semaphore.signal() })
  }

  /// The renderer for a take of a picture or of a scene.
  package static func of(
    _ script: Script, with variant: [Script.Setting], ghost: GhostTrack? = nil,
    showing source: (any ImageSource)?
  ) throws -> any FrameRenderer {
    script.header.scene == nil
      ? try TakeRenderer(script, with: variant, ghost: ghost, showing: source)
      : try SceneRenderer(script, with: variant, ghost: ghost, showing: source)
  }

  /// Returns the picture at a time of the take, in seconds; of an A/B take, the left half of side A and the right half of B.
  package func surface(at time: Double) throws -> Surface {
    var scene = ReplayScene(main: frame(of: main, at: time))
    if let other {
      scene.other = frame(of: other, at: time)
      scene.sides = .wipe(0.5)
    }
    let reference = ghost?.state(at: time, beside: main.stage.sample())
    scene.reference = reference.map {
      PictureState(main.stage, size: picture.size).moved(to: $0).frame().placement
    }
    guard scene.main.viewport.isDrawable else {
      throw Failure(
        message: "the window is \(scene.main.viewport) pixels; each side must be from 16 to 16384")
    }
    picture.requestTiles(of: scene)
    while !picture.isReady(scene) {
      semaphore.wait()
      picture.drainArrivals()
    }
    let surface = try Surface(imageOf: scene.main.viewport, opaque: true)
    try picture.draw(scene, on: Canvas(surface))
    try surface.flush()
    return surface
  }

  private func frame(of side: TakePerformer, at time: Double) -> Frame {
    side.perform(until: time)
    return PictureState(side.stage, size: picture.size).frame()
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
