import CCodecs

/// The encodings of CIELAB in TIFF.
enum TIFFLab: Hashable, Sendable {
  /// TIFF 6.0's: L* unsigned, a* and b* signed.
  case cie
  /// ICC's: all unsigned.
  case icc
  /// ITU-T T.42's for facsimile, in its default ranges: all unsigned, with a smaller gamut.
  case itu
  /// Floating-point values.
  case plain

  /// The encoding of a photometric interpretation and sample type; `nil` for an unsupported one.
  init?(_ photometric: Int32, _ sample: TIFFSample) {
    guard sample.isFloat || [8, 16].contains(sample.bits) else { return nil }
    switch photometric {
    case _ where sample.isFloat: self = .plain
    case PHOTOMETRIC_ICCLAB: self = .icc
    case PHOTOMETRIC_ITULAB: self = .itu
    default: self = .cie
    }
  }

  /// The name to show.
  var name: String {
    switch self {
    case .cie, .plain: "CIELAB"
    case .icc: "ICC Lab"
    case .itu: "ITU Lab"
    }
  }

  /// The L*, 0 … 100, of a sample.
  func lightness(_ value: Double, bits: Int) -> Double {
    switch (self, bits) {
    case (.plain, _): value
    // Sixteen bits reach a little above white in ICC's coding.
    case (.icc, 16): value * 100 / 0xFF00
    default: value * 100 / Double(1 << bits - 1)
    }
  }

  /// The a* or b*, about −128 … 128, of a sample read as unsigned.
  func difference(_ value: Double, isFirst: Bool, bits: Int) -> Double {
    let unit = bits == 16 ? 256.0 : 1
    switch self {
    case .plain: return value
    case .cie: return (value < 128 * unit ? value : value - 256 * unit) / unit
    case .icc: return value / unit - 128
    case .itu:
      let byte = value * 255 / Double(1 << bits - 1)
      return isFirst ? (byte - 128) * 170 / 255 : (byte - 96) * 200 / 255
    }
  }
}

/// Converts CIELAB to the screen's colors, sRGB.
///
/// Not thread-safe.
final class LabTransform {
  /// An L* of 100, and a step of a* and b*, in lcms2's 16-bit encoding.
  private static let (full, step) = (65_535.0, 257.0)

  private let transform: cmsHTRANSFORM
  private var row: [UInt16] = []

  /// Makes a transform, or returns `nil` if there is no memory.
  ///
  /// - Parameter white: The x and y of the white point; `nil` for D50, as in Adobe's TIFF technical notes.
  init?(white: (x: Double, y: Double)?) {
    guard let source = cmsCreateLab4Profile(nil), let screen = cmsCreate_sRGBProfile() else {
      return nil
    }
    defer {
      cmsCloseProfile(source)
      cmsCloseProfile(screen)
    }
    if let white { Self.adapt(screen, from: white) }
    // Optimized to tables, lcms2's transform is off by up to 37 of 255; without, by at most 1.2.
    let flags = cmsUInt32Number(cmsFLAGS_NOOPTIMIZE)
    guard
      let transform = cmsCreateTransform(
        source, overscroll_lab, screen, overscroll_bgra, cmsUInt32Number(INTENT_PERCEPTUAL), flags)
    else { return nil }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// Changes a profile's primaries for Lab relative to a white point other than D50.
  ///
  /// lcms2 multiplies XYZ by D50. So each primary is adapted to the other white point and divided by it
  /// instead.
  private static func adapt(_ profile: cmsHPROFILE, from white: (x: Double, y: Double)) {
    guard white.x > 0, white.y > 0, white.x + white.y < 1, let d50 = cmsD50_XYZ()?.pointee else {
      return
    }
    var place = cmsCIExyY(x: white.x, y: white.y, Y: 1)
    var (from, to) = (d50, cmsCIEXYZ())
    cmsxyY2XYZ(&to, &place)
    for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
      guard let old = cmsReadTag(profile, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self) else {
        return
      }
      var (color, adapted) = (old.pointee, cmsCIEXYZ())
      guard cmsAdaptToIlluminant(&adapted, &from, &to, &color) != 0 else { return }
      adapted.X *= d50.X / to.X
      adapted.Y *= d50.Y / to.Y
      adapted.Z *= d50.Z / to.Z
      cmsWriteTag(profile, tag, &adapted)
    }
  }

  /// Fills a row with opaque colors.
  ///
  /// `color` returns L*, a* and b* of the pixel at an index; values out of range are clamped.
  func fill(
    _ pixels: UnsafeMutableBufferPointer<UInt32>,
    _ color: (Int) -> (lightness: Double, first: Double, second: Double)
  ) {
    if row.count < 3 * pixels.count { row = [UInt16](repeating: 0, count: 3 * pixels.count) }
    row.withUnsafeMutableBufferPointer { row in
      for index in pixels.indices {
        let color = color(index)
        row[3 * index] = Self.number(color.lightness * Self.full / 100)
        row[3 * index + 1] = Self.number((color.first + 128) * Self.step)
        row[3 * index + 2] = Self.number((color.second + 128) * Self.step)
      }
      cmsDoTransform(transform, row.baseAddress, pixels.baseAddress, cmsUInt32Number(pixels.count))
    }
    for index in pixels.indices { pixels[index] |= PixelRows.opaqueAlpha }
  }

  private static func number(_ value: Double) -> UInt16 {
    value >= full ? .max : value >= 0 ? UInt16(value + 0.5) : 0
  }
}
