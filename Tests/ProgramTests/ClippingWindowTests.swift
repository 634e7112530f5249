import OverscrollTestRig
import Testing

@Suite struct `Clipped pixels in a window` {
  private let folder = PictureFolder()
  /// The colors of five squares of 80 pixels, side by side.
  private static let colors: [[UInt8]] = [
    [128, 128, 128], [255, 100, 50], [255, 255, 255], [100, 0, 50], [0, 0, 0],
  ]

  private func write(_ name: String = "a.ppm") throws -> String {
    let path = folder.path + "/" + name
    let row = Self.colors.flatMap { color in (0..<80).flatMap { _ in color } }
    try RunningViewer.write("P6 400 80 255\n", (0..<80).flatMap { _ in row }, to: path)
    return path
  }

  private func open(_ arguments: String...) throws -> HeadlessViewer {
    let viewer = try HeadlessViewer(
      [try write(), "--zoom", "100%", "--animations", "off"] + arguments)
    try viewer.wait("the picture") { Self.colors(in: $0)[1] == [0xFF_6432] }
    return viewer
  }

  /// The colors in the middle of each square, where the picture is shown at its size.
  private static func colors(in shot: Screenshot, scale: Int = 1) -> [Set<UInt32>] {
    (-2...2).map { square in
      let left = 640 + square * 80 * scale
      return Set(
        (0..<256).compactMap {
          shot.pixel(x: left - 8 + $0 % 16, y: 392 + $0 / 16).map { $0 & 0xFF_FFFF }
        })
    }
  }

  private static let plain: [Set<UInt32>] = [
    [0x80_8080], [0xFF_6432], [0xFF_FFFF], [0x64_0032], [0],
  ]
  private static let striped: [Set<UInt32>] = [
    [0x80_8080], [0xFF_0000, 0x5F_0000], [0xFF_FFFF, 0x5F_5F5F], [0x00_9F00, 0x00_3700],
    [0x9F_9F9F, 0x37_3737],
  ]

  @Test func `have stripes in their channels' color, until the key is pressed again`() throws {
    let viewer = try open()
    let before = try viewer.settleWithoutPlates()
    #expect(Self.colors(in: before) == Self.plain)
    try viewer.wait("stripes", after: "z") { Self.colors(in: $0) == Self.striped }
    try viewer.input.type("2")
    try viewer.wait("wider stripes") { Self.colors(in: $0, scale: 2) == Self.striped }
    try viewer.wait("no stripes", after: "1", "z") { Self.colors(in: $0) == Self.plain }
  }

  @Test func `rise in highlights and fall in shadows`() throws {
    let viewer = try open()
    let shot = try viewer.wait("stripes", after: "z") { Self.colors(in: $0) == Self.striped }
    for (square, step) in [(0, -1), (2, 1)] {
      let x = 640 + 80 * square
      for y in 380..<400 { #expect(shot.pixel(x: x, y: y) == shot.pixel(x: x + step, y: y + 1)) }
    }
  }

  @Test func `are those of the reduced picture below 100%, which a message says`() throws {
    let path = folder.path + "/wide.ppm"
    let bytes = [UInt8](repeating: 128, count: 2560 * 80 * 3)
    try RunningViewer.write(Array("P6 2560 80 255\n".utf8) + bytes, to: path)
    let viewer = try HeadlessViewer([path, "--zoom", "fit", "--animations", "off"])
    try viewer.input.type("z")
    let stripes = "Rising stripes are clipped highlights, falling ones shadows"
    #expect(
      viewer.message
        == stripes + ", as shown at 50\u{A0}%: at 100\u{A0}% single pixels have theirs.")
    try viewer.expect(message: nil, after: "1")
    try viewer.input.type("z", "z")
    #expect(viewer.message == stripes + ", in the color of the channels.")
  }

  @Test func `are copied as they are`() throws {
    let viewer = try open()
    try viewer.input.type("ctrl+c")
    let before = try viewer.clipboardPicture()
    try viewer.wait("stripes", after: "z") { Self.colors(in: $0) == Self.striped }
    try viewer.input.type("ctrl+c")
    #expect(try viewer.clipboardPicture() == before)
  }

  @Test func `are found as overexposed, and shown, but not in the next window`() throws {
    _ = try write("b.ppm")
    let viewer = try open()
    try viewer.input.type("question", text: "overexposed")
    try viewer.wait("stripes", after: "Return") { Self.colors(in: $0) == Self.striped }
    try viewer.wait(forTitle: "b.ppm (400×80) – 2 of 2 – Overscroll", after: "n")
    try viewer.wait("stripes, too") { Self.colors(in: $0) == Self.striped }
    #expect(Self.colors(in: try open().look()) == Self.plain)
  }
}
