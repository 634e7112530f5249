import Glibc
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `Scrolling to the top` {
  /// What takes a second scroll view off the screen.
  enum Absence: CaseIterable {
    case hidden, hiddenSuperview, zeroSize, outsideWindow, clippedAway

    func make(_ view: ScrollView, in box: View) {
      switch self {
      case .hidden: view.isHidden = true
      case .hiddenSuperview: box.isHidden = true
      case .zeroSize: view.frame.size = Size(0, 300)
      case .outsideWindow: view.frame.origin = Point(500, 0)
      case .clippedAway:
        box.frame.size = Size(402, 100)
        box.clipsToBounds = true
        view.frame.origin = Point(0, 120)
      }
    }
  }

  private func stage() -> (Stage, ScrollView, View) {
    let stage = Stage()
    let box = View(frame: stage.window.bounds)
    let other = ScrollView(frame: Rect(x: 0, y: 0, width: 402, height: 300))
    other.contentSize = Size(402, 3000)
    box.addSubview(other)
    stage.window.addSubview(box)
    stage.scrollView.contentOffset = Point(0, 500)
    return (stage, other, box)
  }

  @Test(arguments: Absence.allCases)
  func `scroll.to-top ignores a scroll view that is not on the screen`(absence: Absence) {
    let (stage, other, box) = stage()
    #expect(!stage.window.scrollToTop(), "two of them")
    absence.make(other, in: box)
    #expect(stage.window.scrollToTop())
    stage.settle(from: 0)
    #expect(stage.scrollView.contentOffset.y == 0)
  }

  @Test func `scroll.to-top counts what is visible outside a superview that does not clip`() {
    let (stage, other, box) = stage()
    box.frame.size = Size(402, 100)
    other.frame.origin = Point(0, 120)
    #expect(!stage.window.scrollToTop())
  }
}

@Suite struct `Indicators and the safe area` {
  @Test(arguments: Axis.allCases)
  func `indicator.visibility keep apart`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(3000, 400), displayScale: 1)
    let view = stage.scrollView
    view.contentInsetAdjustmentBehavior = .never
    view.safeAreaInsets = EdgeInsets(top: 20, left: 30, bottom: 40, right: 50)
    view.scrollIndicatorInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let vertical = view.verticalScrollIndicator.frame
    let horizontal = view.horizontalScrollIndicator.frame
    if axis == .vertical {
      #expect(vertical.minY == 20 + 1 + 3 && vertical.maxX == 400 - 50 - 4 - 3)
      view.contentOffset = view.maximumContentOffset
      #expect(abs(view.verticalScrollIndicator.frame.maxY - (400 - 40 - 3 - 3)) < 1e-9)
    } else {
      #expect(horizontal.minX == 30 + 2 + 3 && horizontal.maxY == 400 - 40 - 3 - 3)
      view.contentOffset = view.maximumContentOffset
      #expect(abs(view.horizontalScrollIndicator.frame.maxX - (400 - 50 - 4 - 3)) < 1e-9)
    }
  }
}

@Suite struct `A refresh control` {
  @Test(arguments: [0.0, 50])
  func `refresh.control lies above content and inset, as wide as the viewport`(inset: Double) {
    let stage = Stage(content: Size(900, 6000), displayScale: 1)
    let control = RefreshControl()
    stage.scrollView.refreshControl = control
    stage.scrollView.contentInset.top = inset
    #expect(control.frame == Rect(x: 0, y: -inset - 60, width: 402, height: 60))
    #expect(stage.scrollView.subviews.first === control, "behind the content")
    stage.scrollView.contentOffset = Point(200, -inset)
    #expect(control.frame.minX == 200 && !control.frame.intersects(stage.scrollView.bounds))
    stage.scrollView.frame.size.width = 500
    #expect(control.frame.width == 500)
    control.beginRefreshing()
    stage.settle(from: 0)
    #expect(control.frame.minY == stage.scrollView.bounds.minY, "now it shows")
    let hit = stage.window.hitTest(Point(200, 30), with: nil)
    #expect(hit !== control, "a drag may begin on it")
  }
}

