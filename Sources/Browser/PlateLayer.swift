package import OverscrollDrawing
package import ScrollGeometry

/// A line of text on a small plate at an edge of the window.
package struct PlateLayer: OverlayContent {
  /// Where it lies.
  package enum Place: Hashable, Sendable {
    /// In the middle of the upper edge, as wide as its text.
    case top
    /// In the lower right corner, above what takes so many points of it; always of the same width.
    case lowerRight(above: Double)
  }

  private let text: String
  private let place: Place
  /// The size of the window, in points.
  private let room: Size

  /// The height of the plate, its distance from the window's edges, beside the scroll indicators, the distance of the text from the
  /// plate's, and the width in the corner, in points. [C]
  private static let (height, margin, padding, cornerWidth) = (26.0, 14.0, 12.0, 68.0)

  private init(_ text: String, _ place: Place, in room: Size) {
    (self.text, self.place, self.room) = (text, place, room)
  }

  /// Makes the layer of a plate.
  ///
  /// - Parameters:
  ///   - text: The text, which is elided where it is too long.
  ///   - place: Where it lies.
  ///   - room: The size of the window, in points.
  /// - Returns: The layer.
  package static func layer(_ text: String, _ place: Place, in room: Size) -> OverlayLayer {
    let plate = Self(text, place, in: room)
    return OverlayLayer(plate, area: plate.area)
  }

  /// What the plate may cover.
  private var area: Rect {
    switch place {
    case .top:
      Rect(
        x: Self.margin, y: Self.margin, width: max(room.width - 2 * Self.margin, 1),
        height: Self.height)
    case .lowerRight(let bottom):
      Rect(
        x: room.width - Self.margin - Self.cornerWidth,
        y: room.height - bottom - Self.margin - Self.height, width: Self.cornerWidth,
        height: Self.height)
    }
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? {
    let font = Font(size: Theme.plate.textSize)
    return plate(shownText(font, canvas), font, canvas)
  }

  private func shownText(_ font: Font, _ canvas: Canvas) -> String {
    canvas.elided(text, font: font, width: area.width - Self.padding)
  }

  /// The place of the plate with a text that fits.
  private func plate(_ shown: String, _ font: Font, _ canvas: Canvas) -> Rect {
    guard place == .top else { return area }
    let width = min(
      (canvas.measure(shown, font: font).width + 2 * Self.padding).rounded(.up), area.width)
    return Rect(
      x: (area.center.x - width / 2).rounded(), y: area.minY, width: width, height: area.height)
  }

  package func draw(on canvas: Canvas) {
    let font = Font(size: Theme.plate.textSize)
    let shown = shownText(font, canvas)
    let plate = plate(shown, font, canvas)
    let extents = canvas.measure(shown, font: font)
    Plate(plate, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    canvas.draw(
      shown,
      at: Point(
        plate.center.x - extents.width / 2, canvas.baseline(of: font, centeredAt: plate.center.y)),
      font: font, color: Theme.message.text)
  }
}

extension Canvas {
  /// Places text whose capitals lie in the middle of a plate.
  ///
  /// - Parameters:
  ///   - font: The font of the text.
  ///   - middle: The middle of the plate, in points.
  /// - Returns: The baseline, in points.
  func baseline(of font: Font, centeredAt middle: Double) -> Double {
    let capital = measure("X", font: font)
    return (middle + (capital.ascent - capital.descent) / 2).rounded()
  }
}
