import Glibc
import OverscrollLab
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

/// A device that flicks the content of a window, and the display that shows it.
struct FlickSetup: CustomTestStringConvertible {
  /// A mouse by XTEST on Xvfb, or a touch screen on Xorg.
  enum Device: String {
    case mouse, touch
  }

  var device: Device
  /// The events per second.
  var events: Double
  /// The refresh rate, in hertz.
  var display: Int

  var testDescription: String {
    "\(device.rawValue) at \(Int(events)) Hz, display at \(display) Hz"
  }

  /// Whether the environment asks for more than the suite's share.
  static let isLong = environment != nil
  /// The number of flicks; the environment variable `FLICKS` makes the tests long, on all of ``all``.
  static let count = environment ?? 3
  private static let environment = getenv("FLICKS").flatMap { Int(String(cString: $0)) }

  static let all =
    [60, 144].flatMap { display in
      [125, 500, 1000].map { FlickSetup(device: .mouse, events: $0, display: display) }
        + [60, 120].map { FlickSetup(device: .touch, events: $0, display: display) }
    }
  static let chosen =
    isLong
    ? all
    : all.filter {
      ["mouse 500 60", "mouse 1000 144", "touch 120 60", "touch 60 144"].contains($0.key)
    }

  private var key: String { "\(device.rawValue) \(Int(events)) \(display)" }
}

/// A flick of a take: what the frames show from the lift on, and what they should.
struct FlickedFrames {
  /// A movement's time in seconds, the offset then, and the server's stamp in milliseconds.
  typealias Movement = (time: Double, offset: Point, server: Int)

  /// The last movement.
  var last: Movement
  /// The velocity of the release, in points per millisecond.
  var velocity: Point
  /// The time from the last movement to the lift by the server's stamps, in milliseconds.
  var gap: Int
  /// The times and the offsets of the frame of the lift and of the two after it.
  var frames: [(time: Double, offset: Point)]

  /// The distance of each frame from the curve that begins with the last movement, in points.
  var errors: [Double] {
    frames.map { ($0.offset - last.offset - travel(for: ($0.time - last.time) * 1000)).length }
  }

  /// The way of a deceleration by the law in steps of 1/60 s, computed here step by step.
  private func travel(for milliseconds: Double) -> Point {
    func decay(_ step: Double) -> Double {
      let exponent = step * log(0.998)
      return 1 + exponent * (1 + exponent / 2)
    }
    let step = 1000.0 / 60
    var (way, speed, rest) = (0.0, 1.0, milliseconds)
    while rest > 1e-9 {
      let next = decay(min(step, rest))
      way += speed * 499 * (1 - next)
      speed *= next
      rest -= step
    }
    return velocity * way
  }

  /// The flicks of a take that lift right after a movement.
  static func all(of take: Script) -> [FlickedFrames] {
    let log = CallbackLog()
    let stage = Stage(take.header, log: log)
    var (flicks, movement): ([FlickedFrames], Movement?) = ([], nil)
    for event in take.events {
      stage.perform(event)
      let offset = stage.scrollView.contentOffset
      switch event.action {
      case .event(.touch(let touch)) where touch.phase == .began: movement = nil
      case .event(.touch(let touch)) where touch.phase == .moved:
        movement = (touch.timestamp, offset, event.milliseconds)
      case .event(.touch(let touch)) where touch.phase == .ended:
        guard let last = movement, let velocity = log.lastReleaseVelocity else { continue }
        flicks.append(
          FlickedFrames(
            last: last, velocity: velocity, gap: event.milliseconds - last.server, frames: []))
      case .frame:
        guard let index = flicks.indices.last, flicks[index].frames.count < 3 else { continue }
        flicks[index].frames.append((event.time, offset))
      default: break
      }
    }
    return flicks.filter { $0.frames.count == 3 && $0.velocity != .zero }
  }
}

extension Script.TimedEvent {
  /// The server's stamp of the input, in milliseconds.
  fileprivate var milliseconds: Int { origin.map { Int($0.milliseconds ?? 0) } ?? 0 }
}

