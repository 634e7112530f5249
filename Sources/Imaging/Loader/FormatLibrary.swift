package import OverscrollFiles
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

  /// Decodes a page row by row, from the top.
  ///
  /// - Parameters:
  ///   - path: The file's path, as for ``header(_:page:)``.
  ///   - page: The page, from 0.
  ///   - size: The size of a level, to which the library's own rounding is fitted.
  ///   - reduction: The number of halvings of that level.
  ///   - take: Receives premultiplied rows; returns false where no more are needed.
  /// - Throws: What the library says of it; rows before are good.
  func decode(
    _ path: FilePath, page: Int, size: PixelSize, reducedBy reduction: Int,
    _ take: (UnsafePointer<UInt32>) -> Bool
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
  package let message: String

  package init(_ message: String) { self.message = message }
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

  package init(
    size: PixelSize, bits: Int, color: String, hasAlpha: Bool, workBytes: Int, reductions: Int,
    pageCount: Int
  ) {
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
  fileprivate func error(_ file: ImageFile, _ kind: String) -> ImagingError {
    let detail = message.isEmpty ? "" : " (\(message))"
    return ImagingError(
      .damaged, file.path, "this \(kind) is damaged or of a kind that is not known\(detail)")
  }
}

/// A picture that a library decodes row by row.
private struct LibraryRows: RowSource {
  let info: ImageInfo
  let workBytes: Int
  let reducibleLevels: Int
  private let file: ImageFile
  private let page: Int
  private let library: any FormatLibrary

  init(_ file: ImageFile, _ page: Int, _ library: any FormatLibrary) throws(ImagingError) {
    (self.file, self.page, self.library) = (file, page, library)
    let header: LibraryHeader
    do throws(LibraryError) {
      header = try library.header(file.path, page: page)
    } catch {
      throw error.error(file, library.name + " picture")
    }
    // Libraries apply the orientation.
    info = ImageInfo(
      format: library.name, size: header.size, bitsPerChannel: header.bits, color: header.color,
      hasAlpha: header.hasAlpha, layout: library.layout)
    (workBytes, reducibleLevels) = (header.workBytes, header.reductions)
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try decode(into: builder, reducedBy: 0, while: shouldContinue)
  }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    do throws(LibraryError) {
      try library.decode(
        file.path, page: page, size: builder.fileSize, reducedBy: level
      ) { row in
        guard !builder.isComplete, shouldContinue() else { return false }
        let pixels = UnsafeBufferPointer(start: row, count: builder.fileSize.width)
        _ = builder.nextRow.update(fromContentsOf: pixels)
        builder.commitRow()
        return true
      }
    } catch {
      throw error.error(file, library.name + " picture")
    }
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
