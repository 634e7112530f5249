import OverscrollBase
package import ScrollGeometry

/// The contents of a picture's header.
package struct ImageInfo: Hashable, Sendable {
  /// The format's name, for instance `JPEG`.
  package var format: String
  /// The size as shown, with the orientation applied, in pixels.
  package var size: PixelSize
  /// The bits of one channel of one pixel in the file.
  package var bitsPerChannel: Int
  /// The color model of the file in a few words, for instance `RGB with alpha` or `CMYK`.
  package var color: String
  /// What the colors are converted by, in a few words, for instance `ICC profile`; empty where it isn't known.
  package var colorSource = ""
  /// True if pixels may be transparent.
  package var hasAlpha: Bool
  /// How the file stores its pixels, for instance `progressive`; may be empty.
  package var layout: String
  /// The orientation to apply before the picture is shown.
  package var orientation: Orientation
  /// The samples that can be read as the file stores them; `nil` where only colors can.
  package var samples: SampleLayout?
  /// True where colors of 8 bits can be read as the file has them, before they become the screen's.
  package var storesColors = false
  /// What those samples or colors are in a file that has them as they are, without its tags; `nil` where none can.
  package var data: SampleDescription?
  /// The samples that a ``Tone`` shows black and white; `nil` without one.
  package var tone: ClosedRange<Double>?
  /// How many stops lighter a picture of a high dynamic range is shown; `nil` for other pictures.
  package var exposure: Double?
  /// The channels that can be seen on their own, in the order of the file; empty where that isn't possible.
  package var channels: [ChannelName] = []
  /// True where each of them is a page of the file.
  package var channelsArePages = false
  /// Those that are seen instead of the picture's own colors; `nil` for these.
  package var mix: ChannelMix?
  /// The primaries that its pixels may have, 0xFF in the place of each of 0xRRGGBB.
  package var primaries: UInt32 { mix?.primaries ?? 0xFF_FFFF }
  /// How the pages of its file are a stack; `nil` for others.
  package var stack: PageStack?
  /// The planes that its file has behind each other, which have one header; 1 for others.
  package var planeCount = 1
  /// The further planes that the header counts, but which the file ends before.
  package var missingPlanes = 0
  /// True where colors stand for classes, as those of a palette on a map do: a mixture of two would be a third one.
  package var hasClasses = false
  /// How large its pixels are, where its file says that of each page; `nil` where only the file's metadata may.
  package var scale: PixelScale?
  /// What confines the process that decodes it, for instance `seccomp, Landlock, namespaces`; `none` without a sandbox.
  package var confinement = "none"

  /// Makes a description from its parts.
  package init(
    format: String, size: PixelSize, bitsPerChannel: Int = 8, color: String = "RGB",
    hasAlpha: Bool = false, layout: String = "", orientation: Orientation = .upright
  ) {
    self.format = format
    self.size = size
    self.bitsPerChannel = bitsPerChannel
    self.color = color
    self.hasAlpha = hasAlpha
    self.layout = layout
    self.orientation = orientation
  }

  /// True where a ``Tone`` maps the samples, or changes the exposure.
  package var takesTone: Bool { samples?.takesTone == true || exposure != nil }

  /// True where what is seen isn't what the file has: its colors are converted, or it has more than colors of 8 bits.
  package var isConverted: Bool {
    if let samples { return samples.bits > 8 || samples.channels != samples.colors }
    return storesColors && (!colorSource.hasPrefix("sRGB") || ["CMYK", "YCCK"].contains(color))
  }

  /// The header of the picture with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var info = self
    (info.tone, info.exposure, info.mix) = (mapping.range, mapping.exposure, mapping.mix)
    if let mix = mapping.mix { info.color = mix.name }
    if mapping.exposure != nil { info.color += ", " + HDRMapping.name(.linear) }
    if let noData = mapping.noData {
      info.hasAlpha = true
      info.color += ", " + Self.text(ofNoData: noData, isGuessed: true)
    }
    return info
  }

  /// What names the sample that means no data, infinite if only what is no number does, and whether the file says so.
  static func text(ofNoData value: Double, isGuessed: Bool = false) -> String {
    "no data at \(value.isFinite ? NumberText.shortest(value) : "NaN")"
      + (isGuessed ? " (guessed)" : "")
  }
}

/// A picture whose format is recognized and whose header is read.
///
/// A format conforms to ``RowSource`` or ``TileSource``, depending on how it can be decoded, and is
/// listed in ``ImageFormat/all``. All methods may be called on any thread, several at once.
package protocol ImageSource: Sendable {
  /// The contents of the header.
  var info: ImageInfo { get }
  /// How it can be decoded.
  var access: ImageAccess { get }

  /// Returns the same picture, turned or flipped as it is shown; `nil` for one that cannot be turned.
  func turned(by turn: Orientation) -> (any ImageSource)?

  /// Returns the same picture with other samples black and white; `nil` where nothing can or need be mapped.
  ///
  /// For ``Tone/auto`` all of the file may have to be decoded.
  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)?

  /// Returns a reader of the samples as stored; `nil` where neither ``ImageInfo/samples`` nor ``ImageInfo/storesColors`` has any.
  func sampleReader() throws(ImagingError) -> (any SampleReader)?
}

extension ImageSource {
  package func turned(by turn: Orientation) -> (any ImageSource)? { nil }

  package func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? { nil }

  package func sampleReader() throws(ImagingError) -> (any SampleReader)? { nil }
}

