public import ScrollGeometry

/// A view in which text is edited or selected: a ``TextField`` or a ``TextView``.
///
/// Positions count characters (grapheme clusters) from 0; a range beyond the text is clamped. Rectangles are in the view's
/// coordinates. Corresponds to `UITextInput` and `UIKeyInput`.
nonisolated public protocol TextInput: View {
  /// The text; setting it moves the caret to the end, clears what can be undone, and notifies no one.
  ///
  /// Carriage returns become line feeds. O(*n*). Corresponds to `UITextField.text` and `UITextView.text`.
  var text: String { get set }

  /// The selected range; empty for a caret.
  ///
  /// Corresponds to `UITextInput.selectedTextRange`.
  var selectedRange: Range<Int> { get set }

  /// The range of text that an input method has not committed yet, or `nil`.
  ///
  /// Corresponds to `UITextInput.markedTextRange`.
  var markedRange: Range<Int>? { get }

  /// The font.
  ///
  /// Corresponds to `UITextField.font` and `UITextView.font`.
  var font: any TextMeasurer { get set }

  /// Returns the rectangle of a caret at `position`.
  ///
  /// Corresponds to `UITextInput.caretRect(for:)`.
  func caretRect(for position: Int) -> Rect

  /// Returns the rectangles of a selection of `range`, one for each line, for the lines that are visible.
  ///
  /// Corresponds to `UITextInput.selectionRects(for:)`.
  func selectionRects(for range: Range<Int>) -> [Rect]

  /// Returns the position closest to `point`.
  ///
  /// Corresponds to `UITextInput.closestPosition(to:)`.
  func closestPosition(to point: Point) -> Int

  /// The lines that are visible, from top to bottom, as they are to be drawn.
  var visibleLines: [TextLine] { get }

  /// The time at which the caret last moved or the text last changed, in seconds.
  var caretTime: Double { get }

  /// Replaces the selection, or the marked text, as if it were typed.
  ///
  /// Corresponds to `UIKeyInput.insertText(_:)`.
  func insertText(_ text: String)

  /// Deletes the selection, or the character before the caret.
  ///
  /// Corresponds to `UIKeyInput.deleteBackward()`.
  func deleteBackward()

  /// Replaces the marked text, or the selection, by text that is still being composed; empty text restores what was replaced.
  ///
  /// - Parameters:
  ///   - markedText: The text.
  ///   - selectedRange: The selection in it.
  ///
  /// Corresponds to `UITextInput.setMarkedText(_:selectedRange:)`.
  func setMarkedText(_ markedText: String, selectedRange: Range<Int>)

  /// Commits the marked text as it is.
  ///
  /// Corresponds to `UITextInput.unmarkText()`.
  func unmarkText()
}

/// A line of text as it is to be drawn.
public struct TextLine: Hashable, Sendable {
  /// The range of the line in the text, with the line break at its end.
  public let range: Range<Int>
  /// The characters to draw: without the line break, tabs as spaces, and without control characters.
  public let text: String
  /// The start of the baseline, in the view's coordinates.
  public let origin: Point
  /// The width of ``text``, in points.
  public let width: Double
}

extension TextInput {
  /// The rectangle of the caret, or `nil` where none is to be drawn: without focus, with a selection, or where nothing can be typed.
  public var caretRect: Rect? {
    guard isFirstResponder, acceptsText, selectedRange.isEmpty else { return nil }
    return caretRect(for: selectedRange.lowerBound)
  }

  /// Returns whether a blinking caret is on at `time`, in seconds.
  ///
  /// It is on for the first half of each period of ``TextCaret/period`` since it last moved, and stays on after
  /// ``TextCaret/blinkingTime``, so that a window at rest needs no timer for long.
  public func isCaretOn(at time: Double) -> Bool {
    let age = time - caretTime
    guard age >= 0, age < TextCaret.blinkingTime else { return true }
    return age.truncatingRemainder(dividingBy: TextCaret.period) < TextCaret.period / 2
  }

  /// Returns whether there is text.
  ///
  /// Corresponds to `UIKeyInput.hasText`.
  public var hasText: Bool { !text.isEmpty }
}

/// The caret's measurements.
public enum TextCaret {
  /// The width, in points. [C]
  public static let width = 2.0
  /// The period of blinking, in seconds. [C]
  public static let period = 1.0
  /// The time for which it blinks after it has moved, in seconds. [C]
  public static let blinkingTime = 10.0
}

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
