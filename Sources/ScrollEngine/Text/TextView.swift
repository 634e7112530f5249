public import ScrollGeometry

/// A scroll view with text in wrapped lines, which can be selected, copied and edited.
///
/// Its ``ScrollView/contentSize`` follows from the text. A finger's drag scrolls, a pointer's drag selects; taps place the caret and
/// select words and paragraphs. Draw it from ``visibleLines``, ``TextInput/caretRect`` and ``selectionRects(for:)``. Its
/// ``ScrollView/delegate`` may be a ``TextViewDelegate``. Corresponds to `UITextView`.
nonisolated open class TextView: ScrollView, TextInput {
  /// A Boolean value that determines whether the text can be edited; true by default.
  ///
  /// Corresponds to `UITextView.isEditable`.
  open var isEditable = true {
    didSet { if !isEditable, oldValue { resignFirstResponder() } }
  }
  /// A Boolean value that determines whether text can be selected, without which it cannot be edited; true by default.
  ///
  /// Corresponds to `UITextView.isSelectable`.
  open var isSelectable = true {
    didSet {
      updateTouchTypes()
      if !isSelectable, oldValue { resignFirstResponder() }
    }
  }
  /// The distance of the text from the edges of the content, in points; 8 at the top and bottom by default. [A]
  ///
  /// Corresponds to `UITextView.textContainerInset`.
  open var textContainerInset = EdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet {
      if !textContainerInset.isAcceptable { textContainerInset = oldValue }
      containerDidChange()
    }
  }
  /// The additional distance of the text from the left and right, in points; 5 by default. [A]
  ///
  /// Corresponds to `NSTextContainer.lineFragmentPadding`.
  open var lineFragmentPadding = 5.0 {
    didSet {
      if !lineFragmentPadding.isAcceptable { lineFragmentPadding = oldValue }
      containerDidChange()
    }
  }

  var content = TextContent(font: FixedWidthMeasurer(), width: 0)
  private weak var textDelegate: (any TextViewDelegate)?
  /// True between the two notifications that editing began and ended.
  private var isEditing = false

  /// Creates a text view.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    addGestureRecognizer(TextSelectionRecognizer(self))
    updateTouchTypes()
    containerDidChange()
  }

  /// The delegate; held weakly.
  ///
  /// A ``TextViewDelegate`` also manages editing. Corresponds to `UITextView.delegate`.
  open override weak var delegate: (any ScrollViewDelegate)? {
    didSet { textDelegate = delegate as? any TextViewDelegate }
  }

  /// Scrolls until the text in `range` is visible, or its beginning where it is higher than the view.
  ///
  /// Takes 0.3 s. Corresponds to `UITextView.scrollRangeToVisible(_:)`.
  open func scrollRangeToVisible(_ range: Range<Int>) {
    scrollRectToVisible(lineRect(of: range), animated: true)
  }

  /// True where text can be selected.
  open override var canBecomeFirstResponder: Bool { isSelectable }

  /// True where text can be edited.
  open override var acceptsText: Bool { allowsEditing }

  /// Begins editing if the delegate agrees; text that cannot be edited can be selected.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, window != nil, allowsEditing else {
      return super.becomeFirstResponder()
    }
    guard textDelegate?.textViewShouldBeginEditing(self) ?? true else { return false }
    return super.becomeFirstResponder()
  }

  /// Ends editing if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder, isEditing else { return super.resignFirstResponder() }
    guard textDelegate?.textViewShouldEndEditing(self) ?? true else { return false }
    return super.resignFirstResponder()
  }

  override func didBecomeFirstResponder() {
    content.caretTime = window?.time ?? 0
    isEditing = allowsEditing
    if isEditing { textDelegate?.textViewDidBeginEditing(self) }
  }

  override func didResignFirstResponder() {
    content.editor.unmark()
    guard isEditing else { return }
    isEditing = false
    textDelegate?.textViewDidEndEditing(self)
  }

  override func boundsDidChange(from old: Rect) {
    super.boundsDidChange(from: old)
    if bounds.width != old.width { containerDidChange() }
  }

  private func updateTouchTypes() {
    if isSelectable {
      panGestureRecognizer.allowedTouchTypes.remove(.indirectPointer)
    } else {
      panGestureRecognizer.allowedTouchTypes.insert(.indirectPointer)
    }
  }

  private func containerDidChange() {
    let width = max(textArea.width, 0)
    if width != content.layout.width { content.setWidth(width) }
    layoutDidChange()
  }

  /// The lines of a range, over the whole width.
  private func lineRect(of range: Range<Int>) -> Rect {
    let first = rectOfCaret(at: range.lowerBound)
    let last = rectOfCaret(at: range.upperBound)
    return Rect(
      x: bounds.minX, y: first.minY, width: bounds.width, height: last.maxY - first.minY)
  }
}

// MARK: - Text input

extension TextView {
  /// The text.
  public var text: String {
    get { content.editor.buffer.string }
    set {
      content.setText(newValue)
      layoutDidChange()
    }
  }

  /// The selected range.
  public var selectedRange: Range<Int> {
    get { content.editor.selection.range }
    set { content.editor.select(from: newValue.lowerBound, to: newValue.upperBound) }
  }

  /// The range of marked text.
  public var markedRange: Range<Int>? { content.editor.markedRange }

  /// The font.
  public var font: any TextMeasurer {
    get { content.metrics.measurer }
    set {
      content.setFont(newValue)
      layoutDidChange()
    }
  }

  /// The time at which the caret last moved, in seconds.
  public var caretTime: Double { content.caretTime }

  /// Returns the rectangle of a caret, in the content.
  public func caretRect(for position: Int) -> Rect { rectOfCaret(at: position) }

  /// Returns the rectangles of a selection in the visible lines.
  public func selectionRects(for range: Range<Int>) -> [Rect] { rectsOfSelection(range) }

  /// Returns the position closest to a point in the content.
  public func closestPosition(to point: Point) -> Int { position(at: point) }

  /// The visible lines.
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

extension TextView: TextEditingView {
  var allowsEditing: Bool { isEditable && isSelectable }
  var allowsSelecting: Bool { isSelectable }

  var textCorner: Point {
    Point(x: textContainerInset.left + lineFragmentPadding, y: textContainerInset.top)
  }

  var textArea: Rect {
    let inset = textContainerInset
    let width = bounds.width - inset.left - inset.right - 2 * lineFragmentPadding
    return Rect(x: textCorner.x, y: bounds.minY, width: width, height: bounds.height)
  }

  func accepted(_ text: String) -> String { text }

  func shouldChange(_ range: Range<Int>, to text: String) -> Bool {
    textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
  }

  func layoutDidChange() {
    contentSize = Size(
      width: bounds.width,
      height: content.height + textContainerInset.top + textContainerInset.bottom)
  }

  func textDidChange() {
    textDelegate?.textViewDidChange(self)
  }

  func selectionDidChange() {
    textDelegate?.textViewDidChangeSelection(self)
  }

  func revealCaret() {
    let caret = content.caret
    scrollRectToVisible(lineRect(of: caret..<caret), animated: false)
  }

  func enterWasPressed() { insertText("\n") }

  func willSelectByTouch() {
    if isDecelerating { stopScrollingAndZooming() }
  }
}

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
