import OverscrollTestSupport
import ScrollEngine
import ScrollGeometry

@testable import OverscrollLab

extension Stage {
  /// Performs input that begins 0.1 s after the present, then frames at 60 Hz until nothing moves; `each` runs after every event and frame.
  func play(_ body: (inout Demo) -> Void = { _ in }, each: (Stage) -> Void = { _ in }) {
    for event in Demo.script(from: window.time + 0.1, body) {
      perform(event)
      each(self)
    }
    var frames = 0
    while window.needsAdvance, frames < 1200 {
      frames += 1
      perform(.init(time: window.time + 1.0 / 60, action: .frame(Script.Frame(index: frames))))
      each(self)
    }
  }

  /// The scene, of a known type.
  func scene<Kind: LabScene>(_: Kind.Type) -> Kind? { scene as? Kind }
}

/// A touch of one finger at the left of what a recorder is handed.
func touch(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) -> Event {
  .touch(phase, at: Point(9, y), time)
}

extension CallbackLog {
  /// The names of the callbacks, without repetitions in a row.
  var names: [String] {
    var names: [String] = []
    for line in lines {
      guard case .object(let fields)? = JSONValue(parsing: line[...]),
        case .string(let name)? = fields["callback"], names.last != name
      else { continue }
      names.append(name)
    }
    return names
  }
}
