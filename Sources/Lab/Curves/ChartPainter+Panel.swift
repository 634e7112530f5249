import OverscrollDrawing
import ScrollGeometry

extension ChartPainter {
  /// The distance of the lettering from a panel's left edge, in points. [C]
  private static let margin = 12.0
  private static let letters = Font(.sans, size: 11, isBold: true)

  /// Draws what surrounds the lanes of a panel: titles and numbers.
  ///
  /// - Parameters:
  ///   - caption: What stands beside the row of ticks.
  ///   - showsRefreshes: Whether the lane of refreshes is shown; `nil` where there are none to show.
  package func drawPanelFrame(caption: String, showsRefreshes: Bool? = nil) {
    canvas.fill(layout.frame, with: theme.background)
    let left = layout.frame.minX + Self.margin
    canvas.fill(
      Rect(
        x: layout.frame.minX, y: layout.frame.minY, width: layout.frame.width, height: hairline),
      with: theme.border)
    for (lane, rect) in zip(chart.lanes, layout.lanes) {
      drawNumbers(lane, rect)
      canvas.saved {
        canvas.clip(
          to: Rect(x: layout.frame.minX, y: rect.minY, width: rect.minX, height: rect.height))
        let baseline = drawName(of: lane, rect, left)
        if lane.kind == .velocity, rect.height >= 43 {
          for (kind, x) in [
            (Chart.Lane.Kind.lawVelocity, left), (.fingerVelocity, Self.fingerBox),
          ] {
            let isOn = chart.lanes.contains { $0.kind == kind && $0.owner == lane.owner }
            drawBox(kind.word, at: Point(x, baseline + 25), isOn: isOn)
          }
        }
      }
      canvas.fill(
        Rect(
          x: layout.frame.minX, y: rect.maxY - hairline, width: layout.frame.width,
          height: hairline), with: theme.border)
    }
    canvas.draw(
      caption, at: Point(left, layout.ticks.minY + 10.5), font: Self.small, color: theme.faintText
    )
    if let showsRefreshes {
      drawBox(
        "refreshes", at: Point(left + Self.refreshesBox, layout.ticks.minY + 10.5),
        isOn: showsRefreshes)
    }
    for index in 0..<layout.rowCount {
      let row = layout.row(index)
      let isNamed = chart.rows.indices.contains(index)
      let place = Point(left, row.minY + 9)
      guard isNamed else {
        canvas.draw("phase", at: place, font: Self.small, color: theme.faintText)
        continue
      }
      drawBox(chart.rows[index].name, at: place, isOn: !chart.rows[index].isHidden)
    }
  }

  /// The height of a lane below which its name is small, and from which on its unit has room, and the size of the
  /// smallest letters, in points. [C]
  private static let heights = (small: 22.0, unit: 36.0, letters: 6.0)

  /// Draws a lane's name up to its numbers, and its unit below it; returns the name's baseline.
  private func drawName(of lane: Chart.Lane, _ rect: Rect, _ left: Double) -> Double {
    let isSmall = rect.height < Self.heights.small
    var font = isSmall ? Self.small : Self.words
    font.size = min(font.size, max(Self.heights.letters, rect.height - 2))
    let middle = rect.minY + (rect.height + font.size * 0.6) / 2
    let baseline = isSmall ? middle.rounded(.down) : (rect.minY + 15).rounded(.down)
    let numbers = numbers(of: lane, rect).filter { abs($0.baseline - baseline) < Self.leading }
    let widest = numbers.map { canvas.measure($0.step.text, font: Self.numbers).width }.max()
    let room = rect.minX - 8 - (widest ?? 0) - 6 - left
    let hasUnit = rect.height >= Self.heights.unit
    let isWhole = lane.owner.isEmpty || canvas.measure(lane.name, font: font).width <= room
    if !isWhole, !hasUnit, font.size > Self.small.size { font = Self.small }
    // A long name leaves what the lane shows to the line of the unit.
    let name = isWhole || !hasUnit ? lane.name : lane.owner
    canvas.draw(
      canvas.elided(name, font: font, width: room), at: Point(left, baseline), font: font,
      color: theme.text)
    if hasUnit {
      let unit = name == lane.name ? lane.kind.unit : "\(lane.kind.word), \(lane.kind.unit)"
      drawUnit(lane, unit, at: Point(left, baseline + 13))
    }
    return baseline
  }

