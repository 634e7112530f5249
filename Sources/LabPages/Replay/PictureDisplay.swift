import OverscrollBrowser
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollGeometry

/// Draws the replay of a picture's take by the drawing code of the viewer.
final class PictureDisplay: ReplayDisplay {
  private let picture: ReplayPicture
  private var filter: FilterRule
  private let backdrop: Backdrop
  private(set) var isReady = true

  init(_ picture: ReplayPicture, filter: FilterRule, backdrop: Backdrop) {
    self.picture = picture
    self.filter = filter
    self.backdrop = backdrop
  }

  var needsStages: Bool { false }

  var palette: Palette { backdrop.background.palette }

  func drainArrivals() -> Bool { picture.drainArrivals() }

  func toggleFilter() { filter = filter == .nearest ? .linear : .nearest }

  func draw(
    _ moment: ReplayMoment, on surface: Surface, scale: Double, textScale: Double
  ) throws(DrawingError) {
    let scene = scene(moment, scale, textScale)
    picture.requestTiles(of: scene)
    // Tiles may arrive at any moment: what is asked before drawing holds for what is drawn.
    isReady = picture.isReady(scene)
    let canvas = try Canvas(surface)
    try picture.draw(scene, on: canvas)
    guard moment.marks != TouchMarks() else { return }
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    moment.marks.draw(on: canvas, at: moment.main.frame.sample.time)
  }

  private func scene(_ moment: ReplayMoment, _ scale: Double, _ textScale: Double) -> ReplayScene {
    func frame(_ state: PictureState) -> Frame {
      var frame = state.frame(filter: filter, drawnAt: scale, textScale: textScale)
      frame.backdrop = backdrop
      return frame
    }
    let state = state(moment.main)
    var scene = ReplayScene(main: frame(state))
    scene.other = moment.other.map { frame(self.state($0)) }
    scene.sides = moment.sides
    scene.reference = moment.reference.map { frame(state.moved(to: $0)).placement }
    return scene
  }

  private func state(_ side: ReplayState) -> PictureState {
    side.stage.map { PictureState($0, size: picture.size) }
      ?? PictureState(side.frame, size: picture.size)
  }
}

extension PictureState {
  /// The state with a reference's offset and scale, as far as they are known.
  func moved(to known: GhostTrack.State) -> Self {
    var state = self
    state.offset = Point(known.offsetX ?? offset.x, known.offsetY ?? offset.y)
    state.zoomScale = known.zoomScale ?? zoomScale
    // Fractions of a pixel are of interest here.
    state.isScaling = true
    return state
  }
}
