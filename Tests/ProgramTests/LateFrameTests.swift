import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

/// Refreshes that are missed before the first frame after a pause, when no clock runs.
@Suite struct `A first frame` {
  private static let period = 1.0 / 60

  private func viewer() throws -> HeadlessViewer {
    let viewer = try HeadlessViewer(["grid", "--size", "4000x4000"])
    // On a refresh, and a second after anything.
    try viewer.window.advance(to: (viewer.host.time + 1).rounded(.up))
    return viewer
  }

  private func wheel(_ viewer: HeadlessViewer, late: Double) throws {
    try viewer.window.send(
      .wheel(
        Input.Wheel(
          time: viewer.host.time - late, notches: Point(0, 1), position: Point(300, 300),
          modifiers: [])))
  }

  @Test(arguments: [(0.0, 0), (0.004, 0), (0.02, 1), (0.04, 2), (0.058, 3)])
  func `is late by the refreshes since its input`(late: Double, missed: Int) throws {
    let viewer = try viewer()
    let before = viewer.host.frames.missed
    // Between two refreshes.
    try viewer.window.advance(by: 0.010)
    try wheel(viewer, late: late)
    #expect(viewer.host.frames.missed - before == missed)
    // While it moves, the clock counts.
    try viewer.window.advance(by: 0.05)
    try wheel(viewer, late: late)
    #expect(viewer.host.frames.missed - before == missed)
  }

  @Test(arguments: [false, true])
  func `of input that changes nothing is no frame`(isDrawing: Bool) throws {
    let viewer = try viewer()
    let before = viewer.host.frames.missed
    viewer.host.isDrawing = isDrawing
    try viewer.window.send(
      .key(
        Input.Key(
          time: viewer.host.time - 0.2, action: .pressed, name: "F24", shiftedDigit: nil,
          modifiers: [])))
    viewer.host.isDrawing = false
    try wheel(viewer, late: 0)
    #expect(viewer.host.frames.missed == before)
  }
}
