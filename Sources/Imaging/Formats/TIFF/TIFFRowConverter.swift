import CCodecs
import ScrollGeometry

/// Converts decoded samples to rows of pixels.
///
/// Not thread-safe: it reuses the memory of one row of samples.
final class TIFFRowConverter {
  private let format: SampleFormat
  private let mixer: ChannelMixer?
  private let palette: [UInt32]
  private let color: ColorTransform?
  private let lab: LabTransform?
  /// The mapping of samples that are light; `nil` for others.
  private let light: HDRMapping?
  /// A row's samples as bytes, interleaved.
  private var samples: [UInt8]
  /// The same without a tone, for the opacity; empty where it isn't needed.
  private var plain: [UInt8] = []
  /// A row's samples of 16 bits, interleaved, and its pixels; empty where 8 bits are enough.
  private var deepSamples: [UInt16] = []
  private var deepPixels: [UInt16] = []

  /// Makes a converter for a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - handle: Must be at this page.
  ///   - width: The most pixels to convert at once; `nil` for those of a block.
  convenience init(_ page: TIFFPage, of handle: TIFFHandle, width: Int? = nil) {
    var (color, lab) = (ColorTransform?.none, LabTransform?.none)
    if case .lab = page.format.model {
      lab = LabTransform(white: handle.white)
    } else if page.format.mix == nil {
      color = handle.colorSource(of: page.format.model).transform(
        for: page.format.model.colorModel, isDeep: page.format.hasDeepColors)
    }
    self.init(
      page.format, color, lab, light: page.format.exposure.map { HDRMapping(.linear, stops: $0) },
      palette: page.format.model == .palette ? handle.palette(bits: page.format.sample.bits) : [],
      width: width ?? page.block.width)
  }

  /// Makes a converter of samples, wherever they are stored.
  ///
  /// - Parameters:
  ///   - format: The samples.
  ///   - color: The conversion of their colors.
  ///   - lab: That of CIELAB.
  ///   - light: That of a high dynamic range.
  ///   - palette: The opaque colors of numbers of colors.
  ///   - width: The most pixels to convert at once.
  init(
    _ format: SampleFormat, _ color: ColorTransform?, _ lab: LabTransform? = nil,
    light: HDRMapping?,
    palette: [UInt32] = [], width: Int
  ) {
    (self.format, self.color, self.lab) = (format, color, lab)
    (self.light, self.palette) = (light, palette)
    mixer = format.mix.map { ChannelMixer($0, format.sample, noData: format.noData) }
    samples = [UInt8](repeating: 0, count: width * format.step)
    if color?.isDeep == true || light?.isOfSamples == true {
      deepSamples = [UInt16](repeating: 0, count: width * format.step)
      deepPixels = [UInt16](repeating: .max, count: width * 4)
    }
  }
}

extension TIFFModel {
  /// The color model that a profile must have.
  var colorModel: ColorTransform.Model {
    switch self {
    case .gray: .gray
    case .cmyk: .cmyk(isInverted: false)
    case .rgb, .palette, .lab, .converted: .rgb
    }
  }
}

extension TIFFRowConverter {
  /// The most light that counts; white is 1. [C]
  private static let greatestLight = 1e6

  /// Converts a row of a block to premultiplied pixels.
  ///
  /// - Parameters:
  ///   - planes: The row's first byte in each plane; a single one if samples are interleaved.
  ///   - pixels: The pixels from the row's start, at most a block's width.
  func convert(_ planes: [UnsafeRawPointer], into pixels: UnsafeMutableBufferPointer<UInt32>) {
    if let mixer {
      let numbers = format.planeNumbers
      return mixer.fill(pixels) { channel in
        format.isPlanar
          ? (planes[numbers.firstIndex(of: channel) ?? 0], 0, 1)
          : (planes[0], channel, format.samples)
      }
    }
    if !deepPixels.isEmpty { return convertDeep(planes, into: pixels) }
    expand(planes, width: pixels.count)
    switch format.model {
    case .rgb where light != nil: convert(planes, light: light, into: pixels)
    case .palette: look(up: pixels, in: planes[0])
    case .lab(let coding, let isGray): convert(planes, coding, isGray: isGray, into: pixels)
    default: gather(pixels)
    }
    finish(pixels)
    if let noData = format.noData { clear(noData, in: planes, of: pixels) }
  }