@Suite struct `A followed offset` {
  @Test
  func `view.followers is known in scrollViewDidScroll: what follows is never a frame late`() {
    let stage = Stage()
    let follower = View(frame: Rect(x: 0, y: 0, width: 402, height: 100))
    stage.window.addSubview(follower)
    stage.onScroll = { follower.frame.origin.y = -$0.contentOffset.y / 2 }
    let time = stage.drag(from: Point(200, 700), by: Point(0, -300), lift: false)
    #expect(follower.frame.origin.y == -stage.scrollView.contentOffset.y / 2)
    stage.touch(.ended, 200, 400, at: time)
    for frame in 0...240 {
      stage.window.advance(to: time + Double(frame) / 60)
      #expect(follower.frame.origin.y == -stage.scrollView.contentOffset.y / 2)
    }
    #expect(follower.frame.origin.y < -300)
  }
}

@Suite struct `A picture` {
  @Test(arguments: Axis.allCases)
  func `content.origin off the origin shows its end only while it is pulled`(axis: Axis) {
    let stage = Stage(viewport: Size(320, 300), content: Size(550, 350), displayScale: 1)
    stage.content.frame.origin = Point(60, 40)
    let view = stage.scrollView
    view.contentOffset = view.maximumContentOffset
    let shown = stage.content.convert(view.bounds, from: view)
    #expect(shown.maxX == 550 - 60 && shown.maxY == 350 - 40)
    stage.drag(from: Point(160, 150), by: axis.point(-60), lift: false)
    let pulled = stage.content.convert(view.bounds, from: view)
    let more = axis == .horizontal ? pulled.maxX - shown.maxX : pulled.maxY - shown.maxY
    #expect(more > 10)
    stage.touch(.ended, Point(160, 150) + axis.point(-60), at: 1)
    stage.settle(from: 1)
    #expect(view.contentOffset == view.maximumContentOffset)
  }

  @Test(arguments: [0.0, 90, 180, 30])
  func `zoom.transform keeps its own rotation and translation while it zooms`(degrees: Double) {
    let stage = Stage(
      viewport: Size(400, 400), content: Size(800, 600), displayScale: 1, zooming: 1...4)
    let angle = degrees * .pi / 180
    let turn = AffineTransform(
      a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 10, ty: -20)
    stage.content.transform = turn
    let before = stage.content.frame
    for scale in [2.0, 3, 1.5, 1] {
      stage.scrollView.zoomScale = scale
      let transform = stage.content.transform
      #expect(abs(transform.a - turn.a * scale) < 1e-12)
      #expect(abs(transform.b - turn.b * scale) < 1e-12)
      #expect(abs(transform.tx - 10 * scale) < 1e-12)
      let frame = stage.content.frame
      #expect((frame.origin - before.origin).length < 1e-9)
      #expect(abs(frame.width - before.width * scale) < 1e-9)
      #expect(abs(stage.scrollView.contentSize.height - before.height * scale) < 1e-9)
    }
    // Turned by the program between two zooms.
    stage.scrollView.zoomScale = 2
    stage.content.transform = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
    stage.scrollView.zoomScale = 3
    #expect(stage.content.transform == AffineTransform(a: 0, b: 3, c: -3, d: 0, tx: 0, ty: 0))
    #expect(stage.scrollView.contentSize == Size(1800, 2400))
    let held = Rect(x: 100, y: 100, width: 50, height: 50)
    stage.scrollView.zoom(to: held, animated: false)
    let middle = stage.content.convert(held.center, to: stage.window)
    #expect(stage.scrollView.zoomScale == 4)
    #expect((middle - Point(200, 200)).length <= 1)
  }
}
