import CCodecs

/// Converts rows of 16 bits a channel to the screen's colors, sRGB, which are cut to 8 bits last.
///
/// Linear light has most of what is dark in its first few bytes, so converting bytes leaves coarse bands. lcms2's own tables
/// for 16 bits have the same fault, and its exact way takes ten times as long: profiles of curves and a matrix are evaluated here.
/// Not thread-safe.
final class DeepColors {
  private enum Method {
    /// The pixel of each gray value.
    case grays([UInt32])
    /// The light of each value of red, green and blue, and the rows of the matrix to the screen's light.
    case matrix([[Float]], [Float])
    /// The transform of a profile of tables, or of CMYK, and whether it is CMYK.
    case transform(cmsHTRANSFORM, isCMYK: Bool)
  }

  private static let valueCount = 1 << 16
  /// The light of a value of 0 that needs no black point compensation. [C]
  private static let darkest: Float = 1e-4
  /// The byte of each of 65536 steps of light. [IEC 61966-2-1]
  private static let screenBytes: [UInt8] = {
    let curve = cmsReverseToneCurve(ColorTransform.screenCurve)
    defer { cmsFreeToneCurve(curve) }
    return (0..<valueCount).map {
      let value = cmsEvalToneCurveFloat(curve, Float($0) / Float(valueCount - 1))
      return UInt8(min(max(value * 255 + 0.5, 0), 255))
    }
  }()

  private let method: Method

  /// Makes a conversion; `nil` for a lack of memory.
  init?(_ profile: cmsHPROFILE, _ model: ColorTransform.Model, to screen: cmsHPROFILE) {
    let isMatrix =
      model == .rgb && cmsIsMatrixShaper(profile) != 0
      && cmsIsCLUT(
        profile, cmsUInt32Number(INTENT_PERCEPTUAL), cmsUInt32Number(LCMS_USED_AS_INPUT)) == 0
    if isMatrix, let matrix = Self.matrix(profile, to: screen) {
      method = matrix
      return
    }
    let (layout, flags) =
      switch model {
      case .gray: (overscroll_gray16, cmsFLAGS_NOOPTIMIZE)
      case .rgb: (overscroll_bgra16, cmsFLAGS_HIGHRESPRECALC)
      case .cmyk: (overscroll_cmyk16, cmsFLAGS_HIGHRESPRECALC)
      }
    guard
      let transform = cmsCreateTransform(
        profile, layout, screen, overscroll_bgra, cmsUInt32Number(INTENT_PERCEPTUAL),
        cmsUInt32Number(flags | cmsFLAGS_NOCACHE))
    else { return nil }
    guard model == .gray else {
      method = .transform(transform, isCMYK: model.isCMYK)
      return
    }
    defer { cmsDeleteTransform(transform) }
    let grays = (0..<Self.valueCount).map { UInt16($0) }
    var colors = [UInt32](repeating: 0, count: grays.count)
    cmsDoTransform(transform, grays, &colors, cmsUInt32Number(grays.count))
    method = .grays(colors.map { $0 & ~PixelRows.opaqueAlpha })
  }

  deinit { if case .transform(let transform, _) = method { cmsDeleteTransform(transform) } }

  /// The curves and the matrix of a profile; `nil` where lcms2 would raise its black.
  private static func matrix(_ profile: cmsHPROFILE, to screen: cmsHPROFILE) -> Method? {
    let tags = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
    let curves = tags.compactMap { cmsReadTag(profile, $0).map { OpaquePointer($0) } }
    guard curves.count == tags.count, let rows = lightMatrix(profile, to: screen),
      curves.allSatisfy({ abs(cmsEvalToneCurveFloat($0, 0)) < darkest })
    else { return nil }
    let first = light(curves[0])
    let others = curves.dropFirst().map { isSame(curves[0], $0) ? first : light($0) }
    return .matrix([first] + others, rows)
  }

  /// The matrix from a profile's light to the screen's, row by row; `nil` for a profile without one.
  static func lightMatrix(_ profile: cmsHPROFILE, to screen: cmsHPROFILE) -> [Float]? {
    guard let source = colorants(profile), let target = colorants(screen),
      let inverse = inverted(target)
    else { return nil }
    return (0..<9).map { index -> Float in
      let (row, column) = (index / 3 * 3, index % 3)
      var sum = inverse[row] * source[column]
      for step in 1..<3 { sum += inverse[row + step] * source[step * 3 + column] }
      return Float(sum)
    }
  }

