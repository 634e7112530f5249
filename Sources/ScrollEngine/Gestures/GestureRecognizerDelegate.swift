/// The methods by which a delegate fine-tunes a recognizer; every one has a default.
///
/// Corresponds to `UIGestureRecognizerDelegate`.
nonisolated public protocol GestureRecognizerDelegate: AnyObject {
  /// Returns whether the gesture may begin; true by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)`.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool

  /// Returns whether the recognizer receives `touch`; true by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldReceive:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool

  /// Returns whether two recognizers may recognize simultaneously; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Returns whether the recognizer waits for `other` to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRequireFailureOf:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Returns whether `other` waits for the recognizer to fail; false by default.
  ///
  /// Corresponds to `UIGestureRecognizerDelegate.gestureRecognizer(_:shouldBeRequiredToFailBy:)`.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  /// Returns true.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  /// Returns true.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
