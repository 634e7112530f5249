package import Geometry

/// Numbers about the present frame, for those who want to see how well it goes.
package struct HUD: Hashable, Sendable {
  /// How long the last frame took to be drawn, in seconds.
  package var frameTime = 0.0
  /// Refreshes a second.
  package var rate = 60.0
  /// The number of frames that were paced by the display since the start.
  package var frames = 0
  /// The number of refreshes that passed without a frame while something moved.
  package var missed = 0
  /// The scroll view's offset, in points.
  package var offset = Point.zero
  /// How fast it moves, in points per second.
  package var velocity = Point.zero
  /// What the scroll view does, as its phase is called.
  package var phase = ""
  /// Device pixels a picture pixel.
  package var zoom = 1.0
  /// The level that is drawn.
  package var level = 0
  /// The number of tiles that show.
  package var visibleTiles = 0
  /// How many of them are not there yet.
  package var missingTiles = 0
  /// The bytes of all pixels that are kept.
  package var cacheBytes = 0
  /// The bytes that they may take.
  package var cacheLimit = 0
  /// The number of tiles that wait for a decoder.
  package var queue = 0

  /// Makes a reading of nothing.
  package init() {}

  /// The same without what drawing the frame itself changes: two readings that are equal so need not both be drawn.
  package var withoutTiming: Self {
    var rest = self
    rest.frameTime = 0
    rest.frames = 0
    rest.missed = 0
    rest.rate = 0
    rest.cacheBytes = 0
    return rest
  }
}

extension HUD {
  /// A row: its name, its value, and whether it calls for attention.
  struct Row: Hashable, Sendable {
    var name: String
    var value: String
    var isAlert = false
  }

  /// The longest name and value, in letters.
  static let columns = (name: 10, value: 22)

  /// The rows from the top down, always as many.
  var rows: [Row] {
    [
      Row(
        name: "frame",
        value: Self.fixed(frameTime * 1000, 2, width: 8) + " ms"
          + Self.fixed(rate, 1, width: 8) + " Hz"),
      Row(
        name: "missed", value: Self.padded("\(missed)", 8) + " of \(frames)", isAlert: missed > 0),
      Row(name: "offset", value: Self.pair(offset, 1)),
      Row(name: "velocity", value: Self.pair(velocity, 0)),
      Row(name: "phase", value: "  " + phase),
      Row(name: "zoom", value: Self.fixed(zoom * 100, 2, width: 8) + " %"),
      Row(name: "level", value: Self.padded("\(level)", 8) + "  1:\(1 << level)"),
      Row(
        name: "tiles", value: Self.padded("\(visibleTiles)", 8) + "  \(missingTiles) missing",
        isAlert: missingTiles > 0),
      Row(
        name: "cache",
        value: Self.fixed(Self.megabytes(cacheBytes), 1, width: 8) + " of "
          + Self.fixed(Self.megabytes(cacheLimit), 0, width: 0) + " MB"),
      Row(name: "queue", value: Self.padded("\(queue)", 8)),
    ]
  }

  private static func megabytes(_ bytes: Int) -> Double { Double(bytes) / 1_048_576 }

  private static func pair(_ point: Point, _ decimals: Int) -> String {
    fixed(point.x, decimals, width: 9) + fixed(point.y, decimals, width: 12)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A number with so many decimals, padded to `width`; what is no number, or too large for one, is a dash.
  static func fixed(_ value: Double, _ decimals: Int, width: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return padded("–", width) }
    var unit = 1
    for _ in 0..<decimals { unit *= 10 }
    let number = Int((abs(value) * Double(unit)).rounded())
    var text = "\(number / unit)"
    if decimals > 0 {
      let fraction = "\(number % unit)"
      text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
    return padded(value < 0 && number > 0 ? "-" + text : text, width)
  }
}
