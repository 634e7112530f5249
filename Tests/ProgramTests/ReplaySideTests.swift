import OverscrollDrawing
import OverscrollLab
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLabPages

@Suite struct `A side of a replay` {
  /// A flick with a frame 60 times a second and, if asked for, so many marks that a refresh does not perform all of them.
  private func take(marks: Int = 0) -> PerformedTake {
    let header = Script.Header(settings: [.viewport(Size(300, 300)), .content(Size(300, 9000))])
    var script = Script.flick(
      header, from: Point(9, 250), by: Point(0, -20), count: 5, interval: 0.02, frames: 60)
    script.events += (0..<marks).map { .init(time: 0.5 + Double($0) * 1e-5, action: .mark("")) }
    script.events.sort { $0.time < $1.time }
    return PerformedTake(script)
  }

  @Test func `looks recorded frames up, and performs them where a stage is needed`() {
    let take = take()
    let side = ReplaySide(take)
    for index in [0, 40, 7, 60, 8] {
      let found = side.state(at: .frame(index), needsStage: false)
      #expect(found.frame == take.frames[index] && found.stage == nil && found.isReached)
      let performed = side.state(at: .frame(index), needsStage: true)
      #expect(performed.frame.sample == take.frames[index].sample && performed.isReached)
      #expect(performed.stage === side.stage && performed.stage?.window.time == Double(index) / 60)
    }
  }

  @Test func `shows any time between frames exactly`() {
    let side = ReplaySide(take())
    for time in [0.3, 0.123, 0.9999, 0] {
      for needsStage in [false, true] {
        let state = side.state(at: .time(time), needsStage: needsStage)
        let expected = Simulation(side.take.script).sample(at: time)
        #expect(state.frame.sample == expected && state.isReached, "\(time)")
      }
    }
    #expect(side.callbacks.lines.isEmpty, "nobody reads them")
  }

  @Test func `shows the last frame on the way to a time that is too far for one refresh`() {
    let take = take(marks: 10_000)
    for needsStage in [false, true] {
      let side = ReplaySide(take)
      var rounds = 1
      var state = side.state(at: .time(0.805), needsStage: needsStage)
      while !state.isReached, rounds < 10 {
        if needsStage {
          #expect(state.stage?.window.time ?? 9 < 0.805)
        } else {
          #expect(state.frame == take.frames[48] && state.stage == nil)
        }
        state = side.state(at: .time(0.805), needsStage: needsStage)
        rounds += 1
      }
      #expect(rounds == 3, "4000 events a refresh")
      #expect(state.frame.sample == Simulation(take.script).sample(at: 0.805))
    }
  }

  @Test func `goes on by hand from a time, and back to what was recorded`() {
    let side = ReplaySide(take())
    side.takeOver(from: 0.5, at: 1000)
    #expect(side.recorder?.present == 1000 && side.stage === side.recorder?.stage)
    #expect(side.stage.window.time == 0.5)
    side.recorder?.perform(.call(.setContentOffset(Point(0, 5), animated: false)), at: 1001)
    let state = side.state(at: .frame(3), needsStage: false)
    #expect(state.frame.sample.offset == Point(0, 5) && state.stage === side.stage)
    side.goBack()
    #expect(side.recorder == nil)
    #expect(side.state(at: .frame(3), needsStage: false).frame == side.take.frames[3])
  }
}

@Suite struct `The outline of content that is not drawn` {
  /// Lines on black: a digit for the brightness of each pixel, `·` for none.
  private func drawing(_ outline: Outline, scale: Double, _ size: PixelSize) throws -> String {
    let surface = try Surface(imageOf: size, opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(Color(0))
    outline.draw(on: canvas, scale: scale)
    try surface.flush()
    return (0..<size.height).map { y in
      (0..<size.width).map { x in
        let digit = Int((Double((surface.pixel(x: x, y: y) ?? 0) & 0xFF) / 255 * 9).rounded())
        return digit == 0 ? "·" : "\(digit)"
      }.joined()
    }.joined(separator: "\n")
  }

  @Test func `has its edges in sight dashed, a cross, and a mark in the middle`() throws {
    let outline = Outline(
      edges: Rect(x: 8, y: -20, width: 100, height: 48), cross: Point(40, 16),
      middle: Point(24, 16), viewport: Rect(x: 0, y: 0, width: 56, height: 32),
      color: Color(0xFFFFFF))
    let rows = try drawing(outline, scale: 1, PixelSize(width: 56, height: 32)).split(
      separator: "\n")
    // The left edge and the cross, the mark's line and the bottom edge.
    #expect(rows[4] == "·······77······························77···············")
    #expect(rows[15] == "·······77··········4774774776474·47774·56474·47774·44···")
    #expect(rows[28] == "·······577777774···477777774···4777777454··477777774···4")
    #expect(rows[29].allSatisfy { $0 == "·" })
  }

  @Test func `has lines of the same widths in points on any screen`() throws {
    let one = Outline(
      edges: Rect(x: 4, y: 4, width: 16, height: 16), cross: Point(12, 12),
      middle: Point(12, 12), viewport: Rect(x: 0, y: 0, width: 24, height: 24),
      color: Color(0xFFFFFF))
    let two = Outline(
      edges: one.edges * 2, cross: one.cross * 2, middle: one.middle * 2,
      viewport: one.viewport * 2, color: one.color)
    let coarse = try drawing(one, scale: 1, PixelSize(width: 24, height: 24))
    let fine = try drawing(two, scale: 2, PixelSize(width: 48, height: 48))
    let lit = { (text: String) in text.compactMap(\.wholeNumberValue).reduce(0, +) }
    #expect(abs(Double(lit(fine)) / Double(lit(coarse)) - 4) < 0.2)
  }
}
