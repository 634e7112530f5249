import ScrollGeometry

/// Which lines and labels one level of a grid shows.
struct GridRule {
  /// A line is strong, and a label large, each fifth time.
  static let fold = 5
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
}

extension GridRule {
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