  /// The distance of the box of the refreshes from the caption beside it, in points. [C]
  private static let refreshesBox = 56.0
  /// The distance of the box of the finger's velocity from a panel's left edge, to the right of that of the law's, in points. [C]
  package static let fingerBox = 48.0
  /// The side of a box that shows and hides lanes, in points. [C]
  private static let box = 7.0

  /// Draws a box with its name, filled where its lanes are shown, on the baseline at a place.
  private func drawBox(_ name: String, at place: Point, isOn: Bool) {
    canvas.draw(
      name, at: place + Point(Self.box + 5, 0), font: Self.small,
      color: isOn ? theme.text : theme.faintText)
    let box = Rect(x: place.x, y: place.y - 3 - Self.box / 2, width: Self.box, height: Self.box)
    if isOn {
      canvas.fill(box, cornerRadius: 1.5, with: theme.text)
    } else {
      canvas.stroke(
        box.insetBy(dx: hairline / 2, dy: hairline / 2), cornerRadius: 1.5, with: theme.faintText,
        lineWidth: hairline)
    }
  }

  /// Draws a lane's unit and the letters of its axes, or what is said of its curves.
  private func drawUnit(_ lane: Chart.Lane, _ unit: String, at place: Point) {
    let width = canvas.measure(unit, font: Self.small).width
    canvas.draw(unit, at: place, font: Self.small, color: theme.faintText)
    var x = place.x + width + 8
    // A lane of refreshes has no axes.
    for curve in lane.kind == .refreshes ? [] : lane.namedCurves {
      let name = String(curve.name.suffix(1))
      canvas.draw(
        name, at: Point(x, place.y), font: Self.letters,
        color: color(of: curve))
      x += canvas.measure(name, font: Self.letters).width + 6
    }
  }

  // MARK: - Cursor

  /// The distances of a readout's plate from the cursor, and of its lettering from its edges and lines, in points. [C]
  private static let plate = (distance: 10.0, padding: 8.0, leading: 15.0, column: 12.0)

  /// Draws the cursor at a time, dots on the curves, and a plate with the values.
  package func drawCursor(_ readout: Chart.Readout, showsValues: Bool) {
    let x = scale.columnX(readout.time)
    let plot = layout.plot
    guard x >= plot.minX, x <= plot.maxX else { return }
    canvas.fill(
      Rect(x: x, y: plot.minY, width: hairline, height: plot.height),
      with: theme.text.withOpacity(0.75))
    for value in readout.values where value.lane < layout.lanes.count {
      let (lane, rect) = (chart.lanes[value.lane], layout.lanes[value.lane])
      let y = y(value.value, lane, rect)
      guard y >= rect.minY, y <= rect.maxY else { continue }
      let color =
        if case .reference = value.style { theme.reference } else { theme.color(of: value.hue) }
      dot(at: Point(x + hairline / 2, y), color)
    }
    if showsValues { drawPlate(readout, beside: x) }
  }

  /// The size of a flag on a cursor, and the distance of its letter's baseline from its top, in points. [C]
  private static let flag = (size: Size(width: 11, height: 11), baseline: 8.5)

  /// Draws a cursor with a letter in the row of times.
  package func drawFlag(_ letter: String, at time: Double) {
    let x = scale.columnX(time)
    let plot = layout.plot
    guard x >= plot.minX, x <= plot.maxX else { return }
    canvas.fill(
      Rect(x: x, y: plot.minY, width: hairline, height: layout.ticks.minY - plot.minY),
      with: theme.bounce)
    let flag = Rect(
      origin: Point(snapped(x), plot.minY),
      size: Size(
        width: Self.flag.size.width, height: min(Self.flag.size.height, layout.times.height)))
    canvas.fill(flag, with: theme.bounce)
    let width = canvas.measure(letter, font: Self.letters).width
    canvas.draw(
      letter, at: Point(flag.minX + (flag.width - width) / 2, flag.minY + Self.flag.baseline),
      font: Self.letters, color: theme.background)
  }

