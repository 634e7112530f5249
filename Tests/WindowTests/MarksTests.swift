import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// Lists and marks on the worst day.
@Suite struct `A list of pictures in a real window` {
  private func folder(_ count: Int = 4) throws -> PictureFolder {
    let folder = try PictureFolder(of: count)
    return folder
  }

  private func viewer(_ folder: PictureFolder, _ options: String...) throws -> RunningViewer {
    let viewer = try RunningViewer(
      [folder.path] + options)
    // A busy server repeats keys that are pressed for a moment.
    try viewer.server.run(["xset", "r", "off"])
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `stays with its marks where nothing of what is pasted can be opened`() throws {
    let folder = try folder()
    let other = TestFolder.make() + "/other.png"
    try RunningViewer.write(Array("nothing".utf8), to: other)
    let viewer = try viewer(folder, "--print-marked")
    try viewer.wait(forPicture: 2, after: "v", "n", "v")
    for uris in ["file://\(other)", "file:///nowhere/a.png", "file://otherhost/a.png"] {
      let before = try viewer.settle()
      try viewer.offer(Array("\(uris)\r\n".utf8), as: "text/uri-list")
      try viewer.wait("the reason", after: "ctrl+v") { !$0.isSame(as: before) }
      try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 4 – Overscroll")
    }
    try viewer.wait(forPicture: 3, after: "n")
    try viewer.wait(forPicture: 1, after: "p", "p")
    try viewer.input.type("q")
    #expect(
      try viewer.program.readToEnd() == "\(folder.path)/p1.ppm\n\(folder.path)/p2.ppm")
  }

  @Test func `gives its place to another one with its marks, which are all written`() throws {
    let (folder, other) = (try folder(), PictureFolder())
    for number in 5...6 { try other.add("q\(number).ppm", number) }
    let viewer = try viewer(folder, "--print-marked")
    try viewer.input.type("v")
    let list =
      "file:///nowhere/x.png\r\nfile://\(other.path)/q6.ppm\r\nfile://\(folder.path)/p1.ppm"
    try viewer.offer(Array(list.utf8), as: "text/uri-list")
    try viewer.wait(forPicture: 6, after: "ctrl+v")
    try viewer.wait(forTitle: "q6.ppm (200×150) – 1 of 2 – Overscroll")
    try viewer.input.type("v")
    try viewer.settle()
    viewer.program.signal(SIGTERM)
    #expect(
      try viewer.program.readToEnd() == "\(other.path)/q6.ppm\n\(folder.path)/p1.ppm")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `has its marks written when a signal ends the program`(signal: Int32) throws {
    let folder = try folder()
    let viewer = try viewer(folder, "--print-marked")
    try viewer.input.type("v")
    try viewer.settle()
    viewer.program.signal(signal)
    // On a busy machine the program may take longer to end than the time after which it takes the server for dead.
    _ = try viewer.program.wait()
    #expect(try viewer.program.readToEnd() == "\(folder.path)/p1.ppm")
  }

  @Test(arguments: [true, false])
  func `has its marks written when the server is gone, or hangs`(isGone: Bool) throws {
    let folder = try folder()
    let viewer = try viewer(folder, "--print-marked")
    try viewer.input.type("v")
    try viewer.settle()
    if isGone {
      viewer.server.process.signal(SIGKILL)
    } else {
      viewer.server.process.signal(SIGSTOP)
      viewer.program.signal(SIGTERM)
    }
    let output = try viewer.program.readToEnd()
    viewer.server.process.signal(SIGCONT)
    #expect(output == "\(folder.path)/p1.ppm")
  }
}
