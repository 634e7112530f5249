import OverscrollTestSupport
import OverscrollDrawing
import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@Suite struct `At any size a panel` {
  /// Sizes from one pixel to the largest that a display has.
  private static let lengths = [
    0.0, 1, 7, 27, 100, 140, 148, 149, 154, 155, 200, 32767,
  ]

  /// Every width with every height, but for surfaces of more than a few megabytes.
  private static let sizes = lengths.flatMap { width in
    lengths.map { Size(width, $0) }.filter { $0.width * $0.height <= 155 * 32767 }
  }

  private func take() throws -> PerformedTake {
    PerformedTake(try CurvesRig.use(1))
  }

  /// The panels of all windows, each with something to show.
  private func panels() throws -> [any Panel] {
    let stage = PanelTestScene.stage()
    let take = try take()
    let log = LogPanel()
    log.show(take.script)
    let live = CurvesPanel(maker: ImageSurfaceFactory())
    let simulation = Simulation(take.script)
    for frame in 0..<90 {
      let time = Double(frame) / 60
      let sample = simulation.sample(at: time)
      live.append(sample, ScrollLimits(simulation.stage.scrollView), at: time, missed: frame % 9)
    }
    live.add(Chart.Tick(kind: .touchDown, time: 1))
    let curves = CurvesPanel(maker: ImageSurfaceFactory())
    curves.take = Chart(take)
    curves.cursor = 1
    let plan = """
      {"overscroll_qa":1,"title":"One step"}
      {"id":"one","scene":"boxes","do":"Drag.","expect":"It stops.","needs":["drag","idle"]}
      """
    let information = InformationPanel()
    information.show(
      Information(
        title: "b.jpg",
        groups: [.init("Tags", [.init("Note", String(repeating: "long ", count: 400))])],
        text: ""))
    return [
      information, live, curves, log, TimeLinePanel(take, Playback(take)),
      ParameterPanel(stage) { _ in },
      QABar(QASession(try QAPlan(parsing: plan, file: "plan.qa"))),
      SceneList(Scenes.all.groupedCards) { _, _, _ in nil },
    ]
  }

  /// Uses a panel with the pointer, the wheel and a finger at its corners, in its middle and outside.
  private func use(_ panel: any Panel) {
    let (width, height) = (panel.size.width, panel.size.height)
    let places = [0, 0.5, 0.99, 1.5].flatMap { x in
      [0, 0.5, 0.99, 1.5].map { Point(width * x, height * $0) }
    }
    for (index, place) in places.enumerated() {
      panel.pointerMoved(to: place)
      for (phase, x) in [(TouchEvent.Phase.began, 0.0), (.moved, 40), (.ended, 40)] {
        panel.send(
          .touch(
            phase, at: Point(place.x + x, place.y), Double(index), id: -1, type: .indirectPointer))
      }
      for notches in [1, -3, 1e300, -1e300, .nan] {
        panel.send(.wheel(Point(0, notches), at: place, Double(index)))
      }
    }
  }

  @Test(arguments: [1, 0.25, 2])
  func `draws and handles input without a trap`(scale: Double) throws {
    for panel in try panels() {
      for size in scale == 1 ? Self.sizes : Self.sizes.filter({ $0.width > 100 }) {
        panel.size = size
        // Only a corner of a large panel is looked at.
        let pixels = PixelSize(
          width: min(max(1, Int(size.width * scale)), 64),
          height: min(max(1, Int(size.height * scale)), 64))
        let surface = try Surface(imageOf: pixels, opaque: true)
        let canvas = try Canvas(surface)
        canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
        panel.draw(on: canvas, scale: scale)
        use(panel)
        panel.draw(on: canvas, scale: scale)
        if panel.needsAdvance { panel.advance(to: 200) }
        try canvas.check()
      }
    }
  }
}

@Suite struct `In a window of any size` {
  private static let lengths = [1.0, 2, 27, 28, 64, 100, 140, 160, 199, 200, 400, 800, 32767]

  @Test func `curves and the column are shown only where there is room for them`() {
    for width in Self.lengths {
      for height in Self.lengths {
        let layout = DockLayout(
          window: Size(width, height), viewport: nil, areas: Set(DockLayout.Area.allCases))
        #expect(layout.frames.values.allSatisfy { $0.width > 0 && $0.height > 0 })
        if let curves = layout.frames[.curves] {
          #expect(curves.width >= 200 && curves.height >= 120)
        }
        for (area, least) in [(DockLayout.Area.parameters, 120.0), (.log, 76)] {
          if let panel = layout.frames[area] {
            #expect(panel.width >= 220 && panel.height >= least)
          }
        }
      }
    }
    let narrow = DockLayout(window: Size(199, 800), viewport: nil, areas: [.curves])
    let wide = DockLayout(window: Size(200, 800), viewport: nil, areas: [.curves])
    #expect(narrow.frames[.curves] == nil && wide.frames[.curves] != nil)
    let low = DockLayout(window: Size(800, 119), viewport: nil, areas: [.parameters])
    let high = DockLayout(window: Size(800, 120), viewport: nil, areas: [.parameters])
    #expect(low.frames.isEmpty && high.frames[.parameters] != nil)
  }

  @Test func `the panels of the column have a row to show wherever they are shown`() throws {
    let areas: Set<DockLayout.Area> = [.curves, .parameters, .log]
    let log = LogPanel()
    log.show(try CurvesRig.use(1))
    var shown: Set<Set<DockLayout.Area>> = []
    for height in stride(from: 90.0, through: 600, by: 3) {
      let window = Size(560, height)
      for areas in [areas, areas.subtracting([.log]), [.parameters, .log], [.log]] {
        let layout = DockLayout(window: window, viewport: nil, areas: areas)
        shown.insert(Set(layout.frames.keys))
        for area in areas where layout.frames[area] == nil {
          #expect(!layout.isTooNarrow(for: area, viewport: nil), "too short for \(area)")
        }
        for stage in [PanelTestScene.stage(), Stage(Script.Header())] {
          guard let frame = layout.frames[.parameters] else { continue }
          let panel = ParameterPanel(stage) { _ in }
          panel.size = frame.size
          let row = panel.window.convert(panel.rows[0].bounds, from: panel.rows[0])
          #expect(Rect(origin: .zero, size: panel.size).contains(row), "\(window)")
        }
        if let frame = layout.frames[.log] {
          log.size = frame.size
          #expect(log.table.bounds.height >= log.table.rowHeight, "\(window)")
        }
      }
    }
    // One of them has room at a time, and in a narrow window only without the curves.
    #expect(shown.isSuperset(of: [[.log], [.parameters], [.curves]]))
  }
}
