import OverscrollTestRig
import Testing

@Suite struct `In a real window the monitor's profile` {
  private let folder = PictureFolder()
  private static let property = "_ICC_PROFILE"

  @Test func `swaps pixels, is followed, and is ignored where it is nonsense`() throws {
    let viewer = try RunningViewer([try SwappedProfile.writeRed(to: folder), "--animations", "off"])
    try viewer.wait("red", until: SwappedProfile.isRed)
    try viewer.server.setRootProperty(Self.property, to: SwappedProfile.bytes)
    try viewer.wait("blue", until: SwappedProfile.isBlue)
    for nonsense in [Array("nonsense".utf8), Array(SwappedProfile.bytes.prefix(150)), []] {
      try viewer.server.setRootProperty(Self.property, to: nonsense)
      try viewer.wait("red for \(nonsense.count) bytes", until: SwappedProfile.isRed)
      try viewer.server.setRootProperty(Self.property, to: SwappedProfile.bytes)
      try viewer.wait("blue again", until: SwappedProfile.isBlue)
    }
    try viewer.server.setRootProperty(Self.property, to: nil)
    try viewer.wait("red without it", until: SwappedProfile.isRed)
    #expect(try viewer.readErrors().isEmpty)
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
    let viewer = try RunningViewer(
      [try SwappedProfile.writeRed(to: folder), "--animations", "off"], on: server)
    func place(_ x: Int) throws {
      let window = "$(xdotool search --class overscroll | tail -1)"
      _ = try server.run([
        "sh", "-c", "xdotool windowsize \(window) 400 300 windowmove \(window) \(x) 100",
      ])
    }
    func color(_ x: Int) -> (Screenshot) -> UInt32 {
      { $0.color(x + 200, 250) }
    }
    for _ in 0..<2 {
      try place(10)
      try viewer.wait("red") { color(10)($0) == 0xFA_0000 }
      try place(700)
      try viewer.wait("blue") { color(700)($0) & 0xFF > 0xE0 && color(700)($0) >> 16 < 0x30 }
    }
  }
}
