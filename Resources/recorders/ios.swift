// Records a UIScrollView as an Overscroll recording: touches, offsets, and what UIKit shows of zooms and indicators.
//
//  1. In Xcode: File > New > Project > iOS > App, with the interface "Storyboard".
//  2. Replace the contents of ViewController.swift with this file.
//  3. Run it on a device, or in the simulator (Option drags two fingers).
//  4. Tap "Run": it zooms and scrolls by calls. Wait until the button is enabled again.
//  5. Pinch beyond both limits and let go, a few times; pinch once more while the content bounces back.
//  6. Flick slowly and fast, also into the edges. Lift, and wait 2 s each time until the indicators have faded.
//  7. Tap the status bar once while the content is scrolled down.
//  8. Tap "Share", and send the file. `overscroll import` reads it; other columns and lines are ignored there.
import UIKit

final class ViewController: UIViewController, UIScrollViewDelegate {
  private let scrollView = UIScrollView()
  private let picture = UIView()
  private let runButton = UIButton(type: .system)
  private var recorder: ScrollRecorder?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    scrollView.frame = view.bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    scrollView.contentInsetAdjustmentBehavior = .never
    scrollView.delegate = self
    picture.frame = CGRect(x: 0, y: 0, width: 1000, height: 2000)
    for index in 0..<200 {
      let field = UIView(
        frame: CGRect(x: index % 10 * 100, y: index / 10 * 100, width: 100, height: 100))
      field.backgroundColor = UIColor(
        hue: CGFloat(index) / 200, saturation: 0.4, brightness: 1, alpha: 1)
      picture.addSubview(field)
    }
    scrollView.addSubview(picture)
    scrollView.contentSize = picture.frame.size
    (scrollView.minimumZoomScale, scrollView.maximumZoomScale) = (0.5, 2)
    view.addSubview(scrollView)
    add(runButton, "Run", #selector(run), x: 20)
    add(UIButton(type: .system), "Share", #selector(share), x: 110)
    recorder = ScrollRecorder(scrollView)
  }

  private func add(_ button: UIButton, _ title: String, _ action: Selector, x: CGFloat) {
    button.setTitle(title, for: .normal)
    button.backgroundColor = UIColor(white: 1, alpha: 0.8)
    button.frame = CGRect(x: x, y: 60, width: 80, height: 40)
    button.addTarget(self, action: action, for: .touchUpInside)
    view.addSubview(button)
  }

  /// Zooms by several ratios, and scrolls, with pauses in which everything comes to rest.
  @objc private func run() {
    runButton.isEnabled = false
    var calls: [(String, (UIScrollView) -> Void)] = []
    for scale in [1, 1.05, 1, 1.25, 1, 1.5, 1, 2, 0.5, 2, 1] as [CGFloat] {
      calls.append(("setZoomScale \(scale)", { $0.setZoomScale(scale, animated: true) }))
    }
    calls += [
      (
        "zoom(to:)",
        { $0.zoom(to: CGRect(x: 400, y: 900, width: 100, height: 100), animated: true) }
      ),
      (
        "zoom(to:) moved",
        { $0.zoom(to: CGRect(x: 600, y: 900, width: 100, height: 100), animated: true) }
      ),
      ("setContentOffset", { $0.setContentOffset(CGPoint(x: 0, y: 900), animated: true) }),
      ("flashScrollIndicators", { $0.flashScrollIndicators() }),
    ]
    for (index, call) in calls.enumerated() {
      DispatchQueue.main.asyncAfter(deadline: .now() + 2.5 * Double(index + 1)) { [self] in
        recorder?.note("call", call.0)
        call.1(scrollView)
        recorder?.noteAnimations()
        if index == calls.count - 1 { runButton.isEnabled = true }
      }
    }
  }

  @objc private func share() {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ios.csv")
    try? recorder?.text.write(to: file, atomically: true, encoding: .utf8)
    let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
    sheet.popoverPresentationController?.sourceView = view
    present(sheet, animated: true)
  }

  // MARK: UIScrollViewDelegate

  func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    let target = targetContentOffset.pointee
    recorder?.note("target", "\(target.x) \(target.y) velocity \(velocity.x) \(velocity.y)")
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    recorder?.note("callback", "didEndDragging \(decelerate)")
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    recorder?.note("callback", "didEndDecelerating")
  }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    recorder?.note("callback", "didEndScrollingAnimation")
  }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    recorder?.note("callback", "didScrollToTop")
  }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    recorder?.note("callback", "willBeginZooming")
  }
  func scrollViewDidZoom(_ scrollView: UIScrollView) {
    recorder?.note("callback", "didZoom \(scrollView.zoomScale)")
  }
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
  ) {
    recorder?.note("callback", "didEndZooming \(scale)")
    recorder?.noteAnimations()
  }
}

