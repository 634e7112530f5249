package import Geometry
package import ScrollEngine

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

  /// The engine's window, which receives events and time.
  package let window = Window()
  /// The scroll view that fills it.
  package let scrollView = ScrollView()
  /// The picture's size in its own pixels.
  package let size: PixelSize
  private let picture = View()
  private let limits: ZoomLimits
  private var viewport: PixelSize
  private var storedScale: Double

  /// Creates a picture view for a window of `viewport` device pixels.
  package init(
    size: PixelSize, viewport: PixelSize, scale: Double, fit: Fit, limits: ZoomLimits
  ) {
    self.size = size
    self.viewport = viewport
    self.limits = limits
    storedScale = scale
    window.addSubview(scrollView)
    scrollView.addSubview(picture)
    scrollView.delegate = self
    scrollView.alwaysBounceVertical = true
    scrollView.alwaysBounceHorizontal = true
    scrollView.contentAlignmentPoint = Point(0.5, 0.5)
    picture.isUserInteractionEnabled = false
    layOut()
    place(fit)
  }

  /// Device pixels per point of the engine (the scale factor).
  package var scale: Double {
    get { storedScale }
    set {
      guard newValue != storedScale, newValue > 0 else { return }
      keepingMiddle { storedScale = newValue }
    }
  }

  /// Resizes the view, in device pixels.
  ///
  /// The picture pixel in the middle stays there, and a fitted picture stays fitted.
  package func resize(to viewport: PixelSize) {
    guard viewport != self.viewport else { return }
    keepingMiddle { self.viewport = viewport }
  }

  /// The scale at which the whole picture is visible, but at most 1.
  package var fittingScale: Double { min(scaleToShowAll, 1) }

  private var scaleToShowAll: Double {
    min(
      Double(viewport.width) / Double(size.width), Double(viewport.height) / Double(size.height))
  }

  private var scaleToFill: Double {
    max(
      Double(viewport.width) / Double(size.width), Double(viewport.height) / Double(size.height))
  }

  /// The current placement of the picture, in device pixels.
  package var placement: Placement { placement(at: scrollView.contentOffset, isMoving: isScaling) }

  /// The placement after all animations have ended.
  package var restingPlacement: Placement {
    placement(at: scrollView.restingOffset, isMoving: false)
  }

  /// A Boolean value that indicates whether the scale is changing.
  ///
  /// Meanwhile the picture's origin is not rounded to whole
  /// pixels, so that it does not jitter.
  package var isScaling: Bool {
    switch scrollView.phase {
    case .zooming, .zoomBouncing: true
    case .animating: scrollView.isZoomAnimating
    case .idle, .tracking, .dragging, .decelerating: false
    }
  }

  private func placement(at offset: Point, isMoving: Bool) -> Placement {
    let corner = -offset * scale
    let origin =
      isMoving ? corner : Point(corner.x.rounded(), corner.y.rounded())
    return Placement(size: size, origin: origin, scale: scrollView.zoomScale)
  }

  var viewportSize: PixelSize { viewport }
}

// MARK: - Placing

extension PictureView {
  private func layOut() {
    let frame = Rect(origin: .zero, size: viewport.size / scale)
    window.frame = frame
    scrollView.displayScale = scale
    scrollView.minimumZoomScale = limits.minimum ?? fittingScale
    scrollView.maximumZoomScale = max(limits.maximum, scrollView.minimumZoomScale)
    picture.bounds = Rect(origin: .zero, size: size.size / scale)
    let shown = picture.bounds.size * scrollView.zoomScale
    picture.center = Rect(origin: .zero, size: shown).center
    scrollView.frame = frame
    scrollView.contentSize = shown
  }

  /// Changes the window's geometry and keeps the picture pixel in the middle where it was.
  private func keepingMiddle(_ change: () -> Void) {
    let wasFitted = abs(scrollView.zoomScale - fittingScale) < 1e-9
    let middle = middleOfPicture
    change()
    layOut()
    if wasFitted { scrollView.setZoomScale(fittingScale, animated: false) }
    guard scrollView.phase == .idle else { return }
    show(middle)
  }

  /// The picture pixel in the middle of the viewport.
  private var middleOfPicture: Point {
    let middle = scrollView.bounds.center
    return middle * scale / scrollView.zoomScale
  }

  /// Scrolls a picture pixel to the middle of the viewport, within the scrollable range.
  private func show(_ pixel: Point) {
    let half = Point(scrollView.bounds.width / 2, scrollView.bounds.height / 2)
    let wanted = pixel * scrollView.zoomScale / scale - half
    let low = scrollView.minimumContentOffset
    let high = scrollView.maximumContentOffset
    scrollView.setContentOffset(
      Point(min(max(wanted.x, low.x), high.x), min(max(wanted.y, low.y), high.y)),
      animated: false)
  }

  /// Applies an initial placement, without animation.
  package func place(_ fit: Fit) {
    let target =
      switch fit {
      case .fit: fittingScale
      case .fill: scaleToFill
      case .actual: 1.0
      }
    scrollView.setZoomScale(target, animated: false)
    show(Point(Double(size.width) / 2, Double(size.height) / 2))
  }
}

// MARK: - Commands

extension PictureView {
  /// A zoom command.
  package enum ZoomCommand: Hashable, Sendable {
    /// Fit the whole picture; pictures smaller than the window at 1:1.
    case fit
    /// Fit the width.
    case fitWidth
    /// Fit the height.
    case fitHeight
    /// A scale in device pixels per picture pixel.
    case to(Double)
    /// A multiple of the current scale.
    case by(Double)
  }

  /// Zooms about the middle of the window.
  package func zoom(_ command: ZoomCommand, animated: Bool) {
    let target =
      switch command {
      case .fit: fittingScale
      case .fitWidth: Double(viewport.width) / Double(size.width)
      case .fitHeight: Double(viewport.height) / Double(size.height)
      case .to(let scale): scale
      case .by(let factor): scrollView.zoomScale * factor
      }
    scrollView.setZoomScale(target, animated: animated)
  }

  /// Toggles between the whole picture and 1:1 around `point`, given in device pixels of the window.
  package func toggleFit(around point: Point, animated: Bool) {
    guard abs(scrollView.zoomScale - fittingScale) < 1e-6 else {
      zoom(.fit, animated: animated)
      return
    }
    let target = fittingScale < 1 ? 1 : 2.0
    let place = scrollView.convert(point / scale, from: nil)
    let pixel = place / scrollView.zoomScale
    let part = scrollView.bounds.size / target
    scrollView.zoom(
      to: Rect(
        x: pixel.x - part.width / 2, y: pixel.y - part.height / 2, width: part.width,
        height: part.height),
      animated: animated)
  }
}

extension PictureView: ScrollViewDelegate {
  package func viewForZooming(in scrollView: ScrollView) -> View? { picture }
}