  private static func light(_ curve: OpaquePointer) -> [Float] {
    (0..<valueCount).map { cmsEvalToneCurveFloat(curve, Float($0) / Float(valueCount - 1)) }
  }

  /// Returns whether two curves are the same at some values: most profiles have one curve three times.
  private static func isSame(_ one: OpaquePointer, _ other: OpaquePointer) -> Bool {
    stride(from: Float(0), through: 1, by: 1 / 64).allSatisfy {
      cmsEvalToneCurveFloat(one, $0) == cmsEvalToneCurveFloat(other, $0)
    }
  }

  /// The X, Y and Z of red, green and blue, row by row.
  private static func colorants(_ profile: cmsHPROFILE) -> [Double]? {
    let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
    let colors = tags.compactMap {
      cmsReadTag(profile, $0)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
    }
    guard colors.count == tags.count else { return nil }
    return colors.map(\.X) + colors.map(\.Y) + colors.map(\.Z)
  }

  /// Returns whether red, green and blue make all colors.
  static func hasPrimaries(_ profile: cmsHPROFILE) -> Bool {
    colorants(profile).flatMap(inverted) != nil
  }

  private static func inverted(_ matrix: [Double]) -> [Double]? {
    func cofactor(_ row: Int, _ column: Int) -> Double {
      func at(_ down: Int, _ right: Int) -> Double {
        matrix[(row + down) % 3 * 3 + (column + right) % 3]
      }
      return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    }
    let determinant = (0..<3).reduce(0) { $0 + matrix[$1] * cofactor(0, $1) }
    guard determinant != 0 else { return nil }
    return (0..<9).map { cofactor($0 % 3, $0 / 3) / determinant }
  }

  /// Converts a row; see ``ColorTransform/apply(deep:into:)``.
  func convert(_ samples: UnsafePointer<UInt16>, into row: UnsafeMutableBufferPointer<UInt32>) {
    switch method {
    case .grays(let colors):
      for index in row.indices {
        row[index] = Self.alpha(samples[4 * index + 3]) | colors[Int(samples[4 * index])]
      }
    case .matrix(let curves, let matrix): convert(samples, curves, matrix, into: row)
    case .transform(let transform, let isCMYK):
      for index in row.indices {
        row[index] = isCMYK ? PixelRows.opaqueAlpha : Self.alpha(samples[4 * index + 3])
      }
      cmsDoTransform(transform, samples, row.baseAddress, cmsUInt32Number(row.count))
      if isCMYK { for index in row.indices { row[index] |= PixelRows.opaqueAlpha } }
    }
  }

  private func convert(
    _ samples: UnsafePointer<UInt16>, _ curves: [[Float]], _ matrix: [Float],
    into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    curves[0].withUnsafeBufferPointer { reds in
      curves[1].withUnsafeBufferPointer { greens in
        curves[2].withUnsafeBufferPointer { blues in
          Self.screenBytes.withUnsafeBufferPointer { bytes in
            let (m0, m1, m2) = (matrix[0], matrix[1], matrix[2])
            let (m3, m4, m5) = (matrix[3], matrix[4], matrix[5])
            let (m6, m7, m8) = (matrix[6], matrix[7], matrix[8])
            for index in row.indices {
              let place = 4 &* index
              let blue = blues[Int(samples[place])]
              let green = greens[Int(samples[place &+ 1])]
              let red = reds[Int(samples[place &+ 2])]
              let r = Self.step(m0 * red + m1 * green + m2 * blue)
              let g = Self.step(m3 * red + m4 * green + m5 * blue)
              let b = Self.step(m6 * red + m7 * green + m8 * blue)
              row[index] =
                Self.alpha(samples[place &+ 3]) | UInt32(bytes[r]) << 16 | UInt32(bytes[g]) << 8
                | UInt32(bytes[b])
            }
          }
        }
      }
    }
  }

  /// The step of light; what is not a number is black.
  @inline(__always)
  private static func step(_ light: Float) -> Int {
    let value = light * Float(valueCount - 1) + 0.5
    return value >= Float(valueCount - 1) ? valueCount - 1 : value >= 1 ? Int(value) : 0
  }

  /// Alpha of 16 bits cut to 8, in its place in a pixel.
  @inline(__always)
  private static func alpha(_ value: UInt16) -> UInt32 {
    ((UInt32(value) &* 255 &+ 32895) >> 16) << 24
  }
}
