package import OverscrollDrawing
package import OverscrollLab
package import ScrollEngine
package import ScrollGeometry

/// A view that knows its own appearance.
package protocol PanelView: View {
  /// The appearance, which follows from the view's state.
  var look: Look { get }
}

/// The engine's window of a panel, with what its views share.
package final class PanelWindow: Window, PanelView {
  package let ruler = TextRuler()
  /// The modifier keys that are held.
  package var modifiers: Modifiers = []
  /// The keyboard focus, which all panels of a window share.
  package var keyboardFocus = KeyboardFocus()
  /// Called when a control of the panel has received or lost the keyboard focus.
  var focusDidChange: () -> Void = {}
  /// The control of the panel that receives keys; `nil` for none.
  package var focusedControl: PanelControl? {
    keyboardFocus.control.flatMap { $0.panelWindow === self ? $0 : nil }
  }
  /// The list that a pop-up button has opened.
  package internal(set) weak var openList: PopUpList?
  /// The colors of the panel.
  var colors = Palette.dark
  /// The color below the panel's views.
  package var ground: KeyPath<Palette, Color> = \.surface
  package var look: Look { Look(fill: colors[keyPath: ground]) }

  /// The number of slides so far.
  var slides = 0
  /// The control that the wheel has turned last, and when, in seconds.
  weak var wheelControl: PanelControl?
  var lastNotch = -Double.infinity
}

extension View {
  /// The window of the panel that contains the view.
  var panelWindow: PanelWindow? { window as? PanelWindow }

  /// The colors of the panel that contains the view.
  var palette: Palette { panelWindow?.colors ?? .dark }

  /// Returns a text that fits a width in points.
  func elided(_ text: String, _ style: TextStyle, width: Double) -> String {
    panelWindow?.ruler.elided(text, style, width: width) ?? text
  }

  /// Returns the width of a text, in points.
  func width(of text: String, _ style: TextStyle) -> Double {
    panelWindow?.ruler.width(of: text, style) ?? 0
  }

  /// Breaks a text into at most `limit` lines, as ``TextRuler/lines(of:_:width:limit:)`` does.
  func lines(of text: String, _ style: TextStyle, width: Double, limit: Int) -> [String] {
    panelWindow?.ruler.lines(of: text, style, width: width, limit: limit) ?? [text]
  }

  /// Breaks the sentences of a text that fit whole, from the first on, into at most `limit` lines; empty where the first does not.
  func sentences(of text: String, _ style: TextStyle, width: Double, limit: Int) -> [String] {
    var rest = text
    while !rest.isEmpty {
      let lines = lines(of: rest, style, width: width, limit: .max)
      if lines.count <= limit { return lines }
      rest = rest.withoutLastSentence
    }
    return []
  }
}

extension String {
  /// The text without its last sentence; empty for a single one.
  var withoutLastSentence: String {
    let ends = indices.filter { self[$0...].hasPrefix(". ") }
    return ends.last.map { String(self[...$0]) } ?? ""
  }
}

extension Look.Shape {
  /// A line of text in a rectangle, in its vertical middle.
  ///
  /// - Parameters:
  ///   - text: The text, which is drawn whole.
  ///   - style: Its lettering.
  ///   - rect: The rectangle.
  ///   - x: Where it lies: 0 at the left edge, 0.5 in the middle, 1 at the right edge.
  ///   - color: Its color.
  /// - Returns: The shape.
  static func line(
    _ text: String, _ style: TextStyle = .text, in rect: Rect, x: Double = 0,
    color: Color
  ) -> Self {
    .text(
      Look.Label(
        text, size: style.font.size, color: color, isBold: style.font.isBold,
        isMono: style.font.family == .mono, anchor: Point(x, 0.5), margin: 0),
      at: Point(rect.minX + rect.width * x, rect.center.y))
  }
}

/// The distances that all panels have, in points; multiples of four, so that panels beside each other line up. [C]
enum PanelSpacing {
  /// The distance of text, and of controls in rows, from the edges.
  static let margin = 12.0
  /// The distance of controls from each other and from what is beside them, and of the controls of a bar from its ends.
  static let gap = 8.0
}

/// A view of one color, such as a hairline.
package final class PanelBox: View, PanelView {
  package var fill: KeyPath<Palette, Color>

  package init(_ fill: KeyPath<Palette, Color>, frame: Rect = .zero) {
    self.fill = fill
    super.init(frame: frame)
  }

  package var look: Look { Look(fill: palette[keyPath: fill]) }
}

/// The bar at the top of a panel, with a line below it.
package final class PanelBar: View, PanelView {
  package var look: Look {
    let line = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    return Look(fill: palette.paper, shapes: [.rect(line, radius: 0, palette.line)])
  }
}

/// A text over as many lines as it takes.
package final class PanelParagraph: View, PanelView {
  package var text = ""

  /// The height of a line, in points.
  private static let lineHeight = 18.0

  package init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  /// The lines that fit.
  package var shownLines: [String] {
    lines(of: text, .text, width: bounds.width, limit: Int(bounds.height / Self.lineHeight))
  }

  package var look: Look {
    Look(
      shapes: shownLines.enumerated().map { index, line in
        let place = Rect(
          x: 0, y: Double(index) * Self.lineHeight, width: bounds.width, height: Self.lineHeight)
        return .line(line, in: place, color: palette.muted)
      })
  }
}

/// A line of text that is shortened where it does not fit.
package final class PanelLabel: View, PanelView {
  package var text: String
  package var style: TextStyle
  package var color: KeyPath<Palette, Color>
  /// Where the text lies: 0 at the left edge, 1 at the right edge.
  package var alignment = 0.0

  package init(
    _ text: String = "", _ style: TextStyle = .text, color: KeyPath<Palette, Color> = \.ink,
    frame: Rect = .zero
  ) {
    self.text = text
    self.style = style
    self.color = color
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  package var look: Look {
    let shown = elided(text, style, width: bounds.width)
    return Look(shapes: [
      .line(shown, style, in: bounds, x: alignment, color: palette[keyPath: color])
    ])
  }
}
