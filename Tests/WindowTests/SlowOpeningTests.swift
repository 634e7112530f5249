import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// A window whose first picture comes through a pipe, as slowly as the test wants.
private struct SlowWindow {
  let viewer: RunningViewer
  private let pipe: Int32

  /// Opens the window; nothing has come through the pipe yet.
  init(_ arguments: [String] = ["-"]) throws {
    let path = TestFolder.make("slow") + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    pipe = open(path, O_RDWR | O_CLOEXEC)
    viewer = try RunningViewer(arguments + ["--animations", "off"], reading: path)
    try viewer.wait(forTitle: "standard input – Overscroll")
  }

  /// Sends a picture, or something else, and ends the pipe.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      sent += count
    }
    close(pipe)
  }
}

/// The window does not wait for its first picture.
@Suite(.timeLimit(.minutes(20))) struct `A first picture that takes its time` {
  private let folder = PictureFolder()

  @Test func `leaves the window with its name, which takes keys and sizes`() throws {
    let slow = try SlowWindow()
    let viewer = slow.viewer
    let before = try viewer.settleProgress()
    for key in ["n", "p", "plus", "0", "1", "greater", "v", "t", "F4", "F4", "Tab", "Tab", "i"] {
      try viewer.input.type(key)
    }
    _ = try viewer.server.run([
      "sh", "-c", "xdotool search --class overscroll windowsize 900 700 windowsize 1280 800",
    ])
    slow.send(PictureFolder.bytes(3))
    try viewer.wait(forPicture: 3)
    try viewer.wait(forTitle: "standard input (200×150) – Overscroll")
    #expect(try !viewer.look().isSame(as: before))
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is given up by q`() throws {
    let slow = try SlowWindow()
    try slow.viewer.input.type("q")
    #expect(try slow.viewer.program.wait() == 0)
    slow.send([])
  }

  @Test func `leaves a page and its sentences where nothing can be shown after all`() throws {
    let slow = try SlowWindow(["-", folder.path + "/missing.ppm"])
    slow.send(Array("no picture".utf8))
    try waitUntil("the sentences") {
      let errors = try slow.viewer.readErrors()
      return errors.contains("standard input:") && errors.contains("missing.ppm")
    }
    try slow.viewer.input.type("q")
    #expect(try slow.viewer.program.wait() == 0)
  }

  @Test func `is told of on a page where it is none, and no one sees standard error`() throws {
    let slow = try SlowWindow()
    let before = try slow.viewer.settleProgress()
    slow.send(Array("no picture".utf8))
    try slow.viewer.wait("the page") { !$0.isSame(as: before) }
    try waitUntil("the sentence") {
      try slow.viewer.readErrors().contains("overscroll: standard input: ")
    }
    try slow.viewer.input.type("q")
    #expect(try slow.viewer.program.wait() == 0)
  }

  @Test func `is followed by the overview where that was asked for`() throws {
    let second = try folder.add("p2.ppm", 2)
    let slow = try SlowWindow(["-", second, "--overview"])
    slow.send(PictureFolder.bytes(1))
    try slow.viewer.wait(forTitle: "standard input – 1 of 2 – Overscroll")
    try slow.viewer.input.type("Right", "Return")
    try slow.viewer.wait(forPicture: 2)
  }

  @Test func `gives way to a file that is typed meanwhile`() throws {
    let other = try folder.add("p2.ppm", 2)
    let slow = try SlowWindow()
    try slow.viewer.openTyped(other)
    try slow.viewer.wait(forPicture: 2)
    slow.send(PictureFolder.bytes(1))
    try slow.viewer.wait(forTitle: "p2.ppm (200×150) – Overscroll")
  }
}

@Suite struct `A window with a picture from the standard input` {
  private let folder = PictureFolder()

  @Test func `is shown under that name, and is read once`() throws {
    let viewer = try RunningViewer(
      ["-", "--animations", "off"], reading: try folder.add("p1.ppm", 1))
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "standard input (200×150) – Overscroll")
    let before = try viewer.settle()
    try viewer.wait("the reason", after: "r") { !$0.isSame(as: before) }
    try viewer.wait(forPicture: 1)
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is one of several, in its place`() throws {
    let paths = try (2...3).map { try folder.add("p\($0).ppm", $0) }
    let viewer = try RunningViewer(
      [paths[0], "-", paths[1]], reading: try folder.add("p1.ppm", 1))
    try viewer.wait(forPicture: 2)
    try viewer.wait(forPicture: 1, after: "n")
    try viewer.wait(forTitle: "standard input (200×150) – 2 of 3 – Overscroll")
    try viewer.wait(forPicture: 3, after: "n")
  }

  @Test func `copies its name, not that of its descriptor`() throws {
    let viewer = try RunningViewer(
      ["-", "--no-config", "--print-marked"], reading: try folder.add("p1.ppm", 1))
    try viewer.wait(forPicture: 1)
    try viewer.input.type("ctrl+shift+c")
    try viewer.settle()
    let text = try viewer.server.run(["timeout", "20", "xclip", "-selection", "clipboard", "-o"])
    #expect(text == "standard input")
    try viewer.input.type("v", "q")
    #expect(try viewer.program.readToEnd().isEmpty)
  }
}

extension RunningViewer {
  /// Waits until the page of an opening picture is shown with its bar; returns what is shown.
  fileprivate func settleProgress() throws -> Screenshot {
    usleep(700_000)
    return try look()
  }

  /// Opens a file whose path is typed.
  fileprivate func openTyped(_ path: String) throws {
    try input.type("ctrl+o")
    usleep(500_000)
    try input.type("ctrl+a")
    _ = try server.run(["xdotool", "type", "--delay", "20", path])
    try input.type("Return")
  }
}
