package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

extension PictureView {
  /// The height of the strip at the top of the window in which a tap scrolls to the top, in points. [C]
  private static let topStrip = 8.0

  /// Adds a handler for double taps and double clicks, which receives their location in device pixels of the window.
  ///
  /// A single one at the very top of the window scrolls to the top.
  ///
  /// - Parameters:
  ///   - limits: Returns when two clicks of a mouse are a double click; `nil` where they are as double taps.
  ///   - action: The handler.
  package func addDoubleTap(
    within limits: @escaping () -> DoubleClick.Limits? = { nil },
    _ action: @escaping (Point) -> Void
  ) {
    clicks = Clicks(limits: limits, action: action)
    recorder.stage.didTap = { [weak self] recognizer, place in
      guard let self else { return }
      if recognizer == 0 {
        if clicks?.isFollowing != true { action(place * scale) }
      } else if place.y <= Self.topStrip {
        scrollToTop(at: recorder.present)
      }
    }
  }

  /// Shows the indicators for a moment, at `time` in the time of the desktop, where a picture that comes into view scrolls.
  package func flashIndicators(at time: Double) {
    let isScrollable = scrollView.maximumContentOffset != scrollView.minimumContentOffset
    if isScrollable { recorder.flashScrollIndicators(at: time) }
  }

  /// Scrolls to the top, at `time` in the time of the desktop.
  package func scrollToTop(at time: Double) {
    recorder.perform(.call(.scrollToTop), at: time)
  }

  /// Handles input, whose timestamp is in the time of the desktop; `origin` is where it came from, for takes.
  package func send(_ event: Event, from origin: Script.Origin? = nil) {
    let place = clicks?.follow(event)
    recorder.send(event, origin: origin)
    if let place { clicks?.action(place * scale) }
  }

  /// Advances to a time of the desktop, in seconds.
  package func advance(to time: Double, missed: Int = 0) {
    recorder.frame(at: time, missed: missed)
  }

  /// Zooms in or out by a factor of 1.25 about the middle of the window.
  ///
  /// - Parameters:
  ///   - enlarges: Pass `true` to zoom in.
  ///   - time: The time of the command, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func zoomStep(enlarges: Bool, at time: Double, animated: Bool) {
    guard animated else {
      let step = ScrollView.scalePerNotch
      zoom(.by(enlarges ? step : 1 / step), at: time, animated: false)
      return
    }
    // As a notch of the wheel, so that the scale rubber-bands at its limits and bounces back.
    let middle = Point(scrollView.frame.width / 2, scrollView.frame.height / 2)
    send(
      .wheel(
        WheelEvent(
          notches: Point(0, enlarges ? -1 : 1), location: middle, modifiers: .control,
          timestamp: time)))
  }

  /// Scrolls as an arrow key does; `key` is the key's name, and `time` is in seconds.
  package func pan(
    _ key: String, modifiers: Modifiers, at time: Double, from origin: Script.Origin? = nil,
    animated: Bool
  ) {
    send(
      .key(KeyEvent(key: .init(rawValue: key), modifiers: modifiers, timestamp: time)), from: origin
    )
    guard !animated else { return }
    recorder.perform(
      .call(.setContentOffset(scrollView.restingOffset, animated: false)), at: time)
  }
}

extension PictureView {
  /// Stops what scrolls by itself, as a press on the picture does; what is beyond an edge still bounces back.
  ///
  /// - Parameter time: The time of the press, in seconds.
  package func stop(at time: Double) {
    let offset = scrollView.contentOffset
    guard [.decelerating, .animating].contains(scrollView.phase),
      scrollView.nearestOffset(to: offset) == offset
    else { return }
    recorder.perform(.call(.stopScrollingAndZooming), at: time)
  }

  /// Whether there is more of the picture in a direction.
  package func reaches(toward direction: Point) -> Bool {
    let offset = scrollView.contentOffset
    return scrollView.nearestOffset(to: offset + direction) != offset
  }

  /// Scrolls by a distance in points, as far as the picture reaches, without animation; `time` is in seconds.
  package func scroll(by distance: Point, at time: Double) {
    let offset = scrollView.nearestOffset(to: scrollView.contentOffset + distance)
    guard offset != scrollView.contentOffset else { return }
    recorder.perform(.call(.setContentOffset(offset, animated: false)), at: time)
  }

  /// Scrolls a pixel of the picture to the middle of the window, as far as the picture reaches, at the present scale.
  ///
  /// - Parameters:
  ///   - pixel: The pixel, in picture pixels.
  ///   - time: The time of the command, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func center(on pixel: Point, at time: Double, animated: Bool) {
    let offset = Self.offset(showing: pixel, in: scrollView, scale: scale)
    recorder.perform(.call(.setContentOffset(offset, animated: animated)), at: time)
  }

  /// Scrolls a pixel of the picture to the middle of the window.
  ///
  /// - Parameters:
  ///   - pixel: The pixel, in picture pixels.
  ///   - target: The zoom scale; `nil` for the present one or, where the whole picture is fitted and no pixel could be in the
  ///     middle, for 1.
  ///   - time: The time of the command, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func show(_ pixel: Point, scale target: Double?, at time: Double, animated: Bool) {
    let part = scrollView.bounds.size / (target ?? (position.isFitted ? 1 : scrollView.zoomScale))
    let place = pixel / scale
    let rect = Rect(
      x: place.x - part.width / 2, y: place.y - part.height / 2, width: part.width,
      height: part.height)
    recorder.perform(.call(.zoomTo(rect, animated: animated)), at: time)
  }
}
