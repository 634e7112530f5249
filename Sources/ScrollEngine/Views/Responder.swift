/// Something that can be told of touches, and passes on what it does not want.
///
/// Corresponds to `UIResponder`.
open class Responder {
  /// Makes a responder.
  public init() {}

  /// Who is told when this one does not handle something: a view's superview, and so on up to the window.
  ///
  /// Corresponds to `UIResponder.next`.
  open var next: Responder? { nil }

  /// Tells of fingers that came down; passes it to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesBegan(_:with:)`.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Tells of fingers that moved; passes it to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesMoved(_:with:)`.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Tells of fingers that were lifted; passes it to ``Responder/next`` unless overridden.
  ///
  /// Corresponds to `UIResponder.touchesEnded(_:with:)`.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Tells of fingers that were taken away, by a recognizer or by the system.
  ///
  /// Corresponds to `UIResponder.touchesCancelled(_:with:)`.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// True if it may become the first responder; false unless overridden.
  ///
  /// Corresponds to `UIResponder.canBecomeFirstResponder`.
  open var canBecomeFirstResponder: Bool { false }

  /// True if it gives up being the first responder when asked; true unless overridden.
  ///
  /// Corresponds to `UIResponder.canResignFirstResponder`.
  open var canResignFirstResponder: Bool { true }

  /// True if it takes text, so that a keyboard would show while it is the first responder; false unless overridden.
  ///
  /// Stands for conformance to `UITextInput`: on a desktop the "keyboard" of ``ScrollView/keyboardDismissMode`` is
  /// whichever view is first responder and accepts text.
  open var acceptsText: Bool { false }

  /// True while keys go here first.
  ///
  /// Corresponds to `UIResponder.isFirstResponder`.
  public var isFirstResponder: Bool { responderWindow?.firstResponder === self }

  /// Asks for the keys; returns whether it got them.
  ///
  /// It must be allowed to (``canBecomeFirstResponder``), be in a window, and the present first responder must
  /// give way. Corresponds to `UIResponder.becomeFirstResponder()`.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard canBecomeFirstResponder, let window = responderWindow else { return false }
    guard window.firstResponder?.resignFirstResponder() ?? true else { return false }
    window.firstResponder = self
    return true
  }

  /// Gives up the keys; returns whether it did.
  ///
  /// Corresponds to `UIResponder.resignFirstResponder()`.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.firstResponder = nil
    return true
  }

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
