/// Digits and a comma as bitmaps, in two sizes, each at whole multiples.
struct GridFont {
  /// The size of a character, in pixels.
  let glyphWidth: Int
  /// The height of a character without the comma's tail, in pixels.
  let glyphHeight: Int
  /// The distance of a label from the lines it stands beside, in pixels.
  let margin: Int
  /// The side of a character's dot, in pixels.
  private var dot = 1
  private let glyphs: [[UInt8]]

  /// The same characters with dots so many times as large.
  func scaled(by factor: Int) -> GridFont {
    var font = GridFont(
      glyphWidth: glyphWidth * factor, glyphHeight: glyphHeight * factor, margin: margin * factor,
      glyphs: glyphs)
    font.dot = dot * factor
    return font
  }

  /// Three by five pixels, for the many.
  static let small = GridFont(
    glyphWidth: 3, glyphHeight: 5, margin: 4,
    glyphs: [
      [0b111, 0b101, 0b101, 0b101, 0b111], [0b010, 0b110, 0b010, 0b010, 0b111],
      [0b111, 0b001, 0b111, 0b100, 0b111], [0b111, 0b001, 0b011, 0b001, 0b111],
      [0b101, 0b101, 0b111, 0b001, 0b001], [0b111, 0b100, 0b111, 0b001, 0b111],
      [0b111, 0b100, 0b111, 0b101, 0b111], [0b111, 0b001, 0b001, 0b010, 0b010],
      [0b111, 0b101, 0b111, 0b101, 0b111], [0b111, 0b101, 0b111, 0b001, 0b111],
      [0b000, 0b000, 0b000, 0b000, 0b010, 0b100],
    ])

  /// Five by seven pixels, for each fifth.
  static let large = GridFont(
    glyphWidth: 5, glyphHeight: 7, margin: 4,
    glyphs: [
      [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
      [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
      [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
      [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
      [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
      [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
      [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
      [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
      [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
      [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
      [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b00100, 0b01000],
    ])
}

extension GridFont {
  /// The distance from one character to the next, in pixels.
  var advance: Int { glyphWidth + dot }

  /// The height of a line of text with the comma's tail, in pixels.
  var height: Int { glyphHeight + dot }

  /// The width of a text of some characters, in pixels.
  func width(ofLength length: Int) -> Int { length * advance }

  /// Calls `plot` with the place of every inked pixel of a text of digits and commas, from its top
  /// left corner; other characters leave a gap.
  func draw(_ text: String, plot: (_ x: Int, _ y: Int) -> Void) {
    for (position, character) in text.utf8.enumerated() {
      guard let glyph = glyph(character) else { continue }
      for (y, bits) in glyph.enumerated() {
        let columns = glyphWidth / dot
        for x in 0..<columns where bits >> (columns - 1 - x) & 1 == 1 {
          plotDot(position * advance + x * dot, y * dot, plot)
        }
      }
    }
  }

  private func plotDot(_ left: Int, _ top: Int, _ plot: (_ x: Int, _ y: Int) -> Void) {
    for y in top..<top + dot {
      for x in left..<left + dot { plot(x, y) }
    }
  }

  private func glyph(_ character: UInt8) -> [UInt8]? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): glyphs[Int(character - UInt8(ascii: "0"))]
    case UInt8(ascii: ","): glyphs.last
    default: nil
    }
  }
}
