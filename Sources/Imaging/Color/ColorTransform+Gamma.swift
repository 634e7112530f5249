import CCodecs

extension ColorTransform {
  /// The exponent that sRGB is near to, and how far from it a file may be and mean sRGB. [C]
  private static let screenGamma = 1 / 2.2
  private static let gammaTolerance = 0.01
  /// The exponents that make sense; others are slips of a program. [C]
  private static let usableGamma = 0.05...20.0

  /// Prepares the way from a gamma and primaries, as PNG files state them.
  ///
  /// Nil when neither is there, they make no sense, or they are the screen's.
  ///
  /// - Parameters:
  ///   - gamma: the exponent by which light became samples; nil is taken as the screen's.
  ///   - primaries: the x and y of white, red, green and blue; nil is taken as the screen's.
  convenience init?(gamma: Double?, primaries: [Double]?) {
    let exponent = gamma ?? Self.screenGamma
    guard gamma != nil || primaries != nil, Self.usableGamma.contains(exponent),
      let curve = Self.curve(exponent)
    else { return nil }
    self.init(curve: curve, primaries: primaries ?? Self.screenPrimaries)
  }

  /// Prepares the way from the numbers of a curve and of primaries, as ITU-T H.273 lists them.
  ///
  /// Nil when they are the screen's, or some that cannot be honoured.
  convenience init?(_ points: CICP) {
    guard let primaries = points.chromaticities, let curve = points.curve else { return nil }
    self.init(curve: curve, primaries: primaries)
  }

  /// Takes over a curve, and the x and y of white, red, green and blue.
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
