import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollLab

/// Scenes about paging, programmatic scrolling, indicators and lists.
@Suite struct `A scene of motion` {
  @Test(arguments: [(0.04, 1.0), (0.2, 1), (0.6, 1)])
  func `paging.stops paging.length rests on pages as wide as the view`(time: Double, pages: Double)
    throws
  {
    let stage = try PlayedScene.stage("paging")
    stage.play { $0.flick(from: Point(300, 160), to: Point(90, 160), for: time) }
    #expect(stage.scrollView.contentOffset == Point(pages * stage.scrollView.bounds.width, 0))
    for _ in 0..<6 { stage.play { $0.flick(from: Point(300, 160), to: Point(90, 160)) } }
    #expect(stage.scrollView.contentOffset.x == 4 * 320)
  }

  @Test
  func
    `scroll.to-rect content.offset zoom.limits scrolls for each button no farther than it has to`()
    throws
  {
    let stage = try PlayedScene.stage("program")
    let view = stage.scrollView
    func press(_ row: Double) { stage.play { $0.tap(Point(500, 38 + row * 44)) } }
    press(0)
    #expect(view.contentOffset == Point(300, 200))
    press(1)
    #expect(view.contentOffset == .zero)
    press(2)
    #expect(view.contentOffset == Point(720 - 320, 590 - 320))
    press(3)
    #expect(view.contentOffset == Point(400, 270))
    press(4)
    #expect(view.zoomScale == 2)
    press(6)
    #expect(view.zoomScale == 1)
    press(5)
    #expect(view.zoomScale == 2)
    #expect(view.bounds.contains(ProgramScene.mark * 2))
  }

  @Test
  func
    `indicator.style indicator.visibility indicator.flash indicator.tracking flashes indicators at the start, and fades them`()
    throws
  {
    let stage = try PlayedScene.stage("indicators")
    let views = stage.scrollViews
    #expect(Set(views.map(\.indicatorStyle)).count == 3)
    func opacities() -> [Double] {
      views.flatMap { [$0.verticalScrollIndicator.opacity, $0.horizontalScrollIndicator.opacity] }
    }
    func pass() {
      for _ in 0..<6 {
        stage.perform(
          .init(time: stage.window.time + 0.05, action: .frame(Script.Frame(index: 0))))
      }
    }
    pass()
    #expect(opacities().allSatisfy { $0 > 0 })
    stage.play()
    #expect(opacities().allSatisfy { $0 == 0 })
    stage.play { $0.set("inset", .number(30)) }
    for event in Demo.script(from: stage.window.time, { $0.tap(Point(330, 470), for: 0.2) }) {
      stage.perform(event)
    }
    pass()
    #expect(opacities().allSatisfy { $0 > 0 })
    #expect(views[0].verticalScrollIndicator.frame.minY >= 30)
  }

