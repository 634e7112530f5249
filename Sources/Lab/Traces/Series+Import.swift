import ScrollEngine
import ScrollGeometry

extension Series {
  /// The display rate assumed where a recording does not give its own, in hertz. [C]
  static let usualRate = 60.0
  /// The time by which a touch may come after a frame and still belong to it, in frames. [C]
  ///
  /// Recorded touches that came with a frame lie within a few hundredths of it.
  private static let frameTolerance = 0.1
  /// The number of simulations from which an unknown offset before the touch is found. [C]
  ///
  /// One finds it inside the range, where content follows the finger 1:1; beyond an edge it takes a few.
  private static let solvingRounds = 8

  /// The touches and the set-up of a recording as a script.
  ///
  /// Where touches came with the frames, all are shifted by the same amount, so that the first lift falls on the nearest multiple
  /// of a frame. UIKit shows a whole step of the deceleration in the frame that brings the lift: the timestamps are one frame
  /// earlier than the times at which the touches act. Where touches came between frames, their times stay.
  ///
  /// - Throws: ``LabError`` if the recording has no touches.
  package func script() throws(LabError) -> Script {
    guard !touches.isEmpty else {
      throw LabError(file: name, problem: "has no touches to import (columns touch, id, x, y)")
    }
    var header = header ?? Script.Header()
    header.version = Script.versions.upperBound
    let events =
      switch delivery {
      case .frames: framedEvents
      case .between: touches.map { $0.event(at: $0.time, stamp: $0.time) }
      }
    let script = Script(header: header, events: events)
    return header.settings.contains { $0.property == .contentOffset } ? script : started(script)
  }

  // MARK: Times

  /// The touches as events that come with the frames.
  private var framedEvents: [Script.TimedEvent] {
    let rate = rate ?? Self.usualRate
    let times = actingTimes
    let shift = gridShift
    return zip(touches, times).map { touch, time in
      let frame = touch.phase == .ended ? time : max(0, touch.time + shift)
      return touch.event(at: time, stamp: min(frame - 1 / rate, time))
    }
  }

  /// The times at which the touches act: lifts on the nearest frame, a touch after a lift on the last frame before it.
  private var actingTimes: [Double] {
    let (rate, shift) = (rate ?? Self.usualRate, gridShift)
    var down: Set<Int> = []
    var lift: Double?
    var times: [Double] = []
    for touch in touches {
      var time = max(0, touch.time + shift)
      switch touch.phase {
      case .began:
        if down.isEmpty, let lift {
          time = max(lift, ((time * rate - Self.frameTolerance).rounded(.up) - 1) / rate)
        }
        down.insert(touch.id)
      case .ended, .cancelled:
        if touch.phase == .ended { time = (time * rate).rounded() / rate }
        down.remove(touch.id)
        lift = time
      case .moved, .stationary: break
      }
      times.append(time)
    }
    // What came before a lift came no later than with its frame.
    for index in times.indices.dropLast().reversed() {
      times[index] = min(times[index], times[index + 1])
    }
    return times
  }

  /// The shift that brings the first lift to a multiple of a frame, in seconds.
  private var gridShift: Double {
    guard let release = touches.first(where: { $0.phase == .ended })?.time else { return 0 }
    let rate = rate ?? Self.usualRate
    return (release * rate).rounded() / rate - release
  }

  // MARK: The offset before the touch

  /// Returns the script with the offset before the first touch: the last sample before it, or else the one with which the first
  /// sample after it fits.
  private func started(_ script: Script) -> Script {
    let columns = [Column.offsetX, .offsetY]
    let known = columns.map { column in rows(of: column).last { $0.time <= touches[0].time }?.value
    }
    let later = columns.map { column in rows(of: column).first { $0.time > touches[0].time } }
    guard (known + later.map { $0?.value }).contains(where: { $0 != nil }) else { return script }
    let map = try? TimeMap(
      .frames, of: Series(name: name, touches: Series.touches(of: script)), with: self)
    let view = Stage(script.header).scrollView
    let (lower, upper) = (view.minimumContentOffset, view.maximumContentOffset)
    var start = view.contentOffset
    start.x = known[0] ?? later[0]?.value ?? start.x
    start.y = known[1] ?? later[1]?.value ?? start.y
    func placed() -> Script {
      var script = script
      script.header.settings.append(.contentOffset(start))
      return script
    }
    func miss(_ axis: Int, _ path: KeyPath<Point, Double>) -> Double {
      guard known[axis] == nil, let sample = later[axis] else { return 0 }
      let time = map?(sample.time) ?? sample.time
      return sample.value - Simulation(placed()).sample(at: max(time, 0)).offset[keyPath: path]
    }
    for _ in 0..<Self.solvingRounds {
      let step = Point(miss(0, \.x), miss(1, \.y))
      guard step != .zero else { break }
      start.x = known[0] ?? min(max(start.x + step.x, lower.x), upper.x)
      start.y = known[1] ?? min(max(start.y + step.y, lower.y), upper.y)
    }
    return placed()
  }

  /// The rows where a column is known.
  private func rows(of column: Column) -> [(time: Double, value: Double)] {
    zip(times, values[column] ?? []).filter { !$0.1.isNaN }.map { ($0, $1) }
  }
}

extension Series.Touch {
  /// The touch as input that acts at `time`.
  fileprivate func event(at time: Double, stamp: Double) -> Script.TimedEvent {
    Script.TimedEvent(
      time: time,
      action: .event(
        .touch(TouchEvent(id: id, phase: phase, location: location, timestamp: stamp))))
  }
}
