package import OverscrollDrawing
package import ScrollGeometry

/// The summary of a comparison, in the lower left corner: the mode with its amount, and how much the pictures differ.
package struct ComparePlate: OverlayContent {
  /// A line of the plate.
  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: String
    /// Whether a click on it goes to a position in the pictures.
    package var isLink = false

    package init(_ name: String, _ value: String, isLink: Bool = false) {
      (self.name, self.value, self.isLink) = (name, value, isLink)
    }
  }

  /// What a click means.
  package enum Target: Hashable, Sendable {
    /// Choose another mode.
    case mode
    /// Go to the greatest difference.
    case greatest
    /// Nothing.
    case plate
  }

  private let title: String
  /// What the wheel changes over the plate, such as `× 8`; `nil` for nothing.
  private let amount: String?
  private let rows: [Row]
  /// The part of the comparison that is done; `nil` once it has ended.
  private let progress: Double?
  /// The size of the window, in points.
  private let room: Size
  /// What a click means where the pointer is; `nil` for nothing.
  private var hovered: Target?

  /// Lays out the summary.
  ///
  /// - Parameters:
  ///   - title: The mode.
  ///   - amount: What the wheel changes; `nil` for nothing.
  ///   - rows: The lines below.
  ///   - progress: The part of the comparison that is done; `nil` once it has ended.
  ///   - room: The size of the window, in points.
  ///   - pointer: The pointer's place in the window, in points; `nil` if it is elsewhere.
  package init(
    title: String, amount: String?, rows: [Row], progress: Double?, room: Size, pointer: Point?
  ) {
    (self.title, self.amount, self.rows) = (title, amount, rows)
    (self.progress, self.room) = (progress, room)
    if let pointer, let target = target(at: pointer), target != .plate { hovered = target }
  }

  /// The layer over the pictures.
  package var layer: OverlayLayer { OverlayLayer(self, area: area) }

  package func plate(measuredBy canvas: Canvas) -> Rect? { area }

  /// What it covers, in points of the window.
  package var area: Rect {
    let theme = Theme.comparePlate
    let height = 2 * theme.padding + Double(rows.count + 1) * theme.row - 4
    return Rect(
      x: theme.margin, y: room.height - theme.margin - height,
      width: min(theme.width, max(room.width - 2 * theme.margin, 1)), height: height)
  }

  /// Returns what is at a place, in points of the window; `nil` beside the plate.
  package func target(at place: Point) -> Target? {
    guard area.contains(place) else { return nil }
    if titleArea.contains(place) { return .mode }
    let row = rows.indices.first { rect(ofRow: $0).contains(place) }
    return row.map { rows[$0].isLink } == true ? .greatest : .plate
  }

  /// The place of the mode, in points of the window.
  package var titleArea: Rect {
    let theme = Theme.comparePlate
    return Rect(
      x: area.minX, y: area.minY, width: area.width, height: theme.padding - 2 + theme.row)
  }

  private func rect(ofRow index: Int) -> Rect {
    let theme = Theme.comparePlate
    return Rect(
      x: area.minX, y: area.minY + theme.padding - 2 + Double(index + 1) * theme.row,
      width: area.width, height: theme.row)
  }

  package func draw(on canvas: Canvas) {
    let theme = Theme.comparePlate
    let area = area
    Plate(area, cornerRadius: theme.radius, color: theme.plate).draw(on: canvas)
    let bold = Font(size: theme.titleSize, isBold: true)
    let font = Font(size: theme.textSize)
    let numbers = Font(.mono, size: theme.textSize)
    let (left, right) = (area.minX + theme.padding, area.maxX - theme.padding)
    let top = area.minY + theme.padding + 11
    let width = amount.map { canvas.measure($0, font: numbers).width } ?? 0
    if hovered == .mode {
      let line = Rect(x: area.minX, y: top - 15, width: area.width, height: theme.row)
      canvas.fill(line.insetBy(dx: 6, dy: 1), cornerRadius: 4, with: theme.hover)
    }
    let title = canvas.elided(
      title, font: bold, width: right - left - width - 8 - Self.arrow.width - Self.arrow.gap)
    canvas.draw(title, at: Point(left, top), font: bold, color: theme.title)
    drawArrow(
      at: Point(left + canvas.measure(title, font: bold).width + Self.arrow.gap, top - 4.5),
      on: canvas)
    if let amount {
      canvas.draw(
        amount, at: Point(right - width, top), font: numbers, color: DarkTheme.alert)
    }
    for (index, row) in rows.enumerated() {
      let rect = rect(ofRow: index)
      if row.isLink, hovered == .greatest {
        canvas.fill(rect.insetBy(dx: 6, dy: 1), cornerRadius: 4, with: theme.hover)
      }
      let baseline = rect.minY + 15
      let name = canvas.measure(row.name, font: font).width
      let value = canvas.elided(row.value, font: numbers, width: right - left - name - 8)
      canvas.draw(row.name, at: Point(left, baseline), font: font, color: theme.name)
      canvas.draw(
        value, at: Point(right - canvas.measure(value, font: numbers).width, baseline),
        font: numbers, color: row.isLink ? theme.link : theme.value)
    }
    drawProgress(from: left, to: right, on: canvas)
  }

  /// The width of the arrow behind the mode, and its distance from it, in points. [C]
  private static let arrow = (width: 8.0, gap: 6.0)

  /// Draws an arrow from the middle of its left edge: there are other modes to choose.
  private func drawArrow(at place: Point, on canvas: Canvas) {
    canvas.fillPolygon(
      [
        Point(place.x, place.y - 2), Point(place.x + Self.arrow.width, place.y - 2),
        Point(place.x + Self.arrow.width / 2, place.y + 2),
      ],
      with: Theme.comparePlate.name)
  }

  private func drawProgress(from left: Double, to right: Double, on canvas: Canvas) {
    guard let progress else { return }
    let bar = Rect(x: left, y: area.maxY - 7, width: right - left, height: 2)
    canvas.fill(bar, with: Theme.progress.rest)
    canvas.fill(
      Rect(origin: bar.origin, size: Size(width: bar.width * min(max(progress, 0), 1), height: 2)),
      with: Theme.progress.done)
  }
}

