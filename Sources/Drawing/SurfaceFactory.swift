package import Geometry

/// Where tiles are kept: a window (on the server) or plain memory.
package protocol SurfaceFactory: AnyObject {
  /// Makes a surface to be drawn from; its pixels are undefined until something is uploaded or drawn.
  ///
  /// - Parameters:
  ///   - size: Its extents, each from 1 to ``Surface/longestSide`` pixels.
  ///   - opaque: True if its pixels have no alpha, which is cheaper to draw.
  /// - Returns: A surface that belongs to whoever asked.
  /// - Throws: A refusal of sizes that no surface can have; what the system says when memory is short.
  func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface

  /// Replaces the pixels at the top left of `surface`; what does not fit is left out.
  ///
  /// - Parameters:
  ///   - pixels: 0xAARRGGBB in native byte order, premultiplied; alpha is ignored by opaque surfaces.
  ///   - stride: The distance from a row to the next, in pixels, not bytes; at least the width.
  ///   - size: How many columns and rows of `pixels` count.
  ///   - surface: One that this maker made.
  func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface)

  /// How many bytes can be uploaded in a frame without missing it.
  var uploadLimit: Int { get }

  /// The bytes that are kept for use again and belong to no surface.
  var pooledBytes: Int { get }

  /// The most bytes to keep for use again; what is above goes at once.
  var poolLimit: Int { get set }

  /// The bytes that it takes itself, for instance to share them with a server.
  var stagingBytes: Int { get }
}
