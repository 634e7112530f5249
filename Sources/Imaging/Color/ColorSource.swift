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
}

extension ColorSource {
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
}

extension ColorCalibration {
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
