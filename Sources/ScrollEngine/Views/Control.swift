/// A view with an action, such as a button.
///
/// By default a scroll view does not cancel the touches of a control (``ScrollView/touchesShouldCancel(in:)``).
/// Corresponds to `UIControl`.
open class Control: View {
  /// A Boolean value that indicates whether a touch that began in the control is down.
  ///
  /// Corresponds to `UIControl.isTracking`.
  public private(set) var isTracking = false
  private var actions: [() -> Void] = []

  /// Adds a handler, called on a touch-up inside the control or, for controls with a value, when the user changes it.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)` with the control's primary action.
  public func addAction(_ handler: @escaping () -> Void) {
    actions.append(handler)
  }

  /// Calls the actions.
  ///
  /// Corresponds to `UIControl.sendActions(for:)` with the control's primary action.
  public func sendActions() {
    for action in actions { action() }
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    isTracking = true
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {}

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    isTracking = false
    if touches.contains(where: { point(inside: $0.location(in: self), with: event) }) {
      sendActions()
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    isTracking = false
  }
}
