import OverscrollHost
import OverscrollTestFiles
import OverscrollTestRig
import ScrollGeometry
import Testing

/// An ICC profile of a display whose red is blue and whose blue is red, in the colors of sRGB.
private enum SwappedProfile {
  static let name = "Swapped"

  /// The colorants of sRGB, relative to D50: X, Y and Z in 65536ths.
  private static let (red, green, blue) = (
    [28_582, 14_578, 912], [25_239, 46_979, 6362], [9374, 3971, 46_813]
  )

  static let bytes: [UInt8] = {
    let white = [63_190, 65_536, 54_061]
    let text = Array(name.utf8) + [0]
    let description =
      Array("desc".utf8) + number(0) + number(text.count) + text
      + [UInt8](repeating: 0, count: 78 + 3)
    // A gamma of 2.2, in 256ths.
    let curve = Array("curv".utf8) + number(0) + number(1) + [2, 51, 0, 0]
    let tags: [(String, [UInt8])] = [
      ("desc", description), ("wtpt", xyz(white)), ("rXYZ", xyz(blue)), ("gXYZ", xyz(green)),
      ("bXYZ", xyz(red)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, data) = (number(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + number(start + data.count) + number(content.count)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var header = number(start + data.count) + number(0) + [2, 0x10, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += [63_190, 65_536, 54_061].flatMap { number($0) }
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }()

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func xyz(_ values: [Int]) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + values.flatMap { number($0) }
  }
}

@Suite struct `In a window the monitor's profile` {
  private let folder = PictureFolder()
  private static let property = "_ICC_PROFILE"

  /// Writes a picture that is all red.
  private func write() throws -> String {
    let path = folder.path + "/red.ppm"
    let pixels = [UInt8]((0..<400 * 300).flatMap { _ in [250, 0, 0] as [UInt8] })
    try RunningViewer.write(Array("P6 400 300 255\n".utf8) + pixels, to: path)
    return path
  }

  private func color(_ shot: Screenshot) -> UInt32 {
    (shot.pixel(x: 640, y: 400) ?? 0) & 0xFF_FFFF
  }

  private func isRed(_ shot: Screenshot) -> Bool { color(shot) == 0xFA_0000 }

  private func isBlue(_ shot: Screenshot) -> Bool {
    let color = color(shot)
    return color & 0xFF > 0xE0 && color >> 16 < 0x30 && color >> 8 & 0xFF < 0x30
  }

  @Test func `swaps pixels, is followed, and is ignored where it is nonsense`() throws {
    let viewer = try RunningViewer([try write(), "--animations", "off"])
    try viewer.wait("red", until: isRed)
    try viewer.server.setRootProperty(Self.property, to: SwappedProfile.bytes)
    try viewer.wait("blue", until: isBlue)
    for nonsense in [Array("nonsense".utf8), Array(SwappedProfile.bytes.prefix(150)), []] {
      try viewer.server.setRootProperty(Self.property, to: nonsense)
      try viewer.wait("red for \(nonsense.count) bytes", until: isRed)
      try viewer.server.setRootProperty(Self.property, to: SwappedProfile.bytes)
      try viewer.wait("blue again", until: isBlue)
    }
    try viewer.server.setRootProperty(Self.property, to: nil)
    try viewer.wait("red without it", until: isRed)
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is there from the beginning, and changes no reading; the information names it`()
    throws
  {
    let viewer = try HeadlessViewer([try write(), "--animations", "off"]) { host in
      host.monitorProfile = SwappedProfile.bytes
    }
    try viewer.wait("blue", until: isBlue)
    try viewer.input.move(to: Point(640, 400))
    try viewer.input.type("x", "y")
    try viewer.waitUntil("the reading") {
      viewer.clipboardText == "x 200  y 150   #FA0000   250 0 0"
    }
    try viewer.input.type("ctrl+i")
    try viewer.settle()
    try viewer.input.move(to: Point(1100, 300))
    try viewer.waitUntil("the information") {
      try viewer.input.type("ctrl+c")
      return viewer.clipboardText.contains("\ndisplay: \(SwappedProfile.name)")
    }
  }

  @Test func `is that of the monitor with the center of the window`() throws {
    let server = try DisplayServer.xvfb()
    for (number, name) in ["one", "two"].enumerated() {
      try server.run([
        "xrandr", "--setmonitor", name, "640/160x800/200+\(640 * number)+0",
        number == 0 ? "screen" : "none",
      ])
    }
    try server.setRootProperty(Self.property + "_1", to: SwappedProfile.bytes)
    let viewer = try RunningViewer([try write(), "--animations", "off"], on: server)
    func place(_ x: Int) throws {
      let window = "$(xdotool search --class overscroll | tail -1)"
      _ = try server.run([
        "sh", "-c", "xdotool windowsize \(window) 400 300 windowmove \(window) \(x) 100",
      ])
    }
    func color(_ x: Int) -> (Screenshot) -> UInt32 {
      { ($0.pixel(x: x + 200, y: 250) ?? 0) & 0xFF_FFFF }
    }
    for _ in 0..<2 {
      try place(10)
      try viewer.wait("red") { color(10)($0) == 0xFA_0000 }
      try place(700)
      try viewer.wait("blue") { color(700)($0) & 0xFF > 0xE0 && color(700)($0) >> 16 < 0x30 }
    }
  }

  @Test func `is not used where the command line says so, or gives another`() throws {
    let path = try write()
    let plain = try HeadlessViewer([path, "--display-profile", "none"]) { host in
      host.monitorProfile = SwappedProfile.bytes
    }
    try plain.wait("red", until: isRed)
    let file = folder.path + "/swapped.icc"
    try RunningViewer.write(SwappedProfile.bytes, to: file)
    let other = try HeadlessViewer([path, "--display-profile", file])
    try other.wait("blue", until: isBlue)
  }

  @Test(arguments: ["none.icc", "red.ppm"])
  func `that is a wrong file is one sentence`(name: String) throws {
    let path = try write()
    let result = try RunningViewer.run([
      path, "--display-profile", folder.path + "/" + name,
    ])
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: --display-profile \(folder.path)/\(name): "))
  }
}
