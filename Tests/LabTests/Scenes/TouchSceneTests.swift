import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Scenes about touches, the flags, and the delegate.
@Suite struct `A scene of touches` {
  private let yellow = Point(200, 320)

  @Test
  func `touch.cases touch.log touch.swipe a fast swipe scrolls, and neither override is asked`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("touches", log: log)
    stage.play { $0.flick(from: yellow, to: Point(200, 220), for: 0.1) }
    #expect(!log.names.contains { $0.hasPrefix("touches") })
    #expect(stage.scrollView.contentOffset.y > 90)
  }

  @Test
  func
    `touch.cases touch.timer touch.delay touch.delivery a touch that rests is delivered after 0.15 s`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("touches", log: log)
    stage.play { $0.tap(yellow, for: 0.4) }
    #expect(log.names == ["touchesShouldBegin", "touchesBegan", "touchesEnded"])
    let began = try #require(log.lines.first { $0.contains("touchesBegan") })
    #expect(began.contains("\"t\":0.25,"), "the finger came down at 0.1 s: \(began)")
  }

  @Test
  func `touch.cases touch.log touch.cancel a slow drag is delivered, then canceled, then scrolls`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("touches", log: log)
    stage.play { $0.drag(from: yellow, to: Point(200, 240), after: 0.4) }
    let touches = log.names.filter { $0.hasPrefix("touches") }
    #expect(
      touches == [
        "touchesShouldBegin", "touchesBegan", "touchesMoved", "touchesShouldCancel",
        "touchesCancelled",
      ])
    #expect(stage.scrollView.contentOffset.y == 70)
  }

  @Test func `touch.refusal a touch that should not begin never reaches the view`() throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("touches", ["shouldBegin": .bool(false)], log: log)
    stage.play { $0.tap(yellow, for: 0.4) }
    #expect(log.names == ["touchesShouldBegin"])
  }

  @Test func `touch.kept touches that cannot be canceled stay with the view`() throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage(
      "touches", [:], [.flag(.canCancelContentTouches, false)], log: log)
    stage.play { $0.drag(from: yellow, to: Point(200, 240), after: 0.4) }
    #expect(log.names == ["touchesShouldBegin", "touchesBegan", "touchesMoved", "touchesEnded"])
    #expect(stage.scrollView.contentOffset == .zero)
  }

  @Test func `touch.no-delay touches that are not delayed are delivered at once`() throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage(
      "touches", [:], [.flag(.delaysContentTouches, false)], log: log)
    stage.play { $0.flick(from: yellow, to: Point(200, 220), for: 0.1) }
    #expect(log.names.prefix(2) == ["touchesShouldBegin", "touchesBegan"])
    #expect(log.lines.first?.contains("\"t\":0.1,") == true)
  }

  @Test(arguments: [false, true])
  func `touch.control a button keeps its touch unless the override lets it go`(cancels: Bool) throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("button", ["cancels": .bool(cancels)], log: log)
    stage.play { $0.drag(from: Point(150, 180), to: Point(150, 80), after: 0.3) }
    #expect(log.names.contains("touchesCancelled") == cancels)
    #expect((stage.scrollView.contentOffset.y > 50) == cancels)
    stage.play {
      $0.call(.setContentOffset(.zero, animated: false))
      $0.tap(Point(150, 180), for: 0.2)
    }
    #expect(log.names.contains("action"))
  }

  @Test(arguments: [(false, true, false), (true, true, true), (false, false, true)])
  func `touch.forwarding scroll.disabled the view behind receives a touch that is forwarded`(
    forwards: Bool, isEnabled: Bool, receives: Bool
  ) throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage(
      "responder-chain", ["forwards": .bool(forwards)], [.flag(.isScrollEnabled, isEnabled)],
      log: log)
    stage.play { $0.tap(Point(170, 180), for: 0.3) }
    let beginnings = log.lines.filter { $0.contains("touchesBegan") }
    #expect(beginnings.contains { $0.contains("behind") } == receives)
    #expect(beginnings.contains { $0.contains("scroll view") })
  }

  @Test(arguments: [true, false])
  func `touch.tap a parent's tap is recognized, and cancels the view's touch unless it shares it`(
    cancels: Bool
  ) throws {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("tap", ["cancels": .bool(cancels)], log: log)
    stage.play { $0.tap(Point(170, 150)) }
    #expect(log.names.first == "tap")
    #expect(log.names.contains("touchesEnded") == !cancels)
  }

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

  /// The delegate's methods in the ladder, without didScroll.
  private func ladder(_ input: (inout Demo) -> Void) throws -> [String] {
    let stage = try PlayedScene.stage("delegate")
    stage.play(input)
    return try PlayedScene.rungs(stage).texts.map(\.text).filter { $0 != "didScroll" }
  }

  @Test func `delegate.drag delegate.flick state.after-lift shows the order of a flick`() throws {
    let flick = try ladder { $0.flick(from: Point(160, 400), to: Point(160, 200)) }
    #expect(
      flick == [
        "willBeginDragging", "willEndDragging", "didEndDragging(willDecelerate: true)",
        "willBeginDecelerating", "didEndDecelerating",
      ])
  }

  @Test
  func `delegate.did-scroll delegate.rest shows a release at rest, and a change by the program`()
    throws
  {
    let rest = try ladder { $0.drag(from: Point(160, 400), to: Point(160, 300)) }
    #expect(
      rest == [
        "willBeginDragging", "willEndDragging", "didEndDragging(willDecelerate: false)",
      ])
    let stage = try PlayedScene.stage("delegate")
    stage.play { $0.call(.setContentOffset(Point(0, 50), animated: false)) }
    #expect(try PlayedScene.rungs(stage).texts.map(\.text) == ["didScroll"])
  }

  @Test(arguments: [true, false])
  func `delegate.regrab shows a new drag during deceleration`(endsAtRest: Bool) throws {
    let methods = try ladder {
      $0.flick(from: Point(160, 400), to: Point(160, 200))
      $0.wait(0.3)
      if endsAtRest {
        $0.drag(from: Point(160, 300), to: Point(160, 260), for: 0.3)
      } else {
        $0.flick(from: Point(160, 300), to: Point(160, 150))
      }
    }
    #expect(methods.count { $0 == "didEndDecelerating" } == 1)
    #expect(methods.last == "didEndDecelerating")
    #expect(methods.count { $0 == "willBeginDecelerating" } == (endsAtRest ? 1 : 2))
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
