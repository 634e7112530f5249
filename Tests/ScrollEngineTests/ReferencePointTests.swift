import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A real UIScrollView was recorded, and the engine` {
  /// The recorded flick up to the lift, whose events came with the frames: the lift's own time is the frame before.
  private func flicked() -> Stage {
    let stage = Stage(offset: Point(0, 4126))
    for (index, sample) in Recordings.flick.dropLast().enumerated() {
      stage.touch(index == 0 ? .began : .moved, sample.x, sample.y, at: sample.time)
    }
    let lift = Recordings.flick[8]
    stage.window.advance(to: lift.time)
    stage.touch(.ended, lift.x, lift.y, at: lift.time - 1.0 / 60)
    return stage
  }

  @Test func `follows a drag to a millionth of a point`() {
    let stage = Stage(offset: Point(0, 4126))
    for (index, sample) in Recordings.flick.dropLast().enumerated() {
      stage.touch(index == 0 ? .began : .moved, sample.x, sample.y, at: sample.time)
      #expect(abs(stage.scrollView.contentOffset.y - sample.offset) < 1e-6)
      let velocity = stage.scrollView.panGestureRecognizer.velocity(in: nil).y
      #expect(abs(velocity - sample.velocity) <= 5e-8 * abs(sample.velocity) + 1e-6)
    }
  }

  @Test(arguments: [60.0, 30.0, 144.0])
  func `decelerates and bounces as recorded at any display rate`(rate: Double) {
    let stage = flicked()
    let start = Recordings.flick[8].time
    #expect(abs(stage.velocities[0].y - 4.7636331) < 1e-6)
    #expect(Recordings.flickFrames.count == 57)
    for (index, expected) in Recordings.flickFrames.enumerated() {
      let time = start + Double(index) / 60
      // Frames of another rate in between change nothing.
      let frames = (0...).lazy.map { start + Double($0) / rate }.prefix { $0 < time }
      for frame in frames { stage.window.advance(to: frame) }
      stage.window.advance(to: time)
      #expect(abs(stage.scrollView.contentOffset.y - expected) < 1e-4, "frame \(index + 1)")
    }
    #expect(stage.scrollView.phase == .idle)
  }

  @Test func `stretches beyond an edge as recorded`() {
    let stage = Stage(offset: Point(0, 5126))
    stage.touch(.began, 200, 800, at: 0)
    #expect(Recordings.pull.count == 20)
    for (index, pull) in Recordings.pull.enumerated() {
      stage.touch(.moved, 200, 800 - 10 - pull[0], at: Double(index + 1) / 60)
      #expect(
        abs(stage.scrollView.contentOffset.y - 5126 - pull[1]) < 1e-6, "translation \(pull[0])")
    }
  }

  @Test func `bounces back from beyond an edge as recorded`() {
    let law = DecelerationLaw(rate: 0.998, range: 0...5126)
    let glide = Glide(law, from: AxisState(offset: 5317, velocity: 2.3975369)) { $0 }
    #expect(Recordings.pullFrames.count == 37)
    for (index, expected) in Recordings.pullFrames.enumerated() {
      let shown = glide.state(at: index + 1, remainder: 0).offset
      #expect(abs(shown - expected) < 1e-4, "frame \(index + 1)")
    }
  }

  /// The greatest difference from a recording that begins between two frames and shows each later one.
  private func difference(_ name: String, rate: Double = 0.998, from start: AxisState) -> Double {
    let law = DecelerationLaw(rate: rate, range: 0...20_000)
    let glide = Glide(law, from: start) { $0 }
    let step = DecelerationLaw.gridStep
    let rows = KitFile(name).rows("t", "offset_y")
    // Logged times jitter by half a millisecond; the frames do not. The first one comes up to a frame after the lift.
    let first = (rows.first?[0] ?? 0) < 0.01 ? 1.0 : 0
    return (0..<160).map { tenth in
      rows.map { row in
        let time = ((row[0] * 60).rounded() + first) * step - Double(tenth) / 10
        guard time >= 0 else { return .infinity }
        let index = Int(time / step)
        let state = glide.state(at: index, remainder: time - Double(index) * step)
        return abs(state.offset - row[1])
      }.max() ?? .infinity
    }.min() ?? .infinity
  }

  @Test func `decelerates and bounces as recorded on iOS 26.5, to the rounding of the recording`() {
    let fling = AxisState(offset: 400, velocity: 0.480_833_66)
    #expect(difference("ios265-fling.csv", from: fling) < 0.35)
    #expect(difference("ios265-fling.csv", rate: 0.9975, from: fling) > 10)
    // A finger that rests keeps the velocity of its last movement.
    let pulled = AxisState(offset: -177, velocity: -0.455)
    #expect(difference("ios265-bounce.csv", from: pulled) < 0.35)
    #expect(difference("ios265-bounce.csv", from: AxisState(offset: -177, velocity: 0)) > 5)
  }

  @Test func `stretches beyond an edge as recorded on iOS 26.5, to the pixel`() {
    let band = RubberBand(coefficient: RubberBand.touchCoefficient, dimension: 2045 / 3.0)
    let rows = KitFile("ios265-rubber-band.csv").rows("translation_y", "stretch_y")
    #expect(rows.count == 29)
    for row in rows {
      #expect(abs((band.stretch(of: row[0]) * 3).rounded() / 3 - row[1]) < 1e-4, "\(row[0])")
    }
  }

  @Test(arguments: [4.0, 4.3, 4.9])
  func `stops where a finger catches it, and drags from the first movement`(frame: Double) {
    let stage = flicked()
    let touch = Recordings.flick[8].time + frame / 60
    stage.window.advance(to: touch)
    let shown = stage.scrollView.contentOffset.y
    #expect(frame > 4 || abs(shown - Recordings.flickFrames[4]) < 1e-4)
    // A touch that is handled late acts at the present all the same.
    stage.touch(.began, 200, 400, at: touch - 0.01)
    let rounded = (shown * 3).rounded() / 3
    #expect(abs(stage.scrollView.contentOffset.y - rounded) < 1e-9)
    stage.window.advance(to: touch + 1 / 60.0)
    #expect(abs(stage.scrollView.contentOffset.y - rounded) < 1e-9, "and rests under the finger")
    #expect(stage.scrollView.isDecelerating)
    stage.touch(.moved, 200, 398, at: touch + 1 / 60.0)
    #expect(abs(stage.scrollView.contentOffset.y - (rounded + 2)) < 1e-9)
  }
}
