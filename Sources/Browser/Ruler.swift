package import OverscrollDrawing
package import OverscrollImaging
import OverscrollBase
import Glibc
package import ScrollGeometry

/// Segments on a picture one after the other, and how long they are.
package struct Ruler: Hashable, Sendable {
  /// The ends of the segments, in the file's columns and rows: they stay where they are while the picture is turned.
  package private(set) var points: [Point] = []
  /// True where the last segment ends where the first one begins.
  package private(set) var isClosed = false

  package init() {}

  /// Begins with a segment at a place; its end is moved from there.
  package mutating func begin(at place: Point) { (points, isClosed) = ([place, place], false) }

  /// Continues with another segment from the end of the last one.
  package mutating func addSegment() {
    if !isClosed, let last = points.last { points.append(last) }
  }

  /// Moves the end of the last segment.
  package mutating func moveEnd(to place: Point) {
    if !points.isEmpty { points[points.count - 1] = place }
  }

  /// Ends the last segment where the first one begins, from three segments on; returns whether it did.
  package mutating func close() -> Bool {
    guard points.count > 3 else { return false }
    points[points.count - 1] = points[0]
    isClosed = true
    return true
  }

  /// Removes the last segment, whose end was not moved.
  package mutating func removeLastSegment() {
    points.removeLast()
    if points.count < 2 { points = [] }
  }

  // MARK: - Measures

  /// The middle of the ends, in the file's columns and rows.
  package var middle: Point {
    points.reduce(.zero, +) * (1 / Double(max(points.count, 1)))
  }

  /// The ends in a scale's unit, down and to the right; in pixels without one.
  private func places(_ scale: PixelScale?) -> [Point] {
    let scale = Self.unit(scale)
    return points.map { Point($0.x * (scale?.x ?? 1), $0.y * (scale?.y ?? 1)) }
  }

  /// The scale that lengths have.
  private static func unit(_ scale: PixelScale?) -> PixelScale? {
    scale?.kind == .unknown ? nil : scale
  }

  /// A length, in the unit that another one beside it has.
  private static func text(
    _ length: Double, _ scale: PixelScale?, beside other: Double? = nil
  ) -> String {
    guard let scale = unit(scale) else {
      return "\(NumberText.trimmed(length, decimals: length < 100 ? 2 : 1)) px"
    }
    return scale.text(of: length, beside: other)
  }

  /// The area that is enclosed, in the square of the unit.
  private func area(_ places: [Point]) -> Double {
    zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
      .magnitude / 2
  }

  private static func text(area: Double, _ scale: PixelScale?) -> String {
    guard let scale = unit(scale) else {
      return "\(NumberText.trimmed(area, decimals: 1)) px²"
    }
    // A square of the next unit is a million of them: the next is used from a tenth on.
    let unit = scale.unit(for: (10 * area).squareRoot())
    return "\(PixelScale.short(area / (unit.size * unit.size)))\(unit.gap)\(unit.name)²"
  }

  /// The direction of a segment as shown, counterclockwise from the right, or the angle between it and the one before it, in degrees.
  private func angle(ofSegment index: Int, _ places: [Point], _ orientation: Orientation) -> Double
  {
    /// The direction of a step on the screen, whose rows go down.
    func direction(_ from: Point, _ to: Point) -> Double {
      let shown = orientation.place(of: to) - orientation.place(of: from)
      return atan2(0 - shown.y, shown.x) * 180 / .pi
    }
    let own = direction(places[index], places[index + 1])
    guard index > 0 else { return own }
    let back = direction(places[index], places[index - 1])
    let between = abs(own - back)
    return between > 180 ? 360 - between : between
  }

  /// What the last segment measures, such as `12.5 µm  34.0°`; `nil` without one.
  package func segmentText(_ scale: PixelScale?, _ orientation: Orientation) -> String? {
    guard points.count > 1 else { return nil }
    // What is copied keeps the hyphen, which programs read.
    return segmentText(points.count - 2, places(scale), scale, orientation)
      .replacing(" -", with: " −")
  }

  private func segmentText(
    _ index: Int, _ places: [Point], _ scale: PixelScale?, _ orientation: Orientation
  ) -> String {
    let length = (places[index + 1] - places[index]).length
    let angle = angle(ofSegment: index, places, orientation)
    return "\(Self.text(length, scale))  \(NumberText.fixed(angle, decimals: 1))°"
  }

  /// What all segments measure together, such as `total 31.2 µm`, or `perimeter 31.2 µm, area 48 µm²`; `nil` for a single one.
  package func totalText(_ scale: PixelScale?) -> String? {
    guard points.count > 2 else { return nil }
    let places = places(scale)
    let lengths = zip(places, places.dropFirst()).map { ($1 - $0).length }
    let total = lengths.reduce(0, +)
    guard isClosed else {
      let last = lengths.last { $0 > 0 }
      return "total \(Self.text(total, scale, beside: last))"
    }
    return "perimeter \(Self.text(total, scale)), area \(Self.text(area: area(places), scale))"
  }

  /// A line for each segment, and one for all of them.
  package func text(_ scale: PixelScale?, _ orientation: Orientation) -> String {
    let places = places(scale)
    let segments = points.indices.dropLast().map {
      segmentText($0, places, scale, orientation)
    }
    return (segments + [totalText(scale)].compactMap(\.self)).joined(separator: "\n")
  }
}

