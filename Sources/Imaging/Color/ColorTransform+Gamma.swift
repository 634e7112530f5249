import CCodecs

extension ColorTransform {
  /// Makes a transform from gamma and primaries, as in PNG's gAMA and cHRM chunks.
  ///
  /// Returns `nil` if neither is given, they are invalid, or they are sRGB's.
  ///
  /// - Parameters:
  ///   - gamma: The encoding exponent; `nil` for sRGB's.
  ///   - primaries: The x and y of white, red, green and blue; `nil` for sRGB's.
  convenience init?(gamma: Double?, primaries: [Double]?) {
    guard let calibration = ColorCalibration(gamma: gamma, primaries: primaries) else { return nil }
    self.init(calibration)
  }

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

  /// The chromaticities of D65, and of the red, green and blue of ITU-R BT.709.
  private static let screenPrimaries = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  /// Of IEC 61966-2-1, in lcms2's order: ((x + 0.055) / 1.055)^2.4 above 0.04045, else x / 12.92.
  static var screenCurve: OpaquePointer? {
    cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
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
  /// The encoding exponent closest to sRGB, and how far from it an exponent still means sRGB. [C]
  private static let screenGamma = 1 / 2.2
  private static let gammaTolerance = 0.01

  /// Makes the calibration of PNG's gAMA and cHRM chunks; `nil` if there is neither, or the exponent is invalid.
  init?(gamma: Double?, primaries: [Double]?) {
    guard gamma != nil || primaries != nil else { return nil }
    let exponent = gamma ?? Self.screenGamma
    guard exponent > 0 else { return nil }
    let isScreen = abs(exponent - Self.screenGamma) <= Self.gammaTolerance
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
