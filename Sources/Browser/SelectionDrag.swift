package import OverscrollDrawing
package import ScrollGeometry

/// A drag that makes or changes a rectangle of whole pixels of a picture.
///
/// Places are in pixels of the picture, with fractions.
package struct SelectionDrag: Hashable, Sendable {
  /// A side of a span of pixels.
  package enum Side: Hashable, Sendable {
    case low
    case high
  }

  /// What is dragged.
  package enum Part: Hashable, Sendable {
    /// A new rectangle, from one corner to the other.
    case corner
    /// One edge, or two that meet in a corner.
    case edges(x: Side?, y: Side?)
    /// The rectangle as a whole.
    case inside
  }

  /// What is dragged.
  package let part: Part
  private let rect: PixelRect
  private let start: Point
  private let picture: PixelSize

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - part: What is dragged.
  ///   - rect: The rectangle before; ignored where a new one is made.
  ///   - start: Where the drag begins.
  ///   - picture: The size of the picture, in pixels.
  package init(_ part: Part, of rect: PixelRect, from start: Point, in picture: PixelSize) {
    self.part = part
    self.rect = rect
    self.start = start
    self.picture = picture
  }

  /// Returns the rectangle for a position of the drag; it lies in the picture and has at least one pixel.
  package func rect(at place: Point) -> PixelRect {
    let (x, y): (Kind, Kind) =
      switch part {
      case .corner: (.new, .new)
      case .edges(let x, let y): (x.map { .edge($0) } ?? .fixed, y.map { .edge($0) } ?? .fixed)
      case .inside: (.moved, .moved)
      }
    let columns = Self.span(x, rect.x..<rect.maxX, start.x, place.x, picture.width)
    let rows = Self.span(y, rect.y..<rect.maxY, start.y, place.y, picture.height)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private enum Kind {
    case new, moved, fixed
    case edge(Side)
  }

  /// The pixels of one axis.
  private static func span(
    _ kind: Kind, _ span: Range<Int>, _ start: Double, _ end: Double, _ limit: Int
  ) -> Range<Int> {
    let distance = PixelRect.rounded(end - start)
    switch kind {
    case .fixed: return span
    case .moved:
      let first = min(max(span.lowerBound + distance, 0), limit - span.count)
      return first..<first + span.count
    case .new:
      return spanning(
        PixelRect.rounded(min(start, end).rounded(.down)),
        PixelRect.rounded(max(start, end).rounded(.up)), limit)
    case .edge(let side):
      let moved = (side == .low ? span.lowerBound : span.upperBound) + distance
      let fixed = side == .low ? span.upperBound : span.lowerBound
      // Beyond the opposite edge, that edge moves.
      return spanning(min(moved, fixed), max(moved, fixed), limit)
    }
  }

  /// A span within the picture, of at least one pixel.
  private static func spanning(_ first: Int, _ end: Int, _ limit: Int) -> Range<Int> {
    let low = min(max(first, 0), limit - 1)
    return low..<min(max(end, low + 1), limit)
  }

  /// Returns the part of a rectangle under the pointer.
  ///
  /// - Parameters:
  ///   - place: The pointer, in the unit of the rectangle.
  ///   - rect: The rectangle.
  ///   - reach: The distance from an edge up to which it is dragged.
  /// - Returns: The part; `nil` outside.
  package static func part(at place: Point, of rect: Rect, reach: Double) -> Part? {
    guard rect.insetBy(dx: -reach, dy: -reach).contains(place) else { return nil }
    func side(_ place: Double, _ low: Double, _ high: Double) -> Side? {
      // In a narrow rectangle, the middle third counts as inside.
      let reach = min(reach, (high - low) / 3)
      if place <= low + reach { return .low }
      return place >= high - reach ? .high : nil
    }
    let x = side(place.x, rect.minX, rect.maxX)
    let y = side(place.y, rect.minY, rect.maxY)
    return x == nil && y == nil ? .inside : .edges(x: x, y: y)
  }

  /// The distance beyond the window's edge at which the picture scrolls at full speed, one window per second, in points. [C]
  private static let fullSpeedDistance = 100.0
  /// The least speed, in points per second: a step of less than a pixel a frame would never be made. [C]
  private static let leastSpeed = 60.0

  /// Returns the scrolling speed of a drag beyond the window's edge: the farther, the faster, up to one window per second.
  ///
  /// - Parameters:
  ///   - location: The location of the drag, in points of the window.
  ///   - window: The size of the window, in points.
  /// - Returns: The speed in points per second, positive toward the right and the bottom; zero inside.
  package static func scrollSpeed(at location: Point, in window: Size) -> Point {
    func speed(_ place: Double, _ length: Double) -> Double {
      let beyond = min(place, 0) + max(place - length, 0)
      guard beyond != 0 else { return 0 }
      let speed = max(min(abs(beyond) / fullSpeedDistance, 1) * length, leastSpeed)
      return beyond < 0 ? -speed : speed
    }
    return Point(speed(location.x, window.width), speed(location.y, window.height))
  }
}

/// A part of what marks a selection: an edge, a corner, or the plate with its numbers.
package struct SelectionLayer: OverlayContent {
  private enum Part: Hashable {
    /// A line in two colors, which shows on any picture; its inner half is light.
    case edge(light: Rect)
    case corner
    case plate(String)
  }

  private let part: Part
  private let area: Rect

  /// Returns the layers of a selection.
  ///
  /// - Parameters:
  ///   - selection: The selection, in pixels of the picture.
  ///   - placement: The placement of the picture, in device pixels.
  ///   - viewport: The size of the window, in device pixels.
  ///   - scale: The device pixels per point.
  /// - Returns: The layers, in points, from bottom to top.
  package static func layers(
    of selection: PixelRect, _ placement: Placement, in viewport: PixelSize, scale: Double
  ) -> [OverlayLayer] {
    let shown = placement.pixels(
      of: Rect(
        origin: selection.rect.origin * placement.scale,
        size: selection.rect.size * placement.scale)
    ).rect
    let rect = Rect(origin: shown.origin / scale, size: shown.size / scale)
    let window = Rect(origin: .zero, size: viewport.size / scale)
    let line = max(1, Theme.selection.line * scale.rounded()) / scale
    let half = Theme.selection.corner / 2
    // Far outside nothing is drawn, however large the picture is.
    let near = window.insetBy(dx: -2 * half, dy: -2 * half)
    let outer = rect.insetBy(dx: -2 * line, dy: -2 * line)
    // Each edge, and the half of it beside the selection.
    let flat = Size(width: rect.width + 4 * line, height: 2 * line)
    let upright = Size(width: 2 * line, height: rect.height)
    let edges = [
      (Rect(origin: outer.origin, size: flat), Point(0, line)),
      (Rect(origin: Point(outer.minX, rect.maxY), size: flat), Point(0, 0)),
      (Rect(origin: Point(outer.minX, rect.minY), size: upright), Point(line, 0)),
      (Rect(origin: Point(rect.maxX, rect.minY), size: upright), Point(0, 0)),
    ].map { edge, inner -> (Rect, Part) in
      let visible = edge.intersection(near)
      let isFlat = edge.height == 2 * line
      let light = Rect(
        x: edge.minX + inner.x, y: edge.minY + inner.y, width: isFlat ? edge.width : line,
        height: isFlat ? line : edge.height)
      return (visible, Part.edge(light: light.intersection(near)))
    }
    let corners = [rect.minX, rect.maxX].flatMap { x in
      [rect.minY, rect.maxY].map { y in
        Rect(x: x - half, y: y - half, width: 2 * half, height: 2 * half)
      }
    }
    let text = "\(selection.x),\(selection.y)  \(selection.width) × \(selection.height)"
    let plate = (plate(text, at: rect, in: window), Part.plate(text))
    let parts: [(Rect, Part)] = edges + corners.map { ($0, Part.corner) } + [plate]
    return parts.compactMap { area, part -> OverlayLayer? in
      let visible = area.intersection(near)
      return visible.isEmpty ? nil : OverlayLayer(Self(part: part, area: area), area: visible)
    }
  }

  /// The place of the plate: above the selection, or inside where there is no room; always in the window.
  private static func plate(_ text: String, at rect: Rect, in window: Rect) -> Rect {
    let (height, gap) = (Theme.selection.plateHeight, Theme.selection.gap)
    let width = Double(text.count) * Theme.plate.textSize * Theme.selection.advance + 2 * gap
    let above = rect.minY - height - gap
    let y = above >= gap ? above : max(rect.minY, 0) + gap
    return Rect(
      x: min(max(rect.minX, gap), max(window.width - width - gap, gap)),
      y: min(y, max(window.height - height - gap, gap)), width: width, height: height)
  }

  package var isInPicture: Bool { if case .plate = part { false } else { true } }

  package func plate(measuredBy canvas: Canvas) -> Rect? {
    if case .plate = part { area } else { nil }
  }

  package func draw(on canvas: Canvas) {
    let style = Theme.selection
    switch part {
    case .edge(let light):
      canvas.fill(area, with: style.dark)
      canvas.fill(light, with: style.light)
    case .corner:
      canvas.fill(area, with: style.dark)
      canvas.fill(area.insetBy(dx: style.line, dy: style.line), with: style.light)
    case .plate(let text):
      Plate(area, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
      let font = Font(size: Theme.plate.textSize)
      let width = canvas.measure(text, font: font).width
      canvas.draw(
        text, x: area.center.x - width / 2, middle: area.center.y, font: font,
        color: Theme.message.text)
    }
  }
}
