/// A view with an action, such as a button.
///
/// By default a scroll view does not cancel the touches of a control (``ScrollView/touchesShouldCancel(in:)``).
/// Corresponds to `UIControl`.
open class Control: View {
  /// A Boolean value that indicates whether a touch that began in the control is down.
  ///
  /// Corresponds to `UIControl.isTracking`.
  public private(set) var isTracking = false
  private var actions: [(events: Events, handler: () -> Void)] = []

  /// Adds a handler for the primary action: a touch-up inside the control or, for controls with a value, a change by the user.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)` with the control's primary action.
  public func addAction(_ handler: @escaping () -> Void) {
    addAction(for: .primaryActionTriggered, handler)
  }

  /// Adds a handler for some events.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)`.
  public func addAction(for events: Events, _ handler: @escaping () -> Void) {
    actions.append((events, handler))
  }

  /// Calls the handlers of the primary action.
  ///
  /// Corresponds to `UIControl.sendActions(for:)` with the control's primary action.
  public func sendActions() {
    sendActions(for: .primaryActionTriggered)
  }

  /// Calls the handlers of any of `events`, each once.
  ///
  /// Corresponds to `UIControl.sendActions(for:)`.
  public func sendActions(for events: Events) {
    for action in actions where !action.events.isDisjoint(with: events) { action.handler() }
  }

  /// Returns whether there is a handler for any of `events`.
  func hasAction(for events: Events) -> Bool {
    actions.contains { !$0.events.isDisjoint(with: events) }
  }

  /// The events of a touch-up inside the control.
  var touchUpEvents: Events { [.touchUpInside, .primaryActionTriggered] }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    isTracking = true
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {}

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    isTracking = false
    if touches.contains(where: { point(inside: $0.location(in: self), with: event) }) {
      sendActions(for: touchUpEvents)
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    isTracking = false
  }
}

extension Control {
  /// The events of a control.
  ///
  /// Corresponds to `UIControl.Event`.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A touch-up inside the control.
    public static let touchUpInside = Self(rawValue: 1)
    /// The user changed the control's value.
    public static let valueChanged = Self(rawValue: 2)
    /// The control's main event: a touch-up, a change of its value, or Return in a text field.
    public static let primaryActionTriggered = Self(rawValue: 4)
    /// Editing began in a text field.
    public static let editingDidBegin = Self(rawValue: 8)
    /// The user changed the text of a text field.
    public static let editingChanged = Self(rawValue: 16)
    /// Editing ended in a text field.
    public static let editingDidEnd = Self(rawValue: 32)
    /// Return was pressed in a text field; a field with a handler for it ends editing.
    public static let editingDidEndOnExit = Self(rawValue: 64)
  }
}
