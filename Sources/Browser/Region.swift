package import Geometry

extension PixelRect {
  /// What is left when `hole` is cut out: up to four rectangles; all of it when they share nothing.
  package func subtracting(_ hole: PixelRect) -> [PixelRect] {
    let hole = hole.intersection(self)
    guard !isEmpty else { return [] }
    guard !hole.isEmpty else { return [self] }
    let parts = [
      PixelRect(x: x, y: y, width: width, height: hole.y - y),
      PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
      PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
    ]
    return parts.filter { !$0.isEmpty }
  }
}

extension [PixelRect] {
  /// What is left of the rectangles when all of `holes` are cut out.
  package func subtracting(_ holes: [PixelRect]) -> [PixelRect] {
    holes.reduce(self) { rest, hole in rest.flatMap { $0.subtracting(hole) } }
  }

  /// The same pixels in rectangles that share none.
  package var disjoint: [PixelRect] {
    reduce(into: []) { result, rect in result += [rect].subtracting(result) }
  }

  /// The number of pixels in rectangles that share none.
  package var pixelCount: Int { reduce(0) { $0 + $1.width * $1.height } }
}
