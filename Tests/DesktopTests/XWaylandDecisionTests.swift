import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

private func area(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
  PixelRect(x: x, y: y, width: width, height: height)
}

private func output(
  _ number: UInt32, _ name: String?, _ width: Int, _ height: Int
) -> WaylandOutput {
  WaylandOutput(number: number, name: name, size: PixelSize(width: width, height: height))
}

@Suite struct `An XWayland server` {
  private static let screen = area(0, 0, 1280, 800)

  @Test func `is known by its extension, and older servers by their outputs`() {
    let plain = [XWayland.Output(name: "HDMI-1", area: Self.screen)]
    #expect(!XWayland.isServer(hasExtension: false, outputs: []))
    #expect(!XWayland.isServer(hasExtension: false, outputs: plain))
    #expect(XWayland.isServer(hasExtension: true, outputs: plain))
    #expect(
      XWayland.isServer(
        hasExtension: false, outputs: [.init(name: "XWAYLAND0", area: Self.screen)]))
    #expect(
      XWayland.isServer(
        hasExtension: false,
        outputs: plain + [.init(name: "eDP-1", area: Self.screen, isEmulated: true)]))
  }

  @Test(arguments: [
    (PixelSize(width: 1280, height: 800), 1.0), (PixelSize(width: 2560, height: 1600), 2),
    // 1280×800 at 1.5, whose size in points is not whole, and GNOME's native scaling: twice the points at 1.25.
    (PixelSize(width: 1921, height: 1200), 1.5), (PixelSize(width: 800, height: 500), 0.63),
    // Another shape: a mode that is not that of this output.
    (PixelSize(width: 1920, height: 1080), nil), (PixelSize(width: 0, height: 0), nil),
  ])
  func `is enlarged by the ratio of the compositor's mode to X's`(size: PixelSize, factor: Double?)
  {
    let outputs = [XWayland.Output(name: "XWAYLAND0", area: Self.screen)]
    let modes = [WaylandOutput(number: 9, name: nil, size: size)]
    let found = XWayland.enlargement(atX: 1, y: 1, outputs, modes)
    #expect(found == factor)
    #expect(XWayland(enlargement: found).isEnlarged == ((factor ?? 0) > 1))
  }

  @Test func `is enlarged as on the output at its place, by names or numbers`() {
    let areas = [area(0, 0, 1280, 800), area(1280, 0, 1920, 1080)]
    let named = zip(["eDP-1", "DP-2"], areas).map { XWayland.Output(name: $0, area: $1) }
    let modes = [output(40, "DP-2", 1920, 1080), output(30, "eDP-1", 2560, 1600)]
    #expect(XWayland.enlargement(atX: 100, y: 100, named, modes) == 2)
    #expect(XWayland.enlargement(atX: 1400, y: 100, named, modes) == 1)
    #expect(XWayland.enlargement(atX: 9000, y: 100, named, modes) == nil)
    // Servers before 23.1 count outputs as the compositor does, with gaps where some are gone.
    let numbered = zip(["XWAYLAND1", "XWAYLAND4"], areas).map {
      XWayland.Output(name: $0, area: $1)
    }
    #expect(XWayland.enlargement(atX: 100, y: 100, numbered, modes) == 2)
    #expect(XWayland.enlargement(atX: 1400, y: 100, numbered, modes) == 1)
    #expect(XWayland.enlargement(atX: 100, y: 100, numbered, [modes[0]]) == nil)
    // With the same factor everywhere, the place doesn't matter.
    let alike = [output(40, "DP-2", 3840, 2160), output(30, "eDP-1", 2560, 1600)]
    #expect(XWayland.enlargement(atX: 9000, y: 100, named, alike) == 2)
    #expect(XWayland.enlargement(atX: 0, y: 0, [], alike) == nil)
  }

  @Test func `asks only the compositor that runs it`() {
    let parents: [Int32: Int32] = [20: 10, 30: 1]
    let asks = { WaylandSocket.isCompositor($0, ofServer: $1, parent: { parents[$0] }) }
    #expect(asks(10, 10) && asks(10, 20))
    #expect(!asks(10, 30) && !asks(10, nil) && !asks(nil, 10) && !asks(0, 0))
  }
}

