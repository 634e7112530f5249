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
}

extension GridPainter {
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
