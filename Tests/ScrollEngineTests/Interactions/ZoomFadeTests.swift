import OverscrollTestSupport
import RealModule
import ScrollEngine
import ScrollGeometry
import Testing

/// A viewport of 400×400 in the middle of a content of 2000×2000 at scale 2, zoomed from 0.5 to 4, and ways to begin a zoom.
enum FadingZoom: CaseIterable {
  case bounce, smallBounce, call, rectangle, notch

  static func stage() -> Stage {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(1000, 1000), displayScale: 1, zooming: 0.5...4)
    stage.scrollView.zoomScale = 2
    stage.scrollView.contentOffset = Point(800, 800)
    stage.clearLog()
    return stage
  }

  /// Begins the zoom; it is seen fading from the time 0 on.
  func begin(_ stage: Stage) {
    switch self {
    case .bounce: pinch(stage, 5)
    case .smallBounce: pinch(stage, 0.2)
    case .call: stage.scrollView.setZoomScale(1, animated: true)
    case .rectangle:
      stage.scrollView.zoom(to: Rect(x: 300, y: 500, width: 120, height: 120), animated: true)
    case .notch:
      stage.window.send(.wheel(Point(0, -1), at: Point(90, 300), 0, modifiers: .control))
    }
    stage.window.advance(to: 0)
  }

  private func pinch(_ stage: Stage, _ scale: Double) {
    for (phase, scale) in [(GesturePhase.began, 1.0), (.changed, scale), (.ended, scale)] {
      stage.window.send(.pinch(phase, scale, at: Point(150, 220), 0))
    }
  }
}

@Suite struct `A zoom on its way` {
  /// What is seen of a scroll view and of the view that it zooms.
  private struct Seen {
    var offset: Point
    var scale: Double
    var frame: Rect

    init(_ stage: Stage) {
      let presentation = stage.scrollView.presentation
      (offset, scale) = (presentation.bounds.origin, presentation.zoomScale)
      frame = stage.content.presentation.frame
    }

    func distance(to other: Self) -> Double {
      let corners = [
        frame.origin - offset - (other.frame.origin - other.offset),
        Point(frame.maxX, frame.maxY) - offset
          - (Point(other.frame.maxX, other.frame.maxY) - other.offset),
      ]
      return max(corners[0].length, corners[1].length, abs(scale - other.scale) * 1000)
    }
  }

  private func fading(_ zoom: FadingZoom, for time: Double) -> Stage {
    let stage = FadingZoom.stage()
    zoom.begin(stage)
    stage.window.advance(to: time)
    return stage
  }

  /// The same zoom, after it has been seen to its end.
  private func rested(_ zoom: FadingZoom) -> Stage { fading(zoom, for: 3) }

  // MARK: What acts, acts as at rest

