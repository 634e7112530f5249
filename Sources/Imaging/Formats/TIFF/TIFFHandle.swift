import CCodecs
import Glibc
import OverscrollBase
import ScrollGeometry

/// One libtiff reader over one open file, of which one page at a time is current.
///
/// Not thread-safe.
final class TIFFHandle {
  private let tiff: OpaquePointer
  private let file: ImageFile
  /// The number of the current plane, of those that lie behind each other from the strips of the current directory on.
  private(set) var plane = 0

  /// Opens the file; its first page becomes the current one.
  ///
  /// `limits` bound what libtiff may allocate in one piece.
  init(_ file: ImageFile, limits: ImageLimits) throws(ImagingError) {
    let descriptor = try file.openDescriptor()
    let most = tmsize_t(limits.heldBytes)
    let tiff = file.path.withCString { overscroll_tiff_open(descriptor, $0, most) }
    guard let tiff else { throw ImagingError(.damaged, file.path, "the TIFF header is damaged") }
    self.tiff = tiff
    self.file = file
  }

  /// Opens the file once more at a page that was read from it before.
  convenience init(_ file: ImageFile, page: TIFFPage, limits: ImageLimits) throws(ImagingError) {
    try self.init(file, limits: limits)
    guard selectPage(at: page.offset, plane: page.plane) else { throw file.changed }
    var own = try self.page().stacked(page.stack)
    if page.format.mix != nil { (own.format.mix, own.format.alpha) = (page.format.mix, nil) }
    // The range may have been measured instead of read.
    own.format.sample.range = page.format.sample.range
    (own.format.tone, own.format.noData, own.mask) = (
      page.format.tone, page.format.noData, page.mask
    )
    (own.format.exposure, own.isBeside) = (page.format.exposure, page.isBeside)
    (own.leftOutSample, own.maskFile) = (page.leftOutSample, page.maskFile)
    (own.notedNoData, own.mayLackData) = (page.notedNoData, page.mayLackData)
    // It may be that of a smaller version of the picture.
    own.orientation = page.orientation
    // What was assumed to be alpha may be zero everywhere.
    if own.format.alpha?.isAssumed == true { own.format.alpha = page.format.alpha }
    guard own == page else { throw file.changed }
    if case .converted = page.format.model { ignoreOrientation() }
  }

  deinit { TIFFClose(tiff) }

  /// The file's path.
  var path: FilePath { file.path }

  /// The offset in the file of the current page's directory, in bytes.
  var pageOffset: UInt64 { TIFFCurrentDirOffset(tiff) }

  /// The offsets of the current page's sub-directories.
  var subpageOffsets: [UInt64] {
    var count: UInt16 = 0
    let offsets = overscroll_tiff_subpages(tiff, &count)
    return Array(UnsafeBufferPointer(start: offsets, count: offsets == nil ? 0 : Int(count)))
  }

  /// True if pages follow the current one.
  var hasNextPage: Bool { TIFFLastDirectory(tiff) == 0 }

  /// Moves on to the next page; false when there is none or it is broken.
  func selectNextPage() -> Bool { TIFFReadDirectory(tiff) == 1 }

  /// Makes the page whose directory lies at an offset, or a plane behind that, the current one; false when it is broken.
  func selectPage(at offset: UInt64, plane: Int = 0) -> Bool {
    self.plane = plane
    return TIFFSetSubDirectory(tiff, offset) == 1
  }

  /// A tag of 16 bits; `otherwise` when the file has none and TIFF knows no default.
  func short(_ tag: Int32, otherwise: UInt16 = 0) -> UInt16 {
    overscroll_tiff_short(tiff, UInt32(tag), otherwise)
  }

  /// A tag of 32 bits; `otherwise` when the file has none and TIFF knows no default.
  func long(_ tag: Int32, otherwise: UInt32 = 0) -> UInt32 {
    overscroll_tiff_long(tiff, UInt32(tag), otherwise)
  }

  /// A tag that libtiff stores as a `double`; `otherwise` if the file has none.
  func double(_ tag: Int32, otherwise: Double) -> Double {
    overscroll_tiff_double(tiff, UInt32(tag), otherwise)
  }

  /// The x and y of the white point; `nil` without the tag.
  var white: (x: Double, y: Double)? {
    var (x, y): (Float, Float) = (0, 0)
    guard overscroll_tiff_white(tiff, &x, &y) else { return nil }
    return (Double(x), Double(y))
  }

