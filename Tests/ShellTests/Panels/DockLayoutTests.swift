import OverscrollDrawing
import OverscrollShell
import ScrollGeometry
import Testing

@Suite struct `The layout of a lab window` {
  typealias Area = DockLayout.Area
  private static let scene: Set<Area> = [.parameters, .log, .curves, .timeLine]
  private static let replay: Set<Area> = [.curves, .timeLine]

  /// Areas, window, viewport, and what is expected: the frames, the viewport's place and how it is captioned.
  private static let table:
    [(
      areas: Set<Area>, window: Size, viewport: Size?, frames: [Area: Rect], place: Rect,
      caption: String?
    )] = [
      // A window of the preferred size.
      (
        scene, Size(width: 652, height: 580), Size(width: 320, height: 300),
        [
          .parameters: Rect(x: 352, y: 0, width: 300, height: 199),
          .log: Rect(x: 352, y: 199, width: 300, height: 133),
          .curves: Rect(x: 0, y: 332, width: 652, height: 220),
          .timeLine: Rect(x: 0, y: 552, width: 652, height: 28),
        ], Rect(x: 16, y: 16, width: 320, height: 300), nil
      ),
      // A point too narrow: the column goes first.
      (
        scene, Size(width: 651, height: 580), Size(width: 320, height: 300),
        [
          .curves: Rect(x: 0, y: 332, width: 651, height: 220),
          .timeLine: Rect(x: 0, y: 552, width: 651, height: 28),
        ], Rect(x: 165, y: 16, width: 320, height: 300), nil
      ),
      // Too low by 60: the curves shrink by that.
      (
        replay, Size(width: 352, height: 520), Size(width: 320, height: 300),
        [
          .curves: Rect(x: 0, y: 332, width: 352, height: 160),
          .timeLine: Rect(x: 0, y: 492, width: 352, height: 28),
        ], Rect(x: 16, y: 16, width: 320, height: 300), nil
      ),
      // Lower still: the curves keep 120, and the viewport is shown reduced.
      (
        replay, Size(width: 352, height: 330), Size(width: 320, height: 300),
        [
          .curves: Rect(x: 0, y: 182, width: 352, height: 120),
          .timeLine: Rect(x: 0, y: 302, width: 352, height: 28),
        ], Rect(x: 96, y: 16, width: 160, height: 150), "shown at 50%"
      ),
      // Hardly any height: the content goes before the curves.
      (
        replay, Size(width: 352, height: 160), Size(width: 320, height: 300),
        [.timeLine: Rect(x: 0, y: 132, width: 352, height: 28)],
        Rect(x: 122, y: 16, width: 320.0 / 3, height: 100), "shown at 33%"
      ),
      // Too low for a row of the parameters and one of the log: the parameters have the column to themselves.
      (
        [.parameters, .log], Size(width: 560, height: 195), Size(width: 228, height: 163),
        [.parameters: Rect(x: 260, y: 0, width: 300, height: 195)],
        Rect(x: 16, y: 16, width: 228, height: 163), nil
      ),
      // Panels share the column beside content that fills the rest, which keeps half of the window.
      (
        [.parameters, .log], Size(width: 560, height: 195), nil,
        [.parameters: Rect(x: 280, y: 32, width: 280, height: 163)],
        Rect(x: 0, y: 0, width: 280, height: 195), nil
      ),
      // Too low for the parameters: another one has room.
      (
        [.parameters, .log], Size(width: 560, height: 119), nil,
        [.log: Rect(x: 280, y: 32, width: 280, height: 87)],
        Rect(x: 0, y: 0, width: 280, height: 119), nil
      ),
      // As narrow as the margins: the viewport keeps a 64th of its size.
      (
        [], Size(width: 32, height: 332), Size(width: 320, height: 320), [:],
        Rect(x: 13, y: 163, width: 5, height: 5), "shown at 2%"
      ),
      // One panel has the column to itself; the QA bar is at the very bottom.
      (
        [.log, .timeLine, .qaBar], Size(width: 1000, height: 600), Size(width: 640, height: 456),
        [
          .log: Rect(x: 700, y: 0, width: 300, height: 488),
          .timeLine: Rect(x: 0, y: 488, width: 1000, height: 28),
          .qaBar: Rect(x: 0, y: 516, width: 1000, height: 84),
        ], Rect(x: 30, y: 16, width: 640, height: 456), nil
      ),
      // A window that is too narrow for the checklist beside the buttons has a higher bar.
      (
        [.parameters, .qaBar], Size(width: 700, height: 480), Size(width: 640, height: 348),
        [.qaBar: Rect(x: 0, y: 380, width: 700, height: 100)],
        Rect(x: 30, y: 16, width: 640, height: 348), nil
      ),
      (
        [.parameters, .qaBar], Size(width: 699, height: 480), Size(width: 640, height: 288),
        [.qaBar: Rect(x: 0, y: 320, width: 699, height: 160)],
        Rect(x: 29, y: 16, width: 640, height: 288), nil
      ),
      (
        [.information, .parameters, .strip], Size(width: 1280, height: 800), nil,
        [
          .parameters: Rect(x: 940, y: 32, width: 340, height: 680),
          .strip: Rect(x: 0, y: 712, width: 1280, height: 88),
        ], Rect(x: 0, y: 0, width: 940, height: 712), nil
      ),
      (
        [.information], Size(width: 501, height: 600), nil,
        [.information: Rect(x: 251, y: 0, width: 250, height: 600)],
        Rect(x: 0, y: 0, width: 251, height: 600), nil
      ),
      (
        [.information], Size(width: 440, height: 600), nil,
        [.information: Rect(x: 220, y: 0, width: 220, height: 600)],
        Rect(x: 0, y: 0, width: 220, height: 600), nil
      ),
      // Too narrow for a column: the lower half, as long as each half has 96 points.
      (
        [.information], Size(width: 439, height: 601), nil,
        [.information: Rect(x: 0, y: 301, width: 439, height: 300)],
        Rect(x: 0, y: 0, width: 439, height: 301), nil
      ),
      (
        [.information], Size(width: 320, height: 240), nil,
        [.information: Rect(x: 0, y: 120, width: 320, height: 120)],
        Rect(x: 0, y: 0, width: 320, height: 120), nil
      ),
      (
        [.information, .strip], Size(width: 320, height: 400), nil,
        [
          .information: Rect(x: 0, y: 200, width: 320, height: 112),
          .strip: Rect(x: 0, y: 312, width: 320, height: 88),
        ], Rect(x: 0, y: 0, width: 320, height: 200), nil
      ),
      (
        [.information, .log], Size(width: 320, height: 240), nil,
        [.log: Rect(x: 0, y: 152, width: 320, height: 88)],
        Rect(x: 0, y: 0, width: 320, height: 120), nil
      ),
      (
        [.information], Size(width: 320, height: 191), nil, [:],
        Rect(x: 0, y: 0, width: 320, height: 191), nil
      ),
      (
        [.information], Size(width: 219, height: 600), nil, [:],
        Rect(x: 0, y: 0, width: 219, height: 600), nil
      ),
      // Without a size of its own, the viewport takes the room that the panels leave.
      (
        [.curves, .parameters], Size(width: 1280, height: 800), nil,
        [
          .parameters: Rect(x: 940, y: 0, width: 340, height: 580),
          .curves: Rect(x: 0, y: 580, width: 1280, height: 220),
        ], Rect(x: 0, y: 0, width: 940, height: 580), nil
      ),
    ]

