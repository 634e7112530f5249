import CCodecs
import Glibc
import ScrollGeometry

/// One libpng reader over one open file.
struct PNGReader: ~Copyable {
  private let stream: FileStream
  private let reader: UnsafeMutablePointer<overscroll_png>
  private let file: ImageFile
  /// What libpng leaves out; empty where the chunks before the pixels have all there is to know.
  private let notes: PNGNotes?

  /// Opens the file and reads the chunks before the pixels.
  init(_ file: ImageFile) throws(ImagingError) {
    try self.init(FileStream(file), of: file, notes: nil)
  }

  /// Reads the chunks before the pixels of a PNG file that is put together from parts of another one, whose notes
  /// are those of that file.
  init(_ bytes: [UInt8], of file: ImageFile, notes: PNGNotes) throws(ImagingError) {
    try self.init(FileStream(bytes, file), of: file, notes: notes)
  }

  private init(
    _ stream: consuming FileStream, of file: ImageFile, notes: PNGNotes?
  ) throws(ImagingError) {
    guard let reader = overscroll_png_open(stream.pointer) else { throw file.lacksMemory }
    guard overscroll_png_read_header(reader) else {
      overscroll_png_close(reader)
      throw ImagingError(
        .damaged, file.path,
        stream.isAtEnd ? "the PNG file ends before its picture" : "the PNG header is damaged")
    }
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    let isKnown =
      png_get_valid(png, header, PNG_INFO_eXIf) != 0
      && png_get_valid(png, header, PNG_INFO_iCCP | PNG_INFO_sRGB) != 0
    self.notes = isKnown ? nil : notes ?? PNGNotes(file)
    self.stream = stream
    self.reader = reader
    self.file = file
  }

  deinit { overscroll_png_close(reader) }

  /// The contents of the header.
  var info: ImageInfo {
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    let type = Int32(png_get_color_type(png, header))
    let orientation = exifOrientation
    let hasTransparency = png_get_valid(png, header, PNG_INFO_tRNS) != 0
    var info = ImageInfo(
      format: "PNG",
      size: orientation.applied(to: fileSize),
      bitsPerChannel: Int(png_get_bit_depth(png, header)), color: colorName(type),
      hasAlpha: type & PNG_COLOR_MASK_ALPHA != 0 || hasTransparency,
      layout: isInterlaced ? "interlaced" : "", orientation: orientation)
    info.colorSource = dynamicRange() == nil ? colorSource.description : cicp?.description ?? ""
    if info.bitsPerChannel == 16 {
      info.samples = SampleLayout(
        channels: Int(png_get_channels(png, header)),
        colors: type & PNG_COLOR_MASK_COLOR == 0 ? 1 : 3, bits: 16, takesTone: true)
    }
    info.storesColors = info.bitsPerChannel <= 8
    info.data = data(of: info)
    if dynamicRange() != nil { info.exposure = 0 }
    return info
  }

  /// The size as stored.
  private var fileSize: PixelSize {
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    return PixelSize(
      width: Int(png_get_image_width(png, header)), height: Int(png_get_image_height(png, header)))
  }

  /// libpng's working memory, in bytes: rows of the file and of pixels.
  var rowBytes: Int {
    let row = png_get_rowbytes(reader.pointee.png, reader.pointee.info)
    return 2 * row + fileSize.width * TilePixels.bytesPerPixel
  }

  private var exifOrientation: Orientation {
    var bytes: png_bytep?
    var count: UInt32 = 0
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    guard png_get_eXIf_1(png, header, &count, &bytes) != 0, let bytes else {
      return notes?.exif.flatMap { Exif.orientation(in: $0) } ?? .upright
    }
    let block = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    return Exif.orientation(in: block) ?? .upright
  }

  /// True if the rows are interlaced in seven passes.
  var isInterlaced: Bool {
    png_get_interlace_type(reader.pointee.png, reader.pointee.info) != PNG_INTERLACE_NONE
  }

  /// The color type and, if it isn't supported, the color space.
  private func colorName(_ type: Int32) -> String {
    let name = Self.name(ofColorType: type)
    if let mapping = dynamicRange() { return "\(name), \(mapping)" }
    guard let cicp, !cicp.isSupported else { return name }
    return "\(name), \(cicp.description) not applied"
  }

  /// The name of the mapping of a high dynamic range; `nil` for other pictures.
  private func dynamicRange() -> String? { cicp.flatMap(HDRMapping.name) }

  /// The mapping of a high dynamic range, which is `stops` lighter; `nil` for other pictures.
  private func dynamicRange(stops: Double) -> HDRMapping? {
    cicp.flatMap { HDRMapping($0, stops: stops) }
  }

  /// The contents of the cICP chunk; `nil` if there is none.
  private var cicp: CICP? {
    var bytes: [UInt8] = [0, 0, 0, 0]
    guard overscroll_png_read_cicp(reader, &bytes) else { return nil }
    return CICP(
      primaries: bytes[0], transfer: bytes[1], matrix: bytes[2], isFullRange: bytes[3] != 0)
  }