/// Records the touches of a scroll view, and its offset at each frame, as an Overscroll recording.
///
/// Keep one beside the scroll view, scroll, then share `text`.
final class ScrollRecorder: UIGestureRecognizer, UIGestureRecognizerDelegate {
  private weak var scrollView: UIScrollView?
  private var link: CADisplayLink?
  private var rows: [String] = []
  private var known: Set<ObjectIdentifier> = []

  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    super.init(target: nil, action: nil)
    delegate = self
    cancelsTouchesInView = false
    scrollView.addGestureRecognizer(self)
    link = CADisplayLink(target: self, selector: #selector(frame(_:)))
    link?.add(to: .main, forMode: .common)
  }

  /// Notes what happens, at its time.
  func note(_ kind: String, _ text: String) {
    rows.append("# \(kind): \(CACurrentMediaTime()) \(text)")
  }

  /// Notes the animations of the zoomed view and of the scroll view: their keys, durations and courses.
  func noteAnimations() {
    guard let view = scrollView else { return }
    let zoomed = view.delegate?.viewForZooming?(in: view)
    for (name, layer) in [("zoomed", zoomed?.layer), ("scrollView", view.layer)] {
      for key in layer?.animationKeys() ?? [] {
        guard let animation = layer?.animation(forKey: key),
          known.insert(ObjectIdentifier(animation)).inserted
        else { continue }
        var course = "\(type(of: animation)) duration \(animation.duration)"
        if let function = animation.timingFunction {
          var (first, second) = ([Float](repeating: 0, count: 2), [Float](repeating: 0, count: 2))
          function.getControlPoint(at: 1, values: &first)
          function.getControlPoint(at: 2, values: &second)
          course += " curve \(first + second)"
        }
        if let spring = animation as? CASpringAnimation {
          course += " spring \(spring.mass) \(spring.stiffness) \(spring.damping)"
        }
        if let basic = animation as? CABasicAnimation {
          course +=
            " from \(basic.fromValue ?? "-") to \(basic.toValue ?? "-")"
            + " additive \(basic.isAdditive)"
        }
        note("animation", "\(name) \(key) \(course)")
      }
    }
  }

  @objc private func frame(_ link: CADisplayLink) {
    guard let view = scrollView else { return }
    noteAnimations()
    let phase =
      view.isZooming
      ? "zooming"
      : view.isZoomBouncing
        ? "zoomBouncing"
        : view.isDecelerating
          ? "decelerating"
          : view.isDragging
            ? "dragging"
            : view.isTracking ? "tracking" : "idle"
    let offset = view.contentOffset
    // What is seen is in the presentation layers.
    let zoomed = view.delegate?.viewForZooming?(in: view)?.layer
    let seen = zoomed?.presentation() ?? zoomed
    let origin = (view.layer.presentation() ?? view.layer).bounds.origin
    let place = seen?.frame.origin ?? .zero
    let alphas = view.subviews
      .filter { String(describing: type(of: $0)).contains("Indicator") }
      .sorted { $0.frame.width < $1.frame.width }
      .map { ($0.layer.presentation() ?? $0.layer).opacity * Float($0.isHidden ? 0 : 1) }
    rows.append(
      "\(link.timestamp),,,,,\(phase),\(offset.x),\(offset.y),\(view.zoomScale),"
        + "\(seen?.affineTransform().a ?? 1),\(place.x),\(place.y),\(origin.x),\(origin.y),"
        + "\(alphas.first ?? 0),\(alphas.last ?? 0)")
  }

  private func add(_ touches: Set<UITouch>, _ phase: String, _ event: UIEvent?) {
    for touch in touches {
      for part in event?.coalescedTouches(for: touch) ?? [touch] {
        let place = part.preciseLocation(in: scrollView?.superview)
        rows.append(
          "\(part.timestamp),\(phase),\(touch.hash & 0xFFFF),\(place.x),\(place.y),,,,,,,,,,,")
      }
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "began", event)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "moved", event)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "ended", event)
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    add(touches, "cancelled", event)
  }
  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool { true }

  /// The recording.
  var text: String {
    guard let view = scrollView else { return "" }
    let device = UIDevice.current
    return """
      # overscroll recording 1
      # source: \(device.model), \(device.systemName) \(device.systemVersion), CADisplayLink
      # viewport: \(view.bounds.width)x\(view.bounds.height)
      # content: 1000x2000
      # displayScale: \(UIScreen.main.scale)
      # rate: \(UIScreen.main.maximumFramesPerSecond)
      t,touch,id,x,y,phase,offset_x,offset_y,zoom,\
      seen_zoom,seen_x,seen_y,seen_offset_x,seen_offset_y,indicator_y,indicator_x
      \(rows.joined(separator: "\n"))

      """
  }
}
