import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite struct `The settings of a display` {
  private let folder = PictureFolder()

  /// Opens a file in a window whose desktop has settings.
  private func viewer(
    _ arguments: [String], _ change: (inout DesktopSettings) -> Void
  ) throws -> HeadlessViewer {
    try HeadlessViewer(arguments) { change(&$0.display.settings) }
  }

  @Test func `give way to the option`() throws {
    let path = folder.path + "/a.gif"
    let child = try ChildProcess(
      [
        "convert", "-delay", "5", "-loop", "0", "-size", "400x300", "xc:#400000", "xc:#004000",
        path,
      ],
      errors: folder.path + "/errors")
    try #require(try child.wait() == 0)
    for (more, plays) in [([], false), (["--animations", "on"], true)] as [([String], Bool)] {
      let viewer = try viewer([path, "--alone"] + more) { $0.animates = false }
      var colors: Set<UInt32> = []
      for _ in 1...8 {
        try viewer.advance(by: 0.02)
        colors.insert(try viewer.look().pixel(x: 640, y: 400) ?? 0)
      }
      #expect(colors.count == (plays ? 2 : 1))
    }
  }

  @Test func `say how fast a double click is, also when that changes`() throws {
    let viewer = try viewer([try folder.add("p1.ppm", 1), "--alone"]) { $0.doubleClickTime = 5 }
    try viewer.wait(forPicture: 1)
    let before = try viewer.settleWithoutPlates()
    /// Clicks twice, with 0.6 s between the clicks; returns what is shown then.
    func clickTwice() throws -> Screenshot {
      try viewer.input.click(Point(640, 400))
      try viewer.advance(by: 0.6)
      try viewer.input.click(Point(640, 400))
      return try viewer.settleWithoutPlates()
    }
    #expect(try !clickTwice().isSame(as: before))
    #expect(try clickTwice().isSame(as: before))
    // Without a setting they are as quick as a tap.
    for time in [0.05, nil] {
      viewer.host.display.settings.doubleClickTime = time
      try viewer.send(.settingsChanged)
      #expect(try clickTwice().isSame(as: before))
    }
  }

  @Test(arguments: [false, true]) func `reduce motion to a single step`(animates: Bool) throws {
    let viewer = try viewer([try folder.add("p1.ppm", 1), "--alone"]) { $0.animates = animates }
    try viewer.wait(forPicture: 1)
    try viewer.settleWithoutPlates()
    for key in ["3", "2"] {
      let before = viewer.host.frames.count
      try viewer.settle(after: key)
      // A zoom of 0.3 s is a dozen at least.
      let frames = viewer.host.frames.count - before
      #expect(animates ? frames > 8 : frames <= 2, "\(frames) frames")
    }
  }
}
