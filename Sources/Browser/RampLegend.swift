package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// The colors of a ramp in the lower left corner, with the samples of its ends.
package struct RampLegend: OverlayContent {
  let ramp: ColorRamp
  /// The samples of its ends, as text.
  let (black, white): (String, String)
  private let area: Rect

  /// The longest and the shortest bar, in points, and the part of the window's width that it may have. [C]
  private static let (longest, shortest, part) = (160.0, 80.0, 1.0 / 3)
  /// The height of the plate, its distance from the window's edges, the distance of the bar from the plate's, and its height, in
  /// points. [C]
  private static let (height, margin, padding, thickness) = (40.0, 14.0, 12.0, 9.0)
  /// The least distance between the two texts, in points. [C]
  private static let gap = 8.0

  /// Makes the layer of a legend.
  ///
  /// - Parameters:
  ///   - ramp: The colors.
  ///   - range: The samples of its ends.
  ///   - calibration: How samples become values; `nil` where that isn't known.
  ///   - room: The size of the window, in points.
  ///   - bottom: What takes so many points of the lower edge.
  /// - Returns: The layer; `nil` where there is no room for it.
  package static func layer(
    _ ramp: ColorRamp, _ range: ClosedRange<Double>, as calibration: Calibration? = nil,
    in room: Size, above bottom: Double
  ) -> OverlayLayer? {
    let length = min(longest, (room.width * part).rounded(.down))
    let area = Rect(
      x: margin, y: room.height - margin - height - bottom, width: length + 2 * padding,
      height: height)
    guard length >= shortest, area.minY >= margin else { return nil }
    let (black, white) = ToneText.rounded(range, as: calibration)
    let unit = calibration?.suffix ?? ""
    return OverlayLayer(
      Self(ramp: ramp, black: black, white: white + unit, area: area), area: area)
  }

  private init(ramp: ColorRamp, black: String, white: String, area: Rect) {
    (self.ramp, self.area) = (ramp, area)
    (self.black, self.white) = (black, white)
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? { area }

  package func draw(on canvas: Canvas) {
    Plate(area, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    let bar = Rect(
      x: area.minX + Self.padding, y: area.maxY - 9 - Self.thickness,
      width: area.width - 2 * Self.padding, height: Self.thickness)
    let table = ramp.table
    let step = bar.width / Double(table.count)
    for (index, color) in table.enumerated() {
      let start = step * Double(index)
      // Each reaches beyond its end, so that none shines through the edge of another.
      canvas.fill(
        Rect(
          x: bar.minX + start, y: bar.minY, width: min(step + 1, bar.width - start),
          height: bar.height), with: Color(color))
    }
    canvas.stroke(bar, cornerRadius: 0, with: Theme.plate.patchEdge, lineWidth: 1)
    let font = Font(size: Theme.plate.textSize)
    let baseline = canvas.baseline(of: font, centeredAt: area.minY + 12)
    let half = (bar.width - Self.gap) / 2
    for (text, other, place) in [(black, white, 0.0), (white, black, 1)] {
      // What the other one leaves.
      let room = max(half, bar.width - Self.gap - canvas.measure(other, font: font).width)
      let shown = canvas.elided(text, font: font, width: room)
      let width = canvas.measure(shown, font: font).width
      canvas.draw(
        shown, at: Point((bar.minX + (bar.width - width) * place).rounded(), baseline), font: font,
        color: Theme.message.text)
    }
  }
}
