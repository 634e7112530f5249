public import ScrollGeometry

extension ScrollView {
  /// The thickness of an indicator without its border, in points. [M]
  public static let indicatorThickness = 3.0
  /// The space between an indicator and the adjacent edges, in points. [M]
  static let indicatorGap = 3.0
  /// The minimum length of an indicator inside the range, in points. [M]
  static let minimumIndicatorLength = 36.0
  /// The minimum length beyond an edge, and the length where the content does not scroll, in points. [M]
  static let minimumStretchedIndicatorLength = 7.0

  /// The vertical scroll indicator, at the right edge.
  public var verticalScrollIndicator: ScrollIndicator {
    verticalIndicator(on: track(in: presentationRange))
  }

  /// The horizontal scroll indicator, at the bottom edge.
  public var horizontalScrollIndicator: ScrollIndicator {
    horizontalIndicator(on: track(in: presentationRange))
  }

  /// Both indicators, where the ``range`` is known already.
  package func scrollIndicators(
    in range: OffsetRange
  ) -> (vertical: ScrollIndicator, horizontal: ScrollIndicator) {
    let track = track(in: zoomFader == nil ? range : presentationRange)
    return (verticalIndicator(on: track), horizontalIndicator(on: track))
  }

  private func verticalIndicator(on content: IndicatorTrack) -> ScrollIndicator {
    let area = indicatorArea(verticalScrollIndicatorInsets)
    let track =
      area.minY
      + Self.indicatorGap...max(
        area.minY + Self.indicatorGap, area.maxY - Self.indicatorGap)
    let (place, length) = indicator(
      on: track, offset: presentationOffset.y, range: content.range.vertical,
      viewport: bounds.height,
      content: content.size.height)
    return ScrollIndicator(
      frame: Rect(
        x: area.maxX - Self.indicatorGap - Self.indicatorThickness, y: place,
        width: Self.indicatorThickness, height: length),
      opacity: showsVerticalScrollIndicator ? opacity(scrolls: content.scrollsVertically) : 0)
  }

  private func horizontalIndicator(on content: IndicatorTrack) -> ScrollIndicator {
    let area = indicatorArea(horizontalScrollIndicatorInsets)
    // The vertical indicator takes the corner where both show.
    let corner =
      content.scrollsVertically && content.scrollsHorizontally && showsVerticalScrollIndicator
      ? Self.indicatorGap + Self.indicatorThickness : 0
    let track =
      area.minX
      + Self.indicatorGap...max(
        area.minX + Self.indicatorGap, area.maxX - Self.indicatorGap - corner)
    let (place, length) = indicator(
      on: track, offset: presentationOffset.x, range: content.range.horizontal,
      viewport: bounds.width,
      content: content.size.width)
    return ScrollIndicator(
      frame: Rect(
        x: place, y: area.maxY - Self.indicatorGap - Self.indicatorThickness,
        width: length, height: Self.indicatorThickness),
      opacity: showsHorizontalScrollIndicator ? opacity(scrolls: content.scrollsHorizontally) : 0)
  }

  /// Shows the indicators for a moment.
  func flashIndicators() {
    indicators.flash(at: now)
    if !isCurrent { unanchored.insert(.indicators) }
    window?.animate(self)
  }

  /// Shows the indicators for changes of the content offset that the program makes in `changes`, as for scrolling; they fade
  /// afterward.
  ///
  /// Corresponds to `UIScrollView.withScrollIndicatorsShown(forContentOffsetChanges:)`.
  public func withScrollIndicatorsShown(forContentOffsetChanges changes: () -> Void) {
    let outer = showsIndicatorsForChanges
    showsIndicatorsForChanges = true
    changes()
    showsIndicatorsForChanges = outer
    guard !outer else { return }
    updateIndicators()
    if !isCurrent { unanchored.insert(.indicators) }
    if isInMotion { window?.animate(self) }
  }

  func showIndicators() {
    indicators.show()
  }

  func fadeIndicators() {
    indicators.fade(at: now, tuning)
  }

  private func indicatorArea(_ insets: EdgeInsets) -> Rect {
    let safeArea = automaticallyAdjustsScrollIndicatorInsets ? storedSafeArea : .zero
    return Rect(origin: .zero, size: bounds.size).inset(by: insets + safeArea)
  }

  /// What both indicators show a part of.
  private struct IndicatorTrack {
    /// The size of the content with its insets, in points.
    var size: Size
    var viewport: Size
    var range: OffsetRange

