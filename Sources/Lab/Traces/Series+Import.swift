package import OverscrollStage
import ScrollEngine
import ScrollGeometry

extension Series {
  /// The display rate assumed where a recording does not give its own, in hertz. [C]
  private static let usualRate = 60.0

  /// The touches and the set-up of a recording as a script.
  ///
  /// All touch times are shifted by the same amount, so that the release falls on the nearest multiple of a frame, as UIKit's
  /// first frame of a deceleration does.
  ///
  /// - Throws: ``LabError`` if the recording has no touches.
  package func script() throws(LabError) -> Script {
    guard !touches.isEmpty else {
      throw LabError(file: name, problem: "has no touches to import (columns touch, id, x, y)")
    }
    var header = header ?? Script.Header()
    header.version = Script.versions.upperBound
    if !header.settings.contains(where: { $0.property == .contentOffset }), let offset = start {
      header.settings.append(.contentOffset(offset))
    }
    let shift = gridShift
    let events = touches.map { touch in
      let time = max(0, touch.time + shift)
      return Script.TimedEvent(
        time: time,
        action: .event(
          .touch(
            TouchEvent(
              id: touch.id, phase: touch.phase, location: touch.location,
              timestamp: time - 1 / (rate ?? Self.usualRate)))))
    }
    return Script(header: header, events: events)
  }

  /// The shift that brings the release to a multiple of a frame, in seconds.
  private var gridShift: Double {
    guard let release = touches.last(where: { $0.phase == .ended })?.time else { return 0 }
    let rate = rate ?? Self.usualRate
    return (release * rate).rounded() / rate - release
  }

  /// The offset before anything moved, where the recording knows it.
  private var start: Point? {
    let x = values[.offsetX]?.first { !$0.isNaN }
    let y = values[.offsetY]?.first { !$0.isNaN }
    return x == nil && y == nil ? nil : Point(x ?? 0, y ?? 0)
  }
}