  @Test(arguments: table.indices)
  func `docks panels, and gives up the column first, then the height of curves`(index: Int) {
    let row = Self.table[index]
    let layout = DockLayout(window: row.window, viewport: row.viewport, areas: row.areas)
    #expect(layout.frames == row.frames)
    #expect(abs(layout.viewport.minX - row.place.minX) < 1e-9)
    #expect(abs(layout.viewport.minY - row.place.minY) < 1e-9)
    #expect(abs(layout.viewport.width - row.place.width) < 1e-9)
    #expect(abs(layout.viewport.height - row.place.height) < 1e-9)
    #expect(layout.reductionText == row.caption)
  }

  @Test func `fills the window, covers nothing twice, and never has negative sizes`() {
    let areas: [Set<Area>] = [[], Self.scene, Self.replay, Set(Area.allCases)]
    for areas in areas {
      for width in stride(from: 0.0, through: 1600, by: 97) {
        for height in stride(from: 0.0, through: 1200, by: 83) {
          let window = Size(width: width, height: height)
          let layout = DockLayout(
            window: window, viewport: Size(width: 500, height: 400), areas: areas)
          let parts = [layout.content] + layout.frames.values
          let area = parts.reduce(0) { $0 + $1.width * $1.height }
          #expect(abs(area - width * height) < 1e-6, "\(window) \(areas)")
          #expect(parts.allSatisfy { $0.width >= 0 && $0.height >= 0 })
          #expect(layout.viewportScale > 0 && layout.viewportScale <= 1)
          for (index, one) in parts.enumerated() {
            #expect(!parts[(index + 1)...].contains { $0.intersects(one) })
          }
        }
      }
    }
  }

