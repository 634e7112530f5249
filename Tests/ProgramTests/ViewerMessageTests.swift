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