  /// Returns the conversion from the file's colors to the screen's.
  ///
  /// - Parameters:
  ///   - stops: The exposure of a high dynamic range; `nil` to show its samples as they are.
  ///   - isToned: True where a tone makes 8 bits of rows.
  /// - Returns: That of rows as they are read, where more than 8 bits count, or that of pixels.
  func colors(stops: Double?, isToned: Bool = false) -> (deep: DeepRows?, rest: ColorTransform?) {
    if let stops, let mapping = dynamicRange(stops: stops) { return (DeepRows(mapping), nil) }
    guard let color = color(isDeep: !isToned) else { return (nil, nil) }
    return color.isDeep ? (DeepRows(color), nil) : (nil, color)
  }

  /// The conversion from the file's colors to the screen's.
  ///
  /// With `isDeep` also that of 16 bits, where the file has them.
  private func color(isDeep: Bool = false) -> ColorTransform? {
    // Samples of a high dynamic range are mapped, or shown as they are.
    if dynamicRange() != nil { return nil }
    let bits = png_get_bit_depth(reader.pointee.png, reader.pointee.info)
    return colorSource.transform(for: colorModel, isDeep: isDeep && bits == 16)
  }

  private var colorModel: ColorTransform.Model {
    let type = png_get_color_type(reader.pointee.png, reader.pointee.info)
    return Int32(type) & PNG_COLOR_MASK_COLOR == 0 ? .gray : .rgb
  }

  /// What the file's colors are, in the order of the chunks' precedence. [PNG 3, 4.3]
  private var colorSource: ColorSource {
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    let isScreen = png_get_valid(png, header, PNG_INFO_sRGB) != 0
    let calibration = ColorCalibration(gamma: gamma, primaries: primaries)
    let names = [gamma == nil ? nil : "gAMA", primaries == nil ? nil : "cHRM"].compactMap { $0 }
    return .first(
      of: [
        cicp.map { .cicp($0) }, profile.map { .profile($0) },
        isScreen ? .screen(by: "the sRGB chunk") : nil,
        // Not of the standard, but more exact than what follows.
        notes?.profile.map { .profile($0) },
        calibration.map { .calibrated($0, by: names.joined(separator: " and ")) },
      ], for: colorModel)
  }

  /// What the samples of 16 bits are, or the colors of 8 bits that libpng makes of others.
  private func data(of info: ImageInfo) -> SampleDescription {
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    let colors = colorModel == .gray ? 1 : 3
    let isDeep = info.bitsPerChannel > 8
    var description = SampleDescription(
      channels: isDeep ? Int(png_get_channels(png, header)) : colors + (info.hasAlpha ? 1 : 0),
      colors: colors, bits: isDeep ? 16 : 8)
    if isDeep, colors > 1, png_get_valid(png, header, PNG_INFO_tRNS) != 0 {
      description.loss = "a transparent color"
    } else if dynamicRange() != nil {
      description.loss = "a high dynamic range's curve"
    }
    return description
  }

  /// What they are, and what they mean.
  var description: SampleDescription {
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    var description = data(of: info)
    if dynamicRange() == nil { description.setProfile(of: colorSource) }
    var color: png_color_16p?
    if description.bits > 8, description.photometric != 2,
      png_get_tRNS(png, header, nil, nil, &color) != 0, let color
    {
      description.setNoData(Double(color.pointee.gray))
    }
    let (x, y) = (png_get_x_pixels_per_meter(png, header), png_get_y_pixels_per_meter(png, header))
    if x > 0, y > 0 { description.setResolution(perCentimeter: Double(x) / 100, Double(y) / 100) }
    return description
  }

