import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import ScrollGeometry

extension WindowController {
  private static let captionFont = Font(.mono, size: 11)
  private static let descriptionFont = Font(.sans, size: 12)
  /// The distance of captions from the viewport's left edge and the window's right edge, in points. [C]
  private static let captionGap = 4.0
  /// The width below which a sentence begins at the window's edge, in points. [C]
  private static let minimumDescriptionWidth = 320.0

  /// Why the window is out of date, and where parts are drawn.
  struct DrawingState {
    /// True where the window has lost its pixels.
    var isExposed = true
    /// True if the content must be redrawn although the page does not request it.
    var needsContent = false
    /// What is written around the content.
    var captions: Captions?
    /// The colors around the content, and of the tabs, as they are drawn.
    var palette = Palette.dark
    let staging: Staging
    let content: RetainedSurface

    init(_ maker: any SurfaceFactory) {
      staging = Staging(maker)
      content = RetainedSurface(maker)
    }
  }

  /// The size of the content's place.
  var room: Room { Room(pixels: contentPlace.size, scale: scale) }

  /// The place of the content, in pixels.
  var contentPlace: PixelRect { pixels(layout.viewport) }

  /// True where something that is not the page's own looks different from when it was drawn.
  var isOutdated: Bool {
    drawing.isExposed || drawing.needsContent
      || shownPanels.contains(where: \.panel.needsDisplay)
  }

  /// Draws what is out of date if the server is ready, and names the next times to wake up.
  func update(isDue: Bool) throws {
    let now = host.time
    let mayDraw = host.mayDraw(isDue: isDue)
    var step = page.next(mayDraw ? (isDue ? .refresh : .ready) : .busy, at: now)
    followPalette()
    let draws = host.display.isVisible && mayDraw && (step.draws || isOutdated)
    // Input that changes nothing that is seen waits for nothing, such as a key's release while the server draws what its press did.
    if !draws, mayDraw || !(step.needsSlot || isOutdated) { waitingSince = nil }
    if draws {
      countFirst()
      try draw(page: step.draws)
      step = page.next(.drawn, at: now)
    }
    let isIdle = !draws && mayDraw && !step.needsFrames
    try page.didUpdate(isIdle: isIdle)
    let isStill = !drawing.isExposed && !step.needsFrames
    if !hasAskedPortal, isStill { askPortal(isIdle: isIdle) }
    schedule(step)
  }

  /// Gives the panels and their tabs the colors of the page.
  private func followPalette() {
    let palette = page.traits.palette
    for (_, panel) in shownPanels { panel.palette = palette }
    guard palette != drawing.palette else { return }
    (drawing.palette, drawing.isExposed) = (palette, true)
  }

  /// Asks the desktop's portal for its settings once nothing else happens: the library that reaches it takes a while to be
  /// there.
  private func askPortal(isIdle: Bool) {
    // Nothing else may happen once the server has finished the drawing.
    guard isIdle else { return host.schedule.wantsSlot = true }
    hasAskedPortal = true
    host.perform(.readPortal)
  }

  private func draw(page drawsPage: Bool) throws {
    do throws(DrawingError) {
      let surface = try host.surface()
      if drawing.isExposed { try drawBackdrop(on: surface) }
      try drawContent(on: surface, isOutdated: drawsPage)
      if drawing.isExposed { try drawTabs(on: surface) }
      for (area, panel) in shownPanels where panel.needsDisplay || drawing.isExposed {
        if let frame = layout.frames[area] { try draw(panel, in: frame, on: surface) }
      }
      drawing.isExposed = false
      drawing.needsContent = false
    } catch {
      // If the connection is broken, its own error is more specific.
      try host.present()
      throw Failure(message: error.description)
    }
    try host.present()
  }

