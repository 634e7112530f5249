import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// Behaviors that concern more than one property.
@Suite struct `As the reference documents claim` {
  /// A viewport of 320×300 on a picture of 550×350 whose content size is set apart from it.
  private func stage(content: Size) -> Stage {
    let stage = Stage(viewport: Size(320, 300), content: content, displayScale: 1)
    stage.content.frame = Rect(x: 0, y: 0, width: 550, height: 350)
    return stage
  }

  /// The part of the picture's coordinates that the viewport shows; what lies outside 0…550 and 0…350 is blank.
  private func shown(_ stage: Stage) -> Rect {
    stage.content.convert(Rect(x: 0, y: 0, width: 320, height: 300), from: stage.window)
  }

  @Test(arguments: Axis.allCases)
  func `content.picture content smaller than the viewport cannot be dragged`(axis: Axis) {
    for bounces in [false, true] {
      let stage = stage(content: Size(100, 100))
      stage.scrollView.alwaysBounceVertical = bounces && axis == .vertical
      stage.scrollView.alwaysBounceHorizontal = bounces && axis == .horizontal
      stage.drag(from: Point(250, 250), by: axis.point(-100), lift: false)
      #expect((axis.main(stage.scrollView.contentOffset) > 0) == bounces)
      #expect(stage.scrollView.isDragging == bounces)
    }
  }

  @Test
  func `content.picture content smaller than the picture hides the rest until it is pulled`() {
    let stage = stage(content: Size(400, 320))
    stage.scrollView.contentOffset = stage.scrollView.maximumContentOffset
    #expect(shown(stage) == Rect(x: 80, y: 20, width: 320, height: 300))
    let time = stage.drag(from: Point(300, 280), by: Point(-110, -110), lift: false)
    #expect(shown(stage).maxX > 430 && shown(stage).maxX < 500, "more of the picture shows")
    #expect(shown(stage).maxY > 345 && shown(stage).maxY < 420)
    stage.touch(.ended, 190, 170, at: time + 0.2)
    stage.settle(from: time + 0.2)
    #expect(shown(stage) == Rect(x: 80, y: 20, width: 320, height: 300))
  }

  @Test func `content.picture content larger than the picture rests on blank space`() {
    let stage = stage(content: Size(900, 700))
    stage.scrollView.contentOffset = Point(230, 50)
    #expect(shown(stage).maxX == 550 && shown(stage).maxY == 350, "the picture's last corner")
    let time = stage.drag(from: Point(310, 290), by: Point(-300, -280), lift: false)
    #expect(stage.scrollView.contentOffset == Point(520, 320), "no resistance past the picture")
    stage.touch(.ended, 10, 10, at: time + 0.2)
    stage.settle(from: time + 0.2)
    #expect(stage.scrollView.contentOffset == Point(520, 320))
    stage.scrollView.contentOffset = stage.scrollView.maximumContentOffset
    #expect(shown(stage) == Rect(x: 580, y: 400, width: 320, height: 300))
    #expect(shown(stage).intersection(stage.content.bounds).isEmpty, "nothing but blank space")
  }

  @Test(arguments: [Size(550, 350), Size(400, 320), Size(900, 700)])
  func
    `content.grid the range of the content size rests in view, and beyond it the pull is elastic`(
      content: Size
    )
  {
    let band = 0.55
    let viewport = Point(320, 300)
    for (end, sign) in [(Point.zero, -1.0), (Point(content.width - 320, content.height - 300), 1)] {
      let stage = stage(content: content)
      stage.scrollView.contentOffset = end
      let time = stage.drag(from: Point(160, 150), by: Point(-110, -110) * sign, lift: false)
      // A pull of 100 points shows as c·100·D/(D + c·100) points, D being the viewport's length.
      let expected = Point(
        band * 100 * viewport.x / (viewport.x + band * 100),
        band * 100 * viewport.y / (viewport.y + band * 100))
      let excess = (stage.scrollView.contentOffset - end) * sign
      #expect(abs(excess.x - expected.x) <= 0.5 && abs(excess.y - expected.y) <= 0.5)
      stage.touch(.ended, 160 - 110 * sign, 150 - 110 * sign, at: time + 0.2)
      stage.settle(from: time + 0.2)
      #expect(stage.scrollView.contentOffset == end)
      let rest = shown(stage)
      #expect(rest.minX >= 0 && rest.minY >= 0)
      #expect(rest.maxX <= content.width && rest.maxY <= content.height)
    }
  }

