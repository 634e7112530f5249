import OverscrollDrawing
import OverscrollShell
package import ScrollEngine
package import ScrollGeometry

/// A line of text that the user types over the picture, such as a path, in its own engine window.
package final class FieldPanel {
  /// The largest width of the panel, its height, and its distance from the window's edges, in points. [C]
  static let (longest, height, margin) = (640.0, 40.0, 16.0)
  /// The distance of the text from the label, in points. [C]
  private static let gap = 10.0

  /// What is asked for, as a short label.
  package let label: String
  /// Why the text cannot be used, as a message; `nil` before it was tried.
  package var problem: String?
  private let panel = EnginePanel()
  private var window: Window { panel.window }
  private let field = TextField()
  private let scale: Double

  /// Makes a panel.
  ///
  /// - Parameters:
  ///   - label: What is asked for.
  ///   - text: The text to begin with, all of it selected.
  ///   - scale: Device pixels per point.
  package init(label: String, text: String = "", scale: Double) {
    self.label = label
    self.scale = scale
    field.font = FieldFont(scale: scale)
    window.addSubview(field)
    self.text = text
    field.becomeFirstResponder()
    field.selectedRange = 0..<text.count
  }

  /// The clipboard.
  package var pasteboard: (any Pasteboard)? {
    get { window.pasteboard }
    set { window.pasteboard = newValue }
  }

  /// The text; setting it moves the caret to its end.
  package var text: String {
    get { field.text }
    set {
      field.text = newValue
      field.selectedRange = newValue.count..<newValue.count
    }
  }

  /// Handles a key or text.
  package func send(_ event: Event) {
    problem = nil
    panel.send(event)
  }

  /// Handles a touch or a button, in points of the panel.
  package func send(_ touch: TouchEvent) { panel.send(.touch(touch)) }

  private var caret: Rect { field.caretRect(for: field.selectedRange.upperBound) }

  /// The rectangle of the caret, in points of the panel, which input methods place their windows beside.
  package var caretInPanel: Rect { caret.offset(by: field.frame.origin) }

  /// Returns how the panel looks in a window of a size in pixels.
  package func plate(in viewport: PixelSize) -> FieldOverlay {
    let width = min(Self.longest, Double(viewport.width) / scale - 2 * Self.margin)
    let text = label.reduce(0) { $0 + field.font.width(of: $1) }
    let labelWidth = (Theme.field.padding + text).rounded(.up) + Self.gap
    field.frame = Rect(
      x: labelWidth, y: 0, width: max(width - labelWidth, 40), height: Self.height)
    panel.size = Size(width: max(width, 80), height: Self.height)
    window.layoutIfNeeded()
    let font = field.font
    var characters: [FieldOverlay.Letter] = []
    for line in field.visibleLines {
      var x = line.origin.x
      for character in line.text {
        characters.append(.init(text: String(character), place: Point(x, line.origin.y)))
        x += font.width(of: character)
      }
    }
    return FieldOverlay(
      label: label, problem: problem, size: window.frame.size, field: field.frame,
      letters: characters, selection: field.selectionRects(for: field.selectedRange),
      marked: field.markedRange.map { field.selectionRects(for: $0) } ?? [],
      caret: field.selectedRange.isEmpty ? caret : nil)
  }
}

/// The metrics of the field's letters.
private struct FieldFont: TextMeasurer {
  let canvas: Canvas?
  let scale: Double
  let ascender: Double
  let lineHeight: Double

  init(scale: Double) {
    self.scale = scale
    canvas = (try? Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true)).flatMap {
      try? Canvas($0)
    }
    let extents = canvas?.measure("x", font: FieldOverlay.font(scale))
    ascender = (extents?.ascent ?? 0) / scale
    lineHeight = (extents?.height ?? 0) / scale
  }

  func width(of character: Character) -> Double {
    (canvas?.measure(String(character), font: FieldOverlay.font(scale)).width ?? 0) / scale
  }
}
