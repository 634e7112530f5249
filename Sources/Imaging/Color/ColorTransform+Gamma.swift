import CCodecs

extension ColorTransform {
  /// The exponent closest to sRGB, and how far from it an exponent still means sRGB. [C]
  private static let screenGamma = 1 / 2.2
  private static let gammaTolerance = 0.01
  /// The valid exponents. [C]
  private static let usableGamma = 0.05...20.0

  /// Makes a transform from gamma and primaries, as in PNG's gAMA and cHRM chunks.
  ///
  /// Returns `nil` if neither is given, they are invalid, or they are sRGB's.
  ///
  /// - Parameters:
  ///   - gamma: The encoding exponent; `nil` for sRGB's.
  ///   - primaries: The x and y of white, red, green and blue; `nil` for sRGB's.
  convenience init?(gamma: Double?, primaries: [Double]?) {
    let exponent = gamma ?? Self.screenGamma
    guard gamma != nil || primaries != nil, Self.usableGamma.contains(exponent),
      let curve = Self.curve(exponent)
    else { return nil }
    self.init(curve: curve, primaries: primaries ?? Self.screenPrimaries)
  }

  /// Makes a transform from coding-independent code points.
  ///
  /// Returns `nil` if they are sRGB's or not supported.
  convenience init?(_ points: CICP) {
    guard let primaries = points.chromaticities, let curve = points.curve else { return nil }
    self.init(curve: curve, primaries: primaries)
  }

  /// Takes ownership of a curve; `places` are the x and y of white, red, green and blue.
  private convenience init?(curve: OpaquePointer, primaries places: [Double]) {
    defer { cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: places[0], y: places[1], Y: 1)
    var colors = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: places[2], y: places[3], Y: 1),
      Green: cmsCIExyY(x: places[4], y: places[5], Y: 1),
      Blue: cmsCIExyY(x: places[6], y: places[7], Y: 1))
    guard let profile = cmsCreateRGBProfile(&white, &colors, [curve, curve, curve]) else {
      return nil
    }
    defer { cmsCloseProfile(profile) }
    self.init(profile: profile, model: .rgb)
  }

  /// The chromaticities of D65, and of the red, green and blue of ITU-R BT.709.
  private static let screenPrimaries = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  private static func curve(_ gamma: Double) -> OpaquePointer? {
    guard abs(gamma - screenGamma) <= gammaTolerance else { return cmsBuildGamma(nil, 1 / gamma) }
    return screenCurve
  }

  /// Of IEC 61966-2-1, in lcms2's order: ((x + 0.055) / 1.055)^2.4 above 0.04045, else x / 12.92.
  static var screenCurve: OpaquePointer? {
    cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }
}
