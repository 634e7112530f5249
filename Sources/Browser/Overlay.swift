package import OverscrollDrawing
import OverscrollShell
package import ScrollGeometry

/// Something drawn over the content, with its rectangle.
package struct Overlay: Hashable, Sendable {
  /// What it is.
  package enum Kind: Hashable, Sendable {
    /// A scroll indicator.
    case indicator(Indicator)
    /// A map of the whole picture.
    case minimap(Minimap)
    /// A progress bar: the fraction completed, from 0 to 1, or `nil` if it is unknown.
    case progress(Double?)
    /// A message on a panel, with its lines.
    case message([String])
    /// A page, with the places of its parts and the color of its text.
    case notice(Frame.Notice, NoticeLayout, Color)
    /// The heads-up display.
    case hud(HUD)
    /// A red dot while a recording runs, a ring while it waits.
    case recording(Frame.Recording)
    /// A field to type into, and what lies behind it.
    case field(FieldOverlay, on: Color)
    /// An overlay of the window.
    case layer(OverlayLayer)
    /// A side of the frame around a window over which something is dragged.
    case dropFrame
  }

  /// What it is.
  package var kind: Kind
  /// The whole pixels it touches.
  package var area: PixelRect
  /// The scale factor, relative to 96 dots per inch.
  package var scale: Double
  /// How clearly text and plates stand out.
  var contrast = Contrast.standard

  /// Returns the overlays of a frame, from bottom to top; `canvas` measures text.
  static func all(of frame: Frame, measuredBy canvas: Canvas) -> [Overlay] {
    var overlays = frame.indicators.map {
      Overlay(kind: .indicator($0), area: PixelRect(around: $0.bounds), scale: frame.scale)
    }
    if let minimap = frame.minimap {
      overlays.append(
        Overlay(
          kind: .minimap(minimap), area: minimap.bounds(scale: frame.scale), scale: frame.scale))
    }
    if let notice = frame.notice {
      overlays.insert(self.notice(notice, frame, canvas), at: 0)
    }
    if let progress = frame.progress { overlays.append(bar(progress, frame)) }
    let message = frame.message.flatMap {
      self.message($0, frame, canvas).beside(
        frame.layers.compactMap { $0.content.reading(measuredBy: canvas) })
    }
    if let message { overlays.append(message) }
    let plates = PlateArrangement(of: frame, around: message?.area, measuredBy: canvas)
    if let hud = frame.hud, let area = plates.hud {
      overlays.append(Overlay(kind: .hud(hud), area: area, scale: frame.scale))
    }
    if let recording = frame.recording { overlays.append(dot(recording, frame)) }
    func overlay(_ layer: OverlayLayer) -> Overlay {
      let area = PixelRect(around: layer.shownArea * frame.scale)
      return Overlay(kind: .layer(layer), area: area, scale: frame.scale)
    }
    overlays += plates.layers.filter { !$0.content.isInPicture }.map(overlay)
    // No line crosses a text.
    overlays.insert(contentsOf: plates.layers.filter(\.content.isInPicture).map(overlay), at: 0)
    // The text that is being typed lies above everything else.
    if let field = frame.field {
      let area = field.area(in: frame.viewport, scale: frame.scale)
      let background = frame.backdrop.background.color
      overlays.append(
        Overlay(kind: .field(field, on: background), area: area, scale: frame.scale))
    }
    if frame.isDropTarget { overlays += dropFrame(frame) }
    for index in overlays.indices { overlays[index].contrast = frame.contrast }
    return overlays.filter { !$0.area.intersection(PixelRect(frame.viewport)).isEmpty }
  }

  private static func bar(_ progress: Frame.Progress, _ frame: Frame) -> Overlay {
    let thickness = max(1, PixelRect.rounded(Theme.progress.thickness * frame.scale))
    let part: Double? = if case .part(let part) = progress { part } else { nil }
    let area = PixelRect(x: 0, y: 0, width: frame.viewport.width, height: thickness)
    return Overlay(kind: .progress(part), area: area, scale: frame.scale)
  }

  private static func dot(_ recording: Frame.Recording, _ frame: Frame) -> Overlay {
    let (size, margin, rim) = (Theme.recording.size, Theme.recording.margin, Theme.recording.rim)
    let place = Rect(
      x: Double(frame.viewport.width) - (margin + size + rim) * frame.scale,
      y: (margin - rim) * frame.scale, width: (size + 2 * rim) * frame.scale,
      height: (size + 2 * rim) * frame.scale)
    return Overlay(
      kind: .recording(recording), area: PixelRect(rounding: place), scale: frame.scale)
  }

  /// The four sides of the frame around a window that accepts a drop.
  private static func dropFrame(_ frame: Frame) -> [Overlay] {
    let thickness = max(1, PixelRect.rounded(Theme.dropFrame.thickness * frame.scale))
    let (width, height) = (frame.viewport.width, frame.viewport.height)
    let sides = [
      PixelRect(x: 0, y: 0, width: width, height: thickness),
      PixelRect(x: 0, y: height - thickness, width: width, height: thickness),
      PixelRect(x: 0, y: 0, width: thickness, height: height),
      PixelRect(x: width - thickness, y: 0, width: thickness, height: height),
    ]
    return sides.map { Overlay(kind: .dropFrame, area: $0, scale: frame.scale) }
  }
}