@Suite struct `A Wayland compositor's outputs` {
  private static func order(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }

  private static func message(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt8]) -> [UInt8] {
    order(object) + order(UInt32(arguments.count + 8) << 16 | opcode) + arguments
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return order(UInt32(bytes.count)) + bytes
      + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func global(_ number: UInt32, _ interface: String, _ version: UInt32) -> [UInt8] {
    message(2, 0, order(number) + text(interface) + order(version))
  }

  private static func mode(_ object: UInt32, _ flags: UInt32, _ size: (UInt32, UInt32)) -> [UInt8] {
    message(object, 1, order(flags) + order(size.0) + order(size.1) + order(60_000))
  }

  private static func geometry(_ object: UInt32, turn: UInt32) -> [UInt8] {
    let numbers: [UInt32] = [0, 0, .max, .max, 0]
    return message(
      object, 0, numbers.flatMap(order) + text("Maker") + text("Model") + order(turn))
  }

  /// What a compositor with two outputs sends before and after the second answer is asked for.
  private static let listing =
    global(1, "wl_shm", 1) + global(7, "wl_output", 4) + global(9, "wl_output", 2)
    + message(3, 0, order(0))
  private static let description =
    message(1, 1, order(3)) + geometry(4, turn: 1) + mode(4, 0, (640, 480))
    + mode(4, 3, (3840, 2160)) + message(4, 3, order(2)) + message(4, 4, text("DP-1"))
    + message(4, 2, []) + geometry(5, turn: 0) + mode(5, 1, (1920, 1080)) + message(6, 0, order(0))

  @Test func `are asked for with the objects that Wayland expects`() {
    var query = WaylandOutputQuery()
    #expect(
      query.drainRequests()
        == Self.message(1, 1, Self.order(2)) + Self.message(1, 0, Self.order(3)))
    query.receive(Self.listing)
    let bind = { (number: UInt32, version: UInt32, object: UInt32) in
      Self.message(
        2, 0,
        Self.order(number) + Self.text("wl_output") + Self.order(version) + Self.order(object))
    }
    #expect(
      query.drainRequests() == bind(7, 4, 4) + bind(9, 2, 5) + Self.message(1, 0, Self.order(6)))
    #expect(!query.isFinished && query.result == nil)
  }

  @Test(arguments: [1, 3, 8, 4096]) func `are read however the bytes arrive`(count: Int) {
    var query = WaylandOutputQuery()
    let bytes = Self.listing + Self.description
    for start in stride(from: 0, to: bytes.count, by: count) {
      query.receive(bytes[start..<min(start + count, bytes.count)])
    }
    #expect(
      query.result == [
        output(7, "DP-1", 2160, 3840), output(9, nil, 1920, 1080),
      ])
  }

  @Test func `are not known after an error or damage, of whatever bytes`() {
    var query = WaylandOutputQuery()
    query.receive(Self.message(1, 0, Self.order(1) + Self.order(0) + Self.text("no")))
    #expect(query.isFinished && query.result == nil)
    query = WaylandOutputQuery()
    query.receive(Self.order(2) + Self.order(7 << 16))
    #expect(query.isFinished && query.result == nil)
    query = WaylandOutputQuery()
    query.receive(Self.message(2, 0, Self.order(1) + Self.order(.max)))
    #expect(query.isFinished && query.result == nil)
    var random = SplitMix64(seed: 28)
    for _ in 0..<2000 {
      var bytes = Self.listing + Self.description
      for _ in 0...random.index(6) { bytes[random.index(bytes.count)] = UInt8(random.index(256)) }
      query = WaylandOutputQuery()
      query.receive(bytes.prefix(random.index(bytes.count + 1)))
      #expect(query.result.map { $0.count <= 2 } ?? true)
    }
  }
}
