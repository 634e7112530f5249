import CCodecs
import ScrollGeometry

/// The layout of one image in a TIFF file: its size, its blocks and the meaning of its samples.
struct TIFFPage: Hashable, Sendable {
  /// The offset of its directory in the file, in bytes.
  let offset: UInt64
  /// The number of its plane, of those that lie behind each other from the strips of that directory on; 0 where it has its own.
  let plane: Int
  /// True for a page of the file of overviews beside the picture's.
  var isBeside = false
  /// The size as stored, in pixels.
  let size: PixelSize
  /// The size of a tile, or of a strip other than the last, in pixels.
  let block: PixelSize
  /// True for tiles, false for strips.
  let isTiled: Bool
  /// The samples of a pixel, and what they mean.
  var format: SampleFormat
  /// The offset of the directory of the page that says which pixels are transparent; `nil` for none.
  var mask: UInt64?
  /// The file of that directory where it lies beside the picture's.
  var maskFile: ImageFile?
  /// The offsets of the directories of the picture's further channels, which are pages of their own, or planes behind this one.
  private(set) var stack: [UInt64] = []
  /// TIFF's number of the compression.
  let compression: UInt16
  var orientation: Orientation
  /// True if it is a smaller version of another page.
  let isReduced: Bool
  /// True if it says which pixels of another page are transparent.
  let isMask: Bool
  /// The decoded bytes of a block of one plane.
  let blockBytes: Int
  /// The decoded bytes of a row of a block of one plane.
  let rowBytes: Int
  /// The bits of each sample of a block that the file leaves out.
  var leftOutSample: UInt64 = 0
  /// GDAL's text of the sample that means no data, in a file beside the picture's; `nil` for none.
  var notedNoData: String?
  /// True where a frequent sample may mean no data, as on maps: not where zero is measured, as with a microscope.
  var mayLackData = false
}

/// The meaning of the samples of a TIFF page.
enum TIFFModel: Hashable, Sendable {
  /// Gray; inverted if zero is white.
  case gray(isInverted: Bool)
  /// Red, green and blue.
  case rgb
  /// An index into a palette.
  case palette
  /// CIELAB, or L* alone.
  case lab(TIFFLab, isGray: Bool)
  /// Cyan, magenta, yellow and black.
  case cmyk
  /// A model that libtiff itself converts to RGBA, with its name.
  case converted(String)
}

/// The alpha of a TIFF page.
struct TIFFAlpha: Hashable, Sendable {
  /// Its number among the samples of a pixel.
  let index: Int
  /// True if the colors are multiplied by it already.
  let isPremultiplied: Bool
  /// True if the file doesn't say what the channel is.
  var isAssumed = false
}

/// The samples of a pixel and what they mean, wherever they are stored.
struct SampleFormat: Hashable, Sendable {
  /// The channels of a pixel, including alpha and others that are not shown.
  var samples: Int
  /// True if each channel is stored apart.
  var isPlanar: Bool
  /// The format of a sample.
  var sample: TIFFSample
  /// The samples of black and white that are asked for; `nil` for those of ``sample``.
  var tone: ClosedRange<Double>?
  /// How many stops lighter samples are shown that are light; `nil` for others.
  var exposure: Double?
  /// The channels that are seen instead of the colors; `nil` for these.
  var mix: ChannelMix?
  /// The sample of pixels that are transparent, infinite if only what is no number is; `nil` for none.
  var noData: Double?
  /// The meaning of the samples.
  let model: TIFFModel
  /// The channel that is alpha, and of what kind.
  var alpha: TIFFAlpha?
  /// True where its channels are inks other than CMYK, of which one is seen at a time.
  var hasInks = false

  /// The name of what its samples mean, in a word or two.
  var name: String { hasInks ? "\(samples - (alpha == nil ? 0 : 1)) inks" : model.name }

  /// The format of a color's sample.
  var colorSample: TIFFSample {
    guard let tone else { return sample }
    var sample = sample
    sample.range = tone
    return sample
  }

  /// The samples as stored; `nil` where libtiff itself converts them.
  var layout: SampleLayout? {
    if case .converted = model { return nil }
    return SampleLayout(
      channels: samples, colors: model.channels, bits: sample.bits, isFloat: sample.isFloat,
      takesTone: model.isIntensity && sample.bits > 8, noData: noData,
      range: sample.range ?? sample.limits)
  }

  /// True if a tone can be found for the samples by itself: the colors are not multiplied by anything.
  var canBeStretched: Bool { layout?.takesTone == true && alpha?.isPremultiplied != true }

