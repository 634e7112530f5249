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
  /// The memory that ``decode(into:while:)`` takes besides the builder's and the tiles', in bytes, where it
  /// is more than a few rows.
  var workBytes: Int { get }

  /// Decodes the file into a builder, row by row.
  ///
  /// Rows that were committed before it throws are good and stay.
  ///
  /// - Parameters:
  ///   - builder: made for this picture's ``info``.
  ///   - shouldContinue: asked between rows; when it answers false the method returns early.
  /// - Throws: when rows are missing or damaged, one sentence about it.
  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError)

  /// A way to have its tiles one by one after one look at the file; nil when there is none.
  func regionDecoder() -> (any RegionDecoder)?

  /// What a tile file of it is kept under; nil when it is not to be kept.
  var tileFileKey: TileFileKey? { get }
}

extension RowSource {
  package var workBytes: Int { 0 }
  package func regionDecoder() -> (any RegionDecoder)? { nil }
  package var tileFileKey: TileFileKey? { nil }
}

/// One look at a file, which gives its coarse levels and a way to decode any tile afterwards.
///
/// For formats whose rows can only be read from the first on, but which can go on at places that were
/// passed before. All methods may be called on any thread, several at once.
package protocol RegionDecoder: AnyObject, Sendable {
  /// The finest of the levels that the look itself gives.
  var indexedLevel: Int { get }
  /// Looks at the whole file, once, and gives the rows of ``level`` to a builder.
  ///
  /// - Parameters:
  ///   - builder: made for a picture of that level's size.
  ///   - shouldContinue: asked between rows; when it answers false the method returns early.
  /// - Throws: when the file ends early or is damaged; what was seen before can be decoded.
  func buildIndex(into builder: PyramidBuilder, while shouldContinue: () -> Bool)
    throws(ImagingError)
  /// Decodes one tile, of any level, with its apron; nil where the look did not come yet.
  ///
  /// - Throws: when the file cannot give it.
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels?
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