/// A picture that can only be decoded as a whole, row by row from the top.
package protocol RowSource: ImageSource {
  /// The memory that ``decode(into:while:)`` takes besides the builder's and the tiles', in bytes, where it
  /// is more than a few rows.
  var workBytes: Int { get }

  /// Decodes the file into a builder, row by row.
  ///
  /// Rows that were committed before it throws are good and stay.
  ///
  /// - Parameters:
  ///   - builder: Made for this picture's ``info``.
  ///   - shouldContinue: Called between rows; if it returns false the method returns early.
  /// - Throws: If rows are missing or damaged.
  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError)

  /// The number of halvings of the size that decoding itself can do, for thumbnails.
  var reducibleLevels: Int { get }

  /// Decodes the file at a fraction of its size, row by row.
  ///
  /// - Parameters:
  ///   - builder: Made for a picture of that level's size.
  ///   - level: The number of halvings, at most ``reducibleLevels``.
  ///   - shouldContinue: Called between rows; if it returns false the method returns early.
  /// - Throws: If rows are missing or damaged.
  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError)

  /// Returns the thumbnail that the file holds besides the picture, turned as the picture is; `nil` if there is none, or it is
  /// damaged. It may show more than the picture, or something else.
  func embeddedThumbnail() -> Thumbnail?

  /// Returns a decoder of regions, or `nil` if this file cannot be decoded in regions.
  func regionDecoder() -> (any RegionDecoder)?

  /// Returns a decoder of regions of the picture turned or flipped, with another header, or `nil` if there is none.
  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)?

  /// The key of its tile file; `nil` if its tiles are not to be cached on disk.
  var tileFileKey: TileFileKey? { get }
}

extension RowSource {
  package var workBytes: Int { 0 }
  package var reducibleLevels: Int { 0 }
  package func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try decode(into: builder, while: shouldContinue)
  }
  package func embeddedThumbnail() -> Thumbnail? { nil }
  package func regionDecoder() -> (any RegionDecoder)? { nil }
  package func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? { nil }
  package func turned(by turn: Orientation) -> (any ImageSource)? { TurnedRows(self, by: turn) }
  package var tileFileKey: TileFileKey? { nil }
}

/// A picture of rows whose decoding itself can halve its size.
protocol ReducibleSource: RowSource {}

extension ReducibleSource {
  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    try decode(into: builder, reducedBy: 0, while: shouldContinue)
  }
}

/// Decodes any tile of a file after one scan over it, which gives the coarse levels.
///
/// For formats without random access of their own whose decoding can resume at places that a scan has
/// recorded. All methods may be called on any thread, several at once.
package protocol RegionDecoder: AnyObject, Sendable {
  /// The finest of the levels that the scan itself gives.
  var indexedLevel: Int { get }
  /// True if decoding all rows in a pass is never quicker than decoding tiles.
  var prefersTiles: Bool { get }
  /// Scans the whole file, once, and decodes the rows of ``indexedLevel``.
  ///
  /// - Parameters:
  ///   - builder: Made for a picture of that level's size.
  ///   - shouldContinue: Called between rows; if it returns false the method returns early.
  /// - Throws: If the file ends early or is damaged; what was scanned before can be decoded.
  func buildIndex(into builder: PyramidBuilder, while shouldContinue: () -> Bool)
    throws(ImagingError)
  /// Decodes a tile of any level with its apron, or returns `nil` if the scan hasn't reached it yet.
  ///
  /// - Throws: If it is damaged.
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels?
}

extension RegionDecoder {
  package var prefersTiles: Bool { false }
}

/// A picture of which any tile can be decoded at any time.
package protocol TileSource: ImageSource {
  /// Decodes or draws one tile with its apron.
  ///
  /// - Parameters:
  ///   - key: A tile of `pyramid`.
  ///   - pyramid: The picture's.
  /// - Returns: The tile's pixels.
  /// - Throws: If it is damaged.
  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels

  /// Decodes or draws a part of the full size without an apron, more quickly than whole tiles.
  ///
  /// - Parameters:
  ///   - part: A rectangle within one tile of the full size, in pixels as shown.
  ///   - pyramid: The picture's.
  /// - Returns: Its pixels, row by row without gaps.
  /// - Throws: If it is damaged.
  func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32>
}

extension TileSource {
  package func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    let key = TileKey(containing: part)
    return try tile(key, of: pyramid).pixels(in: part.within(key))
  }
}

/// How a picture can be decoded.
package enum ImageAccess: Sendable {
  /// In one pass over all rows.
  case rows(any RowSource)
  /// Tile by tile.
  case tiles(any TileSource)
}

extension RowSource {
  package var access: ImageAccess { .rows(self) }
}

extension TileSource {
  package var access: ImageAccess { .tiles(self) }
}

/// A picture that gives any part of any level in the file's order.
protocol RegionSource: TileSource {
  /// Returns the pixels of a rectangle of a level, which lies within it, in the file's order.
  func region(_ rect: PixelRect, level: Int) throws(ImagingError) -> ContiguousArray<UInt32>
}

extension RegionSource {
  func pixels(
    in part: PixelRect, of pyramid: Pyramid
  ) throws(ImagingError) -> ContiguousArray<UInt32> {
    let rect = info.orientation.fileRect(of: part, in: info.size)
    return OrientationTransform(orientation: info.orientation).apply(
      to: try region(rect, level: 0), size: rect.size)
  }
}