  /// The profile of the iCCP chunk; `nil` if there is none.
  private var profile: [UInt8]? {
    var name: png_charp?
    var compression: Int32 = 0
    var bytes: png_bytep?
    var count: UInt32 = 0
    guard
      png_get_iCCP(
        reader.pointee.png, reader.pointee.info, &name, &compression, &bytes, &count) != 0,
      let bytes
    else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// True if the file says which colors its samples are, other than sRGB's by its gamma alone.
  var definesColor: Bool {
    png_get_valid(reader.pointee.png, reader.pointee.info, PNG_INFO_iCCP) != 0 || cicp != nil
      || color() != nil
  }

  /// The encoding exponent (gAMA); `nil` if the file has none.
  private var gamma: Double? {
    var gamma = 0.0
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    return png_get_gAMA(png, header, &gamma) != 0 ? gamma : nil
  }

  /// The chromaticities (cHRM), x and y each, of white, red, green and blue; `nil` if the file has none.
  private var primaries: [Double]? {
    var all = [Double](repeating: 0, count: 8)
    let (png, header) = (reader.pointee.png, reader.pointee.info)
    let found = all.withUnsafeMutableBufferPointer { values -> Bool in
      guard let base = values.baseAddress else { return false }
      return png_get_cHRM(
        png, header, base, base + 1, base + 2, base + 3, base + 4, base + 5, base + 6, base + 7)
        != 0
    }
    return found ? all : nil
  }

  /// Prepares to decode to four bytes per pixel.
  ///
  /// - Parameters:
  ///   - tone: The samples of black and white; `nil` for those of the file.
  ///   - noData: With a tone, colors all of whose samples are this one are transparent.
  ///   - deep: The conversion of rows as they are read, which must live as long; `nil` to cut them to 8 bits.
  /// - Returns: The number of passes over the rows.
  /// - Throws: If the file is damaged.
  func start(
    _ tone: ClosedRange<Double>? = nil, noData: Double? = nil, deep: DeepRows? = nil
  ) throws(ImagingError) -> Int {
    let table = tone.map { Tone.table($0, upTo: Int(UInt16.max)) }
    let passes: Int32
    if let table {
      passes = overscroll_png_start_toned(reader, table, noData.map { Int32($0) } ?? -1)
    } else if let deep {
      passes = overscroll_png_start_deep(
        reader,
        { converter, pixels, count in
          guard let converter, let pixels else { return }
          Unmanaged<DeepRows>.fromOpaque(converter).takeUnretainedValue().convert(pixels, count)
        }, Unmanaged.passUnretained(deep).toOpaque())
    } else {
      passes = overscroll_png_start(reader)
    }
    guard passes > 0 else { throw damage("the PNG header is damaged") }
    return Int(passes)
  }

  /// Reads the next row; in an interlaced picture's later passes `row` holds the pixels so far.
  ///
  /// `position` is the row's number, for the error message.
  func read(_ row: UnsafeMutableBufferPointer<UInt32>, position: Int) throws(ImagingError) {
    let bytes = UnsafeMutableRawBufferPointer(row).assumingMemoryBound(to: UInt8.self)
    guard overscroll_png_read_row(reader, bytes.baseAddress) else {
      let what = stream.isAtEnd ? "ends early" : "is damaged"
      let place =
        isInterlaced
        ? "so some detail is missing" : "after row \(position) of \(fileSize.height)"
      throw damage("the PNG file \(what), \(place)")
    }
  }

  /// Verifies the checksum of the pixels after the last row; chunks after them may be missing.
  func finish() throws(ImagingError) {
    if overscroll_png_finish(reader) || stream.isAtEnd { return }
    throw damage("some of the PNG data is damaged")
  }

  private func damage(_ what: String) -> ImagingError { ImagingError(.damaged, file.path, what) }

  private static func name(ofColorType type: Int32) -> String {
    switch type {
    case PNG_COLOR_TYPE_GRAY: "gray"
    case PNG_COLOR_TYPE_GRAY_ALPHA: "gray with alpha"
    case PNG_COLOR_TYPE_PALETTE: "palette"
    case PNG_COLOR_TYPE_RGB_ALPHA: "RGB with alpha"
    default: "RGB"
    }
  }
}

/// Makes BGRA of 8 bits of rows of 16 bits, in a callback.
final class DeepRows {
  /// Converts as many pixels in place.
  let convert: (UnsafeMutableRawPointer, Int) -> Void

  init(_ color: ColorTransform) { convert = color.applyInPlace }

  init(_ mapping: HDRMapping) {
    convert = { pixels, count in
      let samples = pixels.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count {
        let sample = samples + 4 * index
        let alpha = (UInt32(sample[3]) * 255 + 32895) >> 16
        let color = mapping.pixel(sample[2], sample[1], sample[0]) & ~PixelRows.opaqueAlpha
        pixels.storeBytes(of: color | alpha << 24, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
  }
}

/// The even rows of an interlaced PNG in memory.
///
/// All passes but the last contain pixels of even rows only, and the last has the odd rows in order.
struct InterlacedCanvas: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let width: Int
  private let evenRows: Int

  /// Allocates zeroed memory, or throws if there is none.
  init(size: PixelSize, of file: ImageFile) throws(ImagingError) {
    evenRows = Self.evenRows(size)
    width = size.width
    // The odd rows share one, whose pixels are discarded.
    let count = width * (evenRows + 1)
    guard let start = calloc(count, TilePixels.bytesPerPixel) else { throw file.lacksMemory }
    memory = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { free(memory.baseAddress) }

  /// The pixels of an even row, or a scratch row for an odd one.
  func row(_ row: Int) -> UnsafeMutableBufferPointer<UInt32> {
    let place = row % 2 == 0 ? row / 2 : evenRows
    return UnsafeMutableBufferPointer(rebasing: memory[place * width..<(place + 1) * width])
  }

  /// The memory a canvas takes, in bytes; `Int.max` if that overflows.
  static func byteCount(_ size: PixelSize) -> Int {
    PixelSize(width: size.width, height: evenRows(size) + 1).byteCount
  }

  private static func evenRows(_ size: PixelSize) -> Int { (size.height + 1) / 2 }
}

extension PixelSize {
  /// The memory that all pixels take, in bytes; `Int.max` if that overflows.
  var byteCount: Int {
    let bytes = (area ?? .max).multipliedReportingOverflow(by: TilePixels.bytesPerPixel)
    return bytes.overflow ? .max : bytes.partialValue
  }
}
