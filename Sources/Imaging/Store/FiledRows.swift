/// The rows of a picture whose tiles may be kept in a file.
struct FiledRows: RowSource {
  let rows: any RowSource
  let tileFileKey: TileFileKey?

  var info: ImageInfo { rows.info }
  var workBytes: Int { rows.workBytes }

  func decode(
    into builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError) {
    try rows.decode(into: builder, while: goOn)
  }

  func survey() -> (any TileSurvey)? { rows.survey() }
}
