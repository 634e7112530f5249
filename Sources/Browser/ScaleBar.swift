package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// A bar of a round length in the lower left corner, which says how large what is shown is.
package struct ScaleBar: OverlayContent {
  private let text: String
  /// The length of the bar, in points.
  private let length: Double
  private let area: Rect

  /// The longest bar, and the part of the window's width that it may have. [C]
  private static let (longest, part) = (160.0, 1.0 / 3)
  /// The shortest bar, in points: a text would be longer. [C]
  private static let shortest = 24.0
  /// The height of the plate, its distance from the window's edges, and the distance of the bar from the plate's, in points. [C]
  private static let (height, margin, padding) = (36.0, 14.0, 12.0)
  /// The height of the bar's ends, and how thick it is, in points. [C]
  private static let (tick, thickness) = (6.0, 1.5)

  /// Makes the layer of a bar.
  ///
  /// - Parameters:
  ///   - scale: The scale of the picture's pixels.
  ///   - orientation: How the picture is shown.
  ///   - zoom: The points of the window per pixel.
  ///   - room: The size of the window, in points.
  ///   - bottom: What takes so many points of the lower edge.
  /// - Returns: The layer; `nil` where there is no room for it.
  package static func layer(
    _ scale: PixelScale, _ orientation: Orientation, zoom: Double, in room: Size,
    above bottom: Double
  ) -> OverlayLayer? {
    guard let round = roundLength(scale, orientation, zoom: zoom, in: room) else { return nil }
    let length = round * zoom / scale.shown(orientation).width
    let area = Rect(
      x: margin, y: room.height - margin - height - bottom,
      width: (length + 2 * padding).rounded(.up),
      height: height)
    guard area.minY >= margin else { return nil }
    return OverlayLayer(Self(text: scale.text(of: round), length: length, area: area), area: area)
  }

  /// Returns the length of the bar that there is room for across; `nil` where there is none.
  private static func roundLength(
    _ scale: PixelScale, _ orientation: Orientation, zoom: Double, in room: Size
  ) -> Double? {
    let unit = scale.shown(orientation).width / zoom
    let most = min(longest, room.width * part)
    guard most >= shortest, unit.isFinite, unit > 0 else { return nil }
    return roundLength(atMost: most * unit)
  }

  /// Returns the unit of the bar, in which other lengths are written; `nil` where there is no room for it.
  package static func unit(
    _ scale: PixelScale, _ orientation: Orientation, zoom: Double, in room: Size
  ) -> PixelScale.Unit? {
    roundLength(scale, orientation, zoom: zoom, in: room).map(scale.unit)
  }

  /// The greatest of 1, 2 and 5 times a power of ten that is not greater than a number.
  static func roundLength(atMost most: Double) -> Double {
    var power = 1.0
    while power > most { power /= 10 }
    while power * 10 <= most { power *= 10 }
    return [5, 2].map { $0 * power }.first { $0 <= most } ?? power
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? { area }

  package func draw(on canvas: Canvas) {
    let font = Font(size: Theme.plate.textSize)
    let color = Theme.message.text
    Plate(area, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    canvas.draw(
      text, centeredAt: Point(area.center.x, area.minY + 13), font: font, color: color)
    let (left, bottom) = (area.minX + Self.padding, area.maxY - 9)
    canvas.strokeLine(
      through: [
        Point(left, bottom - Self.tick), Point(left, bottom), Point(left + length, bottom),
        Point(left + length, bottom - Self.tick),
      ], with: color, lineWidth: Self.thickness)
  }
}
