import OverscrollBase
package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry
import ScrollLists

/// A picture that a host program provides for scenes.
package protocol ScenePicture: AnyObject {
  /// Draws the picture into `rect`, in units of the canvas; `toPixels` maps those to pixels of its surface.
  func draw(on canvas: Canvas, in rect: Rect, toPixels: AffineTransform)
}

/// Draws a tree of engine views by their looks, with clipping, transforms and scroll indicators.
///
/// Panels and scenes are drawn by it in windows, files and tests alike.
package struct ViewPainter {
  /// Returns the appearance of a view; `nil` for views of which only the subviews are drawn.
  package var look: (View) -> Look?
  /// The picture for ``Look/Pattern/picture``.
  package var picture: (any ScenePicture)?
  /// The time of the engine's window for what blinks, in seconds; `nil` for the time to which it was advanced.
  ///
  /// A window at rest is not advanced, and its caret blinks all the same.
  package var time: Double?

  package init(picture: (any ScenePicture)? = nil, look: @escaping (View) -> Look?) {
    self.look = look
    self.picture = picture
  }

  /// Draws the views of a scene.
  package init(_ scene: any LabScene, picture: (any ScenePicture)? = nil) {
    let looks = scene.looks
    self.init(picture: picture) { looks[ObjectIdentifier($0)] }
  }

  /// Draws a view, whose superview's coordinates are the units of the canvas.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - canvas: The canvas.
  ///   - toPixels: Maps units of the canvas to pixels, which pictures are drawn in.
  package func draw(
    _ view: View, on canvas: Canvas, toPixels: AffineTransform = .identity
  ) {
    guard !view.isHidden else { return }
    let shown = view.presentation
    let transform = shown.toSuperview
    canvas.saved {
      canvas.concatenate(transform)
      let toPixels = transform.concatenating(toPixels)
      let look = look(view)
      if let look { draw(look, of: view, in: shown.bounds, on: canvas, toPixels) }
      if view.clipsToBounds { canvas.clip(to: shown.bounds, cornerRadius: look?.cornerRadius ?? 0) }
      for subview in view.subviews { draw(subview, on: canvas, toPixels: toPixels) }
      // A view of a panel has its text in its look.
      if let input = view as? any TextInput, !(view is any PanelView) {
        canvas.saved {
          canvas.clip(to: shown.bounds)
          drawText(of: input, on: canvas)
        }
      }
      if let table = view as? TableView { drawIndex(of: table, on: canvas) }
      if let scrollView = view as? ScrollView { drawIndicators(of: scrollView, on: canvas) }
      if let look, let border = look.border {
        drawBorder(border, of: look, around: shown.bounds, on: canvas)
      }
    }
  }

  private func draw(
    _ look: Look, of view: View, in bounds: Rect, on canvas: Canvas, _ toPixels: AffineTransform
  ) {
    if let fill = look.fill {
      canvas.fill(bounds, cornerRadius: look.cornerRadius, with: fill)
    }
    canvas.saved {
      if look.pattern != nil { canvas.clip(to: bounds, cornerRadius: look.cornerRadius) }
      switch look.pattern {
      case .grid(let step, let color): canvas.drawGrid(in: bounds, step: step, color: color)
      case .landscape: canvas.drawLandscape(in: bounds)
      case .picture:
        guard let picture else { return canvas.drawLandscape(in: bounds) }
        picture.draw(on: canvas, in: bounds, toPixels: toPixels)
      case nil: break
      }
    }
    for shape in look.shapes { canvas.draw(shape) }
    for label in look.labels { canvas.draw(label, in: bounds) }
  }

  private func drawBorder(
    _ border: Look.Border, of look: Look, around bounds: Rect, on canvas: Canvas
  ) {
    let half = border.width / 2
    var color = border.color
    if canvas.contrast == .increased, let fill = look.fill {
      color = color.strengthened(on: fill)
    }
    canvas.stroke(
      bounds.insetBy(dx: half, dy: half), cornerRadius: max(0, look.cornerRadius - half),
      with: color, lineWidth: border.width)
  }

  private func drawIndicators(of scrollView: ScrollView, on canvas: Canvas) {
    for indicator in [scrollView.verticalScrollIndicator, scrollView.horizontalScrollIndicator] {
      canvas.draw(Indicator(indicator, of: scrollView))
    }
  }

  private func drawIndex(of table: TableView, on canvas: Canvas) {
    guard let strip = table.sectionIndexStrip else { return }
    for (index, title) in strip.titles.enumerated() {
      let frame = strip.frame(ofTitleAt: index).offset(by: table.bounds.origin)
      canvas.draw(
        Look.Label(title, size: Palette.number, color: Palette.blue, isBold: true, margin: 0),
        in: frame)
    }
  }
}

