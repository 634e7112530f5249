package import Drawing
package import Geometry

/// Something that lies over the content, with its place.
package struct Overlay: Hashable, Sendable {
  /// What it is.
  package enum Kind: Hashable, Sendable {
    /// A scroll indicator.
    case indicator(Indicator)
    /// A thin bar: the part done of work in progress, from 0 to 1, or nil where that is not known.
    case progress(Double?)
    /// A sentence on a plate.
    case message(String)
    /// Numbers on a plate.
    case hud(HUD)
  }

  /// What it is.
  package var kind: Kind
  /// The whole pixels that it touches.
  package var area: PixelRect
  /// How much larger than at 96 dots an inch it is drawn.
  package var scale: Double

  /// Makes an overlay.
  package init(_ kind: Kind, area: PixelRect, scale: Double) {
    self.kind = kind
    self.area = area
    self.scale = scale
  }
}

extension Overlay {
  /// Everything that lies over a frame's content, from the lowest up; `canvas` measures its words.
  static func all(of frame: Frame, measuredBy canvas: Canvas) -> [Overlay] {
    var overlays = frame.indicators.map {
      Overlay(.indicator($0), area: PixelRect(around: $0.bounds), scale: frame.scale)
    }
    if let progress = frame.progress { overlays.append(bar(progress, frame)) }
    if let message = frame.message { overlays.append(plate(message, frame, canvas)) }
    if let hud = frame.hud {
      overlays.append(
        Overlay(.hud(hud), area: hud.area(scale: frame.scale, canvas), scale: frame.scale))
    }
    return overlays.filter { !$0.area.intersection(PixelRect(frame.viewport)).isEmpty }
  }

  private static func bar(_ progress: Frame.Progress, _ frame: Frame) -> Overlay {
    let thickness = max(1, PixelRect.rounded(Theme.progress.thickness * frame.scale))
    let part: Double? = if case .part(let part) = progress { part } else { nil }
    let area = PixelRect(x: 0, y: 0, width: frame.viewport.width, height: thickness)
    return Overlay(.progress(part), area: area, scale: frame.scale)
  }

  private static func plate(_ message: String, _ frame: Frame, _ canvas: Canvas) -> Overlay {
    let font = Font(size: Theme.message.size * frame.scale)
    let extents = canvas.measure(message, font: font)
    let padding = font.size * Theme.message.padding
    let width = min(extents.width, Double(frame.viewport.width) - 4 * padding)
    let area = Rect(
      x: ((Double(frame.viewport.width) - width) / 2 - padding).rounded(),
      y: (Double(frame.viewport.height) - extents.height - 4 * padding).rounded(),
      width: (width + 2 * padding).rounded(), height: (extents.height + padding).rounded())
    return Overlay(.message(message), area: PixelRect(rounding: area), scale: frame.scale)
  }
}

extension Canvas {
  /// Draws an overlay where it lies.
  func draw(_ overlay: Overlay) {
    switch overlay.kind {
    case .indicator(let indicator): draw(indicator)
    case .progress(let part): drawBar(part, in: overlay.area.rect)
    case .message(let sentence): drawPlate(sentence, overlay)
    case .hud(let hud): draw(hud, in: overlay.area.rect, scale: overlay.scale)
    }
  }

  private func drawBar(_ part: Double?, in whole: Rect) {
    fill(whole, with: Theme.progress.rest)
    guard let part else { return }
    var done = whole
    done.size.width *= min(max(part, 0), 1)
    fill(done, with: Theme.progress.done)
  }

  private func drawPlate(_ sentence: String, _ overlay: Overlay) {
    let font = Font(size: Theme.message.size * overlay.scale)
    let padding = font.size * Theme.message.padding
    let plate = overlay.area.rect
    fill(plate, cornerRadius: padding / 2, with: Theme.message.plate)
    saved {
      clip(to: plate)
      let ascent = measure(sentence, font: font).ascent
      draw(
        sentence, at: Point(plate.minX + padding, plate.minY + padding / 2 + ascent), font: font,
        color: Theme.message.text)
    }
  }
}

extension PixelRect {
  /// The pixels that a rectangle touches, whole or in part.
  init(around rect: Rect) {
    let left = Int(rect.minX.rounded(.down))
    let top = Int(rect.minY.rounded(.down))
    self.init(
      x: left, y: top, width: Int(rect.maxX.rounded(.up)) - left,
      height: Int(rect.maxY.rounded(.up)) - top)
  }
}