  /// Makes the pixels transparent whose samples all mean no data, or are no numbers.
  ///
  /// Samples of the usual formats are compared as they are stored, which is many times as quick as comparing their values.
  private func clear(
    _ noData: Double, in planes: [UnsafeRawPointer],
    of pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    // One that is infinite stands for what is no number.
    let noData = noData.isFinite ? noData : .nan
    switch (format.sample.bits, format.sample.isFloat, format.sample.isSigned) {
    case (8, false, false): clear(UInt8(exactly: noData), in: planes, of: pixels)
    case (8, false, true): clear(Int8(exactly: noData), in: planes, of: pixels)
    case (16, false, false): clear(UInt16(exactly: noData), in: planes, of: pixels)
    case (16, false, true): clear(Int16(exactly: noData), in: planes, of: pixels)
    case (32, true, _): clear(Float(exactly: noData) ?? .nan, in: planes, of: pixels)
    default:
      for index in pixels.indices {
        let isEmpty = (0..<format.model.channels).allSatisfy { channel in
          let value = value(index, channel, in: planes)
          return value == noData || value.isNaN
        }
        if isEmpty { pixels[index] = 0 }
      }
    }
  }

  /// The same for samples of a type; `nil` where it has no such number.
  private func clear<Number: Equatable & BitwiseCopyable>(
    _ noData: Number?, in planes: [UnsafeRawPointer],
    of pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let noData else { return }
    let (isPlanar, channels) = (format.isPlanar, format.model.channels)
    let (stride, size) = (isPlanar ? 1 : format.samples, MemoryLayout<Number>.size)
    /// Returns whether a channel of a pixel has no data; what is no number differs from itself.
    func isEmpty(_ index: Int, _ plane: UnsafeRawPointer, _ channel: Int) -> Bool {
      let number = plane.loadUnaligned(
        fromByteOffset: (index &* stride &+ channel) &* size, as: Number.self)
      return number == noData || number != number
    }
    let first = planes[0]
    for index in pixels.indices where isEmpty(index, first, 0) {
      let isAllEmpty = (1..<channels).allSatisfy {
        isPlanar ? isEmpty(index, planes[$0], 0) : isEmpty(index, first, $0)
      }
      if isAllEmpty { pixels[index] = 0 }
    }
  }

  /// The sample of a pixel of the row.
  private func value(_ index: Int, _ channel: Int, in planes: [UnsafeRawPointer]) -> Double {
    format.isPlanar
      ? format.sample.value(planes[channel], index)
      : format.sample.value(planes[0], index * format.samples + channel)
  }

  private func convert(
    _ planes: [UnsafeRawPointer], light: HDRMapping?,
    into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let light else { return }
    let alpha = format.alpha.flatMap { $0.isPremultiplied ? $0.index : nil }
    func shown(_ index: Int, _ channel: Int) -> Float {
      var value = value(index, channel, in: planes)
      if let alpha {
        let opacity = self.value(index, alpha, in: planes)
        value = opacity > 0 ? value / opacity : 0
      }
      // What is not a number is black.
      return value.isNaN ? 0 : Float(min(max(value, -Self.greatestLight), Self.greatestLight))
    }
    for index in pixels.indices {
      pixels[index] = light.pixel(shown(index, 0), shown(index, 1), shown(index, 2))
    }
  }

