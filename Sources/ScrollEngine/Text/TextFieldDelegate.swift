/// The methods by which a text field's delegate manages editing; every one has a default.
///
/// Corresponds to `UITextFieldDelegate`.
nonisolated public protocol TextFieldDelegate: AnyObject {
  /// Returns whether editing may begin; true by default.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldShouldBeginEditing(_:)`.
  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool

  /// Called when editing has begun.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldDidBeginEditing(_:)`.
  func textFieldDidBeginEditing(_ textField: TextField)

  /// Returns whether editing may end; true by default.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldShouldEndEditing(_:)`.
  func textFieldShouldEndEditing(_ textField: TextField) -> Bool

  /// Called when editing has ended, even where the delegate would have refused.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldDidEndEditing(_:)`.
  func textFieldDidEndEditing(_ textField: TextField)

  /// Returns whether the user may replace a range of characters by `string`; true by default.
  ///
  /// Called for marked text when it is committed. Corresponds to
  /// `UITextFieldDelegate.textField(_:shouldChangeCharactersIn:replacementString:)`.
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool

  /// Called when the user changed the selection or the text.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldDidChangeSelection(_:)`.
  func textFieldDidChangeSelection(_ textField: TextField)

  /// Returns whether Return sends the field's actions; true by default.
  ///
  /// Corresponds to `UITextFieldDelegate.textFieldShouldReturn(_:)`.
  func textFieldShouldReturn(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
  /// Returns true.
  public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: TextField) {}

  /// Returns true.
  public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }

  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: TextField) {}

  /// Returns true.
  public func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>,
    replacementString string: String
  ) -> Bool { true }

  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: TextField) {}

  /// Returns true.
  public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
}
