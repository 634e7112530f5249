import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `What other programs hand over` {
  @Test func `is pasted from the clipboard, files and pictures`() throws {
    let folder = try PictureFolder(of: 3)
    let viewer = try RunningViewer([folder.path + "/p1.ppm", "--alone"])
    try viewer.wait(forPicture: 1)
    let list = "file://\(folder.path)/p3.ppm\r\nfile://\(folder.path)/p2.ppm\r\n"
    try viewer.offer(Array(list.utf8), as: "text/uri-list")
    try viewer.wait(forPicture: 3, after: "ctrl+v")
    try viewer.wait(forTitle: "p3.ppm (200×150) – 1 of 2 – Overscroll")
    let png = folder.path + "/p2.png"
    #expect(
      try RunningViewer.run(["render", folder.path + "/p2.ppm", "-o", png]).status == 0)
    let bytes = try #require(FileReading.bytes(of: png))
    try viewer.offer(bytes, as: "image/png")
    try viewer.wait(forPicture: 2, after: "ctrl+v")
    try viewer.wait(forTitle: "clipboard (200×150) – Overscroll")
    try viewer.offer(Self.bitmap(of: 3), as: "image/bmp")
    try viewer.wait(forPicture: 3, after: "ctrl+v")
    try viewer.wait(forTitle: "clipboard (20×10) – Overscroll")
  }

  /// A picture as programs of Windows offer it.
  private static func bitmap(of number: Int) -> [UInt8] {
    let pixel = Int(PictureFolder.color(number)).bytes(3)
    let header = [40, 20, 10].flatMap { $0.bytes(4) } + 1.bytes(2) + 24.bytes(2)
    return Array("BM".utf8) + [654, 0, 54].flatMap { $0.bytes(4) } + header
      + 0.bytes(24) + (0..<200).flatMap { _ in pixel }
  }
}

extension `What other programs hand over` {
  private func target(_ viewer: RunningViewer) throws -> UInt {
    let text = try viewer.server.run(["xdotool", "search", "--class", "overscroll"])
    return try #require(text.split(separator: "\n").last.flatMap { UInt($0) })
  }

  @Test(arguments: [(3, nil), (4, nil), (5, nil), (5, 7)] as [(Int, Int?)])
  func `is dropped on the window, at once or in parts`(version: Int, partLength: Int?) throws {
    let folder = try PictureFolder(of: 3)
    let viewer = try RunningViewer([folder.path + "/p1.ppm", "--alone"])
    try viewer.wait(forPicture: 1)
    let before = try viewer.settle()
    let list = "file://\(folder.path)/p2.ppm\r\nfile://\(folder.path)/p3.ppm\r\n"
    let source = try DragSource(
      on: viewer.server, over: target(viewer), version: version, type: "text/uri-list",
      bytes: Array(list.utf8))
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer() == .init(name: "XdndStatus", isAccepted: true))
    try viewer.wait("the frame") { !$0.isSame(as: before) }
    source.leave()
    try viewer.wait("the frame to go") { $0.isSame(as: before) }
    source.enter()
    source.move(x: 200, y: 100)
    #expect(try source.waitForAnswer().isAccepted)
    // Times of servers that have run for 25 days, and of GTK 4 at any time, are negative as 32 bits.
    source.drop(at: partLength == nil ? 0x811E_8840 : 0)
    #expect(
      try source.waitForAnswer(partLength: partLength)
        == .init(name: "XdndFinished", isAccepted: version >= 5))
    try viewer.wait(forPicture: 2)
    try viewer.wait(forTitle: "p2.ppm (200×150) – 1 of 2 – Overscroll")
  }

  @Test func `ends at 256 MB where its source never ends it, and takes little memory`() throws {
    let viewer = try RunningViewer(["grid"])
    try viewer.settle()
    let memory = try #require(Processes.peakMemory(of: viewer.program.pid))
    let part = 4 << 20
    let source = try DragSource(
      on: viewer.server, over: target(viewer), type: "image/png",
      bytes: [UInt8](repeating: 1, count: part))
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer().isAccepted)
    source.drop()
    #expect(
      try source.waitForAnswer(partLength: part, isEndless: true)
        == .init(name: "XdndFinished", isAccepted: false))
    #expect((256 << 20)...(300 << 20) ~= source.passedBytes, "\(source.passedBytes)")
    let peak = try #require(Processes.peakMemory(of: viewer.program.pid))
    #expect(peak - memory < 32 << 10, "\(peak - memory) kB more")
  }

  @Test func `is refused where it is neither a file nor a picture`() throws {
    let viewer = try RunningViewer(["grid"])
    let source = try DragSource(
      on: viewer.server, over: target(viewer), type: "application/x-color", bytes: [1, 2])
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer() == .init(name: "XdndStatus", isAccepted: false))
  }
}

