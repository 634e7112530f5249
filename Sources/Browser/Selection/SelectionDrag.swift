package import ScrollGeometry

/// A drag that makes or changes a rectangle of whole pixels of a picture.
///
/// Places are in pixels of the picture, with fractions.
package struct SelectionDrag: Hashable, Sendable {
  /// A side of a span of pixels.
  package enum Side: Hashable, Sendable {
    case low
    case high
  }

  /// What is dragged.
  package enum Part: Hashable, Sendable {
    /// A new rectangle, from one corner to the other.
    case corner
    /// One edge, or two that meet in a corner.
    case edges(x: Side?, y: Side?)
    /// The rectangle as a whole.
    case inside
  }

  /// What is dragged.
  package let part: Part
  private let rect: PixelRect
  private let start: Point
  private let picture: PixelSize

  /// Begins a drag.
  ///
  /// - Parameters:
  ///   - part: What is dragged.
  ///   - rect: The rectangle before; ignored where a new one is made.
  ///   - start: Where the drag begins.
  ///   - picture: The size of the picture, in pixels.
  package init(_ part: Part, of rect: PixelRect, from start: Point, in picture: PixelSize) {
    self.part = part
    self.rect = rect
    self.start = start
    self.picture = picture
  }

  /// Returns the rectangle for a position of the drag; it lies in the picture and has at least one pixel.
  package func rect(at place: Point) -> PixelRect {
    let (x, y): (Kind, Kind) =
      switch part {
      case .corner: (.new, .new)
      case .edges(let x, let y): (x.map { .edge($0) } ?? .fixed, y.map { .edge($0) } ?? .fixed)
      case .inside: (.moved, .moved)
      }
    let columns = Self.span(x, rect.x..<rect.maxX, start.x, place.x, picture.width)
    let rows = Self.span(y, rect.y..<rect.maxY, start.y, place.y, picture.height)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private enum Kind {
    case new, moved, fixed
    case edge(Side)
  }

  /// The pixels of one axis.
  private static func span(
    _ kind: Kind, _ span: Range<Int>, _ start: Double, _ end: Double, _ limit: Int
  ) -> Range<Int> {
    let distance = PixelRect.rounded(end - start)
    switch kind {
    case .fixed: return span
    case .moved:
      let first = min(max(span.lowerBound + distance, 0), limit - span.count)
      return first..<first + span.count
    case .new:
      return spanning(
        PixelRect.rounded(min(start, end).rounded(.down)),
        PixelRect.rounded(max(start, end).rounded(.up)), limit)
    case .edge(let side):
      let moved = (side == .low ? span.lowerBound : span.upperBound) + distance
      let fixed = side == .low ? span.upperBound : span.lowerBound
      // Beyond the opposite edge, that edge moves.
      return spanning(min(moved, fixed), max(moved, fixed), limit)
    }
  }

  /// A span within the picture, of at least one pixel.
  private static func spanning(_ first: Int, _ end: Int, _ limit: Int) -> Range<Int> {
    let low = min(max(first, 0), limit - 1)
    return low..<min(max(end, low + 1), limit)
  }
}

extension SelectionDrag {
  /// Returns the part of a rectangle under the pointer.
  ///
  /// - Parameters:
  ///   - place: The pointer, in the unit of the rectangle.
  ///   - rect: The rectangle.
  ///   - reach: The distance from an edge up to which it is dragged.
  /// - Returns: The part; `nil` outside.
  package static func part(at place: Point, of rect: Rect, reach: Double) -> Part? {
    guard rect.insetBy(dx: -reach, dy: -reach).contains(place) else { return nil }
    func side(_ place: Double, _ low: Double, _ high: Double) -> Side? {
      // In a narrow rectangle, the middle third counts as inside.
      let reach = min(reach, (high - low) / 3)
      if place <= low + reach { return .low }
      return place >= high - reach ? .high : nil
    }
    let x = side(place.x, rect.minX, rect.maxX)
    let y = side(place.y, rect.minY, rect.maxY)
    return x == nil && y == nil ? .inside : .edges(x: x, y: y)
  }

  /// The distance beyond the window's edge at which the picture scrolls at full speed, one window per second, in points. [C]
  private static let fullSpeedDistance = 100.0

  /// Returns the scrolling speed of a drag beyond the window's edge: the farther, the faster, up to one window per second.
  ///
  /// - Parameters:
  ///   - location: The location of the drag, in points of the window.
  ///   - window: The size of the window, in points.
  /// - Returns: The speed in points per second, positive toward the right and the bottom; zero inside.
  package static func scrollSpeed(at location: Point, in window: Size) -> Point {
    func speed(_ place: Double, _ length: Double) -> Double {
      let beyond = min(place, 0) + max(place - length, 0)
      return min(max(beyond / fullSpeedDistance, -1), 1) * length
    }
    return Point(speed(location.x, window.width), speed(location.y, window.height))
  }
}
