package import Geometry

/// A scroll indicator as it is to be seen: values only, no knowledge of what scrolls.
package struct Indicator: Hashable, Sendable {
  /// Where the bar lies, without its border, in units of the canvas.
  package var frame: Rect
  /// The radius of its corners; above half its thickness it is cut down to that.
  package var cornerRadius: Double
  /// The colour of the bar.
  package var color: Color
  /// The colour of the line around the bar; clear for none.
  package var borderColor: Color
  /// The thickness of that line, which lies wholly outside of the frame; 0 for none.
  package var borderWidth: Double
  /// How much is seen of bar and border, from 0 (nothing is drawn) to 1.
  package var opacity: Double

  /// Makes an indicator from its values.
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

  /// Everything it touches: the frame and its border.
  package var bounds: Rect { frame.insetBy(dx: -borderWidth, dy: -borderWidth) }
}

extension Canvas {
  /// Draws a scroll indicator; nothing when its opacity is 0 or its frame is empty.
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
