import CCodecs
import Glibc
import ScrollGeometry

/// One libjpeg decompressor over one open file.
struct JPEGReader: ~Copyable {
  private let stream: FileStream
  private let reader: UnsafeMutablePointer<overscroll_jpeg>
  private let file: ImageFile

  /// Opens the file and reads its headers.
  init(_ file: ImageFile) throws(ImagingError) { try self.init(FileStream(file), file) }

  /// Reads the headers of a stream; `file` is where it came from.
  init(_ stream: consuming FileStream, _ file: ImageFile) throws(ImagingError) {
    guard let reader = overscroll_jpeg_open(stream.pointer) else { throw file.lacksMemory }
    guard overscroll_jpeg_read_header(reader) else {
      defer { overscroll_jpeg_close(reader) }
      let isTruncated = reader.pointee.reached_end > 0
      let reason =
        isTruncated ? "the JPEG file ends before its picture" : "the JPEG header is damaged"
      let failure = isTruncated ? nil : Self.failure(reader, file)
      throw failure ?? ImagingError(.damaged, file.path, reason)
    }
    self.stream = stream
    self.reader = reader
    self.file = file
  }

  deinit { overscroll_jpeg_close(reader) }

  /// The contents of the header.
  var info: ImageInfo {
    let orientation = exifOrientation
    let size = PixelSize(
      width: Int(reader.pointee.info.image_width), height: Int(reader.pointee.info.image_height))
    var info = ImageInfo(
      format: "JPEG", size: orientation.applied(to: size),
      bitsPerChannel: Int(reader.pointee.info.data_precision), color: colorName,
      layout: isProgressive ? "progressive" : "", orientation: orientation)
    info.colorSource = colorSource().description
    info.storesColors = info.bitsPerChannel == 8
    info.data = info.storesColors ? data : nil
    return info
  }

  /// What the colors are, as libjpeg gives them.
  private var data: SampleDescription {
    let isGray = reader.pointee.info.jpeg_color_space == JCS_GRAYSCALE
    let channels = isCMYK ? 4 : isGray ? 1 : 3
    var samples = SampleDescription(channels: channels, colors: channels, bits: 8)
    if isCMYK { samples.photometric = Self.separated }
    return samples
  }

  /// What the colors are, and what they mean.
  var storedDescription: StoredColors.Description {
    var samples = data
    samples.setProfile(of: colorSource())
    let density = (Double(reader.pointee.info.X_density), Double(reader.pointee.info.Y_density))
    // Other units tell only the shape of a pixel.
    let perCentimeter: Double? =
      switch reader.pointee.info.density_unit {
      case 1: 1 / 2.54
      case 2: 1
      default: nil
      }
    var dots: (Double, Double)?
    if let perCentimeter, density.0 > 0, density.1 > 0 {
      dots = (density.0 * perCentimeter, density.1 * perCentimeter)
    }
    let jfif = dots.flatMap { PixelScale(.print, x: 0.01 / $0.0, y: 0.01 / $0.1, "JFIF") }
    if let exif = firstInExif(Exif.scale), PixelScale.ofJPEG(jfif: jfif, exif: exif) == exif {
      dots = (0.01 / exif.x, 0.01 / exif.y)
    }
    if let dots { samples.setResolution(perCentimeter: dots.0, dots.1) }
    return StoredColors.Description(samples: samples, isInverted: isCMYK && isInvertedCMYK)
  }

  /// TIFF's number of inks.
  private static let separated = 5

  /// What the file's colors are: by its profile, else by its EXIF, else by `other`.
  func colorSource(otherwise other: ColorSource? = nil) -> ColorSource {
    let profile = profile
    return .first(of: [profile.isEmpty ? nil : .profile(profile)], for: colorModel) {
      [firstInExif(Exif.colorSource(in:)), other]
    }
  }

  /// True if the file has several scans, whose coefficients libjpeg keeps in memory.
  var isProgressive: Bool { jpeg_has_multiple_scans(&reader.pointee.info) != 0 }

  /// The memory that the coefficients of several scans take, in bytes.
  var coefficientBytes: Int {
    guard isProgressive, let components = reader.pointee.info.comp_info else { return 0 }
    let blockBytes = Int(DCTSIZE2) * MemoryLayout<JCOEF>.size
    return (0..<Int(reader.pointee.info.num_components)).reduce(0) { total, index in
      let component = components[index]
      return total + Int(component.width_in_blocks) * Int(component.height_in_blocks) * blockBytes
    }
  }

  /// True if its rows are decoded to CMYK.
  var isCMYK: Bool { Self.cmykSpaces.contains(reader.pointee.info.jpeg_color_space) }

  /// True if CMYK is stored inverted, as Adobe's programs write it.
  var isInvertedCMYK: Bool { reader.pointee.info.saw_Adobe_marker != 0 }

