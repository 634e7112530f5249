import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `Dragging with Ctrl` {
  /// A picture larger than the window, in which no two places are alike.
  private let path: String

  init() throws {
    path = TestFolder.make("drag out") + "/p.ppm"
    let (width, height) = (2000, 1500)
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(x / 8 ^ y / 8)]
      }
    }
    try RunningViewer.write(bytes, to: path)
  }

  /// The place of the target; the rest of the screen is the viewer's window.
  private static let place = (x: 900, y: 100, width: 300, height: 300)

  private func viewer() throws -> RunningViewer {
    let viewer = try RunningViewer(
      [path, "--alone", "--zoom", "100%"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    try viewer.settle()
    return viewer
  }

  private func target(
    _ viewer: RunningViewer, _ change: (inout DropTarget.Manner) -> Void = { _ in }
  ) throws -> DropTarget {
    var manner = DropTarget.Manner()
    change(&manner)
    let place = Self.place
    let target = try DropTarget(
      on: viewer.server, x: place.x, y: place.y, width: place.width, height: place.height, manner)
    try viewer.settle()
    return target
  }

  /// Drags from the picture along places, and holds the button.
  private func drag(_ viewer: RunningViewer, to places: [Point]) throws {
    try viewer.input.hold("ctrl")
    try viewer.input.drag(
      [Point(300, 300), Point(305, 303), Point(330, 320)] + places, releases: false)
    try viewer.input.letGo("ctrl")
  }

  private static let (inside, deeper) = (Point(1000, 200), Point(1100, 300))
  private var uri: String { "file://" + path.replacing(" ", with: "%20") + "\r\n" }

  @Test(arguments: [(3, false), (4, false), (5, true), (6, false)])
  func `gives the file to another program`(version: Int, hasProxy: Bool) throws {
    let viewer = try viewer()
    let target = try target(viewer) { ($0.version, $0.hasProxy) = (version, hasProxy) }
    let before = try viewer.settle()
    try drag(viewer, to: [Self.inside, Self.deeper])
    try target.wait("a position") { target.positionCount > 0 }
    try viewer.input.release()
    try target.wait("the drop") { target.bytes != nil }
    #expect(String(decoding: target.bytes ?? [], as: UTF8.self) == uri)
    #expect(target.version == min(version, 5))
    #expect(target.messages == ["XdndEnter", "XdndPosition", "XdndDrop"])
    // The picture has not moved.
    #expect(try viewer.settle().isSame(as: before))
    // And the next drag is a new one.
    try drag(viewer, to: [Self.inside])
    try target.wait("another position") { target.messages.suffix(2).first == "XdndEnter" }
    try viewer.input.release()
    try target.wait("another drop") { target.messages.suffix(1) == ["XdndDrop"] }
    #expect(try viewer.readErrors() == "")
  }

  @Test func `gives the pixels of the selection`() throws {
    let viewer = try viewer()
    let target = try target(viewer)
    try viewer.input.type("ctrl+a")
    try drag(viewer, to: [Self.inside])
    try target.wait("a position") { target.positionCount > 0 && target.unanswered == 0 }
    try viewer.input.release()
    // A large one comes in parts, which only their announcement is read of here.
    try target.wait("the drop") { target.bytes != nil }
    #expect(target.messages == ["XdndEnter", "XdndPosition", "XdndDrop"])
  }

  @Test func `is canceled by Escape, and moves the picture neither then nor later`() throws {
    let viewer = try viewer()
    let target = try target(viewer)
    let before = try viewer.settle()
    try drag(viewer, to: [Self.inside])
    try target.wait("a position") { target.positionCount > 0 }
    try viewer.input.type("Escape")
    try target.wait("the end") { target.messages.last == "XdndLeave" }
    try viewer.input.move(to: Point(500, 600))
    try viewer.input.release()
    #expect(try viewer.settle().isSame(as: before))
    target.read()
    #expect(target.messages == ["XdndEnter", "XdndPosition", "XdndLeave"])
    // Without Ctrl the same drag moves it.
    try viewer.input.drag([Point(300, 600), Point(330, 620), Point(500, 700)])
    #expect(try !viewer.settle().isSame(as: before))
  }

  @Test func `drops nothing where it is refused, or within its own window`() throws {
    let viewer = try viewer()
    let target = try target(viewer) { $0.accepts = false }
    let before = try viewer.settle()
    try drag(viewer, to: [Self.inside])
    try target.wait("a position") { target.positionCount > 0 }
    try viewer.input.release()
    try target.wait("the end") { target.messages.last == "XdndLeave" }
    #expect(!target.messages.contains("XdndDrop"))
    let messages = target.messages
    try drag(viewer, to: [Point(400, 400), Point(500, 500)])
    try viewer.input.release()
    #expect(try viewer.settle().isSame(as: before))
    target.read()
    #expect(target.messages == messages)
    #expect(try viewer.readErrors() == "")
  }

  @Test func `sends one position at a time, and leaves a program that doesn't answer`() throws {
    let viewer = try viewer()
    let target = try target(viewer) { $0.answers = false }
    try drag(viewer, to: [Self.inside, Point(1010, 210), Point(1020, 220), Self.deeper])
    try target.wait("a position") { target.positionCount == 1 }
    try viewer.settle()
    // Within its second it has no other, however often the pointer has moved; a slow machine may have given it up already.
    target.read()
    #expect(target.positionCount <= 2)
    target.answerPositions()
    try target.wait("the place to which it has moved meanwhile") { target.positionCount >= 2 }
    try viewer.input.release()
    try target.wait("the end") { target.messages.last == "XdndLeave" }
    #expect(!target.messages.contains("XdndDrop"))
  }

  @Test func `asks a program that needs no positions only once`() throws {
    let viewer = try viewer()
    let target = try target(viewer) { $0.isQuiet = true }
    try drag(viewer, to: [Self.inside])
    try target.wait("a position") { target.positionCount == 1 }
    try viewer.settle()
    for step in 1...5 { try viewer.input.move(to: Self.inside + Point(Double(step) * 9, 20)) }
    try viewer.input.release()
    try target.wait("the drop") { target.bytes != nil }
    #expect(target.positionCount == 1)
  }

  @Test func `begins at the desktop's threshold`() throws {
    let viewer = try viewer()
    let settings = try SettingsServer(on: viewer.server, ["Net/DndDragThreshold": .integer(100)])
    let target = try target(viewer)
    try viewer.input.hold("ctrl")
    try viewer.input.drag([Point(850, 200), Point(910, 200), Point(920, 210)], releases: false)
    try viewer.settle()
    target.read()
    #expect(target.messages == [])
    try viewer.input.move(to: Self.deeper)
    try viewer.input.move(to: Self.deeper + Point(1, 1))
    try target.wait("a position") { target.positionCount > 0 }
    try viewer.input.release()
    try viewer.input.letGo("ctrl")
    withExtendedLifetime(settings) {}
  }

  @Test func `survives a target that goes away under it`() throws {
    let viewer = try viewer()
    var target: DropTarget? = try target(viewer)
    let before = try viewer.look()
    try drag(viewer, to: [Self.inside])
    try target?.wait("a position") { target?.positionCount ?? 0 > 0 }
    target = nil
    try viewer.input.release()
    try viewer.wait("the window behind it") { !$0.isSame(as: before) }
    try viewer.settle()
    #expect(try viewer.readErrors() == "")
    #expect(viewer.program.isRunning)
  }
}
