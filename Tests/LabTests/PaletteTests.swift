import OverscrollDrawing
import OverscrollLab
import Testing

@Suite struct `A palette` {
  private static let palettes = [Palette.dark, .light]
  /// The least contrasts of text and of what is no text, as WCAG 2.1 asks for them.
  private static let (text, graphics) = (4.5, 3.0)

  private func hues(_ palette: Palette) -> [Color] {
    [palette.blue, palette.green, palette.amber, palette.red, palette.violet]
  }

  @Test(arguments: palettes)
  func `has text that can be read on each ground`(palette: Palette) {
    for ground in [palette.paper, palette.surface, palette.selected] {
      for color in [palette.ink, palette.muted, palette.accent] + hues(palette) {
        #expect(color.contrast(to: ground) >= Self.text, "\(color) on \(ground)")
      }
    }
    // The tabs behind others, and the chosen one of several words.
    #expect(palette.muted.contrast(to: palette.frame) >= Self.text)
    #expect(palette.surface.contrast(to: palette.blue) >= Self.text)
    // Buttons that are on, and selected text.
    let tints = hues(palette).map { $0.withOpacity(0.25).over(palette.paper) }
    let selections = [palette.typedSelection, palette.readSelection.over(palette.paper)]
    for ground in tints + selections {
      #expect(palette.ink.contrast(to: ground) >= Self.text, "\(ground)")
    }
  }

  @Test(arguments: palettes)
  func `has curves that are seen and told apart, and text beside them that can be read`(
    palette: Palette
  ) {
    let chart = palette.chart
    let curves = [chart.x, chart.y, chart.zoom]
    for ground in [chart.background, chart.plot] {
      for color in curves + [chart.reference, chart.missed] {
        #expect(color.contrast(to: ground) >= Self.graphics, "\(color) on \(ground)")
      }
      for color in [chart.text, chart.faintText] {
        #expect(color.contrast(to: ground) >= Self.text, "\(color) on \(ground)")
      }
    }
    for (index, one) in curves.enumerated() {
      for other in curves.dropFirst(index + 1) {
        let parts = [one.red - other.red, one.green - other.green, one.blue - other.blue]
        #expect(parts.reduce(0) { $0 + $1 * $1 } >= 0.25 * 0.25, "\(one) and \(other)")
      }
    }
  }

  @Test func `has one accent and switches that are seen beside light content`() {
    let palette = Palette.light
    #expect(palette.accent == palette.blue)
    for color in [palette.off, palette.blue] {
      #expect(color.contrast(to: palette.surface) >= Self.graphics)
      #expect(palette.knob.contrast(to: color) >= Self.graphics)
    }
  }

  @Test func `is light or dark throughout`() {
    for (palette, isDark) in [(Palette.dark, true), (.light, false)] {
      let grounds = [palette.paper, palette.surface, palette.selected, palette.frame]
      for ground in grounds + [palette.chart.background, palette.chart.plot] {
        #expect((ground.contrast(to: .white) > ground.contrast(to: .black)) == isDark)
      }
    }
  }
}
