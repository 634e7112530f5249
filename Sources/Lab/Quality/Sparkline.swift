import OverscrollBase
import OverscrollDrawing
import ScrollGeometry

/// The offset lane of a chart as a small picture in a line of a table: an element of SVG without letters and axes.
package struct Sparkline {
  /// The size, and the distance of the curves from the edges, in points. [C]
  private static let (size, margin) = (Size(width: 132, height: 28), 2.0)

  private let chart: Chart

  package init(_ chart: Chart) { self.chart = chart }

  /// The element; empty where there is no offset.
  package var svg: String {
    guard let lane = chart.lanes.first(where: { $0.kind == .offset }) else { return "" }
    let lines = lane.curves.flatMap { curve in
      let color =
        "#" + String(0x100_0000 + ChartTheme.light.color(of: curve).rgb, radix: 16).dropFirst()
      return points(of: curve, lane).map { points in
        "<polyline stroke=\"\(color)\" points=\"\(points)\"/>"
      }
    }
    let (width, height) = (Self.text(Self.size.width), Self.text(Self.size.height))
    let names = lane.curves.map(\.name).joined(separator: " and ")
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" fill=\"none\" stroke-width=\"1.5\" "
      + "stroke-linejoin=\"round\" role=\"img\" aria-label=\"\(names) over time\">"
      + lines.joined() + "</svg>"
  }

  private static func text(_ number: Double) -> String { NumberText.trimmed(number, decimals: 1) }

  /// The points of each run of a curve, as attributes have them: of a column of the picture no more than its extremes and ends.
  private func points(of curve: Chart.Curve, _ lane: Chart.Lane) -> [String] {
    let (width, height) = (
      Self.size.width - 2 * Self.margin, Self.size.height - 2 * Self.margin
    )
    let scale = width / chart.times.length
    let start = chart.times.lowerBound
    return curve.points.reduced { (($0 - start) * scale).rounded(.down) }
      .split { !$0.y.isFinite }.map { run in
        let places = run.map { point in
          let part = (point.y - lane.span.lowerBound) / lane.span.length
          let x = Self.margin + (point.x - start) * scale
          return (x: Self.text(x), y: Self.text(Self.margin + (1 - part) * height))
        }
        // Of a level stretch, its ends are enough.
        let ends = places.indices.filter { index in
          index == 0 || index == places.count - 1 || places[index - 1].y != places[index].y
            || places[index + 1].y != places[index].y
        }
        return ends.map { places[$0].x + "," + places[$0].y }.joined(separator: " ")
      }
  }
}
