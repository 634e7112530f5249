import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `An animation that begins after a pause` {
  private static let calls: [@Sendable (Stage) -> Void] = [
    { $0.scrollView.setContentOffset(Point(0, 300), animated: true) },
    { $0.scrollView.scrollRectToVisible(Rect(x: 0, y: 2000, width: 9, height: 9), animated: true) },
    { $0.scrollView.setZoomScale(3, animated: true) },
    { $0.scrollView.zoom(to: Rect(x: 0, y: 0, width: 100, height: 100), animated: true) },
    { stage in
      stage.scrollView.contentOffset = Point(0, 900)
      stage.window.scrollToTop()
    },
    // Held beyond the edge by a finger that the program takes away.
    { stage in
      stage.drag(from: Point(200, 200), by: Point(0, 150), at: stage.window.time, lift: false)
      stage.window.advance(to: stage.window.time + 1)
      stage.scrollView.isScrollEnabled = false
    },
    // The same beyond a limit of the scale, by two fingers.
    { stage in
      let time = stage.window.time
      for (id, x) in [(0, 150.0), (1, 250)] { stage.touch(.began, x, 400, at: time, id: id) }
      for reach in [5.0, 300] {
        for (id, x) in [(0, 150 - reach), (1, 250 + reach)] {
          stage.touch(.moved, x, 400, at: time + 0.1, id: id)
        }
      }
      stage.window.advance(to: time + 1)
      stage.scrollView.isScrollEnabled = false
    },
  ]

  private struct State: Equatable {
    var bounds: Rect
    var scale: Double

    init(_ stage: Stage) {
      bounds = stage.scrollView.presentation.bounds
      scale = stage.scrollView.presentation.zoomScale
    }
  }

  @Test(arguments: Self.calls.indices, [0.0, 0.1, 7, 1000])
  func `is shown from its beginning, as without the pause`(call: Int, pause: Double) {
    func started() -> Stage {
      let stage = Stage(zooming: 1...4)
      stage.window.advance(to: 1)
      Self.calls[call](stage)
      return stage
    }
    let reference = started()
    let start = reference.window.time
    reference.window.advance(to: start)
    let stage = started()
    let late = stage.window.time + pause
    let first = State(stage)
    stage.window.advance(to: late)
    #expect(call >= 5 || State(stage) == first, "the first frame shows the beginning")
    for frame in 0...60 {
      reference.window.advance(to: start + Double(frame) / 60)
      stage.window.advance(to: late + Double(frame) / 60)
      let (one, other) = (State(reference), State(stage))
      #expect((one.bounds.origin - other.bounds.origin).length < 1e-6, "frame \(frame)")
      #expect(abs(one.scale - other.scale) < 1e-9)
    }
    #expect(stage.scrollView.phase == .idle && State(stage) != first)
  }

  @Test func `starts with the next event where one comes before a frame`() {
    let stage = Stage()
    stage.scrollView.setContentOffset(Point(0, 300), animated: true)
    stage.window.send(.key(KeyEvent(key: "a", timestamp: 50)))
    #expect(stage.scrollView.contentOffset.y == 0)
    stage.window.advance(to: 50.15)
    #expect(abs(stage.scrollView.contentOffset.y - 150) < 1e-6)
  }

  @Test func `starts at once when it begins in a callback`() {
    let stage = Stage()
    stage.onCallback = { name, view in
      guard name == "didEndDecelerating" else { return }
      view.setContentOffset(.zero, animated: true)
    }
    let time = stage.drag(from: Point(200, 700), by: Point(0, -200))
    stage.window.advance(to: time + 1)
    let resting = stage.scrollView.restingOffset.y
    stage.settle(from: time + 1)
    #expect(resting > 0 && stage.scrollView.contentOffset == .zero)
    let late = Stage()
    late.onCallback = stage.onCallback
    late.drag(from: Point(200, 700), by: Point(0, -200))
    late.window.advance(to: time + 60)
    #expect(late.scrollView.contentOffset == .zero, "both the flight and the animation are over")
  }
}

@Suite struct `A scroll view that moves into a window` {
  @Test(arguments: [0.0, 3, 500])
  func `continues its animation on the window's clock`(time: Double) {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(100, 1000)
    view.advance(to: 100)
    view.setContentOffset(Point(0, 300), animated: true)
    view.advance(to: 100)
    view.advance(to: 100.15)
    let window = Window(frame: view.frame)
    window.advance(to: time)
    window.addSubview(view)
    window.advance(to: time)
    #expect(abs(view.contentOffset.y - 150) < 1e-6)
    #expect(view.verticalScrollIndicator.opacity == 1)
    window.advance(to: time + 0.15 + 1e-9)
    #expect(view.contentOffset.y == 300 && view.phase == .idle)
    window.advance(to: time + 0.15 + 1.125)
    let opacity = view.verticalScrollIndicator.opacity
    #expect(abs(opacity - 0.5) < 1e-6)
    view.removeFromSuperview()
    window.advance(to: time + 9)
    window.addSubview(view)
    #expect(abs(view.verticalScrollIndicator.opacity - opacity) < 1e-6, "the fade goes on")
  }
}
