internal import CCairo
internal import Glibc
package import ScrollGeometry

/// Something to draw on: an image in memory, or pixels that a ``SurfaceBacking`` owns.
///
/// The surface is the only owner of its `cairo_surface_t`. Use it on the main thread only.
package final class Surface {
  /// The size, in pixels.
  package let size: PixelSize
  /// Whether the surface has no alpha channel.
  package let isOpaque: Bool
  /// The owner of the pixels, or `nil` where Cairo owns them.
  package let backing: (any SurfaceBacking)?
  private let handle: OpaquePointer

  /// The largest width or height of a surface, in pixels: coordinates are 16-bit inside Cairo and X.
  package static let maximumSide = 32_767

  /// Takes ownership of `handle`, the only reference to a `cairo_surface_t`.
  ///
  /// - Throws: Cairo's error where `handle` is in an error state; it is released first.
  package init(
    adopting handle: OpaquePointer, size: PixelSize, isOpaque: Bool,
    backing: (any SurfaceBacking)? = nil
  ) throws(DrawingError) {
    self.handle = handle
    self.size = size
    self.isOpaque = isOpaque
    self.backing = backing
    try DrawingError.check(cairo_surface_status(handle), "Creating a surface of \(size) pixels")
  }

  /// Makes an image in memory, all pixels zero: transparent, or black where it is opaque.
  ///
  /// - Throws: An error where the size is empty, a side is longer than ``maximumSide`` or memory runs out.
  package convenience init(imageOf size: PixelSize, opaque: Bool) throws(DrawingError) {
    try Self.check(size)
    let format = opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    let handle = cairo_image_surface_create(format, Int32(size.width), Int32(size.height))
    try self.init(adopting: Self.made(handle, size), size: size, isOpaque: opaque)
  }

  /// Throws where no surface can have that size; allocates nothing.
  package static func check(_ size: PixelSize) throws(DrawingError) {
    guard !size.isEmpty else {
      throw DrawingError(
        "Creating a surface of \(size) pixels", because: "its width or height is zero")
    }
    guard max(size.width, size.height) <= maximumSide else {
      throw DrawingError(
        "Creating a surface of \(size) pixels",
        because: "no side of a surface may be longer than \(maximumSide) pixels")
    }
  }

  /// Throws where Cairo returned null, which it documents never to do.
  static func made(_ handle: OpaquePointer?, _ size: PixelSize) throws(DrawingError)
    -> OpaquePointer
  {
    guard let handle else {
      throw DrawingError("Creating a surface of \(size) pixels", status: CAIRO_STATUS_NO_MEMORY)
    }
    return handle
  }

  deinit {
    if let backing { backing.release(handle) } else { cairo_surface_destroy(handle) }
  }

  /// Whether the surface can be drawn on; false once the owner of its pixels is gone.
  package var isUsable: Bool { backing?.isUsable ?? true }

  /// The size of its pixels, in bytes, wherever they are stored: 4 bytes per pixel.
  package var byteCount: Int { size.width * size.height * 4 }

  /// Calls `body` with the `cairo_surface_t`, which is valid during the call only.
  package func withHandle<Result, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(handle)
  }

  /// Flushes pending drawing to the pixels.
  ///
  /// - Throws: The first error since the surface was made.
  package func flush() throws(DrawingError) {
    guard isUsable else { return }
    cairo_surface_flush(handle)
    try DrawingError.check(cairo_surface_status(handle), "Drawing on a surface of \(size) pixels")
  }
}

// MARK: - Pixels

extension Surface {
  /// Returns a pixel as 0xAARRGGBB, premultiplied, with an alpha of 0xFF for opaque images.
  ///
  /// - Returns: `nil` outside the surface, and for surfaces that are no images in memory.
  package func pixel(x: Int, y: Int) -> UInt32? {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    let alpha = opaqueAlpha
    return withPixels { pixels, stride in pixels[y * stride + x] | alpha }
  }

  /// Returns all pixels of an image as 0xAARRGGBB, row by row without padding; empty for other surfaces.
  package func pixels() -> [UInt32] {
    let (size, alpha) = (size, opaqueAlpha)
    return Array(unsafeUninitializedCapacity: size.width * size.height) { result, count in
      withPixels { pixels, stride in
        guard let first = result.baseAddress, let own = pixels.baseAddress else { return }
        for row in 0..<size.height {
          (first + row * size.width).initialize(from: own + row * stride, count: size.width)
        }
        count = size.width * size.height
        if alpha != 0 { for index in 0..<count { first[index] |= alpha } }
      }
    }
  }

