import Geometry

/// How large a picture may be.
package struct ImageLimits: Hashable, Sendable {
  /// The most pixels a picture may have, in millions.
  package var megapixels: Int
  /// The most memory that decoding one picture may take besides its tiles, in bytes.
  package var heldBytes: Int

  /// The most pixels unless a person says otherwise, in millions. [C]
  package static let defaultMegapixels = 20_000
  /// Room for the whole of an interlaced picture of 180 megapixels, or for the coefficients of a JPEG
  /// in several scans of 120 to 240 megapixels. [C]
  package static let defaultHeldBytes = 704 << 20

  /// Makes limits, of which each has a default.
  package init(
    megapixels: Int = Self.defaultMegapixels, heldBytes: Int = Self.defaultHeldBytes
  ) {
    self.megapixels = megapixels
    self.heldBytes = heldBytes
  }
}

extension ImageLimits {
  private static let pixelsInMegapixel = 1_000_000
  private static let bytesInMegabyte = 1 << 20

  /// Refuses a picture that is empty, has too many pixels or needs too much memory.
  ///
  /// - Parameters:
  ///   - info: the picture.
  ///   - subject: its path.
  ///   - isHeld: decoding it needs the memory of `workBytes`.
  ///   - workBytes: what decoding takes besides the tiles, in bytes.
  /// - Throws: one sentence that names the limit.
  func check(
    _ info: ImageInfo, _ subject: String, isHeld: Bool, workBytes: Int = 0
  ) throws(ImagingError) {
    guard !info.size.isEmpty else {
      throw ImagingError(.damaged, subject, "the header says \(info.size) pixels")
    }
    try checkArea(info.size, subject)
    if isHeld { try checkMemory(info.size, subject, workBytes: workBytes) }
  }

  private func checkArea(_ size: PixelSize, _ subject: String) throws(ImagingError) {
    let area = size.area ?? .max
    let limit = megapixels.multipliedReportingOverflow(by: Self.pixelsInMegapixel)
    guard limit.overflow || area <= limit.partialValue else {
      throw ImagingError(
        .tooLarge, subject,
        "its \(size) pixels are more than the \(megapixels) megapixels that --max-megapixels allows"
      )
    }
  }

  private func checkMemory(
    _ size: PixelSize, _ subject: String, workBytes: Int
  ) throws(ImagingError) {
    guard workBytes <= heldBytes else {
      throw ImagingError(
        .tooLarge, subject,
        "its \(size) pixels need more than the \(heldBytes / Self.bytesInMegabyte) MB of memory "
          + "that a picture of this kind may take")
    }
  }
}
