import OverscrollTestSupport
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages

@Suite struct `The demo of a scene` {
  private func touch(_ id: Int, _ phase: TouchEvent.Phase, _ x: Double, _ time: Double)
    -> Script.TimedEvent
  {
    .init(
      time: time,
      action: .event(.touch(phase, at: Point(x, 0), time, id: id)))
  }

  private var events: [Script.TimedEvent] {
    [
      touch(1, .began, 10, 0), touch(2, .began, 20, 0.25), touch(1, .moved, 11, 0.25),
      touch(2, .ended, 20, 0.5), .init(time: 0.5, action: .call(.scrollToTop)),
      touch(1, .cancelled, 11, 1),
    ]
  }

  @Test func `begins a moment after the first refresh and plays in the time of the desktop`() {
    var player = DemoPlayer(events)
    #expect(player.due(at: 100).isEmpty && !player.isOver)
    #expect(player.due(at: 100.5).isEmpty)
    var played: [String] = []
    for (time, fingers) in [
      (100.7, [10]), (100.8, [10]), (100.85, [11, 20]), (101.2, [11]), (101.6, []),
    ] as [(Double, [Double])] {
      for (event, moment) in player.due(at: time) {
        #expect(abs(moment - 100.6 - event.time) < 1e-9 && moment <= time)
        played.append("\(event.time)")
      }
      #expect(player.fingers.map(\.x) == fingers, "at \(time)")
    }
    #expect(played == ["0.0", "0.25", "0.25", "0.5", "0.5", "1.0"])
    #expect(player.isOver && player.due(at: 200).isEmpty)
  }

  @Test func `lifts its fingers where a person takes over`() {
    var player = DemoPlayer(events)
    _ = player.due(at: 100)
    _ = player.due(at: 100.9)
    let lifted = player.end(at: 101).map { event -> String in
      guard case .touch(let touch) = event else { return "\(event)" }
      return "\(touch.id) \(touch.phase) at \(touch.location.x), \(touch.timestamp)"
    }
    #expect(lifted == ["1 cancelled at 11.0, 101.0", "2 cancelled at 20.0, 101.0"])
    #expect(player.fingers.isEmpty && player.end(at: 102).isEmpty)
  }
}
