import OverscrollBase
package import OverscrollDrawing
package import ScrollGeometry

/// The measurements of gestures as a table under curves: a line of names and one for each gesture.
package struct GestureTable {
  /// The height of a line, in points. [C]
  package static let lineHeight = 14.0
  /// The distances of texts from the left edge and from each other, and of a baseline from the top of its line, in points. [C]
  private static let (margin, gap, baseline) = (12.0, 16.0, 10.5)
  private static let names = Font(.sans, size: 9.5)
  package static let numbers = Font(.mono, size: 9.5)

  private let lines: [[String]]
  /// The number of gestures that are not shown.
  package let hiddenCount: Int

  /// A table of the gestures that some times show, the last ones where there are too many.
  ///
  /// - Parameters:
  ///   - gestures: All gestures, which are numbered from 1 on.
  ///   - times: The times that are shown, in seconds.
  ///   - limit: The most lines, with that of names.
  package init(_ gestures: [Measurements.Gesture], in times: ClosedRange<Double>, limit: Int) {
    let seen = gestures.indices.filter { index in
      let end = index + 1 < gestures.count ? gestures[index + 1].start : .infinity
      return gestures[index].start <= times.upperBound && end > times.lowerBound
    }
    let shown = seen.suffix(max(0, limit - 1))
    hiddenCount = seen.count - shown.count
    guard !shown.isEmpty else {
      lines = []
      return
    }
    let columns = Column.all.filter { column in shown.contains { column.text(gestures[$0]) != nil }
    }
    let first = hiddenCount > 0 ? "gesture (\(hiddenCount) earlier)" : "gesture"
    lines =
      [[first] + columns.map(\.name)]
      + shown.map { index in
        ["\(index + 1)"] + columns.map { $0.text(gestures[index]) ?? "–" }
      }
  }

  /// The height, in points; 0 without gestures.
  package var height: Double { Double(lines.count) * Self.lineHeight }

  /// A column: a measurement, or several that belong together.
  private struct Column {
    var name: String
    var text: (Measurements.Gesture) -> String?

    init(_ name: String, _ text: @escaping (Measurements.Gesture) -> String?) {
      (self.name, self.text) = (name, text)
    }

    init(_ measurement: Measurements.Name) {
      self.init(measurement.rawValue) {
        $0.values[measurement].map(measurement.text)
          ?? $0.bounds[measurement].map { _ in Measurements.unseen }
      }
    }

    static var all: [Self] {
      [
        Self("at") { "\(NumberText.fixed($0.start, decimals: 3)) s" },
        Self("release velocity", release), Self(.peakVelocity), Self(.travel),
        Self("overshoot", overshoot), Self(.settle), Self("zoom", zoom), Self(.zoomSettle),
        Self(.timeConstant), Self("residual", residual), Self(.refreshes), Self("missed", missed),
        Self("latency", latency),
      ]
    }

    /// How far the deceleration is from the one that its time constant is of.
    private static func residual(_ gesture: Measurements.Gesture) -> String? {
      gesture.values[.decelerationResidual].map(Measurements.Name.decelerationResidual.text)
    }

    /// What the delegate was told, or else the estimate.
    private static func release(_ gesture: Measurements.Gesture) -> String? {
      gesture.values[.releaseVelocity].map(Measurements.Name.releaseVelocity.text)
        ?? gesture.values[.releaseEstimate].map {
          "≈ \(Measurements.Name.releaseEstimate.text($0))"
        }
    }

    /// The largest peak beyond an edge, with an arrow to the edge.
    private static func overshoot(_ gesture: Measurements.Gesture) -> String? {
      let edges: [(Measurements.Name, String)] = [
        (.overshootTop, "↑"), (.overshootBottom, "↓"), (.overshootLeft, "←"),
        (.overshootRight, "→"),
      ]
      let largest = edges.max { gesture.values[$0.0] ?? 0 < gesture.values[$1.0] ?? 0 }
      return largest.flatMap { name, arrow in
        gesture.values[name].map { "\(arrow) \(name.text($0))" }
      }
    }

    /// The largest scale where it changes, and how far it is beyond its limit.
    private static func zoom(_ gesture: Measurements.Gesture) -> String? {
      guard let zoom = gesture.values[.zoom],
        gesture.values[.zoomSettle] != nil || gesture.bounds[.zoomSettle] != nil
      else { return nil }
      let ratio = gesture.values[.zoomRatio].map {
        ", limit × \(Measurements.Name.zoomRatio.text($0))"
      }
      return Measurements.Name.zoom.text(zoom) + (ratio ?? "")
    }

    private static func missed(_ gesture: Measurements.Gesture) -> String? {
      gesture.values[.missed].map { missed in
        let first = gesture.values[.missedFirst] ?? 0
        return Measurements.Name.missed.text(missed)
          + (first > 0 ? " (\(Measurements.Name.missedFirst.text(first)) first)" : "")
      }
    }

    private static func latency(_ gesture: Measurements.Gesture) -> String? {
      guard let median = gesture.values[.latency50], let late = gesture.values[.latency95] else {
        return nil
      }
      return
        "p50 \(Measurements.Name.latency50.text(median)), p95 \(Measurements.Name.latency95.text(late))"
    }
  }

  /// Draws the table from the top left corner of a place on, without the columns for which there is no room.
  package func draw(on canvas: Canvas, in frame: Rect, theme: ChartTheme) {
    guard let head = lines.first else { return }
    var x = frame.minX + Self.margin
    for column in head.indices {
      let texts = lines.map { $0[column] }
      let widths = texts.enumerated().map {
        canvas.measure($0.element, font: $0.offset == 0 ? Self.names : Self.numbers).width
      }
      let width = widths.max() ?? 0
      guard x + width <= frame.maxX - Self.margin / 2 else { return }
      for (line, text) in texts.enumerated() {
        canvas.draw(
          text,
          at: Point(
            x.rounded(), frame.minY + Double(line) * Self.lineHeight + Self.baseline),
          font: line == 0 ? Self.names : Self.numbers,
          color: line == 0 || column == 0 ? theme.faintText : theme.text)
      }
      x += width + Self.gap
    }
  }
}