/// The letter or number and the name of a picture, at the top of what it fills.
package struct CompareLabel: OverlayContent {
  private let letter: String
  private let name: String
  /// The part of the window that the picture fills, in points.
  private let part: Rect
  private let isTrailing: Bool

  private static let (height, margin, padding, gap) = (26.0, 14.0, 12.0, 8.0)

  /// - Parameters:
  ///   - letter: What the picture is called: A, B or a number.
  ///   - name: Its name.
  ///   - part: The part of the window that it fills, in points.
  ///   - isTrailing: Whether the label lies at the right edge instead of the left.
  package init(_ letter: String, _ name: String, in part: Rect, isTrailing: Bool = false) {
    (self.letter, self.name, self.part, self.isTrailing) = (letter, name, part, isTrailing)
  }

  /// The layer over the pictures.
  package var layer: OverlayLayer {
    OverlayLayer(
      self,
      area: Rect(
        x: part.minX + Self.margin, y: part.minY + Self.margin,
        width: max(part.width - 2 * Self.margin, 1), height: Self.height))
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? { shown(canvas)?.plate }

  /// The plate, the name as there is room for it, and the width of the letter; `nil` where there is no room.
  private func shown(_ canvas: Canvas) -> (plate: Rect, name: String, letter: Double)? {
    let font = Font(size: Theme.plate.textSize)
    let bold = Font(size: Theme.plate.textSize, isBold: true)
    let letter = canvas.measure(self.letter, font: bold).width
    let room = part.width - 2 * (Self.margin + Self.padding) - letter - Self.gap
    guard room > 0 else { return nil }
    let text = canvas.elided(name, font: font, width: room)
    let width =
      (letter + Self.gap + canvas.measure(text, font: font).width + 2 * Self.padding).rounded(.up)
    let plate = Rect(
      x: isTrailing ? part.maxX - Self.margin - width : part.minX + Self.margin,
      y: part.minY + Self.margin, width: width, height: Self.height)
    return (plate, text, letter)
  }

  package func draw(on canvas: Canvas) {
    guard let (plate, text, width) = shown(canvas) else { return }
    let bold = Font(size: Theme.plate.textSize, isBold: true)
    let font = Font(size: Theme.plate.textSize)
    Plate(plate, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    let baseline = canvas.baseline(of: font, centeredAt: plate.center.y)
    let start = plate.minX + Self.padding
    canvas.draw(
      letter, at: Point(start, baseline), font: bold, color: DarkTheme.accent)
    canvas.draw(
      text, at: Point(start + width + Self.gap, baseline), font: font, color: Theme.message.text)
  }
}

/// A message at the lower edge; beside the plate if the window is narrow, and above it if there is no room.
package struct CompareMessage: OverlayContent {
  private let text: String
  /// The available area, and the preferred center, in points.
  private let room: Rect
  private let middle: Double

  private static let (height, bottom, padding, gap) = (30.0, 40.0, 12.0, 10.0)
  /// The width that most messages need. [C]
  private static let enough = 280.0

  /// - Parameters:
  ///   - text: The message, which is elided if it is too long.
  ///   - room: The size of the window, in points.
  ///   - plate: What the plate covers, in points; `nil` if it is hidden.
  package init(_ text: String, in room: Size, beside plate: Rect?) {
    self.text = text
    let beside = (plate?.maxX ?? 0) + Self.gap
    let isAbove = plate != nil && room.width - beside - Self.gap < Self.enough
    let left = isAbove ? Self.gap : beside
    let lower = plate.flatMap { isAbove ? $0.minY - Self.gap : nil } ?? room.height - Self.bottom
    self.room = Rect(
      x: left, y: max(lower - Self.height, 0), width: max(room.width - left - Self.gap, 1),
      height: Self.height)
    middle = room.width / 2
  }

  /// The layer over the pictures.
  package var layer: OverlayLayer { OverlayLayer(self, area: room) }

  package func draw(on canvas: Canvas) {
    let font = Font(size: Theme.message.size)
    let shown = canvas.elided(text, font: font, width: room.width - 2 * Self.padding)
    let extents = canvas.measure(shown, font: font)
    let width = min((extents.width + 2 * Self.padding).rounded(.up), room.width)
    let left = min(max(middle - width / 2, room.minX), room.maxX - width).rounded()
    let plate = Rect(x: left, y: room.minY, width: width, height: room.height)
    Plate(plate, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    canvas.draw(
      shown, x: left + Self.padding, middle: plate.center.y, font: font,
      color: Theme.message.text)
  }
}

/// The line between two pictures.
package struct CompareDivider: OverlayContent {
  /// The line's place from the left, and the height of the window, in points.
  private let x: Double
  private let height: Double

  package init(at x: Double, height: Double) {
    (self.x, self.height) = (x, height)
  }

  /// The layer over the pictures.
  package var layer: OverlayLayer {
    OverlayLayer(self, area: Rect(x: x - 3, y: 0, width: 6, height: height))
  }

  package func draw(on canvas: Canvas) {
    let width = Theme.compare.lineWidth
    canvas.fill(
      Rect(x: x - width, y: 0, width: 2 * width, height: height), with: Theme.compare.lineEdge)
    canvas.fill(
      Rect(x: x - width / 2, y: 0, width: width, height: height), with: Theme.compare.line)
  }
}