    var scrollsVertically: Bool { size.height > viewport.height }
    var scrollsHorizontally: Bool { size.width > viewport.width }
  }

  private func track(in range: OffsetRange) -> IndicatorTrack {
    let content = presentationContentSize
    let inset = adjustedContentInset(in: bounds.size, content: content)
    return IndicatorTrack(
      size: Size(
        width: content.width + inset.horizontal, height: content.height + inset.vertical),
      viewport: bounds.size, range: range)
  }

  /// The range of offsets of the displayed content.
  package var presentationLimits: (lower: Point, upper: Point) {
    (presentationRange.lower, presentationRange.upper)
  }

  /// The range of offsets of the content as it is displayed.
  var presentationRange: OffsetRange {
    range(in: bounds.size, content: presentationContentSize)
  }

  private func opacity(scrolls: Bool) -> Double {
    scrolls ? indicators.opacity(at: now) : 0
  }

  /// Returns the position and the length of an indicator on its track, in points.
  private func indicator(
    on track: ClosedRange<Double>, offset: Double, range: ClosedRange<Double>, viewport: Double,
    content: Double
  ) -> (place: Double, length: Double) {
    let room = track.upperBound - track.lowerBound
    let least = min(Self.minimumStretchedIndicatorLength, room)
    guard range.upperBound > range.lowerBound, content > 0 else {
      return (track.upperBound - least, least)
    }
    let full = min(max(Self.minimumIndicatorLength, room * viewport / content), room)
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

/// A scroll indicator as a value to draw.
public struct ScrollIndicator: Hashable, Sendable {
  /// The frame relative to the top left corner of the scroll view, in points.
  public var frame: Rect
  /// The opacity, from 0 (hidden) to 1.
  public var opacity: Double

  /// The corner radius, in points: half the thickness.
  public var cornerRadius: Double { min(frame.width, frame.height) / 2 }
}

/// The visibility of the indicators over time.
struct IndicatorVisibility {
  /// The time for which indicators stay after scrolling ends, in seconds. [R]
  static let stay = 1.0
  /// The duration of the fade that follows, in seconds. [R]
  static let fadeDuration = 0.25
  /// The times at which a flash is fully visible, starts to fade and is hidden, in seconds after its start. [R]
  static let flash = (visible: 0.5, fades: 1.0, hidden: 1.5)

  private enum State {
    case hidden
    case shown
    case fading(since: Double, stay: Double, duration: Double)
    case flashing(since: Double, from: Double)
  }

  private var state = State.hidden

  /// Returns the opacity at `time`, from 0 to 1; fades are linear.
  func opacity(at time: Double) -> Double {
    switch state {
    case .hidden: return 0
    case .shown: return 1
    case .fading(let start, let stay, let duration):
      let elapsed = time - start - stay
      return min(max(1 - elapsed / duration, 0), 1)
    case .flashing(let start, let opacity):
      let elapsed = time - start
      guard elapsed > Self.flash.fades else {
        return opacity + (1 - opacity) * min(max(elapsed / Self.flash.visible, 0), 1)
      }
      let left = Self.flash.hidden - elapsed
      return max(0, left / (Self.flash.hidden - Self.flash.fades))
    }
  }

  /// Whether the opacity is animating.
  var isChanging: Bool { deadline != nil }

  /// The time at which the animation ends, in seconds.
  var deadline: Double? {
    switch state {
    case .hidden, .shown: nil
    case .fading(let start, let stay, let duration): start + stay + duration
    case .flashing(let start, _): start + Self.flash.hidden
    }
  }

  mutating func show() { state = .shown }

  mutating func fade(at time: Double, _ tuning: Tuning) {
    guard case .shown = state else { return }
    state = .fading(
      since: time, stay: tuning.indicatorDelay, duration: tuning.indicatorFade)
  }

  mutating func flash(at time: Double) {
    if case .shown = state { return }
    state = .flashing(since: time, from: opacity(at: time))
  }

  /// Shifts an animation in progress by `difference` seconds.
  mutating func shift(by difference: Double) {
    switch state {
    case .hidden, .shown: break
    case .fading(let start, let stay, let duration):
      state = .fading(since: start + difference, stay: stay, duration: duration)
    case .flashing(let start, let opacity):
      state = .flashing(since: start + difference, from: opacity)
    }
  }

  mutating func timeReached(_ time: Double) {
    if let deadline, deadline <= time { state = .hidden }
  }
}
