import OverscrollShell
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// The pixels of a panel of curves, compared with those of charts.
@Suite struct `A panel of curves, drawn,` {
  @Test(arguments: [1.0, 2])
  func `draws a take as its chart, with the cursor and the values under the pointer`(
    scale: Double
  ) throws {
    let rig = try CurvesRig(try CurvesRig.use(1), scale: scale)
    rig.append(0)
    rig.show()
    let chart = Chart([Series(try CurvesRig.use(1), name: "take", rate: 60)], to: 4)
    rig.panel.take = chart
    let whole = try rig.pixels(of: chart, caption: "time, s") { $0.drawContent() }
    #expect(try rig.draw() == whole)
    rig.panel.cursor = 1.25
    let marked = try rig.pixels(of: chart, caption: "time, s") {
      $0.drawContent()
      $0.drawCursor(chart.readout(at: 1.25), showsValues: false)
    }
    #expect(try rig.draw() == marked)
    rig.panel.pointerMoved(to: Point(500, 60))
    let pointed = try rig.pixels(of: chart, caption: "time, s") {
      $0.drawContent()
      $0.drawCursor(chart.readout(at: 1.25), showsValues: false)
      let time = chart.frameTime(at: $0.scale.time(500))
      $0.drawCursor(chart.readout(at: time), showsValues: true)
    }
    #expect(try rig.draw() == pointed)
    // Outside of the lanes nothing is pointed at.
    for place in [Point(100, 60), Point(690, 60), Point(500, 221)] {
      rig.panel.pointerMoved(to: place)
      #expect(try rig.draw() == marked)
    }
  }

  @Test func `has titles and numbers beside its lanes, and the time across them`() throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    for frame in 0..<150 { rig.append(Double(frame) / 60, isMoving: true) }
    let latest = try #require(rig.history.latest)
    // The same curves, and so the same axes, over more time.
    for (duration, caption) in [(4.0, "last 4 s"), (6, "last 6 s")] {
      let shown = try rig.draw()
      let builder = LaneBuilder(
        series: [rig.history.series], styles: [.subject], times: latest - duration...latest)
      let chart = Chart(lanes: Chart.Group.usual.compactMap { builder.lane($0, isNeeded: true) })
      let expected = try rig.pixels(of: chart, caption: caption) { _ in }
      for row in 0..<220 {
        for columns in [0..<136, 688..<700] {
          let range = columns.lowerBound + row * 700..<columns.upperBound + row * 700
          #expect(shown[range] == expected[range], "row \(row)")
        }
      }
      rig.panel.send(
        .wheel(WheelEvent(notches: Point(0, 1), location: Point(300, 50), timestamp: 0)))
    }
  }

  @Test func `has a cursor under the pointer alone, live too`() throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    for frame in 0..<150 { rig.append(Double(frame) / 60) }
    let plain = try rig.draw()
    for x in [200.0, 400, 640] {
      rig.panel.pointerMoved(to: Point(x, 60))
      let pointed = try rig.draw()
      // Below the plate.
      let row = 700 * 216
      let changed = (0..<700).filter { pointed[row + $0] != plain[row + $0] }
      // At the last frame up to the pointer: of 240 in the lane, one is less than 3 points.
      let distance = x - Double(changed.first ?? 0)
      #expect(changed.count == 1 && (-1...4).contains(distance), "\(x): \(changed)")
    }
  }

  @Test func `draws the newest part no more often than every 45 ms, and moves every 12 ms`() throws
  {
    let rig = try CurvesRig(try CurvesRig.use(1))
    var (drawn, shown): ([Int], [Int]) = ([], [])
    for step in 0..<400 {
      rig.append(Double(step) / 1000, isMoving: true)
      rig.show()
      if rig.panel.settlingTime == nil { drawn.append(step) }
    }
    let gaps = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy((45...46).contains) && gaps.count > 6)
    for step in 0..<1000 {
      rig.append(0.4 + Double(step) / 10_000, isMoving: true)
      guard rig.panel.needsDisplay else { continue }
      shown.append(step)
      rig.show()
    }
    #expect(zip(shown, shown.dropFirst()).allSatisfy { (120...121).contains($1 - $0) })
  }

  @Test(arguments: [1.0, 2])
  func `has a line above its lanes, and the colors of the phases to the last row`(
    scale: Double
  ) throws {
    let rig = try CurvesRig(try CurvesRig.use(1), scale: scale)
    for frame in 0..<30 { rig.append(Double(frame) / 60) }
    _ = try rig.draw()
    for x in [140.0, 400, 680] {
      #expect(rig.pixel(x, 0) == 0xFF36_3B44)
      #expect(rig.pixel(x, 1.01) != 0xFF36_3B44)
    }
    // At rest before the first touch.
    #expect(rig.pixel(683, 208) == rig.pixel(683, 219.5))
  }

  @Test func `is up to date once its newest part is drawn, though a motion goes on`() throws {
    let rig = try CurvesRig(try CurvesRig.use(1))
    rig.append(0, isMoving: true)
    #expect(rig.panel.settlingTime == 0.05)
    rig.show()
    #expect(rig.panel.settlingTime == nil)
    rig.append(1.0 / 60, isMoving: false)
    #expect(rig.panel.settlingTime == nil)
  }

  /// A finger rests for six seconds: its phase begins to the left of the four seconds that are seen.
  @Test(arguments: [1.0, 2])
  func `has the name of a phase that began earlier at its left edge, or none where it is cut`(
    scale: Double
  ) throws {
    let lines = [
      #"{"overscroll":1,"viewport":[300,300],"content":[300,2000]}"#,
      #"{"t":0.2,"touch":"began","id":1,"at":[100,200]}"#,
      #"{"t":0.25,"touch":"moved","id":1,"at":[100,150]}"#,
      #"{"t":6,"touch":"ended","id":1,"at":[100,150]}"#,
    ]
    let rig = try CurvesRig(
      Script(parsing: lines.joined(separator: "\n"), file: "hold"), scale: scale)
    let names = (136..<188, 209..<219)
    func pixels(_ all: [UInt32]) -> [UInt32] {
      let width = Int(700 * scale)
      return stride(from: Double(names.1.lowerBound), to: Double(names.1.upperBound), by: 1 / scale)
        .flatMap { y in
          let start = Int(y * scale) * width
          return all[
            start + Int(Double(names.0.lowerBound) * scale)..<start
              + Int(Double(names.0.upperBound) * scale)]
        }
    }
    var frame = 0
    func append(until time: Double) throws -> [UInt32] {
      while Double(frame) / 60 <= time {
        rig.append(Double(frame) / 60, isMoving: true)
        rig.show()
        frame += 1
      }
      return pixels(try rig.draw())
    }
    for time in [4.3, 5.5, 7] {
      let shown = try append(until: time)
      let latest = try #require(rig.history.latest)
      var chart = Chart(times: latest - 4...latest)
      chart.bands = rig.history.bands.filter { $0.phase == .dragging }
      let whole = try rig.pixels(of: chart, caption: "") { $0.drawContent() }
      #expect(shown == pixels(whole), "at \(time) s")
      #expect(Set(shown).count > 3)
    }
    // 27 of the 138 points of a second are left, too few for the name.
    let shown = try append(until: 9.8)
    let left = shown.indices.filter { $0 % Int(52 * scale) < Int(20 * scale) }.map { shown[$0] }
    #expect(Set(left).count == 1)
  }
}
