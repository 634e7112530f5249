package import ScrollGeometry

/// The immutable pixels of one tile.
///
/// A pixel is a `UInt32` 0xAARRGGBB in native byte order, premultiplied by alpha. The content is
/// surrounded by an apron of the neighbors' pixels, so that filtering shows no seam at the tile's edge;
/// at the picture's own edge the edge pixels are repeated.
package final class TilePixels: Sendable {
  /// The width of the apron on each of the four sides, in pixels.
  ///
  /// Bilinear filtering between 0.5× and 1× looks at most two pixels past an edge.
  package static let apron = 2
  /// The size of a pixel, in bytes.
  package static let bytesPerPixel = 4

  /// The content's size without the apron, in pixels.
  package let size: PixelSize
  /// True if all filled pixels are opaque.
  package let isOpaque: Bool
  /// The part of the content that was decoded, in pixels from the content's corner.
  ///
  /// Smaller than the content in a tile that was emitted before all its rows were decoded, or whose file
  /// is damaged; pixels outside are transparent black.
  package let filled: PixelRect

  private let storage: ContiguousArray<UInt32>

  /// Makes a tile of pixels that include the apron, row by row without gaps.
  ///
  /// - Precondition: `storage` holds (width + 4) × (height + 4) pixels.
  package init(
    size: PixelSize, isOpaque: Bool, filled: PixelRect? = nil, storage: ContiguousArray<UInt32>
  ) {
    let padded = Self.padded(size)
    precondition(storage.count == padded.width * padded.height, "a tile of the wrong length")
    self.size = size
    self.isOpaque = isOpaque
    self.filled = filled ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    self.storage = storage
  }
}

extension TilePixels {
  /// The size with the apron on all sides, in pixels.
  package var paddedSize: PixelSize { Self.padded(size) }

  /// The pixels from one row to the next, apron included.
  package var stride: Int { size.width + 2 * Self.apron }

  /// The memory the pixels take, in bytes.
  package var byteCount: Int { storage.count * Self.bytesPerPixel }

  /// True if the whole content was decoded.
  package var isComplete: Bool { filled.size == size }

  /// Calls `body` with the pixels, apron included, row by row, ``stride`` pixels a row.
  ///
  /// The content's first pixel is at `apron * stride + apron`. The buffer is valid during the call.
  package func withUnsafePixels<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    try storage.withUnsafeBufferPointer(body)
  }

  /// The pixel at a place of the content; the apron is reached with −2 … −1 and past the end.
  ///
  /// - Precondition: the place lies in the padded tile.
  package subscript(x: Int, y: Int) -> UInt32 {
    storage[(y + Self.apron) * stride + x + Self.apron]
  }

  static func padded(_ size: PixelSize) -> PixelSize {
    PixelSize(width: size.width + 2 * apron, height: size.height + 2 * apron)
  }
}
