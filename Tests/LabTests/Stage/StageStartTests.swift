import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A stage at its start` {
  @Test func `shows the offset of its header, or the first one that there is`() {
    let inset = EdgeInsets(top: 20, left: 10, bottom: 0, right: 0)
    for offset in [Point?.none, Point(30, 40)] {
      var header = Script.Header(settings: [
        .content(Size(2000, 2000)), Script.Setting(.contentInset, .insets(inset)),
      ])
      var settings: [Script.Setting] = [
        .content(Size(900, 900)), Script.Setting(.contentInset, .insets(inset)),
      ]
      if let offset {
        header.settings.append(.contentOffset(offset))
        settings.append(.contentOffset(offset))
      }
      header.scrollViews = [
        Script.NestedScrollView(
          name: "list", frame: Rect(x: 0, y: 0, width: 100, height: 100), settings: settings)
      ]
      let stage = Stage(header)
      for view in stage.scrollViews {
        #expect(view.contentOffset == offset ?? Point(-10, -20))
      }
      #expect(stage.scrollViews.count == 2)
    }
  }

  @Test
  func `of a scene is larger by what its scroll view has gained, by an event or by its header`() {
    var header = Script.Header()
    header.scene = Scenes.all.scene("table")
    let stage = Stage(header)
    let (old, view) = (stage.window.frame.size, stage.scrollView.frame.size)
    let size = Size(view.width + 200, view.height - 100)
    func check(_ stage: Stage) {
      #expect(stage.scrollView.frame.size == size)
      #expect(stage.window.frame.size == Size(old.width + 200, old.height - 100))
      #expect(stage.window.subviews.first?.frame == stage.window.bounds)
    }
    stage.perform(.init(time: 1, action: .resize(size)))
    check(stage)
    check(Stage(stage.header))
    stage.restart()
    check(stage)
    let other = Stage(header)
    other.restart(with: [.viewport(size)])
    check(other)
    #expect(other.window.time == 0)
  }

  @Test func `rests below a refresh that is in progress, or at the offset of its header`() {
    for offset in [Point?.none, Point(0, 40)] {
      let refresh = [
        Script.Setting.content(Size(640, 2000)), .flag(.refreshControl, true),
        .flag(.isRefreshing, true),
      ]
      let settings = refresh + [offset.map(Script.Setting.contentOffset)].compactMap(\.self)
      var header = Script.Header(settings: settings)
      header.scrollViews = [
        Script.NestedScrollView(
          name: "list", frame: Rect(x: 0, y: 0, width: 100, height: 100), settings: settings)
      ]
      let stage = Stage(header)
      for view in stage.scrollViews {
        #expect(view.minimumContentOffset.y < -20, "the refresh has its room")
        #expect(view.contentOffset == offset ?? view.minimumContentOffset)
        #expect(view.phase == .idle)
      }
    }
  }

  @Test func `has forgotten what gestures asked for before it started anew`() {
    let stage = Stage(Script.Header())
    stage.request(.mark("kept"))
    #expect(stage.drainPending() == [.mark("kept")] && stage.drainPending().isEmpty)
    stage.request(.mark("lost"))
    stage.restart()
    #expect(stage.drainPending().isEmpty)
  }
}

@Suite struct `The hash of a trace` {
  /// Published values of the 64-bit FNV-1a hash, and one that begins with a zero.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func `is the 64-bit FNV-1a of its bytes, in 16 digits`(text: String, digits: String) {
    #expect(Trace.hash(text.utf8) == "fnv1a64:" + digits)
  }

  @Test func `has 16 digits where it begins with zeros, and is the same in parts`() {
    for number in 0..<64 {
      let text = "\(number)"
      #expect(Trace.hash(text.utf8).utf8.count == 24)
      var hash = Trace.Hash()
      for byte in text.utf8 { hash.add([byte]) }
      #expect(hash.text == Trace.hash(text.utf8))
    }
  }
}
