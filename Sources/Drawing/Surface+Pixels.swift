internal import CCairo
internal import Glibc
package import ScrollGeometry

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
    var result: [UInt32] = []
    withPixels { pixels, stride in
      for row in 0..<size.height {
        result += pixels[row * stride..<row * stride + size.width]
      }
    }
    let alpha = opaqueAlpha
    if alpha != 0 { for index in result.indices { result[index] |= alpha } }
    return result
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

  /// Returns a copy in memory; slow for surfaces on a server, which are read back.
  package func imageCopy() throws(DrawingError) -> Surface {
    let copy = try Surface(imageOf: size, opaque: isOpaque)
    try Canvas(copy).draw(self, transform: .identity, into: PixelRect(size), filter: .nearest)
    try copy.flush()
    return copy
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
}

extension Surface {
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
