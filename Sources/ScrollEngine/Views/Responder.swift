/// An object that responds to events and passes those it does not handle up the responder chain.
///
/// Corresponds to `UIResponder`.
nonisolated open class Responder {
  /// Creates a responder.
  public init() {}

  /// The next object in the responder chain: a view's superview, and so on up to the window.
  ///
  /// Corresponds to `UIResponder.next`.
  open var next: Responder? { nil }

  /// Called when touches begin; forwards to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesBegan(_:with:)`.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Called when touches move; forwards to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesMoved(_:with:)`.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Called when touches lift; forwards to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesEnded(_:with:)`.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Called when a recognizer or the system cancels touches; forwards to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesCancelled(_:with:)`.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// A Boolean value that indicates whether the object can become first responder; false unless overridden.
  ///
  /// Corresponds to `UIResponder.canBecomeFirstResponder`.
  open var canBecomeFirstResponder: Bool { false }

  /// A Boolean value that indicates whether the object resigns first responder on request; true unless overridden.
  ///
  /// Corresponds to `UIResponder.canResignFirstResponder`.
  open var canResignFirstResponder: Bool { true }

  /// A Boolean value that indicates whether the object accepts text input; false unless overridden.
  ///
  /// Corresponds to conformance to `UITextInput`: on a desktop the "keyboard" of ``ScrollView/keyboardDismissMode`` is
  /// whichever view is first responder and accepts text.
  open var acceptsText: Bool { false }

  /// A Boolean value that indicates whether the object is first responder.
  ///
  /// Corresponds to `UIResponder.isFirstResponder`.
  open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

  /// Asks to become first responder; returns whether it is.
  ///
  /// Requires ``canBecomeFirstResponder``, a window, and a current first responder that resigns. Corresponds to `UIResponder.becomeFirstResponder()`.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard canBecomeFirstResponder, let window = responderWindow else { return false }
    return window.replaceResponder {
      guard window.firstResponder?.resignFirstResponder() ?? true else { return false }
      window.firstResponder = self
      return isFirstResponder
    }
  }

  /// Asks to resign first responder; returns whether it did.
  ///
  /// Corresponds to `UIResponder.resignFirstResponder()`.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.firstResponder = nil
    return true
  }

  /// Called when the object has become first responder.
  func didBecomeFirstResponder() {}

  /// Called when the object is no longer first responder, even where it would have refused to resign.
  func didResignFirstResponder() {}

  /// Called when a property changes that the object observes by name.
  ///
  /// Corresponds to `NSObject.observeValue(forKeyPath:of:change:context:)`.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [KeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  /// The window at the end of the responder chain.
  var responderWindow: Window? {
    var responder: Responder? = self
    while let here = responder {
      if let window = here as? Window { return window }
      responder = here.next
    }
    return nil
  }
}

extension Responder: Hashable {
  /// Returns whether two references are to the same object.
  public static func == (left: Responder, right: Responder) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
