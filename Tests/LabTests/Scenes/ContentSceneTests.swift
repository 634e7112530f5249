import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Scenes about the size of the content, insets, bounds and zooming.
@Suite struct `A scene of content` {
  @Test(arguments: [
    ("none", Point(0, 0)), ("picture", Point(480, 300)), ("smaller", Point(180, 100)),
    ("larger", Point(680, 500)),
  ])
  func
    `view.viewport content.size content.reach content.picture rests at the end of its content size`(
      content: String, end: Point
    ) throws
  {
    let stage = try PlayedScene.stage("picture", ["content": .word(content)])
    var farthest = Point.zero
    stage.play {
      for _ in 0..<6 { $0.drag(from: Point(310, 290), to: Point(10, 10), hold: 0.15) }
    } each: { stage in
      let offset = stage.scrollView.contentOffset
      farthest = Point(max(farthest.x, offset.x), max(farthest.y, offset.y))
    }
    #expect(stage.scrollView.contentOffset == end)
    // Where there is content to scroll, the pull goes past its end.
    #expect((farthest.x > end.x && farthest.y > end.y) == (content != "none"))
  }

  @Test
  func `content.origin cannot show the last points of a picture that is placed off the origin`()
    throws
  {
    let stage = try PlayedScene.stage(
      "picture", ["originX": .number(60), "originY": .number(40)])
    let picture = try #require(stage.scrollView.subviews.last { $0.bounds.width == 800 })
    stage.play { $0.call(.setContentOffset(stage.scrollView.maximumContentOffset, animated: true)) }
    let hidden = (
      picture.frame.maxX - stage.scrollView.bounds.maxX,
      picture.frame.maxY - stage.scrollView.bounds.maxY
    )
    #expect(hidden == (60, 40))
  }

  @Test(arguments: [
    ("equal", Point(230, 50)), ("smaller", Point(80, 20)), ("larger", Point(580, 400)),
  ])
  func
    `content.grid bounce.edges of a grid shows blank only while it is pulled, and nothing without bounces`(
      name: String, end: Point
    ) throws
  {
    for bounces in [true, false] {
      let stage = try PlayedScene.stage(
        "grid", ["content": .word(name)], [.flag(.bounces, bounces)])
      var overshoot = 0.0
      stage.play {
        for _ in 0..<4 { $0.drag(from: Point(330, 310), to: Point(30, 30)) }
      } each: { stage in
        let past = stage.scrollView.contentOffset - end
        overshoot = max(overshoot, min(past.x, past.y))
      }
      #expect(stage.scrollView.contentOffset == end)
      #expect((overshoot > 20) == bounces)
    }
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func
    `bounce.always content.picture smaller than its view moves along the axes that always bounce`(
      horizontal: Bool, vertical: Bool
    ) throws
  {
    for bounces in [true, false] {
      let stage = try PlayedScene.stage(
        "bounces", [:],
        [
          .flag(.bounces, bounces), .flag(.alwaysBounceHorizontal, horizontal),
          .flag(.alwaysBounceVertical, vertical),
        ])
      var least = Point.zero
      stage.play {
        $0.drag(from: Point(60, 60), to: Point(160, 160))
      } each: { stage in
        let offset = stage.scrollView.contentOffset
        least = Point(min(least.x, offset.x), min(least.y, offset.y))
      }
      #expect((least.x < 0) == (horizontal && bounces))
      #expect((least.y < 0) == (vertical && bounces))
      #expect(stage.scrollView.contentOffset == .zero)
    }
  }

  @Test(arguments: [Point(1, 1), Point(-1, -1)])
  func `inset.edges rests 100 points beyond each edge with an inset of 100`(way: Point) throws {
    let stage = try PlayedScene.stage("inset")
    let middle = Point(200, 200)
    stage.play {
      for _ in 0..<3 { $0.drag(from: middle - way * 150, to: middle + way * 150) }
    }
    #expect(stage.scrollView.contentOffset == way * -100)
  }

  @Test(arguments: [("automatic", 64.0), ("scrollableAxes", 64), ("never", 0), ("always", 64)])
  func `inset.safe-area adds the safe area to the inset as its behavior says`(
    behaviour: String, safe: Double
  ) throws {
    let inset = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    let log = CallbackLog()
    let stage = try PlayedScene.stage("safe-area", log: log)
    #expect(stage.scrollView.adjustedContentInset.top == 64)
    stage.play {
      $0.set(Script.Setting(.contentInset, .insets(inset)))
      $0.set(Script.Setting(.contentInsetAdjustmentBehavior, .word(behaviour)))
      $0.drag(from: Point(180, 200), to: Point(180, 300))
    }
    #expect(stage.scrollView.adjustedContentInset.top == safe + 20)
    #expect(stage.scrollView.contentOffset == Point(0, -safe - 20))
    #expect(log.names.contains("scrollViewDidChangeAdjustedContentInset"))
  }

  @Test
  func
    `bounds.origin bounds.observing bounds.boxes content.offset scrolls twenty boxes by its bounds alone`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("boxes", log: log)
    let frame = stage.scrollView.frame
    #expect(stage.scrollView.bounds.text == "{{0, 0}, {1112, 834}}")
    #expect(stage.scrollView.subviews.count { $0.frame.width == 100 } == 20)
    var changes = 0
    let observation = stage.scrollView.observeBounds { _ in changes += 1 }
    stage.play {
      for _ in 0..<3 { $0.drag(from: Point(600, 800), to: Point(400, 100)) }
    } each: {
      #expect($0.scrollView.frame == frame && $0.scrollView.contentOffset.x == 0)
    }
    observation.cancel()
    #expect(stage.scrollView.bounds.text == "{{0, 834}, {1112, 834}}")
    #expect(changes > 20 && changes == log.lines.count { $0.contains("\"bounds\"") })
  }

