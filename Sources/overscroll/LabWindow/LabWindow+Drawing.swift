import OverscrollBrowser
import OverscrollDesktop
import OverscrollDrawing
import OverscrollLab
import OverscrollPanels
import ScrollGeometry

extension LabWindow {
  /// The colours around the content. [C]
  private static let theme = (
    ground: Color(0x0E0F12), text: Color(0x9AA1AC), divider: Color(0xE6E8EB)
  )
  private static let captionFont = Font(.mono, size: 11)
  private static let sentenceFont = Font(.sans, size: 12)
  /// The distance of captions from the viewport's left edge and the window's right edge, in points. [C]
  private static let captionGap = 4.0

  /// Lays the window out anew, which draws all of it.
  func updateLayout() {
    let size = window.size.size / scale
    layout = DockLayout(
      window: size, viewport: content.fillsRoom ? nil : content.viewport,
      areas: areas.intersection(panels.keys))
    if content.fillsRoom { content.resize(to: layout.viewport.size, at: MonotonicClock.now) }
    for (area, frame) in layout.frames where panels[area]?.size != frame.size {
      panels[area]?.size = frame.size
    }
    isExposed = true
  }

  /// Draws what is out of date if the server is ready, and schedules the next wake-up.
  func update(isDue: Bool) throws {
    if needsDisplay, window.isVisible, loop.mayDraw(isDue: isDue) { try draw() }
    schedule()
  }

  private var needsDisplay: Bool {
    isExposed || content.needsDisplay || shownPanels.values.contains(where: \.needsDisplay)
  }

  /// Asks for the refreshes and wake-ups that are needed; at rest for none.
  func schedule() {
    loop.clock.wantsFrames =
      content.needsFrames || shownPanels.values.contains(where: \.needsAdvance)
    loop.wantsRedrawSlot = needsDisplay && window.isVisible
    loop.deadline = content.deadline
  }

  private func draw() throws {
    do throws(DrawingError) {
      let surface = try window.surface()
      if isExposed { try drawGround(on: surface) }
      try drawContent(on: surface)
      for (area, panel) in shownPanels where panel.needsDisplay || isExposed {
        if let frame = layout.frames[area] { try draw(panel, in: frame, on: surface) }
      }
      isExposed = false
    } catch {
      // If the connection is broken, its own error is more specific.
      try window.present()
      throw Failure(message: error.description)
    }
    try window.present()
  }

  private func pixels(_ rect: Rect) -> PixelRect { PixelRect(rounding: rect * scale) }

  private func drawGround(on surface: Surface) throws(DrawingError) {
    captions = nil
    let canvas = try Canvas(surface)
    canvas.fill(
      pixels(layout.content).subtracting(pixels(layout.viewport)), with: Self.theme.ground)
  }

  private func draw(
    _ panel: any Panel, in frame: Rect, on surface: Surface
  ) throws(DrawingError) {
    let place = pixels(frame)
    panel.needsDisplay = false
    try drawStaged(place, on: surface) { canvas in panel.draw(on: canvas, scale: scale) }
  }

  /// Draws into a part of the window, in points from its corner, and shows it when it is complete.
  private func drawStaged(
    _ place: PixelRect, on surface: Surface, _ body: (Canvas) -> Void
  ) throws(DrawingError) {
    guard !place.isEmpty else { return }
    let staging = try stagingSurface(atLeast: place.size)
    let canvas = try Canvas(staging)
    canvas.clip(to: [PixelRect(place.size)])
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    body(canvas)
    surface.copy(PixelRect(place.size), from: staging, toX: place.x, y: place.y)
  }

  private func stagingSurface(atLeast size: PixelSize) throws(DrawingError) -> Surface {
    if let staging, staging.size.width >= size.width, staging.size.height >= size.height {
      return staging
    }
    let made = try window.makeSurface(
      size: PixelSize(
        width: max(size.width, staging?.size.width ?? 0),
        height: max(size.height, staging?.size.height ?? 0)), opaque: true)
    staging = made
    return made
  }
}

// MARK: - Content

extension LabWindow {
  private func drawContent(on surface: Surface) throws(DrawingError) {
    let place = pixels(layout.viewport)
    guard !place.isEmpty else { return }
    if content.needsDisplay || contentSurface?.size != place.size {
      content.needsDisplay = false
      let drawn = try contentSurface(place.size)
      try content.draw(on: drawn, scale: scale * layout.reduction, textScale: scale)
      if showsKeys { try KeyList(keys).draw(on: drawn, scale: scale) }
      surface.copy(PixelRect(place.size), from: drawn, toX: place.x, y: place.y)
    } else if isExposed, let contentSurface {
      surface.copy(PixelRect(place.size), from: contentSurface, toX: place.x, y: place.y)
    }
    try drawCaptions(on: surface)
  }

