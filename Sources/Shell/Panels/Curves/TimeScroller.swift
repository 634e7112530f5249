import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// The time axis of a chart as the engine's scroll view: the wheel zooms about the pointer, and a drag pans.
///
/// Its content is all of the chart's time, as wide as the plot at a scale of 1. Along the other axis nothing can scroll.
final class TimeScroller {
  /// The shortest time across a chart, in seconds: about two refreshes. [C]
  static let shortest = 0.03

  /// Called with the place of a click or a tap, in points, and of a double one.
  var didTap: (Point) -> Void = { _ in }
  var didDoubleTap: (Point) -> Void = { _ in }

  private let window = Window()
  private let scrollView = ScrollView()
  private let content = View()
  private let zooming: Zooming
  private let tap = TapGestureRecognizer()
  private let doubleTap = TapGestureRecognizer()
  /// All times, in seconds.
  private(set) var whole = 0.0...1.0

  /// Names the view that zooms.
  private final class Zooming: ScrollViewDelegate {
    let view: View

    init(_ view: View) { self.view = view }

    func viewForZooming(in scrollView: ScrollView) -> View? { view }
  }

  init() {
    zooming = Zooming(content)
    scrollView.delegate = zooming
    (scrollView.showsHorizontalScrollIndicator, scrollView.showsVerticalScrollIndicator) = (
      false, false
    )
    scrollView.addSubview(content)
    window.addSubview(scrollView)
    doubleTap.numberOfTapsRequired = 2
    for recognizer in [tap, doubleTap] {
      recognizer.addAction { [weak self] in self?.recognized($0) }
      scrollView.addGestureRecognizer(recognizer)
    }
  }

  private func recognized(_ recognizer: GestureRecognizer) {
    guard recognizer.state == .recognized else { return }
    let place = recognizer.location(in: nil)
    if recognizer === doubleTap { didDoubleTap(place) } else { didTap(place) }
  }

  /// Shows some times of all, in a plot in points; what is shown stays where only the plot is another.
  ///
  /// - Returns: Whether anything is another than before.
  @discardableResult
  func layOut(_ plot: Rect, whole: ClosedRange<Double>) -> Bool {
    guard plot != scrollView.frame || whole != self.whole else { return false }
    let shown = whole == self.whole ? times : whole
    self.whole = whole
    window.frame = Rect(x: 0, y: 0, width: plot.maxX, height: plot.maxY)
    scrollView.stopScrollingAndZooming()
    scrollView.setZoomScale(1, animated: false)
    scrollView.frame = plot
    content.frame = Rect(x: 0, y: 0, width: plot.width, height: 0)
    scrollView.contentSize = content.frame.size
    scrollView.maximumZoomScale = max(1, whole.length / Self.shortest)
    show(shown)
    return true
  }

  /// Whether all times are shown, and no more.
  var isWhole: Bool { scrollView.zoomScale == 1 && scrollView.contentOffset.x == 0 }

  /// Points per second.
  private var rate: Double { scrollView.bounds.width * scrollView.zoomScale / whole.length }

  /// The times that are shown, in seconds.
  var times: ClosedRange<Double> {
    guard !isWhole, rate > 0 else { return whole }
    let start = whole.lowerBound + scrollView.contentOffset.x / rate
    return start...start + scrollView.bounds.width / rate
  }

  /// Shows some times, as far as the limits allow.
  func show(_ times: ClosedRange<Double>, animated: Bool = false) {
    guard scrollView.bounds.width > 0 else { return }
    let perSecond = scrollView.bounds.width / whole.length
    let (start, width) = (
      (times.lowerBound - whole.lowerBound) * perSecond, times.length * perSecond
    )
    guard width > 0, width < scrollView.bounds.width || animated else {
      return scrollView.setZoomScale(1, animated: false)
    }
    // The height is that which the viewport has at that scale, so that the width decides.
    let height = scrollView.bounds.height * width / scrollView.bounds.width
    scrollView.zoom(
      to: Rect(x: start, y: -height / 2, width: width, height: height), animated: animated)
  }

  /// Moves what is shown so that it begins at a time, in seconds.
  func move(to start: Double) {
    let offset = Point((start - whole.lowerBound) * rate, 0)
    scrollView.setContentOffset(
      Point(
        min(max(offset.x, 0), max(0, scrollView.contentSize.width - scrollView.bounds.width)), 0),
      animated: false)
  }

  /// Whether a finger or a button holds the time, or it moves.
  var isInUse: Bool { !window.touches.isEmpty || window.needsAdvance }

  var needsAdvance: Bool { window.needsAdvance }

  func advance(to time: Double) { window.advance(to: time) }

  /// Handles input over the plot: the wheel zooms, and with Shift it pans.
  func send(_ event: Event) {
    guard case .wheel(var wheel) = event else { return window.send(event) }
    if wheel.notches.y != 0, !wheel.modifiers.contains(.shift) { wheel.modifiers.insert(.control) }
    window.send(.wheel(wheel))
  }
}
