import Glibc
import OverscrollTestRig
import Testing

@Suite struct `When something is wrong a window` {
  @Test func `reports in one line that the X server went away`() throws {
    let viewer = try RunningViewer(["grid"])
    viewer.server.process.signal(SIGKILL)
    #expect(try viewer.program.wait() == 1)
    // An extension that is asked for just then has libX11 of Debian 13 write lines of its own.
    let errors = try viewer.readErrors().split(separator: "\n").filter { !$0.hasPrefix("Xlib: ") }
    #expect(errors == ["overscroll: The connection to the X server was lost."])
  }

  @Test func `whose file is appended to all the time takes little of the processor`() throws {
    // A text takes long to decode.
    let folder = PictureFolder()
    let path = folder.path + "/p1.ppm"
    let row = Array((0..<1500).map { "\($0 % 200) 7 9" }.joined(separator: " ").utf8) + [10]
    let text = Array("P3 1500 800 255\n".utf8) + Array(repeatElement(row, count: 800).joined())
    try RunningViewer.write(text, to: path)
    let viewer = try RunningViewer([path, "--alone"])
    try viewer.settle()
    let file = try #require(fopen(path, "ab"))
    defer { fclose(file) }
    func used() -> Double { Processes.processorTime(of: viewer.program.pid) ?? 0 }
    // The first change is followed at once, and tells what following costs.
    let before = used()
    for _ in 0..<50 {
      fputs("\n", file)
      fflush(file)
      usleep(100_000)
    }
    let share = (used() - before) / 5
    // A tenth, and the last time, which began just before the end.
    #expect(share < 0.15 + before / 5, "\(share) of a core, of which once takes \(before) s")
  }
}