extension Canvas {
  /// Draws an overlay, except for a map, whose pixels belong to a painter.
  func draw(_ overlay: Overlay) {
    let usual = contrast
    contrast = overlay.contrast
    defer { contrast = usual }
    switch overlay.kind {
    case .minimap: break
    case .indicator(let indicator): draw(indicator)
    case .progress(let part): drawBar(part, in: overlay.area.rect)
    case .message(let lines): overlay.draw(lines, on: self)
    case .notice(let notice, let layout, let color):
      draw(notice, layout, in: color, scale: overlay.scale)
    case .recording(let recording): drawDot(recording, overlay)
    case .field(let field, let background):
      draw(field, in: overlay.area, on: background, scale: overlay.scale)
    case .dropFrame: fill(overlay.area.rect, with: Theme.dropFrame.color)
    case .layer(let layer):
      saved {
        concatenate(AffineTransform(scaleX: overlay.scale, y: overlay.scale))
        concatenate(
          AffineTransform(translationX: layer.displacement.x, y: layer.displacement.y))
        layer.content.draw(on: self)
      }
    case .hud(let hud): hud.draw(on: self, in: overlay.area.rect, scale: overlay.scale)
    }
  }

  private func drawDot(_ recording: Frame.Recording, _ overlay: Overlay) {
    let rim = Theme.recording.rim * overlay.scale
    let whole = overlay.area.rect
    let dot = whole.insetBy(dx: rim, dy: rim)
    switch recording {
    case .running:
      fill(whole, cornerRadius: whole.width / 2, with: Theme.recording.edge)
      fill(dot, cornerRadius: dot.width / 2, with: Theme.recording.color)
    case .waiting:
      let line = Theme.recording.line * overlay.scale
      let (outer, ring) = (
        whole.insetBy(dx: rim / 2, dy: rim / 2), dot.insetBy(dx: line / 2, dy: line / 2)
      )
      stroke(outer, cornerRadius: outer.width / 2, with: Theme.recording.edge, lineWidth: rim)
      stroke(ring, cornerRadius: ring.width / 2, with: Theme.recording.color, lineWidth: line)
    }
  }

  private func drawBar(_ part: Double?, in whole: Rect) {
    fill(whole, with: Theme.progress.rest)
    guard let part else { return }
    var done = whole
    done.size.width *= min(max(part, 0), 1)
    fill(done, with: Theme.progress.done)
  }
}

extension PixelRect {
  /// Creates the smallest rectangle of whole pixels that contains a rectangle.
  package init(around rect: Rect) {
    let left = Self.rounded(rect.minX.rounded(.down))
    let top = Self.rounded(rect.minY.rounded(.down))
    self.init(
      x: left, y: top, width: Self.rounded(rect.maxX.rounded(.up)) - left,
      height: Self.rounded(rect.maxY.rounded(.up)) - top)
  }
}

extension Overlay {
  /// The largest number of lines of a message. [C]
  private static let messageLines = 4

