package import OverscrollDrawing
package import ScrollGeometry

/// The moving part of a live chart: columns of pixels on a surface of the window's kind.
///
/// Columns are numbered from time 0 on, and drawn in blocks. The surface is a ring of blocks: as time goes by only the newest
/// one is drawn, in memory, and uploaded, and the whole strip moves by being copied from another place of the ring. Cairo's
/// coverage of a pixel depends on the whole path in its row; a block is always drawn from the same samples, so its pixels are the
/// same whether it is drawn alone or with all others.
package final class LiveStrip {
  /// What the whole strip depends on.
  package struct Setup: Hashable {
    /// The layout of the panel.
    package var layout: ChartLayout
    /// Device pixels per point.
    var scale: Double
    /// The time across the strip, in seconds.
    var duration: Double
    var theme: ChartTheme

    package init(layout: ChartLayout, scale: Double, duration: Double, theme: ChartTheme) {
      self.layout = layout
      self.scale = scale
      self.duration = duration
      self.theme = theme
    }
  }

  /// What the strip shows of a scroll view.
  package struct Source {
    package var history: CurveHistory
    /// The lanes.
    package var groups: [Chart.Group]
    /// The axes of the lanes.
    package var formats: [Chart.Group: LaneBuilder.Format]
    /// The name of the scroll view, where there are several; empty otherwise.
    package var name = ""
    /// What has changed since the strip was drawn last; `nil` for nothing.
    package var change: CurveHistory.Change?

    package init(
      _ history: CurveHistory, _ formats: [Chart.Group: LaneBuilder.Format],
      groups: [Chart.Group] = Chart.Group.usual
    ) {
      (self.history, self.formats, self.groups) = (history, formats, groups)
    }
  }

  /// The columns of a block. [C]
  private static let block = 64
  /// The blocks of the widest surface, and the columns of a strip that they hold wherever it begins.
  private static let maximumBlocks = Surface.maximumSide / block
  private static let maximumColumns = (maximumBlocks - 1) * block
  /// The columns to the right of the newest sample, and how far a tick reaches, in points. [C]
  private static let reach = 6.0
  /// How far a stroke reaches beyond its points, in points. [C]
  private static let strokeReach = 2.0
  /// The time by which the strip can move on without being drawn, in seconds. [C]
  package static let ahead = 0.045
  /// The columns that are drawn on both sides of a block and not used: where Cairo clips a line, its coverage is less exact. [M]
  private static let margin = 8
  /// The width of a band below which its name may still appear, in points: more than the longest name. [C]
  private static let bandName = 96.0

  package let setup: Setup
  /// The size, in pixels.
  let size: PixelSize
  /// Columns per second.
  private let rate: Double
  /// ``LiveStrip/reach``, ``LiveStrip/strokeReach`` and ``LiveStrip/ahead`` in columns.
  private let reach, strokeReach, ahead: Int
  private let maker: any SurfaceFactory
  private let ring: Surface
  /// A block in memory, and the surface to which it is uploaded.
  private let segment: (image: Surface, canvas: Canvas, upload: Surface)
  /// The columns that are seen, which the ring holds.
  package private(set) var columns = 0..<0
  /// The end of the last block that was drawn, beyond what is seen.
  private var drawnEnd = 0
  /// The number of columns drawn so far.
  private(set) var drawnColumns = 0

  /// Creates a strip with undefined pixels.
  package init(_ setup: Setup, maker: any SurfaceFactory) throws(DrawingError) {
    self.setup = setup
    self.maker = maker
    let plot = setup.layout.plot
    size = PixelSize(
      width: min(max(1, Int((plot.width * setup.scale).rounded())), Self.maximumColumns),
      height: max(1, Int((plot.height * setup.scale).rounded())))
    reach = Int((Self.reach * setup.scale).rounded(.up))
    strokeReach = Int((Self.strokeReach * setup.scale).rounded(.up))
    // A strip that is narrower than what lies to the right of the newest sample moves all the same.
    rate = Double(max(1, size.width - reach)) / setup.duration
    let blocks = min(
      (size.width + Int((Self.ahead * rate).rounded(.up))) / Self.block + 3, Self.maximumBlocks)
    // The widest strips are drawn again at each step: no surface holds more.
    ahead = min(Int((Self.ahead * rate).rounded(.up)), (blocks - 1) * Self.block - size.width)
    ring = try maker.makeSurface(
      size: PixelSize(width: blocks * Self.block, height: size.height), opaque: true)
    let part = PixelSize(width: Self.block + 2 * Self.margin, height: size.height)
    let image = try Surface(imageOf: part, opaque: true)
    let canvas = try Canvas(image)
    canvas.concatenate(AffineTransform(scaleX: setup.scale, y: setup.scale))
    canvas.concatenate(AffineTransform(translationX: 0, y: -plot.minY))
    segment = (image, canvas, try maker.makeSurface(size: part, opaque: true))
  }

  private func column(_ time: Double) -> Int { Int((time * rate).rounded(.down)) }

  /// The times that are seen across `duration` seconds when `time` is the newest, in seconds.
  package static func times(upTo time: Double, across duration: Double) -> ClosedRange<Double> {
    (time - duration)...time
  }

  /// The time at a distance from the left edge, in points.
  package func time(at x: Double) -> Double {
    (Double(columns.lowerBound) + x * setup.scale) / rate
  }

  /// Draws what has changed.
  ///
  /// - Parameters:
  ///   - sources: The curves, those of the main scroll view or of the first one that is shown first.
  ///   - drawsAll: Pass `true` to draw all, not only what has changed.
  /// - Throws: An error where memory is short or the display is gone; the pixels are then undefined.
  package func update(_ sources: [Source], drawsAll: Bool) throws(DrawingError) {
    let visible = columns(upTo: sources.compactMap(\.history.latest).max() ?? 0)
    // What was drawn ahead is still right, unless all is drawn again.
    var (start, drawnAhead) = (visible.lowerBound, visible.upperBound)
    let changed = sources.compactMap { source in
      source.change.map { firstColumn(of: $0, source.history) }
    }
    if !drawsAll, let first = changed.min(), columns.overlaps(visible) {
      start = max(start, min(first, columns.upperBound))
      drawnAhead = drawnEnd
    }
    columns = visible
    // Also those that come into sight before the next update, which no curve reaches yet.
    let blocks = Self.blocks(of: start..<visible.upperBound + ahead)
    for block in blocks
    where block.lowerBound < visible.upperBound || block.lowerBound >= drawnAhead {
      try draw(block, sources)
    }
    drawnEnd = blocks.last?.upperBound ?? drawnEnd
  }

  /// Moves on to a time without drawing what has changed, which stays to be drawn.
  ///
  /// - Returns: Whether that was possible: enough is drawn for at least ``ahead`` after an update.
  package func move(to time: Double) -> Bool {
    let visible = columns(upTo: time)
    guard columns.overlaps(visible), columns.lowerBound <= visible.lowerBound,
      visible.upperBound <= drawnEnd
    else { return false }
    columns = visible
    return true
  }

  /// The columns that are seen when a time is the newest.
  private func columns(upTo time: Double) -> Range<Int> {
    let end = column(time) + 1 + reach
    return end - size.width..<end
  }

  /// The blocks that contain some columns.
  private static func blocks(of columns: Range<Int>) -> [Range<Int>] {
    let first = (Double(columns.lowerBound) / Double(block)).rounded(.down)
    let last = (Double(columns.upperBound) / Double(block)).rounded(.up)
    return (Int(first)..<Int(last)).map { $0 * block..<($0 + 1) * block }
  }

  /// The first column whose block depends on what has changed.
  private func firstColumn(of change: CurveHistory.Change, _ history: CurveHistory) -> Int {
    let (time, times) = (change.start, history.series.times)
    var own = column(time)
    var row = history.series.rows(in: time...time).lowerBound
    if row < times.count, times[row] < time { row += 1 }
    if row + 1 < times.count, column(times[row]) == column(times[row + 1]) {
      // Samples in one column are drawn as their extremes, which decide where the line to them ends.
      let shared = column(times[row])
      while row > 0, column(times[row]) == shared { row -= 1 }
      own = column(times[row])
    }
    var first = min(column(time), own) - (change.includesTicks ? reach : strokeReach)
    // A band's name appears once there is room.
    for band in history.bands.reversed() {
      guard band.range.upperBound >= time else { break }
      let start = column(band.range.lowerBound)
      if Double(column(time) - start) < Self.bandName * setup.scale { first = min(first, start) }
    }
    return first
  }

  private func draw(_ part: Range<Int>, _ sources: [Source]) throws(DrawingError) {
    let drawn = part.lowerBound - Self.margin..<part.upperBound + Self.margin
    let width = Double(drawn.count) / setup.scale
    let painter = ChartPainter(
      chart: chart(part, sources), canvas: segment.canvas,
      layout: setup.layout.segment(width: width), theme: setup.theme, pixelsPerPoint: setup.scale,
      scale: TimeScale(
        rate: rate, firstColumn: Double(drawn.lowerBound), columnsPerPoint: setup.scale))
    segment.canvas.clear(setup.theme.background)
    segment.canvas.saved { painter.drawContent() }
    try segment.canvas.check()
    try segment.image.flush()
    segment.image.upload(
      segment.image.size, to: segment.upload, by: maker)
    let area = PixelRect(x: Self.margin, y: 0, width: part.count, height: size.height)
    for piece in pieces(of: part) { ring.copy(area, from: segment.upload, toX: piece.x, y: 0) }
    drawnColumns += part.count
  }

  /// The chart of some columns.
  package func chart(_ part: Range<Int>, _ sources: [Source]) -> Chart {
    let times = Double(part.lowerBound - reach) / rate...Double(part.upperBound + reach) / rate
    var chart = Chart(of: sources, in: times, chosenRows: { self.rows(of: part, $0) })
    let ticks = sources.first?.history.ticks ?? []
    let marks = ticks.filter { $0.kind == .mark }.map(\.time).sorted()
    chart.ticks = ticks.filter { isSeen($0, in: times) }.map { tick in
      var tick = tick
      if tick.kind == .mark { tick.nextMark = marks.first { $0 > tick.time } }
      return tick
    }
    return chart
  }

  /// Returns whether a tick, or the text beside it, reaches into some times.
  private func isSeen(_ tick: Chart.Tick, in times: ClosedRange<Double>) -> Bool {
    guard !tick.text.isEmpty else { return times.contains(tick.time) }
    let width = ChartPainter.widthLimit(of: tick.text, font: ChartPainter.small) * setup.scale
    return tick.time <= times.upperBound && tick.time + width / rate >= times.lowerBound
  }

  /// The rows that are seen in some columns, from one before them to one after them, where strokes no longer reach into them,
  /// with all rows of the first and the last column.
  ///
  /// A block changes no more once there is a row after it.
  private func rows(of part: Range<Int>, _ series: Series) -> Range<Int> {
    let times = series.times
    let rows = series.rows(
      in: Double(part.lowerBound - strokeReach) / rate...Double(part.upperBound + strokeReach)
        / rate)
    guard !rows.isEmpty else { return rows }
    var (first, last) = (rows.lowerBound, rows.upperBound - 1)
    // What lies in the columns at the ends counts as after them.
    while last > first, column(times[last - 1]) >= part.upperBound + strokeReach { last -= 1 }
    while first > 0, column(times[first - 1]) == column(times[first]) { first -= 1 }
    while last + 1 < times.count, column(times[last + 1]) == column(times[last]) { last += 1 }
    return first..<last + 1
  }

  /// The contiguous pieces of columns in the ring.
  private func pieces(of part: Range<Int>) -> [(columns: Range<Int>, x: Int)] {
    let width = ring.size.width
    let x = ((part.lowerBound % width) + width) % width
    let first = min(part.count, width - x)
    let middle = part.lowerBound + first
    let pieces = [(part.lowerBound..<middle, x), (middle..<part.upperBound, 0)]
    return pieces.filter { !$0.0.isEmpty }
  }

  /// Copies the strip to a canvas, with its top left corner at `place` in points.
  package func draw(on canvas: Canvas, at place: Point) {
    for piece in pieces(of: columns) {
      let area = PixelRect(x: piece.x, y: 0, width: piece.columns.count, height: size.height)
      let x = Double(piece.columns.lowerBound - columns.lowerBound) / setup.scale
      canvas.draw(ring, area, at: Point(place.x + x, place.y))
    }
  }
}

extension Chart {
  /// What some scroll views show at some times, in seconds.
  ///
  /// - Parameters:
  ///   - sources: The curves.
  ///   - times: The times.
  ///   - rows: The rows of phases of several scroll views.
  ///   - chosenRows: The rows of a series that are needed; by default those of the times.
  package init(
    of sources: [LiveStrip.Source], in times: ClosedRange<Double>, rows: [Row] = [],
    chosenRows: ((Series) -> Range<Int>)? = nil
  ) {
    self.init(times: times)
    self.rows = rows
    for (index, source) in sources.enumerated() {
      let builder = LaneBuilder(
        series: [source.history.series], styles: [.subject], times: times,
        rows: chosenRows.map { [$0(source.history.series)] })
      for group in source.groups {
        guard var lane = builder.lane(group, isNeeded: true, format: source.formats[group]) else {
          continue
        }
        lane.owner = source.name
        lanes.append(lane)
      }
      for var band in source.history.bands where band.range.overlaps(times) {
        band.row = index
        bands.append(band)
      }
    }
  }
}
