package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry
import ScrollLists

/// A picture that a host program provides for scenes.
package protocol ScenePicture: AnyObject {
  /// The size in picture pixels.
  var size: Size { get }

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
      canvas.fill(bounds, cornerRadius: look.cornerRadius, with: Color(fill))
    }
    canvas.saved {
      if look.pattern != nil { canvas.clip(to: bounds, cornerRadius: look.cornerRadius) }
      switch look.pattern {
      case .grid(let step, let color): canvas.drawGrid(in: bounds, step: step, color: Color(color))
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
    var color = Color(border.color)
    if canvas.contrast == .increased, let fill = look.fill {
      color = color.strengthened(on: Color(fill))
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
      case .default: (Color(white: 0, alpha: 0.35), Color(white: 1, alpha: 0.35))
      case .black: (Color(white: 0, alpha: 0.5), .clear)
      case .white: (Color(white: 1, alpha: 0.5), .clear)
      }
    self.init(
      frame: indicator.frame.offset(by: scrollView.presentation.bounds.origin),
      cornerRadius: indicator.cornerRadius, color: color, borderColor: border,
      borderWidth: border.alpha > 0 ? 1 : 0, opacity: indicator.opacity)
  }
}

extension Color {
  /// The same color.
  package init(_ color: Look.Color) {
    self = Self(color.rgb).withOpacity(color.opacity)
  }
}