  private func convert(
    _ planes: [UnsafeRawPointer], _ coding: TIFFLab, isGray: Bool,
    into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let (sample, step) = (format.labSample, format.isPlanar ? 1 : format.samples)
    func value(_ index: Int, _ channel: Int) -> Double {
      format.isPlanar
        ? sample.value(planes[channel], index) : sample.value(planes[0], index * step + channel)
    }
    lab?.fill(pixels) { index in
      let lightness = coding.lightness(value(index, 0), bits: sample.bits)
      guard !isGray else { return (lightness, 0, 0) }
      return (
        lightness, coding.difference(value(index, 1), isFirst: true, bits: sample.bits),
        coding.difference(value(index, 2), isFirst: false, bits: sample.bits)
      )
    }
  }

  /// Converts a row of libtiff's own RGBA to premultiplied pixels.
  func convert(
    converted row: UnsafePointer<UInt32>, into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in pixels.indices {
      let pixel = UInt32(littleEndian: row[index])
      let swapped = pixel & 0xFF00_FF00 | pixel << 16 & 0xFF_0000 | pixel >> 16 & 0xFF
      pixels[index] = format.alpha == nil ? swapped | PixelRows.opaqueAlpha : swapped
    }
    guard let color else { return }
    if format.alpha != nil { PixelRows.unpremultiply(pixels) }
    color.apply(pixels)
    if format.alpha != nil { PixelRows.premultiply(pixels) }
  }

  /// Converts a row whose colors keep all of their bits until they are the screen's.
  private func convertDeep(
    _ planes: [UnsafeRawPointer], into pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    expandDeep(planes, width: pixels.count)
    gatherDeep(pixels.count)
    deepPixels.withUnsafeBufferPointer { deep in
      guard let base = deep.baseAddress else { return }
      guard let light else {
        color?.apply(deep: base, into: pixels)
        return
      }
      for index in pixels.indices {
        let sample = base + 4 * index
        pixels[index] = light.pixel(sample[2], sample[1], sample[0])
      }
    }
    guard let alpha = format.alpha else { return }
    for index in pixels.indices {
      let value = UInt32(deepSamples[index &* format.step &+ alpha.index])
      pixels[index] = pixels[index] & 0xFF_FFFF | ((value &* 255 &+ 32895) >> 16) << 24
    }
    PixelRows.premultiply(pixels)
  }