  /// The kinds of the extra samples; `nil` without the tag.
  var extraSamples: [UInt16]? {
    var count: UInt16 = 0
    guard let kinds = overscroll_tiff_extra_samples(tiff, &count) else { return nil }
    return Array(UnsafeBufferPointer(start: kinds, count: Int(count)))
  }

  /// GDAL's text of the sample that means no data; `nil` without the tag.
  var noDataText: String? {
    var count: UInt32 = 0
    guard let bytes = overscroll_tiff_no_data(tiff, &count) else { return nil }
    let text = UnsafeBufferPointer(start: bytes, count: Int(count)).prefix { $0 != 0 }
    return String(decoding: text.drop { $0 == 0x20 }.prefix { $0 != 0x20 }, as: UTF8.self)
  }

  /// The embedded ICC profile; empty when there is none.
  var profile: [UInt8] {
    var count: UInt32 = 0
    let bytes = overscroll_tiff_profile(tiff, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
  }

  /// What the current page's colors are: by its profile, else by its curves and primaries, else by its EXIF.
  func colorSource(of model: TIFFModel) -> ColorSource {
    let profile = profile
    return .first(of: [profile.isEmpty ? nil : .profile(profile)], for: model.colorModel) {
      var sources = [
        calibration.map { ColorSource.calibrated($0, by: "TIFF's curves and primaries") }
      ]
      if let bytes = try? FileBytes(file) {
        sources.append(Exif.colorSource(TagDirectories(colorsOf: bytes)))
      }
      return sources
    }
  }

  /// The curves and primaries of the current page; `nil` without either.
  ///
  /// Without curves they are sRGB's: TIFF's default is an exponent of 2.2, but programs that write primaries alone mean sRGB.
  private var calibration: ColorCalibration? {
    var curves: [ColorCalibration.Curve] = []
    let bits = Int(short(TIFFTAG_BITSPERSAMPLE, otherwise: 1))
    if bits <= 16 {
      var tables: [UnsafePointer<UInt16>?] = [nil, nil, nil]
      let count = Int(overscroll_tiff_curves(tiff, &tables))
      curves = tables.prefix(count).compactMap { $0 }.map {
        .table(Array(UnsafeBufferPointer(start: $0, count: 1 << bits)))
      }
    }
    let places = overscroll_tiff_primaries(tiff).map {
      UnsafeBufferPointer(start: $0, count: 6).map { Double($0) }
    }
    guard !curves.isEmpty || places != nil else { return nil }
    let white = white ?? (x: 0.3127, y: 0.3290)
    return ColorCalibration(
      curves: curves.isEmpty ? [.screen] : curves,
      primaries: places.map { [white.x, white.y] + $0 })
  }

  /// Whether the current page has a palette.
  var hasPalette: Bool {
    var (red, green, blue): (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?)
    return overscroll_tiff_palette(tiff, &red, &green, &blue)
  }

  /// The opaque colors of a palette of 2^bits entries; empty when there is none.
  func palette(bits: Int) -> [UInt32] {
    var (red, green, blue): (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?)
    guard overscroll_tiff_palette(tiff, &red, &green, &blue), let red, let green, let blue
    else { return [] }
    let count = 1 << bits
    let all = [red, green, blue].map { UnsafeBufferPointer(start: $0, count: count) }
    // Some old programs wrote bytes where TIFF wants 16 bits.
    let shift: UInt16 = all.allSatisfy { $0.allSatisfy { $0 < 256 } } ? 0 : 8
    return (0..<count).map { index in
      all.reduce(PixelRows.opaqueAlpha >> 24) { $0 << 8 | UInt32($1[index] >> shift & 0xFF) }
    }
  }

  var isBig: Bool { TIFFIsBigTIFF(tiff) != 0 }
  var isTiled: Bool { TIFFIsTiled(tiff) != 0 }
  /// The decoded bytes of a tile or strip of one plane.
  var blockBytes: UInt64 { isTiled ? TIFFTileSize64(tiff) : TIFFStripSize64(tiff) }
  /// The decoded bytes of a row of a tile or strip of one plane.
  var rowBytes: UInt64 { isTiled ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff) }
  /// True if the file's byte order is not this machine's.
  var isSwapped: Bool { TIFFIsByteSwapped(tiff) != 0 }
  /// True if the bits of samples are stored in the order of their significance.
  var hasPlainSamples: Bool { short(TIFFTAG_FILLORDER) == UInt16(FILLORDER_MSB2LSB) }
  /// The offsets of the current page's strips in the file; `nil` if there are not so many.
  func stripOffsets(_ count: Int) -> [Int]? {
    guard Int(TIFFNumberOfStrips(tiff)) >= count else { return nil }
    let offsets = (0..<count).map { Int(exactly: TIFFGetStrileOffset(tiff, UInt32($0))) ?? -1 }
    return offsets.allSatisfy { $0 > 0 } ? offsets : nil
  }
  /// True if libtiff's own conversion to RGBA knows the current page's colors.
  var canConvert: Bool { overscroll_tiff_can_convert(tiff) }

