import OverscrollBase
import OverscrollDrawing
import ScrollGeometry

extension Chart.Lane {
  /// The refreshes of a take: for each the time from its newest input to its being shown; `nil` where the rows are no refreshes.
  ///
  /// - Parameters:
  ///   - series: The take, with its frames.
  ///   - redraws: The redraws that are known, by the numbers of frames.
  ///   - times: The times shown, in seconds.
  package init?(
    refreshesOf series: Series, redraws: [Int: RedrawTimes] = [:], in times: ClosedRange<Double>
  ) {
    let period = series.refreshPeriod
    let refreshes = zip(series.times, series.frames).compactMap { time, frame in
      frame.map { frame in
        let late = frame.lateness(period: period)
        return Refresh(
          time: time, latency: frame.latency(at: time).map { $0 * 1e3 }, missed: frame.missed,
          deadline: frame.presented.map { $0 - late }, lateness: late * 1e3,
          age: frame.age.map { $0 * 1e3 },
          redraw: frame.age.flatMap { redraws[frame.index]?.shifted(by: $0 - time) })
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

extension Chart.Lane.Refresh {
  /// A step on the way from input to the display.
  package struct Step {
    /// When it begins and ends, in milliseconds since the newest input.
    package var range: ClosedRange<Double>
    /// What the window does meanwhile; `nil` where input or the drawing waits.
    package var name: String?
    /// How strong its part of a bar is.
    var opacity: Double
  }

  /// The steps from the newest input to its being shown, one after the other; empty where the refresh shows no input.
  package var steps: [Step] {
    guard let latency else { return [] }
    guard let redraw else { return [Step(range: 0...max(latency, 0), opacity: 1)] }
    let ends: [(String?, Double, Double)] = [
      (nil, redraw.handling, 0.4), ("handling", redraw.drawing, 0.65),
      ("drawing", redraw.submission, 1),
      ("submitting", redraw.completion ?? redraw.submission, 0.8), (nil, latency / 1e3, 0.4),
    ]
    var start = 0.0
    return ends.map { name, end, opacity in
      let end = max(start, end * 1e3)
      defer { start = end }
      return Step(range: start...end, name: name, opacity: opacity)
    }
  }

  /// What is said of it beside the time from input to the display.
  package var details: [(name: String, text: String)] {
    func milliseconds(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) + " ms" }
    var details: [(String, String)] = []
    if let deadline { details.append(("deadline", Chart.text(ofTime: deadline))) }
    if latency == nil, missed == 0 {
      details.append(("lateness", "no input"))
    } else {
      details.append(("lateness", missed > 0 ? milliseconds(lateness) : "on time"))
    }
    if let age { details.append(("age", milliseconds(age))) }
    for step in steps {
      guard let name = step.name else { continue }
      details.append((name, milliseconds(step.range.upperBound - step.range.lowerBound)))
    }
    return details
  }
}

extension ChartPainter {
  /// The widest bar, and the histogram's size and distance from the corner, in points. [C]
  private static let (widestBar, histogram) = (6.0, (width: 72.0, bins: 18, margin: 8.0))
  /// The least height and width of a lane with a histogram, in points. [C]
  private static let leastForHistogram = (height: 36.0, width: 320.0)

  /// Draws a bar for each refresh, from its input over what the window did to what showed it: late ones in the color of misses, and
  /// those without input as a dash at the bottom.
  func drawRefreshes(_ lane: Chart.Lane, _ rect: Rect) {
    let base = y(0, lane, rect)
    let steps = zip(lane.refreshes.dropFirst(), lane.refreshes).map {
      scale.x($0.time) - scale.x($1.time)
    }
    let step = steps.sorted().dropFirst(steps.count / 2).first ?? Self.widestBar
    let width = max(hairline, min(step * 0.7, Self.widestBar))
    for (isLate, color) in [(false, theme.zoom), (true, theme.missed)] {
      var bars: [Double: [Rect]] = [:]
      for refresh in lane.refreshes where (refresh.missed > 0) == isLate {
        let x = scale.x(refresh.time) - width / 2
        if refresh.latency.map({ y($0, lane, rect) > base - hairline }) ?? true {
          let height = refresh.latency == nil ? 2 * hairline : hairline
          bars[1, default: []].append(Rect(x: x, y: base - height, width: width, height: height))
          continue
        }
        for step in refresh.steps {
          let (top, bottom) = (
            y(step.range.upperBound, lane, rect), y(step.range.lowerBound, lane, rect)
          )
          guard bottom > top else { continue }
          bars[step.opacity, default: []].append(
            Rect(x: x, y: top, width: width, height: bottom - top))
        }
      }
      for (opacity, rects) in bars.sorted(by: { $0.key < $1.key }) {
        canvas.fill(rects, with: color.withOpacity(opacity))
      }
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
