public import ScrollEngine

// Target and action without Objective-C: the action is a method, either bound to its object (`tap(_:)`) or named by its
// type (`Player.tap(_:)`). In the second form the target is held weakly, as in UIKit; that is the form Scripts/port writes.

/// Calls an action that may take its sender and the event.
///
/// Actions that declare another type of sender than the one at hand are not called.
private func call<Sender>(_ action: (Sender) -> Void, _ sender: Any) {
  if let sender = sender as? Sender { action(sender) }
}

// MARK: - Gesture recognizers

extension GestureRecognizer {
  /// Creates a recognizer without a target.
  public convenience init(target: Any?, action: Never?) {
    self.init()
  }

  /// Creates a recognizer that calls a bound method without a sender.
  public convenience init(target: Any?, action: @escaping () -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer that calls a bound method with itself.
  public convenience init<Sender>(target: Any?, action: @escaping (Sender) -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer that calls a method of `target`, held weakly, without a sender.
  public convenience init<Target: AnyObject>(
    target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer that calls a method of `target`, held weakly, with itself.
  public convenience init<Target: AnyObject, Sender>(
    target: Target, action: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer that calls a method of `target` with true, such as `UIView.endEditing(_:)`.
  public convenience init<Target: AnyObject>(
    target: Target, action: @escaping (Target) -> (Bool) -> Bool
  ) {
    self.init()
    addTarget(target, action: action)
  }

  /// Calls a method of `target`, held weakly, with true, such as `UIView.endEditing(_:)`.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (Bool) -> Bool
  ) {
    addAction(owner: target) { [weak target] _ in
      // UIKit passes the recognizer, which is not zero.
      if let target { _ = action(target)(true) }
    }
  }

  /// Calls a bound method without a sender.
  ///
  /// Corresponds to `UIGestureRecognizer.addTarget(_:action:)`, as the other forms do.
  public func addTarget(_ target: Any?, action: @escaping () -> Void) {
    addAction(owner: (target as AnyObject?) ?? self) { _ in action() }
  }

  /// Calls a bound method with the recognizer.
  public func addTarget<Sender>(_ target: Any?, action: @escaping (Sender) -> Void) {
    addAction(owner: (target as AnyObject?) ?? self) { call(action, $0) }
  }

  /// Calls a method of `target`, held weakly, without a sender.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void
  ) {
    addAction(owner: target) { [weak target] _ in
      if let target { action(target)() }
    }
  }

  /// Calls a method of `target`, held weakly, with the recognizer.
  public func addTarget<Target: AnyObject, Sender>(
    _ target: Target, action: @escaping (Target) -> (Sender) -> Void
  ) {
    addAction(owner: target) { [weak target] recognizer in
      if let target { call(action(target), recognizer) }
    }
  }

  /// Removes the actions of a target; all of them for `nil`.
  ///
  /// Methods cannot be distinguished, so all actions of the target are removed.
  /// Corresponds to `UIGestureRecognizer.removeTarget(_:action:)`.
  public func removeTarget(_ target: Any?, action: Any?) {
    removeActions(of: target as AnyObject?)
  }
}

// MARK: - Controls

extension Control {
  /// Calls a bound method without a sender.
  ///
  /// Corresponds to `UIControl.addTarget(_:action:for:)`, as the other forms do.
  public func addTarget(
    _ target: Any?, action: @escaping () -> Void, for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target as AnyObject?) { _, _ in action() }
  }

  /// Calls a bound method with the control.
  public func addTarget<Sender>(
    _ target: Any?, action: @escaping (Sender) -> Void, for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target as AnyObject?) { sender, _ in call(action, sender) }
  }

  /// Calls a bound method with the control and the event.
  public func addTarget<Sender>(
    _ target: Any?, action: @escaping (Sender, ScrollEngine.Event) -> Void,
    for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target as AnyObject?) { sender, event in
      if let event { call({ action($0, event) }, sender) }
    }
  }

  /// Calls a bound method with the control and the event, where there is one.
  public func addTarget<Sender>(
    _ target: Any?, action: @escaping (Sender, ScrollEngine.Event?) -> Void,
    for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target as AnyObject?) { sender, event in
      call({ action($0, event) }, sender)
    }
  }

  /// Calls a method of `target`, held weakly, without a sender.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target) { [weak target] _, _ in
      if let target { action(target)() }
    }
  }

  /// Calls a method of `target`, held weakly, with the control.
  public func addTarget<Target: AnyObject, Sender>(
    _ target: Target, action: @escaping (Target) -> (Sender) -> Void,
    for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target) { [weak target] sender, _ in
      if let target { call(action(target), sender) }
    }
  }

  /// Calls a method of `target`, held weakly, with the control and the event.
  public func addTarget<Target: AnyObject, Sender>(
    _ target: Target, action: @escaping (Target) -> (Sender, ScrollEngine.Event) -> Void,
    for controlEvents: Control.Events
  ) {
    addAction(for: controlEvents, owner: target) { [weak target] sender, event in
      if let target, let event { call({ action(target)($0, event) }, sender) }
    }
  }

  /// Removes the actions of a target for some events; those of all targets for `nil`.
  ///
  /// Methods cannot be distinguished, so all actions of the target are removed.
  /// Corresponds to `UIControl.removeTarget(_:action:for:)`.
  public func removeTarget(_ target: Any?, action: Any?, for controlEvents: Control.Events) {
    removeActions(of: target as AnyObject?, for: controlEvents)
  }

  /// Calls an action for some events.
  ///
  /// Corresponds to `UIControl.addAction(_:for:)`.
  public func addAction(_ action: UIAction, for controlEvents: Control.Events) {
    addAction(for: controlEvents, owner: nil) { sender, _ in action.perform(sender) }
  }
}

/// A handler with a title.
///
/// Corresponds to `UIAction`.
public final class UIAction {
  /// The title.
  public var title: String
  /// The object that last performed the action.
  public private(set) weak var sender: AnyObject?
  private let handler: (UIAction) -> Void

  /// Creates an action.
  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    self.title = title
    self.handler = handler
  }

  func perform(_ sender: AnyObject?) {
    self.sender = sender
    handler(self)
  }
}