  /// Lays a message out at the lower edge of a window, above a field or plates.
  static func message(_ message: String, _ frame: Frame, _ canvas: Canvas) -> Overlay {
    let font = Font(size: Theme.message.size * frame.scale)
    let padding = font.size * Theme.message.padding
    let widest = max(Double(frame.viewport.width) - 4 * padding, font.size)
    // A name that is longer than a line is shortened where it says least.
    let words = message.split(separator: " ").map {
      canvas.elided(String($0), font: font, width: widest)
    }
    let lines = canvas.wrapped(
      words.joined(separator: " "), font: font, width: widest, lines: messageLines)
    let width = lines.map { canvas.measure($0, font: font).width }.max() ?? 0
    let height = leading(of: font, canvas) * Double(lines.count)
    let bottom =
      frame.field.map { $0.area(in: frame.viewport, scale: frame.scale).y }
      ?? (frame.lowerPlates > 0
        ? frame.viewport.height - PixelRect.rounded(frame.lowerPlates * frame.scale) : nil)
    let area = Rect(
      x: ((Double(frame.viewport.width) - width) / 2 - padding).rounded(),
      y: (Double(bottom ?? frame.viewport.height) - height - (bottom == nil ? 4 : 2) * padding)
        .rounded(),
      width: (width + 2 * padding).rounded(), height: (height + padding).rounded())
    return Overlay(kind: .message(lines), area: PixelRect(rounding: area), scale: frame.scale)
  }

  /// The message where it covers no reading: at the window's upper edge, or, where that one is taken too, `nil`.
  private func beside(_ readings: [Rect]) -> Overlay? {
    func isFree(_ overlay: Overlay) -> Bool {
      !readings.contains { ($0 * scale).intersects(overlay.area.rect) }
    }
    var raised = self
    raised.area.y = PixelRect.rounded(2 * Theme.message.size * Theme.message.padding * scale)
    return [self, raised].first(where: isFree)
  }

  /// The distance between the lines of a message.
  private static func leading(of font: Font, _ canvas: Canvas) -> Double {
    canvas.measure("Xg", font: font).height
  }

  /// Draws the lines of a message on their plate.
  func draw(_ lines: [String], on canvas: Canvas) {
    let font = Font(size: Theme.message.size * scale)
    let padding = font.size * Theme.message.padding
    let plate = area.rect
    Plate(
      plate, cornerRadius: padding / 2, color: Theme.message.plate, point: scale
    ).draw(on: canvas)
    canvas.saved {
      canvas.clip(to: plate)
      var baseline = plate.minY + padding / 2 + canvas.measure("Xg", font: font).ascent
      for line in lines {
        let width = canvas.measure(line, font: font).width
        let x = lines.count == 1 ? plate.minX + padding : (plate.center.x - width / 2).rounded()
        canvas.draw(line, at: Point(x, baseline), font: font, color: Theme.message.text)
        baseline += Self.leading(of: font, canvas)
      }
    }
  }

  /// Lays a page out in the middle of a window.
  static func notice(_ notice: Frame.Notice, _ frame: Frame, _ canvas: Canvas) -> Overlay {
    let layout = NoticeLayout(notice, in: frame.viewport, scale: frame.scale, measuredBy: canvas)
    return Overlay(
      kind: .notice(notice, layout, frame.backdrop.background.noticeColor),
      area: PixelRect(frame.viewport), scale: frame.scale)
  }
}

extension Backdrop.Background {
  /// The color of a page's text on it.
  package var noticeColor: Color { Theme.overview.colors(on: color).text.withOpacity(1) }
}

/// An overlay that a window adds to a picture.
package protocol OverlayContent: Hashable, Sendable {
  /// Draws it on a canvas whose unit is a point.
  func draw(on canvas: Canvas)

  /// Whether it is drawn in the picture, such as the line of a ruler: below messages, and below what lies over the picture.
  var isInPicture: Bool { get }

  /// Returns the place of a plate that moves aside for others, in points of the window; `nil` for anything that stays in place.
  func plate(measuredBy canvas: Canvas) -> Rect?

  /// Returns the place of a plate for which messages move aside, and other plates, too, unless it does for them, in points of the
  /// window; `nil` for none.
  func reading(measuredBy canvas: Canvas) -> Rect?
}

extension OverlayContent {
  package var isInPicture: Bool { false }
  package func plate(measuredBy canvas: Canvas) -> Rect? { nil }
  package func reading(measuredBy canvas: Canvas) -> Rect? { nil }
}