  @Test(arguments: [
    // The screen, and the window that opens: everything, no column, and no more than the screen.
    (Size(width: 1920, height: 1080), Size(width: 1112 + 32 + 300, height: 1080)),
    (Size(width: 1366, height: 768), Size(width: 1112 + 32, height: 768)),
    (Size(width: 1024, height: 600), Size(width: 1024, height: 600)),
    (Size(width: 4000, height: 3000), Size(width: 1112 + 32 + 300, height: 834 + 32 + 248)),
  ])
  func `opens with the viewport at its size, or as large as the screen`(
    screen: Size, window: Size
  ) {
    let viewport = Size(width: 1112, height: 834)
    #expect(
      DockLayout.initialSize(viewport: viewport, areas: Self.scene, screen: screen) == window)
  }

  @Test func `opens higher where the bar of a session needs it`() {
    let viewport = Size(width: 400, height: 300)
    let sizes: [(width: Double, height: Double)] = [(1920, 432), (640, 540)]
    for (width, height) in sizes {
      let window = DockLayout.initialSize(
        viewport: viewport, areas: [.log, .qaBar], screen: Size(width: width, height: 1000))
      #expect(window.height == height)
    }
  }

  @Test(
    arguments: [
      (Size(600, 500), 1.0), (Size(632, 482), 1.5), (Size(832, 632), 2), (Size(1031, 900), 2),
      (Size(1032, 782), 2.5), (Size(3000, 2000), 3), (Size(300, 250), 0.67),
    ] as [(Size, Double)])
  func `enlarges a scene by halves, up to three times its size`(window: Size, scale: Double) {
    let viewport = Size(400, 300)
    let layout = DockLayout(window: window, viewport: viewport, enlarges: true, areas: [])
    #expect(abs(layout.viewportScale - scale) < 0.01)
    #expect(layout.viewport.size == viewport * layout.viewportScale)
    #expect(layout.content.insetBy(dx: 15, dy: 15).contains(layout.viewport))
    let other = DockLayout(window: window, viewport: viewport, areas: [])
    #expect(other.viewportScale == min(layout.viewportScale, 1))
  }

  @Test func `leaves room for a sentence below a viewport, which is shown smaller for it`() {
    let viewport = Size(width: 320, height: 300)
    for height in stride(from: 60.0, through: 700, by: 20) {
      for sentence in [20.0, 52, 84] {
        let window = Size(width: 400, height: height)
        let layout = DockLayout(
          window: window, viewport: viewport, areas: [], descriptionHeight: sentence)
        let room = layout.content.maxY - layout.viewport.maxY
        #expect(room >= min(max(sentence, 16), height / 2) - 1, "\(height), \(sentence)")
        #expect(layout.viewport.minY >= 15 || height < 64, "\(height), \(sentence)")
        // Where there is room without it, the viewport stays where it is.
        let without = DockLayout(window: window, viewport: viewport, areas: [])
        if without.content.maxY - without.viewport.maxY >= sentence {
          #expect(layout == without, "\(height), \(sentence)")
        } else {
          #expect(layout.viewportScale <= without.viewportScale)
        }
      }
    }
  }

  @Test(arguments: Area.allCases.filter(DockLayout.shared.contains))
  func `leaves half of the window to a picture, whatever is open, and shows what is in front`(
    front: Area
  ) {
    for width in stride(from: 40.0, through: 2600, by: 64) {
      for height in stride(from: 40.0, through: 1500, by: 52) {
        for areas in [
          Set(Area.allCases).subtracting([.timeLine, .qaBar]), DockLayout.shared, [front],
        ] {
          let window = Size(width: width, height: height)
          let layout = DockLayout(window: window, viewport: nil, areas: areas, front: front)
          let shown = layout.frames.keys.filter(DockLayout.shared.contains)
          #expect(shown.count <= 1)
          // Below the content, parameters need 120 points, as everything else does less.
          let isRoomy = width >= 440 && height >= 300 || width >= 220 && height >= 240
          if areas.count <= 3 { #expect(!isRoomy || shown.first == front, "\(window)") }
          #expect(layout.tabs.isEmpty == (shown.isEmpty || areas == [front]))
          let parts = [layout.content] + layout.frames.values + layout.tabs.map(\.frame)
          let covered = parts.reduce(0) { $0 + $1.width * $1.height }
          #expect(abs(covered - width * height) < 1e-6, "\(window) \(areas)")
          for (index, tab) in layout.tabs.enumerated() {
            #expect(layout.tab(at: tab.frame.center) == tab.area)
            #expect(tab.frame.width >= 28 && tab.frame.maxX <= width && index < 4)
          }
          if let curves = layout.frames[.curves] { #expect(curves.height <= height / 3) }
          guard height >= 240 else { continue }
          let part = layout.content.width * layout.content.height / (width * height)
          #expect(part >= 0.5 - 1e-9, "\(window), \(areas)")
        }
      }
    }
  }

  @Test(arguments: [440.0, 500, 540, 600, 680, 1280], [1.0, 1.5, 2])
  func `cuts no title of any tabs, which fill the column whichever panel is shown`(
    width: Double, scale: Double
  ) throws {
    let canvas = try Canvas(
      Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true))
    canvas.concatenate(AffineTransform(scaleX: scale, y: scale))
    let shared = Area.allCases.filter(DockLayout.shared.contains)
    for choice in 1..<(1 << shared.count) {
      let areas = shared.indices.filter { choice >> $0 & 1 == 1 }.map { shared[$0] }
      var first: [DockLayout.Tab]?
      for front in areas where areas.count > 1 {
        let layout = DockLayout(
          window: Size(width: width, height: 700), viewport: nil, areas: Set(areas), front: front)
        let column = try #require(layout.frames[front])
        #expect(layout.tabs.map(\.area) == areas && layout.tabs == first ?? layout.tabs)
        first = layout.tabs
        #expect(layout.tabs.first?.frame.minX == column.minX)
        #expect(layout.tabs.last?.frame.maxX == column.maxX)
        for (tab, next) in zip(layout.tabs, layout.tabs.dropFirst()) {
          #expect(tab.frame.maxX == next.frame.minX)
        }
        for tab in layout.tabs {
          for isShown in [false, true] {
            let shown = tab.shownTitle(on: canvas, isShown: isShown).text
            #expect(shown == tab.title, "\(tab) of \(areas) in \(width)")
          }
          // Where there is room, names are whole.
          let name = tab.area.title
          #expect(tab.title.lowercased() == name || tab.title == "Info" && width < 600, "\(tab)")
        }
      }
    }
  }

  @Test func `says whether a window is too narrow or too low for a panel`() {
    let viewport = Size(width: 320, height: 300)
    func layout(_ width: Double, _ height: Double) -> DockLayout {
      DockLayout(
        window: Size(width: width, height: height), viewport: viewport,
        areas: [.parameters, .curves])
    }
    for (width, height) in [(651.0, 600.0), (652, 600), (652, 100), (180, 600), (400, 200)] {
      let layout = layout(width, height)
      for area in [Area.parameters, .curves] where layout.frames[area] == nil {
        let least = area == .curves ? DockLayout.minimumCurvesWidth : 652
        #expect(
          layout.isTooNarrow(for: area, viewport: viewport) == (width < least),
          "\(area) in \(width) × \(height)")
      }
    }
    for (width, height, isNarrow) in [
      (219.0, 600.0, true), (220, 191, false), (220, 192, nil), (439, 95, false), (440, 95, false),
      (440, 96, nil),
    ] {
      let layout = DockLayout(
        window: Size(width: width, height: height), viewport: nil, areas: [.information])
      #expect((layout.frames[.information] == nil) == (isNarrow != nil))
      guard let isNarrow else { continue }
      #expect(layout.isTooNarrow(for: .information, viewport: nil) == isNarrow)
    }
    #expect(
      layout(652, 600).frames[.parameters] != nil && layout(651, 600).frames[.parameters] == nil)
  }
}
