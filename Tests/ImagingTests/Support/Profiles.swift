import CCodecs

/// Color profiles to be embedded in files.
enum Profiles {
  /// sRGB, but what is called red is green and the reverse.
  static let swapped = rgb([0.30, 0.60, 0.64, 0.33, 0.15, 0.06])
  /// The primaries of Adobe's RGB of 1998, which reach further than sRGB's.
  static let wide = rgb([0.64, 0.33, 0.21, 0.71, 0.15, 0.06])
  /// sRGB as it is.
  static let screen = rgb([0.64, 0.33, 0.30, 0.60, 0.15, 0.06])
  /// Grays that are proportional to light.
  static let linearGrey: [UInt8] = {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    let curve = cmsBuildGamma(nil, 1)
    defer { cmsFreeToneCurve(curve) }
    return bytes(cmsCreateGrayProfile(&white, curve))
  }()

  private static func rgb(_ at: [Double]) -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: at[0], y: at[1], Y: 1), Green: cmsCIExyY(x: at[2], y: at[3], Y: 1),
      Blue: cmsCIExyY(x: at[4], y: at[5], Y: 1))
    let curve = cmsBuildParametricToneCurve(
      nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    return bytes(cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]))
  }

  private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
    var count: UInt32 = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    cmsCloseProfile(profile)
    return bytes
  }
}
