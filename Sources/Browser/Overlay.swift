package import OverscrollDrawing
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
    /// A page, with its lines and the color of its text.
    case page([PageLine], Color)
    /// The heads-up display.
    case hud(HUD)
    /// A red dot while a recording runs, a ring while it waits.
    case recording(Frame.Recording)
    /// A field to type into.
    case field(FieldOverlay)
    /// An overlay of the window.
    case layer(OverlayLayer)
    /// A side of the frame around a window over which something is dragged.
    case dropFrame
  }

  /// A line of a page.
  package struct PageLine: Hashable, Sendable {
    var text: String
    /// The start of the baseline, in pixels of the window.
    var place: Point
    var font: Font
    /// The opacity of the text, from 0 to 1.
    var opacity: Double
  }

  /// What it is.
  package var kind: Kind
  /// The whole pixels it touches.
  package var area: PixelRect
  /// The scale factor, relative to 96 dots per inch.
  package var scale: Double
  /// How clearly text and plates stand out.
  var contrast = Contrast.standard

  /// Creates an overlay.
  package init(_ kind: Kind, area: PixelRect, scale: Double) {
    self.kind = kind
    self.area = area
    self.scale = scale
  }
}

extension Overlay {
  /// Returns the overlays of a frame, from bottom to top; `canvas` measures text.
  static func all(of frame: Frame, measuredBy canvas: Canvas) -> [Overlay] {
    var overlays = frame.indicators.map {
      Overlay(.indicator($0), area: PixelRect(around: $0.bounds), scale: frame.scale)
    }
    if let minimap = frame.minimap {
      overlays.append(
        Overlay(.minimap(minimap), area: minimap.bounds(scale: frame.scale), scale: frame.scale))
    }
    if let page = frame.page { overlays.insert(self.page(page, frame, canvas), at: 0) }
    if let progress = frame.progress { overlays.append(bar(progress, frame)) }
    let message = frame.message.map { self.message($0, frame, canvas) }
    if let message { overlays.append(message) }
    let plates = PlateArrangement(of: frame, around: message?.area, measuredBy: canvas)
    if let hud = frame.hud, let area = plates.hud {
      overlays.append(Overlay(.hud(hud), area: area, scale: frame.scale))
    }
    if let recording = frame.recording { overlays.append(dot(recording, frame)) }
    overlays += plates.layers.map {
      let area = PixelRect(around: $0.shownArea * frame.scale)
      return Overlay(.layer($0), area: area, scale: frame.scale)
    }
    // The text that is being typed lies above everything else.
    if let field = frame.field {
      let area = field.area(in: frame.viewport, scale: frame.scale)
      overlays.append(Overlay(.field(field), area: area, scale: frame.scale))
    }
    if frame.isDropTarget { overlays += dropFrame(frame) }
    for index in overlays.indices { overlays[index].contrast = frame.contrast }
    return overlays.filter { !$0.area.intersection(PixelRect(frame.viewport)).isEmpty }
  }

  private static func bar(_ progress: Frame.Progress, _ frame: Frame) -> Overlay {
    let thickness = max(1, PixelRect.rounded(Theme.progress.thickness * frame.scale))
    let part: Double? = if case .part(let part) = progress { part } else { nil }
    let area = PixelRect(x: 0, y: 0, width: frame.viewport.width, height: thickness)
    return Overlay(.progress(part), area: area, scale: frame.scale)
  }

  private static func dot(_ recording: Frame.Recording, _ frame: Frame) -> Overlay {
    let (size, margin, rim) = (Theme.recording.size, Theme.recording.margin, Theme.recording.rim)
    let place = Rect(
      x: Double(frame.viewport.width) - (margin + size + rim) * frame.scale,
      y: (margin - rim) * frame.scale, width: (size + 2 * rim) * frame.scale,
      height: (size + 2 * rim) * frame.scale)
    return Overlay(.recording(recording), area: PixelRect(rounding: place), scale: frame.scale)
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
    return sides.map { Overlay(.dropFrame, area: $0, scale: frame.scale) }
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
    case .page(let lines, let color):
      for line in lines {
        draw(line.text, at: line.place, font: line.font, color: color.withOpacity(line.opacity))
      }
    case .recording(let recording): drawDot(recording, overlay)
    case .field(let field): draw(field, in: overlay.area, scale: overlay.scale)
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
