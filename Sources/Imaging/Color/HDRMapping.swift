import Glibc

/// Maps the light of a picture of a high dynamic range to the screen's colors, sRGB.
///
/// Light of a standard dynamic range keeps its colors: white is 203 cd/m² [BT.2408]. A curve like that of BT.2390 makes what is
/// lighter fit between the lightest levels, so that nothing darker changes.
struct HDRMapping: Hashable, Sendable {
  /// The light of a sample from 0 to 1.
  enum Transfer: Hashable, Sendable {
    /// The perceptual quantizer. [ST 2084]
    case pq
    /// Hybrid log-gamma, on a screen of 1000 cd/m². [BT.2100]
    case hlg
    /// Samples are light, and white is 1.
    case linear
  }

  private let transfer: Transfer
  /// From the picture's primaries to the screen's, row by row.
  private let matrix: [Float]
  /// The factor of the exposure.
  private let gain: Float
  /// The sRGB byte of light from 0 to 1.
  private let bytes: [UInt8]
  /// The light of 16-bit samples; empty for linear ones.
  private let lights: [Float]

  /// The light of white, in cd/m². [BT.2408]
  private static let white = 203.0
  /// The light of the lightest samples, in cd/m². [ST 2084, BT.2100]
  private static let (pqPeak, hlgPeak) = (10_000.0, 1000.0)
  /// The sRGB level above which light is compressed: white stays within three levels of its own. [C]
  private static let kneeLevel = 252.0

  /// Makes a mapping; `stops` is how much lighter the picture becomes.
  init(_ transfer: Transfer, matrix: [Float] = Self.identity, stops: Double = 0) {
    self.transfer = transfer
    self.matrix = matrix
    gain = Float(exp2(stops))
    bytes = (0...Self.steps).map { step in
      UInt8(Self.level(of: Double(step) / Double(Self.steps)).rounded())
    }
    lights =
      transfer == .linear
      ? [] : (0...Int(UInt16.max)).map { Float(Self.light(Double($0) / 65_535, transfer)) }
  }

  /// Makes the mapping of a PNG file's code points; `nil` for those without a high dynamic range, or unusual ones.
  init?(_ points: CICP, stops: Double = 0) {
    guard let transfer = Self.transfer(of: points), let matrix = Self.matrices[points.primaries]
    else { return nil }
    self.init(transfer, matrix: matrix, stops: stops)
  }

  private static func transfer(of points: CICP) -> Transfer? {
    guard points.matrix == 0, points.isFullRange else { return nil }
    return points.transfer == 16 ? .pq : points.transfer == 18 ? .hlg : nil
  }

  /// What the information says of a picture with code points; `nil` for those without a mapping.
  static func name(_ points: CICP) -> String? {
    guard let transfer = transfer(of: points), matrices[points.primaries] != nil else { return nil }
    return name(transfer)
  }

  /// What the information says.
  static func name(_ transfer: Transfer) -> String {
    switch transfer {
    case .pq: "HDR (PQ), mapped"
    case .hlg: "HDR (HLG), mapped"
    case .linear: "HDR (linear), mapped"
    }
  }

  /// True where samples from 0 to 1 are not light itself.
  var isOfSamples: Bool { transfer != .linear }

  /// The matrices of primaries, by their code points: BT.709, BT.2020 and Display P3.
  private static let matrices: [UInt8: [Float]] = [1: identity, 9: from2020, 12: fromP3]

  private static let identity: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  /// From BT.2020 to BT.709. [BT.2407]
  private static let from2020: [Float] = [
    1.660491, -0.587641, -0.072850, -0.124550, 1.132900, -0.008349, -0.018151, -0.100579, 1.118730,
  ]
  /// From Display P3 to BT.709.
  private static let fromP3: [Float] = [
    1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274,
  ]
  /// The steps of light for which bytes are kept: the darkest levels are twenty of them. [C]
  private static let steps = 1 << 16

  /// Returns the opaque pixel of three samples of light, of which white is 1.
  func pixel(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
    func product(_ row: Int) -> Float {
      let sum = matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue
      return max(sum * gain, 0)
    }
    var (red, green, blue) = (product(0), product(3), product(6))
    let greatest = max(red, green, blue)
    if greatest > Self.knee {
      // The greatest one decides, so that colors keep their hue.
      let scale = Float(Self.compressed(Double(greatest))) / greatest
      (red, green, blue) = (red * scale, green * scale, blue * scale)
    }
    return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  /// Returns the opaque pixel of three samples of 16 bits.
  func pixel(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
    let (red, green, blue) = (lights[Int(red)], lights[Int(green)], lights[Int(blue)])
    guard transfer == .hlg else { return pixel(red, green, blue) }
    // The system's gamma is applied to luminance. [BT.2100]
    let luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
    let scale = powf(luminance, 0.2) * Float(Self.hlgPeak / Self.white)
    return pixel(red * scale, green * scale, blue * scale)
  }

  private func byte(_ light: Float) -> UInt32 {
    // What is not a number is black.
    light > 0 ? UInt32(bytes[Int(min(light, 1) * Float(Self.steps) + 0.5)]) : 0
  }

  /// The sRGB level of light. [IEC 61966-2-1]
  private static func level(of light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// The light above which it is compressed.
  private static let knee = Float(pow((kneeLevel / 255 + 0.055) / 1.055, 2.4))

  /// The light of a sample: of white's for PQ, of the scene's for HLG.
  private static func light(_ sample: Double, _ transfer: Transfer) -> Double {
    switch transfer {
    case .pq: return pqPeak * quantized(inverse: sample) / white
    case .hlg:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    case .linear: return sample
    }
  }

  // The constants of ST 2084.
  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)

  /// The light of a sample of PQ, both from 0 to 1.
  private static func quantized(inverse sample: Double) -> Double {
    let power = pow(sample, 1 / m2)
    return pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The sample of PQ of light, both from 0 to 1.
  private static func quantized(_ light: Double) -> Double {
    let power = pow(min(max(light, 0), 1), m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// Light above the knee, of which white is 1, between the knee and white: the spline of BT.2390 in PQ, begun less steeply
  /// than there, since it would overshoot above such a knee.
  private static func compressed(_ light: Double) -> Double {
    let start = quantized(Double(knee) * white / pqPeak)
    let end = quantized(white / pqPeak)
    let place = (quantized(light * white / pqPeak) - start) / (1 - start)
    let (square, cube) = (place * place, place * place * place)
    let slope = min(1 - start, 3 * (end - start))
    let sample =
      (2 * cube - 3 * square + 1) * start + (cube - 2 * square + place) * slope
      + (3 * square - 2 * cube) * end
    return quantized(inverse: sample) * pqPeak / white
  }
}