  /// Calls `body` with the pixels of a row of an image as 0xAARRGGBB, premultiplied, with an alpha of 0xFF for opaque images.
  ///
  /// - Parameters:
  ///   - row: A row of the surface.
  ///   - body: Receives the pixels, which are valid during the call; not called for surfaces that are no images in memory.
  /// - Throws: The error of `body`.
  package func withRow<E: Error>(
    _ row: Int, _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> Void
  ) throws(E) {
    let alpha = opaqueAlpha
    let result = withPixels { pixels, stride -> Result<Void, E> in
      let start = row * stride
      if alpha != 0 { for place in start..<start + size.width { pixels[place] |= alpha } }
      do throws(E) {
        try body(UnsafeBufferPointer(rebasing: pixels[start..<start + size.width]))
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result?.get()
  }

  /// Copies `area` to (`x`, `y`), clipped to the surface; source and destination may overlap.
  package func copy(_ area: PixelRect, toX x: Int, y: Int) {
    copy(area, from: self, toX: x, y: y)
  }

  /// Copies `area` of `source` to (`x`, `y`), clipped to both surfaces.
  ///
  /// Pixmaps of one server are copied by the server, images row by row; anything else is drawn.
  package func copy(_ area: PixelRect, from source: Surface, toX x: Int, y: Int) {
    let (dx, dy) = (x - area.x, y - area.y)
    let destination = area.intersection(PixelRect(source.size)).offset(x: dx, y: dy)
      .intersection(PixelRect(size))
    guard !destination.isEmpty, isUsable, source.isUsable else { return }
    let from = destination.offset(x: -dx, y: -dy)
    if copyOnServer(from, from: source, toX: destination.x, y: destination.y) { return }
    if copyRows(from, from: source, toX: destination.x, y: destination.y) { return }
    let move = AffineTransform(translationX: Double(dx), y: Double(dy))
    try? Canvas(self).draw(source, transform: move, into: destination, filter: .nearest)
  }

  /// Replaces the pixels at the top left of an image; pixels that do not fit are ignored.
  ///
  /// - Returns: False where the surface is no image in memory, which is left unchanged.
  @discardableResult
  package func replacePixels(
    with pixels: UnsafeBufferPointer<UInt32>, stride: Int, size given: PixelSize
  ) -> Bool {
    let width = min(given.width, size.width)
    let rows = min(given.height, size.height)
    guard width > 0, rows > 0, stride >= width else { return true }
    guard pixels.count >= (rows - 1) * stride + width else { return true }
    let done: Void? = withPixels { own, ownStride in
      for row in 0..<rows {
        _ = UnsafeMutableBufferPointer(rebasing: own[row * ownStride..<row * ownStride + width])
          .update(fromContentsOf: pixels[row * stride..<row * stride + width])
      }
    }
    return done != nil
  }

  /// Uploads the top left part of an image to a surface of a factory; does nothing where this surface is no image in memory.
  package func upload(_ part: PixelSize, to target: Surface, by factory: any SurfaceFactory) {
    withPixels { pixels, stride in
      factory.upload(UnsafeBufferPointer(pixels), stride: stride, size: part, to: target)
    }
  }

  /// Calls `body` with the pixels of an image and their stride in pixels; returns `nil` for other surfaces.
  ///
  /// Pixels are 0xAARRGGBB in native byte order, premultiplied; the alpha of opaque images is undefined.
  package func withPixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>, Int) -> Result
  ) -> Result? {
    withHandle { handle in
      guard cairo_surface_get_type(handle) == CAIRO_SURFACE_TYPE_IMAGE else { return nil }
      cairo_surface_flush(handle)
      guard let bytes = cairo_image_surface_get_data(handle) else { return nil }
      let stride = Int(cairo_image_surface_get_stride(handle)) / 4
      let count = stride * size.height
      defer { cairo_surface_mark_dirty(handle) }
      return bytes.withMemoryRebound(to: UInt32.self, capacity: count) {
        body(UnsafeMutableBufferPointer(start: $0, count: count), stride)
      }
    }
  }

  /// The alpha bits of an opaque image, which stores none.
  private var opaqueAlpha: UInt32 { isOpaque ? 0xFF00_0000 : 0 }

  private func copyOnServer(
    _ area: PixelRect, from source: Surface, toX x: Int, y: Int
  ) -> Bool {
    guard let backing, let other = source.backing else { return false }
    source.withHandle { cairo_surface_flush($0) }
    withHandle { cairo_surface_flush($0) }
    guard backing.copy(area, from: other, toX: x, y: y) else { return false }
    withHandle {
      cairo_surface_mark_dirty_rectangle(
        $0, Int32(x), Int32(y), Int32(area.width), Int32(area.height))
    }
    return true
  }

  private func copyRows(_ area: PixelRect, from source: Surface, toX x: Int, y: Int) -> Bool {
    guard isOpaque == source.isOpaque else { return false }
    let done: Void?? = source.withPixels { theirs, theirStride in
      withPixels { ours, ourStride in
        // Like memmove: from the last row up where the copy moves down, so that no row is overwritten before it is read.
        let rows = y > area.y ? Array((0..<area.height).reversed()) : Array(0..<area.height)
        for row in rows {
          let from = theirs.baseAddress?.advanced(by: (area.y + row) * theirStride + area.x)
          let to = ours.baseAddress?.advanced(by: (y + row) * ourStride + x)
          if let from, let to { memmove(to, from, area.width * 4) }
        }
      }
    }
    guard let done else { return false }
    return done != nil
  }
}

/// The owner of a surface's pixels, such as a pixmap of an X server.
package protocol SurfaceBacking: AnyObject {
  /// Whether the pixels still exist; once it is false, Cairo must not be called.
  var isUsable: Bool { get }

  /// Copies `area` of `source` to (`x`, `y`); source and destination may overlap.
  ///
  /// `area` lies inside `source`, and its destination inside these pixels.
  ///
  /// - Returns: False where `source` is of another kind and nothing was copied.
  func copy(_ area: PixelRect, from source: any SurfaceBacking, toX x: Int, y: Int) -> Bool

  /// Releases the `cairo_surface_t` and the pixels; called once, by the surface's deinitializer.
  func release(_ handle: OpaquePointer)
}

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
