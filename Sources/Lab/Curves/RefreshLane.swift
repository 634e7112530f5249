import OverscrollBase
import OverscrollDrawing
import ScrollGeometry

extension Chart.Lane {
  /// The refreshes of a take: for each the time from its newest input to its being shown; `nil` where the rows are no refreshes.
  ///
  /// - Parameters:
  ///   - series: The take, with its frames.
  ///   - times: The times shown, in seconds.
  package init?(refreshesOf series: Series, in times: ClosedRange<Double>) {
    let refreshes = zip(series.times, series.frames).compactMap { time, frame in
      frame.map {
        Refresh(time: time, latency: $0.latency(at: time).map { $0 * 1e3 }, missed: $0.missed)
      }
    }
    guard !refreshes.isEmpty else { return nil }
    let points = refreshes.map { Point($0.time, $0.latency ?? .nan) }
    let curve = Chart.Curve(name: "latency", hue: .zoom, style: .subject, points: points)
    self.init(
      kind: .refreshes, title: "from input to the refresh that shows it, ms", curves: [curve],
      span: LaneBuilder.span(of: [curve], [], .refreshes, in: times))
    self.refreshes = refreshes
  }

  /// The percentiles of the refreshes that show input, and how many were late.
  var refreshNote: String {
    let late = refreshes.count { $0.missed > 0 }
    guard let latency = TakeQuality.Percentiles(refreshes.compactMap(\.latency)) else {
      return late > 0 ? "\(late) late" : ""
    }
    let parts = [("p50", latency.p50), ("p95", latency.p95), ("p99", latency.p99)].map {
      "\($0) \(NumberText.fixed($1, decimals: 1))"
    }
    return parts.joined(separator: ", ") + " ms" + (late > 0 ? ", \(late) late" : "")
  }
}

extension ChartPainter {
  /// The widest bar, and the histogram's size and distance from the corner, in points. [C]
  private static let (widestBar, histogram) = (6.0, (width: 72.0, bins: 18, margin: 8.0))
  /// The least height and width of a lane with a histogram, in points. [C]
  private static let leastForHistogram = (height: 36.0, width: 320.0)

  /// Draws a bar for each refresh, from its input to what showed it: late ones in the color of misses, and those without input as a
  /// dash at the bottom.
  func drawRefreshes(_ lane: Chart.Lane, _ rect: Rect) {
    let base = y(0, lane, rect)
    let steps = zip(lane.refreshes.dropFirst(), lane.refreshes).map {
      scale.x($0.time) - scale.x($1.time)
    }
    let step = steps.sorted().dropFirst(steps.count / 2).first ?? Self.widestBar
    let width = max(hairline, min(step * 0.7, Self.widestBar))
    for (kind, color) in [(false, theme.zoom), (true, theme.missed)] {
      let bars = lane.refreshes.compactMap { refresh -> Rect? in
        guard (refresh.missed > 0) == kind else { return nil }
        let top = refresh.latency.map { y($0, lane, rect) } ?? base - 2 * hairline
        return Rect(
          x: scale.x(refresh.time) - width / 2, y: min(top, base - hairline), width: width,
          height: max(hairline, base - top))
      }
      canvas.fill(bars, with: color)
    }
    drawHistogram(lane, rect)
  }

  /// Draws how often each latency is, in the upper right corner.
  private func drawHistogram(_ lane: Chart.Lane, _ rect: Rect) {
    let latencies = lane.refreshes.compactMap(\.latency)
    guard let most = latencies.max(), most > 0, rect.height >= Self.leastForHistogram.height,
      rect.width >= Self.leastForHistogram.width
    else { return }
    let (width, bins, margin) = Self.histogram
    var counts = [Int](repeating: 0, count: bins)
    for latency in latencies {
      counts[min(bins - 1, max(0, Int(latency / most * Double(bins))))] += 1
    }
    let height = rect.height - 2 * margin
    let frame = Rect(
      x: rect.maxX - width - margin, y: rect.minY + margin, width: width, height: height)
    canvas.fill(frame.insetBy(dx: -4, dy: -4), with: theme.background.withOpacity(0.8))
    let highest = Double(counts.max() ?? 1)
    let column = width / Double(bins)
    canvas.fill(
      counts.enumerated().filter { $0.element > 0 }.map { bin, count in
        let part = max(Double(count) / highest * height, hairline)
        return Rect(
          x: frame.minX + Double(bin) * column, y: frame.maxY - part, width: column - hairline,
          height: part)
      }, with: theme.faintText)
    let text = lane.refreshNote
    canvas.draw(
      text,
      at: Point(frame.minX - 12 - canvas.measure(text, font: Self.small).width, rect.minY + 12),
      font: Self.small, color: theme.text)
  }
}
