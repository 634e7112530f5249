/// The clipboard that text is copied to and pasted from, which the host program provides.
///
/// Set ``Window/pasteboard`` to one. Corresponds to `UIPasteboard`.
public protocol Pasteboard: AnyObject {
  /// Offers text to other views and programs.
  ///
  /// Corresponds to setting `UIPasteboard.string`.
  func setString(_ string: String)

  /// Requests the text that is on the clipboard.
  ///
  /// Once it is there, which may be in the same call or much later, the program sends it as ``TextEvent/Content/pasted(_:)``.
  /// Where there is none, nothing is sent.
  func requestString()
}
