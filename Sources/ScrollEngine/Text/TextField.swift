public import ScrollGeometry

/// A control with one line of text that can be edited.
///
/// Text wider than the field scrolls with the caret. Return asks ``TextFieldDelegate/textFieldShouldReturn(_:)`` and then sends
/// ``Control/Events/editingDidEndOnExit``. Draw it from ``visibleLines``, ``TextInput/caretRect`` and
/// ``selectionRects(for:)``, clipped to ``textRect(forBounds:)``. Corresponds to `UITextField`.
nonisolated open class TextField: Control, TextInput {
  /// The distance of the text from the left and right edges, in points. [C]
  public static let textInset = 7.0

  /// The delegate; held weakly.
  ///
  /// Corresponds to `UITextField.delegate`.
  open weak var delegate: (any TextFieldDelegate)?
  /// The text that is shown while the field is empty; empty by default.
  ///
  /// Corresponds to `UITextField.placeholder`.
  open var placeholder = ""

  var content = TextContent(font: FixedWidthMeasurer(), width: .infinity)
  /// The distance by which the text is scrolled to the left, in points.
  private var scrolled = 0.0

  /// Creates a text field.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(TextSelectionRecognizer(self))
  }

  /// A Boolean value that indicates whether the field is being edited: whether it is first responder.
  ///
  /// Corresponds to `UITextField.isEditing`.
  public var isEditing: Bool { isFirstResponder }

  /// Returns the rectangle in which text is shown: the bounds without ``textInset`` at the left and right.
  ///
  /// Corresponds to `UITextField.textRect(forBounds:)`.
  open func textRect(forBounds bounds: Rect) -> Rect {
    let inset = min(Self.textInset, bounds.width / 2)
    return bounds.inset(by: EdgeInsets(top: 0, left: inset, bottom: 0, right: inset))
  }

  /// True.
  open override var canBecomeFirstResponder: Bool { true }

  /// True.
  open override var acceptsText: Bool { true }

  /// Begins editing if the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, window != nil else { return super.becomeFirstResponder() }
    guard delegate?.textFieldShouldBeginEditing(self) ?? true else { return false }
    return super.becomeFirstResponder()
  }

  /// Ends editing if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return super.resignFirstResponder() }
    guard delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
    return super.resignFirstResponder()
  }

  override func didBecomeFirstResponder() {
    content.caretTime = window?.time ?? 0
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
  }

  override func didResignFirstResponder() {
    content.editor.unmark()
    delegate?.textFieldDidEndEditing(self)
    sendActions(for: .editingDidEnd)
  }

  override var touchUpEvents: Events { .touchUpInside }

  override func boundsDidChange(from old: Rect) {
    super.boundsDidChange(from: old)
    revealCaret()
  }
}

// MARK: - Text input

extension TextField {
  /// The text; line breaks become spaces.
  public var text: String {
    get { content.editor.buffer.string }
    set {
      content.setText(accepted(newValue))
      revealCaret()
    }
  }

  /// The selected range.
  public var selectedRange: Range<Int> {
    get { content.editor.selection.range }
    set {
      content.editor.select(from: newValue.lowerBound, to: newValue.upperBound)
      revealCaret()
    }
  }

  /// The range of marked text.
  public var markedRange: Range<Int>? { content.editor.markedRange }

  /// The font.
  public var font: any TextMeasurer {
    get { content.metrics.measurer }
    set {
      content.setFont(newValue)
      revealCaret()
    }
  }

  /// The time at which the caret last moved, in seconds.
  public var caretTime: Double { content.caretTime }

  /// Returns the rectangle of a caret.
  public func caretRect(for position: Int) -> Rect { rectOfCaret(at: position) }

  /// Returns the rectangle of a selection, if it is visible.
  public func selectionRects(for range: Range<Int>) -> [Rect] { rectsOfSelection(range) }

  /// Returns the position closest to a point.
  public func closestPosition(to point: Point) -> Int { position(at: point) }

  /// The line of text.
  public var visibleLines: [TextLine] { linesToDraw }

  /// Replaces the selection or the marked text.
  public func insertText(_ text: String) { insert(text) }

  /// Deletes the selection or the character before the caret.
  public func deleteBackward() { delete(by: .previousCharacter) }

  /// Replaces the marked text or the selection by text that is being composed.
  public func setMarkedText(_ markedText: String, selectedRange: Range<Int>) {
    mark(markedText, selected: selectedRange)
  }

  /// Commits the marked text.
  public func unmarkText() { unmark() }
}

extension TextField: TextEditingView {
  var allowsEditing: Bool { true }
  var allowsSelecting: Bool { true }
  var textArea: Rect { textRect(forBounds: bounds) }

  var textCorner: Point {
    let area = textArea
    return Point(x: area.minX - scrolled, y: area.center.y - content.height / 2)
  }

  func accepted(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  func shouldChange(_ range: Range<Int>, to text: String) -> Bool {
    delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true
  }

  func layoutDidChange() {}

  func textDidChange() {
    sendActions(for: .editingChanged)
  }

  func selectionDidChange() {
    delegate?.textFieldDidChangeSelection(self)
  }

  /// Scrolls the text as little as possible so that the caret is visible and no room stays unused.
  func revealCaret() {
    let room = max(textArea.width - TextCaret.width, 0)
    let caret = content.caretRect(for: content.caret).minX
    let length = content.caretRect(for: content.characters.count).minX
    scrolled = min(max(scrolled, caret - room), caret)
    scrolled = max(min(scrolled, length - room), 0)
  }

  func enterWasPressed() {
    unmark()
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    let exits = hasAction(for: .editingDidEndOnExit)
    sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
    if exits { resignFirstResponder() }
  }

  func willSelectByTouch() {}
}

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
