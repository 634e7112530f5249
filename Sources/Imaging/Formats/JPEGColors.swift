/// The conversion from a file's samples to the screen's colors.
struct JPEGColors {
  private let transform: ColorTransform?
  private let cmyk: CMYKConversion?

  init(_ reader: borrowing JPEGReader) { self.init(reader, profile: reader.profile) }

  init(_ reader: borrowing JPEGReader, profile: [UInt8]) {
    transform = ColorTransform(profile: profile, model: reader.colorModel)
    cmyk =
      reader.isCMYK && transform == nil ? CMYKConversion(isInverted: reader.isInvertedCMYK) : nil
  }

  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    cmyk?.apply(row)
    transform?.apply(row)
  }
}