  @Test
  func `refresh.control refresh.inset holds its inset open while it refreshes, and gives it back`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("refresh", log: log)
    stage.play { $0.drag(from: Point(190, 120), to: Point(190, 200)) }
    #expect(!log.names.contains("refresh") && stage.scrollView.contentOffset == .zero)
    let pull = Demo.script(from: stage.window.time + 0.1) {
      $0.drag(from: Point(190, 120), to: Point(190, 520))
    }
    for event in pull { stage.perform(event) }
    for frame in 1...60 {
      stage.perform(
        .init(time: stage.window.time + 1.0 / 60, action: .frame(Script.Frame(index: frame))))
    }
    #expect(log.names.contains("refresh"))
    #expect(stage.scrollView.contentOffset == Point(0, -60))
    #expect(stage.scrollView.adjustedContentInset.top == 60)
    var offsets: Set<Double> = []
    stage.play {
      $0.set("done", .bool(true))
    } each: {
      offsets.insert($0.scrollView.contentOffset.y)
    }
    #expect(
      stage.scrollView.contentOffset == .zero && stage.scrollView.adjustedContentInset.top == 0)
    #expect(offsets.count > 5)
  }

  @Test func `refresh.inset gives its inset back by itself, as often as it refreshes`() throws {
    let stage = try PlayedScene.stage("refresh")
    let table = try #require(stage.scrollView as? TableView)
    for round in 1...2 {
      var held: Set<Double> = []
      let start = stage.window.time
      stage.play {
        $0.drag(from: Point(190, 120), to: Point(190, 520))
      } each: {
        if $0.scrollView.adjustedContentInset.top == 60 { held.insert($0.window.time) }
      }
      let (first, last) = (try #require(held.min()), try #require(held.max()))
      #expect(abs(last - first - RefreshScene.loadingTime) < 0.05 && first < start + 1)
      #expect(stage.isAtRest && stage.scrollView.contentOffset == .zero)
      #expect(table.numberOfRows(inSection: 0) == 20 + round)
    }
  }

  @Test
  func
    `view.subclasses list.index list.views list.flags has rows that saw both flags, an index and a selection`()
    throws
  {
    let log = CallbackLog()
    let stage = try PlayedScene.stage("table", log: log)
    let table = try #require(stage.scrollView as? TableView)
    let rows = (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }
    #expect(rows.reduce(0, +) == 1_000_000)
    stage.play {
      $0.flick(from: Point(180, 480), to: Point(180, 180))
      $0.wait(0.3)
      $0.flick(from: Point(180, 480), to: Point(180, 180))
    }
    let seen = try #require(stage.scene(TableScene.self)).seen
    #expect(seen.first == "" && seen.contains("dragging and decelerating"))
    let strip = try #require(table.sectionIndexStrip)
    let letter = strip.frame(ofTitleAt: 25).center
    stage.play { $0.tap(letter) }
    #expect(table.indexPathsForVisibleRows?.last?.section == 25)
    stage.play { $0.tap(Point(180, 300)) }
    #expect(log.names.last == "select" && table.indexPathForSelectedRow != nil)
  }

  @Test func `list.views places no item of its waterfall over another`() throws {
    for columns in [1.0, 2, 3, 6] {
      let stage = try PlayedScene.stage("waterfall", ["columns": .number(columns)])
      stage.play { $0.flick(from: Point(200, 460), to: Point(200, 160)) }
      let scene = try #require(stage.scene(WaterfallScene.self))
      let frames = try #require(scene.collection).visibleCells.map(\.frame)
      #expect(frames.count >= Int(columns) * 2)
      for (index, frame) in frames.enumerated() {
        #expect(!frames[..<index].contains { $0.intersects(frame) })
      }
      #expect(Set(frames.map(\.minX)).count == Int(columns))
    }
  }

  @Test func `moves either the pager or a list`() throws {
    let stage = try PlayedScene.stage("nested")
    let list = try #require(stage.view("list-1"))
    stage.play { $0.drag(from: Point(170, 380), to: Point(180, 200)) }
    #expect(stage.scrollView.contentOffset == .zero && list.contentOffset.y > 150)
    let offset = list.contentOffset
    stage.play { $0.flick(from: Point(280, 240), to: Point(140, 250)) }
    #expect(stage.scrollView.contentOffset == Point(340, 0) && list.contentOffset == offset)
  }

  @Test(arguments: [1.0, -1])
  func `has no end in either direction, and stays on its three tiles`(way: Double) throws {
    let stage = try PlayedScene.stage("endless")
    let scene = try #require(stage.scene(EndlessScene.self))
    func place() -> Double {
      Double(scene.first) * EndlessScene.tile + stage.scrollView.contentOffset.x
    }
    var last = place()
    var isMonotonous = true
    // Re-centering rounds to device pixels.
    for _ in 0..<8 {
      stage.play {
        $0.flick(from: Point(240 + 180 * way, 160), to: Point(240 - 180 * way, 160))
      } each: { stage in
        isMonotonous = isMonotonous && (place() - last) * way >= -0.5
        last = place()
        let x = stage.scrollView.contentOffset.x
        #expect(x >= 0 && x <= 2 * EndlessScene.tile)
      }
    }
    #expect(isMonotonous)
    #expect(abs(place()) > 12 * EndlessScene.tile)
  }
}
