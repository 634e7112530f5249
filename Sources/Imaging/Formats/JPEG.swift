import Geometry

/// A JPEG file: baseline or progressive; grey, colour or four inks; turned as its EXIF says.
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

  func decode(
    into builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError) {
    let reader = try JPEGReader(file)
    guard reader.info == info else {
      throw file.changed
    }
    if reader.isProgressive {
      if builder.wantsRough { try addRough(to: builder, while: goOn) }
      guard try reader.start(while: goOn) else { return }
    } else {
      try reader.start()
    }
    let color = ColorTransform(profile: reader.profile, model: reader.colorModel)
    let inks = reader.hasInks && color == nil ? Inks(areInverted: reader.invertsInks) : nil
    while !builder.isComplete, goOn() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      // In one scan nothing after this row can be good; several scans only lose detail.
      if reader.isCut, !reader.isProgressive { break }
      inks?.mix(builder.nextRow)
      color?.apply(builder.nextRow)
      builder.commitRow()
    }
    if reader.isDamaged { throw damage(reader, at: builder) }
  }

  /// Shows the first scan, which comes long before the last: libjpeg gives no row of the whole until then.
  private func addRough(
    to builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError) {
    let reader = try JPEGReader(file)
    guard reader.startRough() else { return }
    let color = ColorTransform(profile: reader.profile, model: reader.colorModel)
    let inks = reader.hasInks && color == nil ? Inks(areInverted: reader.invertsInks) : nil
    builder.addRough(level: JPEGReader.roughLevel) { position, row in
      guard goOn(), (try? reader.read(row, position: position)) != nil else { return false }
      inks?.mix(row)
      color?.apply(row)
      return true
    }
  }

  func survey() -> (any TileSurvey)? {
    guard let reader = try? JPEGReader(file) else { return nil }
    return JPEGSurvey(
      file, info, color: ColorTransform(profile: reader.profile, model: reader.colorModel))
  }

  private func damage(_ reader: borrowing JPEGReader, at builder: PyramidBuilder) -> ImagingError {
    guard reader.isCut else { return reader.damage("some of the JPEG data is damaged") }
    return reader.damage(
      builder.isComplete
        ? "the JPEG file ends early, so some detail is missing"
        : "the JPEG file ends early, after row \(builder.rowCount) of \(builder.fileSize.height)")
  }
}

extension ImageFormat {
  /// The Joint Photographic Experts Group's format.
  static let jpeg = ImageFormat(
    name: "JPEG", recognises: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
    open: { (file, _) throws(ImagingError) in try JPEGSource(file) })
}