/// A ruler over a picture: its segments.
package struct RulerLayer: OverlayContent {
  private let points: [Point]

  /// The radius of the ends, and the widths of the line and of its dark edge, in points. [C]
  private static let (radius, width, edge) = (3.0, 1.5, 3.5)

  /// Makes the layers of a ruler and of its plate.
  ///
  /// - Parameters:
  ///   - points: The ends of the segments, in points of the window.
  ///   - lines: What is measured.
  ///   - room: The size of the window, in points.
  /// - Returns: The layers, the plate last.
  package static func layers(
    _ points: [Point], _ lines: [String], in room: Size
  ) -> [OverlayLayer] {
    let contents: [(any OverlayContent)?] = [
      Self(points: points), points.last.map { RulerPlate(end: $0, lines: lines, room: room) },
    ]
    return contents.compactMap(\.self).map {
      OverlayLayer($0, area: Rect(origin: .zero, size: room))
    }
  }

  package var isInPicture: Bool { true }

  package func draw(on canvas: Canvas) {
    let (light, dark) = (Color(white: 1, alpha: 1), Color(white: 0, alpha: 0.6))
    for (color, width) in [(dark, Self.edge), (light, Self.width)] {
      canvas.strokeLine(through: points, with: color, lineWidth: width)
    }
    for point in points {
      for (color, radius) in [(dark, Self.radius + 1), (light, Self.radius)] {
        let side = 2 * radius
        canvas.fill(
          Rect(x: point.x - radius, y: point.y - radius, width: side, height: side),
          cornerRadius: radius, with: color)
      }
    }
  }
}

/// What a ruler measures, on a plate at its end: messages move aside for it, and it does for other plates.
package struct RulerPlate: OverlayContent {
  fileprivate let end: Point
  fileprivate let lines: [String]
  fileprivate let room: Size

  /// The distance from the end, the height of a line, and the distance of the text from the edges, in points. [C]
  private static let (distance, lineHeight, padding) = (12.0, 18.0, 8.0)
  private static let font = Font(size: Theme.plate.textSize)

  package func plate(measuredBy canvas: Canvas) -> Rect? { reading(measuredBy: canvas) }

  package func reading(measuredBy canvas: Canvas) -> Rect? {
    guard !lines.isEmpty else { return nil }
    let widths = lines.map { canvas.measure($0, font: Self.font).width }
    let size = Size(
      width: (widths.max() ?? 0).rounded(.up) + 2 * Self.padding,
      height: Double(lines.count) * Self.lineHeight + Self.padding)
    // To the right of the end and below it, or where there is room.
    var corner = Point(end.x + Self.distance, end.y + Self.distance)
    if corner.x + size.width > room.width { corner.x = end.x - Self.distance - size.width }
    if corner.y + size.height > room.height { corner.y = end.y - Self.distance - size.height }
    corner.x = min(max(corner.x, 4), max(4, room.width - size.width - 4)).rounded()
    corner.y = min(max(corner.y, 4), max(4, room.height - size.height - 4)).rounded()
    return Rect(origin: corner, size: size)
  }

  package func draw(on canvas: Canvas) {
    guard let plate = reading(measuredBy: canvas) else { return }
    let (corner, font) = (plate.origin, Self.font)
    Plate(plate, cornerRadius: Theme.plate.radius, color: Theme.message.plate).draw(on: canvas)
    for (index, line) in lines.enumerated() {
      let middle = corner.y + Self.padding / 2 + (Double(index) + 0.5) * Self.lineHeight
      canvas.draw(
        line, x: corner.x + Self.padding, middle: middle, font: font, color: Theme.message.text)
    }
  }
}
