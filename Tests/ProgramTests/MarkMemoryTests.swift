import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

/// The marks of a folder that is opened again.
@Suite struct `Marks of an earlier window` {
  private let folder = PictureFolder()
  private let state = TestFolder.make("state") + "/view"

  private func open(_ arguments: String...) throws -> HeadlessViewer {
    let arguments = arguments.isEmpty ? [folder.path] : arguments
    let command = try #require(
      try Overscroll.command(in: arguments + ["--animations", "off"]) as? ViewCommand)
    return try HeadlessViewer(command, rememberingIn: state)
  }

  /// Marks the first and the third of four pictures, and closes the window.
  private func mark() throws {
    for number in 1...4 { try folder.add("p\(number).ppm", number) }
    let viewer = try open()
    try viewer.wait(forPicture: 2, after: "v", "n")
    try viewer.wait(forPicture: 3, after: "n")
    try viewer.settle(after: "v")
    try viewer.finish()
  }

  private var remembered: Set<String> {
    let marks = RememberedMarks(at: FilePath(state + "-marks"))
    return Set(marks.names(in: FilePath(folder.path)).map(\.description))
  }

  @Test func `are offered, and Alt+V takes them up again`() throws {
    try mark()
    let viewer = try open()
    #expect(viewer.message == "2 pictures were marked here. Alt+V marks them again.")
    // They are not imposed.
    try viewer.expect(message: "p1.ppm is marked; 1 of 4 is.", after: "v")
    try viewer.expect(message: "1 picture is marked.", after: "alt+v")
    try viewer.expect(message: "p1.ppm is not marked; 1 of 4 is.", after: "v")
    #expect(remembered == ["p3.ppm"])
    try viewer.expect(message: "No picture was marked here before.", after: "alt+v")
  }

  @Test func `are offered where one of the pictures is opened, without those gone`() throws {
    try mark()
    #expect(unlink(folder.path + "/p3.ppm") == 0)
    let viewer = try open(folder.path + "/p2.ppm")
    #expect(viewer.message == "1 picture was marked here. Alt+V marks it again.")
    try viewer.settle(after: "alt+v")
    // What is gone may come back, with its disk.
    #expect(remembered == ["p1.ppm", "p3.ppm"])
  }

  @Test func `are forgotten once all are unmarked, until that is taken back`() throws {
    try mark()
    let viewer = try open()
    try viewer.settle(after: "V")
    #expect(viewer.message == "No picture is marked." && remembered.isEmpty)
    try viewer.settle(after: "ctrl+z")
    #expect(viewer.message == "2 pictures are marked." && remembered == ["p1.ppm", "p3.ppm"])
    try viewer.settle(after: "V")
    try viewer.finish()
    #expect(try open().message == nil)
  }

  @Test func `follow files to other names, and stay with another folder`() throws {
    try mark()
    let other = PictureFolder()
    try other.add("q.ppm", 5)
    let viewer = try open()
    try viewer.input.type("alt+v", "F2", text: "r")
    try viewer.settle(after: "Return")
    #expect(remembered == ["r.ppm", "p3.ppm"])
    try viewer.drop(FilePath(other.path))
    try viewer.wait(forPicture: 5)
    try viewer.settle(after: "v")
    #expect(remembered == ["r.ppm", "p3.ppm"])
    let marks = RememberedMarks(at: FilePath(state + "-marks"))
    #expect(marks.names(in: FilePath(other.path)) == [FilePath("q.ppm")])
  }

  @Test func `stay with files that are gone, as with their disk, while others are marked`() throws {
    try mark()
    let viewer = try open()
    try viewer.settle(after: "alt+v")
    #expect(unlink(folder.path + "/p3.ppm") == 0)
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 3 – Overscroll")
    try viewer.wait(forPicture: 2, after: "n")
    try viewer.settle(after: "v")
    #expect(remembered == ["p1.ppm", "p2.ppm", "p3.ppm"])
  }

  @Test func `are offered after what is said of the picture`() throws {
    let path = folder.path + "/gray.pgm"
    let row = (0..<400).flatMap { x -> [UInt8] in x < 200 ? [3, 232] : [11, 184] }
    try RunningViewer.write("P5 400 300 65535\n", (0..<300).flatMap { _ in row }, to: path)
    let first = try open()
    let message = try #require(first.message)
    try first.settle(after: "v")
    try first.finish()
    let viewer = try open()
    #expect(viewer.message == message)
    try viewer.advance(by: 5)
    try viewer.expect(message: "1 picture was marked here. Alt+V marks it again.")
  }

  @Test func `are not kept with --no-recent`() throws {
    for (options, isKept) in [([], true), (["--no-recent"], false), (["--no-config"], false)] {
      let command = try #require(
        try Overscroll.command(in: [folder.path] + options) as? ViewCommand)
      #expect((try command.window("").markFile != nil) == isKept)
    }
  }
}
