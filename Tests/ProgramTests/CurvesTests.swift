import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

extension `A grid in a window` {
  @Suite struct `with curves` {
    /// The part of a window of 1280×800 pixels that the picture has beside the panel, and where lanes begin.
    private static let (top, left, right) = (580, 136, 1268)

    private func isNear(_ pixel: UInt32?, _ color: UInt32, by tolerance: Int = 60) -> Bool {
      guard let pixel else { return false }
      return [0, 8, 16].allSatisfy { shift in
        abs(Int(pixel >> UInt32(shift) & 0xFF) - Int(color >> UInt32(shift) & 0xFF)) <= tolerance
      }
    }

    /// Returns whether the panel is shown: its background beside the phases.
    private func hasPanel(_ shot: Screenshot) -> Bool {
      isNear(shot.pixel(x: 100, y: 796), 0x16181C, by: 2)
    }

    /// Returns whether the picture's part of two screenshots is the same.
    private func isSamePicture(_ one: Screenshot, _ other: Screenshot) -> Bool {
      (0..<Self.top).allSatisfy { y in
        stride(from: y % 3, to: 1280, by: 3).allSatisfy {
          one.pixel(x: $0, y: y) == other.pixel(x: $0, y: y)
        }
      }
    }

    private func viewer(_ arguments: String...) throws -> HeadlessViewer {
      try HeadlessViewer(["grid", "--size", "20000x20000"] + arguments)
    }

    @Test func `shows them below the picture by F4, and gives their room back`() throws {
      let viewer = try viewer()
      try viewer.settle()
      let before = try viewer.settle()
      #expect(!hasPanel(before))
      try viewer.wait("the panel", after: "F4", until: hasPanel)
      let with = try viewer.settle()
      #expect(!isNear(with.pixel(x: 600, y: Self.top - 20), 0x16181C, by: 12))
      try viewer.wait("the whole picture as before", after: "F4") { $0.isSame(as: before) }
    }

    @Test func `has a take with the room beside them as its viewport`() throws {
      let folder = TestFolder.make()
      let viewer = try HeadlessViewer([
        "record", folder + "/t.script", "--grid", "20000x20000", "--panels", "curves",
      ])
      try viewer.wait("the panel", until: hasPanel)
      try viewer.input.drag((0..<8).map { Point(600, 500 - 40 * Double($0)) }, milliseconds: 16)
      try viewer.settle()
      #expect(try viewer.finish().hasSuffix(", verified"))
      let script = try Script(
        parsing: RunningViewer.text(of: folder + "/t.script"), file: "t.script")
      let viewport = script.header.settings.first { $0.property == .viewport }
      #expect(viewport.map { "\($0)" }?.contains("580") ?? false)
    }

    @Test func `handles input over them without the picture`() throws {
      let viewer = try viewer("--panels", "curves")
      try viewer.wait("the panel", until: hasPanel)
      let before = try viewer.settle()
      try viewer.input.drag((0..<6).map { Point(600, 780 - 25 * Double($0)) })
      try viewer.input.move(to: Point(700, 700))
      try viewer.input.wheel(2)
      try viewer.wait("more time") { !$0.isSame(as: before) }
      let after = try viewer.settle()
      #expect(isSamePicture(before, after))
      // A drag that begins on the picture goes on over the panel.
      try viewer.input.drag((0..<6).map { Point(600, 500 + 50 * Double($0)) })
      #expect(try !isSamePicture(before, viewer.settle()))
    }

    @Test func `says by a red ring that a recording waits, and by a dot that it runs`() throws {
      let viewer = try viewer("--takes", TestFolder.make())
      let red = UInt32(0xF0383D)
      let (middle, rim) = ((x: 1264, y: 16), (x: 1261, y: 16))
      let isRed = { (shot: Screenshot, place: (x: Int, y: Int)) in
        isNear(shot.pixel(x: place.x, y: place.y), red)
      }
      try viewer.settle()
      #expect(try !isRed(viewer.look(), rim))
      try viewer.wait("a ring", after: "F3") { isRed($0, rim) && !isRed($0, middle) }
      try viewer.input.drag((0..<6).map { Point(600, 500 - 30 * Double($0)) })
      try viewer.wait("a dot") { isRed($0, rim) && isRed($0, middle) }
      try viewer.wait("neither", after: "F3") { !isRed($0, rim) && !isRed($0, middle) }
    }
  }
}
