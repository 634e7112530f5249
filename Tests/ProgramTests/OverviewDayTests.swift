import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollShell
@testable import OverscrollViewer
@testable import overscroll

/// Pictures below headings of their days: three of one, and two of the next.
@Suite struct `Days in the overview` {
  private let folder = PictureFolder()
  private let state = TestFolder.make("state") + "/view"
  /// Noon of a day, in seconds since 1970.
  private static let noon = 1_795_435_200

  private func open(_ arguments: String...) throws -> HeadlessViewer {
    for number in 1...5 {
      let path = try folder.add("p\(number).ppm", number)
      let day = number <= 3 ? 0 : 1
      #expect(PictureFolder.setTime(Self.noon + day * 86_400 + number, of: path))
    }
    let command = try #require(
      try Overscroll.command(in: [folder.path, "--animations", "off", "--overview"] + arguments)
        as? ViewCommand)
    return try HeadlessViewer(command, rememberingIn: state)
  }

  private func selected(_ number: Int, in viewer: HeadlessViewer) -> Bool {
    viewer.title.hasPrefix("p\(number).ppm ")
  }

  @Test func `are gone through by the arrow keys, row by row`() throws {
    let viewer = try open("--sort", "time", "--group-by-day")
    for (key, number) in [
      ("Down", 4), ("Down", 4), ("Up", 1), ("Right", 2), ("Right", 3), ("Down", 5), ("Up", 2),
      ("End", 5), ("Left", 4), ("Left", 3), ("Next", 5), ("Prior", 2), ("Home", 1),
    ] {
      try viewer.settle(after: key)
      #expect(selected(number, in: viewer), "\(key): \(viewer.title) instead of \(number)")
    }
    try viewer.wait(forPicture: 4, after: "Down", "Return")
  }

  @Test func `are chosen by clicks and rectangles below their headings`() throws {
    let viewer = try open("--sort", "time", "--group-by-day")
    // A heading, a row of 208 points with its distance, and another heading.
    let (first, second) = (44.0 + 40 + 80, 44.0 + 40 + 204 + 40 + 80)
    try viewer.input.click(Point(100, second))
    try viewer.settle()
    #expect(selected(4, in: viewer))
    // A heading alone, above the first pictures of the next day.
    try viewer.input.drag([Point(1200, 298), Point(600, 305), Point(10, 310)])
    try viewer.expect(message: nil, after: "v")
    try viewer.input.drag([Point(1200, first), Point(600, first), Point(10, first)])
    try viewer.expect(message: "3 pictures are marked; 3 of 5 are.", after: "v")
    try viewer.input.drag([Point(1200, second), Point(600, second), Point(10, second)])
    try viewer.expect(message: "2 pictures are marked; 5 of 5 are.", after: "v")
  }

  @Test func `are those of the pictures that are found`() throws {
    let viewer = try open("--sort", "time", "--group-by-day")
    try viewer.input.type("slash", text: "5")
    try viewer.settle()
    #expect(selected(5, in: viewer))
    try viewer.settle(after: "Escape", "Escape")
    try viewer.settle(after: "Up")
    #expect(selected(2, in: viewer))
  }

  @Test func `are shown by Alt+D where pictures are sorted by date, and remembered`() throws {
    let viewer = try open()
    try viewer.expect(
      message: "The overview groups pictures by day once they are sorted by date.", after: "alt+d")
    try viewer.settle(after: "Down")
    #expect(selected(1, in: viewer))
    try viewer.settle(after: "alt+3")
    try viewer.settle(after: "Down")
    #expect(selected(4, in: viewer))
    try viewer.finish()
    #expect(RememberedView(at: FilePath(state))[.groupByDay] == "")
    let command = try #require(try Overscroll.command(in: [folder.path]) as? ViewCommand)
    let next = OptionsFile.apply(RememberedView(at: FilePath(state)), to: command, [])
    #expect(next.albumOptions.groupByDay)
  }

  @Test func `divide times at midnight`() {
    let seconds = [0, 1, 86_400, 3 * 86_400].map { Self.noon + $0 }
    let days = PictureDays.divide(count: 5) { $0 == 4 ? 0 : seconds[$0] * 1_000_000_000 }
    #expect(days.map(\.count) == [2, 1, 1, 1])
    #expect(days.last?.title == "No date" && Set(days.map(\.title)).count == 4)
  }
}