  /// The color model that a profile must have.
  var colorModel: ColorTransform.Model {
    if isCMYK { return .cmyk(isInverted: isInvertedCMYK) }
    return reader.pointee.info.jpeg_color_space == JCS_GRAYSCALE ? .gray : .rgb
  }

  /// The embedded color profile; empty if there is none or its parts do not fit together.
  private var profile: [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt32 = 0
    guard overscroll_jpeg_read_profile(reader, &bytes, &count), let bytes else { return [] }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// True if the data ended early, so that libjpeg made up the pixels from here on.
  var isTruncated: Bool { reader.pointee.is_truncated }

  /// True if some data was damaged or missing.
  var hasMissingData: Bool { reader.pointee.missing_data > 0 }

  /// The bytes in the entropy-coded data that belong to no pixel, which is a sign of damage; up to eight
  /// fewer than there are.
  var extraneousBytes: Int { reader.pointee.extraneous }

  /// How many bytes after the last pixel are harmless: some programs pad files. [C]
  static let harmlessTail = 7

  /// Reads to the end of the picture, and returns the bytes before it that belong to no pixel.
  func finish() -> Int {
    let before = extraneousBytes
    _ = overscroll_jpeg_finish(reader)
    return extraneousBytes - before
  }

  /// Prepares to decode rows of four bytes per pixel: blue, green, red, 255, or CMYK.
  func start() throws(ImagingError) {
    guard overscroll_jpeg_start(reader, isCMYK ? JCS_CMYK : JCS_EXT_BGRA) else {
      throw startFailure
    }
  }

  /// Prepares to decode a file in several scans, which are all read before the first row.
  ///
  /// - Parameter shouldContinue: Called often; if it returns false the method returns early.
  /// - Returns: False if it was stopped.
  /// - Throws: If the file cannot be read further.
  func start(while shouldContinue: () -> Bool) throws(ImagingError) -> Bool {
    guard overscroll_jpeg_start_scans(reader, isCMYK ? JCS_CMYK : JCS_EXT_BGRA) else {
      throw startFailure
    }
    return try readScans(while: shouldContinue)
  }

  private func readScans(while shouldContinue: () -> Bool) throws(ImagingError) -> Bool {
    var isDone = false
    while !isDone {
      guard shouldContinue() else { return false }
      guard overscroll_jpeg_read_scans(reader, &isDone) else { throw startFailure }
    }
    return true
  }

  /// Prepares to decode rows at the size divided by 2, 4 or 8, more quickly than accurately, all scans before the first row.
  ///
  /// - Parameters:
  ///   - divisor: 2, 4 or 8.
  ///   - shouldContinue: Called often; if it returns false the method returns early.
  /// - Returns: False if it was stopped.
  /// - Throws: If the file cannot be read further.
  func start(
    dividedBy divisor: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> Bool {
    let color = isCMYK ? JCS_CMYK : JCS_EXT_BGRA
    guard overscroll_jpeg_start_reduced(reader, color, Int32(divisor)) else { throw startFailure }
    guard isProgressive else { return true }
    return try readScans(while: shouldContinue)
  }

  /// The most scans that are read.
  static let maximumScans = Int(OVERSCROLL_JPEG_SCANS)

  /// True if the file has more scans than are read.
  var hasUnreadScans: Bool { reader.pointee.has_unread_scans }

  /// The level that ``startPreview()`` gives: three halvings are an eighth.
  static let previewLevel = 3

  /// Prepares to decode the first scan at an eighth of the size; returns false if it is too damaged.
  func startPreview() -> Bool {
    overscroll_jpeg_start_preview(reader, isCMYK ? JCS_CMYK : JCS_EXT_BGRA)
  }

  /// Reads the next row.
  func read(_ row: UnsafeMutableBufferPointer<UInt32>, position: Int) throws(ImagingError) {
    let bytes = UnsafeMutableRawBufferPointer(row).assumingMemoryBound(to: UInt8.self)
    guard overscroll_jpeg_read_row(reader, bytes.baseAddress) else {
      throw damage("the JPEG file is damaged at row \(position)")
    }
  }

  /// The error for a file that ends early or is damaged.
  func damage(_ what: String) -> ImagingError { ImagingError(.damaged, file.path, what) }

  /// The error for a file without a first row.
  private var startFailure: ImagingError {
    Self.failure(reader, file) ?? damage("the JPEG file is damaged before its first row")
  }

  /// The error for an unsupported kind of JPEG or a lack of memory; `nil` for damage.
  private static func failure(
    _ reader: UnsafeMutablePointer<overscroll_jpeg>, _ file: ImageFile
  ) -> ImagingError? {
    let info = reader.pointee.info
    if Int(reader.pointee.failure) == Int(OVERSCROLL_JPEG_LONG_HEADER) {
      let limit = Int(OVERSCROLL_JPEG_HEADER_BYTES) >> 20
      return ImagingError(.damaged, file.path, "the JPEG header is longer than \(limit) MiB")
    }
    let kind: String
    switch UInt32(reader.pointee.failure) {
    case JERR_SOF_UNSUPPORTED.rawValue: kind = "that are lossless or hierarchical"
    case JERR_BAD_PRECISION.rawValue: kind = "of \(info.data_precision) bits per channel"
    case JERR_IMAGE_TOO_BIG.rawValue: kind = "with sides of more than \(JPEG_MAX_DIMENSION) pixels"
    case JERR_CONVERSION_NOTIMPL.rawValue: kind = "of \(info.num_components) channels"
    case JERR_NO_IMAGE.rawValue:
      return ImagingError(.damaged, file.path, "there is no picture in the JPEG file")
    case JERR_OUT_OF_MEMORY.rawValue: return file.lacksMemory
    default: return nil
    }
    return ImagingError(.unsupported, file.path, "JPEG files \(kind) are not supported")
  }

  private static let cmykSpaces = [JCS_CMYK, JCS_YCCK]

  private var colorName: String {
    switch reader.pointee.info.jpeg_color_space {
    case JCS_GRAYSCALE: "gray"
    case JCS_CMYK: "CMYK"
    case JCS_YCCK: "YCCK"
    case JCS_YCbCr: "YCbCr"
    default: "RGB"
    }
  }

  private var exifOrientation: Orientation { firstInExif(Exif.orientation(in:)) ?? .upright }

  /// The JPEG file that is the thumbnail in the EXIF metadata; `nil` if there is none.
  var exifThumbnail: [UInt8]? { firstInExif(Exif.thumbnail) }

  /// Returns what is found in the first marker that has it.
  private func firstInExif<Value>(_ find: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
    var marker = reader.pointee.info.marker_list
    while let current = marker {
      let bytes = UnsafeBufferPointer(
        start: current.pointee.data, count: Int(current.pointee.data_length))
      if Int32(current.pointee.marker) == JPEG_APP0 + 1, let found = find(bytes) { return found }
      marker = current.pointee.next
    }
    return nil
  }

  /// The longest side of a thumbnail, in pixels: what a marker has room for, and little memory. [C]
  private static let maximumThumbnailSide = 1024

  /// Decodes all of it as the thumbnail of another picture.
  ///
  /// - Parameters:
  ///   - orientation: The picture's, which holds for its thumbnail too.
  ///   - colorSource: What the picture's colors are, for a thumbnail without colors of its own.
  /// - Returns: The thumbnail; `nil` if it is damaged, or too large to be one.
  consuming func thumbnail(orientation: Orientation, colorSource: ColorSource) -> Thumbnail? {
    var info = info
    guard max(info.size.width, info.size.height) <= Self.maximumThumbnailSide else { return nil }
    info.size = orientation.applied(to: info.orientation.applied(to: info.size))
    info.orientation = orientation
    guard (try? start()) != nil else { return nil }
    let colors = JPEGColors(self, otherwise: colorSource)
    var tiles: [TileKey: TilePixels] = [:]
    let builder = PyramidBuilder(info, progressiveArea: .max) { key, tile in
      if key.level == 0 { tiles[key] = tile }
    }
    while !builder.isComplete {
      guard (try? read(builder.nextRow, position: builder.rowCount)) != nil else { return nil }
      colors.apply(builder.nextRow)
      builder.commitRow()
    }
    return hasMissingData ? nil : Thumbnail(tiles, size: info.size, isOpaque: true)
  }
}

/// The conversion from a file's samples to the screen's colors.
struct JPEGColors {
  private let transform: ColorTransform?
  private let cmyk: CMYKConversion?

  /// Makes the conversion.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - other: What its colors are where the file itself has nothing.
  init(_ reader: borrowing JPEGReader, otherwise other: ColorSource? = nil) {
    transform = reader.colorSource(otherwise: other).transform(for: reader.colorModel)
    cmyk =
      reader.isCMYK && transform == nil ? CMYKConversion(isInverted: reader.isInvertedCMYK) : nil
  }

  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    cmyk?.apply(row)
    transform?.apply(row)
  }
}

/// Converts CMYK without a profile to RGB.
struct CMYKConversion {
  /// True if 255 means no ink, as Adobe's programs store it; otherwise 0 does.
  let isInverted: Bool

  /// Converts a row in place to opaque colors.
  ///
  /// Each ink absorbs its complementary primary, and black absorbs all three.
  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    let flip: UInt32 = isInverted ? 0 : .max
    for index in row.indices { row[index] = Self.color(UInt32(littleEndian: row[index]) ^ flip) }
  }

  /// The color of one pixel of inverted CMYK, cyan in the lowest byte.
  private static func color(_ cmyk: UInt32) -> UInt32 {
    // Inverted black is in alpha's place, so premultiplying gives just the products needed.
    let product = PixelRows.premultiplied(cmyk)
    let red = (product & 0xFF) << 16
    let green = product & 0xFF00
    let blue = product >> 16 & 0xFF
    return PixelRows.opaqueAlpha | red | green | blue
  }
}