  /// Has JPEG data converted to RGB.
  func requestRGB() { overscroll_tiff_request_rgb(tiff) }

  /// Has libtiff's own conversion leave rows and columns as stored.
  private func ignoreOrientation() { overscroll_tiff_ignore_orientation(tiff) }

  /// Returns whether the file leaves out a tile or strip, as GDAL does with those that are all zero or no data.
  func leavesOut(_ index: Int) -> Bool {
    TIFFGetStrileOffset(tiff, UInt32(index)) == 0
      && TIFFGetStrileByteCount(tiff, UInt32(index)) == 0
  }

  /// Decodes a tile or strip of the current page; false, with what could be decoded, when it is damaged.
  func readBlock(
    _ index: Int, of page: TIFFPage, into bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let number = UInt32(index)
    // Of an uncompressed one libtiff would read the head of the file.
    guard TIFFGetStrileOffset(tiff, number) > 0 else {
      return fill(bytes, of: page, leavingOut: index)
    }
    if plane > 0 {
      return readPlane(number, of: page, line: 0, page.rows(ofBlockRow: index), into: bytes)
    }
    let count =
      isTiled
      ? TIFFReadEncodedTile(tiff, number, bytes.baseAddress, tmsize_t(bytes.count))
      : TIFFReadEncodedStrip(tiff, number, bytes.baseAddress, tmsize_t(bytes.count))
    // Compressed blocks are hardly longer than their pixels.
    return count >= 0
      || overscroll_tiff_read_mended(
        tiff, number, bytes.baseAddress, tmsize_t(bytes.count), 2 * bytes.count + 4096)
  }

  /// Decodes the row after the one that was read last in a plane of the current page; false when it is damaged.
  func readRow(
    _ row: Int, plane: Int, of page: TIFFPage, into bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let strip = TIFFComputeStrip(tiff, UInt32(row), UInt16(plane))
    guard TIFFGetStrileOffset(tiff, strip) > 0 else {
      return fill(bytes, of: page, leavingOut: Int(strip))
    }
    if self.plane > 0 {
      return readPlane(strip, of: page, line: row % page.block.height, 1, into: bytes)
    }
    return TIFFReadScanline(tiff, bytes.baseAddress, UInt32(row), UInt16(plane)) == 1
  }

  /// Reads rows of a strip of the current plane, which libtiff knows only of the first one, and has it put their bytes in order.
  private func readPlane(
    _ strip: UInt32, of page: TIFFPage, line: Int, _ count: Int,
    into bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let length = count * page.rowBytes
    guard length <= bytes.count, let start = Int(exactly: TIFFGetStrileOffset(tiff, strip)) else {
      return false
    }
    let place = start + plane * page.planeBytes + line * page.rowBytes
    let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<length])
    guard FileDescriptor.read(TIFFFileno(tiff), at: place, into: part) else { return false }
    return TIFFReadFromUserBuffer(
      tiff, strip, part.baseAddress, tmsize_t(length), part.baseAddress, tmsize_t(length)) == 1
  }

  /// Fills rows of a block that may be left out; false where it is damaged instead.
  private func fill(
    _ bytes: UnsafeMutableRawBufferPointer, of page: TIFFPage, leavingOut index: Int
  ) -> Bool {
    guard leavesOut(index) else { return false }
    page.format.sample.fill(bytes, rowsOf: page.rowBytes, with: page.leftOutSample)
    return true
  }

  /// Decodes a tile or strip to premultiplied RGBA, red in the lowest byte, the last row first.
  func convertBlock(x: Int, y: Int, into pixels: UnsafeMutableBufferPointer<UInt32>) -> Bool {
    let (column, row) = (UInt32(x), UInt32(y))
    return isTiled
      ? TIFFReadRGBATileExt(tiff, column, row, pixels.baseAddress, 1) == 1
      : TIFFReadRGBAStripExt(tiff, row, pixels.baseAddress, 1) == 1
  }

  /// The error for a damaged file.
  func damage(_ what: String) -> ImagingError {
    isChanged ? file.changed : ImagingError(.damaged, file.path, what)
  }

  /// True if the file has been modified since it was opened first.
  var isChanged: Bool { file.isChanged(TIFFFileno(tiff)) }
}