  @Test(arguments: [
    ("formula", 0.5, Point(240, 240)), ("view", 0.5, Point(240, 240)),
    ("alignment", 0.5, Point(120, 120)), ("formula", 2, Point(480, 480)),
    ("view", 2, Point(240, 240)),
  ])
  func `zoom.view zoom.centering keeps a zoomed container in the middle by its formula`(
    centering: String, scale: Double, center: Point
  ) throws {
    let stage = try PlayedScene.stage("zoom", ["centering": .word(centering)])
    let container = try #require(
      stage.scene(ZoomScene.self)?.viewForZooming(in: stage.scrollView))
    stage.play { $0.call(.setZoomScale(scale, animated: false)) }
    #expect(container.transform.a == scale)
    #expect(container.center == center)
    // Centered in the view: by its place below 1×, by its offset with an alignment.
    if centering != "view" || scale < 1, scale < 1 {
      let middle = container.center - stage.scrollView.contentOffset
      #expect(middle == Point(240, 240))
    }
  }

  @Test func `zoom.limits resists past its zoom limits and springs back to exactly them`() throws {
    for (scale, limit) in [(8.0, 2.0), (0.1, 0.5)] {
      for bounces in [true, false] {
        let stage = try PlayedScene.stage("zoom", [:], [.flag(.bouncesZoom, bounces)])
        var farthest = 1.0
        stage.play {
          $0.pinch(at: Point(240, 240), to: scale)
        } each: { stage in
          let zoom = stage.scrollView.zoomScale
          farthest = scale > 1 ? max(farthest, zoom) : min(farthest, zoom)
        }
        #expect((scale > 1 ? farthest > limit : farthest < limit) == bounces)
        #expect(stage.scrollView.zoomScale == limit)
      }
    }
  }

  @Test(arguments: [("finger", true), ("mouse", false), ("touchpad", false), ("all", true)])
  func `zoom.transform scrolls a turned container, by the allowed kinds of touches only`(
    kind: String, scrolls: Bool
  ) throws {
    let stage = try PlayedScene.stage(
      "zoom", ["turned": .number(30), "touches": .word(kind)], [.zoomScale(2)])
    let container = try #require(
      (stage.scene(ZoomScene.self)?.viewForZooming(in: stage.scrollView)))
    #expect(container.transform.b != 0)
    #expect(abs(container.transform.determinant - 4) < 1e-9)
    let start = stage.scrollView.contentOffset
    stage.play { $0.drag(from: Point(300, 300), to: Point(220, 220)) }
    #expect((stage.scrollView.contentOffset != start) == scrolls)
  }

  @Test func `content.grid has a still that shows the grid's corner`() throws {
    let card = try #require(Scenes.all.scene("grid")?.card)
    let simulation = Simulation(try PlayedScene.script("grid"))
    let seen = Rect(
      origin: simulation.sample(at: card.stillTime).offset, size: Size(320, 300))
    let grid = Rect(x: 0, y: 0, width: 550, height: 350)
    #expect(seen.intersection(grid).width > 100 && seen.intersection(grid).height > 50)
  }

  @Test func `view.followers has its followers in place after every event and every frame`() throws
  {
    let stage = try PlayedScene.stage("followers")
    let scene = try #require(stage.scene(FollowersScene.self))
    var least = 0.0
    stage.play {
      $0.drag(from: Point(190, 200), to: Point(190, 420))
      $0.wait(0.5)
      $0.flick(from: Point(190, 480), to: Point(190, 200))
    } each: { stage in
      let offset = stage.scrollView.contentOffset.y
      least = min(least, offset)
      let pulled = max(0, -offset)
      #expect(
        scene.header.frame == Rect(x: 0, y: -pulled, width: 375, height: 180 + pulled))
      #expect(scene.ground.frame.minY == -max(0, offset) / 2)
    }
    #expect(least < -40 && stage.scrollView.contentOffset.y > 300)
    // The ground reaches to the bottom of the window wherever a bounce may take the content.
    for offset in [-500, 0, 420, 840, 1000, 1399.0] {
      stage.scrollView.contentOffset = Point(0, offset)
      #expect(scene.ground.frame.maxY >= 560, "\(offset)")
    }
  }

  @Test func `zoom.continuity zooms MMScrollView by the wheel too, and shows its jump`() throws {
    let stage = try PlayedScene.stage("mmscrollview")
    let scene = try #require(stage.scene(MMScrollViewScene.self))
    let middle = Point(180, 220)
    for _ in 1...2 {
      stage.play { $0.wheel(Point(0, -2), at: middle, holding: .control) }
      #expect(scene.state.ours.0 > 1.2)
      #expect(abs(scene.state.theirs.0 - scene.state.ours.0) < 1e-6)
    }
    let zoomed = scene.state
    stage.play { $0.drag(from: middle, to: Point(150, 190)) }
    #expect(scene.state.theirs.1 == .zero)
    #expect(scene.state.ours.1 == zoomed.ours.1 + Point(20, 20))
  }

  @Test func `zoom.continuity keeps scale and place where MMScrollView loses them`() throws {
    let stage = try PlayedScene.stage("mmscrollview")
    let scene = try #require(stage.scene(MMScrollViewScene.self))
    let middle = Point(180, 220)
    stage.play { $0.drag(from: Point(300, 340), to: Point(150, 190)) }
    #expect((scene.state.ours.1 - scene.state.theirs.1).length < 1e-9)
    #expect(scene.state.ours.1 == Point(0, 140), "only y scrolls")
    stage.play { $0.spread(at: middle, from: 40, to: 90) }
    let zoomed = scene.state
    #expect(abs(zoomed.ours.0 - zoomed.theirs.0) < 0.1 && zoomed.ours.0 > 1.5)
    // A scaled view's frame is larger than its content: MMScrollView's pan then jumps to the origin.
    stage.play { $0.drag(from: middle, to: Point(150, 190)) }
    #expect(scene.state.theirs.1 == .zero)
    #expect(scene.state.ours.1 == zoomed.ours.1 + Point(20, 20))
    // A pinch that is canceled changes the scale of both; MMScrollView's next one begins from the scale before it.
    stage.play { $0.spread(at: middle, from: 60, to: 90, end: .cancelled) }
    let cancelled = scene.state
    #expect(cancelled.theirs.0 > zoomed.theirs.0 + 0.3)
    stage.play { $0.spread(at: middle, from: 90, to: 100) }
    #expect(scene.state.theirs.0 < cancelled.theirs.0 - 0.2)
    #expect(scene.state.ours.0 >= cancelled.ours.0)
  }
}
