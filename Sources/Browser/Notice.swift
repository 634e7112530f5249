package import OverscrollBase
package import OverscrollDrawing
import OverscrollImaging
package import ScrollGeometry

extension Frame {
  /// A page in place of a picture: what a window begins with, or why a picture cannot be shown, and what can be done.
  package struct Notice: Hashable, Sendable {
    /// True if the program's icon is above it.
    package var hasIcon = false
    /// What it is about: the name of a file, or what to do.
    package var title: String
    /// Why it cannot be shown, as a message.
    package var message: String
    /// What to do.
    package var hint: String
    /// What can be done, the likeliest first.
    package var buttons: [String] = []
    /// Pictures and folders that were opened before, the latest first.
    package var recent: [Recent] = []
    /// What else can be done, in lines.
    package var links: [[String]] = []
    /// What the pointer is on, what a button is held on, and what keys have moved to.
    package var pointed: Item?
    package var pressed: Item?
    package var focused: Item?

    package init(title: String, message: String = "", hint: String = "") {
      (self.title, self.message, self.hint) = (title, message, hint)
    }

    /// Something that can be clicked.
    package enum Item: Hashable, Sendable {
      case button(Int)
      case recent(Int)
      /// A link, counted over all lines.
      case link(Int)
    }

    /// A picture or a folder that was opened before.
    package struct Recent: Hashable, Sendable {
      /// The picture whose thumbnail stands for it; `nil` for a folder without one.
      package var picture: FilePath?
      package var name: String
      package var isFolder: Bool

      package init(_ picture: FilePath?, name: String, isFolder: Bool) {
        (self.picture, self.name, self.isFolder) = (picture, name, isFolder)
      }
    }
  }
}

