package import OverscrollDesktop
package import OverscrollDrawing
package import OverscrollHost
package import ScrollGeometry

/// A window with its loop on a server, and the events so far.
package final class WindowFixture {
  package let server: DisplayServer
  package let window: DesktopWindow
  package let loop: EventLoop
  package let waker: Waker
  /// The events except frames, in order.
  package private(set) var events: [Input] = []
  package private(set) var frames: [Double] = []

  package init(
    on server: DisplayServer, size: PixelSize = PixelSize(width: 640, height: 480),
    features: DesktopOptions.Features = .all, name: String? = nil,
    whileWaiting: () -> Void = {}
  ) throws {
    var options = DesktopWindow.Options(
      title: "Größe ☃", programName: "fixture", size: size,
      tileSize: PixelSize(width: 260, height: 260))
    options.icons = [.init(size: PixelSize(width: 1, height: 1), pixels: [0x8040_2010])]
    options.displayName = name ?? server.name
    options.features = features
    self.server = server
    window = try DesktopWindow(options)
    waker = try Waker()
    loop = try EventLoop(window: window, waker: waker)
    window.show()
    try wait("the window shows") {
      whileWaiting()
      return $0.contains(.exposed)
    }
    forget()
  }

  package func forget() {
    events = []
    frames = []
  }

  /// Runs the loop, which frames keep awake, until `condition` holds for the events so far.
  package func wait(
    _ what: String, seconds: Double = defaultTimeout, _ condition: ([Input]) throws -> Bool
  ) throws {
    loop.clock.wantsFrames = true
    defer { loop.clock.wantsFrames = false }
    try waitUntil("\(what); events: \(events)", seconds: seconds) {
      if try condition(events) { return true }
      for event in try loop.next() {
        if case .frame(let time) = event { frames.append(time) } else { events.append(event) }
      }
      return try condition(events)
    }
  }

  /// Fills the window's surface and presents it.
  package func paint(_ color: Color) throws {
    try Canvas(window.surface()).clear(color)
    try window.present()
  }

  /// Waits until a pixel of the screen has a color.
  package func expect(_ pixel: UInt32, x: Int, y: Int) throws {
    var seen: UInt32?
    try waitUntil("pixel \(x), \(y) is \(String(pixel, radix: 16))") {
      seen = try Screenshot(of: server).pixel(x: x, y: y)
      return seen == pixel
    }
  }
}

extension [Input] {
  package var pointers: [Input.Pointer] {
    compactMap { if case .pointer(let event) = $0 { event } else { nil } }
  }
  package var wheels: [Input.Wheel] {
    compactMap { if case .wheel(let event) = $0 { event } else { nil } }
  }
  package var keys: [Input.Key] {
    compactMap { if case .key(let event) = $0 { event } else { nil } }
  }
  package var touches: [Input.Touch] {
    compactMap { if case .touch(let event) = $0 { event } else { nil } }
  }
  package var touchpads: [Input.Touchpad] {
    compactMap { if case .touchpad(let event) = $0 { event } else { nil } }
  }
  package var pinches: [Input.Pinch] {
    compactMap { if case .pinch(let event) = $0 { event } else { nil } }
  }
  package func hasReleased(_ key: String) -> Bool {
    keys.contains { $0.name == key && $0.action == .released }
  }
}

extension Input.Pointer {
  package var isRelease: Bool { if case .released = action { true } else { false } }
}
