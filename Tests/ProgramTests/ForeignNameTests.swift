import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages
@testable import OverscrollShell

@Suite struct `A name that would reorder text` {
  /// U+202E reverses what follows it.
  private static let name = "a\u{202E}gpj.ppm"
  private let folder = TestFolder.make()

  @Test func `is isolated in the title of a window`() throws {
    let path = folder + "/" + Self.name
    try RunningViewer.write("P5 20 10 255\n", Array(repeating: 9, count: 200), to: path)
    let viewer = try HeadlessViewer([path])
    try viewer.wait(forTitle: "\u{200E}\u{2068}\(Self.name)\u{2069} (20×10) – Overscroll")
  }

  @Test func `is escaped in a message`() throws {
    let run = try RunningViewer.run(["info", folder + "/" + Self.name])
    #expect(run.status == 1)
    #expect(run.errors.hasSuffix("/a\\u{202E}gpj.ppm: no such file.\n"))
  }

  @Test func `is escaped on a terminal, and left as it is in a file`() throws {
    let take = folder + "/a.script"
    let picture = #"{"name":"a‮\u001b[2Jb","size":[20,10]}"#
    let header = #"{"overscroll":2,"picture":\#(picture)}"#
    try RunningViewer.write(Array((header + "\n").utf8), to: take)
    let plain = try RunningViewer.run(["info", take])
    #expect(plain.output.contains("a\u{202E}\u{1B}[2Jb"), "\(plain)")
    let terminal = try RunningViewer.run(
      script: #"export PROGRAM="$0" TAKE="$1"; script -qec '"$PROGRAM" info "$TAKE"' /dev/null"#,
      [take])
    #expect(terminal.output.contains(#"a\u{202E}\u{1B}[2Jb"#), "\(terminal)")
    #expect(!terminal.output.contains("\u{1B}"))
  }
}

@Suite struct `The description of a folder` {
  @Test func `says that it is one, and nothing of scripts`() throws {
    let folder = TestFolder.make()
    let run = try RunningViewer.run(["info", folder])
    #expect(run.status == 1)
    #expect(
      run.errors == "overscroll: \(folder): this folder is not a take; info describes one file\n")
  }
}

@Suite struct `Files about a user` {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `are for the user alone: takes`() throws {
    let folder = TestFolder.make() + "/takes"
    let recorder = Recorder(Stage(Script.Header()))
    recorder.start()
    for (phase, time) in [(TouchEvent.Phase.began, 1.0), (.ended, 1.1)] {
      let place = Point(100, 100)
      recorder.send(.touch(.init(id: 1, phase: phase, location: place, timestamp: time)))
      recorder.frame(at: time + 0.01)
    }
    let take = try #require(recorder.current)
    let summary = try TakeFiles.save(take, .saved, in: [FilePath(folder)], scenes: Scenes.all)
    #expect(mode(folder) == 0o700)
    let names = TestFolder.names(in: folder)
    #expect(names.count == 3 && summary.differentFrame == nil)
    for name in names { #expect(mode("\(folder)/\(name)") == 0o600, "\(name)") }
    _ = try AppendedFile(FilePath(folder + "/new.script"))
    #expect(mode(folder + "/new.script") == 0o600)
  }

  @Test func `are for the user alone: reports`() throws {
    let folder = TestFolder.make() + "/report"
    let report = try QAFolder(FilePath(folder), resumes: false)
    let plan = """
      {"overscroll_qa":1,"title":"Taps"}
      {"id":"grid","set":{"content":[900,900]},"do":"Look.","expect":"A grid."}
      """
    try report.writeResults(of: QASession(QAPlan(parsing: plan, file: "p")))
    #expect(mode(folder) == 0o700)
    #expect(TestFolder.names(in: folder).count == 1)
    for name in TestFolder.names(in: folder) { #expect(mode("\(folder)/\(name)") == 0o600) }
  }
}
