import CCodecs
package import OverscrollBase
package import ScrollGeometry

/// Writes a part of a picture at its full size to a file.
///
/// Rows are read and written a band at a time, so a picture of any size takes the memory of a few bands.
package struct PictureExport: Sendable {
  /// The picture, rotated as it should be written.
  package var source: any ImageSource
  /// The part to write, in pixels as shown.
  private var rect: PixelRect
  /// The file to write.
  package var path: FilePath
  /// The color 0xRRGGBB that shows through where the format has no transparency, or the file is damaged.
  private var backdrop: UInt32
  /// The memory for pixels, in bytes.
  private var budget: Int
  /// Where pictures that don't fit into memory are rotated.
  private var scratch: CacheFolder?

  /// The format of the file.
  package let format: OutputFormat
  private let content: Content
  /// How large the picture's pixels are, which data say.
  package var scale: PixelScale?
  /// What is kept of the picture's metadata, as a block of EXIF; empty for none.
  package var exif: [UInt8] = []

  /// What is written of each pixel.
  package enum Content: String, CaseIterable, Hashable, Sendable {
    /// What is seen: sRGB of 8 bits, with the tone.
    case seen
    /// The samples as the file has them, with what they mean.
    case data
  }

  /// Prepares to write a part of a picture.
  ///
  /// - Parameters:
  ///   - source: The picture, rotated as it should be written.
  ///   - rect: The part, which lies in the picture; the default is all of it.
  ///   - path: The file; `-` is standard output.
  ///   - format: Its format; `nil` for that of the file's suffix.
  ///   - content: What is written of each pixel.
  ///   - scale: How large the picture's pixels are, and where they lie on a map; `nil` for what its samples' tags say.
  ///   - backdrop: What shows through, 0xRRGGBB.
  ///   - budget: The memory for pixels, in bytes.
  ///   - scratch: Where pictures that don't fit into memory are rotated.
  /// - Throws: If the suffix names no format, or the format cannot hold the picture.
  package init(
    _ source: any ImageSource, rect: PixelRect? = nil, to path: FilePath,
    as format: OutputFormat? = nil, content: Content = .seen, scale: PixelScale? = nil,
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
    (self.content, self.scale) = (content, scale)
    if content == .data {
      guard source.info.samples != nil || source.info.storesColors else { throw .lacksData(path) }
      try self.format.checkForData(path)
    }
    try self.format.check(self.rect.size, hasAlpha: source.info.hasAlpha, path, budget: budget)
  }

  /// What data lack that a file beside the picture says, in a few words; `nil` where that is nothing: PNG has no place for a map.
  package var lostPlace: String? {
    content == .data && format == .png && scale?.earth != nil ? Self.place + "; TIFF keeps it" : nil
  }

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
        try content == .data
          ? writeData(progress: progress, while: isWanted)
          : write(progress: progress, while: isWanted)
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
      budget: budget, dotsPerMeter: dotsPerMeter, exif: exif, while: shouldContinue)
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

extension PictureExport {
  /// The resolution that the file has, along the axes of the picture as shown; zeros where it has none.
  private var dotsPerMeter: (x: Int, y: Int) {
    // WebP has no place for it.
    guard format != .webp else { return (0, 0) }
    // What can't be described has none, and is written without.
    let reader = (try? source.sampleReader()) ?? nil
    guard let description = try? reader?.description() else { return (0, 0) }
    let dots = description.dotsPerMeter
    return source.info.orientation.transposes ? (dots.y, dots.x) : dots
  }

  /// Writes the samples; a damaged picture is not written, since what is missing would be taken for data.
  private func writeData(
    progress: (Double) -> Void, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> End {
    guard let reader = try source.sampleReader() else { throw .lacksData(path) }
    let part = source.info.orientation.fileRect(of: rect, in: source.info.size)
    var description = try reader.description()
    if let scale { description.setScale(scale, hasMap: format == .tiff) }
    if format == .tiff { description.setNames(of: source.info.channels) }
    description.crop(to: part)
    description.orientation = source.info.orientation
    let writer = try PictureWriter(path, format, size: part.size, samples: description, exif: exif)
    var (count, failure) = (0, nil as ImagingError?)
    try reader.rows(of: part) { row in
      guard shouldContinue() else { return false }
      do throws(ImagingError) {
        try writer.write(samples: row)
      } catch {
        failure = error
        return false
      }
      count += 1
      if count % Self.progressRows == 0 { progress(Double(count) / Double(part.height)) }
      return true
    }
    if let failure { throw failure }
    guard shouldContinue() else { return .stopped }
    try writer.finish()
    return .complete
  }

  /// The rows between reports of progress. [C]
  private static let progressRows = 64

  private static let place = "place on the map"

  /// What only data say of a picture besides samples and colors, each in a few words.
  package static func facts(of info: ImageInfo, _ scale: PixelScale?) -> [String] {
    [scale?.earth != nil ? place : nil, info.samples?.namesNoData == true ? "no-data value" : nil]
      .compactMap(\.self)
  }

  /// What a file of what is seen leaves out, in a few words; `nil` where that is nothing but metadata.
  ///
  /// - Parameters:
  ///   - info: The picture.
  ///   - scale: How large its pixels are, and where they lie on a map; `nil` where that isn't known.
  /// - Returns: The words.
  package static func loss(of info: ImageInfo, _ scale: PixelScale? = nil) -> String? {
    // Of others no data can be written, either.
    guard info.samples != nil || info.storesColors else { return nil }
    var lost: [String] = []
    if let samples = info.samples {
      if samples.isFloat {
        lost.append("floating samples of \(samples.bits) bits")
      } else if samples.bits > 8 {
        lost.append("samples of \(samples.bits) bits")
      }
      if samples.channels > samples.colors + (info.hasAlpha ? 1 : 0) { lost.append("channels") }
      if info.colorSource.hasPrefix("ICC") {
        lost.append("the color profile")
      }
    }
    lost += facts(of: info, scale).map { "the " + $0 }
    return lost.isEmpty ? nil : lost.joined(separator: ", ")
  }
}

extension ImagingError {
  /// The error for a picture without samples beyond the colors that are seen.
  fileprivate static func lacksData(_ path: FilePath) -> ImagingError {
    ImagingError(
      .badArgument, path, "the picture has colors of 8 bits only; it can be written as seen")
  }
}

extension OutputFormat {
  /// Refuses to write samples as they are in a format that can't hold any.
  package func checkForData(_ path: FilePath) throws(ImagingError) {
    guard self == .tiff || self == .png else {
      throw ImagingError(
        .unwritable, path, "\(name) files hold what is seen; data need .tif, or .png where it can")
    }
  }

