import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollShell
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

  private func addText(_ name: String) throws {
    try RunningViewer.write(Array("nothing".utf8), to: "\(folder.path)/\(name)")
  }

  @Test func `is in place of a file that is no picture, which stays`() throws {
    for number in [1, 4] { try folder.add("p\(number).ppm", number) }
    try addText("p2.png")
    try addText("p3.png")
    try RunningViewer.write([], to: folder.path + "/p5.png")
    let viewer = try viewer("--start", "1")
    try viewer.wait(forTitle: "p1.ppm (200×150) – 1 of 5 – Overscroll")
    for number in [2, 3] {
      try viewer.wait(forTitle: "p\(number).png – \(number) of 5 – Overscroll", after: "n")
    }
    try viewer.wait(forPicture: 4, after: "n")
    // An empty file is treated like any other that is no picture.
    try viewer.wait(forTitle: "p5.png – 5 of 5 – Overscroll", after: "n")
    try viewer.input.type("ctrl+g", "numbersign", "3", "Return")
    try viewer.wait(forTitle: "p3.png – 3 of 5 – Overscroll")
  }

  @Test func `about Delete ends with the picture`() throws {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try viewer()
    try viewer.wait(forPicture: 1)
    try viewer.wait(forPicture: 2, after: "n")
    let plain = try viewer.settle()
    try viewer.wait(forPicture: 1, after: "p")
    try viewer.settle(after: "Delete")
    try viewer.input.type("n")
    try viewer.wait("the message to end") { $0.isSame(as: plain) }
  }

  @Test func `about a picture that is in the trash says over the next one how it comes back`()
    throws
  {
    for number in 1...2 { try folder.add("p\(number).ppm", number) }
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"]) { host in
      host.services.dataHome = FilePath(TestFolder.make())
    }
    try viewer.wait(forPicture: 1)
    try viewer.wait(forPicture: 2, after: "n")
    let plain = try viewer.settle()
    try viewer.wait(forPicture: 1, after: "p")
    try viewer.wait(forPicture: 2, after: "Delete", "Delete")
    #expect(!(try viewer.settle().isSame(as: plain)))
    try viewer.wait("no message") { $0.isSame(as: plain) }
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
