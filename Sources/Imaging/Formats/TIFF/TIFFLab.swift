import CCodecs

/// How the lightness and the two differences of CIE 1976 are stored.
enum TIFFLab: Hashable, Sendable {
  /// As TIFF 6.0 has it: the lightness from 0 up, the differences with a sign.
  case cie
  /// As ICC profiles have it: all from 0 up.
  case icc
  /// As ITU-T T.42 has it for facsimile, in its default ranges: all from 0 up, the differences of fewer colours.
  case itu
  /// As they are, in numbers with fractions.
  case plain
}

extension TIFFLab {
  /// The kind that TIFF's number of a colour space and its samples stand for; nil for one that cannot be read.
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

  /// The lightness, 0 … 100, of a sample.
  func lightness(_ value: Double, bits: Int) -> Double {
    switch (self, bits) {
    case (.plain, _): value
    // Sixteen bits reach a little above white in ICC's coding.
    case (.icc, 16): value * 100 / 0xFF00
    default: value * 100 / Double(1 << bits - 1)
    }
  }

  /// The first or the second difference, some -128 … 128, of a sample whose bits are read without a sign.
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