extension Indicator {
  /// The appearance of a scroll view's indicator, in the coordinates of the view's content.
  fileprivate init(_ indicator: ScrollIndicator, of scrollView: ScrollView) {
    let (color, border): (Color, Color) =
      switch scrollView.indicatorStyle {
      // Seen on every ground, on the dark one of scenes and panels best.
      case .default: (Color(white: 1, alpha: 0.45), Color(white: 0, alpha: 0.35))
      case .black: (Color(white: 0, alpha: 0.5), .clear)
      case .white: (Color(white: 1, alpha: 0.5), .clear)
      }
    self.init(
      frame: indicator.frame.offset(by: scrollView.presentation.bounds.origin),
      cornerRadius: indicator.cornerRadius, color: color, borderColor: border,
      borderWidth: border.alpha > 0 ? 1 : 0, opacity: indicator.opacity)
  }
}

extension ViewPainter {
  /// Draws the text of a text field or text view: selection, lines, the line under marked text, and the caret.
  func drawText(of input: any TextInput, on canvas: Canvas) {
    let font = Font(.mono, size: Palette.text)
    if input.isFirstResponder, !input.selectedRange.isEmpty {
      for rect in input.selectionRects(for: input.selectedRange) {
        canvas.fill(rect, with: Palette.blue.withOpacity(0.3))
      }
    }
    for letter in input.visibleLetters {
      canvas.draw(letter.text, at: letter.place, font: font, color: Palette.ink)
    }
    if let marked = input.markedRange {
      for rect in input.selectionRects(for: marked) {
        canvas.fill(
          Rect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1),
          with: Palette.ink)
      }
    }
    if let field = input as? TextField, field.text.isEmpty, !field.placeholder.isEmpty {
      canvas.draw(
        field.placeholder,
        at: Point(
          field.bounds.minX + TextField.textInset, field.bounds.minY + field.bounds.height / 2 + 4),
        font: Font(size: Palette.text), color: Palette.muted)
    }
    if let caret = input.caretRect, input.isCaretOn(at: time ?? input.window?.time ?? 0) {
      canvas.fill(caret, with: Palette.blue)
    }
  }
}

extension Font {
  init(_ label: Look.Label) {
    self.init(label.isMono ? .mono : .sans, size: label.size, isBold: label.isBold)
  }
}

extension Canvas {
  /// The distance of two lines of a label, as a multiple of the em size. [C]
  package static let lineSpacing = 1.4

  /// Draws a label's lines at its anchor in `bounds`, each aligned by the anchor's `x`.
  package func draw(_ label: Look.Label, in bounds: Rect) {
    let width = max(0, bounds.width - 2 * label.margin)
    let height = max(0, bounds.height - 2 * label.margin)
    let place = Point(width * (label.anchor.x - 0.5), height * (label.anchor.y - 0.5))
    draw(label, at: bounds.center + place)
  }

  /// Draws a label's lines with the anchor at a point.
  func draw(_ label: Look.Label, at anchor: Point) {
    guard !label.text.isEmpty else { return }
    let font = Font(label)
    let lines = label.text.split(separator: "\n", omittingEmptySubsequences: false)
    let extents = measure("0", font: font)
    let spacing = label.size * Self.lineSpacing
    let height = spacing * Double(lines.count - 1) + extents.height
    var baseline = anchor.y - height * label.anchor.y + extents.ascent
    for line in lines {
      let width = measure(String(line), font: font).width
      draw(
        String(line), at: Point(anchor.x - width * label.anchor.x, baseline), font: font,
        color: label.color)
      baseline += spacing
    }
  }

