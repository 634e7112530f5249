import OverscrollDrawing
import OverscrollImaging
import ScrollGeometry

extension Compositor {
  /// How to draw content that cannot be derived from the last frame's.
  package enum Effort: Hashable, Sendable {
    /// At full resolution into the retained content. If the window shows a draft, about `pixelLimit` pixels of it are
    /// sharpened.
    case kept(pixelLimit: Int = .max)
    /// At full resolution directly into the window. This saves a copy, but retains nothing for the next frame.
    case direct
    /// At half resolution directly into the window.
    case draft

    /// Whether content is retained for the next frame.
    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// Draws a frame directly into the window, every pixel once; returns the number of tiles that were not loaded.
  func drawUnretained(
    _ plan: FramePlan, _ scene: Scene, on window: Surface, asDraft: Bool
  ) throws(DrawingError) -> Int {
    let whole = PixelRect(plan.frame.viewport)
    let overlaid = scene.overlays.map { $0.area.intersection(whole) }.disjoint
    var missing = 0
    let canvas = try Canvas(window)
    let draft = asDraft ? try draft(of: plan, missing: &missing) : nil
    for area in [whole].subtracting(overlaid) {
      if let draft {
        canvas.draw(draft, sampling: Self.doubling, into: area, filter: .nearest)
        painter.drawPixelGrid(of: plan.frame, in: area, on: canvas)
      } else {
        missing += try painter.drawContent(of: plan, in: area, on: canvas)
      }
    }
    for area in overlaid {
      try cover(area, scene, on: window) { staging throws(DrawingError) in
        let canvas = try Canvas(staging)
        let place = PixelRect(area.size)
        let moved = plan.offset(x: -area.x, y: -area.y)
        if let draft {
          let move = AffineTransform(translationX: Double(area.x), y: Double(area.y))
          canvas.draw(
            draft, sampling: move.concatenating(Self.doubling), into: place, filter: .nearest)
          painter.drawPixelGrid(of: moved.frame, in: place, on: canvas)
        } else {
          missing += try painter.drawContent(of: moved, in: place, on: canvas)
        }
      }
    }
    return missing
  }

  /// The limit for uploads in a draft, about fifteen tiles, in bytes. [C]
  ///
  /// Until the others are uploaded, finer tiles of the last frames replace them.
  static let draftUploadLimit = 4 << 20

  /// The sampling transform from pixels of the window to pixels of a draft.
  private static let doubling = AffineTransform(scaleX: 0.5, y: 0.5)

  /// Draws a frame at half resolution.
  private func draft(
    of plan: FramePlan, missing: inout Int
  ) throws(DrawingError) -> Surface {
    let half = plan.halved(pyramid: painter.pyramid)
    let surface: Surface
    if let draftSurface, draftSurface.size == half.frame.viewport {
      surface = draftSurface
    } else {
      draftSurface = nil
      surface = try maker.makeSurface(size: half.frame.viewport, opaque: true)
      draftSurface = surface
    }
    missing = try painter.drawContent(
      of: half, in: PixelRect(half.frame.viewport), on: Canvas(surface), allowsFinerTiles: true)
    return surface
  }
}

extension FramePlan {
  /// Returns the plan of the same frame at half resolution, without overlays and lines between pixels.
  func halved(pyramid: Pyramid) -> Self {
    var placement = frame.placement
    placement.origin = placement.origin / 2
    placement.scale /= 2
    var half = Frame(
      viewport: PixelSize(
        width: (frame.viewport.width + 1) / 2, height: (frame.viewport.height + 1) / 2),
      placement: placement)
    half.filter = frame.filter
    half.scale = frame.scale / 2
    half.backdrop = frame.backdrop
    return Self(half, pyramid: pyramid)
  }
}

extension Frame {
  /// Returns whether another frame shows the same picture at nearly the same placement, as after the last step of a zoom.
  func looksLike(_ other: Frame) -> Bool {
    guard viewport == other.viewport, filter == other.filter, scale == other.scale,
      placement.size == other.placement.size, backdrop == other.backdrop,
      showsPixelGrid == other.showsPixelGrid
    else { return false }
    let growth = abs(other.placement.scale / placement.scale - 1)
    let way = other.placement.origin - placement.origin
    let reach = Double(max(viewport.width, viewport.height))
    return max(abs(way.x), abs(way.y)) + growth * reach <= Self.unseenDistance
  }

  /// The largest displacement of a draft's pixels while it is sharpened, in pixels. [C]
  private static let unseenDistance = 2.0
}

extension [PixelRect] {
  /// Returns the intersections with `areas`, and rows from the top down until there are about `count` pixels.
  func slice(of count: Int, including areas: [PixelRect]) -> [PixelRect] {
    var slice = flatMap { part in areas.map { part.intersection($0) } }
      .filter { !$0.isEmpty }.disjoint
    var left = count - slice.pixelCount
    for part in subtracting(slice) {
      guard left > 0 else { break }
      let rows =
        left >= part.area ? part.height : (left + part.width - 1) / part.width
      slice.append(PixelRect(x: part.x, y: part.y, width: part.width, height: rows))
      left -= part.width * rows
    }
    return slice
  }
}
