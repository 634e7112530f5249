package import OverscrollDrawing
package import ScrollGeometry

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

  private init(_ part: Part, _ area: Rect) {
    self.part = part
    self.area = area
  }

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
    let text = "\(selection.x),\(selection.y)  \(selection.width)×\(selection.height)"
    let plate = (plate(text, at: rect, in: window), Part.plate(text))
    let parts: [(Rect, Part)] = edges + corners.map { ($0, Part.corner) } + [plate]
    return parts.compactMap { area, part -> OverlayLayer? in
      let visible = area.intersection(near)
      return visible.isEmpty ? nil : OverlayLayer(Self(part, area), area: visible)
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
      let extents = canvas.measure(text, font: font)
      canvas.draw(
        text,
        at: Point(
          area.center.x - extents.width / 2, canvas.baseline(of: font, centeredAt: area.center.y)),
        font: font, color: Theme.message.text)
    }
  }
}
