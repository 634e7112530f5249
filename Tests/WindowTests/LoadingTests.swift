import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// A large picture while it is loading, in a real window.
@Suite(.timeLimit(.minutes(20))) struct `A picture that takes long` {
  /// The side of the picture, in pixels: so many that no machine is done before the test has looked.
  private static let side = 24_000
  /// What is not there yet, and the part done of the progress bar.
  private static let (missing, done): (UInt32, UInt32) = (0xFF2B_2C30, 0xFF5E_A1FF)
  private static let black: UInt32 = 0xFF00_0000
  /// The picture fills the window's height, in its middle.
  private static let (middle, top, bottom) = (640, 20, 790)

  /// A black TIFF file, all of whose strips are the same packed bytes; they are so large that it is decoded from the first row to the
  /// last.
  private func write(to path: String) throws {
    let (height, run) = (96, 128)
    // PackBits: a run of a byte is 257 less its length, and the byte.
    func packed(_ length: Int) -> [UInt8] { length > 0 ? [UInt8(257 - length), 0] : [] }
    let row =
      [UInt8](repeatElement(packed(run), count: Self.side / run).joined())
      + packed(Self.side % run)
    let strip = [UInt8](repeatElement(row, count: height).joined())
    let count = Self.side / height
    let offsets = 8 + strip.count
    let directory = offsets + 8 * count
    let tags = [
      (256, 1, Self.side), (257, 1, Self.side), (258, 1, 8), (259, 1, 32773), (262, 1, 1),
      (273, count, offsets), (277, 1, 1), (278, 1, height), (279, count, offsets + 4 * count),
    ]
    var bytes = [0x49, 0x49, 42, 0] + directory.bytes(4) + strip
    for value in [8, strip.count] {
      bytes += repeatElement(value.bytes(4), count: count).joined()
    }
    bytes += tags.count.bytes(2)
    for (tag, count, value) in tags {
      bytes += tag.bytes(2) + 4.bytes(2) + count.bytes(4) + value.bytes(4)
    }
    try RunningViewer.write(bytes + 0.bytes(4), to: path)
  }

  /// Opens it and waits until its first rows and the progress bar show.
  private func withLoading(_ body: (RunningViewer) throws -> Void) throws {
    let folder = TestFolder.make()
    let path = folder + "/black.tif"
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
    try viewer.wait("the bar to go", after: "Escape") { $0.pixel(x: 0, y: 1) != Self.done }
    try viewer.waitForWorkToEnd()
    let stopped = try viewer.settle()
    #expect(stopped.pixel(x: Self.middle, y: Self.top) == Self.black, "what came stays")
    #expect(stopped.pixel(x: Self.middle, y: Self.bottom) == Self.missing, "nothing follows")
    try viewer.input.type("q")
    #expect(try viewer.program.wait() == 0)
  }
}
