import CCodecs

/// What a picture's numbers mean as colors, and which part of its file says so.
///
/// Every format offers what a file has in the order of its standard, and the first that can be applied wins. Of PNG these are
/// cICP, iCCP, sRGB, and gAMA with cHRM; of other formats an ICC profile, what the format itself or EXIF has, and sRGB.
enum ColorSource: Hashable, Sendable {
  /// Code points.
  case cicp(CICP)
  /// An ICC profile.
  case profile([UInt8])
  /// Curves and primaries, and what has them.
  case calibrated(ColorCalibration, by: String)
  /// sRGB, and what says so.
  case screen(by: String)
  /// sRGB, since nothing else is known, and why what there is isn't applied.
  case assumed(String? = nil)

  /// Finds the first that can be applied to pictures of a color model.
  ///
  /// - Parameters:
  ///   - sources: What comes first, in order.
  ///   - model: The color model.
  ///   - note: Why what there is isn't applied, where none is.
  ///   - others: What comes after them, which is read only where none of them can be applied.
  /// - Returns: The first, or sRGB.
  static func first(
    of sources: [ColorSource?], for model: ColorTransform.Model, otherwise note: String? = nil,
    then others: () -> [ColorSource?] = { [] }
  ) -> ColorSource {
    let canConvert = { (source: ColorSource) in source.canConvert(model) }
    let sources = sources.compactMap(\.self)
    if let first = sources.first(where: canConvert) { return first }
    if let other = others().lazy.compactMap(\.self).first(where: canConvert) { return other }
    let hasProfile = sources.contains { if case .profile = $0 { true } else { false } }
    return .assumed(note ?? (hasProfile ? "the ICC profile cannot be applied" : nil))
  }

  private func canConvert(_ model: ColorTransform.Model) -> Bool {
    switch self {
    case .cicp(let points): points.isSupported
    case .profile(let bytes): ColorTransform.canConvert(bytes, model)
    case .calibrated(let calibration, _): !model.isCMYK && calibration.isValid
    case .screen: !model.isCMYK
    case .assumed: true
    }
  }

  /// Makes the conversion to the screen's colors.
  ///
  /// - Parameters:
  ///   - model: The picture's color model.
  ///   - isDeep: True for samples of more than 8 bits.
  /// - Returns: The conversion; `nil` where nothing needs to be converted.
  func transform(for model: ColorTransform.Model, isDeep: Bool = false) -> ColorTransform? {
    switch self {
    case .cicp(let points): ColorTransform(points, isDeep: isDeep)
    case .profile(let bytes): ColorTransform(profile: bytes, model: model, isDeep: isDeep)
    case .calibrated(let calibration, _): ColorTransform(calibration, isDeep: isDeep)
    case .screen, .assumed: nil
    }
  }
}

extension ColorSource: CustomStringConvertible {
  /// A few words for the user, for instance `ICC profile`.
  var description: String {
    switch self {
    case .cicp(let points): points.description
    case .profile: "ICC profile"
    case .calibrated(_, let name): name
    case .screen(let name): "sRGB, by \(name)"
    case .assumed(let note): "sRGB, assumed" + (note.map { "; \($0)" } ?? "")
    }
  }
}

/// Curves and primaries that a file has without a profile.
struct ColorCalibration: Hashable, Sendable {
  /// How numbers become light.
  enum Curve: Hashable, Sendable {
    /// As in sRGB.
    case screen
    /// The exponent.
    case gamma(Double)
    /// The light of evenly spaced numbers.
    case table([UInt16])
  }

  /// The curves of red, green and blue, or one for all of them.
  var curves: [Curve]
  /// The x and y of white, red, green and blue; `nil` for sRGB's.
  var primaries: [Double]?

  /// Adobe RGB (1998), which cameras write without a profile. [DCF 2.0]
  static let adobeRGB = ColorCalibration(
    curves: [.gamma(563 / 256)],
    primaries: [0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06])

  /// The valid exponents. [C]
  private static let usableGamma = 0.05...20.0

  /// True if it can be applied.
  var isValid: Bool {
    let isUsable = curves.allSatisfy {
      switch $0 {
      case .screen: true
      case .gamma(let exponent): Self.usableGamma.contains(exponent)
      case .table(let values):
        values.count > 1 && Set([values[0], values[values.count - 1]]).count > 1
      }
    }
    return isUsable && [1, 3].contains(curves.count) && (primaries.map(Self.isTriangle) ?? true)
  }

  /// Returns whether places are the white point and the corners of a triangle.
  private static func isTriangle(_ places: [Double]) -> Bool {
    guard places.count == 8, places.allSatisfy({ $0.isFinite && abs($0) < 2 }), places[1] > 0 else {
      return false
    }
    let area =
      (places[4] - places[2]) * (places[7] - places[3])
      - (places[6] - places[2]) * (places[5] - places[3])
    return abs(area) > 1e-4
  }
}

/// Coding-independent code points (ITU-T H.273), as in PNG's cICP chunk.
struct CICP: Hashable, Sendable {
  /// The color primaries.
  var primaries: UInt8
  /// The transfer function.
  var transfer: UInt8
  /// The matrix coefficients; 0 for RGB.
  var matrix: UInt8
  /// False for narrow range, with headroom above white and below black.
  var isFullRange: Bool

  /// True if the code points can be converted to sRGB.
  var isSupported: Bool {
    matrix == 0 && isFullRange && chromaticities != nil && Self.curves.contains(transfer)
  }

  /// The code points, with the name of an HDR transfer function.
  var description: String {
    let names: [UInt8: String] = [16: " (PQ)", 18: " (HLG)"]
    return "cICP \(primaries)/\(transfer)/\(matrix)/\(isFullRange ? 1 : 0)"
      + names[transfer, default: ""]
  }

  /// The x and y of white, red, green and blue; `nil` for unknown primaries.
  var chromaticities: [Double]? {
    let d65 = [0.3127, 0.3290]
    switch primaries {
    case 1: return d65 + [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]  // BT.709, sRGB
    case 5: return d65 + [0.64, 0.33, 0.29, 0.60, 0.15, 0.06]  // BT.470 B and G
    case 6, 7: return d65 + [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]  // SMPTE 170M and 240M
    case 9: return d65 + [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]  // BT.2020
    case 11: return [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]  // DCI P3
    case 12: return d65 + [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]  // Display P3
    default: return nil
    }
  }

  private static let curves: Set<UInt8> = [1, 4, 5, 6, 8, 13, 14, 15]

  /// The transfer curve from samples to light, which the caller frees; `nil` for an unknown one.
  var curve: OpaquePointer? {
    switch transfer {
    // BT.709, SMPTE 170M and BT.2020: ((x + 0.099) / 1.099)^(1 / 0.45) above 0.081, else x / 4.5.
    case 1, 6, 14, 15:
      cmsBuildParametricToneCurve(nil, 4, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081])
    case 4: cmsBuildGamma(nil, 2.2)
    case 5: cmsBuildGamma(nil, 2.8)
    case 8: cmsBuildGamma(nil, 1)
    case 13: ColorTransform.screenCurve
    default: nil
    }
  }
}
