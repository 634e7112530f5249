import OverscrollBase
import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

/// What the viewer says, and for how long.
@Suite struct `A message of the viewer` {
  private let folder = PictureFolder()

  private func viewer(_ arguments: String...) throws -> HeadlessViewer {
    try HeadlessViewer([folder.path, "--animations", "off", "--no-config"] + arguments)
  }

  @Test func `about Delete ends with the picture`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.wait(forPicture: 2, after: "n")
    let plain = try viewer.settle()
    try viewer.wait(forPicture: 1, after: "p")
    try viewer.settle(after: "Delete")
    try viewer.wait("the message to end", after: "n") { $0.isSame(as: plain) }
  }

  /// What is said about the first picture of two, or of the file that was the first.
  @Test(arguments: [
    (["ctrl+c"], "Copied p1.ppm."), (["ctrl+shift+s"], "There is no rotation to keep"),
    (["asterisk", "4"], "p1.ppm has 4 stars now."), (["F2", "q", "Return"], "Renamed to q.ppm."),
    (["ctrl+space"], "This picture isn't animated."),
  ])
  func `about a picture ends where another one is shown`(keys: [String], text: String) throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    for key in keys { try viewer.settle(after: key) }
    #expect(viewer.message?.hasPrefix(text) == true, "\(viewer.message ?? "")")
    try viewer.input.type(viewer.title.contains("1 of 2") ? "n" : "p")
    try viewer.wait(forPicture: 2)
    #expect(viewer.message == nil)
  }

  @Test func `about a copy that was saved, or a picture that has come back, ends with it`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let other = TestFolder.make("data")
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"]) { host in
      host.services.dataHome = FilePath(other)
    }
    try viewer.settle(after: "ctrl+s")
    try viewer.input.type("ctrl+a", text: other + "/copy.png")
    try viewer.waitUntil("the copy", after: "Return") {
      viewer.message?.hasPrefix("Saved copy.png") == true
    }
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
    try viewer.wait(forPicture: 1, after: "p")
    try viewer.wait(forPicture: 2, after: "Delete", "Delete")
    try viewer.wait(forPicture: 1, after: "ctrl+z")
    #expect(viewer.message == "Moved p1.ppm back.")
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
  }

  @Test func `about the next picture, said as it is opened, stays over it alone`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    // Its samples are a small part of what 16 bits can be.
    let samples = (0..<64).flatMap { [UInt8(2), UInt8($0)] }
    try RunningViewer.write(Array("P5 8 8 65535 ".utf8) + samples, to: folder.path + "/p1b.pgm")
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "p1b.pgm (8×8) – 2 of 3 – Overscroll", after: "n")
    #expect(viewer.message?.hasPrefix("Stretched: black is") == true, "\(viewer.message ?? "")")
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
  }

  @Test func `about what is selected in the overview ends where another one is`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try viewer()
    try viewer.settle(after: "Return")
    try viewer.expect(message: "Copied p1.ppm.", after: "ctrl+c")
    try viewer.expect(message: nil, after: "Right")
    try viewer.expect(message: "p2.ppm is marked; 1 of 2 is.", after: "v")
    try viewer.expect(message: nil, after: "Left")
  }

  @Test func `about a place that the first picture doesn't have ends with it`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try viewer("--at", "99999,1")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 2 – Overscroll")
    #expect(viewer.message != nil)
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
  }

  @Test func `about what could not be done with a picture ends with it, and not before`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    try RunningViewer.write(Array("<a>".utf8), to: folder.path + "/p1.xmp")
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.settle(after: "asterisk", "1")
    #expect(viewer.message?.hasPrefix("p1.ppm could not be given stars") == true)
    try viewer.settle(after: "plus")
    #expect(viewer.message?.hasPrefix("p1.ppm could not be given stars") == true)
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
  }

  @Test func `about the pixel at the pointer follows a window that moves`() throws {
    try folder.add("p1.ppm", 1, width: 600, height: 400)
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.input.move(to: Point(640, 400))
    try viewer.settle(after: "x")
    viewer.host.pointer = Point(600, 370)
    try viewer.send(.moved)
    try viewer.settle()
    try viewer.settle(after: "y")
    let text = viewer.clipboardText
    // The picture is in the middle of a window of 1280 by 800 pixels.
    #expect(text.hasPrefix("x 260  y 170 "), "\(text)")
  }
}
