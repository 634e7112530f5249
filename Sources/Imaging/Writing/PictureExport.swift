package import OverscrollBase
package import ScrollGeometry

/// Writes a part of a picture at its full size to a file.
///
/// Rows are read and written a band at a time, so a picture of any size takes the memory of a few bands.
package struct PictureExport: Sendable {
  /// The picture, rotated as it should be written.
  package var source: any ImageSource
  /// The part to write, in pixels as shown.
  package var rect: PixelRect
  /// The file to write.
  package var path: FilePath
  /// The color 0xRRGGBB that shows through where the format has no transparency, or the file is damaged.
  package var backdrop: UInt32
  /// The memory for pixels, in bytes.
  package var budget: Int
  /// Where pictures that don't fit into memory are rotated.
  package var scratch: CacheFolder?

  private let format: OutputFormat

  /// Prepares to write a part of a picture.
  ///
  /// - Parameters:
  ///   - source: The picture, rotated as it should be written.
  ///   - rect: The part, which lies in the picture; the default is all of it.
  ///   - path: The file; `-` is standard output.
  ///   - format: Its format; `nil` for that of the file's suffix.
  ///   - backdrop: What shows through, 0xRRGGBB.
  ///   - budget: The memory for pixels, in bytes.
  ///   - scratch: Where pictures that don't fit into memory are rotated.
  /// - Throws: If the suffix names no format, or the format cannot hold the picture.
  package init(
    _ source: any ImageSource, rect: PixelRect? = nil, to path: FilePath,
    as format: OutputFormat? = nil,
    backdrop: UInt32,
    budget: Int = TileStore.defaultBudget, scratch: CacheFolder? = .standard()
  ) throws(ImagingError) {
    self.source = source
    self.rect = rect ?? PixelRect(source.info.size)
    self.path = path
    self.backdrop = backdrop
    self.budget = budget
    self.scratch = scratch
    self.format = if let format { format } else { try OutputFormat(suffixOf: path) }
    try self.format.check(
      self.rect.size, hasAlpha: source.info.hasAlpha, path, budget: budget)
  }
}

extension PictureExport {
  /// The outcome of writing that did not fail.
  package enum End: Hashable, Sendable {
    case complete
    /// The file is complete, but some of the picture could not be decoded.
    case damaged(ImagingError)
    /// It was stopped; no file was made.
    case stopped
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - progress: Called after each band with the fraction of rows written, 0 … 1.
  ///   - shouldContinue: Called between rows; if it returns false nothing is written.
  /// - Returns: How it ended.
  /// - Throws: If the picture cannot be read or the file cannot be written; there is no file then.
  package func run(
    progress: (Double) -> Void = { _ in }, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> End {
    do throws(ImagingError) {
      return try withoutActuallyEscaping(shouldContinue) { (isWanted) throws(ImagingError) in
        try write(progress: progress, while: isWanted)
      }
    } catch {
      if !shouldContinue() { return .stopped }
      throw error
    }
  }

  private func write(
    progress: (Double) -> Void, while shouldContinue: @escaping () -> Bool
  ) throws(ImagingError) -> End {
    let writer = try PictureWriter(
      path, format, size: rect.size, hasAlpha: source.info.hasAlpha, backdrop: backdrop,
      budget: budget, while: shouldContinue)
    let reader = BandReader(source, rect: rect, budget: budget, scratch: scratch)
    while let band = try reader.nextBand() {
      for row in band.rect.rows {
        guard shouldContinue() else { return .stopped }
        try band.withRow(row) { (pixels) throws(ImagingError) in try writer.write(pixels) }
      }
      progress(Double(band.rect.maxY - rect.y) / Double(rect.height))
    }
    guard shouldContinue() else { return .stopped }
    try writer.finish()
    return reader.damage.map { .damaged($0) } ?? .complete
  }
}