  private func drawContent(on surface: Surface, isOutdated: Bool) throws(DrawingError) {
    guard isOutdated || drawing.isExposed || drawing.needsContent else { return }
    try page.draw(
      DrawingTarget(
        window: surface, place: contentPlace, isExposed: drawing.isExposed,
        needsContent: drawing.needsContent, scale: scale * layout.viewportScale, textScale: scale,
        staging: drawing.staging, content: drawing.content,
        overlay: commands.picture(in: room)))
    try drawCaptions(on: surface)
  }

  private func pixels(_ rect: Rect) -> PixelRect { PixelRect(rounding: rect * scale) }

  private func drawBackdrop(on surface: Surface) throws(DrawingError) {
    drawing.captions = nil
    let canvas = try Canvas(surface)
    canvas.fill(
      pixels(layout.content).subtracting(pixels(layout.viewport)), with: drawing.palette.frame)
  }

  /// Draws the tabs of the panels that share a column.
  private func drawTabs(on surface: Surface) throws(DrawingError) {
    let palette = drawing.palette
    for tab in layout.tabs {
      let isShown = layout.frames[tab.area] != nil
      try drawing.staging.draw(pixels(tab.frame), on: surface, scale: scale) { canvas in
        let whole = Rect(origin: .zero, size: tab.frame.size)
        canvas.fill(whole, with: isShown ? palette.paper : palette.frame)
        if isShown {
          canvas.fill(Rect(x: 0, y: 0, width: whole.width, height: 2), with: palette.accent)
        }
        let (text, font) = tab.shownTitle(on: canvas, isShown: isShown)
        canvas.draw(
          text, centeredAt: whole.center, font: font,
          color: isShown ? palette.ink : palette.muted)
      }
    }
  }

  private func draw(
    _ panel: any Panel, in frame: Rect, on surface: Surface
  ) throws(DrawingError) {
    panel.needsDisplay = false
    try drawing.staging.draw(pixels(frame), on: surface, scale: scale) { canvas in
      panel.draw(on: canvas, scale: scale)
    }
  }

