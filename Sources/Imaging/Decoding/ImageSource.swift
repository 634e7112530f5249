/// A picture that was recognised and whose header was read.
///
/// A format conforms to ``RowSource`` or to ``TileSource``, which say how its pixels are had, and is
/// listed in ``ImageFormat/all``. All methods may be called on any thread, several at once.
package protocol ImageSource: Sendable {
  /// What the header says.
  var info: ImageInfo { get }
  /// How its pixels are had.
  var access: ImageAccess { get }
}

/// A picture whose rows can only be had all, from the first to the last.
package protocol RowSource: ImageSource {
  /// Decodes the file into a builder, row by row.
  ///
  /// Rows that were committed before it throws are good and stay.
  ///
  /// - Parameters:
  ///   - builder: made for this picture's ``info``.
  ///   - goOn: asked between rows; when it answers false the method returns early.
  /// - Throws: when rows are missing or damaged, one sentence about it.
  func decode(
    into builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError)
}

/// A picture of which any tile can be had at any time.
package protocol TileSource: ImageSource {
  /// Decodes or draws one tile with its apron.
  ///
  /// - Parameters:
  ///   - key: a tile of `pyramid`.
  ///   - pyramid: the picture's.
  /// - Returns: the tile's pixels.
  /// - Throws: when the file cannot give it.
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels
}

/// How a picture's pixels are had.
package enum ImageAccess: Sendable {
  /// In one pass over all rows.
  case rows(any RowSource)
  /// A tile at a time.
  case tiles(any TileSource)
}

extension RowSource {
  package var access: ImageAccess { .rows(self) }
}

extension TileSource {
  package var access: ImageAccess { .tiles(self) }
}