  @Test(arguments: Axis.allCases)
  func `state.after-lift isDragging stays true after the lift until the rest`(axis: Axis) {
    for start in [1000.0, 3550] {
      let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000))
      stage.scrollView.contentOffset = axis.point(start, 1000)
      var isDragging: [String: Bool] = [:]
      stage.onCallback = { name, view in isDragging[name] = view.isDragging }
      let time = stage.drag(from: Point(300, 300), by: axis.point(-200))
      #expect(!stage.scrollView.isTracking, "the finger is up")
      var frames = 0
      while stage.scrollView.phase == .decelerating {
        #expect(stage.scrollView.isDragging && stage.scrollView.isDecelerating)
        frames += 1
        stage.window.advance(to: time + Double(frames) / 60)
      }
      #expect(frames > 20)
      #expect(!stage.scrollView.isDragging && !stage.scrollView.isDecelerating)
      #expect(stage.milestones.last == "didEndDecelerating")
      #expect(isDragging["didEndDragging(true)"] == true)
      #expect(isDragging["willBeginDecelerating"] == true)
    }
  }

  @Test func `state.after-lift isDragging is false after the lift where nothing decelerates`() {
    let stage = Stage()
    var isDragging: Bool?
    stage.onCallback = { name, view in
      if name == "didEndDragging(false)" { isDragging = view.isDragging }
    }
    let time = stage.drag(from: Point(200, 700), by: Point(0, -100), lift: false)
    #expect(stage.scrollView.isDragging)
    stage.touch(.ended, 200, 600, at: time + 0.3)
    #expect(isDragging == false && !stage.scrollView.isDragging)
  }

  // MARK: zoom.centering

  /// A container as large as the view, zoomed from 0.5 to 2.
  private func container(centre: @escaping (ScrollView) -> Point) -> Stage {
    let stage = Stage(
      viewport: Size(400, 300), content: Size(400, 300), displayScale: 1000, zooming: 0.5...2)
    stage.onZoom = { [unowned stage] view in stage.content.center = centre(view) }
    return stage
  }

  /// The formula: the center of the content plus half of the spare space.
  private static func formula(_ view: ScrollView) -> Point {
    let (room, content) = (view.bounds.size, view.contentSize)
    return Point(
      content.width / 2 + max(0, room.width - content.width) / 2,
      content.height / 2 + max(0, room.height - content.height) / 2)
  }

  private func pinch(_ stage: Stage, _ phase: GesturePhase, _ scale: Double, at time: Double) {
    stage.window.send(.pinch(phase, scale, at: Point(200, 150), time))
  }

  /// The distance between the centers of the zoomed view and of the viewport, in points.
  private func error(_ stage: Stage) -> Double {
    (stage.content.convert(Point(200, 150), to: nil) - Point(200, 150)).length
  }

  @Test(arguments: [8.0, 0.05])
  func `zoom.centering the formula in scrollViewDidZoom centers all the way`(asked: Double) {
    let stage = container(centre: Self.formula)
    pinch(stage, .began, 1, at: 0)
    for step in 1...60 {
      let scale = 1 + (asked - 1) * Double(step) / 60
      pinch(stage, .changed, scale, at: Double(step) / 60)
      #expect(error(stage) < 0.01, "at \(stage.scrollView.zoomScale)")
    }
    let limit = asked > 1 ? 2 : 0.5
    #expect(asked > 1 ? stage.scrollView.zoomScale > 2 : stage.scrollView.zoomScale < 0.5)
    pinch(stage, .ended, asked, at: 1.1)
    while stage.scrollView.isZoomBouncing {
      #expect(error(stage) < 0.01, "on the way back, at \(stage.scrollView.zoomScale)")
      stage.window.advance(to: stage.window.time + 1.0 / 60)
    }
    #expect(stage.scrollView.zoomScale == limit && error(stage) < 0.01)
  }

  @Test func `zoom.centering the view's center centers below 1× and loses a part above it`() {
    let stage = container { view in Rect(origin: .zero, size: view.bounds.size).center }
    stage.scrollView.setZoomScale(0.5, animated: false)
    #expect(error(stage) < 0.01)
    #expect(stage.content.frame == Rect(x: 100, y: 75, width: 200, height: 150))
    stage.scrollView.setZoomScale(2, animated: false)
    #expect(stage.content.frame.origin == Point(-200, -150))
    stage.scrollView.contentOffset = stage.scrollView.minimumContentOffset
    let first = stage.content.convert(Point.zero, from: nil)
    #expect(first == Point(100, 75), "nothing left of and above this can be reached")
    let right = container(centre: Self.formula)
    right.scrollView.setZoomScale(2, animated: false)
    right.scrollView.contentOffset = right.scrollView.minimumContentOffset
    #expect(right.content.convert(Point.zero, from: nil) == .zero)
  }
}
