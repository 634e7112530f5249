import ScrollEngine
import ScrollGeometry
import Testing

/// When the motion that a lift releases begins: at the lift's own time, not when the program handles it.
@Suite struct `A motion that a lift releases` {
  /// Which motion a lift releases, and its drag.
  enum Release: CaseIterable, Sendable {
    case flick, bounce, page

    var distance: Double { self == .bounce ? 150 : -200 }
  }

  /// A viewport of 400×400 at the start of a content of 4000×4000, just dragged; and the time.
  private func dragged(_ release: Release, _ axis: Axis) -> (stage: Stage, time: Double) {
    let stage = Stage(viewport: Size(400, 400), content: Size(4000, 4000), displayScale: 1000)
    stage.scrollView.isPagingEnabled = release == .page
    let time = stage.drag(from: Point(200, 200), by: axis.point(release.distance), lift: false)
    return (stage, time)
  }

  @Test(arguments: Release.allCases, Axis.allCases)
  func `shows no step of its own at the lift`(release: Release, axis: Axis) {
    let (stage, time) = dragged(release, axis)
    let shown = stage.scrollView.contentOffset
    stage.touch(.ended, Point(200, 200), at: time)
    #expect(stage.scrollView.phase == .decelerating)
    #expect(stage.scrollView.contentOffset == shown)
    // A thousandth of a second later it has moved for just that long.
    stage.window.advance(to: time + 0.001)
    let moved = axis.main(stage.scrollView.contentOffset - shown)
    #expect(abs(moved) > 1e-4 && abs(moved) < 5)
  }

  @Test(arguments: Release.allCases, Axis.allCases)
  func `shows at once what has passed since a lift handled late`(release: Release, axis: Axis) {
    let lateness = 0.013
    let (punctual, time) = dragged(release, axis)
    punctual.touch(.ended, Point(200, 200), at: time)
    punctual.window.advance(to: time + lateness)
    let (late, _) = dragged(release, axis)
    late.window.advance(to: time + lateness)
    late.touch(.ended, Point(200, 200), at: time)
    #expect(late.milestones == punctual.milestones)
    for frame in 0..<700 {
      let now = time + lateness + Double(frame) / 144
      punctual.window.advance(to: now)
      late.window.advance(to: now)
      #expect(late.scrollView.contentOffset == punctual.scrollView.contentOffset, "\(frame)")
    }
    #expect(late.scrollView.phase == .idle && late.milestones == punctual.milestones)
  }

  @Test(arguments: Release.allCases, Axis.allCases)
  func `is over at once where the lift is handled after its end`(release: Release, axis: Axis) {
    let (stage, time) = dragged(release, axis)
    stage.window.advance(to: time + 60)
    stage.touch(.ended, Point(200, 200), at: time)
    #expect(stage.targets.first == stage.scrollView.contentOffset)
    stage.window.advance(to: time + 60)
    #expect(stage.scrollView.phase == .idle && stage.milestones.last == "didEndDecelerating")
  }

  @Test(arguments: Axis.allCases)
  func `starts at the present where the touch is canceled instead of lifted`(axis: Axis) {
    let (stage, time) = dragged(.bounce, axis)
    let shown = stage.scrollView.contentOffset
    stage.window.advance(to: time + 0.05)
    stage.touch(.cancelled, Point(200, 200), at: time)
    #expect(stage.scrollView.phase == .decelerating)
    #expect(stage.scrollView.contentOffset == shown)
  }

  @Test(arguments: Axis.allCases)
  func `springs back from the lift's own time after a touch beyond the edge`(axis: Axis) {
    func caught() -> (stage: Stage, time: Double) {
      let (stage, time) = dragged(.bounce, axis)
      stage.touch(.ended, Point(200, 200), at: time)
      stage.window.advance(to: time + 0.05)
      stage.touch(.began, Point(200, 200), at: time + 0.05)
      return (stage, time + 0.1)
    }
    let (punctual, time) = caught()
    punctual.touch(.ended, Point(200, 200), at: time)
    punctual.window.advance(to: time + 0.02)
    let (late, _) = caught()
    late.window.advance(to: time + 0.02)
    late.touch(.ended, Point(200, 200), at: time)
    #expect(late.scrollView.contentOffset == punctual.scrollView.contentOffset)
    #expect(axis.main(late.scrollView.contentOffset) < -1)
  }
}
