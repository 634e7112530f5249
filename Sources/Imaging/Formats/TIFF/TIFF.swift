import CCodecs
import OverscrollBase
import ScrollGeometry

extension ImageFormat {
  /// TIFF and BigTIFF.
  static let tiff = ImageFormat(
    name: "TIFF", mediaTypes: ["image/tiff"], suffixes: ["tif", "tiff", "btf", "tf8"],
    recognizes: { head in TIFFFile.starts.contains { head.starts(with: $0) } },
    open: { (file, limits) throws(ImagingError) in
      if let preview = try RawPreview.find(file) { return try JPEGSource(file, preview) }
      return try TIFFFile.open(file, limits)
    },
    openPage: { (file, page, limits) throws(ImagingError) in
      try TIFFFile.open(file, at: page.offset, limits)
    })
}

/// The choice of how a TIFF file is read.
enum TIFFFile {
  /// The byte order marks with TIFF's or BigTIFF's version.
  static let starts: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  /// Reads the directories of a page and its levels, and checks their sizes.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - offset: The offset of the page's directory, in bytes; `nil` for the first page.
  ///   - limits: Larger pictures are refused.
  /// - Returns: The picture.
  /// - Throws: If it is damaged or not supported.
  static func open(
    _ file: ImageFile, at offset: Int? = nil, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    let handle = try TIFFHandle(file, limits: limits)
    let first = offset == nil ? nil : try? handle.page()
    if let offset, !handle.selectPage(at: UInt64(offset)) {
      throw handle.damage("the header of this page is damaged")
    }
    var stored = TIFFPyramid(handle, base: try handle.page())
    if TIFFRange.lacksOpacity(stored.overview, of: file, limits: limits) { stored.removeAlpha() }
    stored.alignSamples()
    let page = stored.base
    var info = info(of: page, handle, isOneStrip: isOneStrip(page, in: file))
    if stored.pages.count > 1 { info.layout += ", \(stored.pages.count) levels in the file" }
    if stored.allowsTiles {
      return TIFFTileSource(file, stored: stored, info: info, limits: limits, like: first)
    }
    return TIFFRowSource(file, page: page, info: info, limits: limits, like: first)
  }

  private static func info(
    of page: TIFFPage, _ handle: TIFFHandle, isOneStrip: Bool
  ) -> ImageInfo {
    var color = page.alpha == nil ? page.model.name : "\(page.model.name) with alpha"
    if page.sample.isFloat { color += ", floating" }
    if let range = page.sample.range {
      let black = NumberText.shortest(range.lowerBound)
      color += ", black at \(black), white at \(NumberText.shortest(range.upperBound))"
    }
    if let noData = page.noData {
      color += ", no data at \(noData.isFinite ? NumberText.shortest(noData) : "NaN")"
    }
    var info = ImageInfo(
      format: handle.isBig ? "BigTIFF" : "TIFF", size: page.orientation.applied(to: page.size),
      bitsPerChannel: page.sample.bits, color: color,
      hasAlpha: page.hasTransparency, layout: layout(of: page, isOneStrip: isOneStrip),
      orientation: page.orientation)
    info.samples = page.layout
    if case .lab = page.model {
    } else {
      info.colorSource = handle.colorSource(of: page.model).description
    }
    return info
  }

  /// True for a file with one strip, which libtiff divides into many if it is not compressed.
  private static func isOneStrip(_ page: TIFFPage, in file: ImageFile) -> Bool {
    guard !page.isTiled else { return false }
    guard !page.isCompressed, page.grid.height > 1 else { return page.grid.height == 1 }
    guard let bytes = try? FileBytes(file), let directories = TIFFDirectories(bytes),
      let directory = directories.directory(at: Int(page.offset), in: bytes)
    else { return false }
    return directory.rowsPerStrip ?? .max >= page.size.height
  }

  private static func layout(of page: TIFFPage, isOneStrip: Bool) -> String {
    let blocks =
      page.isTiled
      ? "tiles of \(page.block)"
      : isOneStrip ? "one strip" : "strips of \(page.block.height) rows"
    let planes = page.isPlanar ? ", one plane per channel" : ""
    return "\(blocks)\(planes), \(compression(page.compression))"
  }

  private static func compression(_ number: UInt16) -> String {
    if Int32(number) == COMPRESSION_NONE { return "uncompressed" }
    if Int32(number) == COMPRESSION_ADOBE_DEFLATE { return "Deflate" }
    guard let name = overscroll_tiff_codec_name(number) else { return "compression \(number)" }
    return String(cString: name)
  }
}
