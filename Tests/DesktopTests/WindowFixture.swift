import Glibc
import OverscrollDesktop
import OverscrollDrawing
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

/// All tests that need a server, serialized because Xlib's error handlers are process-wide.
@Suite(.serialized) struct `With an X server` {}

/// A window with its loop on a server, and the events so far.
final class WindowFixture {
  let server: DisplayServer
  let window: DesktopWindow
  let loop: EventLoop
  let waker: Waker
  /// The events except frames, in order.
  private(set) var events: [Input] = []
  private(set) var frames: [Double] = []

  init(
    on server: DisplayServer, size: PixelSize = PixelSize(width: 640, height: 480),
    features: DesktopWindow.Features = .all, name: String? = nil,
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

  func forget() {
    events = []
    frames = []
  }

  /// Runs the loop, which frames keep awake, until `condition` holds for the events so far.
  func wait(
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
  func paint(_ color: Color) throws {
    try Canvas(window.surface()).clear(color)
    try window.present()
  }

  /// Waits until a pixel of the screen has a color.
  func expect(_ pixel: UInt32, x: Int, y: Int) throws {
    var seen: UInt32?
    try waitUntil("pixel \(x), \(y) is \(String(pixel, radix: 16))") {
      seen = try Screenshot(of: server).pixel(x: x, y: y)
      return seen == pixel
    }
  }
}
