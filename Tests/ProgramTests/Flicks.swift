import OverscrollLab
import ScrollEngine
import ScrollGeometry

extension Script {
  /// A touch that moves by a step with each event and lets go while it moves, with a frame 60 times a second.
  ///
  /// - Parameters:
  ///   - header: The set-up.
  ///   - start: The place of the first of the touch's events, 0.1 s after the start, in points.
  ///   - step: The way between two of them, in points.
  ///   - count: How many follow the first.
  ///   - interval: The time between two of them, in seconds.
  ///   - frames: The number of frames.
  /// - Returns: The script, whose touches come before frames of the same time.
  static func flick(
    _ header: Header, from start: Point, by step: Point, count: Int, interval: Double, frames: Int
  ) -> Script {
    let touches = (0...count).map { index in
      let time = 0.1 + Double(index) * interval
      let phase: TouchEvent.Phase = index == 0 ? .began : index == count ? .ended : .moved
      let place = start + step * Double(index)
      return TimedEvent(
        time: time,
        action: .event(.touch(TouchEvent(id: 1, phase: phase, location: place, timestamp: time))))
    }
    let refreshes = (1...frames).map {
      TimedEvent(time: Double($0) / 60, action: .frame(Frame(index: $0 - 1)))
    }
    return Script(header: header, events: (touches + refreshes).sorted { $0.time < $1.time })
  }

  /// A flick from the first page of the scene `paging` to the second, with frames until it rests.
  static let pagingFlick: Script = {
    var header = Header()
    header.scene = Scenes.all.scene("paging")
    return .flick(
      header, from: Point(300, 160), by: Point(-12, 0), count: 10, interval: 0.01, frames: 120)
  }()
}
