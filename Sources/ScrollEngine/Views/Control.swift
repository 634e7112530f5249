/// A view that a user operates, for instance a button.
///
/// A scroll view does not take a touch back from a control by default (``ScrollView/touchesShouldCancel(in:)``).
/// Corresponds to `UIControl`.
open class Control: View {
  /// True while a touch that began here is still down.
  ///
  /// Corresponds to `UIControl.isTracking`.
  public private(set) var isTracking = false
  private var actions: [() -> Void] = []

  /// Calls `handler` whenever the control is pressed and let go inside, or, for controls that have a value, whenever the
  /// user changes it.
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
