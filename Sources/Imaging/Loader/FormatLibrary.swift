package import OverscrollBase
package import ScrollGeometry

/// A library that reads the pictures of one format, in the process of one file.
///
/// All methods may be called on any thread, several at once.
package protocol FormatLibrary: Sendable {
  /// The format's name to display.
  var name: String { get }
  /// How a file stores its pixels, as ``ImageInfo/layout``.
  var layout: String { get }
  /// True where a file may have several pages.
  var hasPages: Bool { get }
  /// True for slides, of which any rectangle is decoded.
  var readsSlides: Bool { get }

  /// Reads the header of a page.
  ///
  /// - Parameters:
  ///   - path: The file's path, for libraries in a process that is not confined.
  ///   - page: The page, from 0.
  /// - Returns: The header.
  /// - Throws: What the library says of it.
  func header(_ path: FilePath, page: Int) throws(LibraryError) -> LibraryHeader

  /// Decodes rows of a page, from the top.
  ///
  /// - Parameters:
  ///   - path: The file's path, as for ``header(_:page:)``.
  ///   - page: The page, from 0.
  ///   - part: The rows, and what they consist of.
  ///   - take: Receives rows; returns false where no more are needed.
  /// - Throws: What the library says of it; rows before are good.
  func decode(
    _ path: FilePath, page: Int, _ part: LibraryPart, _ take: (UnsafeRawPointer) -> Bool
  ) throws(LibraryError)

  /// Opens a slide.
  ///
  /// - Throws: What the library says of it.
  func slide(_ path: FilePath) throws(LibraryError) -> any LibrarySlide
}

/// A slide that a library has open.
package protocol LibrarySlide: Sendable {
  var size: PixelSize { get }
  /// The number of levels in the file.
  var levelCount: Int { get }
  /// The extents of a pixel, in micrometers; zeros where they aren't known.
  var micrometers: Size { get }

  /// Decodes a rectangle of a level into as many pixels.
  ///
  /// - Throws: What the library says of it.
  func read(
    _ rect: PixelRect, level: Int, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(LibraryError)
}

/// What a library says of a file that it cannot read.
package struct LibraryError: Error {
  /// A line; it may be empty.
  private let message: String

  package init(_ message: String) { self.message = message }
}

/// Rows of a picture that a library decodes.
package struct LibraryPart: Sendable {
  /// The size of a level, to which the library's own rounding is fitted.
  package var size: PixelSize
  /// The number of halvings of that level.
  package var reduction = 0
  /// The first row, and the distance to the next one.
  package var top = 0
  package var step = 1
  /// The bits that are stored of samples as ``LibrarySamples``; `nil` for premultiplied pixels.
  package var storedBits: Int?

  package init(size: PixelSize) { self.size = size }
}

/// What a library tells of a picture.
package struct LibraryHeader: Sendable {
  package var size: PixelSize
  package var bits: Int
  package var color: String
  package var hasAlpha: Bool
  /// The memory that decoding takes, in bytes; 0 where it decodes parts.
  package var workBytes: Int
  /// The number of halvings that decoding itself can do.
  package var reductions: Int
  package var pageCount: Int
  /// The samples before they become colors; `nil` for drawings.
  package var samples: LibrarySamples?

  package init(
    size: PixelSize, bits: Int, color: String, hasAlpha: Bool, workBytes: Int, reductions: Int,
    pageCount: Int, samples: LibrarySamples? = nil
  ) {
    self.samples = samples
    (self.size, self.bits, self.color, self.hasAlpha) = (size, bits, color, hasAlpha)
    (self.workBytes, self.reductions, self.pageCount) = (workBytes, reductions, pageCount)
  }
}

extension DecoderServer {
  /// Serves the files of one format, which a library reads.
  package convenience init(_ library: any FormatLibrary) {
    self.init(
      open: { (file, _, page, _) throws(ImagingError) in
        if library.readsSlides { return try LibraryTiles(file, library) }
        return try LibraryRows(file, page?.index ?? 0, library)
      },
      walk: { file, _ in LibraryPages(file, library) })
  }
}

extension LibraryError {
  /// The error for a file of a format.
  func error(_ file: ImageFile, _ kind: String) -> ImagingError {
    let detail = message.isEmpty ? "" : " (\(message))"
    return ImagingError(
      .damaged, file.path, "this \(kind) is damaged or of a kind that is not known\(detail)")
  }
}

/// A slide of which a library decodes any rectangle of any level.
private struct LibraryTiles: RegionSource {
  private(set) var info: ImageInfo
  private let file: ImageFile
  private let slide: any LibrarySlide

  init(_ file: ImageFile, _ library: any FormatLibrary) throws(ImagingError) {
    self.file = file
    do throws(LibraryError) {
      slide = try library.slide(file.path)
    } catch {
      throw error.error(file, "slide")
    }
    let count = slide.levelCount
    info = ImageInfo(
      format: library.name, size: slide.size, color: "RGB",
      layout: count > 1 ? "\(count) levels in the file" : "")
    let extents = slide.micrometers
    info.scale = PixelScale(.length, x: extents.width * 1e-6, y: extents.height * 1e-6, "OpenSlide")
  }

  func turned(by turn: Orientation) -> (any ImageSource)? {
    var turned = self
    turned.info = info.turned(by: turn)
    return turned
  }

  func tile(_ key: TileKey, of pyramid: Pyramid) throws(ImagingError) -> TilePixels {
    let (rect, padded) = pyramid.fileRects(of: key, info.orientation)
    var canvas = TIFFCanvas(
      padded, picture: info.orientation.applied(to: pyramid.size(ofLevel: key.level)))
    let inner = canvas.inner
    canvas.place(
      TIFFBlock(size: inner.size, pixels: try region(inner, level: key.level), failure: nil),
      x: inner.x, y: inner.y)
    let oriented = OrientationTransform(orientation: info.orientation).apply(
      to: canvas.repeatingEdges(), size: padded.size)
    return TilePixels(
      size: info.orientation.applied(to: rect.size), isOpaque: true, storage: oriented)
  }

  func region(_ rect: PixelRect, level: Int) throws(ImagingError) -> ContiguousArray<UInt32> {
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: rect.width * rect.height)
    let result = pixels.withUnsafeMutableBufferPointer { buffer in
      Result { () throws(LibraryError) in
        guard let start = buffer.baseAddress else { return }
        try slide.read(rect, level: level, into: start)
      }
    }
    do throws(LibraryError) {
      try result.get()
    } catch {
      throw error.error(file, "slide")
    }
    return pixels
  }
}

/// The pages of a file, as a library counts them.
private struct LibraryPages: PageWalk {
  let kind = FilePages.Kind.pages
  private let file: ImageFile
  private let library: any FormatLibrary
  private let count: Int
  private var next = 0

  /// Counts the pages; `nil` for a file with a single one.
  init?(_ file: ImageFile, _ library: any FormatLibrary) {
    guard library.hasPages,
      let header = try? library.header(file.path, page: 0), header.pageCount > 1
    else { return nil }
    (self.file, self.library, count) = (file, library, header.pageCount)
  }

  var isAtEnd: Bool { next >= count }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    defer { next += 1 }
    let header = try? library.header(file.path, page: next)
    return FilePages.Page(offset: next, size: header?.size ?? PixelSize(width: 0, height: 0))
  }
}