  private static let inputs: [(name: String, perform: @Sendable (Stage, Double) -> Void)] = [
    ("flick", { $0.drag(from: Point(200, 200), by: Point(-60, -45), steps: 5, at: $1) }),
    ("drag", { $0.drag(from: Point(200, 200), by: Point(-70, -90), steps: 40, at: $1) }),
    ("wheel", { wheel($0, Point(1, 2), at: $1) }),
    ("key", { $0.window.send(.key(KeyEvent(key: .down, modifiers: .shift, timestamp: $1))) }),
    (
      "touchpad",
      { stage, time in
        for step in 0..<6 {
          let event = TouchpadEvent(
            phase: step == 0 ? .began : step == 5 ? .ended : .changed, delta: Point(-12, -20),
            location: Point(200, 200), timestamp: time + Double(step) / 60)
          stage.window.send(.touchpad(event))
        }
      }
    ),
    ("animated offset", { stage, _ in scroll(stage, animated: true) }),
    ("offset", { stage, _ in scroll(stage, animated: false) }),
    ("scroll to top", { stage, _ in #expect(stage.window.scrollToTop()) }),
    (
      "rectangle",
      { stage, _ in
        stage.scrollView.scrollRectToVisible(
          Rect(x: 10, y: 20, width: 30, height: 30), animated: true)
      }
    ),
  ]

  private static func wheel(_ stage: Stage, _ notches: Point, at time: Double) {
    stage.window.send(.wheel(notches, at: Point(200, 200), time))
  }

  private static func scroll(_ stage: Stage, animated: Bool) {
    stage.scrollView.setContentOffset(Point(40, 30), animated: animated)
  }

  @Test(arguments: FadingZoom.allCases, Self.inputs.indices)
  func `lets input and calls do what they do at rest`(zoom: FadingZoom, input: Int) {
    let (name, perform) = Self.inputs[input]
    let still = rested(zoom)
    perform(still, 3)
    still.settle(from: 3.2)
    for wait in [0, 0.02, 0.1, 0.14] {
      let stage = fading(zoom, for: wait)
      let start = stage.scrollView.contentOffset
      perform(stage, wait)
      stage.settle(from: wait + 0.2)
      #expect(stage.scrollView.contentOffset == still.scrollView.contentOffset, "\(name), \(wait)")
      #expect(stage.scrollView.contentOffset != start, "\(name) does something")
      #expect(stage.scrollView.zoomScale == still.scrollView.zoomScale)
      #expect(stage.milestones.filter { $0.hasSuffix("Zooming") }.count == 2)
    }
  }

  @Test(arguments: FadingZoom.allCases, Axis.allCases)
  func `follows a finger one to one`(zoom: FadingZoom, axis: Axis) {
    let (stage, still) = (fading(zoom, for: 0.03), fading(zoom, for: 0.03))
    stage.touch(.began, Point(200, 200), at: 0.03)
    still.window.send(.key(KeyEvent(key: "a", timestamp: 0.03)))
    for step in 1...6 {
      let time = 0.03 + Double(step) / 60
      stage.touch(.moved, Point(200, 200) + axis.point(-10 * Double(step)), at: time)
      still.window.advance(to: time)
      guard stage.scrollView.isZoomBouncing == still.scrollView.isZoomBouncing else { break }
      let way = Seen(stage).offset - Seen(still).offset
      let end = still.scrollView.maximumContentOffset - still.scrollView.contentOffset
      let room = axis.main(end) > 60
      #expect(!room || abs(axis.main(way) - 10 * Double(step - 1)) <= 1, "the 10 points taken off")
      #expect(abs(Seen(stage).scale - Seen(still).scale) < 1e-9, "the zoom goes on")
    }
    #expect(stage.scrollView.isTracking)
  }

  @Test func `is neither caught by a finger nor withholds it from the content`() {
    let stage = fading(.bounce, for: 0.05)
    let button = View(frame: stage.content.bounds)
    stage.content.addSubview(button)
    stage.scrollView.delaysContentTouches = false
    stage.touch(.began, 200, 200, at: 0.06)
    #expect(stage.scrollView.isZoomBouncing && stage.scrollView.phase == .tracking)
    #expect(stage.window.touches.first?.view === button)
    stage.window.advance(to: 2)
    #expect(!stage.scrollView.isZoomBouncing && stage.scrollView.phase == .tracking)
  }

  // MARK: Zooms that meet

  private static let zooms: [(name: String, perform: @Sendable (Stage, Double) -> Void)] = [
    ("call", { stage, _ in stage.scrollView.setZoomScale(0.7, animated: true) }),
    (
      "rectangle",
      { stage, _ in
        stage.scrollView.zoom(to: Rect(x: 20, y: 600, width: 300, height: 100), animated: true)
      }
    ),
    ("limit", { stage, _ in stage.scrollView.maximumZoomScale = 0.8 }),
    ("notch", { notch($0, 1, at: $1) }),
    ("notch elsewhere", { notch($0, -1, at: $1, Point(10, 390)) }),
    ("touchpad pinch", { pinch($0, .began, at: $1) }),
    (
      "pinch",
      { stage, time in
        for (id, x) in [(0, 100.0), (1, 200)] { stage.touch(.began, x, 200, at: time, id: id) }
        stage.touch(.moved, 204, 200, at: time, id: 1)
      }
    ),
    (
      "finger",
      { stage, time in
        stage.touch(.began, 200, 200, at: time)
        stage.touch(.ended, 200, 200, at: time)
      }
    ),
  ]

  private static func notch(
    _ stage: Stage, _ notches: Double, at time: Double, _ place: Point = Point(90, 300)
  ) {
    stage.window.send(.wheel(Point(0, notches), at: place, time, modifiers: .control))
  }

  private static func pinch(_ stage: Stage, _ phase: GesturePhase, at time: Double) {
    stage.window.send(.pinch(phase, 1, at: Point(90, 300), time))
  }

  @Test(arguments: FadingZoom.allCases, Self.zooms.indices)
  func `goes on from what is seen when a zoom or finger meets it`(zoom: FadingZoom, other: Int) {
    let (name, perform) = Self.zooms[other]
    for wait in [0.004, 0.03, 0.11] {
      let stage = fading(zoom, for: wait)
      let before = Seen(stage)
      perform(stage, wait)
      #expect(Seen(stage).distance(to: before) < 1.5, "\(name) after \(wait) s")
      for id in 0...1 { stage.touch(.ended, 200, 200, at: 0.2, id: id) }
      Self.pinch(stage, .ended, at: 0.2)
      stage.settle(from: 0.2)
      // A pinch ends the zoom before it; anything else goes on with it.
      let one = ["willBeginZooming", "didEndZooming"]
      #expect(
        stage.milestones.filter { $0.hasSuffix("Zooming") }
          == (name.hasSuffix("pinch") ? one + one : one), "\(name)")
      #expect(stage.scrollView.presentation.zoomScale == stage.scrollView.zoomScale)
    }
  }

  @Test func `becomes the model, with one didZoom, when a pinch begins`() {
    let stage = fading(.bounce, for: 0.1)
    let seen = Seen(stage)
    stage.clearLog()
    Self.pinch(stage, .began, at: 0.1)
    #expect(
      stage.log.filter { $0 != "didScroll" } == ["didZoom", "didEndZooming", "willBeginZooming"])
    #expect(stage.scrollView.zoomScale == seen.scale && !stage.scrollView.isZoomBouncing)
    #expect(stage.scrollView.contentOffset == seen.offset)
    #expect(stage.content.frame.size.width == seen.frame.width)
  }

