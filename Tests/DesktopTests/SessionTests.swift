import Glibc
import OverscrollDrawing
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollDesktop
@testable import OverscrollHost

@Suite struct `The notification of a start` {
  @Test func `is taken from the environment once`() {
    setenv("DESKTOP_STARTUP_ID", "shell-1_TIME42", 1)
    #expect(StartupNotification.fromEnvironment()?.time == 42)
    #expect(getenv("DESKTOP_STARTUP_ID") == nil)
    #expect(StartupNotification.fromEnvironment() == nil)
  }

  @Test(arguments: ["a", "no time", "_TIME", "a_TIME99999999999", "a_TIME1x"])
  func `may have no time`(identifier: String) {
    #expect(StartupNotification(identifier: Array(identifier.utf8))?.time == nil)
  }

  @Test func `is refused where it is empty or very long`() {
    #expect(StartupNotification(identifier: []) == nil)
    #expect(StartupNotification(identifier: [UInt8](repeating: 65, count: 1025)) == nil)
  }

  @Test func `ends in parts of 20 bytes, with a zero`() throws {
    for count in 1...64 {
      let identifier = [UInt8](repeating: UInt8(ascii: "x"), count: count)
      let messages = try #require(StartupNotification(identifier: identifier)).messages
      #expect(messages.allSatisfy { $0.count <= 20 })
      #expect(messages.joined().last == 0 && messages.joined().filter { $0 == 0 }.count == 1)
      #expect(messages.dropLast().allSatisfy { $0.count == 20 })
    }
  }
}

@Suite struct `A monitor` {
  private let monitors = [
    DesktopMonitor(name: "DP-1", area: PixelRect(x: 0, y: 0, width: 1920, height: 1080)),
    DesktopMonitor(name: "1", area: PixelRect(x: 1920, y: 0, width: 1280, height: 800)),
  ]

  @Test func `is named by its output, or by its number from the left`() {
    #expect(DesktopMonitor.named("DP-1", among: monitors) == monitors[0])
    #expect(DesktopMonitor.named("2", among: monitors) == monitors[1])
    // A name comes before a number.
    #expect(DesktopMonitor.named("1", among: monitors) == monitors[1])
    for wrong in ["0", "3", "-1", "dp-1", "", "99999999999999999999"] {
      #expect(DesktopMonitor.named(wrong, among: monitors) == nil)
    }
    #expect(
      DesktopMonitor.refusal(of: "3", among: monitors)
        == "there is no monitor \"3\". Monitors: 1 or DP-1 (1920×1080), "
        + "2 or 1 (1280×800).")
  }
}

extension `With an X server` {
  @Suite struct `a window in a session` {
    @Test func `sets its counter once it is drawn in the announced size`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let observer = try DesktopObserver(of: fixture.server)
      let window = fixture.window.identifier
      #expect(observer.counter(of: window) == 0)
      let number = 5 << 32 | 7
      observer.announceSize(number, to: window)
      try fixture.paint(Color(0x102030))
      observer.resize(window, width: 500, height: 400)
      try fixture.wait("the size") { $0.contains { if case .resized = $0 { true } else { false } } }
      #expect(observer.counter(of: window) == 0)
      try fixture.paint(Color(0x102030))
      try waitUntil("the number") { observer.counter(of: window) == number }
      // Without an announcement it stays.
      observer.resize(window, width: 510, height: 400)
      try fixture.wait("the size") { _ in fixture.window.size.width == 510 }
      try fixture.paint(Color(0x102030))
      #expect(observer.counter(of: window) == number)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `sets its counter without being drawn where its size stays`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let observer = try DesktopObserver(of: fixture.server)
      let window = fixture.window.identifier
      observer.announceSize(9, to: window)
      observer.sendSize(to: window, width: 640, height: 480)
      try fixture.wait("the counter") { _ in observer.counter(of: window) == 9 }
    }

    @Test func `has every pointer, with a theme and without`() throws {
      for theme in ["default", "no such theme"] {
        setenv("XCURSOR_THEME", theme, 1)
        let fixture = try WindowFixture(on: .xvfb())
        let all: [Cursor] = [
          .openHand, .closedHand, .crosshair, .resizeHorizontally, .resizeVertically,
          .resizeFalling,
          .resizeRising, .dragCopy, .dragRefused, .hidden, .arrow,
        ]
        for cursor in all {
          fixture.window.cursor = cursor
          fixture.waker.wake()
          try fixture.wait("a turn of the loop") { $0.contains(.wakeUp) }
          #expect(fixture.window.drainProtocolErrors() == [], "\(cursor)")
        }
      }
      unsetenv("XCURSOR_THEME")
    }

    @Test func `stays mapped for itself where another window that it watches is unmapped`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let source = try DragSource(
        on: fixture.server, over: fixture.window.identifier, type: "text/uri-list", bytes: [])
      source.enter()
      source.move(x: 10, y: 10)
      try fixture.wait("the drag") { $0.contains(.dropHover(true)) }
      source.showAndHide(width: 30, height: 20)
      try fixture.wait("the end of the drag's window") { _ in source.isHidden }
      fixture.waker.wake()
      try fixture.wait("a turn of the loop") { $0.contains(.wakeUp) }
      #expect(fixture.window.isVisible && fixture.window.size == PixelSize(width: 640, height: 480))
    }
  }
}
