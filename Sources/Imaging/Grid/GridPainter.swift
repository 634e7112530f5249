import ScrollGeometry

/// Draws one tile of one level of a grid.
struct GridPainter {
  private let rule: GridRule
  private let rect: PixelRect
  private let limits: PixelSize
  private let stride: Int
  /// The tile with its apron, row by row.
  private(set) var pixels: ContiguousArray<UInt32>

  /// Prepares a tile.
  ///
  /// - Parameters:
  ///   - rule: which lines and labels the level has.
  ///   - rect: the tile's content, in pixels of its level.
  ///   - limits: the size of the level.
  init(rule: GridRule, rect: PixelRect, limits: PixelSize) {
    self.rule = rule
    self.rect = rect
    self.limits = limits
    let padded = TilePixels.padded(rect.size)
    stride = padded.width
    pixels = ContiguousArray(repeating: 0, count: padded.width * padded.height)
  }

  /// The columns of the level that the tile shows, with its apron as far as the level reaches.
  private var columns: Range<Int> {
    max(
      0, rect.x - TilePixels.apron)..<min(limits.width, rect.columns.upperBound + TilePixels.apron)
  }

  /// The same of the rows.
  private var rows: Range<Int> {
    max(0, rect.y - TilePixels.apron)..<min(limits.height, rect.rows.upperBound + TilePixels.apron)
  }

  /// Draws everything, from the paper up.
  mutating func paint() {
    paintPaper()
    if rule.level == 0, rule.step >= GridCode.smallestPrintedCell { paintMicroprint() }
    paintLabels(rule.fonts.large, every: rule.largeStep, except: nil, GridColors.largeLabel)
    if let step = rule.smallStep {
      paintLabels(rule.fonts.small, every: step, except: rule.largeStep, GridColors.smallLabel)
    }
    repeatEdges()
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    (y - rect.y + TilePixels.apron) * stride + x - rect.x + TilePixels.apron
  }

  private mutating func paintPaper() {
    let inks = GridColors.lines(hairlineStrength: rule.hairlineStrength)
    let across = columns.map { (line: rule.line(at: $0), column: rule.cell(at: $0)) }
    let paper = across.map { GridCode.tint(of: GridCell(column: $0.column, row: 0)) & 0xFFFF_FF00 }
    for y in rows {
      let line = rule.line(at: y)
      let blue = GridCode.blueTint(ofRow: rule.cell(at: y))
      var place = index(columns.lowerBound, y)
      for x in across.indices {
        let strongest = max(line, across[x].line)
        pixels[place] = strongest == .none ? paper[x] | blue : inks[strongest.rawValue]
        place += 1
      }
    }
  }

  private mutating func paintMicroprint() {
    for row in rule.cell(at: rows.lowerBound)...rule.cell(at: rows.upperBound - 1) {
      for column in rule.cell(at: columns.lowerBound)...rule.cell(at: columns.upperBound - 1) {
        let ink = GridCode.dot(on: GridCode.tint(of: GridCell(column: column, row: row)))
        for (number, distance) in zip([column, row], GridCode.footDistances) {
          let y = (row + 1) * rule.step - distance
          for dot in GridCode.dots(of: number) { plot(column * rule.step + dot, y, ink) }
        }
      }
    }
  }

  /// Writes the coordinates of the crossings of every `step`-th line that may reach into the tile.
  private mutating func paintLabels(
    _ font: GridFont, every step: Int, except other: Int?, _ ink: UInt32
  ) {
    let width = font.width(ofLength: rule.labelLength) + font.margin
    let across = crossings(from: columns.lowerBound - width, to: columns.upperBound, step)
    let down = crossings(
      from: rows.lowerBound - font.height - font.margin, to: rows.upperBound, step)
    for y in down {
      for x in across {
        if let other, x % other == 0, y % other == 0 { continue }
        let (left, top) = (x >> rule.level + font.margin, y >> rule.level + font.margin)
        font.draw("\(x),\(y)") { plot(left + $0, top + $1, ink) }
      }
    }
  }

  /// The multiples of `step` that fall into a range of the level, in pixels of level 0.
  private func crossings(from first: Int, to end: Int, _ step: Int) -> StrideTo<Int> {
    let start = max(0, first << rule.level) / step * step
    return Swift.stride(from: start, to: end << rule.level, by: step)
  }

  private mutating func plot(_ x: Int, _ y: Int, _ ink: UInt32) {
    if columns.contains(x), rows.contains(y) { pixels[index(x, y)] = ink }
  }

  /// Fills the apron where the level ends.
  private mutating func repeatEdges() {
    let outer = TilePixels.apron
    for y in rows {
      for x in rect.x - outer..<columns.lowerBound {
        pixels[index(x, y)] = pixels[index(columns.lowerBound, y)]
      }
      for x in columns.upperBound..<rect.columns.upperBound + outer {
        pixels[index(x, y)] = pixels[index(columns.upperBound - 1, y)]
      }
    }
    for x in rect.x - outer..<rect.columns.upperBound + outer {
      for y in rect.y - outer..<rows.lowerBound {
        pixels[index(x, y)] = pixels[index(x, rows.lowerBound)]
      }
      for y in rows.upperBound..<rect.rows.upperBound + outer {
        pixels[index(x, y)] = pixels[index(x, rows.upperBound - 1)]
      }
    }
  }
}

