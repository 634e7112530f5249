package import OverscrollDrawing
package import ScrollEngine

/// The colors of a chart: Okabe and Ito's, which people with any color vision can tell apart.
package struct ChartTheme: Hashable, Sendable {
  package var background: Color
  package var plot: Color
  package var grid: Color
  package var border: Color
  package var text: Color
  package var faintText: Color
  package var x: Color
  package var y: Color
  package var zoom: Color
  package var bounce: Color
  package var reference: Color
  package var missed: Color
  package var plate: Color
  /// The opacity of the ground beyond the range of an axis, in the color of the axis.
  package var beyondOpacity: Double

  package static let light = Self(
    background: Color(0xFFFFFF), plot: Color(0xFAFAFB), grid: Color(0xE6E8EB),
    border: Color(0xD5D8DD), text: Color(0x24292F), faintText: Color(0x656C76),
    x: Color(0x0072B2), y: Color(0xD55E00), zoom: Color(0x009E73), bounce: Color(0xCC79A7),
    reference: Color(0x7A7F87), missed: Color(0xCC2211), plate: Color(0xFFFFFF),
    beyondOpacity: 0.10)

  package static let dark = Self(
    background: DarkTheme.ground, plot: Color(0x1B1E23), grid: Color(0x2A2E35),
    border: Color(0x363B44), text: DarkTheme.text, faintText: DarkTheme.faintText,
    x: Color(0x56B4E9), y: Color(0xE69F00), zoom: Color(0x009E73), bounce: Color(0xCC79A7),
    reference: DarkTheme.faintText, missed: Color(0xFF6B5E), plate: Color(0x0E1013),
    beyondOpacity: 0.12)

  /// The color of marks, as on timelines and in logs.
  var mark: Color { zoom }

  func color(of hue: Chart.Hue) -> Color {
    switch hue {
    case .x: x
    case .y: y
    case .zoom: zoom
    }
  }

  /// The color of a curve: references are gray.
  func color(of curve: Chart.Curve) -> Color { color(of: curve.hue, curve.style) }

  /// The color of curves of a hue in a style.
  func color(of hue: Chart.Hue, _ style: Chart.Style) -> Color {
    switch style {
    case .reference(let number): color(ofReference: number)
    case .member: color(of: hue).withOpacity(0.35)
    case .subject, .other, .median: color(of: hue)
    }
  }

  /// The color of a reference: gray, and others where there are more references than patterns of dashes.
  func color(ofReference number: Int) -> Color {
    let colors = [reference, text, bounce]
    return colors[number / Chart.Style.patterns.count % colors.count]
  }

  /// The color of a phase's band, on which its name can be read in both themes.
  package func color(of phase: ScrollView.Phase) -> Color {
    switch phase {
    case .idle: grid
    case .tracking: x.withOpacity(0.3)
    case .dragging: x.withOpacity(0.5)
    case .decelerating: y.withOpacity(0.5)
    case .animating: reference.withOpacity(0.55)
    case .zooming: zoom.withOpacity(0.7)
    case .zoomBouncing: bounce.withOpacity(0.6)
    }
  }
}
