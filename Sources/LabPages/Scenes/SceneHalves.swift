import OverscrollShell
import ScrollEngine
import ScrollGeometry

/// The two halves of a window that shows a scene twice: a touch in either is one of both, at the same place.
struct SceneHalves {
  /// The distance between the halves, in points. [C]
  private static let gap = 16.0

  private let viewport: Size
  /// How far to the right the halves are in which fingers came down, by their ids, in points.
  private var shifts: [Int: Double] = [:]

  init(_ viewport: Size) { self.viewport = viewport }

  /// The size of both together, in points.
  var size: Size { Size(width: 2 * viewport.width + Self.gap, height: viewport.height) }

  /// The place of a half, the left one being 0, in points.
  func part(_ index: Int) -> Rect {
    Rect(origin: Point(index == 0 ? 0 : viewport.width + Self.gap, 0), size: viewport)
  }

  /// How far to the right the half at a place is, in points.
  private func shift(at place: Point) -> Double {
    place.x < viewport.width + Self.gap / 2 ? 0 : part(1).minX
  }

  /// Input at the place that it has in its half; a finger stays in the half in which it came down.
  mutating func shared(_ event: Event) -> Event {
    guard case .touch(let touch) = event else {
      return event.mapped { $0 - Point(shift(at: $0), 0) }
    }
    if touch.phase == .began { shifts[touch.id] = shift(at: touch.location) }
    let distance = shifts[touch.id] ?? shift(at: touch.location)
    if touch.phase == .ended || touch.phase == .cancelled { shifts[touch.id] = nil }
    return event.mapped { $0 - Point(distance, 0) }
  }
}
