import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Draws the replay of a scene's take by the drawing code of the scene's window.
final class SceneDisplay: ReplayDisplay {
  private let picture: PictureFile?

  /// `picture` is what the scene shows; `nil` for a landscape.
  init(picture: PictureFile? = nil) {
    self.picture = picture
  }

  var needsStages: Bool { true }

  var palette: Palette { .dark }

  var isReady: Bool { picture?.isReady ?? true }

  func drainArrivals() -> Bool { picture?.drainArrivals() ?? false }

  func toggleFilter() {}

  func draw(
    _ moment: ReplayMoment, on surface: Surface, scale: Double, textScale: Double
  ) throws(DrawingError) {
    guard let stage = moment.main.stage else { return }
    let canvas = try Canvas(surface)
    canvas.clear(Palette.paper)
    if case .wipe(let part) = moment.sides, let other = moment.other?.stage {
      var (left, right) = (PixelRect(surface.size), PixelRect(surface.size))
      left.width = Int((min(max(part, 0), 1) * Double(surface.size.width)).rounded())
      (right.x, right.width) = (left.width, right.width - left.width)
      draw(stage, in: left, on: canvas, scale)
      draw(other, in: right, on: canvas, scale)
    } else {
      draw(stage, in: PixelRect(surface.size), on: canvas, scale)
    }
    drawOutlines(moment, over: stage, on: canvas, scale, textScale)
    canvas.saved {
      canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
      moment.marks.draw(on: canvas, at: stage.window.time)
    }
  }

  private func draw(_ stage: Stage, in part: PixelRect, on canvas: Canvas, _ scale: Double) {
    guard !part.isEmpty, let scene = stage.scene else { return }
    let toPixels = AffineTransform(scaleX: scale, y: scale)
    canvas.saved {
      canvas.clip(to: [part])
      canvas.concatenate(toPixels)
      ViewPainter(scene, picture: picture).draw(stage.window, on: canvas, toPixels: toPixels)
    }
  }

  private func drawOutlines(
    _ moment: ReplayMoment, over stage: Stage, on canvas: Canvas, _ scale: Double,
    _ textScale: Double
  ) {
    let shown = ContentPlace(stage.scrollView)
    var outlines: [Outline] = []
    if moment.sides == .ghost, let other = moment.other?.stage {
      outlines.append(
        Outline(ContentPlace(other.scrollView), over: shown, scale, Outline.otherSide))
    }
    if let reference = moment.reference {
      outlines.append(Outline(shown.moved(to: reference), over: shown, scale, Outline.reference))
    }
    for outline in outlines { outline.draw(on: canvas, scale: textScale) }
  }
}

/// Where the content of a scroll view lies in its window, in points.
private struct ContentPlace {
  /// The place of the scroll view in the window.
  let viewport: Rect
  var offset: Point
  var zoomScale: Double
  /// The size of the content at a scale of 1.
  let size: Size

  init(_ scrollView: ScrollView) {
    viewport = scrollView.window?.convert(scrollView.bounds, from: scrollView) ?? scrollView.frame
    offset = scrollView.presentationOffset
    zoomScale = scrollView.presentationZoomScale
    size = scrollView.contentSize / scrollView.zoomScale
  }

  var frame: Rect { Rect(origin: viewport.origin - offset, size: size * zoomScale) }

  /// The place with a reference's offset and scale, as far as they are known.
  func moved(to known: GhostTrack.State) -> Self {
    var place = self
    place.offset = Point(known.offsetX ?? offset.x, known.offsetY ?? offset.y)
    place.zoomScale = known.zoomScale ?? zoomScale
    return place
  }
}

extension Outline {
  /// The outline of content that is not drawn, over the content that is, with `scale` device pixels per point.
  fileprivate init(
    _ place: ContentPlace, over shown: ContentPlace, _ scale: Double, _ color: Color
  ) {
    let middle = shown.viewport.center
    let point = (middle - shown.frame.origin) / shown.zoomScale
    self.init(
      edges: place.frame * scale, cross: (place.frame.origin + point * place.zoomScale) * scale,
      middle: middle * scale, viewport: shown.viewport * scale, color: color)
  }
}
