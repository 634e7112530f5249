package import Geometry

extension PixelRect {
  /// What is left when `other` is cut out: up to four rectangles; all of it when they share nothing.
  package func subtracting(_ other: PixelRect) -> [PixelRect] {
    let other = other.intersection(self)
    guard !isEmpty else { return [] }
    guard !other.isEmpty else { return [self] }
    let parts = [
      PixelRect(x: x, y: y, width: width, height: other.y - y),
      PixelRect(x: x, y: other.maxY, width: width, height: maxY - other.maxY),
      PixelRect(x: x, y: other.y, width: other.x - x, height: other.height),
      PixelRect(x: other.maxX, y: other.y, width: maxX - other.maxX, height: other.height),
    ]
    return parts.filter { !$0.isEmpty }
  }
}

extension [PixelRect] {
  /// What is left of the rectangles when all of `others` are cut out.
  package func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    others.reduce(self) { rest, other in rest.flatMap { $0.subtracting(other) } }
  }

  /// The same pixels in rectangles that share none.
  package var disjoint: [PixelRect] {
    reduce(into: []) { result, rect in result += [rect].subtracting(result) }
  }

  /// The number of pixels in rectangles that share none.
  package var pixelCount: Int { reduce(0) { $0 + $1.width * $1.height } }
}