  private func contentSurface(_ size: PixelSize) throws(DrawingError) -> Surface {
    if let contentSurface, contentSurface.size == size { return contentSurface }
    contentSurface = nil
    let made = try window.makeSurface(size: size, opaque: true)
    contentSurface = made
    return made
  }

  private func drawCaptions(on surface: Surface) throws(DrawingError) {
    var captions = content.captions
    if let reduced = layout.reductionText { captions.details.insert(reduced, at: 0) }
    guard captions != self.captions else { return }
    self.captions = captions
    let viewport = layout.viewport
    let depth = captions.sentence.isEmpty ? DockLayout.margin : layout.content.height
    let room = layout.content.intersection(
      Rect(
        x: 0, y: viewport.minY - DockLayout.margin, width: layout.content.width,
        height: viewport.height + DockLayout.margin + depth))
    let above = Rect(
      x: 0, y: room.minY, width: room.width, height: viewport.minY - room.minY)
    let below = Rect(x: 0, y: viewport.maxY, width: room.width, height: room.maxY - viewport.maxY)
    let left = max(viewport.minX, Self.captionGap)
    let width = room.width - left - Self.captionGap
    try drawStaged(pixels(above), on: surface) { canvas in
      canvas.fill(Rect(origin: .zero, size: above.size), with: Self.theme.ground)
      drawDivider(captions.divider, in: above, pointingDown: true, on: canvas)
      if captions.divider == nil {
        draw(captions.title, at: left, in: above, on: canvas)
      }
    }
    try drawStaged(pixels(below), on: surface) { canvas in
      canvas.fill(Rect(origin: .zero, size: below.size), with: Self.theme.ground)
      guard captions.sentence.isEmpty else {
        return draw(captions, at: left, width: width - 8, in: below, on: canvas)
      }
      let text = Self.fitting(captions.details, in: width, on: canvas)
      draw(text, at: left, in: below, on: canvas)
    }
  }

  /// Draws a sentence from the top of a strip on, after the details.
  private func draw(
    _ captions: LabCaptions, at left: Double, width: Double, in strip: Rect, on canvas: Canvas
  ) {
    let sentence = (captions.details + [captions.sentence]).joined(separator: "  ·  ")
    let layout = SentenceLayout(height: strip.height)
    let lines = canvas.wrapped(
      sentence, font: Self.sentenceFont, width: width, lines: layout.lineCount)
    for (index, text) in lines.enumerated() {
      canvas.draw(
        text, at: Point(left, layout.baseline(of: index)), font: Self.sentenceFont,
        color: Self.theme.text)
    }
  }

  /// Joins parts, from the first on, as long as they fit into a width.
  private static func fitting(_ parts: [String], in width: Double, on canvas: Canvas) -> String {
    var text = ""
    for part in parts {
      let longer = text.isEmpty ? part : text + "  ·  " + part
      guard canvas.measure(longer, font: captionFont).width <= width else { break }
      text = longer
    }
    return text
  }

  private func draw(_ text: String, at x: Double, in strip: Rect, on canvas: Canvas) {
    let extents = canvas.measure(text, font: Self.captionFont)
    let baseline = (strip.height + extents.ascent - extents.descent) / 2
    canvas.draw(
      text, at: Point(x, baseline.rounded()), font: Self.captionFont, color: Self.theme.text)
  }

  /// Marks the divider of a wipe outside of the content: a triangle that points at it, and the names of its sides.
  private func drawDivider(
    _ divider: Double?, in strip: Rect, pointingDown: Bool, on canvas: Canvas
  ) {
    guard let divider else { return }
    let x = layout.viewport.minX + divider * layout.reduction
    let tip = strip.height - 1
    canvas.fillPolygon(
      [Point(x - 6, tip - 8), Point(x + 6, tip - 8), Point(x, tip)], with: Self.theme.divider)
    let width = canvas.measure("A", font: Self.captionFont).width
    draw("A", at: x - 12 - width, in: strip, on: canvas)
    draw("B", at: x + 12, in: strip, on: canvas)
  }
}
