import Glibc
import OverscrollBase
import OverscrollLab
import OverscrollTestRig
import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `A take that is written as it goes` {
  private let files = TakeFiles(script: FilePath(TestFolder.make() + "/take.script"))

  private func touch(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) -> Event {
    .touch(TouchEvent(id: 1, phase: phase, location: Point(100, y), timestamp: time))
  }

  /// A drag with a frame after each motion.
  private func drag(_ recorder: Recorder, _ count: Int, from start: Double = 50) {
    recorder.send(touch(.began, 400, start))
    for step in 1...count {
      let time = start + Double(step) / 120
      recorder.send(touch(.moved, 400 + 90 * Double(step % 7), time))
      recorder.frame(at: time + 0.002)
    }
    recorder.send(touch(.ended, 400, start + Double(count + 1) / 120))
  }

  private func recorder(byteLimit: Int = Recorder.byteLimit) -> Recorder {
    Recorder(Stage(Script.Header(settings: [.content(Size(640, 9000))])), byteLimit: byteLimit)
  }

  private func text(_ path: FilePath) throws -> String {
    try RunningViewer.text(of: path.description)
  }

  /// Hands a recorder's take to a stream.
  private func stream(_ recorder: Recorder, byteLimit: Int = TakeStream.byteLimit) throws
    -> TakeStream
  {
    let take = try #require(recorder.current)
    return try TakeStream(files, take, byteLimit: byteLimit) {}
  }

  private func end(_ stream: TakeStream) throws -> Script.End {
    guard case .finished(let end) = stream.waitForEnd() else {
      throw RigError("\(String(describing: stream.result))")
    }
    return end
  }

  @Test func `has the same bytes as one that memory holds`() throws {
    let recorder = recorder()
    var stream: TakeStream?
    var buffer = TakeBuffer()
    let files = files
    recorder.hooks.didBegin = { stream = try? TakeStream(files, $0) {} }
    recorder.hooks.didRecord = { buffer.append($0, $1) }
    recorder.start()
    drag(recorder, 300)
    let take = try #require(recorder.current)
    let begun = try #require(stream)
    buffer.flush(to: begun, at: 7, isAtRest: true)
    begun.finish(.stopped, take.script.header)
    let script = take.finished(.stopped)
    #expect(try end(begun) == script.end)
    #expect(try text(files.trace) == take.csv)
    #expect(try Script(parsing: text(files.script), file: "take") == script)
    #expect(try TakeVerifier.verify(files, scenes: Scenes.all) == nil)
  }

  @Test func `has frames that were shown later than predicted, wherever it's handed on`() throws {
    let recorder = recorder()
    var stream: TakeStream?
    var buffer = TakeBuffer()
    let files = files
    recorder.hooks.didBegin = { stream = try? TakeStream(files, $0) {} }
    recorder.hooks.didRecord = { buffer.append($0, $1) }
    var moved = 0
    recorder.hooks.didPostpone = {
      buffer.postpone($0)
      moved += 1
    }
    recorder.start()
    recorder.send(touch(.began, 400, 50))
    let begun = try #require(stream)
    var last: Double?
    for step in 1...300 {
      let time = 50 + Double(step) / 30
      recorder.send(touch(.moved, 400 + 90 * Double(step % 7), time))
      var refresh = Recorder.Refresh(presented: time + 0.01, period: 1 / 60.0)
      if let last {
        refresh.lastRedraw = RedrawTimes(
          handling: last, drawing: last, submission: last, completion: last + 0.02)
        if step % 3 == 0 { refresh.lastUnfinished = last + 0.02 }
      }
      recorder.frame(at: time, refresh)
      recorder.send(touch(.moved, 401 + 90 * Double(step % 7), time + 0.005))
      let isWritten = buffer.flush(
        to: begun, at: time, isAtRest: step % 50 == 0, keeping: recorder.openFrame)
      if isWritten { recorder.closeFrame() }
      last = time
    }
    #expect(moved > 80)
    let take = try #require(recorder.current)
    buffer.flush(to: begun)
    begun.finish(.stopped, take.script.header)
    let script = take.finished(.stopped)
    #expect(try end(begun) == script.end)
    #expect(try text(files.trace) == take.csv)
    #expect(try Script(parsing: text(files.script), file: "take") == script)
    #expect(try TakeVerifier.verify(files, scenes: Scenes.all) == nil)
  }

  @Test func `ends before a file exceeds its largest size, and replays to there`() throws {
    let recorder = recorder()
    drag(recorder, 400)
    let stream = try stream(recorder, byteLimit: 20_000)
    let end = try end(stream)
    #expect(end.reason == .full)
    #expect(end.frames > 50 && end.frames < 400)
    for path in [files.script, files.trace] {
      let count = try text(path).utf8.count
      #expect(count <= 20_000)
    }
    #expect(try text(files.trace).utf8.count > 19_000)
    #expect(try TakeVerifier.verify(files, scenes: Scenes.all) == nil)
    // What comes after the end is ignored.
    stream.append(recorder.current?.script.events ?? [], [])
    #expect(try text(files.trace).utf8.count <= 20_000)
  }

  @Test func `takes over from the memory, once that is full`() throws {
    let recorder = recorder(byteLimit: 100_000)
    var stream: TakeStream?
    var buffer = TakeBuffer()
    let files = files
    recorder.hooks.didOverflow = { take in
      stream = try? TakeStream(files, take) {}
      return stream != nil
    }
    recorder.hooks.didRecord = { buffer.append($0, $1) }
    drag(recorder, 20)
    drag(recorder, 2000, from: 100)
    let take = try #require(recorder.current)
    #expect(take.isInFile && take.byteCount == 0 && recorder.past.isEmpty)
    let begun = try #require(stream)
    buffer.flush(to: begun)
    begun.finish(.saved, take.script.header)
    let end = try end(begun)
    #expect(end.frames == 2020)
    #expect(end.events == 2024)
    #expect(try TakeVerifier.verify(files, scenes: Scenes.all) == nil)
    recorder.endTake()
    #expect(recorder.past.isEmpty)
  }

  @Test func `is refused in one sentence where there is no folder`() throws {
    let recorder = recorder()
    drag(recorder, 5)
    let take = try #require(recorder.current)
    let nowhere = TakeFiles(script: FilePath("/nowhere/at/all/take.script"))
    let stream = try TakeStream(nowhere, take) {}
    guard case .failed(let message, let end) = stream.waitForEnd() else { return }
    #expect(message == "/nowhere/at/all/take.script: cannot be written: No such file or directory")
    #expect(end == nil)
  }

  @Test func `has a folder where the user has a home that no one else can change`() async throws {
    let error = #expect(throws: Failure.self) { try TakeFiles(in: nil) }
    #expect(error?.message == "no folder for takes: HOME is not set; name one with --takes")
    await #expect(processExitsWith: .success) {
      unsetenv("XDG_DATA_HOME")
      unsetenv("HOME")
      precondition(TakeFiles.folder == nil)
      let home = TestFolder.make()
      chmod(home, 0o777)
      setenv("HOME", home, 1)
      let folder = "\(home)/.local/share/overscroll/takes"
      let refusal = #expect(throws: Failure.self) { try TakeFiles(in: TakeFiles.folder) }
      precondition(
        refusal?.message
          == "takes cannot be saved in \(folder): \(folder) is in a folder that others can write")
      chmod(home, 0o700)
      let files = try TakeFiles(in: TakeFiles.folder)
      precondition(files.script.folder == FilePath(folder))
    }
  }

  @Test func `is found different where a row was changed`() throws {
    let recorder = recorder()
    drag(recorder, 30)
    let stream = try stream(recorder)
    stream.finish(.stopped, try #require(recorder.current).script.header)
    _ = try end(stream)
    var rows = try text(files.trace).split(separator: "\n").map(String.init)
    rows[12] = rows[12].replacing("dragging", with: "tracking")
    try RunningViewer.write(rows.joined(separator: "\n") + "\n", to: files.trace.description)
    let frame = try TakeVerifier.verify(files, scenes: Scenes.all)
    #expect(frame == 11)
  }
}
