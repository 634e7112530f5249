import Testing

@testable import OverscrollLab

/// Gestures of a touchpad, alone and beside those of a mouse or a touch screen.
@Suite struct `A gesture on a touchpad` {
  private static let header =
    #"{"overscroll":2,"viewport":[402,874],"content":[402,20000],"maximumZoomScale":4,"minimumZoomScale":0.5}"#

  /// A flick of a finger that is released with 2000 pt/s.
  private static func touch(at start: Double) -> [String] {
    (0...9).map { index in
      let phase = index == 0 ? "began" : index == 9 ? "ended" : "moved"
      let (time, y) = (start + 0.0125 * Double(index), 600 - 25 * min(index, 8))
      return #"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[160,\#(y)]}"#
    }
  }

  /// A flick on a touchpad that is released with 1600 pt/s.
  private static func scroll(at start: Double) -> [String] {
    (0...9).map { index in
      let phase = index == 0 ? "began" : index == 9 ? "ended" : "changed"
      let delta = phase == "changed" ? #""delta":[0,-20],"# : ""
      return
        #"{"t":\#(start + 0.0125 * Double(index)),"touchpad":"\#(phase)",\#(delta)"at":[160,400],"stops":true}"#
    }
  }

  /// A pinch that ends at a scale, held still for the last 12.5 ms.
  private static func pinch(at start: Double, to scale: Double, steps: Int) -> [String] {
    (0...steps + 1).map { index in
      let phase = index == 0 ? "began" : index > steps ? "ended" : "changed"
      let own = 1 + (scale - 1) * Double(min(index, steps)) / Double(steps)
      return
        #"{"t":\#(start + 0.0125 * Double(index)),"pinch":"\#(phase)","scale":\#(own),"at":[160,400]}"#
    }
  }

  private func script(_ lines: [String]) throws -> Script {
    try Script(parsing: ([Self.header] + lines).joined(separator: "\n"), file: "a")
  }

  private static let mixtures: [(lines: [String], releases: [Double])] = [
    (touch(at: 0.1) + scroll(at: 5), [2000, 1600]),
    (scroll(at: 0.1) + touch(at: 5), [1600, 2000]),
    (
      scroll(at: 0.1) + scroll(at: 5) + touch(at: 10) + scroll(at: 15), [1600, 1600, 2000, 1600]
    ),
    // The touchpad catches what the finger has released.
    (touch(at: 0.1) + scroll(at: 1.5), [2000, 1600]),
  ]

  @Test(arguments: mixtures) func `is one of its own beside touches, in the script as in its trace`(
    lines: [String], releases: [Double]
  ) throws {
    let script = try script(lines)
    for rate in [60.0, 240] {
      let own = Measurements(Series(script, name: "a", rate: rate)).gestures
      let trace = try Series(parsing: Simulation(script).trace(rate: rate).csv, file: "a.trace")
      let shown = Measurements(trace).gestures
      #expect(own.count == releases.count && shown.count == releases.count, "\(rate) Hz: \(own)")
      for (gesture, release) in zip(own, releases) {
        #expect(abs((gesture.values[.releaseVelocity] ?? 0) - release) < 1, "\(gesture.text)")
      }
      for (one, other) in zip(own, shown) {
        #expect(abs(one.start - other.start) < 1e-6, "\(rate) Hz: \(one.text), \(other.text)")
        for name in [Measurements.Name.settle, .travel, .restY, .duration] {
          let (a, b) = (one.values[name], other.values[name])
          #expect(a.map { abs($0 - (b ?? -1)) < 1e-6 } ?? (b == nil), "\(rate) Hz: \(name)")
        }
      }
      let beside = try Comparison(.script(script, name: "a"), with: trace).measurements
      #expect(beside.reference.gestures.count == releases.count)
    }
  }

  /// It bounces for about 0.2 s, however long the fingers were down.
  @Test(arguments: [8, 160]) func `settles from its end on where it pinches`(steps: Int) throws {
    let script = try script(Self.pinch(at: 0.1, to: 8, steps: steps))
    let end = 0.1 + 0.0125 * Double(steps + 1)
    for rate in [60.0, 240] {
      let gestures = Measurements(Series(script, name: "a", rate: rate)).gestures
      let gesture = try #require(gestures.first)
      #expect(gestures.count == 1 && abs(gesture.start - 0.1) < 1e-9)
      #expect(abs((gesture.lift ?? 0) - end) <= 1 / rate + 1e-9, "\(gesture.text)")
      for name in [Measurements.Name.settle, .zoomSettle] {
        let settle = try #require(gesture.values[name])
        #expect(settle > 0.1 && settle < 0.3, "\(rate) Hz: \(gesture.text)")
      }
    }
    let trace = try Series(parsing: Simulation(script).trace(rate: 60).csv, file: "a.trace")
    let (own, other) = try Comparison(.script(script, name: "a"), with: trace).measurements
    #expect(own.gestures.count == 1 && other.gestures.count == 1)
    let settles = [own, other].map { $0.gestures.first?.values[.zoomSettle] ?? -1 }
    #expect(abs(settles[0] - settles[1]) < 1e-6 && settles[0] < 0.3, "\(settles)")
  }

  /// A wheel has no lift, and is told from the touchpad by its notches.
  @Test func `is none where a wheel zooms after it`() throws {
    let wheel = #"{"t":3,"wheel":[0,-1],"at":[160,400],"modifiers":["control"]}"#
    let script = try script(Self.pinch(at: 0.1, to: 2, steps: 40) + [wheel])
    let gestures = Measurements(Series(script, name: "a", rate: 240)).gestures
    #expect(gestures.count == 2 && gestures[0].lift != nil && gestures[1].lift == nil)
    #expect(gestures[0].values[.zoomSettle] == 0, "\(gestures[0].text)")
  }
}
