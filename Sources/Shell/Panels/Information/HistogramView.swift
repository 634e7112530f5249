import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// How often the values of a picture's pixels occur, as the panel of information draws it.
package struct HistogramChart: Hashable, Sendable {
  /// The heights of the values of a channel, from the darkest to the lightest, 0 … 1.
  package var red: [Double]
  package var green: [Double]
  package var blue: [Double]
  package var luma: [Double]
  /// The dark end and the light end, where pixels are clipped there.
  package var dark: ClippedEnd?
  package var light: ClippedEnd?

  /// The end of a histogram at which pixels are clipped.
  package struct ClippedEnd: Hashable, Sendable {
    /// The channels that are clipped.
    package var channels: Channels
    /// How many pixels are, as a text such as "Shadows 2.1%".
    package var text: String

    package init(_ channels: Channels, _ text: String) {
      (self.channels, self.text) = (channels, text)
    }
  }

  /// Red, green and blue, or some of them.
  package struct Channels: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let red = Channels(rawValue: 1)
    package static let green = Channels(rawValue: 2)
    package static let blue = Channels(rawValue: 4)
  }

  package init(red: [Double], green: [Double], blue: [Double], luma: [Double]) {
    (self.red, self.green, self.blue, self.luma) = (red, green, blue, luma)
  }
}

/// A histogram: where channels overlap, it has the color of their light together, and their luma is a line.
final class HistogramView: View, PanelView {
  /// What is shown; `nil` for an empty plot.
  var chart: HistogramChart?

  /// The height of the plot and the distance of the texts below it, in points.
  private static let (plotHeight, gap) = (66.0, 4.0)
  /// The side of the mark of an end at which pixels are clipped, and its distance from the corner, in points.
  private static let (mark, markInset) = (8.0, 4.0)

  /// The colors of channels that overlap.
  private static let mixes: [(channels: HistogramChart.Channels, color: UInt32)] = [
    (.red, 0xD6574C), (.green, 0x43A05A), (.blue, 0x4878D6), ([.red, .green], 0xC9A94A),
    ([.green, .blue], 0x46A7AE), ([.red, .blue], 0xB061B4), ([.red, .green, .blue], 0x9BA1AA),
  ]

  var look: Look {
    let plot = Rect(x: 0, y: 0, width: bounds.width, height: Self.plotHeight)
    let ink = palette.ink
    var shapes: [Look.Shape] = [.rect(plot, radius: 4, ink.withOpacity(0.06))]
    guard let chart else { return Look(shapes: shapes) }
    let inside = Rect(
      x: plot.minX + 1, y: plot.minY + 6, width: max(plot.width - 2, 1), height: plot.height - 7)
    for (channels, color) in Self.mixes {
      let heights = chart.heights(of: channels)
      shapes.append(.polygon(Self.outline(heights, in: inside), Color(color)))
    }
    shapes.append(
      .line(
        Self.curve(chart.luma, in: inside), ink.withOpacity(0.8), width: 1))
    let texts = Rect(
      x: 0, y: plot.maxY + Self.gap, width: bounds.width, height: bounds.height - plot.maxY)
    // What they end in is the same for both.
    let light = chart.light.map { width(of: $0.text, .text) + PanelSpacing.gap } ?? 0
    for (end, x, room) in [(chart.dark, 0.0, texts.width - light), (chart.light, 1, texts.width)] {
      guard let end else { continue }
      let text = elided(end.text, .text, width: room)
      shapes.append(.polygon(Self.corner(of: plot, x), color(of: end.channels)))
      shapes.append(.line(text, in: texts, x: x, color: palette.label))
    }
    return Look(shapes: shapes)
  }

  /// The color of the mark of channels that are clipped.
  private func color(of channels: HistogramChart.Channels) -> Color {
    guard channels != [.red, .green, .blue] else { return palette.ink }
    return Color(Self.mixes.first { $0.channels == channels }?.color ?? palette.ink.rgb)
  }

  /// A triangle in the upper left corner of a rectangle, or in the right one.
  private static func corner(of plot: Rect, _ x: Double) -> [Point] {
    let sign = x > 0 ? -1.0 : 1
    let corner = Point(
      x > 0 ? plot.maxX - markInset : plot.minX + markInset, plot.minY + markInset)
    return [Point(0, 0), Point(sign * mark, 0), Point(0, mark)].map { corner + $0 }
  }

  private static func curve(_ heights: [Double], in rect: Rect) -> [Point] {
    let step = rect.width / Double(max(heights.count - 1, 1))
    return heights.enumerated().map { index, height in
      Point(rect.minX + Double(index) * step, rect.maxY - height * rect.height)
    }
  }

  private static func outline(_ heights: [Double], in rect: Rect) -> [Point] {
    curve(heights, in: rect) + [Point(rect.maxX, rect.maxY), Point(rect.minX, rect.maxY)]
  }
}

extension HistogramChart {
  /// The heights up to which some channels overlap.
  fileprivate func heights(of channels: Channels) -> [Double] {
    let curves = [(Channels.red, red), (.green, green), (.blue, blue)]
    let parts = curves.filter { channels.contains($0.0) }.map(\.1)
    return parts.dropFirst().reduce(parts.first ?? []) { zip($0, $1).map(min) }
  }
}
