import ScrollEngine

extension Series {
  /// The time of the lift before the first deceleration, or else of the first decelerating row, or else of the last touch up; `nil`
  /// where none is known.
  package var releaseTime: Double? {
    coasts.first.map { $0.lift ?? $0.start } ?? touches.last { $0.phase == .ended }?.time
      ?? flightStart
  }

  /// The time of the first decelerating row.
  package var flightStart: Double? {
    phases.firstIndex(of: .decelerating).map { times[$0] }
  }

  /// When the first finger goes down, and when and how the last one leaves: `began`, and `ended` or `cancelled`, in turn.
  var holds: [(time: Double, phase: TouchEvent.Phase)] {
    var down: Set<Int> = []
    return touches.compactMap { touch in
      let wasHeld = !down.isEmpty
      switch touch.phase {
      case .began: down.insert(touch.id)
      case .ended, .cancelled: down.remove(touch.id)
      case .moved, .stationary: break
      }
      return wasHeld == !down.isEmpty ? nil : (touch.time, touch.phase)
    }
  }

  /// The times at which the last finger lifts, and those of the touches that follow.
  package var lifts: [(time: Double, next: Double)] {
    let holds = holds
    return holds.indices.filter { holds[$0].phase == .ended }.map { index in
      (holds[index].time, index + 1 < holds.count ? holds[index + 1].time : .infinity)
    }
  }

  /// The rows that follow lifts: the time of the lift, if known, that of the first row, and that of the next touch.
  ///
  /// Where phases are known, the rows are those that decelerate.
  package var flights: [(lift: Double?, start: Double, end: Double)] {
    let isPhased = phases.contains { $0 != nil }
    guard !touches.isEmpty else { return flightStart.map { [(nil, $0, .infinity)] } ?? [] }
    // The recorded times of frames waver by a millisecond.
    let leeway = isPhased ? 0.5 / (rate ?? Self.usualRate) : 0
    return lifts.compactMap { lift, next in
      let first = times.indices.first {
        times[$0] >= lift - leeway && times[$0] < next
          && (!isPhased || phases[$0] == .decelerating)
      }
      return first.map { (lift, times[$0], next) }
    }
  }

  /// The ``flights`` in which the content moves, or all where it moves in none: without phases, a tap has one, too.
  var coasts: [(lift: Double?, start: Double, end: Double)] {
    let flights = flights
    let moving = flights.filter { flight in
      [Column.offsetX, .offsetY].contains { column in
        guard let values = values[column] else { return false }
        let (start, end) = (
          times.partitioningIndex { $0 >= flight.start },
          times.partitioningIndex { $0 >= flight.end }
        )
        let before = values[..<start].last { !$0.isNaN } ?? values[start]
        return values[start..<end].contains { abs($0 - before) > Measurements.settlingDistance }
      }
    }
    return moving.isEmpty ? flights : moving
  }
}
