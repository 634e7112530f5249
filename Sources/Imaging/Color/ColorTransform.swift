import CCodecs

/// Converts a picture's colors to the screen's, sRGB.
///
/// Not thread-safe.
final class ColorTransform {
  /// The color model of a row before it is converted.
  enum Model: Hashable, Sendable {
    /// Gray: pixels whose three channels are equal.
    case gray
    /// RGB.
    case rgb
    /// CMYK in this order in memory, 255 for full ink or, inverted, for none.
    case cmyk(isInverted: Bool)
  }

  private enum Method {
    /// The color of each gray value.
    case table([UInt32])
    case transform(cmsHTRANSFORM)
  }

  private let method: Method
  private let isCMYK: Bool
  /// The conversion of rows of 16 bits a channel; `nil` where it was not asked for.
  private let deep: DeepColors?
  private var row: [UInt32] = []

  /// Makes a transform from an embedded profile.
  ///
  /// Returns `nil` if nothing needs to or can be converted: the profile is empty, damaged, of another
  /// color model than the picture, or indistinguishable from sRGB. With `isDeep` rows of 16 bits a
  /// channel can be converted, too.
  convenience init?(profile: [UInt8], model: Model, isDeep: Bool = false) {
    guard !profile.isEmpty,
      let handle = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count))
    else { return nil }
    defer { cmsCloseProfile(handle) }
    self.init(profile: handle, model: model, isDeep: isDeep)
  }

  /// Returns whether a profile is undamaged, and of a picture's color model.
  static func canConvert(_ profile: [UInt8], _ model: Model) -> Bool {
    guard !profile.isEmpty,
      let handle = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count))
    else { return false }
    defer { cmsCloseProfile(handle) }
    guard canConvert(handle, model), let target = cmsCreate_sRGBProfile() else { return false }
    defer { cmsCloseProfile(target) }
    // Of one that is cut off, tags are missing that only this needs.
    guard let transform = make(from: handle, model, to: target, UInt32(cmsFLAGS_NOOPTIMIZE)) else {
      return false
    }
    cmsDeleteTransform(transform)
    return true
  }

  private static func canConvert(_ profile: cmsHPROFILE, _ model: Model) -> Bool {
    cmsGetColorSpace(profile) == model.space && isUsable(profile)
  }

  /// Makes lcms's transform, which the caller deletes.
  private static func make(
    from profile: cmsHPROFILE, _ model: Model, to target: cmsHPROFILE, _ flags: UInt32 = 0
  ) -> cmsHTRANSFORM? {
    // A one-pixel cache would not pay: neighboring pixels of photographs differ.
    cmsCreateTransform(
      profile, model.layout, target, overscroll_bgra, cmsUInt32Number(INTENT_PERCEPTUAL),
      cmsUInt32Number(cmsFLAGS_NOCACHE) | flags)
  }

  /// Makes a transform from an open lcms2 profile, which the caller closes.
  init?(profile: cmsHPROFILE, model: Model, isDeep: Bool = false) {
    guard Self.canConvert(profile, model), let target = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(target) }
    guard let transform = Self.make(from: profile, model, to: target) else { return nil }
    if model == .gray {
      defer { cmsDeleteTransform(transform) }
      let table = Self.table(transform)
      if Self.isIdentity(table) { return nil }
      method = .table(table)
    } else if model == .rgb, Self.isIdentity(transform) {
      cmsDeleteTransform(transform)
      return nil
    } else {
      method = .transform(transform)
    }
    isCMYK = model.isCMYK
    deep = isDeep ? DeepColors(profile, model, to: target) : nil
  }

  deinit {
    if case .transform(let transform) = method { cmsDeleteTransform(transform) }
  }
}

extension ColorTransform {
  /// The largest invisible difference of a channel, of 255. [C]
  private static let invisible: UInt32 = 2
  /// The steps of a channel at which transforms are compared. [C]
  private static let probeSteps: UInt32 = 8

