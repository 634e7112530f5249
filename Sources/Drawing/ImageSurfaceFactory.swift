package import ScrollGeometry

/// A factory of image surfaces in memory, for files, tests and programs without a window.
package final class ImageSurfaceFactory: SurfaceFactory {
  /// Makes a factory without state.
  package init() {}

  /// Makes an image surface, all its pixels zero.
  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try Surface(imageOf: size, opaque: opaque)
  }

  /// Copies the rows into the image; does nothing where `surface` is no image.
  package func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    surface.replacePixels(with: pixels, stride: stride, size: size)
  }

  /// False: pixels are copied in memory.
  package let sendsPixels = false

  /// No limit: copies in memory are quick.
  package let uploadLimit = Int.max

  /// Zero: there is no pool.
  package let pooledBytes = 0

  /// Has no effect: there is no pool.
  package var poolLimit = 0

  /// Zero: nothing is staged.
  package let stagingBytes = 0
}
