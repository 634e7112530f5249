import OverscrollBase
import OverscrollDrawing
import ScrollEngine
import ScrollGeometry

/// MMScrollView and ScrollView side by side, driven by the same drags.
final class MMScrollViewScene: BaseScene, LabScene, ScrollViewDelegate {
  static let card = SceneCard(
    name: "mmscrollview", title: "MMScrollView and ScrollView side by side",
    ids: ["zoom.continuity", "content.screens"], viewport: Size(720, 440),
    properties: [.content(page), .minimumZoomScale(0.5), .maximumZoomScale(3)],
    expectation:
      "The content is two screens high: only y scrolls, by one screen. Both follow drags on the left. MMScrollView, the demonstration class of a published "
      + "article, stops abruptly at its edges, jumps when dragged after a pinch, and loses "
      + "the scale of a canceled pinch; ScrollView does none of this.",
    demo: Demo.script { demo in
      let middle = Point(180, 220)
      demo.drag(from: Point(300, 340), to: Point(100, 140))
      demo.wait(0.5)
      demo.spread(at: middle, from: 40, to: 90)
      demo.wait(1)
      demo.drag(from: Point(260, 300), to: Point(200, 240))
      demo.wait(0.5)
      demo.spread(at: middle, from: 60, to: 80, end: .cancelled)
      demo.wait(0.5)
      demo.spread(at: middle, from: 90, to: 60)
      demo.wait(1)
      demo.flick(from: Point(120, 160), to: Point(300, 340))
    })

  /// The viewports, in points.
  private static let side = Size(320, 320)
  /// The content of the article's example: as wide as the viewport, and twice as high.
  private static let page = Size(320, 640)
  private let theirs = MMScrollView(frame: Rect(origin: .zero, size: side))
  private let content = View(frame: Rect(origin: .zero, size: page))
  private var ours: ScrollView?
  private var readouts: [View] = []
  /// The scale of the scroll view when the current zoom began.
  private var scaleAtStart = 1.0

  func build(in root: View, _ stage: Stage) {
    // MMScrollView does not clip; this frame keeps it off its neighbor.
    let frame = add(
      Look(fill: Palette.surface, border: Look.Border(Palette.line)),
      Rect(x: 380, y: 60, width: 320, height: 320), to: root)
    frame.clipsToBounds = true
    frame.addSubview(theirs)
    theirs.contentSize = Self.page
    theirs.listen(to: root)
    add(Self.grid(Palette.violet), Rect(origin: .zero, size: Self.page), to: theirs)
    let scrollView = addScrollView(
      Rect(x: 20, y: 60, width: 320, height: 320), to: root, stage)
    scrollView.addSubview(content)
    show(content, Self.grid(Palette.blue))
    ours = scrollView
    for (title, x) in [
      ("ScrollView: drag here", 20.0), ("MMScrollView, under the same drags", 380),
    ] {
      add(
        .caption(title, size: Palette.title, color: Palette.ink, isBold: true),
        Rect(x: x, y: 20, width: 320, height: 24), to: root)
      readouts.append(
        add(
          .caption("", size: Palette.number, isMono: true),
          Rect(x: x, y: 392, width: 320, height: 24), to: root))
    }
  }

  private static func grid(_ color: Color) -> Look {
    Look(fill: Palette.surface, pattern: .grid(40, color))
  }

  func viewForZooming(in scrollView: ScrollView) -> View? { content }

  func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {
    scaleAtStart = scrollView.zoomScale
    if ![.began, .changed].contains(scrollView.pinchGestureRecognizer?.state) {
      theirs.wheelZoomBegan()
    }
  }

  func scrollViewDidZoom(_ scrollView: ScrollView) {
    theirs.wheelZoomChanged(by: scrollView.zoomScale / scaleAtStart)
  }

  func scrollViewDidEndZooming(
    _ scrollView: ScrollView, with view: View?, atScale scale: Double
  ) {
    theirs.wheelZoomEnded()
  }

  /// The scale and the origin of the bounds of each of the two.
  var state: (ours: (Double, Point), theirs: (Double, Point)) {
    (
      (ours?.zoomScale ?? 1, ours?.bounds.origin ?? .zero),
      (theirs.transform.a, theirs.bounds.origin)
    )
  }

  override func refresh() {
    for (view, (scale, origin)) in zip(readouts, [state.ours, state.theirs]) {
      write("scale \(NumberText.fixed(scale, decimals: 2))   origin \(origin.text)", in: view)
    }
  }
}

/// MMScrollView, the small scroll view of an article about UIScrollView, rebuilt with its faults.
///
/// Its pan moves the origin of the bounds and stops dead at the edges, which it takes from the frame; its pinch scales the
/// view itself, so that a scaled view has other edges, and keeps a scale only for pinches that end properly.
final class MMScrollView: View, GestureRecognizerDelegate {
  /// The size of the content, in points.
  var contentSize = Size.zero
  private(set) var pan = PanGestureRecognizer()
  private(set) var pinch = PinchGestureRecognizer()
  private var currentScale = 0.0
  /// The scale at which a zoom by the wheel began; `nil` outside of one.
  private var scaleBeforeWheel: Double?

  /// Attaches the recognizers to a view that contains this one, so that it follows touches anywhere in that view.
  func listen(to view: View) {
    pan.addAction { [weak self] _ in self?.panned() }
    pinch.addAction { [weak self] _ in self?.pinched() }
    for recognizer in [pan, pinch] {
      recognizer.delegate = self
      view.addGestureRecognizer(recognizer)
    }
  }

  /// Other views' recognizers work at the same time; its own two exclude each other, as in the article.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { other !== pan && other !== pinch }

  private func panned() {
    guard pan.state == .changed else { return }
    let translation = pan.translation(in: superview)
    var origin = bounds.origin - translation
    origin.x = Self.clamped(origin.x, contentSize.width, frame.width)
    origin.y = Self.clamped(origin.y, contentSize.height, frame.height)
    bounds = Rect(origin: origin, size: bounds.size)
    pan.setTranslation(.zero, in: self)
  }

  /// The article compares with the width and height of the frame, which a scale has changed.
  private static func clamped(_ origin: Double, _ content: Double, _ frame: Double) -> Double {
    content > frame ? min(max(origin, 0), content - frame) : 0
  }

  private func pinched() {
    switch pinch.state {
    case .ended: currentScale = pinch.scale
    case .began where currentScale != 0: pinch.scale = currentScale
    default: break
    }
    if pinch.scale != 0 { apply(pinch.scale) }
  }

  private func apply(_ scale: Double) {
    transform = AffineTransform(scaleX: scale, y: scale)
  }
}

// MARK: - The wheel

/// The original has no wheel; here a wheel zooms as a pinch that ends properly, so that a mouse shows the same faults.
extension MMScrollView {
  func wheelZoomBegan() {
    scaleBeforeWheel = currentScale == 0 ? 1 : currentScale
  }

  /// - Parameter ratio: The scale relative to that at the beginning of the zoom.
  func wheelZoomChanged(by ratio: Double) {
    if let scaleBeforeWheel { apply(scaleBeforeWheel * ratio) }
  }

  func wheelZoomEnded() {
    guard scaleBeforeWheel != nil else { return }
    scaleBeforeWheel = nil
    currentScale = transform.a
  }
}
