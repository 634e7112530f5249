import ScrollEngine
import ScrollGeometry

/// Where the gestures of a series begin, and what moves.
extension Series {
  /// How long nothing moves before a motion without a finger is another gesture, in seconds: rows that are further apart than
  /// `step` tell of no rest. [C]
  private static func pause(_ step: Double) -> Double { max(0.25, 1.5 * step) }
  /// The columns that show a motion.
  private static let moving: [Column] = [.offsetX, .offsetY, .zoom]

  /// Whether the offset or the scale differs from that of the row before.
  func changes(at row: Int) -> Bool {
    Self.moving.contains { column in
      guard let values = values[column], let now = values[row].known else { return false }
      return values[..<row].last { !$0.isNaN }.map { $0 != now } ?? false
    }
  }

  /// Whether the window had another size at the row before, which moves the content without a gesture.
  func isResized(at row: Int) -> Bool {
    geometry.count == count && row > 0 && geometry[row].viewport != geometry[row - 1].viewport
  }

  /// Whether a program has set the offset or the scale at once between two rows, as where panels take room from the viewport.
  ///
  /// Only the engine's own phases tell that: all its motions have one, and a notch that moves at once is known.
  func isSet(at row: Int, after last: Int) -> Bool {
    tellsJumps && phases[last] == .idle && phases[row] == .idle && values[.lawVelocityX] != nil
      && !ticks.contains {
        $0.kind == .notch && $0.time > times[last] - timeRounding
          && $0.time <= times[row] + timeRounding
      }
  }

  /// Whether the content is elsewhere than at the row before without having moved: set by a program, or by another size of the
  /// window.
  func jumps(at row: Int) -> Bool {
    row > 0 && (isResized(at: row) || isSet(at: row, after: row - 1))
  }

  /// The rows of a gesture without those from the first jump after its last motion on, which are no one's.
  func withoutJumps(_ rows: Range<Int>) -> Range<Int> {
    let last = rows.dropFirst().last { changes(at: $0) && !jumps(at: $0) } ?? rows.lowerBound
    let jump = (last + 1..<max(last + 1, rows.upperBound)).first { changes(at: $0) }
    return rows.lowerBound..<(jump ?? rows.upperBound)
  }

  /// Whether a wheel, a key or a program takes content over that still decelerates, between two rows, as a finger that catches it
  /// does.
  private func isTakenOver(at row: Int, after last: Int) -> Bool {
    guard phases[last] == .decelerating, phases[row] == .animating || phases[row] == .zooming
    else { return false }
    func known(_ column: Column) -> Double { values[column]?[last].known ?? 0 }
    return Point(known(.lawVelocityX), known(.lawVelocityY)).length > Self.leastTakenOver
  }

  /// The least velocity of content that is taken over rather than come to rest, in points per second. [C]
  private static let leastTakenOver = 10.0

  /// Whether something moves by itself at a row, and so has no rest there.
  ///
  /// Without phases its last two steps tell that.
  func isMoving(at row: Int, until time: Double? = nil) -> Bool {
    if let phase = phases[row] { return phase.movesByItself }
    let rows = times.indices[...row].reversed().lazy.filter { [self] in isKnown(at: $0) }.prefix(3)
    let steps = Array(rows)
    guard steps.count == 3,
      time.map({ [self] time in
        time - times[steps[0]] <= Self.pause(times[steps[0]] - times[steps[1]])
      }) ?? true
    else { return false }
    return zip(steps, steps.dropFirst()).allSatisfy { later, earlier in
      way(from: earlier, to: later).length > Measurements.settlingDistance
    }
  }

  private func isKnown(at row: Int) -> Bool {
    Self.moving.contains { values[$0]?[row].known != nil }
  }

  /// The way of the content from a row to another, in points.
  private func way(from row: Int, to other: Int) -> Point {
    func way(_ column: Column) -> Double {
      values[column].flatMap { values in
        values[other].known.flatMap { end in values[row].known.map { end - $0 } }
      } ?? 0
    }
    return Point(way(.offsetX), way(.offsetY))
  }

  /// The first row at or after a time at which a finger goes down or lifts, in seconds.
  ///
  /// A frame of that very time may have been drawn before, and does not show it.
  func firstRow(showing time: Double, isDown: Bool) -> Int {
    var row = times.partitioningIndex { $0 >= time - timeRounding }
    while row + 1 < count, times[row] <= time + timeRounding, isHeld(at: row) == !isDown,
      isHeld(at: row + 1) == isDown
    {
      row += 1
    }
    return row
  }

  /// Whether a finger is on the content at a row; `nil` where that is not known.
  private func isHeld(at row: Int) -> Bool? {
    phases[row].map { [.tracking, .dragging, .zooming].contains($0) }
  }

