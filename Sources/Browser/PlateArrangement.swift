import OverscrollDrawing
import ScrollGeometry

/// The places of the plates over a picture, none of which covers another where there is room.
struct PlateArrangement {
  /// The layers of the frame in their order, those that had to move displaced.
  private(set) var layers: [OverlayLayer]
  /// The place of the frame statistics, in pixels; `nil` where there are none.
  private(set) var hud: PixelRect?

  /// The distance between plates, in points. [C]
  private static let gap = 8.0

  /// Arranges the plates of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - message: The place of its message, in pixels, above which the frame statistics end.
  ///   - canvas: Measures text.
  init(of frame: Frame, around message: PixelRect?, measuredBy canvas: Canvas) {
    layers = frame.layers
    let window = Rect(origin: .zero, size: frame.viewport.size / frame.scale)
    hud = frame.hud.map { $0.area(scale: frame.scale, canvas).within(frame.viewport, frame.scale) }
    let message = message.map { $0.rect * (1 / frame.scale) }
    if let message { shortenHUD(above: message, frame.scale) }
    let minimap = frame.minimap.map { $0.bounds(scale: frame.scale).rect * (1 / frame.scale) }
    var taken = [minimap, message].compactMap(\.self)
    // Plates at the window's edges keep their places; those in the picture move.
    for index in layers.indices.reversed() {
      guard let plate = layers[index].content.plate(measuredBy: canvas) else { continue }
      let statistics = hud.map { $0.rect * (1 / frame.scale) }
      var place = Self.nearestPlace(
        for: plate, in: window, beside: taken + [statistics].compactMap(\.self))
      if place == nil {
        // The statistics are as long as the lowest place leaves room for.
        place = Self.places(for: plate, in: window, beside: taken).max { $0.minY < $1.minY }
        place.map { shortenHUD(above: $0, frame.scale) }
      }
      if let place {
        layers[index].displacement = place.origin - plate.origin
      } else if let message, message.intersects(plate) {
        // A message is short, and says what has just happened.
        layers.remove(at: index)
        continue
      }
      taken.append(place ?? plate)
    }
  }

  /// Leaves out the lower rows of the frame statistics, in whose place a plate lies, or all where none is left.
  private mutating func shortenHUD(above plate: Rect, _ scale: Double) {
    guard let area = hud, (area.rect * (1 / scale)).intersects(plate) else { return }
    let bottom = PixelRect.rounded((plate.minY - Self.gap) * scale)
    let row = 2 * Theme.hud.padding + Theme.hud.size
    hud =
      Double(bottom - area.y) < row * scale
      ? nil
      : PixelRect(x: area.x, y: area.y, width: area.width, height: bottom - area.y)
  }

  /// Returns the place nearest to a plate's own that nothing has taken; `nil` where there is none in the window.
  private static func nearestPlace(
    for plate: Rect, in window: Rect, beside taken: [Rect]
  ) -> Rect? {
    guard taken.contains(where: plate.intersects) else { return plate }
    return places(for: plate, in: window, beside: taken)
      .min { distance(from: plate, to: $0) < distance(from: plate, to: $1) }
  }

  /// Returns places in the window for a plate that nothing has taken.
  private static func places(for plate: Rect, in window: Rect, beside taken: [Rect]) -> [Rect] {
    let columns =
      [plate.minX] + taken.flatMap { [$0.maxX + gap, $0.minX - gap - plate.width] }
    let lowest = window.maxY - gap - plate.height
    let rows =
      [plate.minY, lowest] + taken.flatMap { [$0.maxY + gap, $0.minY - gap - plate.height] }
    let places = columns.flatMap { x in
      rows.map { Rect(origin: Point(x.rounded(), $0.rounded()), size: plate.size) }
    }
    return places.filter { place in
      window.contains(place) && !taken.contains(where: place.intersects)
    }
  }

  private static func distance(from plate: Rect, to place: Rect) -> Double {
    abs(place.minX - plate.minX) + abs(place.minY - plate.minY)
  }
}

extension PixelRect {
  /// Returns the rectangle without what lies beyond the margin of the statistics at the window's right and lower edges.
  fileprivate func within(_ window: PixelSize, _ scale: Double) -> PixelRect {
    let margin = Self.rounded(Theme.hud.margin * scale)
    return PixelRect(
      x: x, y: y, width: min(width, max(window.width - margin - x, 0)),
      height: min(height, max(window.height - margin - y, 0)))
  }
}
