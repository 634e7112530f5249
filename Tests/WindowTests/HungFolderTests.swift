import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

/// No thread that handles input waits for a file, so that these tests need no times: a window that waits shows nothing new, and is
/// ended by its watchdog with another status.
@Suite(.enabled(if: StoppableFileSystem.isAvailable), .timeLimit(.minutes(20)))
struct `A file system that does not answer` {
  private let folder = PictureFolder()

  private func viewer(
    _ files: StoppableFileSystem, _ path: String
  ) throws -> RunningViewer {
    try RunningViewer(
      files.arguments + [RunningViewer.path, path, "--animations", "off"],
      program: StoppableFileSystem.program)
  }

  @Test func `leaves the window with its picture, which takes keys and closes`() throws {
    for number in 1...4 { try folder.add("p\(number).ppm", number) }
    let files = StoppableFileSystem(serving: folder.path)
    let viewer = try viewer(files, files.path + "/p1.ppm")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 4 – Overscroll")
    try viewer.wait(forPicture: 1)
    try viewer.waitForWorkToEnd()
    try files.stop()
    // It was decoded ahead, and cannot be compared with its file any more.
    try viewer.wait(forPicture: 2, after: "n")
    // This one was not.
    try viewer.input.type("n")
    try viewer.press("plus")
    for key in ["T", "ctrl+i", "Return"] { try viewer.press(key) }
    try viewer.input.type("Escape", "Escape", "p", "p")
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 4 – Overscroll")
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `leaves the places of pictures that are swiped to, until they come`() throws {
    for number in 1...4 { try folder.add("p\(number).ppm", number) }
    let files = StoppableFileSystem(serving: folder.path)
    let viewer = try viewer(files, files.path + "/p1.ppm")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 4 – Overscroll")
    try viewer.waitForWorkToEnd()
    try files.stop()
    func swipe(_ distance: Double) throws {
      try viewer.input.drag((0...10).map { Point(640 + distance * (Double($0) / 10 - 0.5), 600) })
    }
    try swipe(-600)
    try viewer.wait(forTitle: "p2.ppm (200×150) – 2 of 4 – Overscroll")
    // The others are not decoded ahead.
    for (distance, place) in [(-600, 3), (-600, 4), (600, 3)] {
      try swipe(Double(distance))
      try viewer.wait(forTitle: "p\(place).ppm – \(place) of 4 – Overscroll")
    }
    // Too short, so that nothing is given up; beyond the last one there is no place.
    try swipe(-60)
    try swipe(-600)
    try viewer.wait(forTitle: "p4.ppm – 4 of 4 – Overscroll")
    try swipe(-600)
    // Leaves the place for the picture before it.
    try viewer.input.type("p")
    try files.resume()
    try viewer.wait(forTitle: "p3.ppm (200×150) – 3 of 4 – Overscroll")
    try viewer.wait(forPicture: 3)
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test(arguments: [("/p1.ppm", "q"), ("/p1.ppm", "SIGTERM"), ("", "q"), ("", "SIGTERM")])
  func `leaves a window that begins with it, and closes`(name: String, end: String) throws {
    try folder.add("p1.ppm", 1)
    let files = StoppableFileSystem(serving: folder.path, isStopped: true)
    let viewer = try viewer(files, files.path + name)
    try viewer.press("F1")
    if end == "q" {
      try viewer.input.type("F1", "q")
    } else {
      viewer.program.signal(SIGTERM)
    }
    #expect(try viewer.program.wait() == 0)
    #expect(try viewer.readErrors().isEmpty)
  }
}

extension RunningViewer {
  /// Types a key, and waits until it has had an effect larger than the bar of progress.
  fileprivate func press(_ key: String) throws {
    let before = try look()
    try input.type(key)
    try wait("the effect of \(key)") { shot in
      let places = stride(from: 0, to: 800, by: 8).flatMap { y in
        stride(from: 0, to: 1280, by: 8).map { (x: $0, y: y) }
      }
      return places.count { shot.pixel(x: $0.x, y: $0.y) != before.pixel(x: $0.x, y: $0.y) } > 100
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A take on a disk that does not answer` {
  @Test func `ends with the window, and a message`() throws {
    let path = TestFolder.make("take") + "/take.script"
    // No one reads the pipe, so that opening it takes forever.
    #expect(mkfifo(path, 0o600) == 0)
    let viewer = try RunningViewer(["record", path])
    let before = try viewer.settle()
    try viewer.wait("the larger grid", after: "plus") { !$0.isSame(as: before) }
    viewer.program.signal(SIGTERM)
    #expect(try viewer.program.wait() == 1)
    #expect(try viewer.readErrors() == "overscroll: \(path): the disk does not respond\n")
  }
}
