extension PixelRect {
  /// Returns this rectangle minus another: up to four rectangles, or the rectangle itself if they are disjoint.
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

extension PixelRect {
  /// The number of pixels; zero where it is empty.
  package var area: Int { max(0, width) * max(0, height) }

  /// Returns the largest part on one side of another rectangle that spans this one in the other direction.
  package func largestPart(beside other: PixelRect) -> PixelRect {
    let parts = [
      PixelRect(x: x, y: y, width: other.x - x, height: height),
      PixelRect(x: other.maxX, y: y, width: maxX - other.maxX, height: height),
      PixelRect(x: x, y: y, width: width, height: other.y - y),
      PixelRect(x: x, y: other.maxY, width: width, height: maxY - other.maxY),
    ]
    return parts.max { $0.area < $1.area }.map { $0.intersection(self) } ?? self
  }
}

extension [PixelRect] {
  /// Returns these rectangles minus others.
  package func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    others.reduce(self) { rest, other in rest.flatMap { $0.subtracting(other) } }
  }

  /// The union of the rectangles as disjoint rectangles.
  package var disjoint: [PixelRect] {
    reduce(into: []) { result, rect in result += [rect].subtracting(result) }
  }

  /// The number of pixels of disjoint rectangles.
  package var pixelCount: Int { reduce(0) { $0 + $1.area } }
}
