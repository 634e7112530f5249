import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

/// A large picture while it is loading, in a real window.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A picture that takes long` {
  /// The side of the picture, in pixels: so many that no machine is done before the test has looked.
  private static let side = 24_000
  /// What is not there yet, and the part done of the progress bar.
  private static let (missing, done): (UInt32, UInt32) = (0xFF2B_2C30, 0xFF5E_A1FF)
  private static let black: UInt32 = 0xFF00_0000
  /// The picture fills the window's height, in its middle.
  private static let (middle, top, bottom) = (640, 20, 790)

  /// A black picture that takes no room on the disk.
  private func write(to path: String) throws {
    try RunningViewer.write(Array("P6 \(Self.side) \(Self.side) 255\n".utf8), to: path)
    let length = 3 * Self.side * Self.side + 19
    #expect(truncate(path, length) == 0)
  }

  /// Opens it and waits until its first rows and the progress bar show.
  private func withLoading(_ body: (RunningViewer) throws -> Void) throws {
    let folder = TestFolder.make()
    let path = folder + "/black.ppm"
    try write(to: path)
    defer {
      unlink(path)
      rmdir(folder)
    }
    let viewer = try RunningViewer([path, "--disk-cache-gb", "0"])
    try viewer.wait("the first rows and the bar") { shot in
      shot.pixel(x: Self.middle, y: Self.top) == Self.black && shot.pixel(x: 0, y: 1) == Self.done
    }
    try body(viewer)
  }

  @Test func `ends with 0 at a signal, whichever thread it might reach`() throws {
    try withLoading { viewer in
      kill(viewer.program.pid, SIGTERM)
      let status = try viewer.program.wait()
      #expect(status == 0)
    }
  }

  @Test func `shows its first rows and its progress, and keeps them when it is stopped`() throws {
    try withLoading(stop)
  }

  private func stop(_ viewer: RunningViewer) throws {
    let loading = try viewer.look()
    #expect(loading.pixel(x: Self.middle, y: Self.bottom) == Self.missing, "the rest is to come")
    #expect(loading.pixel(x: 1279, y: 1) != Self.done, "the bar says that it is not done")
    try viewer.keep("loading")
    try viewer.input.type("Escape")
    try viewer.wait("the bar to go") { $0.pixel(x: 0, y: 1) != Self.done }
    try viewer.waitForWorkToEnd()
    let stopped = try viewer.settle()
    #expect(stopped.pixel(x: Self.middle, y: Self.top) == Self.black, "what came stays")
    #expect(stopped.pixel(x: Self.middle, y: Self.bottom) == Self.missing, "nothing follows")
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }
}
