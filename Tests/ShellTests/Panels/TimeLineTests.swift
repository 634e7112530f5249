import OverscrollLab
import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `The timeline` {
  private typealias Part = TimeLineLayout.Part

  /// Widths, and the parts that there is room for beside a track.
  private static let widths: [(width: Double, parts: [Part])] = [
    (1280, Part.allCases), (600, Part.allCases),
    (480, [.play, .stepBack, .stepOn, .slower, .speed, .faster, .mode, .time]),
    (440, [.play, .stepBack, .stepOn, .mode, .time]),
    (352, [.play, .stepBack, .stepOn, .time]), (290, [.play, .time]), (120, [.play]),
  ]

  @Test(arguments: widths.indices)
  func `gives up what matters less where it is narrow`(index: Int) {
    let (width, parts) = Self.widths[index]
    let layout = TimeLineLayout(size: Size(width: width, height: 28), digits: 3)
    #expect(Set(layout.frames.keys) == Set(parts), "track of \(layout.track.width)")
  }

  @Test(arguments: [1, 3, 5])
  func `has a width with room for everything, below which something is left out`(digits: Int) {
    let width = TimeLineLayout.fullWidth(digits: digits)
    let parts = { (width: Double) in
      TimeLineLayout(size: Size(width: width, height: 28), digits: digits).frames.count
    }
    #expect(parts(width) == Part.allCases.count && parts(width - 1) < Part.allCases.count)
  }

  @Test func `covers nothing twice and leaves room for the track`() {
    for width in stride(from: 200.0, through: 2000, by: 7) {
      let layout = TimeLineLayout(size: Size(width: width, height: 28), digits: 5)
      let parts = layout.frames.values + [layout.track]
      #expect(parts.allSatisfy { $0.minX >= 0 && $0.maxX <= width })
      #expect(layout.track.width >= 100)
      for (index, one) in parts.enumerated() {
        #expect(!parts[(index + 1)...].contains { $0.intersects(one) })
      }
    }
  }

  /// What the requests make of a replay that is paused in the middle.
  private final class Requests {
    var all: [Playback] = []
  }

  /// Two seconds with a frame in the middle of each millisecond, paused after the first one.
  private static var playback: Playback {
    var playback = Playback(
      frameTimes: [0] + (0..<2000).map { (Double($0) + 0.5) / 1000 }, momentTimes: [], duration: 2)
    playback.step(by: 1000)
    return playback
  }

  private func panel() -> (TimeLinePanel, TimeLineLayout, Requests) {
    let take = PerformedTake(Script(header: Script.Header(), events: []))
    let panel = TimeLinePanel(take, Self.playback)
    let size = Size(width: 1000, height: 28)
    panel.size = size
    let requests = Requests()
    panel.didRequest = { change in
      var playback = Self.playback
      change(&playback)
      requests.all.append(playback)
    }
    return (panel, TimeLineLayout(size: size, digits: 4), requests)
  }

  private func touch(_ phase: TouchEvent.Phase, at place: Point) -> Event {
    .touch(TouchEvent(id: -1, phase: phase, location: place, timestamp: 0))
  }

  private static let buttons: [(part: Part, change: @Sendable (inout Playback) -> Void)] = [
    (.play, { $0.togglePlaying() }), (.stepBack, { $0.step(by: -1) }),
    (.stepOn, { $0.step(by: 1) }), (.slower, { $0.setSpeed($0.speed.halved) }),
    (.faster, { $0.setSpeed($0.speed.doubled) }), (.mode, { $0.isAsSeen.toggle() }),
  ]

  @Test(arguments: buttons.indices)
  func `has buttons that act when they are released on`(index: Int) throws {
    let (part, change) = Self.buttons[index]
    var changed = Self.playback
    change(&changed)
    let (panel, layout, requests) = panel()
    let place = try #require(layout.frames[part]).center
    panel.send(touch(.began, at: place))
    #expect(requests.all.isEmpty)
    panel.send(touch(.ended, at: place))
    #expect(requests.all == [changed] && changed != Self.playback)
    panel.send(touch(.began, at: place))
    panel.send(touch(.ended, at: layout.track.center))
    #expect(requests.all == [changed] && changed != Self.playback)
  }

  @Test func `neither acts nor scrubs any more once a touch is canceled`() throws {
    let (panel, layout, requests) = panel()
    let button = try #require(layout.frames[.play]).center
    for place in [button, layout.track.center] {
      panel.send(touch(.began, at: place))
      requests.all = []
      panel.send(touch(.cancelled, at: place))
      panel.send(touch(.moved, at: place))
      panel.send(touch(.ended, at: place))
      #expect(requests.all.isEmpty)
    }
  }

  @Test func `is held while its track is pressed, and no longer`() throws {
    let (panel, layout, requests) = panel()
    let track = layout.track
    for end in [TouchEvent.Phase.ended, .cancelled] {
      #expect(!panel.isHeld)
      for (phase, part, time) in [(TouchEvent.Phase.began, 0.25, 0.5), (.moved, 0.5, 1)] {
        panel.send(touch(phase, at: Point(track.minX + track.width * part, 10)))
        let requested = requests.all.last?.time ?? -1
        #expect(panel.isHeld && abs(requested - time) < 1e-3)
      }
      panel.send(touch(end, at: track.center))
    }
    panel.send(touch(.began, at: try #require(layout.frames[.play]).center))
    #expect(!panel.isHeld)
  }

  @Test func `scrubs where its track is dragged, beyond its ends too, and steps by the wheel`() {
    let (panel, layout, requests) = panel()
    let track = layout.track
    panel.send(touch(.began, at: Point(track.minX + track.width / 4, 10)))
    panel.send(touch(.moved, at: Point(track.minX + track.width / 2, -40)))
    panel.send(touch(.moved, at: Point(track.maxX + 500, 10)))
    panel.send(touch(.ended, at: Point(track.minX - 500, 10)))
    let times = requests.all.map(\.time)
    #expect(times.count == 4 && zip(times, [0.5, 1, 2, 0]).allSatisfy { abs($0 - $1) < 1e-3 })
    requests.all = []
    for notches in [1, -2, 0.5, 0.5, 0.25] {
      panel.send(
        .wheel(WheelEvent(notches: Point(0, notches), location: Point(9, 9), timestamp: 0)))
    }
    #expect(requests.all.map(\.frame) == [1001, 998, 1001])
  }
}
