import ScrollEngine
import ScrollGeometry

/// A window with one view, recognizers on it, and a log of their actions.
final class GestureStage {
  let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  let view = View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  private(set) var log: [String] = []

  init() { window.addSubview(view) }

  /// Attaches a recognizer whose actions are logged as `name` and its state.
  @discardableResult
  func attach<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, _ name: String = "")
    -> Recognizer
  {
    recognizer.addAction { [unowned self] in log.append("\(name)\($0.state)") }
    view.addGestureRecognizer(recognizer)
    return recognizer
  }

  func touch(_ phase: TouchEvent.Phase, _ place: Point, at time: Double, id: Int = 0) {
    window.send(.touch(TouchEvent(id: id, phase: phase, location: place, timestamp: time)))
  }

  /// A touch that begins at the first location, moves to the others 0.1 s apart, and lifts at the last.
  func stroke(_ places: Point..., at time: Double = 0, lift: Bool = true, id: Int = 0) {
    for (index, place) in places.enumerated() {
      touch(index == 0 ? .began : .moved, place, at: time + Double(index) / 10, id: id)
    }
    guard lift, let last = places.last else { return }
    touch(.ended, last, at: time + Double(places.count) / 10, id: id)
  }
}

/// A recognizer delegate that returns configured answers.
final class Referee: GestureRecognizerDelegate {
  var begins = true
  var joins = false

  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { begins }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { joins }
}
