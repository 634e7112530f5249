import OverscrollDrawing
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `The line below a field` {
  private let viewport = PixelSize(width: 1280, height: 800)

  /// The line in so many characters, with the choice that is taken in brackets.
  private func line(_ panel: FieldPanel, _ width: Double) -> String {
    panel.plate(in: viewport).line(of: width) { Double($0.count) }
      .map { $0.isBright ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test func `names all choices, or what Tab chooses next`() {
    let panel = FieldPanel(label: "Save as", scale: 1)
    panel.choices = ["Whole picture, as seen: 8-bit sRGB", "Whole picture, as it is: 16-bit"]
    panel.note = "as TIFF"
    #expect(
      line(panel, 200)
        == "[Whole picture, as seen: 8-bit sRGB]  |  Whole picture, as it is: 16-bit  as TIFF")
    #expect(
      line(panel, 60) == "[Whole picture, as seen: 8-bit sRGB]  |  as it is: 16-bit")
    panel.choices.append("Visible part")
    #expect(line(panel, 65) == "[Whole picture, as seen: 8-bit sRGB]  |  Tab: as it is: 16-bit")
    panel.chooseNext()
    #expect(line(panel, 60) == "[Whole picture, as it is: 16-bit]  |  Tab: Visible part")
    panel.chooseNext()
    #expect(line(panel, 20) == "[Visible part]")
  }

  @Test(arguments: [true, false]) func `ends within its plate where the window is narrow`(
    isChoice: Bool
  ) throws {
    let text = "Whole picture, 4000 × 3000, rotated, as seen: 8-bit sRGB"
    let panel = FieldPanel(label: "Save as", text: "a.png", scale: 1)
    if isChoice { panel.choices = [text] } else { panel.note = text }
    let window = PixelSize(width: 320, height: 240)
    let plate = panel.plate(in: window)
    let area = plate.area(in: window, scale: 1)
    let surface = try Surface(imageOf: window, opaque: true)
    try Canvas(surface).draw(plate, in: area, on: Color(white: 0), scale: 1)
    let middle = area.y + area.height - Int(Theme.field.problemHeight / 2)
    func isText(_ x: Int) -> Bool {
      (middle - 7..<middle + 7).contains { (surface.pixel(x: x, y: $0) ?? 0).colors & 0xFF > 0x60 }
    }
    let end = area.x + area.width - Int(Theme.field.padding)
    #expect((end - 40..<end).contains(where: isText))
    #expect(!(end + 1..<area.x + area.width - 2).contains(where: isText))
  }

  @Test func `says what can be typed where nothing is to be chosen, unless names are listed`() {
    let panel = FieldPanel(label: "Go to", scale: 1)
    let low = panel.plate(in: viewport).area(in: viewport, scale: 1)
    panel.note = "Type a place."
    #expect(line(panel, 10) == "Type a place.")
    let high = panel.plate(in: viewport).area(in: viewport, scale: 1)
    #expect(Double(high.height - low.height) == Theme.field.problemHeight)
    panel.hits = FieldHits(["a.png"])
    #expect(line(panel, 10).isEmpty)
    let listed = panel.plate(in: viewport)
    let row = Point(20, FieldPanel.height + Theme.field.hitHeight / 2)
    #expect(listed.hits.names == ["a.png"] && panel.hit(at: row) == 0)
    // Why the text can't be used is in their place.
    panel.problem = "There is no such file."
    let told = panel.plate(in: viewport)
    let area = told.area(in: viewport, scale: 1)
    #expect(told.hits.names.isEmpty && panel.hit(at: row) == nil)
    #expect(Double(area.height - low.height) == Theme.field.problemHeight)
  }
}
