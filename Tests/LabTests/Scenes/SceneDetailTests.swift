import OverscrollDrawing
import OverscrollShell
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollLab

/// What demos do not show of scenes.
@Suite struct `A detail of scenes` {
  /// Also where a panel lies beside: both have the same colors.
  @Test(arguments: Scenes.all.cards.map(\.name))
  func `is read on its ground, by a contrast of at least 4.5`(name: String) throws {
    let stage = try PlayedScene.stage(name, [:], [])
    let looks = try #require(stage.scene).looks
    func check(_ color: Color, _ ground: Color, _ text: String) {
      let contrast = Color(color.rgb).contrast(to: Color(ground.rgb))
      #expect(contrast >= 4.5, "\(text): \(contrast)")
    }
    func walk(_ view: View, _ ground: Color) {
      let look = looks[ObjectIdentifier(view)]
      let ground = look?.fill ?? ground
      if case .grid(_, let color) = look?.pattern { check(color, ground, "a grid's numbers") }
      for label in look?.labels ?? [] where look?.pattern != .landscape {
        check(label.color, ground, label.text)
      }
      var shapes: [(Rect, Color)] = []
      for shape in look?.shapes ?? [] {
        switch shape {
        case .rect(let rect, _, let color): shapes.append((rect, color))
        case .text(let label, let place):
          let own = shapes.last { $0.0.contains(place) }?.1
          check(label.color, own ?? ground, label.text)
        default: break
        }
      }
      for subview in view.subviews { walk(subview, ground) }
    }
    walk(stage.window, Palette.paper)
    #expect(Palette.paper.contrast(to: DarkTheme.ground) < 1.2)
  }

  // MARK: Boxes over and beside scroll views

  @Test(arguments: [
    ("boxes", Point(900, 60)), ("boxes", Point(760, 80)), ("zoom", Point(120, 440)),
    ("safe-area", Point(180, 32)), ("safe-area", Point(180, 576)), ("inset", Point(200, 350)),
    ("lock", Point(220, 60)),
  ])
  func `touch.swipe drags begin as well on what lies over a scroll view`(
    name: String, place: Point
  ) throws {
    let settings: [Script.Setting] = name == "zoom" ? [.zoomScale(2)] : []
    let stage = try PlayedScene.stage(name, [:], settings)
    let view = stage.scrollView
    let start = view.contentOffset
    var farthest = 0.0
    stage.play {
      $0.drag(from: place, to: place + Point(40, 40))
    } each: { _ in
      farthest = max(farthest, (view.contentOffset - start).length)
    }
    #expect(farthest > 10)
  }