/// Where the parts of a page lie, in pixels of the window.
package struct NoticeLayout: Hashable, Sendable {
  /// A line of text.
  struct Line: Hashable, Sendable {
    var text: String
    /// The start of the baseline.
    var place: Point
    var font: Font
    /// The opacity of the text, from 0 to 1.
    var opacity: Double
  }

  /// Something that can be clicked, and where.
  package struct Spot: Hashable, Sendable {
    package let item: Frame.Notice.Item
    package fileprivate(set) var place: Rect
  }

  private(set) var lines: [Line] = []
  private(set) var icon: Rect?
  /// What can be clicked, in the order of the Tab key.
  package private(set) var items: [Spot] = []
  private let scale: Double

  /// The place of something that can be clicked; `nil` where there is no room for it.
  package func place(of item: Frame.Notice.Item) -> Rect? {
    items.first { $0.item == item }?.place
  }

  /// What lies at a place in pixels.
  package func item(at place: Point) -> Frame.Notice.Item? {
    items.first { $0.place.contains(place) }?.item
  }

  /// A part that is laid out below the one before.
  private enum Part: Hashable {
    case icon, title, message, hint, buttons, recent, links
  }

  /// Lays a page out in the middle of a window.
  ///
  /// What is least needed is left out of a small window: first what was opened before, then the icon, and last all but the title and
  /// the buttons.
  package init(
    _ notice: Frame.Notice, in viewport: PixelSize, scale: Double, measuredBy canvas: Canvas
  ) {
    self.scale = scale
    var parts: [Part] = [.title, .message, .hint, .buttons, .recent, .links]
    if notice.hasIcon { parts.insert(.icon, at: 0) }
    for gone in [nil, .recent, .icon, .links, .hint, .message] as [Part?] {
      parts.removeAll { $0 == gone }
      (lines, icon, items) = ([], nil, [])
      let height = add(parts, of: notice, in: viewport, canvas)
      let room = Double(viewport.height) - (notice.buttons.isEmpty ? 0 : 24 * scale)
      guard height <= room || gone == .message else {
        if notice.buttons.isEmpty { break }
        continue
      }
      break
    }
    // In the order of reading.
    let top = ((Double(viewport.height) - heightOfParts) / 2).rounded()
    for index in lines.indices { lines[index].place.y += top }
    for index in items.indices { items[index].place.origin.y += top }
    icon?.origin.y += top
  }

  private var heightOfParts = 0.0

  private mutating func add(
    _ parts: [Part], of notice: Frame.Notice, in viewport: PixelSize, _ canvas: Canvas
  ) -> Double {
    let theme = Theme.notice
    let room = Double(viewport.width)
    let width = min(theme.width * scale, room * theme.widest)
    var y = 0.0
    for part in parts {
      switch part {
      case .icon:
        let side = (theme.iconSide * scale).rounded()
        icon = Rect(x: ((room - side) / 2).rounded(), y: y, width: side, height: side)
        y += side + (12 * scale).rounded()
      case .title:
        let size = notice.hasIcon ? theme.startSize : theme.titleSize
        add(notice.title, size, isBold: true, 1, width, room, &y, canvas)
      case .message: add(notice.message, theme.textSize, 0.85, width, room, count: 6, &y, canvas)
      case .hint: add(notice.hint, theme.hintSize, 0.6, width, room, count: 2, &y, canvas)
      case .buttons: addButtons(notice, room, &y, canvas)
      case .recent: addRecent(notice, room, &y, canvas)
      case .links: addLinks(notice, room, &y, canvas)
      }
    }
    heightOfParts = y
    return y
  }

  private mutating func add(
    _ text: String, _ size: Double, isBold: Bool = false, _ opacity: Double, _ width: Double,
    _ room: Double, count: Int = 1, _ y: inout Double, _ canvas: Canvas
  ) {
    guard !text.isEmpty else { return }
    let font = Font(size: size * scale, isBold: isBold)
    let pieces =
      count == 1
      ? [canvas.elided(text, font: font, width: width)]
      : canvas.wrapped(text, font: font, width: max(width, 1), lines: count)
    for piece in pieces {
      y += (font.size * Theme.notice.leading).rounded()
      let x = (room - canvas.measure(piece, font: font).width) / 2
      lines.append(Line(text: piece, place: Point(x.rounded(), y), font: font, opacity: opacity))
    }
    y += (font.size * Theme.notice.gap).rounded()
  }

  /// Buttons lie beside each other or, in a narrow window, below.
  private mutating func addButtons(
    _ notice: Frame.Notice, _ room: Double, _ y: inout Double, _ canvas: Canvas
  ) {
    guard !notice.buttons.isEmpty else { return }
    let theme = Theme.notice
    y += (12 * scale).rounded()
    let font = Font(size: theme.buttonSize * scale)
    let widths = notice.buttons.map {
      (canvas.measure($0, font: font).width + 40 * scale).rounded(.up)
    }
    let height = (theme.buttonHeight * scale).rounded()
    let gap = (12 * scale).rounded()
    let whole = widths.reduce(0, +) + gap * Double(widths.count - 1)
    let isRow = whole <= room - 24 * scale
    var x = ((room - whole) / 2).rounded()
    for (index, width) in widths.enumerated() {
      let width = isRow ? width : min(width, max(room - 8 * scale, 1))
      let left = isRow ? x : ((room - width) / 2).rounded()
      items.append(
        Spot(item: .button(index), place: Rect(x: left, y: y, width: width, height: height)))
      if isRow { x += width + gap } else if index < widths.count - 1 { y += height + gap }
    }
    y += height
  }

  private mutating func addRecent(
    _ notice: Frame.Notice, _ room: Double, _ y: inout Double, _ canvas: Canvas
  ) {
    let (size, gap) = (Theme.notice.recent * scale, (16 * scale).rounded())
    let count = min(notice.recent.count, Int((room - 32 * scale + gap) / (size.width + gap)))
    guard count > 0 else { return }
    y += (36 * scale).rounded()
    let whole = Double(count) * (size.width + gap) - gap
    var x = ((room - whole) / 2).rounded()
    for index in 0..<count {
      items.append(
        Spot(
          item: .recent(index),
          place: Rect(
            x: x, y: y, width: size.width.rounded(),
            height: (size.height + Theme.notice.nameHeight * scale).rounded())))
      x += size.width + gap
    }
    y += size.height + Theme.notice.nameHeight * scale
  }

  private mutating func addLinks(
    _ notice: Frame.Notice, _ room: Double, _ y: inout Double, _ canvas: Canvas
  ) {
    let font = Font(size: Theme.notice.hintSize * scale)
    var number = 0
    y += notice.links.isEmpty ? 0 : (24 * scale).rounded()
    for line in notice.links {
      let widths = line.map { canvas.measure($0, font: font).width.rounded(.up) }
      let gap = (24 * scale).rounded()
      // A line that is too long is broken between its links.
      var rows: [[Int]] = [[]]
      var used = 0.0
      for index in line.indices {
        if !rows[rows.count - 1].isEmpty, used + gap + widths[index] > room - 24 * scale {
          rows.append([])
          used = 0
        }
        used += (rows[rows.count - 1].isEmpty ? 0 : gap) + widths[index]
        rows[rows.count - 1].append(index)
      }
      let height = (28 * scale).rounded()
      for row in rows {
        let whole = row.reduce(0) { $0 + widths[$1] } + gap * Double(row.count - 1)
        var x = ((room - whole) / 2).rounded()
        for index in row {
          items.append(
            Spot(
              item: .link(number + index),
              place: Rect(x: x - gap / 2, y: y, width: widths[index] + gap, height: height)))
          if index != row.last {
            lines.append(
              Line(
                text: "·",
                place: Point(
                  (x + widths[index] + gap / 2 - canvas.measure("·", font: font).width / 2)
                    .rounded(), y + (18 * scale).rounded()), font: font, opacity: 0.6))
          }
          x += widths[index] + gap
        }
        y += height
      }
      number += line.count
    }
  }
}

