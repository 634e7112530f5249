import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Recognizers of one view` {
  private let stage = GestureStage()

  /// A recognizer of any drag that never ends by itself.
  private final class Endless: GestureRecognizer {
    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
      state = state == .possible ? .began : .changed
    }
  }

  @Test func `exclude one another: the first to recognize makes the other one fail`() {
    stage.attach(PanGestureRecognizer(), "first ")
    stage.attach(PanGestureRecognizer(), "second ")
    stage.stroke(Point(500, 500), Point(500, 550), Point(500, 600))
    #expect(stage.log == ["first began", "first changed", "first ended"])
  }

  @Test func `that failed stay failed until all of their touches are lifted`() {
    stage.attach(PanGestureRecognizer(), "first ").maximumNumberOfTouches = 1
    stage.attach(PanGestureRecognizer(), "second ")
    stage.stroke(Point(500, 500), Point(500, 550), lift: false)
    stage.touch(.began, Point(700, 500), at: 0.3, id: 1)
    stage.touch(.ended, Point(500, 550), at: 0.4)
    stage.touch(.moved, Point(700, 600), at: 0.5, id: 1)
    #expect(stage.log == ["first began", "first ended"])
    stage.touch(.ended, Point(700, 600), at: 0.6, id: 1)
    stage.stroke(Point(500, 500), Point(500, 550), at: 1, lift: false)
    stage.touch(.began, Point(700, 500), at: 1.3, id: 1)
    #expect(stage.log.count == 3)
  }

  @Test func `that are late do not begin while another one has recognized a shared touch`() {
    stage.attach(PanGestureRecognizer(), "first ")
    stage.stroke(Point(500, 500), Point(500, 550), lift: false)
    stage.attach(PanGestureRecognizer(), "late ")
    stage.touch(.began, Point(700, 500), at: 0.3, id: 1)
    stage.touch(.moved, Point(700, 600), at: 0.4, id: 1)
    #expect(stage.log == ["first began", "first changed"])
  }

  @Test(arguments: [0, 1])
  func `recognize together where the delegate of either allows it`(asked: Int) {
    let referee = Referee()
    referee.joins = true
    let pans = ["first ", "second "].map { stage.attach(PanGestureRecognizer(), $0) }
    pans[asked].delegate = referee
    stage.stroke(Point(500, 500), Point(500, 550))
    #expect(stage.log == ["first began", "second began", "first ended", "second ended"])
    referee.joins = false
    stage.stroke(Point(500, 500), Point(500, 550), at: 5)
    #expect(stage.log.count == 6 && stage.log.last == "first ended")
  }

  @Test func `ask their delegate before they begin`() {
    let referee = Referee()
    let pan = stage.attach(PanGestureRecognizer())
    pan.delegate = referee
    referee.begins = false
    stage.stroke(Point(500, 500), Point(500, 550), Point(500, 600))
    #expect(stage.log == [])
    referee.begins = true
    stage.stroke(Point(500, 500), Point(500, 550), at: 5)
    #expect(stage.log == ["began", "ended"], "a refusal is forgotten with the touch")
  }

  @Test func `are canceled and lose their touches when they are disabled`() {
    let pan = stage.attach(PanGestureRecognizer())
    stage.stroke(Point(500, 500), Point(500, 550), lift: false)
    let touch = stage.window.touches.first
    #expect(touch?.gestureRecognizers.count == 1)
    pan.isEnabled = false
    #expect(stage.log == ["began", "cancelled"])
    #expect(pan.touches.isEmpty && touch?.gestureRecognizers.isEmpty == true)
    #expect(pan.state == .possible && pan.translation(in: nil) == .zero)
    pan.isEnabled = true
    stage.touch(.moved, Point(500, 700), at: 1)
    #expect(stage.log == ["began", "cancelled"], "a touch that was dropped stays dropped")
    stage.touch(.ended, Point(500, 700), at: 2)
    pan.isEnabled = false
    stage.stroke(Point(500, 500), Point(500, 550), at: 3)
    #expect(stage.log == ["began", "cancelled"])
  }

  @Test func `are canceled when the touches end before they do`() {
    let endless = stage.attach(Endless())
    stage.stroke(Point(500, 500), Point(510, 500), Point(520, 500))
    #expect(stage.log == ["began", "changed", "cancelled"])
    #expect(endless.state == .possible)
  }

  @Test func `know where their touches are, in the coordinates of any view`() {
    let pan = stage.attach(PanGestureRecognizer())
    let inner = View(frame: Rect(x: 100, y: 200, width: 10, height: 10))
    stage.view.addSubview(inner)
    #expect(pan.location(in: nil) == .zero)
    stage.touch(.began, Point(400, 500), at: 0, id: 1)
    stage.touch(.began, Point(500, 700), at: 0, id: 2)
    #expect(pan.location(in: nil) == Point(450, 600))
    #expect(pan.location(in: inner) == Point(350, 400))
    #expect(pan.numberOfTouches == 2)
  }

  @Test(arguments: [true, false])
  func `cancel the touch in the view when they recognize, by default`(cancels: Bool) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    let view = NotingView(frame: window.frame, log: TouchLog())
    window.addSubview(view)
    let pan = PanGestureRecognizer()
    pan.cancelsTouchesInView = cancels
    view.addGestureRecognizer(pan)
    for (step, phase) in [TouchEvent.Phase.began, .moved, .moved, .ended].enumerated() {
      window.send(.touch(phase, at: Point(500, 500 + Double(step) * 20), Double(step) / 10, id: 0))
    }
    #expect(
      view.log.lines == (cancels ? ["began", "cancelled"] : ["began", "moved", "moved", "ended"]))
  }
}

@Suite struct `A tap recognizer` {
  private func tap(_ stage: GestureStage, at time: Double, _ place: Point = Point(500, 500)) {
    stage.touch(.began, place, at: time)
    stage.touch(.ended, place, at: time + 0.05)
  }

  @Test(arguments: Axis.allCases)
  func `fails once the finger has moved ten points`(axis: Axis) {
    for (way, taps) in [(9.9, 1), (10, 0), (-9.9, 1), (-10, 0)] {
      let stage = GestureStage()
      stage.attach(TapGestureRecognizer())
      stage.stroke(Point(500, 500), Point(500, 500) + axis.point(way), Point(500, 500))
      #expect(stage.log.count == taps, "\(way)")
    }
  }

  @Test func `waits 0.35 seconds for the next of several taps`() {
    for (pause, taps) in [(0.34, 1), (0.36, 0)] {
      let stage = GestureStage()
      stage.attach(TapGestureRecognizer()).numberOfTapsRequired = 2
      tap(stage, at: 1)
      tap(stage, at: 1.05 + pause)
      #expect(stage.log.count == taps, "\(pause)")
    }
    let stage = GestureStage()
    stage.attach(TapGestureRecognizer()).numberOfTapsRequired = 2
    tap(stage, at: 1)
    #expect(stage.window.needsAdvance)
    stage.window.advance(to: 2)
    #expect(!stage.window.needsAdvance && stage.log == [])
    for time in [3.0, 3.1, 3.2, 3.3] { tap(stage, at: time) }
    #expect(stage.log == ["ended", "ended"], "four taps are two double taps")
  }

  @Test func `needs exactly its number of touches`() {
    for fingers in 1...3 {
      let stage = GestureStage()
      stage.attach(TapGestureRecognizer()).numberOfTouchesRequired = 2
      for id in 0..<fingers {
        stage.touch(.began, Point(400 + Double(id) * 50, 500), at: Double(id) / 100, id: id)
      }
      for id in 0..<fingers {
        stage.touch(.ended, Point(400 + Double(id) * 50, 500), at: 0.1 + Double(id) / 100, id: id)
      }
      #expect(stage.log.count == (fingers == 2 ? 1 : 0), "\(fingers)")
    }
  }

  @Test func `counts the touches of each of several taps separately`() {
    for (fingers, taps) in [(2, 1), (1, 0)] {
      let stage = GestureStage()
      let recognizer = stage.attach(TapGestureRecognizer())
      recognizer.numberOfTapsRequired = 2
      recognizer.numberOfTouchesRequired = 2
      for (time, count) in [(0.0, 2), (0.2, fingers)] {
        for phase in [TouchEvent.Phase.began, .ended] {
          for id in 0..<count {
            let moment = time + (phase == .ended ? 0.05 : 0) + Double(id) / 100
            stage.touch(phase, Point(400 + Double(id) * 20, 500), at: moment, id: id)
          }
        }
      }
      #expect(stage.log.count == taps, "\(fingers)")
    }
  }

  @Test func `fails when the touch is canceled`() {
    let stage = GestureStage()
    stage.attach(TapGestureRecognizer())
    stage.touch(.began, Point(500, 500), at: 0)
    stage.touch(.cancelled, Point(500, 500), at: 0.05)
    #expect(stage.log == [])
    tap(stage, at: 1)
    #expect(stage.log == ["ended"])
  }
}
