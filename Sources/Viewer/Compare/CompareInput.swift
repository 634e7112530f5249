import OverscrollBrowser
import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// Where input goes while two pictures are compared: to the scroll view by the viewport in which it began, to the plate, or to the
/// line of the wipe.
struct CompareInput {
  /// What a touch moves.
  enum Owner: Hashable {
    /// The scroll view, by the viewport whose left edge is at a distance from the window's, in points.
    case view(left: Double)
    /// The plate; what was pressed there.
    case plate(ComparePlate.Target)
    case divider
  }

  /// The pointer's place, in points; `nil` if it has left the content.
  var pointer: Point?
  /// Whether the pointer is over the plate.
  var isOverPlate = false
  /// The part of a step that the wheel has turned over the plate.
  var rest = 0.0
  private var owners: [Int: (owner: Owner, latest: TouchEvent)] = [:]

  /// The distance from the wipe's line within which a finger drags it, in points. [C]
  static let dividerReach = 22.0
  /// The touchpad travel that makes a step, in points. [C]
  static let stepTravel = 30.0

  /// Returns what a touch moves: what lies where it begins, until it ends.
  mutating func owner(of touch: TouchEvent, beginningAt hit: Owner?) -> Owner? {
    let owner = touch.phase == .began ? hit : owners[touch.id]?.owner
    switch touch.phase {
    case .ended, .cancelled: owners[touch.id] = nil
    default: if let owner { owners[touch.id] = (owner, touch) }
    }
    return owner
  }

  /// Whether a touch moves the scroll view.
  var movesView: Bool {
    owners.values.contains { if case .view = $0.owner { true } else { false } }
  }

  /// Cancels the touches in a viewport that moves.
  mutating func cancelTouches(of view: PictureView, at time: Double) {
    for (owner, latest) in owners.values {
      guard case .view(let left) = owner else { continue }
      var touch = latest
      touch.phase = .cancelled
      touch.timestamp = max(time, touch.timestamp)
      view.send(Event.touch(touch).mapped { $0 - Point(left, 0) })
    }
    owners = [:]
  }

  /// Returns the whole steps that the wheel has turned.
  mutating func steps(turning amount: Double) -> Int {
    rest += amount
    let steps = rest.rounded(.towardZero)
    rest -= steps
    return Int(min(max(steps, -100), 100))
  }
}