/// Something drawn over a picture that is not the picture's own, such as marks of touches.
package struct OverlayLayer: Hashable, Sendable {
  /// What it is.
  package let content: any OverlayContent
  /// A rectangle that contains it where nothing displaces it, in points of the window.
  package let area: Rect
  /// The distance by which it has moved aside for another plate, in points.
  package var displacement = Point.zero
  /// How much is seen of one that fades, whose pixels a painter keeps, from 0 to 1; `nil` for others.
  package var opacity: Double?

  package init(_ content: any OverlayContent, area: Rect, opacity: Double? = nil) {
    (self.content, self.area, self.opacity) = (content, area, opacity)
  }

  /// A rectangle that contains it, in points of the window.
  package var shownArea: Rect { area.offset(by: displacement) }

  package static func == (one: Self, other: Self) -> Bool {
    one.area == other.area && one.displacement == other.displacement && one.opacity == other.opacity
      && AnyHashable(one.content) == AnyHashable(other.content)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(area)
    hasher.combine(displacement)
    hasher.combine(opacity)
    hasher.combine(AnyHashable(content))
  }
}

/// A line of text on a small plate at an edge of the window.
package struct PlateLayer: OverlayContent {
  /// Where it lies.
  package enum Place: Hashable, Sendable {
    /// In the middle of the upper edge, as wide as its text.
    case top
    /// In the lower right corner, above what takes so many points of it; always of the same width.
    case lowerRight(above: Double)
  }

  private let text: String
  private let place: Place
  /// The size of the window, in points.
  private let room: Size

  /// The height of the plate, its distance from the window's edges, beside the scroll indicators, the distance of the text from the
  /// plate's, and the width in the corner, in points. [C]
  private static let (height, margin, padding, cornerWidth) = (26.0, 14.0, 12.0, 68.0)

  /// Makes the layer of a plate.
  ///
  /// - Parameters:
  ///   - text: The text, which is elided where it is too long.
  ///   - place: Where it lies.
  ///   - room: The size of the window, in points.
  /// - Returns: The layer.
  package static func layer(_ text: String, _ place: Place, in room: Size) -> OverlayLayer {
    let plate = Self(text: text, place: place, room: room)
    return OverlayLayer(plate, area: plate.area)
  }

  /// What the plate may cover.
  private var area: Rect {
    switch place {
    case .top:
      Rect(
        x: Self.margin, y: Self.margin, width: max(room.width - 2 * Self.margin, 1),
        height: Self.height)
    case .lowerRight(let bottom):
      Rect(
        x: room.width - Self.margin - Self.cornerWidth,
        y: room.height - bottom - Self.margin - Self.height, width: Self.cornerWidth,
        height: Self.height)
    }
  }

  package func plate(measuredBy canvas: Canvas) -> Rect? {
    let font = Font(size: Theme.plate.textSize)
    return plate(shownText(font, canvas), font, canvas)
  }

  private func shownText(_ font: Font, _ canvas: Canvas) -> String {
    canvas.elided(text, font: font, width: area.width - Self.padding)
  }

  /// The place of the plate with a text that fits.
  private func plate(_ shown: String, _ font: Font, _ canvas: Canvas) -> Rect {
    guard place == .top else { return area }
    let width = min(
      (canvas.measure(shown, font: font).width + 2 * Self.padding).rounded(.up), area.width)
    return Rect(
      x: (area.center.x - width / 2).rounded(), y: area.minY, width: width, height: area.height)
  }

  package func draw(on canvas: Canvas) {
    let font = Font(size: Theme.plate.textSize)
    let shown = shownText(font, canvas)
    let plate = plate(shown, font, canvas)
    let width = canvas.measure(shown, font: font).width
    Plate(plate, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    canvas.draw(
      shown, x: plate.center.x - width / 2, middle: plate.center.y, font: font,
      color: Theme.message.text)
  }
}

/// The places of the plates over a picture, none of which covers another where there is room.
struct PlateArrangement {
  /// The layers of the frame in their order, those that had to move displaced.
  private(set) var layers: [OverlayLayer]
  /// The place of the frame statistics, in pixels; `nil` where there are none.
  private(set) var hud: PixelRect?

  /// The distance between plates, in points. [C]
  private static let gap = 8.0

  /// Arranges the plates of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - message: The place of its message, in pixels, above which the frame statistics end.
  ///   - canvas: Measures text.
  init(of frame: Frame, around message: PixelRect?, measuredBy canvas: Canvas) {
    layers = frame.layers
    let window = Rect(origin: .zero, size: frame.viewport.size / frame.scale)
    hud = frame.hud.map { $0.area(scale: frame.scale, canvas).within(frame.viewport, frame.scale) }
    let message = message.map { $0.rect * (1 / frame.scale) }
    if let message { shortenHUD(above: message, frame.scale) }
    let minimap = frame.minimap.map { $0.bounds(scale: frame.scale).rect * (1 / frame.scale) }
    let readings = layers.filter { $0.content.plate(measuredBy: canvas) == nil }
      .compactMap { $0.content.reading(measuredBy: canvas) }
    var taken = [minimap, message].compactMap(\.self) + readings
    // Plates at the window's edges keep their places; those in the picture move.
    for index in layers.indices.reversed() {
      guard let plate = layers[index].content.plate(measuredBy: canvas) else { continue }
      let statistics = hud.map { $0.rect * (1 / frame.scale) }
      var place = Self.nearestPlace(
        for: plate, in: window, beside: taken + [statistics].compactMap(\.self))
      if place == nil {
        // The statistics are as long as the lowest place leaves room for.
        place = Self.places(for: plate, in: window, beside: taken).max { $0.minY < $1.minY }
        place.map { shortenHUD(above: $0, frame.scale) }
      }
      if let place {
        layers[index].displacement = place.origin - plate.origin
      } else if (readings + [message].compactMap(\.self)).contains(where: plate.intersects) {
        // They are short, and about what the user is doing.
        layers.remove(at: index)
        continue
      }
      taken.append(place ?? plate)
    }
  }

  /// Leaves out the lower rows of the frame statistics, in whose place a plate lies, or all where none is left.
  private mutating func shortenHUD(above plate: Rect, _ scale: Double) {
    guard let area = hud, (area.rect * (1 / scale)).intersects(plate) else { return }
    let bottom = PixelRect.rounded((plate.minY - Self.gap) * scale)
    let row = 2 * Theme.hud.padding + Theme.hud.size
    hud =
      Double(bottom - area.y) < row * scale
      ? nil
      : PixelRect(x: area.x, y: area.y, width: area.width, height: bottom - area.y)
  }

  /// Returns the place nearest to a plate's own that nothing has taken; `nil` where there is none in the window.
  private static func nearestPlace(
    for plate: Rect, in window: Rect, beside taken: [Rect]
  ) -> Rect? {
    guard taken.contains(where: plate.intersects) else { return plate }
    return places(for: plate, in: window, beside: taken)
      .min { distance(from: plate, to: $0) < distance(from: plate, to: $1) }
  }

  /// Returns places in the window for a plate that nothing has taken.
  private static func places(for plate: Rect, in window: Rect, beside taken: [Rect]) -> [Rect] {
    let columns =
      [plate.minX] + taken.flatMap { [$0.maxX + gap, $0.minX - gap - plate.width] }
    let lowest = window.maxY - gap - plate.height
    let rows =
      [plate.minY, lowest] + taken.flatMap { [$0.maxY + gap, $0.minY - gap - plate.height] }
    let places = columns.flatMap { x in
      rows.map { Rect(origin: Point(x.rounded(), $0.rounded()), size: plate.size) }
    }
    return places.filter { place in
      window.contains(place) && !taken.contains(where: place.intersects)
    }
  }

  private static func distance(from plate: Rect, to place: Rect) -> Double {
    abs(place.minX - plate.minX) + abs(place.minY - plate.minY)
  }
}

extension PixelRect {
  /// Returns the rectangle without what lies beyond the margin of the statistics at the window's right and lower edges.
  func within(_ window: PixelSize, _ scale: Double) -> PixelRect {
    let margin = Self.rounded(Theme.hud.margin * scale)
    return PixelRect(
      x: x, y: y, width: min(width, max(window.width - margin - x, 0)),
      height: min(height, max(window.height - margin - y, 0)))
  }
}

extension CommandSheet.Picture: OverlayContent {
  /// The list over a picture.
  package var layer: OverlayLayer { OverlayLayer(self, area: frame) }
}

extension MenuPicture: OverlayContent {
  /// The menu over a picture.
  package var layer: OverlayLayer { OverlayLayer(self, area: area) }
}
