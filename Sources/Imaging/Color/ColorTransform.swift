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
  func apply(deep samples: UnsafePointer<UInt16>, into row: UnsafeMutableBufferPointer<UInt32>) {
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
    let usable = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
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

extension ColorTransform {
  /// Makes a transform from curves and primaries.
  ///
  /// Returns `nil` if they are invalid or sRGB's.
  convenience init?(_ calibration: ColorCalibration, isDeep: Bool = false) {
    guard calibration.isValid else { return nil }
    let curves = calibration.curves.compactMap(\.toneCurve)
    defer { for curve in curves { cmsFreeToneCurve(curve) } }
    guard curves.count == calibration.curves.count else { return nil }
    self.init(
      curves: curves, primaries: calibration.primaries ?? Self.screenPrimaries, isDeep: isDeep)
  }

  /// Makes a transform from coding-independent code points.
  ///
  /// Returns `nil` if they are sRGB's or not supported.
  convenience init?(_ points: CICP, isDeep: Bool = false) {
    guard let primaries = points.chromaticities, let curve = points.curve else { return nil }
    defer { cmsFreeToneCurve(curve) }
    self.init(curves: [curve], primaries: primaries, isDeep: isDeep)
  }

  /// `places` are the x and y of white, red, green and blue.
  private convenience init?(curves: [OpaquePointer], primaries places: [Double], isDeep: Bool) {
    guard let profile = Self.profile(curves: curves, primaries: places) else { return nil }
    defer { cmsCloseProfile(profile) }
    self.init(profile: profile, model: .rgb, isDeep: isDeep)
  }

  /// A profile of one or three curves, which the caller closes.
  fileprivate static func profile(
    curves: [OpaquePointer], primaries places: [Double]
  ) -> cmsHPROFILE? {
    var white = cmsCIExyY(x: places[0], y: places[1], Y: 1)
    var colors = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: places[2], y: places[3], Y: 1),
      Green: cmsCIExyY(x: places[4], y: places[5], Y: 1),
      Blue: cmsCIExyY(x: places[6], y: places[7], Y: 1))
    let all = curves.count == 3 ? curves : [curves[0], curves[0], curves[0]]
    return cmsCreateRGBProfile(&white, &colors, all.map { $0 })
  }

  /// The profile of curves and primaries, for files that are to have one; empty where there is none.
  fileprivate static func bytes(
    curves: [OpaquePointer], primaries: [Double], isGray: Bool
  ) -> [UInt8] {
    var white = cmsCIExyY(x: primaries[0], y: primaries[1], Y: 1)
    let made =
      isGray
      ? cmsCreateGrayProfile(&white, curves[0]) : profile(curves: curves, primaries: primaries)
    guard let made else { return [] }
    defer { cmsCloseProfile(made) }
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(made, nil, &count) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    return cmsSaveProfileToMem(made, &bytes, &count) != 0 ? bytes : []
  }

  /// The chromaticities of D65, and of the red, green and blue of ITU-R BT.709.
  fileprivate static let screenPrimaries = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  /// Of IEC 61966-2-1, in lcms2's order: ((x + 0.055) / 1.055)^2.4 above 0.04045, else x / 12.92.
  static var screenCurve: OpaquePointer? {
    cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }
}

extension ColorSource {
  /// The ICC profile of the same colors, for pictures of one channel or of three; empty for sRGB, and where there is none.
  func profileBytes(isGray: Bool) -> [UInt8] {
    switch self {
    case .profile(let bytes): return bytes
    case .calibrated(let calibration, _):
      // What is sRGB's needs none.
      guard ColorTransform(calibration) != nil else { return [] }
      let curves = calibration.curves.compactMap(\.toneCurve)
      defer { for curve in curves { cmsFreeToneCurve(curve) } }
      guard curves.count == calibration.curves.count, calibration.isValid else { return [] }
      return ColorTransform.bytes(
        curves: curves, primaries: calibration.primaries ?? ColorTransform.screenPrimaries,
        isGray: isGray)
    case .cicp(let points):
      guard let primaries = points.chromaticities, let curve = points.curve else { return [] }
      defer { cmsFreeToneCurve(curve) }
      return ColorTransform.bytes(curves: [curve], primaries: primaries, isGray: isGray)
    case .screen, .assumed: return []
    }
  }
}

extension HDRMapping {
  /// The matrix from the light of primaries, as in ``ColorCalibration``, to the screen's; `nil` for invalid ones.
  static func matrix(from places: [Double]) -> [Float]? {
    let calibration = ColorCalibration(curves: [.gamma(1)], primaries: places)
    guard calibration.isValid, let curve = calibration.curves[0].toneCurve else { return nil }
    defer { cmsFreeToneCurve(curve) }
    guard let profile = ColorTransform.profile(curves: [curve], primaries: places) else {
      return nil
    }
    defer { cmsCloseProfile(profile) }
    guard let screen = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(screen) }
    return DeepColors.lightMatrix(profile, to: screen)
  }

  /// The matrix of an ICC profile whose samples are light; `nil` for others.
  static func matrix(ofLight bytes: [UInt8]) -> [Float]? {
    guard !bytes.isEmpty,
      let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    else { return nil }
    defer { cmsCloseProfile(profile) }
    let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap {
      cmsReadTag(profile, $0).map { OpaquePointer($0) }
    }
    guard curves.count == 3, curves.allSatisfy({ cmsIsToneCurveLinear($0) != 0 }),
      let screen = cmsCreate_sRGBProfile()
    else { return nil }
    defer { cmsCloseProfile(screen) }
    return DeepColors.lightMatrix(profile, to: screen)
  }
}

extension ColorCalibration {
  /// The exponent that writers of sRGB give, how far it is rounded, and how far sRGB's primaries are. [C]
  private static let screenGamma = 0.45455
  private static let (gammaTolerance, placeTolerance) = (0.000_055, 0.001)

  /// Makes the calibration of PNG's gAMA and cHRM chunks; `nil` if there is neither, or the exponent is invalid.
  ///
  /// sRGB's exponent means sRGB's curve where the primaries are sRGB's, too: that is how files are written, and shown by browsers. With
  /// others, such as Adobe RGB's, which has that exponent for a curve, it means itself.
  init?(gamma: Double?, primaries: [Double]?) {
    guard gamma != nil || primaries != nil else { return nil }
    let exponent = gamma ?? Self.screenGamma
    guard exponent > 0 else { return nil }
    let hasScreenPlaces = (primaries ?? ColorTransform.screenPrimaries).elementsEqual(
      ColorTransform.screenPrimaries, by: { abs($0 - $1) <= Self.placeTolerance })
    let isScreen =
      gamma == nil || hasScreenPlaces && abs(exponent - Self.screenGamma) <= Self.gammaTolerance
    self.init(curves: [isScreen ? .screen : .gamma(1 / exponent)], primaries: primaries)
    guard isValid else { return nil }
  }
}

extension ColorCalibration.Curve {
  /// The curve from numbers to light, which the caller frees; `nil` for a lack of memory.
  fileprivate var toneCurve: OpaquePointer? {
    switch self {
    case .screen: ColorTransform.screenCurve
    case .gamma(let exponent): cmsBuildGamma(nil, exponent)
    case .table(let values):
      cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(values.count), values)
    }
  }
}
