package import ScrollGeometry

/// A factory of the surfaces that hold tiles: a window makes them on its X server, others in memory.
package protocol SurfaceFactory: AnyObject {
  /// Makes a surface whose pixels are undefined until they are uploaded or drawn.
  ///
  /// - Parameters:
  ///   - size: The size, each side from 1 to ``Surface/maximumSide`` pixels.
  ///   - opaque: True for a surface without alpha, which is cheaper to draw.
  /// - Returns: A surface that the caller owns.
  /// - Throws: An error where no surface can have that size or memory runs out.
  func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface

  /// Replaces the pixels at the top left of `surface`; pixels that do not fit are ignored.
  ///
  /// - Parameters:
  ///   - pixels: 0xAARRGGBB in native byte order, premultiplied; alpha is ignored by opaque surfaces.
  ///   - stride: The distance between rows, in pixels, not bytes; at least the width.
  ///   - size: The number of columns and rows to upload.
  ///   - surface: A surface of this factory.
  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface)

  /// Whether uploaded pixels go through a connection that is slower than drawing, so that they should be few.
  var sendsPixels: Bool { get }

  /// The number of bytes that can be uploaded per frame without missing a refresh.
  var uploadLimit: Int { get }

  /// The size of the pool of unused pixels, in bytes.
  var pooledBytes: Int { get }

  /// The maximum size of the pool, in bytes; lowering it frees the pool.
  var poolLimit: Int { get set }

  /// The size of the staging memory, such as the segment shared with a server, in bytes.
  var stagingBytes: Int { get }
}