  /// Converts a row to sRGB in place.
  ///
  /// Colors must not be premultiplied. Alpha is kept; CMYK becomes opaque.
  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    switch method {
    case .table(let colors):
      for index in row.indices {
        row[index] = row[index] & PixelRows.opaqueAlpha | colors[Int(row[index] & 0xFF)]
      }
    case .transform(let transform):
      cmsDoTransform(transform, row.baseAddress, row.baseAddress, cmsUInt32Number(row.count))
      if isCMYK { for index in row.indices { row[index] |= PixelRows.opaqueAlpha } }
    }
  }

  /// True if rows of 16 bits a channel can be converted.
  var isDeep: Bool { deep != nil }

  /// Converts a row of 16 bits a channel, four of them a pixel: blue, green, red and alpha, or CMYK.
  ///
  /// Colors must not be premultiplied. Alpha is cut to 8 bits; CMYK becomes opaque.
  ///
  /// - Precondition: ``isDeep``.
  func apply(
    deep samples: UnsafePointer<UInt16>, into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    deep?.convert(samples, into: row)
  }

  /// The same within the memory of the samples, in whose first half the pixels are.
  func applyInPlace(_ samples: UnsafeMutableRawPointer, count: Int) {
    if row.count < count { row = [UInt32](repeating: 0, count: count) }
    row.withUnsafeMutableBufferPointer { row in
      guard let base = row.baseAddress else { return }
      apply(
        deep: samples.assumingMemoryBound(to: UInt16.self),
        into: UnsafeMutableBufferPointer(start: base, count: count))
      samples.copyMemory(from: base, byteCount: count * MemoryLayout<UInt32>.size)
    }
  }

  /// Returns whether it is a device's or a color space's profile, not a device link, and has all colors.
  private static func isUsable(_ profile: cmsHPROFILE) -> Bool {
    let usable = [
      cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
    ]
    guard usable.contains(cmsGetDeviceClass(profile)) else { return false }
    // Some programs leave the primaries zero.
    return cmsIsMatrixShaper(profile) == 0 || cmsGetColorSpace(profile) != cmsSigRgbData
      || cmsIsTag(profile, cmsSigAToB0Tag) != 0 || DeepColors.hasPrimaries(profile)
  }

  private static func table(_ transform: cmsHTRANSFORM) -> [UInt32] {
    let grays = (0..<256).map { UInt8($0) }
    var colors = [UInt32](repeating: 0, count: grays.count)
    cmsDoTransform(transform, grays, &colors, cmsUInt32Number(grays.count))
    return colors.map { $0 & ~PixelRows.opaqueAlpha }
  }

  private static func isIdentity(_ table: [UInt32]) -> Bool {
    table.enumerated().allSatisfy { isClose(UInt32($0) * 0x01_0101, $1) }
  }

  /// Returns whether colors all over the cube are left unchanged.
  static func isIdentity(_ transform: cmsHTRANSFORM) -> Bool {
    let steps = (0...probeSteps).map { $0 * 255 / probeSteps }
    let probes = steps.flatMap { red in
      steps.flatMap { green in steps.map { red << 16 | green << 8 | $0 } }
    }
    var colors = [UInt32](repeating: 0, count: probes.count)
    cmsDoTransform(transform, probes, &colors, cmsUInt32Number(probes.count))
    return zip(probes, colors).allSatisfy { isClose($0, $1) }
  }

  private static func isClose(_ one: UInt32, _ other: UInt32) -> Bool {
    [0, 8, 16].allSatisfy { (shift: UInt32) in
      let (first, second) = (one >> shift & 0xFF, other >> shift & 0xFF)
      return max(first, second) - min(first, second) <= invisible
    }
  }
}

extension ColorTransform.Model {
  var isCMYK: Bool { if case .cmyk = self { true } else { false } }

  fileprivate var space: cmsColorSpaceSignature {
    switch self {
    case .gray: cmsSigGrayData
    case .rgb: cmsSigRgbData
    case .cmyk: cmsSigCmykData
    }
  }

  /// The lcms2 pixel format; gray is only used to make the table.
  fileprivate var layout: cmsUInt32Number {
    switch self {
    case .gray: overscroll_gray
    case .rgb: overscroll_bgra
    case .cmyk(let isInverted): isInverted ? overscroll_cmyk_inverted : overscroll_cmyk
    }
  }
}