extension Canvas {
  /// Draws a page.
  ///
  /// - Parameters:
  ///   - notice: What it says.
  ///   - layout: Where its parts lie.
  ///   - color: The color of its text.
  ///   - scale: The device pixels per point.
  ///   - thumbnails: The thumbnails of what was opened before.
  ///   - backdrop: What lies under their transparent pixels.
  package func draw(
    _ notice: Frame.Notice, _ layout: NoticeLayout, in color: Color, scale: Double,
    thumbnails: ThumbnailSurfaces? = nil, over backdrop: Backdrop = Backdrop()
  ) {
    if let icon = layout.icon { ProgramIcon.draw(in: icon, on: self) }
    for line in layout.lines {
      draw(line.text, at: line.place, font: line.font, color: color.withOpacity(line.opacity))
    }
    let links = notice.links.joined().map(\.self)
    for spot in layout.items {
      let (item, place) = (spot.item, spot.place)
      switch item {
      case .button(let index):
        drawButton(
          notice.buttons[index], in: place, isAccent: index == 0, notice, item, color, scale)
      case .link(let index): drawLink(links[index], in: place, notice, item, color, scale)
      case .recent(let index):
        let recent = notice.recent[index]
        let isPointed = notice.pointed == item
        let box = Rect(
          x: place.minX, y: place.minY, width: place.width,
          height: (Theme.notice.recent.height * scale).rounded())
        let state = recent.picture.flatMap { thumbnails?.state(of: $0) }
        draw(recent, state, isPointed, in: box, color, scale, backdrop)
        drawName(recent.name, isPointed, in: place, color, scale)
      }
      guard notice.focused == item else { continue }
      let line = 2 * scale
      stroke(
        place.insetBy(dx: -line, dy: -line), cornerRadius: Theme.notice.radius * scale + line,
        with: DarkTheme.accent, lineWidth: line)
    }
  }

  private func drawButton(
    _ title: String, in place: Rect, isAccent: Bool, _ notice: Frame.Notice,
    _ item: Frame.Notice.Item, _ color: Color, _ scale: Double
  ) {
    let font = Font(size: Theme.notice.buttonSize * scale)
    let radius = Theme.notice.radius * scale
    let isPointed = notice.pointed == item
    let isPressed = isPointed && notice.pressed == item
    if isAccent {
      let fills = Theme.notice.accents
      fill(
        place, cornerRadius: radius,
        with: isPressed ? fills.pressed : isPointed ? fills.pointed : fills.plain)
    } else {
      fill(
        place, cornerRadius: radius,
        with: color.withOpacity(isPressed ? 0.22 : isPointed ? 0.14 : 0.07))
      stroke(
        place.insetBy(dx: 0.5, dy: 0.5), cornerRadius: radius, with: color.withOpacity(0.2),
        lineWidth: 1)
    }
    let text = elided(title, font: font, width: max(place.width - 12 * scale, 1))
    draw(text, centeredAt: place.center, font: font, color: isAccent ? Color(white: 1) : color)
  }

