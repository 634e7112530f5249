/// The rows of a file, whose tiles may be cached on disk.
struct DiskBackedRows: RowSource {
  let rows: any RowSource
  let file: ImageFile
  let tileFileKey: TileFileKey?

  var info: ImageInfo { rows.info }
  var workBytes: Int { rows.workBytes }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    do throws(ImagingError) {
      try rows.decode(into: builder, while: shouldContinue)
    } catch {
      throw file.isOverwritten ? file.changed : error
    }
    // Rows from before and after the change may not belong together.
    if file.isOverwritten { throw file.changed }
  }

  var reducibleLevels: Int { rows.reducibleLevels }

  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try rows.decode(into: builder, reducedBy: level, while: shouldContinue)
  }

  func embeddedThumbnail() -> Thumbnail? { rows.embeddedThumbnail() }

  func regionDecoder() -> (any RegionDecoder)? { rows.regionDecoder() }

  func turned(by turn: Orientation) -> (any ImageSource)? {
    Self(
      rows: TurnedRows(rows, by: turn), file: file, tileFileKey: tileFileKey?.turned(by: turn))
  }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard case .rows(let toned)? = try rows.toned(to: tone, while: shouldContinue)?.access
    else { return nil }
    return Self(
      rows: toned, file: file, tileFileKey: tileFileKey?.toned(to: toned.info, from: rows.info))
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? { try rows.sampleReader() }
}
