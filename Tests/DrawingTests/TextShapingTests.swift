import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Text in other scripts` {
  private static let font = Font(size: 24)

  private func pixels(_ text: String) throws -> [UInt32] {
    let surface = try Surface(imageOf: PixelSize(width: 160, height: 40), opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(.white)
    canvas.draw(text, at: Point(4, 28), font: Self.font, color: .black)
    try surface.flush()
    return surface.pixels()
  }

  private func width(_ text: String) throws -> Double {
    let surface = try Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true)
    return try Canvas(surface).measure(text, font: Self.font).width
  }

  @Test(arguments: [
    ("IMG_0042 (copy).jpg", false), ("Größe – 3×4 …", false), ("Ελλάδα Україна", false),
    ("\u{FFFD}", false), ("", false), ("山水", true), ("صورة", true), ("🏖️", true),
    ("e\u{301}", true), ("한글", true), ("שלום", true), ("a\u{202E}b", true),
  ])
  func `needs shaping unless one font has it from left to right`(text: String, isNeeded: Bool) {
    #expect(TextShaping.isNeeded(for: text) == isNeeded)
  }

  @Test(
    .enabled(if: TextShaping.isAvailable),
    arguments: [("山", "水"), ("사", "진"), ("ص", "ع"), ("🏖", "🎄")])
  func `shows characters, not boxes`(one: String, other: String) throws {
    #expect(try pixels(one) != pixels(other))
    #expect(try pixels(one).contains { $0 != 0xFFFF_FFFF })
  }

  @Test(.enabled(if: TextShaping.isAvailable))
  func `joins Arabic letters and reads them from the right`() throws {
    #expect(try width("بب") != 2 * width("ب"))
    let (first, second) = (try pixels("صب"), try pixels("بص"))
    #expect(first != second)
  }

  @Test(.enabled(if: TextShaping.isAvailable))
  func `is as wide as it is drawn`() throws {
    for text in ["山水画.jpg", "صورة.jpg"] {
      let right =
        try pixels(text).enumerated().filter { $0.element != 0xFFFF_FFFF }
        .map { $0.offset % 160 }.max() ?? 0
      #expect(abs(Double(right) - 4 - (try width(text))) < 6)
    }
  }
}
