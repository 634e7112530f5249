/// The metrics of a font at a size, which the host program provides.
///
/// Text is laid out from left to right, without kerning, ligatures or bidirectional order: the width of a line is the sum of
/// its characters' widths. The engine asks for each character once and keeps the answer.
public protocol TextMeasurer {
  /// The distance from the top of a line to its baseline, in points.
  ///
  /// Corresponds to `UIFont.ascender`.
  var ascender: Double { get }

  /// The distance from one line to the next, in points; a value that is not above 0 counts as 1.
  ///
  /// Corresponds to `UIFont.lineHeight`.
  var lineHeight: Double { get }

  /// Returns the advance width of a character, in points; a negative or non-finite one counts as 0.
  func width(of character: Character) -> Double
}

/// A font all of whose characters have the same width, the same on every machine.
public struct FixedWidthMeasurer: TextMeasurer, Hashable, Sendable {
  /// The width of every character, in points.
  public let width: Double
  /// The distance from the top of a line to its baseline, in points.
  public let ascender: Double
  /// The distance from one line to the next, in points.
  public let lineHeight: Double

  /// Creates a font; by default of 8 × 18 points with the baseline at 14.
  public init(width: Double = 8, ascender: Double = 14, lineHeight: Double = 18) {
    self.width = width
    self.ascender = ascender
    self.lineHeight = lineHeight
  }

  /// Returns the width of every character.
  public func width(of character: Character) -> Double { width }
}

/// The widths of characters, measured once, and the other metrics of a font with refused values replaced.
final class TextMetrics {
  /// The width of a tab, in spaces. [C]
  static let spacesPerTab = 4
  /// The largest width of a character and height of a line, in points. [C]
  private static let largestLength = 1e4

  let measurer: any TextMeasurer
  let ascender: Double
  let lineHeight: Double
  private var widths: [Character: Double] = [:]

  init(_ measurer: any TextMeasurer) {
    self.measurer = measurer
    let height = measurer.lineHeight
    lineHeight = height > 0 && height <= Self.largestLength ? height : 1
    let ascender = measurer.ascender
    self.ascender = ascender.isAcceptable ? min(max(ascender, 0), lineHeight) : lineHeight
  }

  /// Returns the width of a character, in points: four spaces for a tab, zero for other control characters.
  func width(of character: Character) -> Double {
    if let known = widths[character] { return known }
    let width = measured(character)
    widths[character] = width
    return width
  }

  private func measured(_ character: Character) -> Double {
    if character == "\t" { return width(of: " ") * Double(Self.spacesPerTab) }
    guard !character.isControl else { return 0 }
    let width = measurer.width(of: character)
    return width > 0 && width <= Self.largestLength ? width : 0
  }
}

extension Character {
  /// Whether the character is a control character or a line break, which has no glyph.
  var isControl: Bool {
    isNewline || unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}
