import OverscrollBrowser
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A picture in a view` {
  private func view(
    _ size: PixelSize, viewport: PixelSize = PixelSize(width: 800, height: 600),
    fit: PictureView.Fit = .fit, scale: Double = 1
  ) -> PictureView {
    PictureView(
      size: size, viewport: viewport, scale: scale, fit: fit, limits: .init(maximum: 64))
  }

  @Test func `opens fitted when it is larger than the window`() {
    let placement = view(PixelSize(width: 8000, height: 3000)).placement
    #expect(placement.scale == 0.1)
    #expect(placement.origin == Point(0, 150))
  }

  @Test func `opens at 1:1 in the middle when it is smaller`() {
    let placement = view(PixelSize(width: 200, height: 100)).placement
    #expect(placement.scale == 1)
    #expect(placement.origin == Point(300, 250))
  }

  @Test func `fills the window when asked to`() {
    let placement = view(PixelSize(width: 8000, height: 3000), fit: .fill).placement
    #expect(placement.scale == 0.2)
    #expect(placement.origin == Point(-400, 0))
  }

  @Test(arguments: [1.0, 1.5, 2])
  func `shows one pixel on one device pixel at 100% whatever a point is`(scale: Double) {
    let view = view(PixelSize(width: 3000, height: 3000), fit: .actual, scale: scale)
    #expect(view.placement.scale == 1)
    #expect(view.placement.origin == Point(-1100, -1200))
  }

  @Test func `keeps its middle in the middle when the window changes`() {
    let view = view(PixelSize(width: 8000, height: 6000), fit: .actual)
    view.scrollView.setContentOffset(Point(1000, 2000), animated: false)
    view.resize(to: PixelSize(width: 500, height: 900))
    #expect(view.placement.origin == Point(-1150, -1850))
    view.resize(to: PixelSize(width: 800, height: 600))
    #expect(view.placement.origin == Point(-1000, -2000))
  }

  @Test(arguments: [true, false])
  func `comes back where another was dragged beyond its edge`(animated: Bool) {
    let (size, viewport) = (
      PixelSize(width: 2000, height: 1500), PixelSize(width: 800, height: 600)
    )
    let dragged = view(size, fit: .actual)
    dragged.send(
      .touch(TouchEvent(id: 0, phase: .began, location: Point(400, 300), timestamp: 0)))
    dragged.scrollView.contentOffset = Point(-150, 950)
    let view = PictureView(
      size: size, viewport: viewport, scale: 1, fit: .fit, limits: .init(maximum: 64),
      position: dragged.position)
    #expect(view.scrollView.contentOffset == Point(-150, 950))
    view.returnToRange(at: 1, animated: animated)
    #expect((view.placement.origin == Point(150, -950)) == animated)
    view.advance(to: 1)
    view.advance(to: 3)
    #expect(view.placement.origin == Point(0, -900))
    view.scrollView.contentOffset = Point(7, 8)
    view.returnToRange(at: 4, animated: animated)
    #expect(view.scrollView.contentOffset == Point(7, 8))
  }

  @Test func `stays fitted when it was`() {
    let view = view(PixelSize(width: 8000, height: 6000))
    view.resize(to: PixelSize(width: 400, height: 400))
    #expect(view.placement.scale == 0.05)
    #expect(view.placement.origin == Point(0, 50))
  }

  @Test func `survives a window of one pixel`() {
    let view = view(PixelSize(width: 8000, height: 6000))
    view.resize(to: PixelSize(width: 1, height: 1))
    #expect(view.placement.scale > 0)
    view.resize(to: PixelSize(width: 800, height: 600))
    #expect(view.placement.scale == 0.1)
  }

  @Test func `zooms to 1:1 around a double click and back to all of it`() {
    let view = view(PixelSize(width: 8000, height: 6000))
    view.toggleFit(around: Point(200, 150), animated: false)
    #expect(view.placement.scale == 1)
    #expect(view.placement.origin == Point(-1600, -1200))
    view.toggleFit(around: Point(10, 10), animated: false)
    #expect(view.placement.scale == 0.1)
  }

  @Test func `reports double taps`() {
    let view = view(PixelSize(width: 8000, height: 6000))
    var places: [Point] = []
    view.addDoubleTap { places.append($0) }
    for time in [1.0, 1.2] {
      for (phase, after) in [(TouchEvent.Phase.began, 0.0), (.ended, 0.05)] {
        view.send(
          .touch(
            TouchEvent(id: 0, phase: phase, location: Point(70, 80), timestamp: time + after)))
      }
    }
    #expect(places == [Point(70, 80)])
  }

  @Test func `rubber-bands although all of it is visible`() {
    let view = view(PixelSize(width: 8000, height: 6000))
    for (index, y) in [300.0, 320, 360, 400].enumerated() {
      view.send(
        .touch(
          TouchEvent(
            id: 0, phase: index == 0 ? .began : .moved, location: Point(400, y),
            timestamp: Double(index) / 60)))
    }
    #expect(view.placement.origin.y > 30)
    #expect(view.placement.origin.y < 90)
    #expect(view.frame().placement == view.placement)
  }
}
