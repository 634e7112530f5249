import OverscrollTestSupport
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

/// The frame in which a finger lifts, beside its neighbors.
@Suite struct `The frame of a lift` {
  /// The speed of the finger, in points per millisecond, and the time between its events, in seconds.
  private static let (speed, interval) = (3.0, 0.002)
  private static let viewport = 1000.0

  private static func point(_ along: Double, isVertical: Bool) -> Point {
    isVertical ? Point(500, along) : Point(along, 500)
  }

  /// A flick with an event every two milliseconds, which lifts with its last movement at `lift` seconds.
  private static func flick(isVertical: Bool, sign: Double, lift: Double) -> Script {
    let count = 100
    var events = (0...count).map { index -> Script.TimedEvent in
      let time = lift - Double(count - index) * interval
      let travel = Double(index) * interval * 1000 * speed
      let location = point(500 - sign * travel, isVertical: isVertical)
      return .init(
        time: time,
        action: .event(.touch(index == 0 ? .began : .moved, at: location, time)))
    }
    events.append(
      .init(
        time: lift,
        action: .event(.touch(.ended, at: Point(500, 500), lift))))
    let content = Size(40_000, 40_000)
    return Script(
      header: Script.Header(settings: [
        .viewport(Size(viewport, viewport)), .content(content),
        .contentOffset(Point(20_000, 20_000)),
      ]), events: events)
  }

  /// The time whose content a frame at `time` shows: that of the last event while a finger drags, and the frame's own afterward.
  private static func shownTime(at time: Double, lift: Double) -> Double {
    guard time < lift else { return time }
    return lift - ((lift - time) / interval - 1e-6).rounded(.up) * interval
  }

  @Test(arguments: [30.0, 60, 144], [true, false])
  func `moves an even flick as fast as its neighbors do`(rate: Double, isVertical: Bool) {
    for round in 0..<24 {
      // The lift comes at any moment of a frame, in both directions.
      let lift = 0.5 + Double(round) / 24 / rate
      let sign = round.isMultiple(of: 2) ? 1.0 : -1
      let simulation = Simulation(Self.flick(isVertical: isVertical, sign: sign, lift: lift))
      let frame = (lift * rate - 1e-6).rounded(.up)
      let frames = (-2...1).map { (frame + Double($0)) / rate }
      let shown = frames.map { time -> (time: Double, offset: Double) in
        let offset = simulation.sample(at: time).offset
        return (Self.shownTime(at: time, lift: lift), isVertical ? offset.y : offset.x)
      }
      // In points per millisecond of the hand's time: how many events fall in a frame is not the content's doing.
      let speeds = zip(shown.dropFirst(), shown).map { next, one in
        (next.offset - one.offset) * sign / (next.time - one.time) / 1000
      }
      #expect(abs(speeds[0] - Self.speed) < 1e-6)
      for neighbour in [speeds[0], speeds[2]] {
        #expect(abs(speeds[1] / neighbour - 1) <= 0.15, "\(round): \(speeds)")
      }
    }
  }
}