  /// The times at which gestures begin.
  var gestureStarts: [Double] {
    let held = heldTimes
    var starts = downTimes(held)
    var isDown = false
    var (lift, lastChange) = (-Double.infinity, -Double.infinity)
    var following = held[...]
    let rows = times.indices.filter(isKnown)
    let step = usualStep
    for index in rows.indices.dropFirst() where changes(at: rows[index]) {
      let (last, time) = (rows[index - 1], times[rows[index]])
      while let next = following.first, next.time <= time + timeRounding {
        isDown = next.isDown
        if !isDown { lift = next.time }
        // A rest under a finger ends nothing.
        lastChange = max(lastChange, next.time)
        following.removeFirst()
      }
      // A change that is no motion neither begins a gesture nor joins two.
      if !isDown, isResized(at: rows[index]) || isSet(at: rows[index], after: last) { continue }
      // What a finger has set in motion may be shown late.
      let isReleased = times[last] < lift - timeRounding && phases[rows[index]] != .animating
      let isPaused =
        !isReleased && time - lastChange > Self.pause(step)
        && !goesOn(rows, from: index - 1, step: step)
      if !isDown, isPaused || isTakenOver(at: rows[index], after: last) {
        starts.append(max(times[last], time - step))
      }
      lastChange = max(lastChange, time)
    }
    return starts.sorted()
  }

  /// Whether a motion goes on from one of some rows to the next, although rows between them are missing.
  ///
  /// Without phases the way between them tells that: after a rest it is that of one row, and not that of all that are missing.
  private func goesOn(_ rows: [Int], from index: Int, step: Double) -> Bool {
    let (last, next) = (rows[index], rows[index + 1])
    switch phases[last] {
    // A finger has lifted since.
    case .tracking, .dragging: return phases[next] != .animating
    case .zooming where phases[next] == .zooming:
      return rows[...index].reversed().lazy.prefix { phases[$0] == .zooming }
        .contains(where: changes)
    case .zooming: return phases[next] == .zoomBouncing
    // What has not moved yet, such as the animation of a wheel, begins.
    case .idle, .decelerating, .animating, .zoomBouncing:
      return !isAtRest(after: last) && changes(at: last)
    case nil: break
    }
    guard times[next] - times[last] > Self.pause(step), index > 0, index + 2 < rows.count else {
      return false
    }
    let before = way(from: rows[index - 1], to: last)
    let after = way(from: next, to: rows[index + 2])
    let way = way(from: last, to: next)
    let speeds = (
      before.length / (times[last] - times[rows[index - 1]]),
      after.length / (times[rows[index + 2]] - times[next])
    )
    return before.length > Measurements.settlingDistance
      && before.x * way.x + before.y * way.y > 0
      && way.length >= 2 * step * max(speeds.0, speeds.1)
  }

  /// The times at which the first finger goes down and the last one leaves, in their order: on the screen or a touchpad.
  private var heldTimes: [(time: Double, isDown: Bool)] {
    let touched = holds.map { (time: $0.time, isDown: $0.phase == .began) }
    let shown = touchpadHolds.flatMap { hold in
      [(time: hold.down, isDown: true), (time: hold.up, isDown: false)].filter { $0.time.isFinite }
    }
    return shown.isEmpty ? touched : (touched + shown).sorted { $0.time < $1.time }
  }

  /// When rows show the content held by no touch that is known, each from the first that does to the first that no longer does, in
  /// seconds: by the fingers on a touchpad, or, where no touches are known, by any.
  ///
  /// Recordings of other scroll views show touches late, and have no touchpad besides.
  var touchpadHolds: [(down: Double, up: Double)] {
    guard !touches.isEmpty else { return shownHolds }
    guard values[.lawVelocityX] != nil else { return [] }
    let holds = holds
    let touched = holds.indices.filter { holds[$0].phase == .began }.map { index in
      (down: holds[index].time, up: index + 1 < holds.count ? holds[index + 1].time : .infinity)
    }
    return shownHolds.filter { hold in
      let next = touched.partitioningIndex { $0.up >= hold.down - timeRounding }
      return next == touched.count || touched[next].down > hold.up + timeRounding
    }
  }

  /// When rows show the content held, each from the first that does to the first that no longer does, in seconds.
  private var shownHolds: [(down: Double, up: Double)] {
    var found: [(down: Double, up: Double)] = []
    var isDown = false
    for row in times.indices {
      guard let phase = phases[row] else { continue }
      // A wheel zooms without a finger; fingers that zoom have tracked the content before, or are on a touchpad.
      let isHeld =
        phase == .tracking || phase == .dragging
        || phase == .zooming && (isDown || hasTouchpadEvent(at: row))
      if isHeld, !isDown { found.append((times[row], .infinity)) }
      if !isHeld, isDown { found[found.count - 1].up = times[row] }
      isDown = isHeld
    }
    return found
  }

  /// Whether the touchpad had an event since the row before.
  private func hasTouchpadEvent(at row: Int) -> Bool {
    let last = row > 0 ? times[row - 1] : -.infinity
    let next = touchpadTimes.partitioningIndex { $0 >= last - timeRounding }
    return next < touchpadTimes.count && touchpadTimes[next] <= times[row] + timeRounding
  }

  /// The times at which the last finger leaves; without touches, those of the rows that show it.
  var liftTimes: [Double] { heldTimes.filter { !$0.isDown }.map(\.time) }

  /// The times at which the first finger goes down on the content.
  ///
  /// Where the content moves by itself in all rows under a finger, the finger is elsewhere in the window.
  private func downTimes(_ held: [(time: Double, isDown: Bool)]) -> [Double] {
    held.indices.filter { index in
      guard held[index].isDown else { return false }
      let end = index + 1 < held.count ? held[index + 1].time : .infinity
      let rows = times.indices[times.partitioningIndex { $0 > held[index].time + timeRounding }...]
        .prefix { times[$0] < end - timeRounding }
      return rows.count < 2 || rows.contains { phases[$0] == nil || !isMoving(at: $0) }
    }.map { held[$0].time }
  }
}
