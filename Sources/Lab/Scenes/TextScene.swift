import ScrollEngine
import ScrollGeometry

/// A long text in a text view: wrapped lines, selection, copying, and scrolling to the caret.
final class TextScene: BaseScene, LabScene, Pasteboard {
  static let card = SceneCard(
    name: "text", title: "A text view", ids: ["view.subclasses"], viewport: Size(460, 520),
    properties: [.flag(.alwaysBounceVertical, true)],
    expectation:
      "Lines wrap at the edge, dragging with the pointer selects, Ctrl+C copies, and "
      + "keys scroll to the caret.",
    demo: Demo.script { demo in
      demo.tap(Point(120, 60))
      demo.wait(0.6)
      demo.flick(
        from: Point(40, 60), to: Point(240, 120), for: 0.5, type: .indirectPointer)
      demo.wait(0.4)
      demo.key("c", holding: .control)
      demo.flick(from: Point(200, 380), to: Point(200, 180))
      demo.wait(3)
      demo.key("End", holding: .control)
      demo.wait(0.6)
      demo.key("Home", holding: [.control, .shift])
    })

  private let textView = TextView(frame: Rect(x: 20, y: 20, width: 420, height: 420))
  /// The text that was copied last.
  private(set) var copied = ""
  private var caption: View?
  private weak var stage: Stage?

  func build(in root: View, _ stage: Stage) {
    self.stage = stage
    root.addSubview(textView)
    show(textView, .surface)
    textView.font = .scene
    textView.textContainerInset = EdgeInsets(all: 12)
    textView.text = Self.text
    textView.selectedRange = 0..<0
    stage.adopt(textView)
    stage.window.pasteboard = self
    caption = add(
      .caption("", size: Palette.number, isMono: true),
      Rect(x: 20, y: 456, width: 420, height: 40), to: root)
  }

  /// Each paragraph says what there is to try.
  private static let text = (1...12).map { number in
    """
    Paragraph \(number). A text view is a scroll view: it scrolls, bounces and decelerates as \
    every other one does. A tap places the caret, a double tap selects a word, and a drag of the \
    pointer selects from here to there, while a finger scrolls. Copy with Ctrl+C, undo with \
    Ctrl+Z. Whatever moves the caret brings it into view.
    """
  }.joined(separator: "\n\n")

  func setString(_ string: String) {
    copied = string
    stage?.note("copy", ["characters": .number(Double(string.count))])
  }

  func requestString() {}

  override func refresh() {
    let range = textView.selectedRange
    write(
      "selected \(range.lowerBound)–\(range.upperBound) of \(textView.text.count)"
        + (copied.isEmpty ? "" : "   copied \(copied.count) characters"), in: caption)
  }
}
