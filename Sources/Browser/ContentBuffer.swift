package import Drawing
package import Geometry

/// The content of a window, kept from frame to frame: the picture and what surrounds it, without what lies over it.
///
/// Content that moves is not copied, only the place that stands for the window's corner moves, and what comes into the
/// window is drawn over what left it. Downwards the surface is wound up on itself, like a map on a drum. Sideways it has
/// room to spare, and content is copied once in a while, when that is used up: a copy to the window that falls into a
/// left and a right part takes a quarter more time in every frame.
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
  package init(viewport: PixelSize, maker: any SurfaceFactory) throws(DrawingError) {
    self.viewport = viewport
    surface = try maker.makeSurface(size: Self.capacity(for: viewport), opaque: true)
  }

  /// What a buffer grows by at once, in pixels, so that a resize by hand makes few different ones.
  private static let step = 64
  /// The room sideways, in pixels: what a flick uses up in some frames, and little beside a window.
  private static let spare = 256

  private static func capacity(for size: PixelSize) -> PixelSize {
    PixelSize(width: roomy(size.width + spare), height: roomy(size.height))
  }

  /// The farthest right that the window's corner may be; zero in a buffer that could not be made wider.
  private var room: Int { max(0, surface.size.width - viewport.width) }

  private static func roomy(_ side: Int) -> Int {
    min((side + step - 1) / step * step, Surface.longestSide)
  }
}

extension ContentBuffer {
  /// Moves the content within the window; what comes in has undefined pixels.
  package func move(by motion: Repaint.Motion) {
    corner.y = Self.wrapped(corner.y - motion.y, surface.size.height)
    let target = corner.x - motion.x
    guard !(0...room).contains(target) else { return corner.x = target }
    let (left, right) = (max(0, -motion.x), max(0, motion.x))
    // To the side from which the same motion can go on for longest.
    let start = motion.x > 0 ? room : 0
    let kept = PixelRect(
      x: corner.x + left, y: 0, width: viewport.width - left - right, height: surface.size.height)
    surface.copy(kept, toX: start + right, y: 0)
    corner.x = start
  }

  /// Lays the window's corner on the buffer's own, so that nothing is in pieces; the pixels are undefined then.
  package func unwind() { corner = .none }

  private static func wrapped(_ value: Int, _ side: Int) -> Int {
    let rest = value % side
    return rest < 0 ? rest + side : rest
  }

  /// The pieces of a part of the window: one, or an upper and a lower.
  package func pieces(of area: PixelRect) -> [Piece] {
    guard area.width > 0 else { return [] }
    return Self.spans(area.y..<area.maxY, from: corner.y, side: surface.size.height).map { row in
      Piece(
        area: PixelRect(
          x: area.x, y: row.range.lowerBound, width: area.width, height: row.range.count),
        x: corner.x + area.x, y: row.place)
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
