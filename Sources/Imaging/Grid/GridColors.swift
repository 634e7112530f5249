/// The colors that are not paper, 0xAARRGGBB: warm browns, the axes in a muted red. [C]
enum GridColors {
  /// The coordinates at the strong lines' crossings.
  static let largeLabel: UInt32 = 0xFF6B_5B48
  /// The coordinates at all other crossings.
  static let smallLabel: UInt32 = 0xFFB4_A68F

  private static let paper: UInt32 = 0xFFF5_F4E7
  private static let hairline: UInt32 = 0xFFD9_D1BC
  private static let strong: UInt32 = 0xFFB3_A186
  private static let axis: UInt32 = 0xFFB5_6A4E

  /// The colors of lines by the raw value of their kind; paper's place is not used.
  ///
  /// `hairlineStrength` is 0 … 256, from paper to the full color.
  static func lines(hairlineStrength: UInt32) -> [UInt32] {
    [paper, mixed(hairline, hairlineStrength), strong, axis]
  }

  private static func mixed(_ ink: UInt32, _ strength: UInt32) -> UInt32 {
    let shifts: [UInt32] = [0, 8, 16]
    return shifts.reduce(PixelRows.opaqueAlpha) { pixel, shift in
      let (over, under) = (ink >> shift & 0xFF, paper >> shift & 0xFF)
      let mixed = (over * strength + under * (256 - strength)) / 256
      return pixel | mixed << shift
    }
  }
}
