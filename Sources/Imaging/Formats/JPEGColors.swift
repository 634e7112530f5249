/// The conversion from a file's samples to the screen's colors.
struct JPEGColors {
  private let transform: ColorTransform?
  private let cmyk: CMYKConversion?

  /// Makes the conversion.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - other: What its colors are where the file itself has nothing.
  init(_ reader: borrowing JPEGReader, otherwise other: ColorSource? = nil) {
    transform = reader.colorSource(otherwise: other).transform(for: reader.colorModel)
    cmyk =
      reader.isCMYK && transform == nil ? CMYKConversion(isInverted: reader.isInvertedCMYK) : nil
  }

  func apply(_ row: UnsafeMutableBufferPointer<UInt32>) {
    cmyk?.apply(row)
    transform?.apply(row)
  }
}
