import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// Programs write an offset, or one coordinate of it, in `scrollViewDidScroll`, where the other one is as it was read.
@Suite struct `An offset that is written back as it was read` {
  static let rates = [60.0, 144, 240, 1000]

  /// A flick along `axis`, with `body` in every didScroll; the offsets seen every 1/60 s, and at rest.
  private func course(
    _ axis: Axis, scale: Double, rate: Double, across: Double = 20,
    _ body: ((ScrollView) -> Void)? = nil
  ) -> (seen: [Double], rest: Double) {
    let stage = Stage(viewport: Size(400, 400), content: axis.size(40000, 800), displayScale: scale)
    stage.onScroll = body
    let start = stage.drag(from: axis.point(390, 200), by: axis.point(-350, -across), steps: 12)
    var seen: [Double] = []
    for frame in 1...300 {
      for part in 1...Int(rate / 60) {
        let time = start + (Double(frame - 1) + Double(part) / (rate / 60).rounded(.down)) / 60
        stage.window.advance(to: time)
      }
      seen.append(axis.main(stage.scrollView.contentOffset))
    }
    stage.settle(from: start + 5)
    return (seen, axis.main(stage.scrollView.contentOffset))
  }

  @Test(arguments: Axis.allCases, [1.0, 2, 3])
  func `shifts nothing at any display rate`(axis: Axis, scale: Double) {
    let free = course(axis, scale: scale, rate: 60)
    for rate in Self.rates {
      for (name, body) in Self.bodies(axis) {
        for across in [20.0, -20] {
          let written = course(axis, scale: scale, rate: rate, across: across, body)
          #expect(written.rest == free.rest, "\(name) at \(rate) Hz")
          let worst = zip(written.seen, free.seen).map { abs($0 - $1) }.max() ?? 0
          #expect(worst < 1e-9, "\(name) at \(rate) Hz")
        }
      }
    }
  }

  private static func bodies(_ axis: Axis) -> [(String, (ScrollView) -> Void)] {
    [
      ("the other axis pinned", { $0.contentOffset = axis.point(axis.main($0.contentOffset), 0) }),
      ("the offset itself", { $0.contentOffset = $0.contentOffset }),
      ("nothing added", { $0.contentOffset += .zero }),
      (
        "rounded",
        { view in
          let scale = view.displayScale
          let place = view.contentOffset * scale
          view.contentOffset =
            Point(
              place.x.rounded(.toNearestOrAwayFromZero), place.y.rounded(.toNearestOrAwayFromZero)
            ) / scale
        }
      ),
    ]
  }

  @Test(arguments: Axis.allCases, [60.0, 144, 1000])
  func `by another view kept in step lets both rest where predicted`(axis: Axis, rate: Double) {
    let (stage, other) = (
      Stage(viewport: Size(400, 400), content: axis.size(20000, 400), displayScale: 2),
      ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    )
    other.contentSize = axis.size(20000, 400)
    other.displayScale = 2
    let follower = Follower(stage.scrollView)
    other.delegate = follower
    stage.onScroll = { other.contentOffset = $0.contentOffset }
    let time = stage.drag(from: axis.point(390, 200), by: axis.point(-350))
    let rest = stage.scrollView.restingOffset
    stage.settle(from: time, rate: rate)
    #expect(stage.scrollView.contentOffset == rest && other.contentOffset == rest)
  }

  private final class Follower: ScrollViewDelegate {
    let leader: ScrollView
    init(_ leader: ScrollView) { self.leader = leader }
    func scrollViewDidScroll(_ scrollView: ScrollView) {
      leader.contentOffset = scrollView.contentOffset
    }
  }

  @Test(arguments: Axis.allCases, [100.0, 44.5, 33.3])
  func `after rows were inserted above moves the rest by them`(axis: Axis, height: Double) {
    for rate in Self.rates {
      let free = course(axis, scale: 2, rate: rate)
      var frames = 0
      let inserted = course(axis, scale: 2, rate: rate) { view in
        guard view.isDecelerating else { return }
        frames += 1
        guard frames == 20 else { return }
        view.contentSize = axis.size(40000 + height, 800)
        view.contentOffset += axis.point(height)
      }
      let moved = inserted.seen[100] - free.seen[100]
      #expect(abs(moved - height) < 1e-9, "\(rate) Hz")
      #expect(abs(inserted.rest - free.rest - height) <= 0.25)
    }
  }

  @Test(arguments: Axis.allCases)
  func `leaves the bounce of the other axis alone`(axis: Axis) {
    var rests: Set<[Double]> = []
    for rate in Self.rates {
      let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1)
      stage.scrollView.contentOffset = axis.point(10, 1000)
      stage.onScroll = { $0.contentOffset = axis.point(axis.main($0.contentOffset), 1000) }
      let time = stage.drag(from: Point(200, 200), by: axis.point(150, -90))
      var seen: [Double] = []
      for frame in 1...40 {
        for part in 1...Int(rate / 60) {
          stage.window.advance(
            to: time + (Double(frame - 1) + Double(part) / (rate / 60).rounded(.down)) / 60)
        }
        seen.append((axis.main(stage.scrollView.contentOffset) * 1e9).rounded() / 1e9)
      }
      rests.insert(seen)
    }
    #expect(rests.count == 1)
  }

  @Test(arguments: UInt64(0)..<200)
  func `at random moments of any motion changes nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let axis = random.pick(Axis.allCases)
    let scale = random.pick([1.0, 1.25, 2, 3])
    let way = axis.point(random.number(-200, 200), random.number(-60, 60))
    let kind = random.index(3)
    let chance = random.number(0.1, 0.9)
    var offsets: [[Point]] = []
    for writes in [false, true] {
      var moments = SplitMix64(seed: seed &* 31)
      let stage = Stage(viewport: Size(400, 400), content: Size(2000, 2000), displayScale: scale)
      stage.scrollView.contentOffset = Point(300, 300)
      if writes {
        stage.onScroll = { view in
          guard moments.chance(chance) else { return }
          switch moments.index(4) {
          case 0: view.contentOffset = view.contentOffset
          case 1: view.contentOffset.x += 0
          case 2: view.bounds = view.bounds
          default: view.contentOffset = Point(view.contentOffset.x, view.contentOffset.y)
          }
        }
      }
      var time = 0.0
      switch kind {
      case 0: time = stage.drag(from: Point(200, 200), by: way, steps: 6)
      case 1: stage.scrollView.setContentOffset(Point(700, 100), animated: true)
      default:
        stage.window.send(.wheel(Point(0.3, 2.7), at: Point(9, 9), 0))
      }
      var seen: [Point] = []
      for _ in 1...200 {
        time += 1.0 / 90
        stage.window.advance(to: time)
        seen.append(stage.scrollView.contentOffset)
      }
      offsets.append(seen)
    }
    for (plain, written) in zip(offsets[0], offsets[1]) {
      #expect((plain - written).length < 1e-9)
    }
  }

  @Test func `is rounded at rest where it is not what was read`() {
    let view = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.contentSize = Size(1000, 1000)
    view.contentOffset = Point(3.8, 0)
    #expect(view.contentOffset == Point(4, 0))
    view.bounds.origin = Point(3.8, 7.3)
    view.contentOffset = view.contentOffset
    #expect(view.contentOffset == Point(3.8, 7.3))
    view.contentOffset.x = 5.2
    #expect(view.contentOffset == Point(5, 7.3), "the other coordinate is left alone")
    view.setContentOffset(view.contentOffset, animated: false)
    #expect(view.contentOffset == Point(5, 7))
  }
}
