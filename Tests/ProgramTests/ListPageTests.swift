import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollHost
@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `The list of scenes as a window's content` {
  @Test func `has clearer text for users who prefer more contrast`() throws {
    var contrast = Contrast.standard
    let list = SceneList(Scenes.all.groupedCards) { _, _, _ in nil }
    let content = ListPage(list, message: WindowMessage(), contrast: { contrast })
    content.resize(to: Size(500, 400), at: 0)
    let surface = try Surface(imageOf: PixelSize(width: 500, height: 400), opaque: true)
    let strong = DarkTheme.faintText.strengthened.rgb
    func isClear() throws -> Bool {
      try content.draw(on: surface, scale: 1, textScale: 1)
      return surface.pixels().contains { pixel in
        ([16, 8, 0] as [UInt32]).allSatisfy { shift in
          abs(Int(pixel >> shift & 0xFF) - Int(strong >> shift & 0xFF)) <= 1
        }
      }
    }
    #expect(try !isClear())
    contrast = .increased
    content.needsDisplay = false
    content.handle(.settingsChanged)
    #expect(content.needsDisplay)
    #expect(try isClear())
  }

  @Test func `hands everything to the list, which fills the room`() throws {
    var opened: [String] = []
    let list = SceneList(Scenes.all.groupedCards) { _, _, _ in nil }
    list.didOpen = { opened.append($0.name) }
    let content = ListPage(list, message: WindowMessage())
    content.resize(to: Size(500, 400), at: 0)
    #expect(list.size == Size(500, 400) && content.traits.viewport == nil)
    #expect(content.captions == Captions())
    let surface = try Surface(imageOf: PixelSize(width: 1000, height: 800), opaque: true)
    #expect(content.needsDisplay)
    content.needsDisplay = false
    #expect(!list.needsDisplay)
    try content.draw(on: surface, scale: 2, textScale: 2)
    let down = Input.Key(time: 1, action: .pressed, name: "Down", shiftedDigit: nil, modifiers: [])
    let before = surface.pixels()
    #expect(Set(before).count > 10)
    #expect(content.handleKey(down) && content.needsDisplay)
    try content.draw(on: surface, scale: 2, textScale: 2)
    #expect(surface.pixels() != before)
    list.openCurrent()
    #expect(opened.count == 1)
    content.needsDisplay = false
    content.send(
      .wheel(WheelEvent(notches: Point(0, 1), location: Point(250, 200), timestamp: 2)), from: nil)
    #expect(content.needsFrames)
    for step in 1...60 { content.advance(to: 2 + Double(step) / 20) }
    #expect(!content.needsFrames && content.needsDisplay)
    content.needsDisplay = false
    content.perform(.restart, at: 9)
    content.handle(.wakeUp)
    content.show("A sentence.")
    #expect(!content.needsDisplay, "it has no use for these")
    content.handle(.pointer(Point(100, 100)))
    content.handle(.pointer(nil))
  }
}
