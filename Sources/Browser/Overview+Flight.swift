package import OverscrollBase
import OverscrollDrawing
import OverscrollImaging
import OverscrollShell
import ScrollEngine
package import ScrollGeometry
import ScrollLists

/// The flight of a picture from its cell to its place in the window, or back.
package struct OverviewFlight: Hashable, Sendable {
  /// How long it takes, in seconds. [C]
  package static let duration = 0.2

  /// The path of the picture.
  package let path: FilePath
  /// The cell.
  let item: Int
  /// True from the cell to the window, false back.
  package let opens: Bool
  /// Where all of the picture lies in the window, in points.
  package var place: Rect
  private let start: Double
  private var time: Double

  init(_ path: FilePath, item: Int, to place: Rect, opens: Bool, at time: Double) {
    (self.path, self.item, self.place, self.opens) = (path, item, place, opens)
    (start, self.time) = (time, time)
  }

  mutating func advance(to now: Double) { time = max(time, now) }

  /// Whether it is at its end.
  package var isOver: Bool { time - start >= Self.duration }

  /// How far it is from the cell, from 0 to 1.
  var progress: Double {
    let progress = Easing.easeOutCubic.progress(at: (time - start) / Self.duration)
    return opens ? progress : 1 - progress
  }

  /// Where the picture is on its way from a rectangle.
  func rect(from cell: Rect) -> Rect {
    func mixed(_ one: Double, _ other: Double) -> Double { one + (other - one) * progress }
    return Rect(
      x: mixed(cell.minX, place.minX), y: mixed(cell.minY, place.minY),
      width: mixed(cell.width, place.width), height: mixed(cell.height, place.height))
  }
}

extension Overview {
  /// Begins the flight of a picture whose thumbnail is visible.
  ///
  /// - Parameters:
  ///   - item: The number of the picture.
  ///   - place: Where all of it lies in the window, in points; `nil` where that isn't known yet, and it is fitted.
  ///   - opens: True for the way to that place, false for the way back.
  ///   - time: The present, in seconds.
  /// - Returns: False for a picture that has no thumbnail or is not visible.
  package func fly(_ item: Int, to place: Rect?, opens: Bool, at time: Double) -> Bool {
    let path = path(item)
    guard item >= folderCount, isVisible(item),
      case .ready(let surface, _) = surfaces.state(of: path)
    else { return false }
    let shown = thumbnailTurn(path).applied(to: surface.size)
    flight = OverviewFlight(
      path, item: item, to: place ?? usualPlace(of: shown), opens: opens, at: time)
    return true
  }

  /// Corrects where a picture flies to, once that is known.
  package func land(at place: Rect) { flight?.place = place }

  /// Ends a flight.
  package func endFlight() { flight = nil }

  /// Where a picture with a thumbnail of a size will probably be.
  private func usualPlace(of thumbnail: PixelSize) -> Rect {
    let longer = max(thumbnail.width, thumbnail.height)
    // One that has less than was asked for is small.
    let fit = min(
      size.width / Double(thumbnail.width), size.height / Double(thumbnail.height))
    let ratio = longer < pixelSide ? min(1 / scale, fit) : fit
    let (width, height) = (Double(thumbnail.width) * ratio, Double(thumbnail.height) * ratio)
    return Rect(
      x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
  }

  /// Draws the picture that flies over all others, which give way to the background.
  func drawFlight(_ flight: OverviewFlight, over backdrop: Backdrop, on canvas: Canvas) {
    guard case .ready(let surface, let isDamaged) = surfaces.state(of: flight.path),
      let frame = list.layoutAttributesForItem(at: sections.indexPath(of: flight.item))?.frame
    else { return }
    canvas.fill(
      [PixelRect(viewport)], with: backdrop.background.color.withOpacity(flight.progress))
    let cell = frame.offset(by: list.frame.origin - list.bounds.origin) * scale
    let square = PixelRect(
      rounding: Rect(x: cell.minX, y: cell.minY, width: cell.width, height: side * scale))
    let turn = thumbnailTurn(flight.path)
    let start = place(
      of: turn.applied(to: surface.size), for: surfaces.side(of: flight.path) ?? pixelSide,
      in: square)
    let rect = flight.rect(from: start.rect * (1 / scale)) * scale
    canvas.draw(
      surface, turn, in: PixelRect(rounding: rect), isDamaged: isDamaged, over: backdrop,
      scale: scale)
  }
}
