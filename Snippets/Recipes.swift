// Examples for the articles; they compile, and running them shows that they work.

import ScrollEngine

// snippet.frameLoop
func run(_ window: Window, nextEvent: () -> Event?, nextFrame: () -> Double, draw: () -> Void) {
  while true {
    while let event = nextEvent() { window.send(event) }
    guard window.needsAdvance else { return }
    window.advance(to: nextFrame())
    draw()
  }
}
// snippet.end

// snippet.snapping
final class Snapping: ScrollViewDelegate {
  let step = 44.0

  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
  ) {
    targetContentOffset.y = (targetContentOffset.y / step).rounded() * step
  }
}
// snippet.end

// snippet.zooming
final class Magnifying: ScrollViewDelegate {
  let picture = View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))

  func attach(to scrollView: ScrollView) {
    scrollView.addSubview(picture)
    scrollView.contentSize = picture.bounds.size
    scrollView.minimumZoomScale = 0.25
    scrollView.maximumZoomScale = 4
    scrollView.contentAlignmentPoint = Point(0.5, 0.5)
    scrollView.delegate = self
  }

  func viewForZooming(in scrollView: ScrollView) -> View? { picture }
}
// snippet.end

// snippet.centering
final class Centering: ScrollViewDelegate {
  let picture = View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))

  func viewForZooming(in scrollView: ScrollView) -> View? { picture }

  func scrollViewDidZoom(_ scrollView: ScrollView) {
    let spareX = max(scrollView.bounds.width - scrollView.contentSize.width, 0)
    let spareY = max(scrollView.bounds.height - scrollView.contentSize.height, 0)
    picture.center = Point(
      x: (scrollView.contentSize.width + spareX) / 2,
      y: (scrollView.contentSize.height + spareY) / 2)
  }
}
// snippet.end

// snippet.controlsThatScroll
final class FormScrollView: ScrollView {
  override func touchesShouldCancel(in view: View) -> Bool {
    view is Control || super.touchesShouldCancel(in: view)
  }
}
// snippet.end

let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
let scrollView = FormScrollView(frame: window.frame)
let snapping = Snapping()
window.addSubview(scrollView)
scrollView.contentSize = Size(width: 400, height: 4000)
scrollView.delegate = snapping
let touches: [(TouchEvent.Phase, Double)] = [(.began, 300), (.moved, 200), (.ended, 200)]
for (index, (phase, y)) in touches.enumerated() {
  let touch = TouchEvent(
    id: 0, phase: phase, location: Point(200, y), timestamp: Double(index) * 0.02)
  window.send(.touch(touch))
}
var now = window.time
run(
  window, nextEvent: { nil },
  nextFrame: {
    now += 1.0 / 60
    return now
  }, draw: {})
print("\(scrollView.contentOffset.y / snapping.step) rows down")

let magnifying = Magnifying()
magnifying.attach(to: scrollView)
scrollView.setZoomScale(0.25, animated: false)
print("\(scrollView.contentOffset) puts the picture in the middle")
