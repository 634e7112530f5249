import ScrollGeometry

/// A picture of 8 bits whose colors can be read as the file has them, before they become the screen's.
protocol StoredColorSource: RowSource {
  /// Decodes the file into a builder as ``RowSource/decode(into:while:)`` does; where colors are to stay as stored, without
  /// converting them or multiplying them by opacity.
  ///
  /// From the lowest byte of a pixel on, the rows have blue, green, red and opacity, or cyan, magenta, yellow and black.
  func decode(
    into builder: PyramidBuilder, isStored: Bool, while shouldContinue: () -> Bool
  ) throws(ImagingError)

  /// What a file with the same colors has to say about them.
  func storedDescription() throws(ImagingError) -> StoredColors.Description
}

extension StoredColorSource {
  func decode(into builder: PyramidBuilder, while shouldContinue: () -> Bool) throws(ImagingError) {
    try decode(into: builder, isStored: false, while: shouldContinue)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    info.storesColors ? StoredColors(self) : nil
  }
}

/// Reads the colors of a picture as its file has them.
///
/// Each call decodes the file from its first row on.
final class StoredColors: SampleReader {
  /// What the colors are.
  struct Description {
    var samples: SampleDescription
    /// True where the greatest number means no ink.
    var isInverted = false
  }

  let size: PixelSize
  private let source: any StoredColorSource

  init(_ source: any StoredColorSource) {
    self.source = source
    size = source.info.orientation.applied(to: source.info.size)
  }

  func description() throws(ImagingError) -> SampleDescription {
    try source.storedDescription().samples
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    var values: [Double] = []
    try rows(of: PixelRect(x: x, y: y, width: 1, height: 1), while: shouldContinue) { row in
      values = row.map { Double($0) }
      return true
    }
    return values
  }

  func rows(of rect: PixelRect, _ take: (UnsafeRawBufferPointer) -> Bool) throws(ImagingError) {
    try rows(of: rect, while: { true }, take)
  }

  private func rows(
    of rect: PixelRect, while shouldContinue: () -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(ImagingError) {
    let description = try source.storedDescription()
    let shifts = Self.shifts(description.samples)
    let flip: UInt32 = description.isInverted ? .max : 0
    var row = [UInt8](repeating: 0, count: rect.width * shifts.count)
    var (y, count, isWanted) = (0, 0, true)
    try withoutActuallyEscaping(take) { take throws(ImagingError) in
      let builder = PyramidBuilder(rowsOf: source.info) { pixels in
        defer { y += 1 }
        guard isWanted, rect.rows.contains(y) else { return }
        var place = 0
        for pixel in pixels[rect.columns] {
          for shift in shifts {
            row[place] = UInt8(truncatingIfNeeded: (pixel ^ flip) >> shift)
            place += 1
          }
        }
        count += 1
        isWanted = row.withUnsafeBytes(take)
      }
      try source.decode(into: builder, isStored: true) {
        isWanted && y < rect.maxY && shouldContinue()
      }
    }
    guard count == rect.height || !isWanted || !shouldContinue() else {
      throw ImagingError(
        .damaged, source.info.format, "the file ends after \(y) of \(size.height) rows")
    }
  }

  /// The places in a pixel of the samples, in the order of TIFF.
  private static func shifts(_ description: SampleDescription) -> [UInt32] {
    let colors: [UInt32] =
      switch description.photometric {
      case 2: [16, 8, 0]
      case 5: [0, 8, 16, 24]
      default: [0]
      }
    return colors.count < description.channels ? colors + [24] : colors
  }
}
