import OverscrollDrawing
import OverscrollImaging
package import ScrollGeometry

/// A small map of the whole picture in a corner of the window, with a frame around the visible part.
///
/// Coordinates are device pixels of the window.
package struct Minimap: Hashable, Sendable {
  /// The place of the map.
  package let area: PixelRect
  /// The frame around the visible part; it lies beyond the map where the picture is scrolled beyond its edge.
  package let visible: PixelRect
  /// The placement of the picture in the map, from the map's corner.
  let placement: Placement
  /// The opacity, from 0 to 1.
  package var opacity = 1.0
  /// Counts the changes of the map's pixels; see ``Compositor/minimapRevision``.
  package var revision = 0

  /// The longest side of the map, its distance from the window's edges and the smallest side of the frame, in points. [C]
  package static let (maximumSide, margin, smallestFrame) = (180.0, 14.0, 6.0)
  /// The largest part of the window's shorter side that the map takes. [C]
  private static let largestPart = 0.25
  /// The length of the longer side below which no map is shown, since the window is too small, in points. [C]
  private static let shortestSide = 24.0

  /// Makes the map of a frame; `nil` if the window is too small for one, or a page replaces the picture.
  ///
  /// - Parameters:
  ///   - frame: What the window shows.
  ///   - bottom: The distance from the lower edge of what lies below the map, in points.
  package init?(of frame: Frame, above bottom: Double = 0) {
    let shorter = Double(min(frame.viewport.width, frame.viewport.height))
    let longest = min(Self.maximumSide * frame.scale, shorter * Self.largestPart).rounded(.down)
    guard longest >= Self.shortestSide * frame.scale, frame.notice == nil else { return nil }
    let size = frame.placement.size
    let scale = longest / Double(max(size.width, size.height))
    placement = Placement(size: size, origin: .zero, scale: scale)
    let (width, height) = (max(placement.area.width, 1), max(placement.area.height, 1))
    let margin = PixelRect.rounded(Self.margin * frame.scale)
    area = PixelRect(
      x: frame.viewport.width - margin - width,
      y: frame.viewport.height - margin - PixelRect.rounded(bottom * frame.scale) - height,
      width: width, height: height)
    let smallest = Self.smallestFrame * frame.scale
    let across = Self.span(
      from: frame.placement.origin.x, picture: Double(size.width) * frame.placement.scale,
      window: Double(frame.viewport.width), map: Double(width), smallest: smallest)
    let down = Self.span(
      from: frame.placement.origin.y, picture: Double(size.height) * frame.placement.scale,
      window: Double(frame.viewport.height), map: Double(height), smallest: smallest)
    // Its sides are rounded to the same length at every position.
    visible = PixelRect(
      x: area.x + PixelRect.rounded(across.start), y: area.y + PixelRect.rounded(down.start),
      width: PixelRect.rounded(across.length), height: PixelRect.rounded(down.length))
  }

  /// Returns the start and the length of the frame along an axis, from the map's edge.
  ///
  /// A frame that is enlarged to its minimum size still covers the map's whole length over the picture's whole range; beyond its
  /// ends, it moves in proportion.
  private static func span(
    from origin: Double, picture: Double, window: Double, map: Double, smallest: Double
  ) -> (start: Double, length: Double) {
    let part = min(window, picture)
    let length = min(max(map * part / picture, smallest), max(map, smallest))
    // A picture that is smaller than the window rests in the middle.
    let rest = min(max(-origin, 0), picture - part)
    let resting = picture > window ? rest : (picture - window) / 2
    let beyond = -origin - resting
    let range = picture - part
    let start = range > 0 ? (map - length) * rest / range : (map - length) / 2
    return (start + beyond * length / part, length)
  }

  /// Returns whether a place is in the map, in device pixels.
  package func contains(_ place: Point) -> Bool { area.rect.contains(place) }

  /// Returns the picture's pixel that is shown at a place of the map, in device pixels; the nearest one for places beside the map.
  package func pixel(at place: Point) -> Point {
    let size = placement.size.size
    let map = area.rect
    let part = Point((place.x - map.minX) / map.width, (place.y - map.minY) / map.height)
    return Point(
      min(max(part.x, 0), 1) * size.width, min(max(part.y, 0), 1) * size.height)
  }

  /// The thickness of thin lines, in device pixels.
  static func hairline(_ scale: Double) -> Int { max(1, PixelRect.rounded(scale)) }

  /// The pixels that the map and its frame touch in a window with lines of a scale.
  func bounds(scale: Double) -> PixelRect {
    let frame = visible.insetBy(-Self.hairline(scale))
    let map = area.insetBy(-Self.hairline(scale))
    let (left, top) = (min(frame.x, map.x), min(frame.y, map.y))
    return PixelRect(
      x: left, y: top, width: max(frame.maxX, map.maxX) - left,
      height: max(frame.maxY, map.maxY) - top)
  }
}

extension Frame {
  /// Whether the whole picture is visible.
  package var showsWholePicture: Bool {
    placement.area.intersection(PixelRect(viewport)) == placement.area
  }
}