  @Test func `becomes the model, within the limits, when everything is stopped`() {
    let within = fading(.call, for: 0.1)
    let seen = Seen(within)
    within.scrollView.stopScrollingAndZooming()
    #expect(within.scrollView.zoomScale == seen.scale && within.scrollView.phase == .idle)
    #expect((within.scrollView.contentOffset - seen.offset).length <= 0.8, "to the pixel")
    #expect(within.milestones == ["willBeginZooming", "didEndZooming"])
    let beyond = fading(.bounce, for: 0.05)
    beyond.scrollView.stopScrollingAndZooming()
    #expect(beyond.scrollView.zoomScale == 4 && beyond.scrollView.phase == .idle)
  }

  @Test func `keeps the point under the pointer there, wherever further notches are`() {
    let stage = FadingZoom.stage()
    var time = 0.0
    for (place, notches) in [
      (Point(90, 300), -1.0), (Point(90, 300), -1), (Point(300, 40), -1), (Point(300, 40), 1),
    ] {
      let seen = Seen(stage)
      let held = (seen.offset + place - seen.frame.origin) / seen.scale
      Self.notch(stage, notches, at: time, place)
      for _ in 0..<4 {
        time += 0.01
        stage.window.advance(to: time)
        let now = Seen(stage)
        let there = now.frame.origin + held * now.scale - now.offset
        #expect((there - place).length < 1.5, "\(time)")
      }
    }
  }

  // MARK: What is seen

