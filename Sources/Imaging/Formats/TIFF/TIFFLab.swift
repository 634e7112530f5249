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
}

extension TIFFLab {
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