/// Which lines and labels one level of a grid shows.
struct GridRule {
  /// A line is strong, and a label large, each fifth time.
  private static let fold = 5
  /// Closer lines would make a gray field, in pixels of the level. [C]
  private static let closestLines = 8
  /// The distance from which on hairlines have their full strength, in pixels of the level. [C]
  private static let easyDistance = 32

  /// How many times the picture was halved.
  let level: Int
  /// The distance from line to line, in pixels of level 0.
  let step: Int
  /// The distance from one large label to the next, in pixels of level 0.
  let largeStep: Int
  /// The distance from one small label to the next, in pixels of level 0; nil if none fit.
  let smallStep: Int?
  /// The width of the widest label in characters.
  let labelLength: Int
  /// The lettering at the strong lines' crossings, and at all others.
  let fonts: (large: GridFont, small: GridFont)

  /// Chooses for one level.
  init(_ grid: Grid, level: Int) {
    self.level = level
    labelLength = "\(grid.size.width),\(grid.size.height)".count
    step = Self.firstStep(from: grid.spacing) { $0 >> level >= Self.closestLines }
    let major = step * Self.fold
    fonts = (
      GridFont.large.scaled(by: grid.letterScale), GridFont.small.scaled(by: grid.letterScale)
    )
    let largeWidth = fonts.large.width(ofLength: labelLength)
    let smallWidth = fonts.small.width(ofLength: labelLength)
    largeStep = Self.firstStep(from: major) { Self.fits(largeWidth, within: $0 >> level) }
    let small = Self.firstStep(from: step) { Self.fits(smallWidth, within: $0 >> level) }
    let isRoomy = small < largeStep && largeWidth + fonts.large.margin <= small >> level
    smallStep = isRoomy ? small : nil
  }

  private static func firstStep(from first: Int, where isWide: (Int) -> Bool) -> Int {
    var step = first
    while !isWide(step), step <= .max / (2 * fold) { step *= fold }
    return step
  }

  /// True if a label leaves at least a fifth of the distance free.
  private static func fits(_ width: Int, within distance: Int) -> Bool {
    width * 5 <= distance * 4
  }

  /// How dark hairlines are, 0 … 256: less where they lie close.
  var hairlineStrength: UInt32 {
    UInt32(min(256, max(step >> level, 1) * 256 / Self.easyDistance))
  }

  /// The kind of line that runs through a column, or a row, of the level.
  func line(at place: Int) -> GridLine {
    let start = place << level
    let number = (start + step - 1) / step
    guard number * step < (place + 1) << level else { return .none }
    if number == 0 { return .axis }
    return number % Self.fold == 0 ? .strong : .hair
  }

  /// The number of the cell that a column, or a row, of the level lies in.
  func cell(at place: Int) -> Int { (place << level) / step }
}

/// The kinds of lines, the weakest first.
enum GridLine: Int, Comparable {
  /// Paper.
  case none
  /// One of the many.
  case hair
  /// Each fifth.
  case strong
  /// The one at zero.
  case axis

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Digits and a comma as bitmaps, in two sizes, each at whole multiples.
struct GridFont {
  /// The size of a character, in pixels.
  private let glyphWidth: Int
  /// The height of a character without the comma's tail, in pixels.
  private let glyphHeight: Int
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

  /// The distance from one character to the next, in pixels.
  private var advance: Int { glyphWidth + dot }

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
    for y in top..<top + dot { for x in left..<left + dot { plot(x, y) } }
  }

  private func glyph(_ character: UInt8) -> [UInt8]? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): glyphs[Int(character - UInt8(ascii: "0"))]
    case UInt8(ascii: ","): glyphs.last
    default: nil
    }
  }
}

/// The colors that are not paper, 0xAARRGGBB: warm browns, the axes in a muted red. [C]
enum GridColors {
  /// The coordinates at the strong lines' crossings.
  static let largeLabel: UInt32 = 0xFF6B_5B48
  /// The coordinates at all other crossings.
  static let smallLabel: UInt32 = 0xFF73_6650

  private static let paper: UInt32 = 0xFFF5_F4E7
  private static let hairline: UInt32 = 0xFFD9_D1BC
  private static let strong: UInt32 = 0xFFB3_A186
  private static let axis: UInt32 = 0xFFB5_6A4E

  /// The colors of lines by the raw value of their kind; paper's place is not used.
  ///
  /// `hairlineStrength` is 0 … 256, from paper to the full color.
  static func lines(hairlineStrength: UInt32) -> [UInt32] {
    [paper, mixed(hairline, hairlineStrength), strong, axis]
  }

  private static func mixed(_ ink: UInt32, _ strength: UInt32) -> UInt32 {
    let shifts: [UInt32] = [0, 8, 16]
    return shifts.reduce(PixelRows.opaqueAlpha) { pixel, shift in
      let (over, under) = (ink >> shift & 0xFF, paper >> shift & 0xFF)
      let mixed = (over * strength + under * (256 - strength)) / 256
      return pixel | mixed << shift
    }
  }
}
