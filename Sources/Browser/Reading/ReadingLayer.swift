package import OverscrollDrawing
package import ScrollGeometry

/// The reading of the pixel at the pointer, with a patch of its color, in the lower left corner of the window.
package struct ReadingLayer: OverlayContent {
  private let reading: PixelReading
  private let area: Rect

  /// The height of the plate, its margin in the window, its padding, the side of the color patch and its distance from the text, in
  /// points. [C]
  private static let (height, margin, padding, patch, gap) = (26.0, 14.0, 10.0, 12.0, 8.0)
  /// The distance from a line of text to the next, in points. [C]
  private static let leading = 18.0
  /// The width of a character relative to the size of the font: at least that of the usual monospaced fonts. [C]
  private static let characterWidth = 0.62

  private init(_ reading: PixelReading, in room: Size) {
    self.reading = reading
    let length = Double(max(reading.length, reading.samplesLength))
    let text = length * Self.characterWidth * Theme.plate.readingSize
    let width = 2 * Self.padding + Self.patch + Self.gap + text.rounded(.up)
    let height = Self.height + (reading.layout == nil ? 0 : Self.leading)
    area = Rect(
      x: Self.margin, y: room.height - Self.margin - height,
      width: max(min(width, room.width - 2 * Self.margin), 1), height: height)
  }

  /// Makes the layer of a reading in a window of a size in points.
  package static func layer(_ reading: PixelReading, in room: Size) -> OverlayLayer {
    let plate = Self(reading, in: room)
    return OverlayLayer(plate, area: plate.area)
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? { area }

  package func draw(on canvas: Canvas) {
    Plate(area, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    let middle = area.minY + Self.height / 2
    let patch = Rect(
      x: area.minX + Self.padding, y: middle - Self.patch / 2, width: Self.patch,
      height: Self.patch)
    if let color = reading.opaqueColor {
      canvas.fill(patch, cornerRadius: 2, with: Color(color))
      canvas.stroke(
        patch.insetBy(dx: 0.5, dy: 0.5), cornerRadius: 1.5, with: Theme.plate.patchEdge,
        lineWidth: 1)
    }
    draw(
      reading.alignedText, or: reading.shorterTexts, right: patch.maxX, at: middle, on: canvas)
    if let samples = reading.alignedSamples {
      draw(samples, right: patch.maxX, at: middle + Self.leading, on: canvas)
    }
  }

  /// Draws the longest line of text that fits beside the color patch.
  private func draw(
    _ text: String, or shorter: @autoclosure () -> [String] = [], right: Double,
    at middle: Double, on canvas: Canvas
  ) {
    let font = Font(.mono, size: Theme.plate.readingSize)
    let left = right + Self.gap
    let width = area.maxX - Self.padding / 2 - left
    let fits = { canvas.measure($0, font: font).width <= width }
    var shown = text
    if !fits(text) {
      let shorter = shorter()
      shown =
        shorter.first(where: fits)
        ?? canvas.elided(shorter.last ?? text, font: font, width: width, atEnd: true)
    }
    canvas.draw(
      shown, at: Point(left, canvas.baseline(of: font, centeredAt: middle)), font: font,
      color: Theme.message.text)
  }
}