  /// True if the samples can make pixels transparent.
  var hasTransparency: Bool { alpha != nil || noData != nil }

  /// True if its samples have more bits than the screen's colors, and are no numbers of colors.
  var hasDeepColors: Bool {
    guard mix == nil else { return false }
    switch model {
    case .gray, .rgb, .cmyk: return sample.bits > 8
    case .palette, .lab, .converted: return false
    }
  }

  /// The numbers of the planes that are read: those of the colors and of alpha, or of what is seen instead.
  var planeNumbers: [Int] {
    guard isPlanar else { return [0] }
    guard let mix else {
      return Array(0..<min(samples, max(model.channels, (alpha?.index ?? 0) + 1)))
    }
    let shown = Set(mix.shown.map(\.channel)).sorted()
    return shown.isEmpty ? [0] : shown
  }

  /// The number of planes that are read.
  var planes: Int { planeNumbers.count }

  /// The samples of a pixel once they are bytes.
  var step: Int { isPlanar ? planes : samples }

  /// The same samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var format = self
    (format.tone, format.exposure) = (mapping.range, mapping.exposure)
    format.noData = mapping.noData ?? noData
    format.mix = mapping.mix
    if mapping.mix != nil { format.alpha = nil }
    return format
  }
}

extension TIFFPage {
  /// The page of which other pages are further channels.
  func stacked(_ others: [UInt64]) -> Self {
    guard !others.isEmpty else { return self }
    var page = self
    (page.stack, page.format.samples, page.format.isPlanar) = (others, others.count + 1, true)
    return page
  }

  /// Takes the sample that GDAL's text names for what means no data, where it can be a color, and for what blocks are that the file
  /// leaves out.
  mutating func setNoData(_ text: String) {
    let (sample, model) = (format.sample, format.model)
    leftOutSample = sample.number(named: text)
    guard format.alpha == nil, model.isIntensity || model == .palette,
      let value = text.lowercased() == "nan" ? .infinity : Double(text)
    else { return }
    format.noData = sample.isFloat && sample.bits == 32 ? Double(Float(value)) : value
  }

  /// True if pixels may be transparent.
  var hasTransparency: Bool { format.hasTransparency || mask != nil }

  /// The same page with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var page = self
    page.format = format.toned(to: mapping)
    return page
  }

  /// The number of blocks in a row and in a column.
  var grid: PixelSize {
    PixelSize(
      width: (size.width - 1) / block.width + 1, height: (size.height - 1) / block.height + 1)
  }

  /// The number of blocks of one plane.
  var planeBlocks: Int { grid.width * grid.height }

  /// The bytes of a plane that others lie behind; only of a page for which ``hasPlanes(_:in:)`` is true.
  var planeBytes: Int { rowBytes * size.height }

  /// Returns whether a file can have so many planes like it, as ImageJ stores them behind each other.
  func hasPlanes(_ count: Int, in file: ImageFile) -> Bool {
    let bytes = Double(rowBytes) * Double(size.height) * Double(count)
    return !isCompressed && !isTiled && bytes <= Double(file.identity.byteCount)
  }

  /// The number of the plane of one of its channels: those without directories of their own lie behind each other.
  func plane(ofChannel channel: Int) -> Int { stack.first == offset ? plane + channel : plane }

  /// True if rows can only be decoded in order.
  var isCompressed: Bool { Int32(compression) != COMPRESSION_NONE }

  /// True where what blocks hold that the file leaves out means no data.
  var leavesOutNoData: Bool {
    guard let noData = format.noData else { return false }
    let value = withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { bytes in
      format.sample.fill(bytes, rowsOf: bytes.count, with: leftOutSample)
      return bytes.baseAddress.map { format.sample.value($0, 0) } ?? 0
    }
    return value == noData || value.isNaN
  }

  /// The rows of a block inside the picture.
  func rows(ofBlockRow row: Int) -> Int { min(block.height, size.height - row * block.height) }
}