  /// The layout of the window in which the sentence below the viewport has as many lines as it needs, where half of the room is
  /// enough: the viewport is shown smaller for it.
  func fittingLayout() -> DockLayout {
    let captions = page.captions
    let canvas =
      captions.description.isEmpty
      ? nil
      : try? Canvas(
        Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    var (layout, lines) = (dockLayout(lines: 0), 0)
    guard let canvas else { return layout }
    // A smaller viewport may leave fewer words to a line.
    for _ in 0..<4 {
      let needed = describe(captions, layout, on: canvas, lines: .max).count
      guard needed > lines else { break }
      lines = needed
      layout = dockLayout(lines: lines)
    }
    return layout
  }

  private func dockLayout(lines: Int) -> DockLayout {
    DockLayout(
      window: host.display.size.size / scale, viewport: page.traits.viewport,
      enlarges: page.traits.enlargesViewport, areas: areas.filter { page.panel(in: $0) != nil },
      front: front, curvesHeight: page.panel(in: .curves)?.chosenHeight,
      descriptionHeight: lines > 0 ? DescriptionLayout.height(lines: lines) : 0)
  }

  /// The left edge of the sentence: that of the viewport, or of the window where the viewport leaves too little room.
  private static func sentenceLeft(_ layout: DockLayout) -> Double {
    let left = max(layout.viewport.minX, captionGap)
    return layout.content.width - left < minimumDescriptionWidth
      ? min(left, DockLayout.margin) : left
  }

  /// The lines of the sentence below a viewport, after the details.
  private func describe(
    _ captions: Captions, _ layout: DockLayout, on canvas: Canvas, lines: Int
  ) -> [String] {
    let details = [layout.reductionText].compactMap(\.self) + captions.details
    let left = Self.sentenceLeft(layout)
    return canvas.wrapped(
      (details + [captions.description]).joined(separator: "  ·  "), font: Self.descriptionFont,
      width: layout.content.width - left - Self.captionGap - 8, lines: lines)
  }

  private func drawCaptions(on surface: Surface) throws(DrawingError) {
    var captions = page.captions
    if let reduced = layout.reductionText { captions.details.insert(reduced, at: 0) }
    guard captions != drawing.captions else { return }
    drawing.captions = captions
    let viewport = layout.viewport
    let depth = captions.description.isEmpty ? DockLayout.margin : layout.content.height
    let room = layout.content.intersection(
      Rect(
        x: 0, y: viewport.minY - DockLayout.margin, width: layout.content.width,
        height: viewport.height + DockLayout.margin + depth))
    let above = Rect(
      x: 0, y: room.minY, width: room.width, height: viewport.minY - room.minY)
    let below = Rect(x: 0, y: viewport.maxY, width: room.width, height: room.maxY - viewport.maxY)
    let left = max(viewport.minX, Self.captionGap)
    let width = room.width - left - Self.captionGap
    try drawing.staging.draw(pixels(above), on: surface, scale: scale) { canvas in
      canvas.fill(Rect(origin: .zero, size: above.size), with: drawing.palette.frame)
      drawDivider(captions.divider, in: above, pointingDown: true, on: canvas)
      if captions.divider == nil {
        // A title that does not fit begins further to the left.
        let title = canvas.elided(
          captions.title, font: Self.captionFont, width: room.width - 2 * Self.captionGap)
        let width = canvas.measure(title, font: Self.captionFont).width
        let start = max(Self.captionGap, min(left, room.width - width - Self.captionGap))
        draw(title, at: start, in: above, on: canvas)
      }
    }
    try drawing.staging.draw(pixels(below), on: surface, scale: scale) { canvas in
      canvas.fill(Rect(origin: .zero, size: below.size), with: drawing.palette.frame)
      guard captions.description.isEmpty else {
        return draw(page.captions, at: Self.sentenceLeft(layout), in: below, on: canvas)
      }
      let text = captions.details.joined(in: width, font: Self.captionFont, on: canvas)
      draw(text, at: left, in: below, on: canvas)
    }
  }

  /// Draws a sentence from the top of a strip on, after the details.
  private func draw(
    _ captions: Captions, at left: Double, in strip: Rect, on canvas: Canvas
  ) {
    let place = DescriptionLayout(height: strip.height)
    let lines = describe(captions, layout, on: canvas, lines: place.lineCount)
    for (index, text) in lines.enumerated() {
      canvas.draw(
        text, at: Point(left, place.baseline(of: index)), font: Self.descriptionFont,
        color: drawing.palette.muted)
    }
  }

  private func draw(_ text: String, at x: Double, in strip: Rect, on canvas: Canvas) {
    let extents = canvas.measure(text, font: Self.captionFont)
    let baseline = (strip.height + extents.ascent - extents.descent) / 2
    canvas.draw(
      text, at: Point(x, baseline.rounded()), font: Self.captionFont, color: drawing.palette.muted)
  }

  /// Marks the divider of a wipe outside of the content: a triangle that points at it, and the names of its sides.
  private func drawDivider(
    _ divider: Double?, in strip: Rect, pointingDown: Bool, on canvas: Canvas
  ) {
    guard let divider else { return }
    let x = layout.viewport.minX + divider * layout.viewportScale
    let tip = strip.height - 1
    canvas.fillPolygon(
      [Point(x - 6, tip - 8), Point(x + 6, tip - 8), Point(x, tip)], with: drawing.palette.ink)
    let width = canvas.measure("A", font: Self.captionFont).width
    draw("A", at: x - 12 - width, in: strip, on: canvas)
    draw("B", at: x + 12, in: strip, on: canvas)
  }
}

extension [String] {
  /// Joins the parts, from the first on, as long as they fit into a width.
  fileprivate func joined(in width: Double, font: Font, on canvas: Canvas) -> String {
    var text = ""
    for part in self {
      let longer = text.isEmpty ? part : text + "  ·  " + part
      guard canvas.measure(longer, font: font).width <= width else { break }
      text = longer
    }
    return text
  }
}
