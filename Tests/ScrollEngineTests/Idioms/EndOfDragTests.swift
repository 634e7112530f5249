import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

/// The display rates at which an idiom is tried, in frames per second.
let displayRates = [60.0, 144]

/// Programs page by cells with this: they stop the flick and animate to a place of their choice.
@Suite struct `A motion that a program starts at the end of a drag` {
  /// What a program calls in `scrollViewWillEndDragging`, and where the content then rests.
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rest: Double
    let perform: @Sendable (ScrollView, Axis) -> Void
  }

  private static let calls = [
    Call(testDescription: "animated", rest: 400) {
      $0.setContentOffset($1.point(400), animated: true)
    },
    Call(testDescription: "not animated", rest: 400) {
      $0.setContentOffset($1.point(400), animated: false)
    },
    Call(testDescription: "behind", rest: 20) {
      $0.setContentOffset($1.point(20), animated: true)
    },
    Call(testDescription: "to where it is", rest: 90) { view, axis in
      view.setContentOffset(view.contentOffset, animated: false)
    },
    Call(testDescription: "animated to where it is", rest: 90) { view, axis in
      view.setContentOffset(view.contentOffset, animated: true)
    },
    Call(testDescription: "a rectangle", rest: 1000) {
      $0.scrollRectToVisible($1.rect(1300, 1320, 0...10), animated: true)
    },
    Call(testDescription: "a block of animations", rest: 300) { view, axis in
      View.animate(withDuration: 0.2) { view.contentOffset = axis.point(300) }
    },
    Call(testDescription: "a zoom", rest: 340) { view, _ in
      view.setZoomScale(2, animated: true)
    },
    Call(testDescription: "a rectangle to zoom to", rest: 1000) { view, axis in
      view.zoom(to: axis.rect(500, 660, 0...160), animated: false)
    },
  ]

  private func stage(_ axis: Axis) -> Stage {
    Stage(viewport: Size(320, 320), content: axis.size(3200, 320), displayScale: 1, zooming: 1...3)
  }

  @Test(arguments: Self.calls, Axis.allCases)
  func `wins over the velocity and the target`(call: Call, axis: Axis) {
    for rate in displayRates {
      for target in [nil, axis.point(90), axis.point(2000)] {
        let stage = stage(axis)
        stage.request = target
        stage.onCallback = { name, view in
          if name == "willEndDragging" { call.perform(view, axis) }
        }
        let time = stage.drag(from: axis.point(250, 100), by: axis.point(-100))
        #expect(!stage.scrollView.isDragging && !stage.scrollView.isDecelerating)
        stage.settle(from: time, rate: rate)
        #expect(axis.main(stage.scrollView.contentOffset) == call.rest, "\(rate) Hz")
        let order = stage.milestones.filter { !$0.contains("Zooming") && !$0.contains("Animation") }
        #expect(order == ["willBeginDragging", "willEndDragging", "didEndDragging(false)"])
        #expect(stage.log.last != "didEndDragging(false)" || stage.milestones.count == 3)
      }
    }
  }

  @Test(arguments: Axis.allCases)
  func `is not begun by an offset that is assigned, which moves the flick along`(axis: Axis) {
    let stage = stage(axis)
    let plain = self.stage(axis)
    stage.onCallback = { name, view in
      if name == "willEndDragging" { view.contentOffset += axis.point(50) }
    }
    for one in [stage, plain] { one.drag(from: axis.point(250, 100), by: axis.point(-100)) }
    #expect(stage.scrollView.restingOffset - plain.scrollView.restingOffset == axis.point(50))
    #expect(stage.scrollView.isDecelerating)
  }

  @Test(arguments: Axis.allCases)
  func `follows a drag with two fingers on a touchpad and one beyond an edge as well`(axis: Axis) {
    for sign in [-1.0, 1] {
      let stage = stage(axis)
      stage.onCallback = { name, view in
        if name == "willEndDragging" { view.setContentOffset(axis.point(600), animated: true) }
      }
      for step in 0...10 {
        stage.window.send(
          .touchpad(
            step == 0 ? .began : step == 10 ? .ended : .changed, by: axis.point(sign * 15),
            at: Point(9, 9), Double(step) / 60))
      }
      stage.settle(from: 10.0 / 60)
      #expect(stage.scrollView.contentOffset == axis.point(600))
    }
  }

  @Test(arguments: Axis.allCases)
  func `leaves the end of a deceleration that the drag caught owed until it is sent`(axis: Axis) {
    let stage = stage(axis)
    var flags: [String: Bool] = [:]
    var isSecond = false
    stage.onCallback = { name, view in
      guard isSecond else { return }
      if name == "willEndDragging" { view.setContentOffset(axis.point(700), animated: true) }
      flags[name] = view.isDecelerating
    }
    let time = stage.drag(from: axis.point(250, 100), by: axis.point(-100))
    stage.window.advance(to: time + 0.1)
    isSecond = true
    stage.drag(from: axis.point(250, 100), by: axis.point(-100), at: time + 0.1)
    #expect(flags["willEndDragging"] == true && flags["didEndDragging(false)"] == true)
    #expect(flags["didEndDecelerating"] == false)
    #expect(
      stage.milestones.suffix(4) == [
        "willBeginDragging", "willEndDragging", "didEndDragging(false)", "didEndDecelerating",
      ])
  }

  @Test(arguments: Axis.allCases)
  func
    `is none of a finger that moves content by a point and rests: the end is owed in didEndDragging`(
      axis: Axis
    )
  {
    let stage = stage(axis)
    var seen: [Bool] = []
    stage.onCallback = { name, view in
      if name.hasPrefix("didEndDragging") { seen.append(view.isDecelerating) }
    }
    let time = stage.drag(from: axis.point(300, 100), by: axis.point(-200)) + 0.1
    stage.window.advance(to: time)
    stage.touch(.began, axis.point(200, 100), at: time)
    stage.touch(.moved, axis.point(199, 100), at: time + 0.05)
    stage.touch(.ended, axis.point(199, 100), at: time + 0.35)
    #expect(seen == [false, true])
    #expect(stage.milestones.last == "didEndDecelerating" && !stage.scrollView.isDecelerating)
  }
}
