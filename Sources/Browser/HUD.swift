import OverscrollBase
package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// The readings of the heads-up display: what the current frame shows and what it cost.
package struct HUD: Hashable, Sendable {
  /// The time the last frame took to draw, in seconds.
  package var frameTime = 0.0
  /// Refreshes per second.
  package var rate = 60.0
  /// The number of refreshes that the frames of the take showed.
  package var frames = 0
  /// The number of refreshes that passed without a frame while something moved.
  package var missed = 0
  /// The scroll view's offset, in points.
  package var offset = Point.zero
  /// The velocity of the content from the refresh before, in points per second.
  package var velocity = Point.zero
  /// The name of the scroll view's phase.
  package var phase = ""
  /// Device pixels per picture pixel.
  package var zoom = 1.0
  /// The pyramid level being drawn.
  package var level = 0
  /// The number of visible tiles.
  package var visibleTiles = 0
  /// The number of visible tiles that are not loaded yet.
  package var missingTiles = 0
  /// The memory taken by pixels, in bytes.
  package var cacheBytes = 0
  /// The limit for pixels, in bytes: the budget, or what visible tiles need if that is more.
  package var cacheLimit = 0
  /// The number of tiles waiting for a decoder.
  package var queue = 0
  /// What confines the decoder.
  package var sandbox = "none"
  /// The samples shown black and white; `nil` for those of the file.
  package var tone: ClosedRange<Double>?
  /// True in windows of the lab, which leave out what is about the picture's file.
  package var isOfLab = false

  /// Creates empty readings.
  package init() {}

  /// The readings without those that drawing a frame changes.
  ///
  /// A frame whose other readings are unchanged need not be
  /// redrawn.
  package var withoutTiming: Self {
    var rest = self
    rest.frameTime = 0
    rest.frames = 0
    rest.missed = 0
    rest.rate = 0
    rest.velocity = .zero
    return rest
  }

  /// A row: its name, its value, and whether it is an alert.
  struct Row: Hashable, Sendable {
    var name: String
    var value: String
    var isAlert = false
  }

  /// The longest name and value, in characters; what confines a decoder may be named at length.
  var columns: (name: Int, value: Int) { (10, max(28, sandbox.count)) }
  /// The widths of a row's first and second number, in characters, which are right-aligned.
  private static let widths = (first: 12, second: 10)

  /// The rows from top to bottom.
  var rows: [Row] {
    let motion = [
      Row(name: "frame", value: Self.pair(frameTime * 1000, 2, " ms", rate, 1, " Hz")),
      Row(name: "missed", value: Self.first("\(missed)") + " of \(frames)", isAlert: missed > 0),
      Row(name: "offset", value: Self.pair(offset.x, 1, "   ", offset.y, 1, "")),
      Row(name: "velocity", value: Self.pair(velocity.x, 0, "   ", velocity.y, 0, "")),
      Row(name: "phase", value: Self.first(phase)),
      Row(name: "zoom", value: Self.first(Self.fixed(zoom * 100, 2)) + "%"),
    ]
    let tiles = Row(
      name: "tiles", value: Self.first("\(visibleTiles)") + " \(missingTiles) missing",
      isAlert: missingTiles > 0)
    // Scenes have no tiles.
    guard !isOfLab else { return motion + (visibleTiles > 0 ? [tiles] : []) }
    return motion + [
      Row(name: "level", value: Self.first("\(level)") + " 1:\(1 << level)"), tiles,
      Row(
        name: "cache",
        value: Self.first(Self.fixed(Self.megabytes(cacheBytes), 1)) + " of "
          + Self.fixed(Self.megabytes(cacheLimit), 0) + " MB"),
      Row(name: "queue", value: Self.first("\(queue)")),
      Row(name: "sandbox", value: sandbox),
      Row(name: "tone", value: tone.map(ToneText.range) ?? "none"),
    ]
  }

  private static func megabytes(_ bytes: Int) -> Double { Double(bytes) / 1_048_576 }

  private static func pair(
    _ first: Double, _ decimals: Int, _ unit: String, _ second: Double, _ otherDecimals: Int,
    _ otherUnit: String
  ) -> String {
    Self.first(fixed(first, decimals)) + unit
      + padded(fixed(second, otherDecimals), widths.second) + otherUnit
  }

  private static func first(_ text: String) -> String { padded(text, widths.first) }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns `value` with a fixed number of decimals, ties rounded away from zero; a dash if it is not finite or too large.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    return NumberText.fixed((value * unit).rounded() / unit, decimals: decimals)
  }
}

