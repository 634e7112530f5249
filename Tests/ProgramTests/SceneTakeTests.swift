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
  @Suite(.serialized) struct `of a scene that is recorded` {
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
      #expect(try TakeSession.check(path).hasPrefix("same: "))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a file system"))
    func `goes on in memory when the disk is full, and F2 saves it elsewhere`() throws {
      let disk = try FullDisk(bytes: 1 << 20, free: 48 << 10)
      let folder = TestFolder.make()
      let viewer = try open(takes: disk.path, environment: ["XDG_DATA_HOME": folder])
      try viewer.input.type("F3")
      for _ in 0..<12 { try drag(viewer, steps: 40, milliseconds: 2) }
      try viewer.settle()
      try waitUntil("the sentence") { try viewer.readErrors().contains("\n") }
      let errors = try viewer.readErrors()
      #expect(
        errors.contains(
          "No space left on device. The recording continues in memory; press F2 to save it"))
      #expect(errors.split(separator: "\n").count == 1, "\(errors)")
      let cut = try script(in: disk.path, viewer)
      #expect(try parse(cut).end?.reason == .disk)
      #expect(try TakeSession.check(cut).hasPrefix("same: "))
      try viewer.input.type("F2")
      var path = ""
      try waitUntil("a saved take") {
        path = try viewer.server.run([
          "sh", "-c", "ls \(folder)/overscroll/takes/*.callbacks 2>/dev/null || :",
        ])
        return !path.isEmpty
      }
      path = path.dropLast("callbacks".count) + "script"
      let take = try parse(path)
      #expect(take.end?.reason == .saved && take.end?.events ?? 0 > 12 * 40)
      #expect(try TakeSession.check(path).hasPrefix("same: "))
      #expect(viewer.program.isRunning)
    }
  }
}
