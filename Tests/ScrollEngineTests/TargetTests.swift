import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The target of a release` {
  @Test(arguments: Axis.allCases, [false, true])
  func `deceleration.target is where the content rests, to the pixel`(axis: Axis, isPaged: Bool) {
    var random = SplitMix64(seed: isPaged ? 5 : 4)
    for _ in 0..<150 {
      let stage = Stage(
        viewport: Size(320, 320), content: axis.size(random.pick([330, 2000, 60_000]), 320),
        displayScale: random.pick([1, 2, 3]))
      let view = stage.scrollView
      view.isPagingEnabled = isPaged
      view.bounces = random.chance(0.7)
      view.decelerationRate = random.pick([.normal, .fast, .init(rawValue: 0.9)])
      view.contentInset = EdgeInsets(all: random.pick([0, 17.3, 100]))
      view.contentOffset = axis.point(random.number(0, 3000).rounded())
      let way = random.number(-600, 600)
      let time = stage.drag(
        from: axis.point(160, 160), by: axis.point(way), steps: 4,
        interval: random.pick([1.0 / 60, 1.0 / 120, 0.04]), lift: false)
      let pause = random.pick([0, 0, 0, 0.2])
      stage.touch(.ended, axis.point(160 + way, 160), at: time + pause)
      stage.settle(from: time + pause)
      guard let target = stage.targets.last else { continue }
      #expect(target == view.contentOffset, "\(way) in \(view.contentSize)")
    }
  }

  @Test(arguments: [0.5, 1, 2, 4, 8, 20, 100])
  func `deceleration.target is the resting offset for any velocity and flicks`(speed: Double) {
    let stage = Stage(content: Size(402, 10_000_000), displayScale: 1, offset: Point(0, 5_000_000))
    var time = 0.0
    for _ in 0..<5 {
      time = stage.drag(
        from: Point(200, 800), by: Point(0, -speed * 1000 * 0.05), steps: 5, at: time,
        interval: 0.01)
      #expect(stage.targets.last == stage.scrollView.restingOffset)
      time += 0.1
    }
    stage.settle(from: time - 0.1)
    #expect(stage.targets.last == stage.scrollView.contentOffset)
  }

  @Test(arguments: Axis.allCases)
  func `deceleration.target of UIKit is beside it, as recorded on iOS 26.5`(axis: Axis) {
    let stage = Stage(content: Size(20_000, 20_000))
    let view = stage.scrollView
    let targets = KitFile("ios265-targets.csv").rows("rate", "offset_y", "velocity_y", "target_y")
    #expect(targets.count == 12)
    for row in targets {
      view.decelerationRate = .init(rawValue: row[0])
      let target = view.projectedOffset(from: axis.point(row[1]), velocity: axis.point(row[2]))
      #expect(abs(axis.main(target) - row[3]) < 1e-3 && axis.cross(target) == 0, "\(row)")
      let mirrored = view.projectedOffset(from: axis.point(row[3]), velocity: axis.point(-row[2]))
      #expect(abs(axis.main(mirrored) - row[1]) <= 1 / 3.0 + 1e-3, "\(row)")
    }
  }

  @Test(arguments: Axis.allCases)
  func `deceleration.target of UIKit is in range, and of finite numbers`(axis: Axis) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(1000, 400))
    let view = stage.scrollView
    view.contentOffset = axis.point(60)
    func target(_ offset: Double, _ velocity: Double) -> Double {
      axis.main(view.projectedOffset(from: axis.point(offset), velocity: axis.point(velocity)))
    }
    #expect(target(100, 2) == 600 && target(100, -2) == 0)
    #expect(target(100, 0.005) == 100 && target(100, -0.01) == 100)
    #expect(target(-30, 0) == 0 && target(700, 0) == 600)
    #expect(target(.nan, 0) == 60 && target(.infinity, .nan) == 60)
    #expect(target(100, .greatestFiniteMagnitude) == 600)
    #expect(abs(target(100, 0.21) - 199.9) < 0.17)
  }

  @Test func `deceleration.target is unchanged by a delegate that sets it to the same value`() {
    let stage = Stage()
    let plain = Stage()
    let time = plain.drag(from: Point(200, 700), by: Point(0, -200))
    stage.request = plain.targets.last
    stage.drag(from: Point(200, 700), by: Point(0, -200))
    for frame in 0...400 {
      for one in [stage, plain] { one.window.advance(to: time + Double(frame) / 60) }
      #expect(stage.scrollView.contentOffset == plain.scrollView.contentOffset)
    }
  }

  @Test(arguments: Axis.allCases, [1.0, 3])
  func `that falls between pixels is rounded to them`(axis: Axis, displayScale: Double) {
    let stage = Stage(
      viewport: Size(320, 320), content: axis.size(9000, 320), displayScale: displayScale)
    stage.request = axis.point(1234.567)
    stage.settle(from: stage.drag(from: axis.point(300, 160), by: axis.point(-120), steps: 6))
    let expected = (1234.567 * displayScale).rounded() / displayScale
    #expect(stage.scrollView.contentOffset == axis.point(expected))
  }

  @Test(arguments: Axis.allCases, [true, false])
  func `bounce.edges is the edge itself, without deceleration, where content may not bounce`(
    axis: Axis, atEnd: Bool
  ) {
    let stage = Stage(viewport: Size(320, 320), content: axis.size(2000, 320), displayScale: 1)
    stage.scrollView.bounces = false
    let edge = atEnd ? 1680.0 : 0
    stage.scrollView.contentOffset = axis.point(edge)
    let time = stage.drag(from: axis.point(160, 160), by: axis.point(atEnd ? -150 : 150), steps: 5)
    #expect(stage.scrollView.phase == .idle && !stage.scrollView.isDragging)
    #expect(stage.milestones == ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
    #expect(stage.targets == [axis.point(edge)])
    // Inwards it decelerates.
    stage.drag(from: axis.point(160, 160), by: axis.point(atEnd ? 150 : -150), steps: 5, at: time)
    #expect(stage.scrollView.phase == .decelerating)
  }
}

@Suite struct `Rest` {
  private func isWhole(_ point: Point, _ scale: Double) -> Bool {
    [point.x, point.y].allSatisfy { abs(($0 * scale).rounded() - $0 * scale) < 1e-6 }
  }

  @Test(arguments: Axis.allCases, [1.0, 2, 3])
  func `is on device pixels after the program moves the content in a deceleration or an animation`(
    axis: Axis, scale: Double
  ) {
    for isAnimated in [false, true] {
      let stage = Stage(
        viewport: Size(320, 320), content: axis.size(90_000, 320), displayScale: scale)
      var time = 0.0
      if isAnimated {
        stage.scrollView.setContentOffset(axis.point(777), animated: true)
        stage.window.advance(to: 0)
      } else {
        time = stage.drag(from: axis.point(300, 160), by: axis.point(-120), steps: 6)
      }
      stage.window.advance(to: time + 0.1)
      stage.scrollView.contentOffset = axis.point(50_000)
      stage.settle(from: time + 0.1)
      let rest = stage.scrollView.contentOffset
      #expect(isWhole(rest, scale), "\(rest), \(isAnimated)")
      #expect(isAnimated || axis.main(rest) > 50_100)
    }
  }
}