  /// Draws a shape.
  func draw(_ shape: Look.Shape) {
    switch shape {
    case .rect(let rect, let radius, let color):
      fill(rect, cornerRadius: radius, with: color)
    case .ellipse(let rect, let color):
      // An oval of another shape than a circle is not needed.
      fill(rect, cornerRadius: min(rect.width, rect.height) / 2, with: color)
    case .polygon(let points, let color): fillPolygon(points, with: color)
    case .line(let points, let color, let width, let dashes):
      strokeLine(through: points, with: color, lineWidth: width, dashes: dashes)
    case .text(let label, let point): draw(label, at: point)
    }
  }

  /// Draws lines at multiples of `step`, every second one stronger and with its coordinates.
  func drawGrid(in bounds: Rect, step: Double, color: Color) {
    guard step > 0, bounds.width / step <= 1000, bounds.height / step <= 1000 else { return }
    let columns = Int(bounds.width / step)
    let rows = Int(bounds.height / step)
    for column in 0...columns {
      let x = bounds.minX + Double(column) * step
      let faint = color.withOpacity(column.isMultiple(of: 2) ? 0.5 : 0.2)
      fill(Rect(x: x, y: bounds.minY, width: 1, height: bounds.height), with: faint)
    }
    for row in 0...rows {
      let y = bounds.minY + Double(row) * step
      let faint = color.withOpacity(row.isMultiple(of: 2) ? 0.5 : 0.2)
      fill(Rect(x: bounds.minX, y: y, width: bounds.width, height: 1), with: faint)
    }
    for row in stride(from: 0, through: rows, by: 2) {
      for column in stride(from: 0, through: columns, by: 2) {
        let (x, y) = (Double(column) * step, Double(row) * step)
        draw(
          [x, y].map { NumberText.withMinus("\(Int($0))") }.joined(separator: ", "),
          at: Point(bounds.minX + x + 5, bounds.minY + y + 14),
          font: Font(.mono, size: Palette.small), color: color)
      }
    }
  }

  /// Draws a landscape: a sky, a sun, three ranges of hills.
  func drawLandscape(in bounds: Rect) {
    let (width, height) = (bounds.width, bounds.height)
    fill(bounds, from: Color(0x8EC5F2), to: Color(0xFCE9CF))
    let radius = min(width, height) * 0.09
    let sun = Point(bounds.minX + width * 0.3, bounds.minY + height * 0.26)
    fill(
      Rect(x: sun.x - radius, y: sun.y - radius, width: 2 * radius, height: 2 * radius),
      cornerRadius: radius, with: Color(0xFFF6DA))
    let ranges: [(UInt32, Double, Double, Double)] = [
      (0x9DB4CF, 0.55, 0.10, 2.1), (0x6E93A8, 0.66, 0.08, 3.3), (0x3F7467, 0.78, 0.06, 4.7),
      (0x2A5548, 0.90, 0.04, 6.1),
    ]
    for (color, base, swing, waves) in ranges {
      var points = [Point(bounds.minX, bounds.maxY)]
      for step in 0...64 {
        let part = Double(step) / 64
        let wave = Self.wave(part * waves + base * 3) * 0.7 + Self.wave(part * waves * 2.3) * 0.3
        points.append(
          Point(bounds.minX + width * part, bounds.minY + height * (base - swing * wave)))
      }
      points.append(Point(bounds.maxX, bounds.maxY))
      fillPolygon(points, with: Color(color))
    }
  }

  /// A smooth wave of period 1 between −1 and 1, made of parabolas.
  private static func wave(_ phase: Double) -> Double {
    let part = phase - phase.rounded(.down)
    let half = part < 0.5 ? part * 2 : part * 2 - 1
    let hump = 4 * half * (1 - half)
    return part < 0.5 ? hump : -hump
  }
}
