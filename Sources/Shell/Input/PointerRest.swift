/// Decides when the pointer is hidden because it rests.
struct PointerRest: Hashable {
  /// How long the pointer rests before it is hidden, in seconds. [C]
  static let delay = 2.0

  /// When it is to be hidden, in seconds; `nil` while it is, or before it has moved.
  private(set) var deadline: Double?
  private(set) var isHidden = false

  /// The pointer has moved, or is shown for another reason.
  mutating func pointerMoved(at time: Double) {
    deadline = time + Self.delay
    isHidden = false
  }

  /// It has rested for long enough.
  mutating func hide() { (deadline, isHidden) = (nil, true) }
}