/// The samples of black and white as text.
package enum ToneText {
  /// A sample with the digits of a number of 32 bits.
  package static func number(_ sample: Double) -> String {
    Int(exactly: sample).map(String.init) ?? "\(Float(sample))"
  }

  /// Samples that are black and white, rounded to a thousandth of the distance between them or less; with a calibration the values
  /// that they stand for, without their unit.
  package static func rounded(
    _ tone: ClosedRange<Double>, as calibration: Calibration? = nil
  ) -> (black: String, white: String) {
    let (black, white) = (
      calibration?.value(of: tone.lowerBound) ?? tone.lowerBound,
      calibration?.value(of: tone.upperBound) ?? tone.upperBound
    )
    var (distance, decimals) = (abs(white - black), 0)
    // Of a distance that three decimals would hide, more are shown.
    let most = distance < 0.1 ? 12 : 3
    while distance < 1000, decimals < most {
      distance *= 10
      decimals += 1
    }
    return (
      NumberText.trimmed(black, decimals: decimals), NumberText.trimmed(white, decimals: decimals)
    )
  }

  /// What is black and white in a picture, in the values of its samples where these are known, each with its unit.
  package static func ends(
    _ tone: ClosedRange<Double>, in info: ImageInfo
  ) -> (black: String, white: String) {
    let calibration = info.shownCalibration
    let (black, white) = rounded(tone, as: calibration)
    let unit = calibration?.suffix ?? ""
    return (black + unit, white + unit)
  }

  /// Two samples, such as `120 to 4095`.
  static func range(_ tone: ClosedRange<Double>) -> String {
    "\(number(tone.lowerBound)) to \(number(tone.upperBound))"
  }
}

extension HUD {
  private static func font(_ scale: Double) -> Font { Font(.mono, size: Theme.hud.size * scale) }

  /// Returns the rectangle of the panel, in the window's top left corner.
  func area(scale: Double, _ canvas: Canvas) -> PixelRect {
    let extents = canvas.measure("0", font: Self.font(scale))
    let padding = 2 * Theme.hud.padding * scale
    let margin = PixelRect.rounded(Theme.hud.margin * scale)
    return PixelRect(
      x: margin, y: margin, width: width(extents, scale),
      height: Int((Double(rows.count) * Self.leading(extents) + padding).rounded(.up)))
  }

  /// The width with room for every value, in pixels.
  fileprivate func width(_ extents: TextExtents, _ scale: Double) -> Int {
    let text = Double(columns.name + columns.value) * extents.width
    return Int((text + 2 * Theme.hud.padding * scale).rounded(.up))
  }

  /// The line height, in whole device pixels, so that all lines are rendered alike.
  fileprivate static func leading(_ extents: TextExtents) -> Double {
    (extents.height * 1.12).rounded(.up)
  }

  /// Draws the heads-up display over other content, in its top left corner.
  package func draw(on canvas: Canvas, scale: Double) {
    let area = area(scale: scale, canvas).within(canvas.surface.size, scale)
    if !area.isEmpty { draw(on: canvas, in: area.rect, scale: scale) }
  }

  /// Draws the heads-up display into its panel.
  func draw(on canvas: Canvas, in plate: Rect, scale: Double) {
    let font = Font(.mono, size: Theme.hud.size * scale)
    let extents = canvas.measure("0", font: font)
    Plate(
      plate, cornerRadius: Theme.hud.padding * scale * 0.7, color: Theme.hud.plate, point: scale
    ).draw(on: canvas)
    let left = (plate.minX + Theme.hud.padding * scale).rounded()
    let middle = left + (Double(columns.name) * extents.width).rounded()
    let room = plate.maxX - Theme.hud.padding * scale - middle
    let isNarrow = plate.width < Double(width(extents, scale))
    var line = (plate.minY + Theme.hud.padding * scale + extents.ascent).rounded()
    for row in rows {
      let descent = extents.height - extents.ascent
      guard line + descent <= plate.maxY else { break }
      canvas.draw(row.name, at: Point(left, line), font: font, color: Theme.hud.name)
      let color = row.isAlert ? Theme.hud.alert : Theme.hud.value
      let value =
        isNarrow
        ? canvas.elided(row.value.withoutAlignment, font: font, width: room, atEnd: true)
        : row.value
      canvas.draw(value, at: Point(middle, line), font: font, color: color)
      line += Self.leading(extents)
    }
  }
}

extension String {
  /// The text without the spaces that put numbers below each other.
  fileprivate var withoutAlignment: String {
    split(separator: " ").joined(separator: " ")
  }
}
