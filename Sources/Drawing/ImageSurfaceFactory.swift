package import Geometry

/// Surfaces in plain memory: for pictures written to files, for tests, and where there is no window.
package final class ImageSurfaceFactory: SurfaceFactory {
  /// Makes a maker; it keeps nothing.
  package init() {}

  /// Makes an image surface, all its pixels zero.
  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try Surface(imageOf: size, opaque: opaque)
  }

  /// Copies the rows into the image; nothing happens when `surface` is not an image.
  package func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    surface.replacePixels(with: pixels, stride: stride, size: size)
  }

  /// All there are: copying in memory is quick.
  package let uploadLimit = Int.max

  /// Nothing is kept.
  package let pooledBytes = 0

  /// Has no effect, since nothing is kept.
  package var poolLimit = 0

  /// It takes nothing itself.
  package let stagingBytes = 0
}
