import ScrollGeometry

/// Lines between the pixels of a picture that is enlarged so far that they are squares.
///
/// The lines belong to the content: they scroll with it. Each border between two pixels is a dark line beside a light one, one
/// device pixel each, so that it shows on any picture.
package struct PixelGrid {
  /// The device pixels per picture pixel above which the grid begins to show. [C]
  package static let firstScale = 12.0
  /// The device pixels per picture pixel from which the grid shows fully. [C]
  package static let fullScale = 16.0

  let placement: Placement

  /// The opacity of the grid at a scale in device pixels per picture pixel, from 0 to 1.
  package static func opacity(at scale: Double) -> Double {
    min(max((scale - firstScale) / (fullScale - firstScale), 0), 1)
  }

  /// The lines in a part of the window, in device pixels; those of one list are disjoint.
  struct Lines: Hashable {
    var dark: [PixelRect]
    var light: [PixelRect]
  }

  /// Returns the lines between the columns of the picture in a part of the window.
  func columns(in area: PixelRect) -> Lines {
    let part = area.intersection(placement.area)
    return Self.lines(
      count: placement.size.width, from: placement.origin.x, scale: placement.scale,
      across: part.x..<part.maxX
    ) { PixelRect(x: $0, y: part.y, width: 1, height: part.height) }
  }

  /// Returns the lines between the rows of the picture in a part of the window.
  func rows(in area: PixelRect) -> Lines {
    let part = area.intersection(placement.area)
    return Self.lines(
      count: placement.size.height, from: placement.origin.y, scale: placement.scale,
      across: part.y..<part.maxY
    ) { PixelRect(x: part.x, y: $0, width: part.width, height: 1) }
  }

  private static func lines(
    count: Int, from origin: Double, scale: Double, across range: Range<Int>,
    _ line: (Int) -> PixelRect
  ) -> Lines {
    // The whole part of the origin is added last, so that borders round the same way wherever the picture lies.
    let whole = origin.rounded(.down)
    func border(_ index: Int) -> Int {
      PixelRect.rounded(whole) + PixelRect.rounded(origin - whole + Double(index) * scale)
    }
    let first = Int(((Double(range.lowerBound) - origin) / scale).rounded(.down)) - 1
    let last = Int(((Double(range.upperBound) - origin) / scale).rounded(.up)) + 1
    let (low, high) = (max(first, 1), min(last, count - 1))
    guard !range.isEmpty, low <= high else { return Lines(dark: [], light: []) }
    let borders = (low...high).map(border)
    return Lines(
      dark: borders.map { $0 - 1 }.filter(range.contains).map(line),
      light: borders.filter(range.contains).map(line))
  }
}