  /// Refuses samples that the format cannot hold.
  package func check(_ samples: SampleDescription, in path: FilePath) throws(ImagingError) {
    try checkForData(path)
    if let loss = samples.loss {
      throw ImagingError(
        .unwritable, path, "the picture has \(loss), which data would lack; write it as seen")
    }
    guard self == .png else { return }
    let colors = samples.photometric == 2 ? 3 : 1
    let reason: String? =
      if samples.format != .unsigned || samples.bits != 8 && samples.bits != 16 {
        "has no such samples"
      } else if samples.photometric > 2 || samples.photometric == 0
        || samples.channels - colors > 1 || samples.extras.contains(where: { $0 != 2 })
      {
        "has no such channels"
      } else if !samples.isPlainPicture {
        "cannot say where the pixels lie on a map"
      } else {
        nil
      }
    guard let reason else { return }
    throw ImagingError(.unwritable, path, "PNG \(reason); name the file .tif")
  }
}

/// A format that pictures are written in.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case png
  case jpeg
  case webp
  case tiff

  /// The format's name.
  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .tiff: "TIFF"
    }
  }

  /// The suffixes of its files, the usual one first, in lower case and with the period.
  private var suffixes: [String] {
    switch self {
    case .png: [".png"]
    case .jpeg: [".jpg", ".jpeg"]
    case .webp: [".webp"]
    case .tiff: [".tif", ".tiff"]
    }
  }

  /// True if its files can be transparent.
  var hasAlpha: Bool { self != .jpeg }

  /// The longest side of a picture, in pixels.
  private var maximumSide: Int {
    switch self {
    case .png, .tiff: Int(Int32.max)
    case .jpeg: OVERSCROLL_JPEG_MAX_DIMENSION
    case .webp: Int(WEBP_MAX_DIMENSION)
    }
  }

  /// All suffixes in running text, for instance `.png, .jpg or .tif`.
  package static var alternatives: String {
    let suffixes = allCases.flatMap(\.suffixes)
    return suffixes.dropLast().joined(separator: ", ") + " or " + (suffixes.last ?? "")
  }

  /// The format that the name of a file ends in, in any case.
  ///
  /// - Throws: If it has none of the suffixes; the error lists them.
  package init(suffixOf path: FilePath) throws(ImagingError) {
    let name = path.bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let format = Self.allCases.first { format in
      format.suffixes.contains { suffix in
        // A name that is only a suffix is that of a hidden file.
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
          && name[name.count - suffix.utf8.count - 1] != UInt8(ascii: "/")
      }
    }
    guard let format else {
      throw ImagingError(.unwritable, path, "the name of the file must end in \(Self.alternatives)")
    }
    self = format
  }

  /// Refuses a picture that the format cannot hold, or that takes too much memory to write.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels.
  ///   - hasAlpha: True if it may be transparent.
  ///   - path: The file to be written.
  ///   - budget: The memory for pixels, in bytes.
  /// - Throws: If a limit is exceeded; the error names it.
  package func check(
    _ size: PixelSize, hasAlpha: Bool, _ path: FilePath, budget: Int
  ) throws(ImagingError) {
    guard !size.isEmpty else {
      throw ImagingError(.badArgument, path, "a picture of \(size) pixels cannot be written")
    }
    let longest = max(size.width, size.height)
    guard longest <= maximumSide else {
      throw ImagingError(
        .unwritable, path,
        "\(name) files have at most \(maximumSide) pixels per side, and the picture has \(size); choose another format"
      )
    }
    guard self == .webp else { return }
    let bytes = WebPRowWriter.bytes(of: size, hasAlpha: hasAlpha)
    guard bytes > budget else { return }
    throw ImagingError(
      .unwritable, path,
      "writing \(size) pixels as WebP needs --cache-mb \(bytes >> 20 + 1); choose another format")
  }
}