extension TIFFHandle {
  /// Reads the layout of the current page.
  ///
  /// - Throws: If it is invalid or not supported.
  func page() throws(ImagingError) -> TIFFPage {
    let compression = short(TIFFTAG_COMPRESSION, otherwise: UInt16(COMPRESSION_NONE))
    try checkCompression(compression)
    let samples = Int(short(TIFFTAG_SAMPLESPERPIXEL, otherwise: 1))
    let photometric = photometric(samples: samples, compression: compression)
    let isPlanar = short(TIFFTAG_PLANARCONFIG) == UInt16(PLANARCONFIG_SEPARATE) && samples > 1
    if photometric == PHOTOMETRIC_YCBCR, compression == UInt16(COMPRESSION_JPEG), !isPlanar {
      requestRGB()
    }
    let sample = try self.sample()
    let model = try model(photometric, compression, samples: samples, sample, isPlanar: isPlanar)
    let size = try pixelSize(TIFFTAG_IMAGEWIDTH, TIFFTAG_IMAGELENGTH)
    let block = try blockSize(of: size)
    let kind = long(TIFFTAG_SUBFILETYPE)
    let alpha = alpha(samples: samples, of: model)
    var page = TIFFPage(
      offset: pageOffset, plane: plane, size: size, block: block, isTiled: isTiled,
      format: SampleFormat(
        samples: samples, isPlanar: isPlanar, sample: sample, model: model, alpha: alpha,
        hasInks: photometric == PHOTOMETRIC_SEPARATED && model == .gray(isInverted: true)),
      compression: compression,
      orientation: Orientation(rawValue: Int(short(TIFFTAG_ORIENTATION))) ?? .upright,
      isReduced: kind & UInt32(FILETYPE_REDUCEDIMAGE) != 0,
      isMask: kind & UInt32(FILETYPE_MASK) != 0,
      blockBytes: try byteCount(blockBytes), rowBytes: try byteCount(rowBytes))
    if let noDataText { page.setNoData(noDataText) }
    return page
  }

  private func checkCompression(_ compression: UInt16) throws(ImagingError) {
    guard TIFFIsCODECConfigured(compression) == 0 else { return }
    if let name = Self.compressions[compression] {
      throw unsupported(
        "\(name) in TIFF (compression \(compression)) is not supported; GDAL opens and converts it")
    }
    let name = overscroll_tiff_codec_name(compression).map { String(cString: $0) }
    throw unsupported("TIFF compression \(name ?? "method \(compression)") is not supported")
  }

  /// Compressions that only some builds of libtiff know, if any.
  private static let compressions: [UInt16: String] = [
    33003: "JPEG 2000 (YCbCr)", 33005: "JPEG 2000 (RGB)", 34712: "JPEG 2000", 34887: "LERC",
    34892: "lossy JPEG", 34925: "LZMA", 34934: "JPEG XR", 22610: "JPEG XR", 50000: "Zstandard",
    50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
  ]

  private func unsupported(_ what: String) -> ImagingError {
    ImagingError(.unsupported, path, what)
  }

  private func pixelSize(_ width: Int32, _ height: Int32) throws(ImagingError) -> PixelSize {
    let size = PixelSize(width: Int(long(width)), height: Int(long(height)))
    guard !size.isEmpty else {
      throw ImagingError(.damaged, path, "the TIFF header gives a size of \(size) pixels")
    }
    return size
  }

  private func blockSize(of size: PixelSize) throws(ImagingError) -> PixelSize {
    if isTiled { return try pixelSize(TIFFTAG_TILEWIDTH, TIFFTAG_TILELENGTH) }
    let rows = Int(long(TIFFTAG_ROWSPERSTRIP, otherwise: .max))
    return PixelSize(width: size.width, height: min(max(rows, 1), size.height))
  }

  private func byteCount(_ count: UInt64) throws(ImagingError) -> Int {
    guard count > 0, let bytes = Int(exactly: count) else {
      throw ImagingError(.damaged, path, "the TIFF header gives invalid tile or strip sizes")
    }
    return bytes
  }

  private func sample() throws(ImagingError) -> TIFFSample {
    let bits = Int(short(TIFFTAG_BITSPERSAMPLE, otherwise: 1))
    let format = short(TIFFTAG_SAMPLEFORMAT, otherwise: UInt16(SAMPLEFORMAT_UINT))
    guard var sample = TIFFSample(bits: bits, format: format) else {
      throw unsupported("TIFF samples of \(bits) bits in format \(format) are not supported")
    }
    if sample.takesRange { sample.range = range(isFloat: sample.isFloat) }
    return sample
  }

  /// The samples of black and white from the file's tags; `nil` if there are none or they are invalid.
  private func range(isFloat: Bool) -> ClosedRange<Double>? {
    let (least, greatest) = isFloat ? (0, 1) : (Double.nan, .nan)
    let black = double(TIFFTAG_SMINSAMPLEVALUE, otherwise: least)
    let white = double(TIFFTAG_SMAXSAMPLEVALUE, otherwise: greatest)
    guard (white - black).isFinite, white > black, !isFloat || (black, white) != (0, 1) else {
      return nil
    }
    return black...white
  }

