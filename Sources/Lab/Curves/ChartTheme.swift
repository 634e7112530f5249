package import Drawing

/// The colours of a chart: Okabe and Ito's, which people with any colour vision can tell apart.
package struct ChartTheme: Hashable, Sendable {
  package var background: Color
  package var plot: Color
  package var beyond: Color
  package var grid: Color
  package var edge: Color
  package var text: Color
  package var faintText: Color
  package var x: Color
  package var y: Color
  package var zoom: Color
  package var reference: Color
  package var missed: Color

  package static let light = Self(
    background: Color(0xFFFFFF), plot: Color(0xFAFAFB), beyond: Color(0xF0ECE4),
    grid: Color(0xE3E5E8), edge: Color(0x8A8F98), text: Color(0x24292F),
    faintText: Color(0x6B7280), x: Color(0x0072B2), y: Color(0xD55E00), zoom: Color(0x009E73),
    reference: Color(0x7A7F87), missed: Color(0xCC3311))

  package static let dark = Self(
    background: Color(0x16181C), plot: Color(0x1C1F24), beyond: Color(0x26241F),
    grid: Color(0x2C3037), edge: Color(0x7C838E), text: Color(0xE6E8EB),
    faintText: Color(0x9AA1AC), x: Color(0x56B4E9), y: Color(0xE69F00), zoom: Color(0x009E73),
    reference: Color(0x9AA1AC), missed: Color(0xFF6B5E))

  func color(of hue: Chart.Hue) -> Color {
    switch hue {
    case .x: x
    case .y: y
    case .zoom: zoom
    case .reference: reference
    }
  }

  /// The colour of a phase's band.
  func color(of phase: String) -> Color {
    switch phase {
    case "tracking": x.withOpacity(0.35)
    case "dragging": x.withOpacity(0.75)
    case "decelerating": y.withOpacity(0.75)
    case "animating": reference.withOpacity(0.6)
    case "zooming": zoom.withOpacity(0.8)
    case "zoomBouncing": Color(0xCC79A7).withOpacity(0.8)
    default: grid
    }
  }
}