extension `What other programs hand over` {
  private func viewer() throws -> RunningViewer {
    let folder = try PictureFolder(of: 1)
    let viewer = try RunningViewer([folder.path + "/p1.ppm", "--alone"])
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `leaves no frame where the other program ends in the middle of a drag`() throws {
    let viewer = try viewer()
    let before = try viewer.settle()
    var source: DragSource? = try DragSource(
      on: viewer.server, over: target(viewer), type: "text/uri-list", bytes: [])
    source?.enter()
    source?.move(x: 100, y: 100)
    try viewer.wait("the frame") { !$0.isSame(as: before) }
    source = nil
    try viewer.wait("the frame to go") { $0.isSame(as: before) }
  }

  @Test func `leaves the window its keys where the other program claims to be that window`() throws
  {
    let folder = try PictureFolder(of: 2)
    let viewer = try RunningViewer([folder.path])
    try viewer.wait(forPicture: 1)
    let target = try target(viewer)
    let claim = try DragSource(
      on: viewer.server, over: target, type: "text/uri-list", bytes: [], claiming: target)
    claim.enter()
    claim.move(x: 100, y: 100)
    // The answer to another drag comes once the first one has been read.
    let source = try DragSource(
      on: viewer.server, over: target, type: "application/x-color", bytes: [])
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer() == .init(name: "XdndStatus", isAccepted: false))
    try viewer.wait(forPicture: 2, after: "n")
  }

  /// The steps of a drag before its drop.
  enum Step { case enter, move, leave }

  @Test(
    arguments: [
      [], [.enter], [.move], [.enter, .move, .leave], [.enter, .move, .enter],
      [.enter, .move, .leave, .move],
    ] as [[Step]])
  func `opens nothing where no drag came, moved and was accepted`(steps: [Step]) throws {
    let folder = try PictureFolder(of: 2)
    let viewer = try RunningViewer([folder.path + "/p1.ppm", "--alone"])
    try viewer.wait(forPicture: 1)
    let list = Array("file://\(folder.path)/p2.ppm\r\n".utf8)
    let target = try target(viewer)
    let other = try DragSource(
      on: viewer.server, over: target, type: "application/x-color", bytes: [])
    let source = try DragSource(
      on: viewer.server, over: target, type: "text/uri-list", bytes: list)
    for step in steps {
      switch step {
      case .enter: source.enter()
      case .move: source.move(x: 100, y: 100)
      case .leave: source.leave()
      }
    }
    source.drop()
    // What is read after it is answered alone.
    other.enter()
    other.move(x: 100, y: 100)
    #expect(try other.waitForAnswer() == .init(name: "XdndStatus", isAccepted: false))
    #expect(!source.wasAsked)
    try viewer.wait(forPicture: 1)
  }

  @Test func `is refused where it is longer than 16 MiB, and the other program is told`() throws {
    let viewer = try viewer()
    let line = Array("file:///tmp/none.png\r\n".utf8)
    let list = Array((0..<17_000_000 / line.count).lazy.map { _ in line }.joined())
    let source = try DragSource(
      on: viewer.server, over: target(viewer), type: "text/uri-list", bytes: list)
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer().isAccepted)
    let before = try viewer.settle()
    source.drop()
    #expect(
      try source.waitForAnswer(partLength: 1 << 18)
        == .init(name: "XdndFinished", isAccepted: false))
    try viewer.wait("the reason") { !$0.isSame(as: before) }
    try viewer.wait(forPicture: 1)
  }

  @Test func `is given up after 5 s without an answer, and the other program is told`() throws {
    let viewer = try viewer()
    let source = try DragSource(
      on: viewer.server, over: target(viewer), type: "text/uri-list", bytes: [])
    source.enter()
    source.move(x: 100, y: 100)
    #expect(try source.waitForAnswer().isAccepted)
    source.drop()
    #expect(
      try source.waitForAnswer(isServing: false)
        == .init(name: "XdndFinished", isAccepted: false))
    try viewer.wait(forPicture: 1)
  }
}

extension RunningViewer {
  /// Offers bytes on the clipboard, through a program of its own that serves them until another one does.
  func offer(_ bytes: [UInt8], as type: String) throws {
    let file = TestFolder.make() + "/offered"
    try Self.write(bytes, to: file)
    // The program goes on in the background, and must not keep this one's pipe open.
    _ = try server.run([
      "sh", "-c", #"xclip -i -selection clipboard -t "$1" "$2" > /dev/null 2>&1"#, "xclip", type,
      file,
    ])
    // That program is the owner only some time after the command has ended.
    try waitUntil("the owner of \(type)") {
      let targets = try? server.run(["xclip", "-selection", "clipboard", "-t", "TARGETS", "-o"])
      return targets?.contains(type) ?? false
    }
  }
}