/// The pixels of a map, drawn from loaded tiles, and redrawn when better ones arrive.
final class MinimapSurface {
  /// What the pixels depend on.
  private struct Content: Hashable {
    var placement: Placement
    var backdrop: Backdrop
    var scale: Double
    var revision: Int
  }

  /// The pixels; `nil` while there is no map.
  private(set) var surface: Surface?
  private var drawn: Content?
  /// Incremented when the pixels become outdated.
  private(set) var revision = 0

  /// Marks the pixels as outdated if tiles of the map's level, or coarser placeholders, have arrived.
  func invalidate(_ keys: [TileKey], pyramid: Pyramid) {
    guard let drawn else { return }
    let level = TilePlan.level(for: drawn.placement.scale, pyramid)
    if keys.contains(where: { $0.level >= level }) { revision += 1 }
  }

  /// Marks the pixels as outdated.
  func invalidateAll() { if drawn != nil { revision += 1 } }

  /// Draws the pixels of a frame's map, or frees them if it has none.
  func prepare(_ frame: Frame, by painter: Painter, _ maker: any SurfaceFactory)
    throws(DrawingError)
  {
    guard let minimap = frame.minimap else {
      (surface, drawn) = (nil, nil)
      return
    }
    let content = Content(
      placement: minimap.placement, backdrop: frame.backdrop, scale: frame.scale, revision: revision
    )
    guard content != drawn || surface?.size != minimap.area.size else { return }
    drawn = nil
    if surface?.size != minimap.area.size {
      surface = nil
      surface = try maker.makeSurface(size: minimap.area.size, opaque: true)
    }
    guard let surface else { return }
    var map = Frame(viewport: minimap.area.size, placement: minimap.placement)
    map.backdrop = frame.backdrop
    map.scale = frame.scale
    let waiting = painter.surfaces.postponed
    let plan = FramePlan(map, pyramid: painter.pyramid)
    _ = try painter.drawContent(of: plan, in: PixelRect(map.viewport), on: Canvas(surface))
    drawn = content
    // The next frame uploads what this one had to postpone.
    if painter.surfaces.postponed != waiting { revision += 1 }
  }
}

extension Painter {
  /// Draws an overlay; the pixels of a map have been prepared.
  func draw(_ overlay: Overlay, on canvas: Canvas) {
    switch overlay.kind {
    case .minimap(let minimap): draw(minimap, scale: overlay.scale, on: canvas)
    case .layer(let layer):
      guard let opacity = layer.opacity, let surface = try? pixels(of: overlay, layer) else {
        return canvas.draw(overlay)
      }
      canvas.draw(
        surface, PixelRect(surface.size), at: overlay.area.rect.origin, opacity: opacity,
        blending: .over)
    default: canvas.draw(overlay)
    }
  }

  /// Returns the pixels of a layer that fades, drawn where they are out of date.
  private func pixels(of overlay: Overlay, _ layer: OverlayLayer) throws(DrawingError) -> Surface {
    var (overlay, layer) = (overlay, layer)
    layer.opacity = nil
    overlay.kind = .layer(layer)
    if let fading, fading.overlay == overlay, fading.surface.isUsable { return fading.surface }
    fading = nil
    let surface = try maker.makeSurface(size: overlay.area.size, opaque: false)
    let canvas = try Canvas(surface)
    canvas.clear(.clear)
    let origin = overlay.area.rect.origin
    canvas.concatenate(AffineTransform(translationX: -origin.x, y: -origin.y))
    canvas.draw(overlay)
    fading = (overlay, surface)
    return surface
  }

  private func draw(_ minimap: Minimap, scale: Double, on canvas: Canvas) {
    guard let surface = minimapSurface.surface, surface.size == minimap.area.size else { return }
    let (theme, opacity) = (Theme.minimap, minimap.opacity)
    let (map, visible) = (minimap.area, minimap.visible)
    let hairline = Minimap.hairline(scale)
    canvas.draw(surface, PixelRect(surface.size), at: map.rect.origin, opacity: opacity)
    canvas.fill(map.subtracting(visible), with: theme.dimmed.withOpacity(opacity))
    // A dark line outside the map separates it from a bright picture, a light line inside it from a dark one.
    canvas.fill(map.ring(from: -hairline, to: 0), with: theme.rim.withOpacity(opacity))
    canvas.fill(map.ring(from: 0, to: hairline), with: theme.edge.withOpacity(opacity))
    let line = max(1, PixelRect.rounded(theme.frameWidth * scale))
    canvas.fill(visible.ring(from: -hairline, to: 0), with: theme.rim.withOpacity(opacity))
    canvas.fill(visible.ring(from: 0, to: line), with: theme.frame.withOpacity(opacity))
  }
}

extension PixelRect {
  /// Returns the ring between two distances from the edges, positive inward, in at most four parts.
  fileprivate func ring(from outer: Int, to inner: Int) -> [PixelRect] {
    insetBy(outer).subtracting(insetBy(inner))
  }
}
