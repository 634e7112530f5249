import Glibc
import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollLab

/// Whether curves of what a window showed are what the engine does: frames are drawn only where something moves.
@Suite struct `A curve of a window` {
  /// The frames of the window per second, the states of the engine it is held against, and the columns per second.
  private static let (frames, states, columns) = (60.0, 1000.0, 97.0)
  /// The height of a lane that is exact to a pixel, in pixels.
  private static let height = 110.0
  /// The longest time without an event that is looked at, in seconds.
  private static let longest = 6.0
  /// The number of random scripts: `CURVE_SCRIPTS`, or 24.
  private static let scripts =
    getenv("CURVE_SCRIPTS").flatMap { UInt64(String(cString: $0)) } ?? 24

  @Test(arguments: Scenes.all.cards.map(\.name))
  func `shows what happens in each demo`(name: String) throws {
    check(try PlayedScene.script(name), name)
  }

  @Test(arguments: 0..<scripts)
  func `shows what happens in random scripts`(seed: UInt64) {
    check(RandomUse.script(seed: seed), "seed \(seed)")
  }

  /// Checks the curves of a whole take and those of a live chart at every column.
  private func check(_ script: Script, _ name: String) {
    let until = (script.events.last?.time ?? 0) + Self.longest
    let rows = rows(of: script, until: until)
    let end = (rows.last?.0.time ?? 0) + 1 / Self.frames
    let simulation = Simulation(script)
    let truth = (0...Int(end * Self.states)).map {
      simulation.sample(at: Double($0) / Self.states)
    }
    var history = CurveHistory()
    var series = Series(name: name)
    var scale = LiveScale()
    var meter = VelocityMeter()
    for (row, (state, geometry)) in rows.enumerated() {
      var sample = state
      sample.measuredVelocity = meter.measure(state.offset, at: state.time)
      history.append(sample, geometry, at: sample.time)
      series.append(sample, at: sample.time, geometry)
      _ = scale.follow(
        history, Chart.Group.allCases, in: sample.time - 4...sample.time, isFinal: row == 0)
      let outside = scale.formats.values.flatMap { format in
        format.columns.filter { column in
          let value = sample.value(of: column)
          return value.isFinite && !format.span.contains(value)
        }
      }
      #expect(outside.isEmpty, "\(name): \(outside) at \(sample.time) s")
    }
    let live = LaneBuilder(
      series: [history.series], styles: [.subject], times: 0...max(until, 1))
    let charts = [
      Chart([series], groups: Chart.Group.allCases),
      Chart(lanes: Chart.Group.allCases.compactMap { live.lane($0, isNeeded: true) }),
    ]
    for chart in charts {
      for lane in chart.lanes {
        for curve in lane.curves {
          let wrong = firstLie(of: curve, lane, truth, until: rows.last?.0.time ?? 0)
          #expect(wrong == nil, "\(name): \(curve.name) \(wrong ?? "")")
        }
      }
    }
  }

  /// The frames that a window shows: those before which something happened or moved.
  private func rows(
    of script: Script, until end: Double
  ) -> [(Trace.Sample, ScrollLimits)] {
    let simulation = Simulation(script)
    var rows: [(Trace.Sample, ScrollLimits)] = []
    var (frame, next) = (0, 0)
    while Double(frame) / Self.frames <= end, !(simulation.isOver && frame > 0) {
      let time = Double(frame) / Self.frames
      let first = next
      while next < script.events.count, script.events[next].time <= time { next += 1 }
      if frame == 0 || next > first || simulation.stage.window.needsAdvance {
        let sample = simulation.sample(at: time)
        rows.append((sample, ScrollLimits(simulation.stage.scrollView)))
      }
      frame += 1
    }
    return rows
  }

  /// The first column at which a curve shows what was not within a frame, by more than a pixel; `nil` where there is none.
  private func firstLie(
    of curve: Chart.Curve, _ lane: Chart.Lane, _ truth: [Trace.Sample], until end: Double
  ) -> String? {
    guard let column = Series.Column(name: curve.name) else { return "is no column" }
    let pixel = (lane.span.upperBound - lane.span.lowerBound) / Self.height
    // The least and the greatest value of each state, of the frames that may end at it; infinite where it has none.
    var (least, greatest) = ([Double](), [Double]())
    for index in truth.indices {
      var (low, high) = (Double.infinity, -Double.infinity)
      for value in values(of: column, lane.kind, truth, index) where value.isFinite {
        (low, high) = (min(low, value), max(high, value))
      }
      least.append(low)
      greatest.append(high)
    }
    let single = Chart(
      lanes: [Chart.Lane(kind: lane.kind, title: "", curves: [curve], span: lane.span)])
    for place in 0..<Int(end * Self.columns) {
      let time = (Double(place) + 0.5) / Self.columns
      guard let value = single.readout(at: time).values.first?.value else {
        if lane.kind == .fingerVelocity { continue }
        return "shows nothing at \(time) s"
      }
      var first = max(0, Int(((time - 1 / Self.frames) * Self.states).rounded(.down)))
      // While a finger is reported late the velocity lasts until the next report.
      if lane.kind == .velocity, [.tracking, .dragging, .zooming].contains(truth[first].phase) {
        first = max(0, Int(((time - FrameStep.longest) * Self.states).rounded(.down)))
      }
      let last = min(
        least.count - 1, Int(((time + 1 / Self.frames) * Self.states).rounded(.up)))
      guard first <= last else { continue }
      var (low, high) = (Double.infinity, -Double.infinity)
      for index in first...last {
        (low, high) = (min(low, least[index]), max(high, greatest[index]))
      }
      if low <= high, value < low - pixel || value > high + pixel {
        return "shows \(value) at \(time) s, where it was \(low)…\(high)"
      }
    }
    return nil
  }

  /// The values that a curve may have at a state.
  private func values(
    of column: Series.Column, _ kind: Chart.Lane.Kind, _ truth: [Trace.Sample], _ index: Int
  ) -> [Double] {
    // A finger that rests has no samples.
    if kind == .fingerVelocity { return [truth[index].value(of: column), 0] }
    guard kind == .velocity else { return [truth[index].value(of: column)] }
    // A velocity is that of a whole frame, which may begin anywhere.
    let states = Self.states / Self.frames
    return [states.rounded(.down), states.rounded(.up)].map { way in
      var sample = truth[index]
      let before = truth[max(0, index - Int(way))]
      sample.measuredVelocity = (sample.offset - before.offset) * Self.frames
      return sample.value(of: column)
    }
  }
}

extension Trace.Sample {
  /// The value of a curve.
  fileprivate func value(of column: Series.Column) -> Double {
    switch column {
    case .offsetX: offset.x
    case .offsetY: offset.y
    case .velocityX: measuredVelocity.x
    case .velocityY: measuredVelocity.y
    case .lawVelocityX: lawVelocity.x
    case .lawVelocityY: lawVelocity.y
    case .fingerVelocityX: fingerVelocity?.x ?? .nan
    case .fingerVelocityY: fingerVelocity?.y ?? .nan
    default: log2(zoomScale)
    }
  }
}
