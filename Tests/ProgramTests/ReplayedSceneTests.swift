import OverscrollBase
import OverscrollDrawing
import OverscrollHost
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import overscroll

extension `A grid in a window` {
  @Suite(.serialized) struct `of a scene whose take is replayed` {
    /// The viewport of the scene `paging`, in a window with a timeline only, whose controls all have room.
    private static let place = PixelRect(
      x: Int((TimeLineLayout.fullWidth(digits: 3) - 360) / 2), y: 16, width: 360, height: 400)
    private let folder = TestFolder.make()

    /// A file with a flick from the first page to the second.
    private func file() throws -> String {
      let path = folder + "/page.script"
      try RunningViewer.write(Array(Script.pagingFlick.text.utf8), to: path)
      return path
    }

    private func open(_ arguments: [String]) throws -> HeadlessViewer {
      let viewer = try HeadlessViewer(
        ["replay", try file(), "--paused", "--panels", "touches"] + arguments)
      // The keyboard follows the pointer where no window manager runs.
      try viewer.input.move(to: Point(200, 390))
      return viewer
    }

    private func snapshot(at time: Double, _ more: String...) throws -> [UInt32] {
      let path = folder + "/snapshot.png"
      let result = try RunningViewer.run(
        ["replay", try file(), "--at", "\(time)", "--snapshot", path] + more)
      #expect(result.status == 0, "\(result.errors)")
      return try Surface(pngFile: path).pixels()
    }

    /// The part of the pixels in some columns that are clearly different from a snapshot's; each server smooths edges in its
    /// own way.
    private func difference(
      _ shot: Screenshot, _ snapshot: [UInt32], columns: Range<Int> = 0..<360
    ) -> Double {
      var count = 0
      for y in 0..<400 {
        for x in columns {
          let shown = shot.pixel(x: Self.place.x + x, y: Self.place.y + y) ?? 0
          let drawn = snapshot[y * 360 + x]
          if Self.isFar(shown, from: drawn) { count += 1 }
        }
      }
      return Double(count) / Double(400 * columns.count)
    }

    /// Returns whether a channel of two pixels is clearly different.
    private static func isFar(_ pixel: UInt32, from other: UInt32) -> Bool {
      for shift: UInt32 in [0, 8, 16] {
        let (one, two) = (Int((pixel >> shift) & 0xFF), Int((other >> shift) & 0xFF))
        if abs(one - two) > 96 { return true }
      }
      return false
    }

    @Test func `is shown at any time as it is drawn without a display`() throws {
      let viewer = try open(["--at", "0.3"])
      try viewer.input.type("F8")
      let start = try viewer.settle()
      #expect(try difference(start, snapshot(at: 0.3)) < 0.002)
      #expect(try difference(start, snapshot(at: 2)) > 0.02)
      try viewer.input.type("period")
      #expect(try difference(viewer.settle(), snapshot(at: 19.0 / 60)) < 0.002)
      try viewer.input.type("comma", "comma", "comma")
      #expect(try difference(viewer.settle(), snapshot(at: 16.0 / 60)) < 0.002)
      try viewer.input.type("space")
      #expect(try difference(viewer.settle(), snapshot(at: 2)) < 0.002)
      try viewer.keep("replayed-scene")
    }

    @Test func `wipes from side A to side B`() throws {
      let viewer = try open(["--at", "0.5", "--with", #"{"isPagingEnabled":false}"#])
      try viewer.input.type("F8")
      let shot = try viewer.settle()
      try viewer.keep("replayed-scene-wipe")
      let (a, b) = (try snapshot(at: 0.5), try snapshot(at: 0.5, "--set", "isPagingEnabled=false"))
      #expect(difference(shot, a, columns: 0..<180) < 0.002)
      #expect(difference(shot, b, columns: 180..<360) < 0.002)
      #expect(difference(shot, a, columns: 180..<360) > 0.02)
      let wipe = try snapshot(at: 0.5, "--with", #"{"isPagingEnabled":false}"#)
      #expect(wipe.indices.allSatisfy { wipe[$0] == ($0 % 360 < 180 ? a : b)[$0] })
    }

    /// Drops a file on the window.
    private func drop(_ path: String, on viewer: HeadlessViewer) throws {
      try viewer.send(.received(Received(way: .drop, content: .files([FilePath(path)]))))
    }

    @Test func `takes a dropped trace as the reference, and refuses other files`() throws {
      let reference = folder + "/reference.trace"
      let simulated = try RunningViewer.run(
        script: #""$0" simulate "$1" --set isPagingEnabled=false > "$2""#,
        [file(), reference])
      #expect(simulated.status == 0, "\(simulated.errors)")
      let expected = try open(["--at", "0.5", "--ghost", reference]).settle()
      let viewer = try open(["--at", "0.5"])
      let before = try viewer.settle()
      try drop(reference, on: viewer)
      try viewer.wait("the reference") { $0.isSame(as: expected) }
      try drop("/dev/null", on: viewer)
      // The sentence goes away by itself.
      try viewer.wait("the sentence") { !$0.isSame(as: expected) && !$0.isSame(as: before) }
      try viewer.wait("the reference again") { $0.isSame(as: expected) }
      #expect(try viewer.readErrors() == "")
    }

    @Test func `is taken over by hand, recorded on, and verified`() throws {
      let viewer = try open(["--at", "2", "--takes", folder + "/takes"])
      try viewer.input.type("U")
      try viewer.settle()
      try viewer.input.type("F3")
      try viewer.input.drag(
        (0..<8).map { Point(Double(Self.place.x) + 300 - 20 * Double($0), 170) })
      let moved = try viewer.settle()
      #expect(try difference(moved, snapshot(at: 2)) > 0.02)
      try viewer.input.type("F3")
      let path = try viewer.savedTake(in: folder + "/takes")
      let check = try RunningViewer.run(["replay", path, "--check"])
      #expect(check.output.hasPrefix("same: ") && check.status == 0, "\(check.errors)")
      // The take begins with the events that were replayed.
      let text = try RunningViewer.text(of: path)
      #expect(text.split(separator: "\"began\"").count == 3)
      // Back to the replay, where it was left.
      try viewer.input.type("U", "F8")
      #expect(try difference(viewer.settle(), snapshot(at: 2)) < 0.002)
    }
  }
}
