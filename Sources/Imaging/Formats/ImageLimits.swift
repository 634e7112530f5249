import ScrollGeometry

/// What opening a picture may take: its size, memory, and the process that decodes it.
package struct ImageLimits: Hashable, Sendable {
  /// The most pixels a picture may have, in megapixels.
  package var megapixels: Int
  /// The most memory that decoding one picture may take besides its tiles, in bytes.
  package var heldBytes: Int
  /// The process that decodes; `nil` for this one.
  package var sandbox: Sandbox?
  /// The most threads on which a pass decodes, where a format has use for several.
  package var threads = 1
  /// Which samples are shown black and white.
  package var tone = Tone.asNeeded

  /// The default limit, in megapixels. [C]
  private static let defaultMegapixels = 20_000
  /// The memory that decoding may take beyond the budget of the tiles, in bytes. [C]
  package static let spareBytes = 128 << 20

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - megapixels: The most pixels, in megapixels.
  ///   - budget: The budget of the tile store, in bytes.
  ///   - sandbox: The process that decodes; `nil` for this one.
  package init(
    megapixels: Int = Self.defaultMegapixels, budget: Int = TileStore.defaultBudget,
    sandbox: Sandbox? = nil
  ) {
    self.megapixels = megapixels
    self.sandbox = sandbox
    heldBytes = budget + Self.spareBytes
  }

  private static let pixelsInMegapixel = 1_000_000
  private static let bytesInMegabyte = 1 << 20

  /// Refuses a picture that is empty, has too many pixels or needs too much memory.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - subject: Its path.
  /// - Throws: If a limit is exceeded; the error names it.
  func check(_ source: any ImageSource, _ subject: String) throws(ImagingError) {
    let size = source.info.size
    guard !size.isEmpty else {
      throw ImagingError(.damaged, subject, "the header gives a size of \(size) pixels")
    }
    try checkArea(size, subject)
    if case .rows(let rows) = source.access {
      try checkMemory(Self.workBytes(rows), of: size, subject)
    }
  }

  /// The memory that decoding all rows takes, in bytes.
  private static func workBytes(_ rows: any RowSource) -> Int {
    let (bytes, overflow) = rows.workBytes.addingReportingOverflow(
      PyramidBuilder.workBytes(rows.info))
    return overflow ? .max : bytes
  }

  private func checkArea(_ size: PixelSize, _ subject: String) throws(ImagingError) {
    let area = size.area ?? .max
    let limit = megapixels.multipliedReportingOverflow(by: Self.pixelsInMegapixel)
    guard limit.overflow || area <= limit.partialValue else {
      throw ImagingError(
        .tooLarge, subject,
        "its \(size) pixels exceed --max-megapixels \(megapixels)"
      )
    }
  }

  private func checkMemory(
    _ bytes: Int, of size: PixelSize, _ subject: String
  ) throws(ImagingError) {
    guard bytes > heldBytes else { return }
    let megabytes = (bytes - Self.spareBytes) / Self.bytesInMegabyte + 1
    throw ImagingError(
      .tooLarge, subject,
      "decoding \(size) pixels in this format needs at least " + "--cache-mb \(megabytes)")
  }
}
