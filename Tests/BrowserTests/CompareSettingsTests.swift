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
      (.a, .picture(.a), .picture(.b)), (.b, .picture(.b), .picture(.a)),
      (.blink, .picture(.a), .picture(.b)), (.wipe, .wipe(.a, at: 0.5), .wipe(.b, at: 0.5)),
      (.sideBySide, .sideBySide(.a), .sideBySide(.b)),
      (.difference, .difference(gain: 1, .each), .picture(.b)),
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
    #expect(settings.content == .picture(.b))
    settings.blink()
    #expect(settings.content == .picture(.a))
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
    let contents: [CompareSettings.Content] = [
      .picture(.b), .wipe(.a, at: .random(in: 0...1, using: &random)), .sideBySide(.a),
    ]
    for content in contents {
      let isDivided = content == .sideBySide(.a)
      let viewports = CompareViewports(window, isDivided: isDivided, scale: scale)
      let layout = PairLayout(
        PicturePair(
          a: PixelSize(width: 300, height: 200), b: PixelSize(width: 100, height: 400)),
        place: .center)
      let frame = Frame(
        viewport: viewports.main.size,
        placement: Placement(size: layout.canvas, origin: Point(-3, 4), scale: 0.7))
      let scene = CompareScene(frame, layout, content, in: viewports)
      let areas: [PixelRect] = scene.parts.map { $0.area }
      #expect(areas.disjoint.pixelCount == areas.pixelCount)
      #expect(areas.allSatisfy { PixelRect(window).intersection($0) == $0 && !$0.isEmpty })
      let gap = viewports.second.map { ($0.x - viewports.main.maxX) * window.height } ?? 0
      #expect(areas.pixelCount + gap == window.area && gap >= 0)
      if let second = viewports.second {
        #expect(second.size == viewports.main.size && second.maxX == window.width)
      }
      // A pixel of the canvas is at the same place of both frames.
      let place = Point(150, 250)
      for side in PairSide.allCases {
        let own = scene.frames[side].placement
        let corner = layout.frames[side].rect.origin
        let drawn = own.origin + (place - corner) * own.scale
        #expect((drawn - (frame.placement.origin + place * 0.7)).length < 1e-9)
      }
    }
  }
}
