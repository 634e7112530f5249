import ScrollGeometry

/// A JPEG file: baseline or progressive; gray, YCbCr, RGB or CMYK.
struct JPEGSource: RowSource {
  let info: ImageInfo
  let workBytes: Int
  private let file: ImageFile

  /// Reads the header of a JPEG file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try JPEGReader(file)
    info = reader.info
    workBytes = reader.coefficientBytes
    self.file = file
  }

  /// Opens the file again.
  private func makeReader() throws(ImagingError) -> JPEGReader {
    let reader = try JPEGReader(file)
    guard reader.info == info else { throw file.changed }
    return reader
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let reader = try makeReader()
    if reader.isProgressive {
      if builder.wantsPreview { try addPreview(to: builder, while: shouldContinue) }
      guard try reader.start(while: shouldContinue) else { return }
    } else {
      try reader.start()
    }
    let colors = JPEGColors(reader)
    while !builder.isComplete, shouldContinue() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      // A truncated scan has no good rows after this one; further scans only add detail.
      if reader.isTruncated, !reader.isProgressive { break }
      colors.apply(builder.nextRow)
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
    let colors = JPEGColors(reader)
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
    let reader = try JPEGReader(file)
    guard reader.startPreview() else { return }
    let colors = JPEGColors(reader)
    builder.addPreview(level: JPEGReader.previewLevel) { position, row in
      guard shouldContinue(), (try? reader.read(row, position: position)) != nil else {
        return false
      }
      colors.apply(row)
      return true
    }
  }

  func regionDecoder() -> (any RegionDecoder)? { JPEGRegionDecoder(file, info) }

  func regionDecoder(showing info: ImageInfo) -> (any RegionDecoder)? {
    JPEGRegionDecoder(file, info)
  }

  func embeddedThumbnail() -> Thumbnail? {
    guard let reader = try? makeReader(), let bytes = reader.exifThumbnail,
      let thumbnail = try? JPEGReader(FileStream(bytes, file), file)
    else { return nil }
    return thumbnail.thumbnail(orientation: info.orientation, profile: reader.profile)
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
