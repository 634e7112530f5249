import Glibc
import OverscrollFiles
import OverscrollLab
import OverscrollScenes
import OverscrollShell
import OverscrollStage
import OverscrollTestFiles
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import overscroll

extension `In a real window a grid` {
  @Suite struct `of a scene that is recorded` {
    private func script(in folder: String, _ viewer: RunningViewer) throws -> String {
      try viewer.server.run(["sh", "-c", "ls \(folder)/*.script 2>/dev/null || :"])
    }

    /// A drag within the viewport of the scene `boxes`, whose window has no panels.
    private func drag(_ viewer: RunningViewer, steps: Int, milliseconds: Int = 4) throws {
      let points = (0..<steps).map { Point(500, 700 - 480 * Double($0) / Double(steps)) }
      try viewer.input.drag(points, milliseconds: milliseconds)
    }

    private func parse(_ path: String) throws -> Script {
      try Script(parsing: RunningViewer.text(of: path), file: path, scenes: Scenes.all) { _ in }
    }

    private func open(takes: String, environment: [String: String] = [:]) throws -> RunningViewer {
      try RunningViewer(
        ["scene", "boxes", "--panels", "touches", "--takes", takes], environment: environment)
    }

    @Test func `is kept up to about its end when the program is killed`() throws {
      let folder = TestFolder.make() + "/takes"
      let viewer = try open(takes: folder)
      // What happened before belongs to the take: it begins at the scene's start.
      try drag(viewer, steps: 6)
      try viewer.settle()
      try viewer.input.type("F3")
      try drag(viewer, steps: 8)
      try viewer.settle()
      var path = ""
      try waitUntil("the second release on the disk") {
        path = try script(in: folder, viewer)
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
