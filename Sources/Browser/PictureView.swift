package import OverscrollDrawing
package import OverscrollImaging
package import OverscrollLab
package import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// A picture in a scroll view: its placement, its zoom limits, and its response to keys and resizing.
///
/// The engine's points are device pixels divided by ``scale``, so that its thresholds have the same physical size on
/// every display. At a zoom scale of 1, a picture pixel is a device pixel.
package final class PictureView {
  /// The initial placement of a picture.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture is visible; pictures smaller than the window are shown at 1:1.
    case fit
    /// The picture fills the window.
    case fill
    /// One picture pixel per device pixel.
    case actual = "100%"
  }

  /// The limits of the zoom scale, in device pixels per picture pixel.
  package struct ZoomLimits: Hashable, Sendable {
    /// The smallest scale; `nil` for the scale that fits the whole picture, but at most 1.
    package var minimum: Double?
    /// The largest scale.
    package var maximum: Double

    package init(minimum: Double? = nil, maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Records everything that reaches the engine, and performs it.
  package let recorder: Recorder
  /// The picture's size in its own pixels.
  package let size: PixelSize
  private let limits: ZoomLimits
  private var viewport: PixelSize
  private var storedScale: Double
  var clicks: Clicks?

  /// Creates a picture view for a window of `viewport` device pixels.
  ///
  /// With a `position` of another view, it shows the same: to the last bit where picture and window have the same size, else
  /// the same fraction of the picture in the middle. `fit` is used without one. A `log` gets the callbacks.
  package init(
    size: PixelSize, viewport: PixelSize, scale: Double, fit: Fit, limits: ZoomLimits,
    position: Position? = nil, log: CallbackLog? = nil
  ) {
    self.size = size
    self.viewport = viewport
    self.limits = limits
    storedScale = scale
    let geometry = PictureGeometry(size: size, viewport: viewport, scale: scale, limits: limits)
    var header = Script.Header(
      settings: geometry.settings + [
        .flag(.alwaysBounceVertical, true), .flag(.alwaysBounceHorizontal, true),
        .contentAlignmentPoint(Point(0.5, 0.5)),
        .zoomScale(geometry.scale(at: position) ?? geometry.scale(of: fit)),
      ])
    header.tapRecognizers = [2, 1].map {
      Script.TapRecognizer(taps: $0, cancelsTouchesInView: false)
    }
    header = header.with([])
    let center = position?.center ?? Point(0.5, 0.5)
    let middle = Point(Double(size.width) * center.x, Double(size.height) * center.y)
    let offset =
      geometry.offset(at: position)
      ?? Self.offset(showing: middle, in: header, scale: scale)
    recorder = Recorder(Stage(header.with([.contentOffset(offset)]), log: log))
  }

  /// The engine's window; events and time reach it through ``recorder`` alone.
  package var window: Window { recorder.stage.window }
  /// The scroll view that fills it.
  package var scrollView: ScrollView { recorder.stage.scrollView }

  /// Device pixels per point of the engine (the scale factor).
  package var scale: Double {
    get { storedScale }
    set {
      guard newValue != storedScale, newValue > 0 else { return }
      keepingMiddle(at: recorder.present) { storedScale = newValue }
    }
  }

  /// Resizes the view, in device pixels.
  ///
  /// The picture pixel in the middle stays there, and a fitted picture stays fitted.
  package func resize(to viewport: PixelSize, at now: Double? = nil) {
    guard viewport != self.viewport else { return }
    keepingMiddle(at: now ?? recorder.present) { self.viewport = viewport }
  }

  /// The scale at which the whole picture is visible, but at most 1.
  package var fittingScale: Double { geometry.fittingScale }

  private var geometry: PictureGeometry {
    PictureGeometry(size: size, viewport: viewport, scale: scale, limits: limits)
  }

  /// The state that is shown now.
  package var state: PictureState {
    var state = PictureState(recorder.stage, size: size)
    (state.viewport, state.scale) = (viewport, scale)
    return state
  }

  /// The current placement of the picture, in device pixels.
  package var placement: Placement { state.placement }

  /// Converts a location in the window, in points, to a place of the picture, in pixels.
  package func place(of location: Point) -> Point {
    let placement = placement
    return (location * scale - placement.origin) / placement.scale
  }

  /// The placement after all animations have ended.
  package var restingPlacement: Placement {
    var state = state
    state.offset = scrollView.restingOffset
    state.zoomScale = scrollView.zoomScale
    state.isScaling = false
    return state.placement
  }

  /// Whether the scale is changing.
  package var isScaling: Bool { recorder.stage.isScaling }

  /// Returns the current frame, without progress, message and HUD.
  package func frame(filter: FilterRule = .automatic) -> Frame { state.frame(filter: filter) }

  var viewportSize: PixelSize { viewport }

  // MARK: - Placing

  /// Changes the window's geometry and keeps the picture pixel in the middle where it was.
  private func keepingMiddle(at now: Double, _ change: () -> Void) {
    let wasFitted = abs(scrollView.zoomScale - fittingScale) < 1e-9
    let wasEnlarged = isEnlarged
    let middle = middleOfPicture
    let before = geometry.settings
    change()
    // What is the same for the window may have been given another value by the user, which stays.
    recorder.perform(.set(geometry.settings.filter { !before.contains($0) }), at: now)
    if wasFitted || wasEnlarged {
      let scale = wasEnlarged ? geometry.enlargedScale : fittingScale
      recorder.perform(.call(.setZoomScale(scale, animated: false)), at: now, isCommand: false)
    }
    guard scrollView.isModelAtRest else { return }
    show(middle, at: now)
  }

  /// The picture pixel in the middle of the viewport.
  private var middleOfPicture: Point {
    let middle = scrollView.bounds.center
    return middle * scale / scrollView.zoomScale
  }

  /// Scrolls a picture pixel to the middle of the viewport, within the scrollable range.
  private func show(_ pixel: Point, at now: Double) {
    let offset = Self.offset(showing: pixel, in: scrollView, scale: scale)
    recorder.perform(
      .call(.setContentOffset(offset, animated: false)), at: now, isCommand: false)
  }

  /// Returns the same for a new view of these properties.
  private static func offset(
    showing pixel: Point, in header: Script.Header, scale: Double
  ) -> Point {
    let stage = Stage(header)
    // The stage is the delegate that knows the zoomed view, and with it the scale.
    return withExtendedLifetime(stage) {
      offset(showing: pixel, in: stage.scrollView, scale: scale)
    }
  }

  /// Returns the offset with a picture pixel in the middle of the viewport, within the scrollable range.
  static func offset(
    showing pixel: Point, in scrollView: ScrollView, scale: Double
  ) -> Point {
    let half = Point(scrollView.bounds.width / 2, scrollView.bounds.height / 2)
    let offset = pixel * scrollView.zoomScale / scale - half
    return scrollView.nearestOffset(to: offset)
  }
}

extension ScrollView {
  /// The offset within the scrollable range that is nearest to another one, in points.
  func nearestOffset(to offset: Point) -> Point {
    let (low, high) = (minimumContentOffset, maximumContentOffset)
    return Point(min(max(offset.x, low.x), high.x), min(max(offset.y, low.y), high.y))
  }
}

// MARK: - Commands

extension PictureView {
  /// Zooms about the middle of the window.
  ///
  /// Fitting enlarges a picture that is smaller than the window up to it, and shows it at 1:1 again the next time.
  package func zoom(_ command: MotionCommand.Zoom, at now: Double? = nil, animated: Bool) {
    let target =
      switch command {
      case .fit: isEnlarged ? 1 : geometry.enlargedScale
      case .fitWidth: Double(viewport.width) / Double(size.width)
      case .fitHeight: Double(viewport.height) / Double(size.height)
      case .fill: geometry.scale(of: .fill)
      case .to(let scale): scale
      }
    recorder.perform(
      .call(.setZoomScale(target, animated: animated)), at: now ?? recorder.present)
  }

  /// True while a picture that is smaller than the window is enlarged up to it.
  private var isEnlarged: Bool {
    let scale = min(geometry.enlargedScale, scrollView.maximumZoomScale)
    return scale > 1 && abs(scrollView.zoomScale - scale) < 1e-6
  }

  /// Toggles between the whole picture and 1:1 around `point`, given in device pixels of the window; a picture that is smaller than
  /// the window is enlarged up to it instead.
  package func toggleFit(around point: Point, animated: Bool) {
    guard geometry.enlargedScale <= 1, abs(scrollView.zoomScale - fittingScale) < 1e-6 else {
      zoom(.fit, animated: animated)
      return
    }
    let target = fittingScale < 1 ? 1 : 2.0
    // The pixel that is displayed there, even while another zoom is in progress.
    let pixel = (scrollView.presentationOffset + point / scale) / scrollView.presentationZoomScale
    let part = scrollView.bounds.size / target
    let rect = Rect(
      x: pixel.x - part.width / 2, y: pixel.y - part.height / 2, width: part.width,
      height: part.height)
    recorder.perform(.call(.zoomTo(rect, animated: animated)), at: recorder.present)
  }
}

/// The scroll view's geometry for a picture in a window.
private struct PictureGeometry {
  var size: PixelSize
  var viewport: PixelSize
  var scale: Double
  var limits: PictureView.ZoomLimits

  private var widthRatio: Double { Double(viewport.width) / Double(size.width) }
  private var heightRatio: Double { Double(viewport.height) / Double(size.height) }

  /// The scale at which the whole picture is visible, but at most 1.
  var fittingScale: Double { min(widthRatio, heightRatio, 1) }

  /// The scale at which the whole picture is as large as the window, but at most 8.
  var enlargedScale: Double { min(widthRatio, heightRatio, 8) }

  /// Returns the zoom scale of an initial placement.
  func scale(of fit: PictureView.Fit) -> Double {
    switch fit {
    case .fit: fittingScale
    case .fill: max(widthRatio, heightRatio)
    case .actual: 1
    }
  }

  /// Returns the zoom scale at a position; `nil` without one, and where the picture is to be fitted again.
  func scale(at position: PictureView.Position?) -> Double? {
    guard let position else { return nil }
    if position.keepsFit, !isSame(as: position) {
      if position.isEnlarged { return enlargedScale }
      if position.isFitted { return fittingScale }
    }
    return position.zoomScale
  }

  /// Returns the offset at a position of a picture of the same size in a window of the same size, in points.
  func offset(at position: PictureView.Position?) -> Point? {
    position.flatMap { isSame(as: $0) ? $0.offset : nil }
  }

  private func isSame(as position: PictureView.Position) -> Bool {
    position.size == size && position.viewport == viewport && position.scale == scale
  }

  /// The settings that depend on the window.
  var settings: [Script.Setting] {
    let minimum = limits.minimum ?? fittingScale
    return [
      .viewport(viewport.size / scale), .content(size.size / scale), .displayScale(scale),
      .minimumZoomScale(minimum), .maximumZoomScale(max(limits.maximum, minimum)),
    ]
  }
}

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
  package func advance(to time: Double, _ refresh: Recorder.Refresh = .init()) {
    recorder.frame(at: time, refresh)
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
      let factor = enlarges ? step : 1 / step
      zoom(.to(scrollView.zoomScale * factor), at: time, animated: false)
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
    let isWhole = position.isFitted || position.isEnlarged
    let part = scrollView.bounds.size / (target ?? (isWhole ? 1 : scrollView.zoomScale))
    let place = pixel / scale
    let rect = Rect(
      x: place.x - part.width / 2, y: place.y - part.height / 2, width: part.width,
      height: part.height)
    recorder.perform(.call(.zoomTo(rect, animated: animated)), at: time)
  }

  /// What a view shows of its picture, so that another view can show the same of another picture.
  package struct Position: Hashable, Sendable {
    /// The size of the picture.
    package let size: PixelSize
    /// The size of the window, in device pixels.
    let viewport: PixelSize
    /// Device pixels per point.
    let scale: Double
    /// Device pixels per picture pixel.
    let zoomScale: Double
    /// The offset of the scroll view, in points.
    let offset: Point
    /// The place in the middle of the window, as fractions of the picture's width and height.
    package let center: Point
    /// Whether the whole picture is fitted into the window.
    package let isFitted: Bool
    /// Whether it is enlarged up to the window.
    package let isEnlarged: Bool
    /// Whether a fitted picture stays fitted where the size differs.
    package var keepsFit = true
  }

  /// What the view shows now.
  package var position: Position {
    let middle = scrollView.bounds.center * scale / scrollView.zoomScale
    return Position(
      size: size, viewport: viewportSize, scale: scale, zoomScale: scrollView.zoomScale,
      offset: scrollView.contentOffset,
      center: Point(middle.x / Double(size.width), middle.y / Double(size.height)),
      isFitted: abs(scrollView.zoomScale - fittingScale) < 1e-9, isEnlarged: isEnlarged)
  }

  /// Moves a picture back that was left beyond an edge or a limit of its scale, as in the place of one that was dragged there.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - animated: Pass `true` to animate the change.
  package func returnToRange(at time: Double, animated: Bool) {
    let zoomScale = scrollView.zoomScale
    let allowed = min(
      max(zoomScale, scrollView.minimumZoomScale), scrollView.maximumZoomScale)
    let offset = scrollView.contentOffset
    let nearest = scrollView.nearestOffset(to: offset)
    if allowed != zoomScale {
      recorder.perform(
        .call(.setZoomScale(allowed, animated: animated)), at: time, isCommand: false)
    } else if nearest != offset {
      recorder.perform(
        .call(.setContentOffset(nearest, animated: animated)), at: time, isCommand: false)
    }
  }
}

