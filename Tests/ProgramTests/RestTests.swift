import OverscrollHost
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

/// Large screens and little memory: all that shows gets sharp, and then nothing is done any more.
@Suite struct `On any screen with any memory` {
  /// A screen, what pixels may take in megabytes, and what is shown.
  struct Case: Sendable, CustomTestStringConvertible {
    var screen: PixelSize
    var megabytes: Int
    var picture: String

    init(_ width: Int, _ height: Int, _ megabytes: Int, _ picture: String) {
      screen = PixelSize(width: width, height: height)
      self.megabytes = megabytes
      self.picture = picture
    }

    var testDescription: String { "\(picture) on \(screen) in \(megabytes) MB" }
  }

  static let cases = [
    Case(1920, 1080, 16, "png"), Case(1920, 1080, 16, "jpg"), Case(1920, 1080, 64, "grid"),
    Case(3840, 2160, 16, "tif"), Case(3840, 2160, 32, "jpg"), Case(3840, 2160, 16, "grid"),
    Case(7680, 4320, 64, "tif"),
  ]

  /// Makes a picture that covers its screen at 64 % too, or one as large as the largest screen.
  private static func picture(for example: Case) throws -> [String] {
    guard example.picture != "grid" else { return ["grid", "--size", "12000x8000"] }
    let width = min(7680, example.screen.width * 8 / 5)
    let height = min(4320, example.screen.height * 8 / 5)
    let path = TestFolder.make() + "/zone." + example.picture
    let options = example.picture == "tif" ? "[tile,tile-width=256,tile-height=256]" : ""
    let child = try ChildProcess([
      "vips", "zone", path + options, "\(width)", "\(height)", "--uchar",
    ])
    guard try child.wait() == 0 else { throw RigError("vips made no picture.") }
    return [path]
  }

  @Test(arguments: cases) func `a view gets sharp and rests`(example: Case) throws {
    let arguments = try Self.picture(for: example) + ["--animations", "off"]
    func look(_ megabytes: Int) throws -> Screenshot {
      let viewer = try HeadlessViewer(
        arguments + ["--cache-mb", "\(megabytes)"], size: example.screen)
      // 64 % of the full size takes two and a half times as many tiles as the screen has pixels.
      try viewer.input.type("1", "minus", "minus")
      let shot = try viewer.settleWithoutPlates()
      let schedule = viewer.host.schedule
      #expect(!schedule.wantsFrames && !schedule.wantsSlot && schedule.deadline == nil)
      return shot
    }
    let tight = try look(example.megabytes)
    let roomy = try look(2048)
    #expect(tight.isSame(as: roomy))
  }

  @Test(arguments: [16, 256])
  func `the numbers are those of rest, and within the limit`(megabytes: Int) throws {
    let viewer = try HeadlessViewer([
      "grid", "--size", "20000x20000", "--hud", "--cache-mb", "\(megabytes)",
    ])
    let before = try numbers(viewer.settle())
    try viewer.keep("hud-\(megabytes)-before")
    // Drawn again they are what they are now.
    try viewer.wait("the numbers to go", after: "d") { try numbers($0) != before }
    try viewer.input.type("d")
    try viewer.keep("hud-\(megabytes)")
    let isSame = try numbers(viewer.settle()) == before
    #expect(isSame)
  }

  /// The pixels of the numbers from the third row on, which do not tell of frames.
  private func numbers(_ shot: Screenshot) throws -> [UInt32?] {
    (50..<185).flatMap { y in (12..<296).map { shot.pixel(x: $0, y: y) } }
  }
}
