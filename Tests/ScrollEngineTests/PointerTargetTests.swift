import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A delegate written for UIKit` {
  private final class Snapper: ScrollViewDelegate {
    func scrollViewWillEndDragging(
      _ scrollView: ScrollView, withVelocity velocity: Point,
      targetContentOffset: UnsafeMutablePointer<Point>
    ) {
      targetContentOffset.pointee.y = (targetContentOffset.pointee.y / 100).rounded() * 100
    }
  }

  @Test(arguments: [-80.0, -150, -220])
  func `sets the target of a flick through its pointer`(way: Double) {
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let view = ScrollView(frame: window.bounds)
    view.contentSize = Size(400, 10_000)
    let snapper = Snapper()
    view.delegate = snapper
    window.addSubview(view)
    var time = 0.0
    func touch(_ phase: TouchEvent.Phase, _ y: Double) {
      window.send(.touch(TouchEvent(id: 0, phase: phase, location: Point(200, y), timestamp: time)))
    }
    touch(.began, 300)
    for step in 1...8 {
      time += 1.0 / 60
      touch(.moved, 300 + way * Double(step) / 8)
    }
    touch(.ended, 300 + way)
    while window.needsAdvance {
      time += 1.0 / 60
      window.advance(to: time)
    }
    #expect(view.contentOffset.y > 0)
    #expect(view.contentOffset.y.truncatingRemainder(dividingBy: 100) == 0)
  }
}