  private func expandDeep(_ planes: [UnsafeRawPointer], width: Int) {
    let (step, sample) = (format.step, format.colorSample)
    deepSamples.withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      if format.isPlanar {
        for (plane, source) in planes.enumerated() {
          // Opacity has no tone.
          let own = plane == format.alpha?.index ? format.sample : sample
          own.expandDeep(source, count: width, into: base + plane, step: step)
        }
        return
      }
      sample.expandDeep(planes[0], count: width * step, into: base, step: 1)
      guard format.tone != nil, let alpha = format.alpha?.index else { return }
      for index in 0..<width {
        let place = index * step + alpha
        format.sample.expandDeep(planes[0], from: place, count: 1, into: base + place, step: 1)
      }
    }
  }

  /// Packs the channels of each pixel: blue, green and red, or CMYK.
  private func gatherDeep(_ count: Int) {
    let step = format.step
    let isPremultiplied = format.alpha?.isPremultiplied == true && format.model != .cmyk
    let alpha = format.alpha?.index ?? 0
    deepSamples.withUnsafeBufferPointer { values in
      deepPixels.withUnsafeMutableBufferPointer { pixels in
        for index in 0..<count {
          let (from, to) = (index &* step, index &* 4)
          switch format.model {
          case .gray(let isInverted):
            let value = isInverted ? ~values[from] : values[from]
            (pixels[to], pixels[to &+ 1], pixels[to &+ 2]) = (value, value, value)
          case .cmyk:
            for channel in 0..<4 { pixels[to &+ channel] = values[from &+ channel] }
          default:
            (pixels[to], pixels[to &+ 1], pixels[to &+ 2]) = (
              values[from &+ 2], values[from &+ 1], values[from]
            )
          }
          guard isPremultiplied else { continue }
          let opacity = UInt32(values[from &+ alpha])
          for channel in 0..<3 where opacity < UInt16.max {
            let value = UInt32(pixels[to &+ channel]) &* UInt32(UInt16.max)
            pixels[to &+ channel] =
              opacity == 0 ? 0 : UInt16(min(value / opacity, UInt32(UInt16.max)))
          }
        }
      }
    }
  }

  private func expand(_ planes: [UnsafeRawPointer], width: Int) {
    expand(planes, as: format.colorSample, width: width, into: &samples)
    // Opacity has no tone.
    guard format.tone != nil, let alpha = format.alpha?.index else { return }
    if plain.isEmpty { plain = [UInt8](repeating: 0, count: samples.count) }
    expand(planes, as: format.sample, width: width, into: &plain)
    for index in 0..<width {
      let place = index * format.step + alpha
      samples[place] = plain[place]
    }
  }

  private func expand(
    _ planes: [UnsafeRawPointer], as sample: TIFFSample, width: Int, into samples: inout [UInt8]
  ) {
    let count = format.step
    samples.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      if format.isPlanar {
        for (plane, source) in planes.enumerated() {
          sample.expand(source, count: width, into: base + plane, step: count)
        }
      } else {
        sample.expand(planes[0], count: width * count, into: base, step: 1)
      }
    }
  }

  private func look(up pixels: UnsafeMutableBufferPointer<UInt32>, in plane: UnsafeRawPointer) {
    let step = format.isPlanar ? 1 : format.samples
    for index in pixels.indices {
      let number = Int(format.sample.number(plane, index * step))
      pixels[index] = number < palette.count ? palette[number] : PixelRows.opaqueAlpha
    }
  }

  /// Packs the channels of each pixel: opaque colors, or CMYK.
  private func gather(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    let step = format.step
    samples.withUnsafeBufferPointer { bytes in
      switch format.model {
      case .gray(let isInverted):
        let flip: UInt8 = isInverted ? 0xFF : 0
        for index in pixels.indices {
          pixels[index] = UInt32(bytes[index &* step] ^ flip) &* 0x01_0101 | PixelRows.opaqueAlpha
        }
      case .cmyk:
        for index in pixels.indices {
          let place = index &* step
          pixels[index] = UInt32(
            littleEndian: UInt32(bytes[place]) | UInt32(bytes[place &+ 1]) << 8
              | UInt32(bytes[place &+ 2]) << 16 | UInt32(bytes[place &+ 3]) << 24)
        }
      default:
        if step == 3 { return PixelRows.pack(rgb: UnsafeRawBufferPointer(bytes), into: pixels) }
        for index in pixels.indices {
          let place = index &* step
          pixels[index] =
            UInt32(bytes[place]) << 16 | UInt32(bytes[place &+ 1]) << 8 | UInt32(bytes[place &+ 2])
            | PixelRows.opaqueAlpha
        }
      }
    }
  }

  /// Converts colors to the screen's, unpremultiplied, and then premultiplies them.
  private func finish(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    let isCMYK = format.model == .cmyk
    guard let alpha = format.alpha else {
      if isCMYK, color == nil { CMYKConversion(isInverted: false).apply(pixels) }
      color?.apply(pixels)
      return
    }
    if !isCMYK {
      place(alpha, in: pixels)
      // Light is divided by it before.
      if alpha.isPremultiplied, light == nil { PixelRows.unpremultiply(pixels) }
    } else if color == nil {
      CMYKConversion(isInverted: false).apply(pixels)
    }
    color?.apply(pixels)
    place(alpha, in: pixels)
    PixelRows.premultiply(pixels)
  }

  private func place(_ alpha: TIFFAlpha, in pixels: UnsafeMutableBufferPointer<UInt32>) {
    samples.withUnsafeBufferPointer { bytes in
      for index in pixels.indices {
        let value = UInt32(bytes[index &* format.step &+ alpha.index])
        pixels[index] = pixels[index] & 0xFF_FFFF | value << 24
      }
    }
  }
}
