/// The methods by which a text view's delegate manages editing, besides scrolling; every one has a default.
///
/// Corresponds to `UITextViewDelegate`.
nonisolated public protocol TextViewDelegate: ScrollViewDelegate {
  /// Returns whether editing may begin; true by default.
  ///
  /// Corresponds to `UITextViewDelegate.textViewShouldBeginEditing(_:)`.
  func textViewShouldBeginEditing(_ textView: TextView) -> Bool

  /// Called when editing has begun.
  ///
  /// Corresponds to `UITextViewDelegate.textViewDidBeginEditing(_:)`.
  func textViewDidBeginEditing(_ textView: TextView)

  /// Returns whether editing may end; true by default.
  ///
  /// Corresponds to `UITextViewDelegate.textViewShouldEndEditing(_:)`.
  func textViewShouldEndEditing(_ textView: TextView) -> Bool

  /// Called when editing has ended, even where the delegate would have refused.
  ///
  /// Corresponds to `UITextViewDelegate.textViewDidEndEditing(_:)`.
  func textViewDidEndEditing(_ textView: TextView)

  /// Returns whether the user may replace a range of characters by `text`; true by default.
  ///
  /// Called for marked text when it is committed. Corresponds to
  /// `UITextViewDelegate.textView(_:shouldChangeTextIn:replacementText:)`.
  func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool

  /// Called when the user changed the text.
  ///
  /// Corresponds to `UITextViewDelegate.textViewDidChange(_:)`.
  func textViewDidChange(_ textView: TextView)

  /// Called when the user changed the selection or the text.
  ///
  /// Corresponds to `UITextViewDelegate.textViewDidChangeSelection(_:)`.
  func textViewDidChangeSelection(_ textView: TextView)
}

extension TextViewDelegate {
  /// Returns true.
  public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }

  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: TextView) {}

  /// Returns true.
  public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }

  /// Does nothing.
  public func textViewDidEndEditing(_ textView: TextView) {}

  /// Returns true.
  public func textView(
    _ textView: TextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
  ) -> Bool { true }

  /// Does nothing.
  public func textViewDidChange(_ textView: TextView) {}

  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: TextView) {}
}
