/// A view with actions, such as a button.
///
/// By default a scroll view does not cancel the touches of a control (``ScrollView/touchesShouldCancel(in:)``).
/// Corresponds to `UIControl`.
nonisolated open class Control: View {
  /// A Boolean value that indicates whether a touch that began in the control is down.
  ///
  /// Corresponds to `UIControl.isTracking`.
  public private(set) var isTracking = false
  /// A Boolean value that indicates whether the tracked touch is inside the control.
  ///
  /// Corresponds to `UIControl.isTouchInside`.
  public private(set) var isTouchInside = false
  /// A Boolean value that determines whether the control responds to touches; true by default.
  ///
  /// Corresponds to `UIControl.isEnabled`.
  open var isEnabled = true
  /// A Boolean value that indicates whether the control is selected; false by default.
  ///
  /// Corresponds to `UIControl.isSelected`.
  open var isSelected = false
  /// A Boolean value that indicates whether a touch highlights the control.
  ///
  /// Corresponds to `UIControl.isHighlighted`.
  open var isHighlighted = false

  private var actions: [Action] = []

  private struct Action {
    weak var owner: AnyObject?
    /// False after the owner was released.
    let hasOwner: Bool
    let events: Events
    let body: (Control, Event?) -> Void
  }

  /// Adds a handler, called on a touch-up inside the control or, for controls with a value, when the user changes it.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)` with the control's primary action.
  public func addAction(_ handler: @escaping () -> Void) {
    addAction(for: .primaryActionTriggered) { _, _ in handler() }
  }

  /// Adds a handler for some events.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)`.
  public func addAction(for events: Events, _ handler: @escaping () -> Void) {
    addAction(for: events) { _, _ in handler() }
  }

  /// Adds a handler for some events, as long as `owner` exists where there is one.
  ///
  /// Corresponds to `UIControl.addTarget(_:action:for:)`.
  public func addAction(
    for events: Events, owner: AnyObject? = nil, _ handler: @escaping (Control, Event?) -> Void
  ) {
    actions.append(
      Action(owner: owner, hasOwner: owner != nil, events: events, body: handler))
  }

  /// Removes the handlers of `owner` for some events; all handlers for `nil`.
  ///
  /// Corresponds to `UIControl.removeTarget(_:action:for:)`.
  public func removeActions(of owner: AnyObject?, for events: Events) {
    actions.removeAll {
      (owner == nil || $0.owner === owner) && !$0.events.isDisjoint(with: events)
    }
  }

  /// Calls the actions of the control's primary event.
  ///
  /// Corresponds to `UIControl.sendActions(for:)` with the control's primary action.
  public func sendActions() {
    sendActions(for: .primaryActionTriggered)
  }

  /// Calls the actions for some events.
  ///
  /// Corresponds to `UIControl.sendActions(for:)`.
  open func sendActions(for events: Events) {
    send(events, nil)
  }

  /// Returns whether there is a handler for any of `events`.
  func hasAction(for events: Events) -> Bool {
    actions.contains { !$0.events.isDisjoint(with: events) }
  }

  /// The events of a touch-up inside the control.
  var touchUpEvents: Events { [.touchUpInside, .primaryActionTriggered] }

  /// Called when a touch begins in the control; returns whether to track it.
  ///
  /// Corresponds to `UIControl.beginTracking(_:with:)`.
  open func beginTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Called when the tracked touch moves; returns whether to continue.
  ///
  /// Corresponds to `UIControl.continueTracking(_:with:)`.
  open func continueTracking(_ touch: Touch, with event: Event?) -> Bool { true }

  /// Called when the tracked touch lifts.
  ///
  /// Corresponds to `UIControl.endTracking(_:with:)`.
  open func endTracking(_ touch: Touch?, with event: Event?) {}

  /// Called when the tracked touch is canceled.
  ///
  /// Corresponds to `UIControl.cancelTracking(with:)`.
  open func cancelTracking(with event: Event?) {}

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    guard isEnabled, let touch = touches.first, beginTracking(touch, with: event) else { return }
    isTracking = true
    isTouchInside = true
    isHighlighted = true
    send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard isTracking, let touch = touches.first else { return }
    let wasInside = isTouchInside
    isTouchInside = contains(touch, event)
    isHighlighted = isTouchInside
    guard continueTracking(touch, with: event) else {
      stopTracking()
      return
    }
    if wasInside != isTouchInside { send(isTouchInside ? .touchDragEnter : .touchDragExit, event) }
    send(isTouchInside ? .touchDragInside : .touchDragOutside, event)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    guard isTracking, let touch = touches.first else { return }
    stopTracking()
    endTracking(touch, with: event)
    guard contains(touch, event) else {
      send(.touchUpOutside, event)
      return
    }
    send(touchUpEvents, event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    guard isTracking else { return }
    stopTracking()
    cancelTracking(with: event)
    send(.touchCancel, event)
  }

  private func stopTracking() {
    isTracking = false
    isTouchInside = false
    isHighlighted = false
  }

  private func contains(_ touch: Touch, _ event: Event?) -> Bool {
    point(inside: touch.location(in: self), with: event)
  }

  /// Calls each action for any of `events` once.
  private func send(_ events: Events, _ event: Event?) {
    actions.removeAll { $0.hasOwner && $0.owner == nil }
    for action in actions where !action.events.isDisjoint(with: events) {
      action.body(self, event)
    }
  }
}

extension Control {
  /// The events for which a control calls its actions.
  ///
  /// Corresponds to `UIControl.Event`.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// A touch began in the control.
    public static let touchDown = Self(rawValue: 1)
    /// A touch began that is at least the second tap in succession.
    public static let touchDownRepeat = Self(rawValue: 2)
    /// The touch moved inside the control.
    public static let touchDragInside = Self(rawValue: 4)
    /// The touch moved outside of the control.
    public static let touchDragOutside = Self(rawValue: 8)
    /// The touch moved into the control.
    public static let touchDragEnter = Self(rawValue: 16)
    /// The touch left the control.
    public static let touchDragExit = Self(rawValue: 32)
    /// The touch lifted inside the control.
    public static let touchUpInside = Self(rawValue: 64)
    /// The touch lifted outside of the control.
    public static let touchUpOutside = Self(rawValue: 128)
    /// The touch was canceled.
    public static let touchCancel = Self(rawValue: 256)
    /// The user changed the control's value.
    public static let valueChanged = Self(rawValue: 1 << 12)
    /// The control's main event: a touch-up inside, or a change of the value.
    public static let primaryActionTriggered = Self(rawValue: 1 << 13)
    /// Editing began.
    public static let editingDidBegin = Self(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Self(rawValue: 1 << 17)
    /// Editing ended.
    public static let editingDidEnd = Self(rawValue: 1 << 18)
    /// Editing ended by the return key.
    public static let editingDidEndOnExit = Self(rawValue: 1 << 19)
    /// All touch events.
    public static let allTouchEvents = Self(rawValue: 0xFFF)
    /// All editing events.
    public static let allEditingEvents = Self(rawValue: 0xF0000)
    /// All events.
    public static let allEvents = Self(rawValue: .max)
  }
}
