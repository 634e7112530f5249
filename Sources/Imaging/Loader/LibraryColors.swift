import OverscrollBase

/// The samples of a picture as a library decodes them, before they become colors.
package struct LibrarySamples: Hashable, Sendable {
  package enum Meaning: Hashable, Sendable {
    /// Colors, which the file defines.
    case colors
    /// Numbers, whose range may be a small part of their type's.
    case numbers
    /// Light of any intensity, of which white is 1.
    case light
  }

  private(set) var meaning: Meaning
  /// The samples of a pixel, the last of which may be alpha.
  private(set) var bands: Int
  /// The bits of a sample as it is decoded, and as it is stored.
  private(set) var bits: Int
  private(set) var storedBits: Int
  private(set) var isFloat: Bool
  private(set) var isSigned: Bool
  private(set) var isCMYK: Bool
  private(set) var hasAlpha: Bool
  private(set) var isPremultiplied: Bool
  /// The ICC profile; empty without one.
  private(set) var profile: [UInt8]

  package init(
    meaning: Meaning, bands: Int, bits: Int, storedBits: Int, isFloat: Bool, isSigned: Bool,
    isCMYK: Bool, hasAlpha: Bool, isPremultiplied: Bool, profile: [UInt8]
  ) {
    (self.meaning, self.bands, self.bits, self.storedBits) = (meaning, bands, bits, storedBits)
    (self.isFloat, self.isSigned, self.isCMYK) = (isFloat, isSigned, isCMYK)
    (self.hasAlpha, self.isPremultiplied, self.profile) = (hasAlpha, isPremultiplied, profile)
  }
}

/// How samples that a library decodes become colors: as those of TIFF's uncompressed rows do.
struct LibraryColors: Sendable {
  /// What the samples mean.
  private(set) var format: SampleFormat
  /// The samples of black and white unless the picture needs others; `nil` for one that defines its colors.
  let shown: ClosedRange<Double>?
  private let source: ColorSource
  private let isLight: Bool
  /// The code points of a high dynamic range; `nil` for others, of which samples are light.
  private let points: CICP?
  /// From the primaries of light to the screen's; `nil` where they are the same.
  private let matrix: [Float]?
  /// The exposure that a picture of a high dynamic range has unless it is asked for another; `nil` for other pictures.
  private let exposure: Double?
  /// True where the sample that means no data was found among the others, and the file names none.
  private var guessesNoData = false
  /// The bits of a sample as it is stored, and as the file has it, whatever libraries make of it.
  let storedBits: Int
  private let depth: Int

  /// Makes the conversion; `nil` where the library itself makes bytes that are colors.
  init?(_ samples: LibrarySamples, _ notes: LibraryNotes) {
    let format: UInt16 = samples.isFloat ? 3 : samples.isSigned ? 2 : 1
    guard var sample = TIFFSample(bits: samples.bits, format: format), samples.bands > 0,
      let stored = TIFFSample(
        bits: samples.isFloat ? samples.bits : min(notes.bits ?? samples.storedBits, samples.bits),
        format: format)
    else { return nil }
    let hasAlpha = samples.hasAlpha && !notes.isOpaque
    let colors = samples.bands - (samples.hasAlpha ? 1 : 0)
    let model: TIFFModel =
      samples.isCMYK && colors == 4
      ? .cmyk : colors >= 3 && !notes.isGray ? .rgb : .gray(isInverted: false)
    let profile = samples.profile.isEmpty ? notes.profile : samples.profile
    // A profile comes before the container's code points, and may have some of its own.
    let points = profile.isEmpty ? notes.points : CICP(ofProfile: profile)
    let isDynamic = points.flatMap { HDRMapping.name($0) } != nil
    if stored.bits < sample.bits { sample.range = stored.limits }
    self.points = isDynamic ? points : nil
    let profileMatrix = samples.isFloat ? HDRMapping.matrix(ofLight: profile) : nil
    isLight = samples.meaning == .light || profileMatrix != nil
    if samples.meaning == .light {
      let name = notes.primaries == nil ? "linear light" : "linear light and chromaticities"
      source = .calibrated(ColorCalibration(curves: [.gamma(1)]), by: name)
      exposure = model == .rgb ? 0 : nil
    } else {
      let ordinary =
        isDynamic ? nil : points.map { $0.isScreen ? .screen(by: "nclx") : ColorSource.cicp($0) }
      source = .first(
        of: [profile.isEmpty ? nil : .profile(profile), ordinary],
        for: model.colorModel)
      exposure = (isDynamic || isLight) && model == .rgb ? 0 : nil
      let isConverted = samples.bits == 8 && stored.bits == 8 && !isDynamic
      if isConverted, source.isOrdinary || !samples.profile.isEmpty { return nil }
    }
    matrix = notes.primaries.flatMap { HDRMapping.matrix(from: $0) } ?? profileMatrix
    let isFixed = samples.meaning == .colors || exposure != nil || !profile.isEmpty
    shown = isFixed ? nil : stored.limits
    (storedBits, depth) = (stored.bits, notes.depth ?? stored.bits)
    self.format = SampleFormat(
      samples: samples.bands, isPlanar: false, sample: sample, exposure: exposure,
      // What is no number is none, as FITS defines.
      noData: samples.meaning == .numbers
        ? notes.noData ?? (samples.isFloat ? .infinity : nil) : nil,
      model: model,
      alpha: hasAlpha
        ? TIFFAlpha(index: samples.bands - 1, isPremultiplied: samples.isPremultiplied) : nil)
  }
}