  /// The photometric interpretation or, if the tag is missing, the most likely one.
  private func photometric(samples: Int, compression: UInt16) -> Int32 {
    let isFax = [COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4]
      .contains(Int32(compression))
    let likely =
      samples >= 3 ? PHOTOMETRIC_RGB : isFax ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK
    return Int32(short(TIFFTAG_PHOTOMETRIC, otherwise: UInt16(likely)))
  }

  private func model(
    _ photometric: Int32, _ compression: UInt16, samples: Int, _ sample: TIFFSample, isPlanar: Bool
  ) throws(ImagingError) -> TIFFModel {
    switch photometric {
    case PHOTOMETRIC_MINISWHITE: return .gray(isInverted: true)
    // GDAL adds a color table to gray that is written already, and takes such gray for a palette.
    case PHOTOMETRIC_MINISBLACK
    where samples == 1 && [8, 16].contains(sample.bits) && !sample.isFloat && !sample.isSigned
      && hasPalette:
      return .palette
    case PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MASK, PHOTOMETRIC_CFA:
      return .gray(isInverted: false)
    case PHOTOMETRIC_RGB where samples >= 3: return .rgb
    case Self.linearRaw: return samples >= 3 ? .rgb : .gray(isInverted: false)
    case PHOTOMETRIC_PALETTE where sample.bits <= 16 && !sample.isFloat: return .palette
    case PHOTOMETRIC_SEPARATED where samples >= 4 && short(TIFFTAG_INKSET) <= 1: return .cmyk
    // No ink is white.
    case PHOTOMETRIC_SEPARATED where short(TIFFTAG_INKSET) == UInt16(INKSET_MULTIINK):
      return .gray(isInverted: true)
    case PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB, PHOTOMETRIC_ITULAB:
      guard let lab = TIFFLab(photometric, sample), samples != 2 else { break }
      return .lab(lab, isGray: samples == 1)
    case PHOTOMETRIC_YCBCR where Int32(compression) == COMPRESSION_JPEG && !isPlanar: return .rgb
    case _ where canConvert: return .converted(Self.name(of: photometric))
    default: break
    }
    throw unsupported(
      "TIFF files of \(samples) channels of \(sample.bits) bits in "
        + "\(Self.name(of: photometric)) are not supported")
  }

  /// DNG's linear raw.
  private static let linearRaw: Int32 = 34892

  private static func name(of photometric: Int32) -> String {
    switch photometric {
    case PHOTOMETRIC_RGB: "RGB"
    case PHOTOMETRIC_PALETTE: "a palette"
    case PHOTOMETRIC_SEPARATED: "CMYK"
    case PHOTOMETRIC_YCBCR: "YCbCr"
    case PHOTOMETRIC_CIELAB: TIFFLab.cie.name
    case PHOTOMETRIC_ICCLAB: TIFFLab.icc.name
    case PHOTOMETRIC_ITULAB: TIFFLab.itu.name
    case PHOTOMETRIC_LOGL: "LogL"
    case PHOTOMETRIC_LOGLUV: "LogLuv"
    default: "color space number \(photometric)"
    }
  }

  /// An alpha channel after more channels than these is ignored. [C]
  private static let maximumChannels = 64

  private func alpha(samples: Int, of model: TIFFModel) -> TIFFAlpha? {
    let colors = model.channels
    guard samples > colors else { return nil }
    guard let kinds = extraSamples else {
      // Without the tag a fourth channel beside colors is alpha, as old programs wrote it.
      return model == .rgb && samples == 4
        ? TIFFAlpha(index: 3, isPremultiplied: false, isAssumed: true) : nil
    }
    let first = samples - kinds.count
    let isAlpha = [UInt16(EXTRASAMPLE_ASSOCALPHA), UInt16(EXTRASAMPLE_UNASSALPHA)]
    guard first >= colors, let place = kinds.firstIndex(where: { isAlpha.contains($0) }),
      first + place < Self.maximumChannels
    else { return nil }
    return TIFFAlpha(
      index: first + place, isPremultiplied: kinds[place] == UInt16(EXTRASAMPLE_ASSOCALPHA))
  }
}

extension TIFFModel {
  /// The channels that are color.
  var channels: Int {
    switch self {
    case .gray, .palette: 1
    case .lab(_, let isGray): isGray ? 1 : 3
    case .rgb, .converted: 3
    case .cmyk: 4
    }
  }

  /// The name to show, in a word or two.
  var name: String {
    switch self {
    case .gray: "gray"
    case .rgb: "RGB"
    case .palette: "palette"
    case .cmyk: "CMYK"
    case .lab(let lab, let isGray): isGray ? "\(lab.name), lightness alone" : lab.name
    case .converted(let name): name
    }
  }
}