  @Test(arguments: FadingZoom.allCases)
  func `takes the views along that the delegate places for it, and no others`(zoom: FadingZoom) {
    let stage = FadingZoom.stage()
    let (label, other) = (View(), View())
    for view in [label, other] {
      view.frame = Rect(x: 1500, y: 1500, width: 10, height: 10)
      stage.scrollView.addSubview(view)
    }
    stage.onZoom = { label.center = Point(750, 750) * $0.zoomScale }
    stage.onZoom?(stage.scrollView)
    zoom.begin(stage)
    for wait in [0, 0.01, 0.05, 0.1, 0.5, 3] {
      stage.window.advance(to: wait)
      let scale = stage.scrollView.presentation.zoomScale
      #expect((label.presentation.center - Point(750, 750) * scale).length < 1e-6, "\(wait)")
      #expect(other.presentation.center == Point(1505, 1505))
    }
    #expect(label.presentation.center == label.center, "nothing is left over")
    #expect(stage.content.presentation.frame == stage.content.frame)
  }

  @Test func `takes a content along that is centered by the layout`() {
    let view = CentringScrollView()
    let stage = Stage(viewport: Size(400, 400), content: Size(400, 400), scrollView: view)
    view.centered = stage.content
    stage.zooms = true
    stage.scrollView.minimumZoomScale = 0.25
    stage.scrollView.setZoomScale(0.25, animated: true)
    for frame in 0...40 {
      stage.window.advance(to: Double(frame) / 120)
      let seen = Seen(stage)
      #expect((seen.frame.center - seen.offset - Point(200, 200)).length < 1e-6, "\(frame)")
    }
    #expect(stage.content.frame == Rect(x: 150, y: 150, width: 100, height: 100))
  }

  @Test(arguments: FadingZoom.allCases)
  func `shows the indicators of what is seen`(zoom: FadingZoom) {
    let stage = fading(zoom, for: 0.06)
    let seen = stage.scrollView.presentation
    #expect(abs(seen.contentSize.width - 1000 * seen.zoomScale) < 1e-9)
    let plain = ScrollView(frame: stage.scrollView.frame)
    plain.contentSize = seen.contentSize
    plain.bounds.origin = seen.bounds.origin
    for (one, other) in [
      (stage.scrollView.verticalScrollIndicator, plain.verticalScrollIndicator),
      (stage.scrollView.horizontalScrollIndicator, plain.horizontalScrollIndicator),
    ] {
      #expect(abs(one.frame.minX - other.frame.minX) <= 1, "the range is rounded to pixels")
      #expect(abs(one.frame.minY - other.frame.minY) <= 1)
      #expect((one.frame.width - other.frame.width).magnitude < 0.1)
      #expect((one.frame.height - other.frame.height).magnitude < 0.1)
      #expect(one.opacity == 1)
    }
    stage.settle(from: 0.06)
    #expect(stage.scrollView.verticalScrollIndicator.opacity == 0)
  }

  @Test(arguments: FadingZoom.allCases)
  func `is seen the same at any rate of frames`(zoom: FadingZoom) {
    for time in [0.05, 0.1, 0.25] {
      let seen = [30.0, 60, 144].map { rate in
        let stage = FadingZoom.stage()
        zoom.begin(stage)
        for frame in 0..<Int(time * rate) { stage.window.advance(to: Double(frame) / rate) }
        stage.window.advance(to: time)
        return Seen(stage)
      }
      #expect(seen.allSatisfy { $0.distance(to: seen[0]) < 1e-9 })
    }
  }

  @Test func `starts at the time of the lift, also where that is handled late`() {
    let stage = FadingZoom.stage()
    for (phase, time) in [(GesturePhase.began, 0.0), (.changed, 0.1)] {
      stage.window.send(.pinch(phase, phase == .began ? 1 : 5, at: Point(200, 200), time))
    }
    let banded = stage.scrollView.zoomScale
    stage.window.advance(to: 0.2)
    stage.window.send(.pinch(.ended, 5, at: Point(200, 200), 0.19))
    let duration = 0.1 + 0.3 * Double.log(banded / 4)
    let left = 1 - Easing.easeInOut.progress(at: 0.01 / duration)
    let expected = 4 + (banded - 4) * left
    #expect(abs(stage.scrollView.presentation.zoomScale - expected) < 1e-9)
  }
}
