public import Foundation
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

extension RefreshControl {
  /// The text below the control, for the host program to draw; `nil` by default.
  ///
  /// Corresponds to `UIRefreshControl.attributedTitle`.
  public var attributedTitle: NSAttributedString? {
    get { self[attached: AttributedTitle.self]?.text }
    set { self[attached: AttributedTitle.self] = newValue.map(AttributedTitle.init) }
  }
}

/// The text below a refresh control.
private struct AttributedTitle {
  let text: NSAttributedString
}

extension NSAttributedString.Key {
  /// The font of the text.
  public static let font = Self(rawValue: "NSFont")
  /// The color of the text.
  public static let foregroundColor = Self(rawValue: "NSColor")
  /// The color behind the text.
  public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
  /// The distance between characters, in points.
  public static let kern = Self(rawValue: "NSKern")
}

extension TextField {
  /// The borders of text fields.
  ///
  /// Corresponds to `UITextField.BorderStyle`.
  public enum BorderStyle: Int, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// A line.
    case line
    /// A bezel.
    case bezel
    /// A rounded rectangle.
    case roundedRect
  }

  /// The border that the host program draws; none by default.
  ///
  /// Corresponds to `UITextField.borderStyle`.
  public var borderStyle: BorderStyle {
    get { self[attached: BorderStyle.self] ?? .none }
    set { self[attached: BorderStyle.self] = newValue }
  }
}

extension ScrollEngine.Event {
  /// The kinds of events.
  ///
  /// Corresponds to `UIEvent.EventType`.
  public enum EventType: Int, Hashable, Sendable, CaseIterable {
    /// Touches.
    case touches
    /// Keys and text.
    case presses
    /// A wheel, or scrolling on a touchpad.
    case scroll
    /// A pinch on a touchpad.
    case transform
  }

  /// The kind of the event.
  ///
  /// Corresponds to `UIEvent.type`.
  public var type: EventType {
    switch self {
    case .touch: .touches
    case .wheel, .touchpad: .scroll
    case .pinch: .transform
    case .key, .text: .presses
    }
  }

  /// Returns the movements that the event stands for: `touch` alone, since the host sends each of them.
  ///
  /// Corresponds to `UIEvent.coalescedTouches(for:)`.
  public func coalescedTouches(for touch: Touch) -> [Touch]? { [touch] }

  /// Returns the touches that began in `view`, or all in it where it is a window; `nil` where ``allTouches`` is.
  ///
  /// Corresponds to `UIEvent.touches(for:)`.
  public func touches(for view: View) -> Set<Touch>? {
    allTouches?.filter { view is Window ? $0.window === view : $0.view === view }
  }

  /// Returns the touches that `gestureRecognizer` receives; `nil` where ``allTouches`` is.
  ///
  /// Corresponds to `UIEvent.touches(for:)`.
  public func touches(for gestureRecognizer: GestureRecognizer) -> Set<Touch>? {
    allTouches?.filter { $0.gestureRecognizers.contains { $0 === gestureRecognizer } }
  }
}
