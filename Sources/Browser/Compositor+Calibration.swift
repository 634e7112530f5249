package import OverscrollDrawing
import ScrollGeometry

extension Compositor {
  /// Draws on surfaces that are never shown, to measure how quickly this display scales and copies pixels; returns the
  /// number of pixels drawn.
  package func calibrate() throws(DrawingError) -> Int {
    let (side, repetitions) = Self.calibration
    let size = PixelSize(width: side, height: side)
    let source = try maker.makeSurface(size: size, opaque: true)
    let scaled = try maker.makeSurface(size: size, opaque: true)
    let copy = try maker.makeSurface(size: size, opaque: true)
    try Canvas(source).fill([PixelRect(size)], with: Theme.background)
    let canvas = try Canvas(scaled)
    let sampling = AffineTransform(scaleX: Self.step, y: Self.step)
    for _ in 0..<repetitions {
      canvas.draw(source, sampling: sampling, into: PixelRect(size), filter: .bilinear)
      copy.copy(PixelRect(size), from: scaled, toX: 0, y: 0)
    }
    return side * side * repetitions
  }

  /// The side of the surfaces, in pixels, and the number of times they are drawn: about the pixels of a full HD window.
  /// [C]
  private static let calibration = (side: 512, repetitions: 8)
  /// Source pixels per drawn pixel: exact in fixed-point numbers, and typical of the scales between two levels. [C]
  private static let step = 1.375
}
