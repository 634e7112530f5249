import Testing

@testable import OverscrollLab

/// The velocity of a script's rows, which lie closer together than refreshes and the events of fingers.
@Suite struct `The velocity of a script` {
  private static let speed = 1500.0

  /// A finger of 1500 pt/s that has events at a rate for 0.3 s, on a screen or a touchpad.
  private func script(_ rate: Double, isTouchpad: Bool) throws -> Script {
    var lines = [#"{"overscroll":2,"viewport":[400,800],"content":[400,20000],"displayScale":3}"#]
    let count = Int(0.3 * rate)
    for index in 0...count + 1 {
      let phase = index == 0 ? "began" : index > count ? "ended" : isTouchpad ? "changed" : "moved"
      let (time, way) = (0.1 + Double(index) / rate, Self.speed / rate)
      if isTouchpad {
        let delta = phase == "changed" ? #""delta":[0,\#(-way)],"# : ""
        lines.append(
          #"{"t":\#(time),"touchpad":"\#(phase)",\#(delta)"at":[200,400],"stops":true}"#)
      } else {
        let y = 700 - way * Double(min(index, count))
        lines.append(#"{"t":\#(time),"touch":"\#(phase)","id":1,"at":[200,\#(y)]}"#)
      }
    }
    return try Script(parsing: lines.joined(separator: "\n"), file: "a")
  }

  @Test(arguments: [60.0, 61, 75, 80, 90, 100, 125, 240], [false, true])
  func `of a steady finger is the finger's, however often it is reported`(
    rate: Double, isTouchpad: Bool
  ) throws {
    let script = try script(rate, isTouchpad: isTouchpad)
    let series = Subject.script(script, name: "a").series
    let peak = try #require(Measurements(series).gestures.first?.values[.peakVelocity])
    #expect(abs(peak - Self.speed) < 30, "\(rate) Hz: \(peak)")
    // Nor does it waver from the end of the hysteresis to the lift, but for whole pixels.
    let velocities = zip(series.times, series.values[.velocityY] ?? []).filter {
      $0.0 > 0.16 && $0.0 < 0.38
    }
    #expect(velocities.allSatisfy { abs($0.1 - Self.speed) < 30 }, "\(rate) Hz: \(velocities)")
  }

  @Test func `of a finger that holds still is none`() throws {
    let script = try Script(
      parsing: """
        {"overscroll":2,"viewport":[402,874],"content":[402,20000]}
        {"t":0.1,"touch":"began","id":1,"at":[160,700]}
        {"t":0.116666666,"touch":"moved","id":1,"at":[160,660]}
        {"t":0.133333333,"touch":"moved","id":1,"at":[160,560]}
        {"t":0.15,"touch":"moved","id":1,"at":[160,460]}
        {"t":1.0,"touch":"ended","id":1,"at":[160,460]}
        """, file: "a")
    let series = Subject.script(script, name: "a").series
    let velocities = zip(series.times, series.values[.velocityY] ?? [])
    #expect(velocities.filter { $0.0 > 0.19 }.allSatisfy { $0.1 == 0 })
    #expect(Measurements(series).gestures.first?.values[.peakVelocity].map { $0 < 6010 } ?? false)
  }
}
