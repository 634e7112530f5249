import ScrollEngine
import ScrollGeometry

/// The time between the frames of a display, as rows tell it.
///
/// Where nothing moves there are no frames: a longer time between rows is a gap, in which nothing is known to have changed.
enum FrameStep {
  /// The longest time from one frame to the next during a motion, in seconds; longer ones are pauses. [C]
  static let longest = 0.1
  /// The frames after which the next row follows a gap. [C]
  private static let gap = 1.5

  /// The longest time between two rows without a gap, in seconds: one and a half times the median of those that aren't pauses.
  ///
  /// Where all are longer, rows that are equally far apart are samples at a rate of their own.
  static func longest(of steps: some Sequence<Double>) -> Double {
    let all = steps.filter { $0 > 0 }
    let frames = all.filter { $0 <= longest }.sorted()
    guard frames.isEmpty, let least = all.min(), let most = all.max() else {
      return frames.isEmpty ? .infinity : gap * frames[frames.count / 2]
    }
    return most <= gap * least ? .infinity : gap * longest
  }
}

extension Series {
  /// The series with rows added that hold the values over each gap, so that a line through the rows steps at its end.
  ///
  /// The velocity over a gap is 0, but where the content moved on: by itself, while frames were missed, or with input that is
  /// reported less often than frames are shown. At the row before the gap it is that row's.
  func holdingGaps() -> Series { movingLateRows().holdingOwnGaps() }

  /// How long after its time a late row is shown at least, in refreshes. [C]
  private static let leastLateness = 1.5

  /// The series with rows that were shown late at the times of the display, by which velocities are measured.
  ///
  /// Until then the display showed the row before. Other rows stay at the times that were drawn for, as input does.
  private func movingLateRows() -> Series {
    guard frames.count == count else { return self }
    var series = self
    let least = Self.leastLateness * refreshPeriod
    for row in times.indices {
      guard let frame = frames[row], frame.missed > 0, let shown = frame.presented,
        shown - times[row] > least
      else { continue }
      let moved = max(times[row], min(shown, row + 1 < count ? times[row + 1] : shown))
      series.setTime(moved, ofRow: row)
    }
    series.ticks.sort { $0.time < $1.time }
    return series
  }

  private func holdingOwnGaps() -> Series {
    let longest = FrameStep.longest(of: zip(times.dropFirst(), times).lazy.map { $0 - $1 })
    let late = Set(ticks.lazy.filter { $0.kind == .missedRefresh }.map(\.time))
    var gaps: [Gap] = []
    for row in times.indices.dropLast() where times[row + 1] - times[row] > longest {
      gaps.append(Gap(row: row, isAtRest: stands(after: row) && !late.contains(times[row + 1])))
    }
    return gaps.isEmpty ? self : holding(gaps)
  }

  /// The time between the display's refreshes, in seconds, or else the usual one between rows.
  var refreshPeriod: Double { frames.compactMap(\.self).refreshPeriod ?? usualStep }

  /// Takes in the refreshes of the take whose rows these are, and those that were missed before them.
  ///
  /// - Parameters:
  ///   - script: The take.
  ///   - moving: What moves at each row, in any scroll view.
  mutating func setFrames(of script: Script, moving: [ScrollView.Phase]) {
    let refreshes = script.refreshes(moving: moving, at: times)
    frames = [nil] + refreshes.map(\.frame)
    firstRows = Set(refreshes.indices.filter { refreshes[$0].isFirst }.map { $0 + 1 })
    let late = zip(times, frames).filter { ($0.1?.missed ?? 0) > 0 }.map {
      Chart.Tick(kind: .missedRefresh, time: $0.0)
    }
    ticks = (ticks.filter { $0.kind != .missedRefresh } + late).sorted { $0.time < $1.time }
  }

  /// Returns whether nothing moves after a row and before the next.
  func isAtRest(after row: Int) -> Bool {
    // Without an event input moves nothing.
    phases[row].map { !$0.movesByItself } ?? stands(after: row)
  }

  /// Returns whether nothing moves after a row for so long that a finger rests, and is not merely reported late.
  func stands(after row: Int) -> Bool {
    switch phases[row] {
    case .decelerating, .animating, .zoomBouncing: false
    case .idle: true
    case .tracking, .dragging, .zooming, nil:
      times[row + 1] - times[row] > FrameStep.longest || !moves(row) || !moves(row + 1)
    }
  }

  /// Returns whether there is a velocity at a row.
  private func moves(_ row: Int) -> Bool {
    [Column.velocityX, .velocityY].contains { (values[$0]?[row].known ?? 0) != 0 }
  }
}

extension [Point] {
  /// The points with one that is not known in each gap, so that a line ends there and begins again.
  func interruptingGaps() -> [Point] { fillingGaps { last, _ in Point(last.x, .nan) } }

  /// The points with one added at the end of each gap, with the value before it.
  func holdingGaps() -> [Point] { fillingGaps { last, next in Point(next.x, last.y) } }

  /// The points with one added in each gap, between the point before it and the one after it.
  private func fillingGaps(_ point: (_ last: Point, _ next: Point) -> Point) -> [Point] {
    let longest = FrameStep.longest(of: zip(dropFirst(), self).lazy.map { $0.x - $1.x })
    return prefix(1)
      + zip(self, dropFirst()).flatMap { last, next in
        next.x - last.x > longest ? [point(last, next), next] : [next]
      }
  }
}