  private func drawLink(
    _ title: String, in place: Rect, _ notice: Frame.Notice, _ item: Frame.Notice.Item,
    _ color: Color, _ scale: Double
  ) {
    let font = Font(size: Theme.notice.hintSize * scale)
    let width = measure(title, font: font).width
    let start = Point((place.center.x - width / 2).rounded(), place.minY + (18 * scale).rounded())
    let isPointed = notice.pointed == item
    draw(title, at: start, font: font, color: color.withOpacity(isPointed ? 1 : 0.75))
    guard isPointed else { return }
    fill(
      Rect(x: start.x, y: start.y + (2 * scale).rounded(), width: width, height: max(scale, 1)),
      with: color)
  }

  /// Draws what was opened before: its thumbnail as in the overview, or what stands for it.
  private func draw(
    _ recent: Frame.Notice.Recent, _ state: ThumbnailSurfaces.State?, _ isPointed: Bool,
    in box: Rect, _ color: Color, _ scale: Double, _ backdrop: Backdrop
  ) {
    let radius = 6 * scale
    guard case .ready(let surface, let isDamaged) = state else {
      fill(box, cornerRadius: radius, with: color.withOpacity(isPointed ? 0.14 : 0.07))
      if recent.isFolder { return drawFolder(in: box, color, scale) }
      guard case .failed = state else { return }
      let size = Theme.overview.broken * scale
      let corner = Point(box.center.x - size.width / 2, box.center.y - size.height / 2)
      return drawBrokenGlyph(in: Rect(origin: corner, size: size), color.withOpacity(0.5))
    }
    let ratio = min(
      box.width / Double(surface.size.width), box.height / Double(surface.size.height), 1)
    let size = Size(
      width: max((Double(surface.size.width) * ratio).rounded(), 1),
      height: max((Double(surface.size.height) * ratio).rounded(), 1))
    let corner = Point(
      (box.center.x - size.width / 2).rounded(), (box.center.y - size.height / 2).rounded())
    let picture = PixelRect(rounding: Rect(origin: corner, size: size))
    fill(box, cornerRadius: radius, with: color.withOpacity(isPointed ? 0.1 : 0.05))
    saved {
      clip(to: box, cornerRadius: radius)
      draw(surface, .upright, in: picture, isDamaged: isDamaged, over: backdrop, scale: scale)
      if isDamaged { drawWarning(in: picture, scale: scale) }
    }
    if recent.isFolder { drawFolderBadge(in: box, scale: scale) }
  }

  /// Draws the name of what was opened before below it.
  private func drawName(
    _ name: String, _ isPointed: Bool, in place: Rect, _ color: Color, _ scale: Double
  ) {
    let font = Font(size: Theme.notice.hintSize * scale)
    let name = elided(name, font: font, width: place.width)
    let width = measure(name, font: font).width
    draw(
      name,
      at: Point(
        (place.center.x - width / 2).rounded(), (place.maxY - 6 * scale).rounded()),
      font: font, color: color.withOpacity(isPointed ? 1 : 0.85))
  }

  /// Draws the sign of a folder.
  private func drawFolder(in box: Rect, _ color: Color, _ scale: Double) {
    let corner = Point((box.center.x - 24 * scale).rounded(), (box.center.y - 18 * scale).rounded())
    let outline = [(0, 0), (18, 0), (23, 6), (48, 6), (48, 38), (0, 38)].map { x, y in
      Point(corner.x + x * scale, corner.y + y * scale)
    }
    fillPolygon(outline, with: color.withOpacity(0.35))
  }
}

extension Overview.Surroundings {
  /// Draws what lies over all else on a canvas whose unit is a pixel.
  package func drawOverlays(in viewport: PixelSize, scale: Double, on canvas: Canvas) {
    var frame = Frame(
      viewport: viewport, placement: Placement(size: viewport, origin: .zero, scale: 1))
    frame.scale = scale
    frame.backdrop = backdrop
    frame.message = message
    frame.field = field
    frame.isDropTarget = isDropTarget
    frame.layers = layers
    frame.contrast = contrast
    for overlay in Overlay.all(of: frame, measuredBy: canvas) {
      canvas.saved {
        canvas.clip(to: overlay.area.rect)
        canvas.draw(overlay)
      }
    }
  }
}