extension CallbackLog {
  /// The velocity of the last release, in points per millisecond.
  fileprivate var lastReleaseVelocity: Point? {
    guard let line = lines.last(where: { $0.contains("WillEndDragging") }),
      let match = line.firstMatch(of: /"velocity":\[([^,]+),([^\]]+)\]/),
      let x = Double(match.1), let y = Double(match.2)
    else { return nil }
    return Point(x, y)
  }
}

extension TakeSession {
  /// The length of a flick in points, and its duration in seconds.
  private static let (way, duration) = (330.0, 0.11)

  /// Flicks to and fro, along one axis after the other.
  func flick(_ setup: FlickSetup, count: Int) throws {
    let screen = setup.device == .touch ? try InputDevice(.touchscreen, of: viewer.server) : nil
    for index in 0..<count {
      let isAhead = index % 2 == 0
      let direction = index % 4 < 2 ? Point(1, 0) : Point(0, 1)
      let start = Point(400, 320) + direction * (isAhead ? 180 : -150)
      let events = Int((Self.duration * setup.events).rounded())
      let path = (0...events).map { step in
        start + direction * (Self.way * (isAhead ? -1 : 1) * Double(step) / Double(events))
      }
      if let screen {
        try touch(screen, path, interval: 1 / setup.events)
      } else {
        try drag(path, interval: 1 / setup.events)
      }
      // The next flick is not a repeated one.
      usleep(1_150_000)
    }
  }

  private func drag(_ path: [Point], interval: Double) throws {
    let words = path.map { "mousemove \(Int($0.x)) \(Int($0.y))" }
    // Starting a pause takes a little time, too.
    let pause = "sleep \(max(interval - 0.0001, 0.0001))"
    let lines =
      [words[0], "mousedown 1"] + words.dropFirst().flatMap { [pause, $0] } + ["mouseup 1\n"]
    let file = folder + "/flick"
    try RunningViewer.write(Array(lines.joined(separator: "\n").utf8), to: file)
    try viewer.server.run(["xdotool", file])
  }

  private func touch(_ screen: InputDevice, _ path: [Point], interval: Double) throws {
    let start = Stopwatch.now
    for (index, point) in path.enumerated() {
      while Stopwatch.now < start + Double(index) * interval { usleep(200) }
      try screen.touch(0, index == 0 ? .begin : .update, at: point)
    }
    // A touch screen reports that a finger is gone some time after its last place.
    usleep(UInt32(interval / 2 * 1e6))
    try screen.touch(0, .end, at: path[path.count - 1])
  }
}

/// The refreshes in which a finger or a button lifts, and the two after them.
@Suite(.enabled(if: geteuid() == 0, "only root can start Xorg"))
struct `A grid that is flicked` {
  @Test(arguments: FlickSetup.chosen)
  func `moves on from the last movement as if the lift had come with it`(setup: FlickSetup) throws {
    let session = try TakeSession(
      on: setup.device == .mouse
        ? .xvfb(refreshRate: setup.display) : .xorg(refreshRate: setup.display))
    try session.flick(setup, count: FlickSetup.count)
    try session.finish()
    let take = try session.script()
    let found = FlickedFrames.all(of: take)
    // On a machine that was busy between the last movement and the lift, the finger rested for more than 20 ms.
    let judged = found.filter { (0..<20).contains($0.gap) }
    let errors = judged.map(\.errors)
    let within = errors.count { $0.allSatisfy { $0 <= 1 } }
    #expect(within == judged.count, "\(errors)")
    if FlickSetup.isLong {
      let worst = (0..<3).map { frame in errors.map { $0[frame] }.max() ?? .nan }
      print(
        "\(setup.testDescription): \(within) of \(judged.count) flicks within 1 pt, worst",
        worst.map { ($0 * 1000).rounded() / 1000 }, "pt;", found.count - judged.count, "rested")
    }
  }
}
