import ScrollEngine

/// What the engine costs: a step in each phase, an event, and the same with many views.
struct EngineBenchmarks {
  /// A window with a scroll view that holds some views.
  private final class Stage: ScrollViewDelegate {
    let window = Window(frame: Rect(x: 0, y: 0, width: 402, height: 874))
    let scrollView = ScrollView(frame: Rect(x: 0, y: 0, width: 402, height: 874))
    let content = View(frame: Rect(x: 0, y: 0, width: 4000, height: 600_000))
    var time = 0.0

    init(subviews: Int = 1) {
      window.addSubview(scrollView)
      scrollView.addSubview(content)
      for index in 1..<max(subviews, 1) {
        scrollView.addSubview(
          View(frame: Rect(x: 0, y: Double(index) * 50, width: 300, height: 44)))
      }
      scrollView.contentSize = content.bounds.size
      scrollView.maximumZoomScale = 4
      scrollView.delegate = self
    }

    func viewForZooming(in scrollView: ScrollView) -> View? { content }

    func touch(_ phase: TouchEvent.Phase, y: Double) {
      window.send(
        .touch(TouchEvent(id: 0, phase: phase, location: Point(200, y), timestamp: time)))
    }

    /// Brings the content to rest in the middle.
    func rest() {
      scrollView.stopScrollingAndZooming()
      scrollView.setZoomScale(1, animated: false)
      scrollView.setContentOffset(Point(1000, 300_000), animated: false)
      time += 5
      window.advance(to: time)
    }

    func beginDrag() {
      rest()
      touch(.began, y: 800)
      time += 0.016
      touch(.moved, y: 780)
    }

    func flick() {
      beginDrag()
      for step in 1...4 {
        time += 0.016
        touch(.moved, y: 780 - Double(step) * 60)
      }
      touch(.ended, y: 540)
    }

    func advance() {
      time += 0.001
      window.advance(to: time)
    }
  }

  /// All of it, in the order in which it is printed.
  static func all() -> [Measurement] {
    phases() + [1, 100, 10_000].map(decelerating) + events() + InterfaceBenchmarks.all()
  }

  private static func phases() -> [Measurement] {
    let stage = Stage()
    return [
      Measurement("advance(to:) idle", count: 1000, prepare: stage.rest) { _ in stage.advance() },
      Measurement("advance(to:) dragging", count: 1000, prepare: stage.beginDrag) { _ in
        stage.advance()
      },
      Measurement(
        "advance(to:) animating", count: 250,
        prepare: {
          stage.rest()
          stage.scrollView.setContentOffset(Point(0, 200_000), animated: true)
        }
      ) { _ in stage.advance() },
      Measurement(
        "advance(to:) zooming by the wheel", count: 100,
        prepare: {
          stage.rest()
          stage.window.send(
            .wheel(
              WheelEvent(
                notches: Point(0, -1), location: Point(200, 400), modifiers: .control,
                timestamp: stage.time)))
        }
      ) { _ in stage.advance() },
      Measurement("advance(to:) zoomBouncing", count: 200, prepare: { overzoom(stage) }) { _ in
        stage.advance()
      },
    ]
  }

  private static func overzoom(_ stage: Stage) {
    stage.rest()
    for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, 9), (.ended, 9)] {
      stage.time += 0.01
      stage.window.send(
        .pinch(
          PinchEvent(
            phase: phase, scale: scale, location: Point(200, 400), timestamp: stage.time)))
    }
  }

  private static func decelerating(subviews: Int) -> Measurement {
    let stage = Stage(subviews: subviews)
    let name = "advance(to:) decelerating, \(subviews) subview\(subviews == 1 ? "" : "s")"
    return Measurement(name, count: 1000, prepare: stage.flick) { _ in stage.advance() }
  }

  private static func events() -> [Measurement] {
    let stage = Stage()
    return [
      Measurement("touch moved while dragging", count: 1000, prepare: stage.beginDrag) {
        stage.time += 0.008
        stage.touch(.moved, y: 700 - Double($0 & 63))
      },
      Measurement("touch began and ended, a whole flick", count: 20) { _ in stage.flick() },
    ]
  }
}
