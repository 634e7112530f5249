public import ScrollEngine

extension Control {
  /// The states of a control.
  ///
  /// Corresponds to `UIControl.State`.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// None of the others.
    public static let normal: Self = []
    /// A touch is on the control.
    public static let highlighted = Self(rawValue: 1)
    /// The control does not respond to touches.
    public static let disabled = Self(rawValue: 2)
    /// The control is selected.
    public static let selected = Self(rawValue: 4)
  }

  /// The state of the control.
  ///
  /// Corresponds to `UIControl.state`.
  public var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }
}