extension PictureView.Position {
  /// The same place of the picture after it was turned or flipped.
  package func turned(by turn: Orientation) -> Self {
    guard turn != .upright else { return self }
    var position = Self(
      size: turn.applied(to: size),
      // Another window than any: it is placed by what is in the middle, even if the size is the same.
      viewport: PixelSize(width: 1, height: 1), scale: scale, zoomScale: zoomScale,
      offset: offset, center: turn.place(of: center), isFitted: isFitted,
      isEnlarged: isEnlarged)
    position.keepsFit = keepsFit
    return position
  }
}

extension PictureView {
  /// Returns fully visible scroll indicators for a picture at rest at `placement`, for the axes on which it is larger
  /// than the viewport.
  package static func indicators(of placement: Placement, in viewport: PixelSize) -> [Indicator] {
    let scrollView = ScrollView(frame: Rect(origin: .zero, size: viewport.size))
    scrollView.contentSize = placement.size.size * placement.scale
    scrollView.contentOffset = -placement.origin
    var shown: [ScrollIndicator] = []
    if scrollView.contentSize.width > scrollView.bounds.width {
      shown.append(scrollView.horizontalScrollIndicator)
    }
    if scrollView.contentSize.height > scrollView.bounds.height {
      shown.append(scrollView.verticalScrollIndicator)
    }
    let (color, border) = PictureState.colors(of: scrollView.indicatorStyle)
    return shown.map {
      Indicator(
        frame: $0.frame, cornerRadius: $0.cornerRadius, color: color, borderColor: border,
        borderWidth: 1, opacity: 1)
    }
  }
}
