import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The indicators` {
  @Test func `without content in a small viewport lie where they were measured`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 40, height: 40))
    #expect(view.verticalScrollIndicator.frame == Rect(x: 34, y: 30, width: 3, height: 7))
    #expect(view.horizontalScrollIndicator.frame == Rect(x: 30, y: 34, width: 7, height: 3))
  }

  @Test func `lie three points from the edge`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 375, height: 600))
    view.contentSize = Size(375, 6000)
    #expect(view.verticalScrollIndicator.frame.minX == 369)
    #expect(view.verticalScrollIndicator.cornerRadius == 1.5)
  }

  @Test func `leave the corner free where both show`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    view.contentSize = Size(600, 600)
    view.contentOffset = Point(300, 300)
    #expect(view.verticalScrollIndicator.frame.maxY == 297)
    #expect(view.horizontalScrollIndicator.frame.maxX < 295)
    view.showsVerticalScrollIndicator = false
    #expect(view.horizontalScrollIndicator.frame.maxX == 297)
  }

  @Test func `shrink by the distance of the content from its edge, down to seven points`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 375, height: 600))
    view.contentSize = Size(375, 1200)
    for (over, length) in [(20.0, 277.0), (200, 97), (290, 7), (5000, 7)] {
      view.contentOffset = Point(0, -over)
      #expect(view.verticalScrollIndicator.frame == Rect(x: 369, y: 3, width: 3, height: length))
      view.contentOffset = Point(0, 600 + over)
      #expect(view.verticalScrollIndicator.frame.maxY == 597)
      #expect(view.verticalScrollIndicator.frame.height == length)
    }
  }

  @Test(arguments: Axis.allCases)
  func
    `indicator.visibility indicator.tracking show from the first scroll of a touch on, stay for a second and fade in a quarter`(
      axis: Axis
    )
  {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(4000, 400), displayScale: 1)
    var opacity: Double { axis.indicator(of: stage.scrollView).opacity }
    #expect(
      stage.scrollView.showsVerticalScrollIndicator
        && stage.scrollView.showsHorizontalScrollIndicator)
    stage.touch(.began, axis.point(300, 200), at: 0)
    #expect(opacity == 0)
    stage.touch(.moved, axis.point(280, 200), at: 0.1)
    #expect(opacity == 1)
    #expect(axis.other.indicator(of: stage.scrollView).opacity == 0, "that axis fits")
    stage.touch(.ended, axis.point(280, 200), at: 1)
    for (time, expected) in [(1.0, 1.0), (1.5, 1), (2, 1), (2.125, 0.5), (2.25, 0), (3, 0)] {
      stage.window.advance(to: time)
      #expect(abs(opacity - expected) < 1e-9)
    }
    #expect(!stage.window.needsAdvance)
    // A new scroll in between keeps it.
    var time = stage.drag(from: axis.point(300, 200), by: axis.point(-50), at: 4, lift: false) + 0.3
    stage.touch(.ended, axis.point(250, 200), at: time)
    stage.window.advance(to: time + 0.9)
    time =
      stage.drag(from: axis.point(300, 200), by: axis.point(-50), at: time + 0.9, lift: false) + 0.3
    stage.touch(.ended, axis.point(250, 200), at: time)
    stage.window.advance(to: time + 1)
    #expect(opacity == 1)
  }

  @Test(arguments: Axis.allCases)
  func `indicator.flash change nothing while the content is scrolled`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(4000, 400), displayScale: 1)
    var opacity: Double { axis.indicator(of: stage.scrollView).opacity }
    stage.drag(from: axis.point(300, 200), by: axis.point(-100), lift: false)
    stage.scrollView.flashScrollIndicators()
    #expect(opacity == 1)
    stage.window.advance(to: 5)
    #expect(opacity == 1, "the finger is still down")
    stage.touch(.ended, axis.point(200, 200), at: 5)
    stage.window.advance(to: 6)
    #expect(opacity == 1)
    stage.window.advance(to: 6.25)
    #expect(opacity == 0)
  }

  @Test(arguments: [Size(402, 6000), Size(900, 874), Size(900, 6000), Size(402, 874)])
  func `indicator.flash indicator.tracking flash for 1.5 s on the axes that scroll`(content: Size) {
    let stage = Stage(content: content)
    // Begun after a pause, a flash is seen from its beginning.
    stage.window.advance(to: 100)
    stage.scrollView.flashScrollIndicators()
    stage.window.advance(to: 107)
    let (vertical, horizontal) = (content.height > 874, content.width > 402)
    for (time, expected) in [(0.25, 0.5), (0.5, 1.0), (0.9, 1), (1.25, 0.5), (1.5, 0)] {
      stage.window.advance(to: 107 + time)
      let view = stage.scrollView
      #expect(abs(view.verticalScrollIndicator.opacity - (vertical ? expected : 0)) < 1e-9)
      #expect(abs(view.horizontalScrollIndicator.opacity - (horizontal ? expected : 0)) < 1e-9)
      if vertical || horizontal { #expect(stage.window.needsAdvance == (time < 1.5)) }
    }
    #expect(!stage.window.needsAdvance)
  }

  @Test func `have a style of their own, the default one at first`() {
    let view = ScrollView()
    #expect(view.indicatorStyle == .default)
    view.indicatorStyle = .white
    #expect(view.indicatorStyle == .white)
  }
}