  @Test(
    arguments: [
      ("delegate", [:], Point(160, 300)), ("button", [:], Point(150, 180)),
      ("touches", [:], Point(200, 320)),
      ("responder-chain", [:], Point(170, 180)),
      ("tap", ["cancels": .bool(false)], Point(170, 150)),
    ] as [(String, [String: Script.Value], Point)])
  func `delegate.did-scroll touch.cases fill their box with the latest events, and no more`(
    name: String, values: [String: Script.Value], place: Point
  ) throws {
    let stage = try PlayedScene.stage(
      name, values, name == "responder-chain" ? [.flag(.isScrollEnabled, false)] : [])
    stage.play {
      for _ in 0..<15 {
        if name == "delegate" {
          $0.drag(from: place, to: place - Point(0, 30))
        } else {
          $0.tap(place, for: 0.3)
          $0.wait(0.5)
        }
      }
    }
    let (box, texts) = try PlayedScene.rungs(stage)
    let room = box.bounds.height - (texts.last?.y ?? 0)
    #expect(texts.first?.y == 20 && room >= 20 && room < 40, "\(texts.count)")
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $1.y - $0.y == 20 && $1.text != $0.text })
  }

  @Test func `count the same event rather than show it again`() {
    var ladder = Ladder(capacity: 3)
    for text in ["a", "a", "b", "a", "a", "a", "c"] { ladder.add(text) }
    let texts = ladder.shapes(width: 100).map { shape -> String in
      guard case .text(let label, let place) = shape else { return "" }
      return "\(label.text) at \(place.text), \(label.anchor.text)"
    }
    #expect(
      texts == [
        "b at 14, 20, 0, 0.5", "a at 14, 40, 0, 0.5", "×3 at 86, 40, 1, 0.5", "c at 14, 60, 0, 0.5",
      ])
    #expect(ladder.look(width: 100, empty: "nothing").labels == [])
    #expect(
      Ladder(capacity: 3).look(width: 100, empty: "nothing").labels.map(\.text) == ["nothing"])
  }

  // MARK: Scenes

  @Test
  func `refresh.control refresh.inset the spinner grows with the pull, then turns until the end`()
    throws
  {
    let stage = try PlayedScene.stage("refresh")
    let control = try #require((stage.scrollView as? TableView)?.refreshControl)
    let spinner = try #require(control.subviews.first)
    func spokes() -> [Color] {
      (stage.scene?.looks[ObjectIdentifier(spinner)]?.shapes ?? []).compactMap {
        if case .line(_, let color, _, _) = $0 { color } else { nil }
      }
    }
    var pulled: [Int] = []
    var turns: [(time: Double, opacities: [Double])] = []
    stage.play {
      $0.drag(from: Point(190, 120), to: Point(190, 520), for: 1)
    } each: { stage in
      let spokes = spokes()
      if control.isRefreshing {
        let opacities = spokes.map(\.alpha)
        if turns.last?.opacities != opacities { turns.append((stage.window.time, opacities)) }
      } else if turns.isEmpty, stage.scrollView.phase == .dragging {
        pulled.append(spokes.count)
        #expect(spokes.allSatisfy { $0.alpha == 1 })
      }
    }
    #expect(pulled == pulled.sorted() && Set(pulled).isSuperset(of: 1...11))
    // Three seconds, twelve steps a second, each the one before, turned by a spoke.
    #expect(turns.count > 33 && turns.count < 40)
    for (one, next) in zip(turns, turns.dropFirst()) where next.time - one.time < 0.1 {
      #expect(one.opacities.dropLast() == next.opacities.dropFirst())
    }
    let steps: [Double] = (5...16).map { Double($0) / 16 }
    for turn in turns {
      #expect(turn.opacities.sorted() == steps)
    }
    #expect(spokes().isEmpty)
  }

  @Test
  func `content.grid bounce.edges a still of a grid is taken while it is held beyond its end`()
    throws
  {
    let script = try PlayedScene.script("grid")
    let card = try #require(script.header.scene).card
    let simulation = Simulation(script)
    _ = simulation.sample(at: card.stillTime)
    let view = simulation.stage.scrollView
    let past = view.contentOffset - view.maximumContentOffset
    #expect(view.phase == .dragging && past.x > 20 && past.y > 20)
    let held = view.contentOffset
    _ = simulation.sample(at: card.stillTime - 0.1)
    #expect(simulation.stage.scrollView.contentOffset == held)
  }

  @Test(arguments: [
    ("button", nil), ("delegate", nil), ("top", nil), ("top", "second"), ("followers", nil),
    ("rates", nil), ("rates", "fast"), ("nested", "list-1"), ("nested", "list-3"),
    ("safe-area", nil), ("responder-chain", nil),
  ])
  func `content.size rows end where the content does`(name: String, list: String?) throws {
    let view = try #require(try PlayedScene.stage(name).view(list))
    let end = try #require(view.subviews.map(\.frame.maxY).max())
    #expect((0...48).contains(view.contentSize.height - end))
  }

  @Test func `scroll.to-top the bar tells whether anything scrolled`() throws {
    let stage = try PlayedScene.stage("top", ["two": .bool(true)])
    let texts = {
      stage.scene?.looks.values.flatMap(\.labels).map(\.text).filter {
        [
          "Only the list on the left is a candidate", "nothing scrolls",
          "the tap scrolls to the top",
        ]
        .contains($0)
      }
    }
    #expect(texts() == ["Only the list on the left is a candidate"])
    stage.play { $0.tap(Point(280, 20)) }
    #expect(texts() == ["nothing scrolls"])
    stage.play {
      $0.set("two", .bool(false))
      $0.tap(Point(280, 20))
    }
    #expect(texts() == ["the tap scrolls to the top"])
  }

  // MARK: Texts

  @Test func `are listed by name, title and requirements, and as JSON`() throws {
    let cards = Scenes.all.cards
    try Golden.expect(cards.map { $0.line + "\n" }.joined(), is: "Scenes/list.text")
    try Golden.expect(cards.map { $0.json + "\n" }.joined(), is: "Scenes/cards.jsonl")
  }

  @Test func `are written with no more decimals than are of use`() {
    #expect(Rect(x: -1.255, y: 2, width: 3.1, height: 4.004).text == "{{-1.25, 2}, {3.1, 4}}")
    #expect(Point(1.26, -0.04).text == "1.3, 0" && Size(2.95, 10).text == "3 × 10")
    #expect(EdgeInsets(top: 1.04, left: 2.06, bottom: 3, right: 4).text == "1, 2.1, 3, 4")
    #expect(1.234.text == "1.23")
  }

  @Test func `have tints that repeat after eight, below zero too`() {
    let tints = (0..<8).map(Palette.tint)
    #expect(Set(tints).count == 8)
    for index in -20..<20 { #expect(Palette.tint(index) == tints[((index % 8) + 8) % 8]) }
  }

  @Test func `the index of a table is drawn, each title in the middle of its place`() throws {
    let stage = try PlayedScene.stage("table")
    let table = try #require(stage.scrollView as? TableView)
    stage.play { $0.drag(from: Point(180, 480), to: Point(180, 180)) }
    let strip = try #require(table.sectionIndexStrip)
    let runs = try DrawingText.runs(PixelSize(width: 420, height: 600)) { canvas in
      ViewPainter { _ in nil }.draw(table, on: canvas)
    }
    #expect(runs.count == strip.titles.count)
    for (index, run) in runs.enumerated() {
      let frame = strip.frame(ofTitleAt: index)
      let place = run.start
      #expect(frame.insetBy(dx: 0, dy: -3).contains(place), "\(index)")
      #expect(
        abs(place.y - runs[0].start.y - (frame.center.y - strip.frame(ofTitleAt: 0).center.y))
          < 0.01)
    }
  }
}
