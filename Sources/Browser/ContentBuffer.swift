package import Drawing
package import Geometry

/// The content of a window, kept from frame to frame: the picture and what surrounds it, without what lies over it.
///
/// The surface is wound up on itself in both directions, like a map on a torus: content that moves is not copied, only
/// the place that stands for the window's corner moves, and what comes into the window is drawn over what left it.
package final class ContentBuffer {
  /// A part of the window that lies in one piece in the buffer.
  package struct Piece: Hashable, Sendable {
    /// The part of the window.
    package var area: PixelRect
    /// The place of its corner in the buffer.
    package var x: Int
    /// The place of its corner in the buffer.
    package var y: Int

    /// Where it lies in the buffer.
    package var place: PixelRect {
      PixelRect(x: x, y: y, width: area.width, height: area.height)
    }
  }

  /// The pixels.
  package let surface: Surface
  /// The window's size; at most the surface's.
  package let viewport: PixelSize
  /// The place in the buffer of the window's corner.
  private var corner = Repaint.Motion.none

  /// Makes a buffer with undefined pixels.
  package init(viewport: PixelSize, maker: any SurfaceMaker) throws(DrawingError) {
    self.viewport = viewport
    surface = try maker.makeSurface(size: Self.capacity(for: viewport), opaque: true)
  }

  /// What a buffer grows by at once, in pixels, so that a resize by hand makes few different ones.
  private static let step = 64

  private static func capacity(for size: PixelSize) -> PixelSize {
    PixelSize(width: roomy(size.width), height: roomy(size.height))
  }

  private static func roomy(_ side: Int) -> Int {
    min((side + step - 1) / step * step, Surface.longestSide)
  }
}

extension ContentBuffer {
  /// Moves the content within the window; what comes in has undefined pixels.
  package func move(by motion: Repaint.Motion) {
    corner.x = Self.wrapped(corner.x - motion.x, surface.size.width)
    corner.y = Self.wrapped(corner.y - motion.y, surface.size.height)
  }

  /// Lays the window's corner on the buffer's own, so that nothing is in pieces; the pixels are undefined then.
  package func unwind() { corner = .none }

  private static func wrapped(_ value: Int, _ side: Int) -> Int {
    let rest = value % side
    return rest < 0 ? rest + side : rest
  }

  /// The pieces of a part of the window: one, two or four.
  package func pieces(of area: PixelRect) -> [Piece] {
    let columns = Self.spans(
      area.x..<area.maxX, from: corner.x, side: surface.size.width)
    let rows = Self.spans(
      area.y..<area.maxY, from: corner.y, side: surface.size.height)
    return rows.flatMap { row in
      columns.map { column in
        Piece(
          area: PixelRect(
            x: column.range.lowerBound, y: row.range.lowerBound, width: column.range.count,
            height: row.range.count),
          x: column.place, y: row.place)
      }
    }
  }

  /// A range of the window in the parts that lie in one piece in the buffer, each with its place there.
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
