import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Scenes about the flags, and about the target of a release.
@Suite struct `A scene of touches` {
  @Test
  func `state.drag state.zoom gesture.recognizers lights a lamp for each flag as the hand goes on`()
    throws
  {
    let stage = try PlayedScene.stage("state")
    let scene = try #require(stage.scene(StateScene.self))
    var seen: [[String]] = []
    stage.play {
      $0.flick(from: Point(300, 340), to: Point(120, 140), after: 0.3)
      $0.wait(3)
      $0.spread(at: Point(200, 200), from: 30, to: 150)
    } each: { _ in
      if seen.last != scene.lit { seen.append(scene.lit) }
    }
    let flick = [
      ["isTracking"], ["isTracking", "isDragging"], ["isDragging", "isDecelerating"],
    ]
    #expect(seen.starts(with: flick), "\(seen)")
    #expect(seen.contains { $0.contains("isZooming") })
    #expect(seen.suffix(2).first?.contains("isZoomBouncing") == true && seen.last == [])
    #expect(
      (stage.scrollView.gestureRecognizers ?? []).contains {
        $0 === stage.scrollView.panGestureRecognizer
      })
    #expect(stage.scrollView.pinchGestureRecognizer != nil)
  }

  @Test(arguments: [(100.0, 0.16), (240, 0.12), (300, 0.06)])
  func `deceleration.target rests with a card at the edge, after one motion`(
    way: Double, time: Double
  ) throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("target", log: log)
    var offsets: [Double] = []
    stage.play {
      $0.flick(from: Point(420, 120), to: Point(420 - way, 120), for: time)
    } each: {
      offsets.append($0.scrollView.contentOffset.x)
    }
    let cards = stage.scrollView.contentOffset.x / TargetScene.pitch
    #expect(cards == cards.rounded() && cards >= 1)
    // A target at the end of the content is one at an edge, which a hard flick passes and springs back to.
    if stage.scrollView.contentOffset != stage.scrollView.maximumContentOffset {
      #expect(offsets == offsets.sorted())
    }
    #expect(log.names.count { $0 == "scrollViewDidEndDecelerating" } == 1)
  }
}
