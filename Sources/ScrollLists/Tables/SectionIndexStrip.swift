public import ScrollGeometry

/// The section index of a table as a value to draw: a strip of titles along the right edge that jumps to sections.
///
/// Lengths are points in the coordinates of the viewport, as in `ScrollIndicator`.
public struct SectionIndexStrip: Hashable, Sendable {
  /// The width of the strip. [C]
  public static let width = 15.0
  /// The height of a title, where there is room. [C]
  public static let titleHeight = 14.0

  /// The titles, from top to bottom.
  public let titles: [String]
  /// The touchable area: as high as the viewport minus its insets.
  public let frame: Rect

  /// Returns the rectangle of a title; the titles are centered in the strip, closer together where it is short.
  public func frame(ofTitleAt index: Int) -> Rect {
    Rect(
      x: frame.minX, y: top + Double(index) * step, width: frame.width, height: step)
  }

  /// Returns the index of the title at a vertical position in the viewport; the first or last one beyond them all.
  func title(at y: Double) -> Int {
    guard step > 0 else { return 0 }
    let passed = ((y - top) / step).rounded(.down)
    return Int(min(max(passed, 0), Double(titles.count - 1)))
  }

  private var step: Double { min(Self.titleHeight, frame.height / Double(titles.count)) }

  private var top: Double { frame.center.y - step * Double(titles.count) / 2 }
}
