import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollHost
@testable import OverscrollLabPages
@testable import OverscrollShell
@testable import overscroll

@Suite struct `The list of keys over a window` {
  /// What of a white surface it covers.
  private func covered(_ size: PixelSize, scale: Double) throws -> PixelRect {
    let surface = try Surface(imageOf: size, opaque: true)
    try Canvas(surface).clear(Color(white: 1))
    try KeyList(LabKeys.scene).draw(on: surface, scale: scale)
    try surface.flush()
    var (columns, rows) = (Set<Int>(), Set<Int>())
    for y in 0..<size.height {
      for x in 0..<size.width where surface.pixel(x: x, y: y) != 0xFFFF_FFFF {
        columns.insert(x)
        rows.insert(y)
      }
    }
    let (left, top) = (columns.min() ?? 0, rows.min() ?? 0)
    return PixelRect(
      x: left, y: top, width: (columns.max() ?? -1) + 1 - left,
      height: (rows.max() ?? -1) + 1 - top)
  }

  @Test func `lies in the middle, as large as its scale says where it fits`() throws {
    let one = try covered(PixelSize(width: 800, height: 600), scale: 1)
    #expect(abs(800 - one.maxX - one.x) <= 1 && abs(600 - one.maxY - one.y) <= 1)
    #expect(one.width > 200 && one.width < 500 && one.height > 150 && one.height < 400)
    let two = try covered(PixelSize(width: 1600, height: 1200), scale: 2)
    #expect(abs(two.width - 2 * one.width) <= 2 && abs(two.height - 2 * one.height) <= 2)
  }

  @Test(arguments: [PixelSize(width: 300, height: 120), PixelSize(width: 800, height: 90)])
  func `has pages where it would become too small, none of which is cut off`(
    room: PixelSize
  ) throws {
    let list = KeyList(LabKeys.scene)
    let count = list.pageCount(in: room, scale: 1)
    #expect(count > 1)
    var pages: Set<[UInt32]> = []
    for page in 0..<count {
      let surface = try Surface(imageOf: room, opaque: true)
      try Canvas(surface).clear(Color(white: 1))
      try list.draw(on: surface, scale: 1, page: page)
      try surface.flush()
      pages.insert(surface.pixels())
      #expect(try covered(room, scale: 1).height <= room.height)
    }
    #expect(pages.count == count)
    #expect(list.pageCount(in: PixelSize(width: 800, height: 600), scale: 1) == 1)
  }
}

@Suite struct `The list of scenes as a window's content` {
  @Test func `hands everything to the list, which fills the room`() throws {
    var opened: [String] = []
    let list = SceneList(Scenes.all.cards) { _, _, _ in nil }
    list.didOpen = { opened.append($0.name) }
    let content = ListPage(list, message: WindowMessage())
    content.resize(to: Size(500, 400), at: 0)
    #expect(list.size == Size(500, 400) && content.viewport == nil)
    #expect(content.captions == Captions())
    let surface = try Surface(imageOf: PixelSize(width: 1000, height: 800), opaque: true)
    #expect(content.needsDisplay)
    content.needsDisplay = false
    #expect(!list.needsDisplay)
    try content.draw(on: surface, scale: 2, textScale: 2)
    let down = Input.Key(
      time: 1, action: .pressed, name: "Down", shiftedDigit: nil, modifiers: [])
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
    content.wakeUp()
    content.show("A sentence.")
    #expect(!content.needsDisplay, "it has no use for these")
    content.pointerMoved(to: Point(100, 100))
    content.pointerMoved(to: nil)
  }
}
