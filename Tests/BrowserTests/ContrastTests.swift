import OverscrollDrawing
import OverscrollShell
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `A frame with more contrast` {
  private static let viewport = PixelSize(width: 400, height: 300)

  private func frame(_ contrast: Contrast, scale: Double = 1) -> Frame {
    var frame = Frame.empty(Self.viewport, scale: scale)
    frame.contrast = contrast
    frame.message = "Saved."
    return frame
  }

  /// The colors of a frame's only overlay in two surroundings.
  private func colors(_ frame: Frame) throws -> [(on: Color, pixels: [UInt32], area: PixelRect)] {
    try [Color.black, .white].map { ground in
      let canvas = try Canvas(Surface(imageOf: Self.viewport, opaque: true))
      canvas.clear(ground)
      let overlay = try #require(Overlay.all(of: frame, measuredBy: canvas).first)
      canvas.draw(overlay)
      return (ground, canvas.surface.pixels(), overlay.area)
    }
  }

  @Test(arguments: [1.0, 2])
  func `has opaque plates with an edge, and usual frames have neither`(scale: Double) throws {
    for (contrast, isOpaque) in [(Contrast.increased, true), (.standard, false)] {
      let drawn = try colors(frame(contrast, scale: scale))
      let area = drawn[0].area
      // Between the edge and the text, in the middle of the plate's left side.
      let row = (area.y + area.height / 2) * Self.viewport.width
      let inside = row + area.x + 5 * Int(scale)
      #expect((drawn[0].pixels[inside] == drawn[1].pixels[inside]) == isOpaque)
      let edge = row + area.x
      #expect((drawn[1].pixels[edge] == 0xFFD9_D9D9) == isOpaque)
    }
  }

  @Test func `is drawn again where only the contrast differs`() throws {
    let canvas = try Canvas(Surface(imageOf: Self.viewport, opaque: true))
    let overlays = [Contrast.standard, .increased].map {
      Overlay.all(of: frame($0), measuredBy: canvas)
    }
    #expect(overlays[0] != overlays[1] && frame(.standard) != frame(.increased))
  }

  @Test func `has fields that can be read whatever is below them`() {
    let field = Theme.field
    #expect(field.plate.alpha == 1)
    var pairs: [(String, Color, on: Color)] = [
      ("text", Theme.message.text, field.plate), ("label", field.label, field.plate),
      ("problem", field.problem, field.plate),
      ("selected text", Theme.message.text, FieldText.selectionColor),
    ]
    for (name, background) in Backdrop.Background.named {
      let colors = Theme.overview.colors(on: background.color)
      let selection = colors.fieldSelection.over(colors.field)
      pairs += [
        ("search on \(name)", colors.text, colors.field),
        ("its hint on \(name)", colors.faintText, colors.field),
        ("selected text on \(name)", colors.text, selection),
      ]
    }
    for (name, color, ground) in pairs {
      #expect(color.over(ground).contrast(to: ground) >= 4.5, "\(name)")
    }
  }

  @Test func `has text nearer to black or white, and keeps colors`() throws {
    let faint = Color(white: 1, alpha: 0.5).strengthened
    #expect(faint == Color(white: 1, alpha: 0.75))
    #expect(DarkTheme.faintText.strengthened.red > DarkTheme.faintText.red)
    #expect(Color(0x66_73_82).strengthened.rgb == 0x33_3A_41)
    #expect(DarkTheme.alert.strengthened == DarkTheme.alert)
    #expect(Color(0xD3_D9_E2).strengthened(on: .white).rgb == 0x6A_6D_71)
    let tint = Color(white: 0, alpha: 0.15)
    #expect(Color(white: 0.2).strengthened(on: tint).rgb == 0x1A_1A_1A)
    #expect(Color(white: 0.2).strengthened(on: .black).rgb == 0x99_99_99)
  }
}
