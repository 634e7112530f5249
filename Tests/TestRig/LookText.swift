import OverscrollBase
import OverscrollDrawing
package import OverscrollLab
package import OverscrollShell
package import ScrollEngine
import ScrollGeometry

/// The views of a scene or a panel with their looks as text for people: a line for each view, label and shape, without what
/// is clipped away.
package struct LookText {
  package private(set) var lines: [String] = []
  private let look: (View) -> Look?

  package init(of root: View, look: @escaping (View) -> Look?) {
    self.look = look
    add(root, depth: 0, visible: nil)
  }

  /// The views of a scene.
  package init(_ scene: any LabScene, in root: View) {
    let looks = scene.looks
    self.init(of: root) { looks[ObjectIdentifier($0)] }
  }

  /// The views of a panel.
  package init(_ panel: EnginePanel) {
    self.init(of: panel.window) { ($0 as? any PanelView)?.look }
  }

  /// Adds a view; `visible` is what is not clipped away, in the coordinates of its superview, or `nil` for everything.
  private mutating func add(_ view: View, depth: Int, visible: Rect?) {
    guard !view.isHidden, visible.map({ $0.intersects(view.frame) }) ?? true else { return }
    let indent = String(repeating: "  ", count: depth)
    var parts = ["\(type(of: view))", Self.text(view.bounds.size)]
    let middle = view.center - Point(view.bounds.width / 2, view.bounds.height / 2)
    if middle != .zero { parts.append("at \(Self.text(middle))") }
    if view.bounds.origin != .zero { parts.append("from \(Self.text(view.bounds.origin))") }
    if view.transform != .identity { parts.append("transformed \(Self.text(view.transform))") }
    if view.clipsToBounds { parts.append("clips") }
    let look = look(view)
    if let look { parts += Self.parts(of: look) }
    lines.append(indent + parts.joined(separator: " "))
    for label in look?.labels ?? [] { lines.append("\(indent)  · \(Self.text(label))") }
    for shape in look?.shapes ?? [] { lines.append("\(indent)  · \(Self.text(shape))") }
    let rest = visible.map { view.convert($0, from: view.superview) }
    let inner = view.clipsToBounds ? view.bounds : rest
    for subview in view.subviews { add(subview, depth: depth + 1, visible: inner) }
  }

  private static func parts(of look: Look) -> [String] {
    var parts: [String] = []
    if let fill = look.fill { parts.append("fill \(text(fill))") }
    if let border = look.border {
      parts.append("border \(text(border.width)) \(text(border.color))")
    }
    if look.cornerRadius > 0 { parts.append("radius \(text(look.cornerRadius))") }
    switch look.pattern {
    case .grid(let step, let color)?: parts.append("grid \(text(step)) \(text(color))")
    case .landscape?: parts.append("landscape")
    case .picture?: parts.append("picture")
    case nil: break
    }
    return parts
  }

  private static func text(_ label: Look.Label) -> String {
    let kind = (label.isMono ? " mono" : "") + (label.isBold ? " bold" : "")
    return "“\(label.text.replacing("\n", with: "⏎"))” \(text(label.size))\(kind) "
      + "\(text(label.color)) anchor \(fine(label.anchor)) margin \(text(label.margin))"
  }

  private static func text(_ shape: Look.Shape) -> String {
    switch shape {
    case .rect(let rect, let radius, let color):
      "rectangle \(text(rect)) radius \(text(radius)) \(text(color))"
    case .ellipse(let rect, let color): "ellipse \(text(rect)) \(text(color))"
    case .polygon(let points, let color):
      "polygon \(points.map(text).joined(separator: " – ")) \(text(color))"
    case .line(let points, let color, let width, let dashes):
      "line \(points.map(text).joined(separator: " – ")) \(text(color)) width \(text(width))"
        + (dashes.isEmpty ? "" : " dashes \(dashes.map(text).joined(separator: " "))")
    case .text(let label, let point): "\(text(label)) at \(text(point))"
    }
  }

  private static func text(_ number: Double) -> String { NumberText.trimmed(number, decimals: 1) }

  /// A place relative to a size.
  private static func fine(_ point: Point) -> String {
    "(\(NumberText.trimmed(point.x, decimals: 3)), \(NumberText.trimmed(point.y, decimals: 3)))"
  }

  private static func text(_ point: Point) -> String { "(\(text(point.x)), \(text(point.y)))" }

  private static func text(_ size: Size) -> String { "\(text(size.width))×\(text(size.height))" }

  private static func text(_ rect: Rect) -> String { "\(text(rect.size)) at \(text(rect.origin))" }

  private static func text(_ color: Color) -> String {
    let digits = String(color.rgb, radix: 16, uppercase: true)
    let opacity = color.alpha == 1 ? "" : "@\(NumberText.trimmed(color.alpha, decimals: 2))"
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + opacity
  }

  private static func text(_ matrix: AffineTransform) -> String {
    [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
      .map { NumberText.trimmed($0, decimals: 3) }.joined(separator: " ")
  }
}
