import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollImaging

@Suite struct `The settings of a comparison` {
  @Test func `have a gain from 1 to 64 and a threshold from 0 on, each in its mode`() {
    var settings = CompareSettings()
    for mode in CompareSettings.Mode.allCases {
      settings.mode = mode
      let (gain, threshold) = (settings.gain, settings.threshold)
      #expect(settings.changeAmount(by: 1) == (mode == .difference || mode == .outline))
      #expect((settings.gain != gain) == (mode == .difference))
      #expect((settings.threshold != threshold) == (mode == .outline))
    }
    settings.mode = .difference
    settings.changeAmount(by: 100)
    #expect(settings.gain == 64)
    settings.changeAmount(by: -1)
    #expect(settings.gain == 32)
    settings.changeAmount(by: -100)
    #expect(settings.gain == 1)
    settings.mode = .outline
    settings.changeAmount(by: -100)
    #expect(settings.threshold == 0)
  }

  @Test func `show the other picture while a key is held`() {
    var settings = CompareSettings()
    let contents: [(CompareSettings.Mode, CompareSettings.Content, CompareSettings.Content)] = [
      (.a, .picture(0), .picture(1)), (.b, .picture(1), .picture(0)),
      (.blink, .picture(0), .picture(1)), (.wipe, .wipe(.a, at: 0.5), .wipe(.b, at: 0.5)),
      (.sideBySide, .sideBySide([0, 1]), .sideBySide([1, 0])),
      (.difference, .difference(gain: 1, .each), .picture(1)),
      (.outline, .outline(threshold: 16, over: .a), .outline(threshold: 16, over: .b)),
    ]
    for (mode, usual, held) in contents {
      settings.mode = mode
      settings.showsOther = false
      #expect(settings.content == usual)
      settings.showsOther = true
      #expect(settings.content == held)
      settings.blink()
      #expect(settings.content == held)
    }
    (settings.mode, settings.showsOther) = (.blink, false)
    settings.blink()
    #expect(settings.content == .picture(1))
    settings.blink()
    #expect(settings.content == .picture(0))
  }

  @Test func `blink through all pictures`() {
    var settings = CompareSettings(count: 4)
    settings.mode = .blink
    let shown = (0..<6).map { _ in
      settings.blink()
      return settings.content
    }
    #expect(shown == [1, 2, 3, 0, 1, 2].map { .picture($0) })
  }

  @Test func `choose B among the others, each of which is placed by itself`() {
    #expect(CompareSettings().mode == .wipe)
    var settings = CompareSettings(count: 4)
    #expect(settings.mode == .sideBySide && settings.content == .sideBySide([0, 1, 2, 3]))
    settings.adjustment.turn = 5
    settings.chooseB(by: 1)
    #expect(settings.b == 2 && settings.adjustment == .none)
    #expect((0..<4).map { settings.letter(of: $0) } == ["A", "2", "B", "4"])
    settings.showsOther = true
    #expect(settings.content == .sideBySide([2, 1, 0, 3]))
    settings.mode = .a
    #expect(settings.content == .picture(2))
    settings.chooseB(by: 2)
    #expect(settings.b == 1 && settings.adjustment.turn == 5)
    settings.chooseB(by: -1)
    #expect(settings.b == 3 && settings.adjustments.map(\.turn) == [0, 5, 0, 0])
  }

  @Test func `keep the line inside`() {
    var settings = CompareSettings()
    for (part, place) in [(0.3, 0.3), (-1, 0), (2, 1), (.nan, 1), (.infinity, 1)] {
      settings.moveDivider(to: part)
      #expect(settings.divider == place)
    }
  }

  @Test(arguments: 0..<100)
  func `make scenes whose parts fill the window, each pixel once`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let window = PixelSize(
      width: .random(in: 1...900, using: &random), height: .random(in: 1...700, using: &random))
    let scales: [Double] = [1, 1.25, 2]
    let scale = scales.randomElement(using: &random) ?? 1
    let sizes = (0..<6).map { PixelSize(width: 300 - 40 * $0, height: 200 + 30 * $0) }
    let layouts = PairLayout.layouts(
      sizes, place: .center, adjustments: sizes.map { _ in .none }, mapped: sizes.map { _ in nil })
    let count = Int.random(in: 2...6, using: &random)
    let order = Array(0..<count)
    let contents: [CompareSettings.Content] = [
      .picture(5), .wipe(.a, at: .random(in: 0...1, using: &random)), .sideBySide(order),
    ]
    for content in contents {
      let isDivided = content == .sideBySide(order)
      let viewports = CompareViewports(window, count: isDivided ? count : 1, scale: scale)
      let frame = Frame(
        viewport: viewports.main.size,
        placement: Placement(size: layouts[0].canvas, origin: Point(-3, 4), scale: 0.7))
      let scene = CompareScene(frame, layouts, b: 1, content, in: viewports)
      let areas: [PixelRect] = scene.parts.map { $0.area }
      #expect(areas.disjoint.pixelCount == areas.pixelCount)
      #expect(areas.allSatisfy { PixelRect(window).intersection($0) == $0 && !$0.isEmpty })
      if viewports.all.count == 1 {
        #expect(areas.pixelCount == window.area)
      } else {
        #expect(areas == viewports.all && Set(areas.map(\.size)).count == 1)
        #expect(areas.map(\.maxX).max() == window.width)
        #expect(areas.map(\.maxY).max() == window.height)
        let gap = max(1, PixelRect.rounded(2 * scale))
        for area in areas {
          #expect(areas.count { !$0.intersection(area.insetBy(-gap)).isEmpty } == 1)
        }
      }
      // A pixel of the canvas is at the same place of all frames.
      let place = Point(150, 250)
      for (own, layout) in zip(scene.frames.map(\.placement), layouts) {
        let drawn = own.origin + (place - layout.frames.b.rect.origin) * own.scale
        #expect((drawn - (frame.placement.origin + place * 0.7)).length < 1e-9)
      }
    }
  }

  @Test(arguments: [(2, 2, 1), (3, 3, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)])
  func `divide a window into a grid, which lies on its side in a high one`(
    count: Int, columns: Int, rows: Int
  ) {
    for isHigh in [false, true] {
      let (long, short) = (1000, 600)
      let viewports = CompareViewports(
        PixelSize(width: isHigh ? short : long, height: isHigh ? long : short), count: count,
        scale: 1)
      let cells = viewports.all
      let found = [Set(cells.map(\.x)).count, Set(cells.map(\.y)).count]
      #expect(found == (isHigh && count > 2 ? [rows, columns] : [columns, rows]))
      for cell in cells {
        #expect(viewports.viewport(at: cell.rect.center) == cell)
        #expect(viewports.viewport(at: Point(Double(cell.x), Double(cell.maxY) - 1)) == cell)
      }
    }
  }
}
