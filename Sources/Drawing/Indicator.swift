package import ScrollGeometry

/// The appearance of a scroll indicator.
package struct Indicator: Hashable, Sendable {
  /// The frame of the bar without its border, in units of the canvas.
  package var frame: Rect
  /// The corner radius; at most half the thickness takes effect.
  package var cornerRadius: Double
  /// The color of the bar.
  package var color: Color
  /// The color of the border; clear for none.
  package var borderColor: Color
  /// The width of the border, which lies outside the frame; 0 for none.
  package var borderWidth: Double
  /// The opacity of bar and border, from 0 to 1.
  package var opacity: Double

  /// Makes an indicator.
  package init(
    frame: Rect, cornerRadius: Double, color: Color, borderColor: Color = .clear,
    borderWidth: Double = 0, opacity: Double = 1
  ) {
    self.frame = frame
    self.cornerRadius = cornerRadius
    self.color = color
    self.borderColor = borderColor
    self.borderWidth = borderWidth
    self.opacity = opacity
  }

  /// The frame with the border around it.
  package var bounds: Rect { frame.insetBy(dx: -borderWidth, dy: -borderWidth) }
}

extension Canvas {
  /// Draws a scroll indicator, unless its opacity is 0 or its frame is empty.
  package func draw(_ indicator: Indicator) {
    guard indicator.opacity > 0, !indicator.frame.isEmpty else { return }
    let opacity = min(1, indicator.opacity)
    fill(
      indicator.frame, cornerRadius: indicator.cornerRadius,
      with: indicator.color.withOpacity(opacity))
    guard indicator.borderWidth > 0, indicator.borderColor.alpha > 0 else { return }
    let half = indicator.borderWidth / 2
    stroke(
      indicator.frame.insetBy(dx: -half, dy: -half), cornerRadius: indicator.cornerRadius + half,
      with: indicator.borderColor.withOpacity(opacity), lineWidth: indicator.borderWidth)
  }
}
