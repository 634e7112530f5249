import ScrollGeometry

/// A JPEG file: baseline or progressive; gray, YCbCr, RGB or CMYK.
struct JPEGSource: StoredColorSource {
  let info: ImageInfo
  let workBytes: Int
  private let file: ImageFile
  /// The part of a camera's raw file that it is; `nil` for a file of its own.
  private let preview: RawPreview?

  /// Reads the header of a JPEG file, or of the preview in a raw file.
  init(_ file: ImageFile, _ preview: RawPreview? = nil) throws(ImagingError) {
    let reader = try Self.reader(file, preview)
    info = Self.info(reader, preview)
    // A preview is read as a whole, and libjpeg's stream has a copy.
    workBytes = reader.coefficientBytes + 2 * (preview?.length ?? 0)
    self.file = file
    self.preview = preview
  }

  private static func reader(
    _ file: ImageFile, _ preview: RawPreview?
  ) throws(ImagingError) -> JPEGReader {
    guard let preview else { return try JPEGReader(file) }
    return try JPEGReader(FileStream(preview.bytes(of: file), file), file)
  }

  private static func info(_ reader: borrowing JPEGReader, _ preview: RawPreview?) -> ImageInfo {
    var info = reader.info
    guard let preview else { return info }
    if info.orientation == .upright { info = info.turned(by: preview.orientation) }
    info.colorSource = reader.colorSource(otherwise: preview.colorSource).description
    // A preview isn't what the camera has recorded.
    (info.format, info.storesColors) = ("RAW", false)
    info.layout = "the camera's JPEG preview"
    return info
  }

  /// Opens the file again.
  private func makeReader() throws(ImagingError) -> JPEGReader {
    let reader = try Self.reader(file, preview)
    guard Self.info(reader, preview) == info else { throw file.changed }
    return reader
  }

  func storedDescription() throws(ImagingError) -> StoredColors.Description {
    try makeReader().storedDescription
  }

  func decode(
    into builder: PyramidBuilder, isStored: Bool, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try makeReader()
    if reader.isProgressive {
      if builder.wantsPreview { try addPreview(to: builder, while: shouldContinue) }
      guard try reader.start(while: shouldContinue) else { return }
    } else {
      try reader.start()
    }
    let colors = isStored ? nil : JPEGColors(reader, otherwise: preview?.colorSource)
    while !builder.isComplete, shouldContinue() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      // A truncated scan has no good rows after this one; further scans only add detail.
      if reader.isTruncated, !reader.isProgressive { break }
      colors?.apply(builder.nextRow)
      builder.commitRow()
    }
    if reader.hasUnreadScans {
      throw reader.damage(
        "the JPEG file has more than \(JPEGReader.maximumScans) scans, "
          + "and the rest is ignored")
    }
    if reader.hasMissingData { throw damage(reader, at: builder) }
    try checkExtraneous(reader, isComplete: builder.isComplete)
  }

  /// Three halvings: the inverse DCT gives as little as a pixel a block.
  var reducibleLevels: Int { JPEGReader.previewLevel }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    guard level > 0 else { return try decode(into: builder, while: shouldContinue) }
    let reader = try makeReader()
    guard try reader.start(dividedBy: 1 << level, while: shouldContinue) else { return }
    let colors = JPEGColors(reader, otherwise: preview?.colorSource)
    while !builder.isComplete, shouldContinue() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      if reader.isTruncated { break }
      colors.apply(builder.nextRow)
      builder.commitRow()
    }
  }

  /// Decodes a preview from the first scan: libjpeg gives no final row before it has read the last scan.
  private func addPreview(
    to builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try Self.reader(file, preview)
    guard reader.startPreview() else { return }
    let colors = JPEGColors(reader, otherwise: preview?.colorSource)
    builder.addPreview(level: JPEGReader.previewLevel) { position, row in
      guard shouldContinue(), (try? reader.read(row, position: position)) != nil else {
        return false
      }
      colors.apply(row)
      return true
    }
  }

  func regionDecoder() -> (any RegionDecoder)? { regionDecoder(showing: info) }

  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? {
    preview == nil ? JPEGRegionDecoder(file, info) : nil
  }

  func embeddedThumbnail() -> Thumbnail? {
    guard let reader = try? makeReader(), let bytes = reader.exifThumbnail,
      showsThumbnail(bytes, reader),
      let thumbnail = try? JPEGReader(FileStream(bytes, file), file)
    else { return nil }
    return thumbnail.thumbnail(
      orientation: info.orientation,
      colorSource: reader.colorSource(otherwise: preview?.colorSource))
  }

  /// Returns whether a thumbnail agrees with the picture as stored at an eighth of its size: programs that edit a picture leave
  /// the old one in it.
  private func showsThumbnail(_ bytes: [UInt8], _ whole: borrowing JPEGReader) -> Bool {
    guard let part = try? JPEGReader(FileStream(bytes, file), file) else { return false }
    let colorSource = whole.colorSource(otherwise: preview?.colorSource)
    let stored = info.orientation.applied(to: info.size)
    guard
      let thumbnail = part.thumbnail(orientation: .upright, colorSource: colorSource)?
        .trimmed(toProportionsOf: stored), let reader = try? makeReader()
    else { return false }
    let shift = JPEGReader.previewLevel
    let side = 1 << shift
    let size = PixelSize(
      width: (stored.width + side - 1) / side, height: (stored.height + side - 1) / side)
    let isReady =
      reader.isProgressive
      ? reader.startPreview()
      : (try? reader.start(dividedBy: side, while: { true })) == true
    guard isReady else { return false }
    let colors = JPEGColors(reader, otherwise: preview?.colorSource)
    let rows = min(size.height, max(1, Thumbnail.comparedArea / stored.width / side))
    var pixels = [UInt32](repeating: 0, count: size.width * rows)
    for y in 0..<rows {
      let isRead = pixels.withUnsafeMutableBufferPointer { pixels in
        let row = UnsafeMutableBufferPointer(
          rebasing: pixels[y * size.width..<(y + 1) * size.width])
        guard (try? reader.read(row, position: y)) != nil else { return false }
        colors.apply(row)
        return true
      }
      guard isRead else { return false }
    }
    let top = Thumbnail(
      size: PixelSize(width: size.width, height: rows), pixels: pixels, isOpaque: true)
    return thumbnail.agrees(withTop: top, of: size.height)
  }

  /// Throws if the entropy-coded data contained bytes that belong to no pixel.
  private func checkExtraneous(
    _ reader: borrowing JPEGReader, isComplete: Bool
  ) throws(ImagingError) {
    var count = reader.extraneousBytes
    if isComplete, !reader.isProgressive {
      let tail = reader.finish()
      if tail > JPEGReader.harmlessTail { count += tail }
    }
    guard count > 0 else { return }
    throw reader.damage("the JPEG data is damaged: it has more blocks than the picture")
  }

  private func damage(_ reader: borrowing JPEGReader, at builder: PyramidBuilder) -> ImagingError {
    guard reader.isTruncated else { return reader.damage("some of the JPEG data is damaged") }
    return reader.damage(
      builder.isComplete
        ? "the JPEG file ends early, so some detail is missing"
        : "the JPEG file ends early, after row \(builder.rowCount) of \(builder.fileSize.height)")
  }
}

extension ImageFormat {
  /// JPEG.
  static let jpeg = ImageFormat(
    name: "JPEG", mediaTypes: ["image/jpeg"], suffixes: ["jpg", "jpeg", "jpe", "jfif"],
    recognizes: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
    open: { (file, _) throws(ImagingError) in try JPEGSource(file) })
}