extension ColorSource {
  /// True for sRGB.
  fileprivate var isOrdinary: Bool {
    switch self {
    case .screen, .assumed: true
    case .cicp, .profile, .calibrated: false
    }
  }
}

extension LibraryColors {
  /// The samples as stored; `nil` for bytes.
  var layout: SampleLayout? {
    guard format.sample.bits > 8 else { return nil }
    return SampleLayout(
      channels: channels.count, colors: format.model.channels, bits: depth,
      isFloat: format.sample.isFloat, takesTone: format.model.isIntensity, noData: format.noData)
  }

  /// The numbers of the channels that can be read.
  var channels: [Int] { Array(0..<format.model.channels) + [format.alpha?.index].compactMap { $0 } }

  /// Writes what is shown into a header.
  func describe(in info: inout ImageInfo) {
    info.bitsPerChannel = depth
    (info.samples, info.data) = (layout, layout == nil ? nil : data)
    (info.tone, info.exposure) = (format.tone, format.exposure)
    info.hasAlpha = format.hasTransparency
    info.color = format.model.name + (format.alpha == nil ? "" : " with alpha")
    if let name = mappingName {
      info.color += ", \(name)"
    } else if format.sample.isFloat {
      info.color += ", floating"
    }
    if let noData {
      info.color += ", " + ImageInfo.text(ofNoData: noData, isGuessed: guessesNoData)
    }
    info.colorSource = points?.description ?? source.description
  }

  private var mappingName: String? {
    guard format.exposure != nil else { return nil }
    return points.flatMap { HDRMapping.name($0) } ?? HDRMapping.name(.linear)
  }

  /// The sample that means no data; `nil` for none, whether or not what is no number is transparent.
  var noData: Double? { format.noData?.isFinite == true ? format.noData : nil }

  /// The same with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var colors = self
    colors.format = format.toned(to: mapping)
    colors.format.noData = mapping.noData ?? format.noData
    colors.guessesNoData = mapping.noData != nil
    return colors
  }

  /// Makes what converts rows of samples to premultiplied pixels.
  func converter(width: Int) -> TIFFRowConverter {
    let light = format.exposure.flatMap { stops in
      points.map { HDRMapping($0, stops: stops) }
        ?? matrix.map { HDRMapping(.linear, matrix: $0, stops: stops) }
        ?? HDRMapping(.linear, stops: stops)
    }
    // Numbers that are stretched are no light.
    let isPlain = light != nil || exposure != nil || isLight && format.tone != nil
    let color =
      isPlain
      ? nil : source.transform(for: format.model.colorModel, isDeep: format.hasDeepColors)
    return TIFFRowConverter(format, color, light: light, width: width)
  }

  /// The bytes of a row of pixels as they are decoded.
  func rowBytes(of width: Int) -> Int { width * format.samples * format.sample.bits / 8 }

  /// What the samples are.
  private var data: SampleDescription {
    var description = SampleDescription(format, bits: describedBits)
    if points != nil { description.loss = "a high dynamic range's curve" }
    return description
  }

  /// What the samples are and mean.
  var description: SampleDescription {
    var description = data
    description.setProfile(of: source)
    if let noData { description.setNoData(noData) }
    return description
  }

  /// The bits of a sample as ``description`` has them.
  private var describedBits: Int { format.sample.isFloat ? format.sample.bits : storedBits }

  /// Copies the samples of some columns of a row, in bytes as ``description`` has them.
  func copy(_ row: UnsafeRawPointer, _ columns: Range<Int>, to output: inout [UInt8]) {
    let (from, to) = (format.sample.bits / 8, SampleDescription.sampleBytes(ofBits: describedBits))
    let first = columns.lowerBound * format.samples
    let count = columns.count * format.samples
    if output.count != count * to { output = [UInt8](repeating: 0, count: count * to) }
    // The lowest bytes hold the number.
    let skipped = UInt16(littleEndian: 1) == 1 ? 0 : from - to
    output.withUnsafeMutableBytes { output in
      guard let base = output.baseAddress else { return }
      if from == to {
        base.copyMemory(from: row + first * from, byteCount: count * from)
        return
      }
      for index in 0..<count {
        (base + index * to).copyMemory(
          from: row + (first + index) * from + skipped, byteCount: min(from, to))
      }
    }
  }

  /// A sample of a row.
  func value(_ row: UnsafeRawPointer, _ x: Int, _ channel: Int) -> Double {
    format.sample.value(row, x * format.samples + channel)
  }

  /// Returns whether a pixel of a row is not seen.
  func isTransparent(_ row: UnsafeRawPointer, _ x: Int) -> Bool {
    format.alpha.map { value(row, x, $0.index) == 0 } ?? false
  }
}
