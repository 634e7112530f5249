import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import overscroll

extension `In a real window a grid` {
  @Suite struct `of a scene that is recorded` {
    private func parse(_ path: String) throws -> Script {
      try Script(parsing: RunningViewer.text(of: path), file: path, scenes: Scenes.all) { _ in }
    }

    @Test func `is kept up to about its end when the program is killed`() throws {
      let folder = TestFolder.make() + "/takes"
      let viewer = try RunningViewer.boxes(takes: folder)
      // What happened before belongs to the take: it begins at the scene's start.
      try viewer.dragBoxes(steps: 6)
      try viewer.settle()
      try viewer.input.type("F3")
      try viewer.dragBoxes(steps: 8)
      try viewer.settle()
      var path = ""
      try waitUntil("the second release on the disk") {
        path = try viewer.scripts(in: folder)
        guard !path.isEmpty else { return false }
        return try RunningViewer.text(of: path).split(separator: "\"ended\"").count == 3
      }
      #expect(path.hasSuffix("-boxes.script"))
      viewer.program.signal(SIGKILL)
      _ = try viewer.program.wait()
      let take = try parse(path)
      #expect(take.end == nil && take.header.scene?.card.name == "boxes")
      #expect(take.header.environment != nil)
      // Of the program, which may have been linked before the tests were.
      let commit = SourceCommit.of(FilePath(RunningViewer.path)).map { "+" + $0 } ?? ""
      #expect(take.header.program == Machine.version + commit)
      #expect(try RunningViewer.check(path).hasPrefix("same: "))
    }
  }
}