  /// Draws what fitted laws say over the first lane of offsets, dashed.
  package func draw(_ fits: [MotionFit]) {
    guard let index = chart.lanes.firstIndex(where: { $0.kind == .offset }) else { return }
    let (lane, rect) = (chart.lanes[index], layout.lanes[index])
    canvas.saved {
      canvas.clip(to: rect)
      for (number, fit) in fits.enumerated() {
        for curve in lane.curves where curve.style == .subject {
          let points = (fit.curves[curve.hue] ?? []).map {
            Point(scale.x($0.x), y($0.y, lane, rect))
          }
          guard points.count > 1 else { continue }
          canvas.strokeLine(
            through: points, with: theme.text, lineWidth: 1.5,
            dashes: Chart.Style.patterns[(number + 3) % Chart.Style.patterns.count])
        }
      }
    }
  }

  private func dot(at place: Point, _ color: Color) {
    for (radius, color) in [(4.0, theme.plate), (2.75, color)] {
      canvas.fill(
        Rect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius),
        cornerRadius: radius, with: color)
    }
  }

  /// A line of a plate: a name and values in their colors.
  private struct Line {
    var name: String
    var values: [(text: String, color: Color)]
  }

  private func lines(_ readout: Chart.Readout) -> [Line] {
    let curves: [Line] = chart.lanes.enumerated().compactMap { index, lane in
      let values = readout.values.filter { $0.lane == index }
      guard !values.isEmpty else { return nil }
      return Line(
        name: lane.name,
        values: values.map { value in
          let color =
            if case .reference = value.style { theme.reference } else {
              lane.kind == .zoom ? theme.text : theme.color(of: value.hue)
            }
          return (value.text, color)
        })
    }
    let details = readout.refresh?.details ?? []
    return curves + details.map { Line(name: $0.name, values: [($0.text, theme.text)]) }
  }

  private func drawPlate(_ readout: Chart.Readout, beside x: Double) {
    let lines = lines(readout)
    let (distance, padding, leading, column) = Self.plate
    let time = Chart.text(ofTime: readout.time)
    let names = lines.map { canvas.measure($0.name, font: Self.words).width }.max() ?? 0
    let numbers = canvas.measure("0", font: Self.numbers).width
    let count = lines.map(\.values.count).max() ?? 0
    let texts = lines.flatMap(\.values).map { Double($0.text.count) * numbers }.max() ?? 0
    let phase = readout.phase?.label ?? ""
    let head = Double(time.count) * numbers + column + canvas.measure(phase, font: Self.words).width
    let width = max(head, names + Double(count) * (texts + column)) + 2 * padding
    let height = leading * Double(lines.count + 1) + padding + 3
    let isLeft = x + distance + width > layout.plot.maxX
    let place = isLeft ? x - distance - width : x + distance
    // A small window has no room on either side of the cursor.
    let last = layout.frame.maxX - width.rounded(.up) - 2
    let frame = Rect(
      x: snapped(max(layout.frame.minX + 2, min(place, last))),
      y: snapped(min(layout.plot.minY + 6, max(layout.frame.minY, layout.frame.maxY - height - 2))),
      width: width.rounded(.up), height: height.rounded(.up))
    canvas.fill(frame, cornerRadius: 4, with: theme.plate.withOpacity(0.94))
    canvas.stroke(
      frame.insetBy(dx: hairline / 2, dy: hairline / 2), cornerRadius: 4, with: theme.border,
      lineWidth: hairline)
    let left = frame.minX + padding
    var baseline = frame.minY + padding + 8
    canvas.draw(time, at: Point(left, baseline), font: Self.numbers, color: theme.text)
    let phaseWidth = canvas.measure(phase, font: Self.words).width
    canvas.draw(
      phase, at: Point(frame.maxX - padding - phaseWidth, baseline), font: Self.words,
      color: theme.faintText)
    for line in lines {
      baseline += leading
      canvas.draw(
        line.name, at: Point(left, baseline), font: Self.words, color: theme.faintText)
      for (index, value) in line.values.enumerated() {
        let end = left + names + Double(index + 1) * (texts + column)
        canvas.draw(
          value.text, at: Point(end - Double(value.text.count) * numbers, baseline),
          font: Self.numbers, color: value.color)
      }
    }
  }
}

extension Chart.Lane {
  /// What the lane shows, with the scroll view's name where a chart shows several.
  fileprivate var name: String { owner.isEmpty ? kind.word : "\(owner) \(kind.word)" }
}
