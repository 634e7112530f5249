import Geometry

extension ScrollView {
  /// The thickness of an indicator without its border, in points. [M]
  public static let indicatorThickness = 3.0
  /// The space between an indicator and the edge it runs along, and between its track and the other two, in points. [M]
  static let indicatorGap = 3.0
  /// The least length of an indicator inside the range, in points. [M]
  static let leastIndicatorLength = 36.0
  /// The least length beyond an edge, and the length where there is nothing to scroll, in points. [M]
  static let leastStretchedIndicatorLength = 7.0

  /// The bar at the right that shows the vertical place.
  public var verticalScrollIndicator: ScrollIndicator {
    let area = indicatorArea
    let track =
      area.minY
      + Self.indicatorGap...max(
        area.minY + Self.indicatorGap, area.maxY - Self.indicatorGap)
    let (place, length) = indicator(
      on: track, offset: contentOffset.y, range: range.vertical, viewport: bounds.height,
      content: contentSize.height + adjustedContentInset.vertical)
    return ScrollIndicator(
      frame: Rect(
        x: area.maxX - Self.indicatorGap - Self.indicatorThickness, y: place,
        width: Self.indicatorThickness, height: length),
      opacity: showsVerticalScrollIndicator ? opacity(scrolls: scrollsVertically) : 0)
  }

  /// The bar at the bottom that shows the horizontal place.
  public var horizontalScrollIndicator: ScrollIndicator {
    let area = indicatorArea
    // The corner belongs to the vertical indicator where both show.
    let corner =
      scrollsVertically && scrollsHorizontally && showsVerticalScrollIndicator
      ? Self.indicatorGap + Self.indicatorThickness : 0
    let track =
      area.minX
      + Self.indicatorGap...max(
        area.minX + Self.indicatorGap, area.maxX - Self.indicatorGap - corner)
    let (place, length) = indicator(
      on: track, offset: contentOffset.x, range: range.horizontal, viewport: bounds.width,
      content: contentSize.width + adjustedContentInset.horizontal)
    return ScrollIndicator(
      frame: Rect(
        x: place, y: area.maxY - Self.indicatorGap - Self.indicatorThickness,
        width: length, height: Self.indicatorThickness),
      opacity: showsHorizontalScrollIndicator ? opacity(scrolls: scrollsHorizontally) : 0)
  }

  /// Shows the indicators for a short time: in 0.5 s they are in, after 1 s they go, after 1.5 s they are gone.
  ///
  /// Only axes that scroll show theirs. Corresponds to `UIScrollView.flashScrollIndicators()`.
  public func flashScrollIndicators() {
    indicators.flash(at: now)
    if !isCurrent { unanchored.insert(.flash) }
    window?.animate(self)
  }

  func showIndicators() {
    indicators.show()
  }

  func fadeIndicators() {
    indicators.fade(at: now)
  }

  private var indicatorArea: Rect {
    Rect(origin: .zero, size: bounds.size).inset(by: scrollIndicatorInsets + safeAreaInsets)
  }

  private var scrollsVertically: Bool {
    contentSize.height + adjustedContentInset.vertical > bounds.height
  }

  private var scrollsHorizontally: Bool {
    contentSize.width + adjustedContentInset.horizontal > bounds.width
  }

  private func opacity(scrolls: Bool) -> Double {
    scrolls ? indicators.opacity(at: now) : 0
  }

  /// Where an indicator begins on its track and how long it is, in points.
  private func indicator(
    on track: ClosedRange<Double>, offset: Double, range: ClosedRange<Double>, viewport: Double,
    content: Double
  ) -> (place: Double, length: Double) {
    let room = track.upperBound - track.lowerBound
    let least = min(Self.leastStretchedIndicatorLength, room)
    guard range.upperBound > range.lowerBound, content > 0 else {
      return (track.upperBound - least, least)
    }
    let full = min(max(Self.leastIndicatorLength, room * viewport / content), room)
    if offset < range.lowerBound {
      return (track.lowerBound, min(full, max(least, full - (range.lowerBound - offset))))
    }
    if offset > range.upperBound {
      let length = min(full, max(least, full - (offset - range.upperBound)))
      return (track.upperBound - length, length)
    }
    let part = (offset - range.lowerBound) / (range.upperBound - range.lowerBound)
    return (track.lowerBound + part * (room - full), full)
  }
}
