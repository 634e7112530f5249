package import OverscrollDrawing
import OverscrollImaging
package import ScrollGeometry

/// The window's content, retained from frame to frame: the picture and its surroundings, without overlays.
///
/// Scrolling does not copy content. It moves the position of the window's origin in the buffer, and newly exposed
/// content is drawn over content that has left the window. Vertically the buffer is a ring. Horizontally it has spare
/// room, and its content is copied only when the room is used up: a horizontal ring would split every copy to the
/// window into a left and a right part, which takes a quarter more time. [M]
package final class ContentBuffer {
  /// A part of the window that is contiguous in the buffer.
  package struct Piece: Hashable, Sendable {
    /// The part of the window.
    package var area: PixelRect
    /// The x-coordinate of its origin in the buffer.
    package var x: Int
    /// The y-coordinate of its origin in the buffer.
    package var y: Int

    /// Its rectangle in the buffer.
    package var place: PixelRect {
      PixelRect(x: x, y: y, width: area.width, height: area.height)
    }
  }

  /// The pixels.
  package let surface: Surface
  /// The window's size; at most the surface's.
  package let viewport: PixelSize
  /// The position of the window's origin in the buffer.
  private var corner = Repaint.Motion.none

  /// Creates a buffer with undefined pixels.
  package init(viewport: PixelSize, maker: any SurfaceFactory) throws(DrawingError) {
    self.viewport = viewport
    surface = try maker.makeSurface(size: Self.capacity(for: viewport), opaque: true)
  }

  /// The granularity of buffer sizes, in pixels, so that an interactive resize allocates few buffers. [C]
  private static let step = 64
  /// The spare horizontal room, in pixels: several frames of a flick, and little compared with a window. [C]
  private static let spare = 256

  private static func capacity(for size: PixelSize) -> PixelSize {
    PixelSize(width: roomy(size.width + spare), height: roomy(size.height))
  }

  /// The memory of the buffer of a window, in bytes.
  package static func byteCount(for viewport: PixelSize) -> Int {
    let size = capacity(for: viewport)
    return size.width * size.height * TilePixels.bytesPerPixel
  }

  /// The largest x-coordinate of the window's origin; zero in a buffer of the maximum width.
  private var room: Int { max(0, surface.size.width - viewport.width) }

  private static func roomy(_ side: Int) -> Int {
    min((side + step - 1) / step * step, Surface.maximumSide)
  }
}

extension ContentBuffer {
  /// Scrolls the content; newly exposed pixels are undefined.
  package func move(by motion: Repaint.Motion) {
    corner.y = Self.wrapped(corner.y - motion.y, surface.size.height)
    let target = corner.x - motion.x
    guard !(0...room).contains(target) else { return corner.x = target }
    let (left, right) = (max(0, -motion.x), max(0, motion.x))
    // To the side that leaves the most room for further scrolling in the same direction.
    let start = motion.x > 0 ? room : 0
    let kept = PixelRect(
      x: corner.x + left, y: 0, width: viewport.width - left - right, height: surface.size.height)
    surface.copy(kept, toX: start + right, y: 0)
    corner.x = start
  }

  /// Moves the window's origin to the buffer's, so that the window is contiguous; its pixels become undefined.
  package func unwind() { corner = .none }

  private static func wrapped(_ value: Int, _ side: Int) -> Int {
    let rest = value % side
    return rest < 0 ? rest + side : rest
  }

  /// Returns the contiguous pieces of a part of the window: one, or an upper and a lower one.
  package func pieces(of area: PixelRect) -> [Piece] {
    guard area.width > 0 else { return [] }
    return Self.spans(area.y..<area.maxY, from: corner.y, side: surface.size.height).map { row in
      Piece(
        area: PixelRect(
          x: area.x, y: row.range.lowerBound, width: area.width, height: row.range.count),
        x: corner.x + area.x, y: row.place)
    }
  }

  /// Splits a range of the window into contiguous ranges of the buffer, each with its position there.
  private static func spans(
    _ range: Range<Int>, from corner: Int, side: Int
  ) -> [(range: Range<Int>, place: Int)] {
    guard !range.isEmpty else { return [] }
    let place = wrapped(range.lowerBound + corner, side)
    let first = min(range.count, side - place)
    let middle = range.lowerBound + first
    guard first < range.count else { return [(range, place)] }
    return [(range.lowerBound..<middle, place), (middle..<range.upperBound, 0)]
  }
}
