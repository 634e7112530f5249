import ScrollEngine
import ScrollGeometry
import Testing

@Suite struct `A pinch recognizer` {
  /// Two fingers 100 points apart on either axis.
  private func stage(_ axis: Axis) -> (GestureStage, PinchGestureRecognizer) {
    let stage = GestureStage()
    let pinch = stage.attach(PinchGestureRecognizer())
    stage.touch(.began, Point(500, 500), at: 0, id: 1)
    stage.touch(.began, Point(500, 500) + axis.point(100), at: 0, id: 2)
    return (stage, pinch)
  }

  private func move(_ stage: GestureStage, _ axis: Axis, to distance: Double, at time: Double) {
    stage.touch(.moved, Point(500, 500) + axis.point(distance), at: time, id: 2)
  }

  @Test(arguments: Axis.allCases, [4.0, -4])
  func `begins four points apart or together, and counts from there`(axis: Axis, change: Double) {
    let (stage, pinch) = stage(axis)
    move(stage, axis, to: 100 + change * 0.99, at: 0.1)
    #expect(stage.log == [] && pinch.scale == 1)
    move(stage, axis, to: 100 + change, at: 0.2)
    #expect(stage.log == ["began"] && pinch.scale == 1)
    move(stage, axis, to: (100 + change) * 1.5, at: 0.3)
    #expect(stage.log == ["began", "changed"] && abs(pinch.scale - 1.5) < 1e-12)
    move(stage, axis, to: (100 + change) / 2, at: 0.4)
    #expect(abs(pinch.scale - 0.5) < 1e-12)
    stage.touch(.ended, Point(500, 500), at: 0.5, id: 1)
    #expect(stage.log == ["began", "changed", "changed", "ended"])
  }

  @Test(arguments: Axis.allCases)
  func `has the velocity of its scale, which setting the scale does not change`(axis: Axis) {
    let (stage, pinch) = stage(axis)
    move(stage, axis, to: 110, at: 0.1)
    #expect(pinch.velocity == 0)
    move(stage, axis, to: 220, at: 0.3)
    #expect(abs(pinch.velocity - 5) < 1e-9, "from 1 to 2 within 0.2 s")
    pinch.scale = 1
    #expect(abs(pinch.velocity - 5) < 1e-9)
    move(stage, axis, to: 110, at: 0.4)
    #expect(abs(pinch.velocity + 5) < 1e-9, "from 1 to a half within 0.1 s")
    move(stage, axis, to: 110, at: 0.4)
    #expect(abs(pinch.velocity + 5) < 1e-9, "no time has passed")
    stage.touch(.ended, Point(500, 500), at: 0.5, id: 1)
    #expect(pinch.velocity == 0)
  }

  @Test func `continues from a scale that is set, unless that is invalid`() {
    let (stage, pinch) = stage(.horizontal)
    move(stage, .horizontal, to: 200, at: 0.1)
    pinch.scale = 4
    #expect(abs(pinch.scale - 4) < 1e-12)
    move(stage, .horizontal, to: 100, at: 0.2)
    #expect(abs(pinch.scale - 2) < 1e-12)
    for scale in [0.0, -1, .nan, .infinity] { pinch.scale = scale }
    #expect(abs(pinch.scale - 2) < 1e-12)
  }

  @Test func `counts fingers that meet as one point apart`() {
    let (stage, pinch) = stage(.vertical)
    move(stage, .vertical, to: 200, at: 0.1)
    move(stage, .vertical, to: 0, at: 0.2)
    #expect(abs(pinch.scale - 1 / 200.0) < 1e-12)
    move(stage, .vertical, to: 0.5, at: 0.3)
    #expect(abs(pinch.scale - 1 / 200.0) < 1e-12)
    move(stage, .vertical, to: 2, at: 0.4)
    #expect(abs(pinch.scale - 2 / 200.0) < 1e-12)
  }

  @Test(arguments: Axis.allCases)
  func `takes a third finger in, and goes on with two of three`(axis: Axis) {
    let (stage, pinch) = stage(axis)
    move(stage, axis, to: 150, at: 0.1)
    move(stage, axis, to: 300, at: 0.2)
    #expect(stage.log == ["began", "changed"] && abs(pinch.scale - 2) < 1e-12)
    // The third one lies in the middle: the mean distance from the centroid is that of the two, times two thirds.
    stage.touch(.began, Point(500, 500) + axis.point(150), at: 0.3, id: 3)
    #expect(pinch.numberOfTouches == 3 && abs(pinch.scale - 2) < 1e-12)
    move(stage, axis, to: 600, at: 0.4)
    // Places 0, 150 and 600 have the centroid 250 and the mean distance 700/3; before, it was 100.
    #expect(abs(pinch.scale - 2 * 700 / 300) < 1e-9)
    stage.touch(.ended, Point(500, 500) + axis.point(150), at: 0.5, id: 3)
    #expect(stage.log.last == "changed" && abs(pinch.scale - 2 * 700 / 300) < 1e-9)
    move(stage, axis, to: 300, at: 0.6)
    #expect(abs(pinch.scale - 700.0 / 300) < 1e-9, "half as far as when the third one left")
  }

  @Test func `begins anew with the finger that stayed and another one`() {
    let (stage, pinch) = stage(.horizontal)
    move(stage, .horizontal, to: 150, at: 0.1)
    stage.touch(.ended, Point(650, 500), at: 0.2, id: 2)
    #expect(stage.log == ["began", "ended"] && pinch.scale == 1)
    stage.touch(.moved, Point(300, 500), at: 0.3, id: 1)
    #expect(stage.log == ["began", "ended"], "one finger pinches nothing")
    stage.touch(.began, Point(400, 500), at: 0.4, id: 4)
    stage.touch(.moved, Point(403, 500), at: 0.5, id: 4)
    #expect(stage.log == ["began", "ended"], "the distance counts from the new finger on")
    stage.touch(.moved, Point(410, 500), at: 0.6, id: 4)
    #expect(stage.log == ["began", "ended", "began"] && pinch.scale == 1)
    stage.touch(.cancelled, Point(410, 500), at: 0.7, id: 4)
    #expect(stage.log.last == "cancelled")
  }

  @Test func `is not recognized when its fingers lift before it begins`() {
    let (stage, _) = stage(.vertical)
    stage.touch(.ended, Point(500, 600), at: 0.1, id: 2)
    stage.touch(.ended, Point(500, 500), at: 0.2, id: 1)
    #expect(stage.log == [])
  }
}
