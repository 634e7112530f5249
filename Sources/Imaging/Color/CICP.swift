import CCodecs

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
}

extension CICP {
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
