package import ScrollGeometry

/// Some rows of a part of a picture, at its full size and upright.
package struct PixelBand: Sendable {
  /// The place of the pixels, in pixels of the picture as shown.
  package let rect: PixelRect
  /// The pixels, row by row without gaps: 0xAARRGGBB in sRGB, premultiplied by alpha.
  package internal(set) var pixels: ContiguousArray<UInt32>

  /// Makes a band of transparent pixels.
  init(clear rect: PixelRect) {
    self.rect = rect
    pixels = ContiguousArray(repeating: 0, count: rect.area)
  }
}

extension PixelBand {
  /// Calls `body` with the pixels of one row.
  ///
  /// - Parameters:
  ///   - row: The row in the picture, one of `rect.rows`.
  ///   - body: Receives `rect.width` pixels, which are valid during the call.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  package func withRow<R, E: Error>(
    _ row: Int, _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    let start = (row - rect.y) * rect.width
    return try pixels.withUnsafeBufferPointer { buffer throws(E) in
      try body(UnsafeBufferPointer(rebasing: buffer[start..<start + rect.width]))
    }
  }

  /// Copies one row as bytes of red, green, blue and alpha, which are not premultiplied.
  ///
  /// A pixel without alpha is black. Colors of a pixel that is partly transparent are within the rounding of premultiplied bytes.
  ///
  /// - Parameters:
  ///   - row: The row in the picture, one of `rect.rows`.
  ///   - bytes: Memory of `4 * rect.width` bytes.
  package func copyRGBA(row: Int, into bytes: UnsafeMutableBufferPointer<UInt8>) {
    withRow(row) { PixelRows.copyRGBA($0, into: bytes) }
  }

  /// Places pixels of a rectangle, row by row without gaps, which lies in the band.
  mutating func place(_ part: ContiguousArray<UInt32>, in place: PixelRect) {
    let (width, left, top) = (rect.width, place.x - rect.x, place.y - rect.y)
    pixels.withUnsafeMutableBufferPointer { target in
      part.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<place.height {
          (target + (top + row) * width + left).update(
            from: source + row * place.width, count: place.width)
        }
      }
    }
  }
}

extension TilePixels {
  /// Copies a part of the content, in pixels from the content's corner, row by row without gaps.
  func pixels(in part: PixelRect) -> ContiguousArray<UInt32> {
    ContiguousArray(unsafeUninitializedCapacity: part.area) { output, count in
      withUnsafePixels { source in
        guard let source = source.baseAddress, let target = output.baseAddress else { return }
        for row in 0..<part.height {
          let start = (part.y + row + Self.apron) * stride + part.x + Self.apron
          (target + row * part.width).update(from: source + start, count: part.width)
        }
      }
      count = part.area
    }
  }
}
