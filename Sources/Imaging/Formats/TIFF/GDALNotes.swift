/// What GDAL says of the bands of a picture in XML: in a tag of the file, or in a file beside it.
struct GDALNotes {
  /// The text of the sample that means no data; `nil` for none, or where bands have several.
  private(set) var noData: String?

  /// The most bytes of a number's text. [C]
  private static let maximumNumber = 64

  /// Reads the tag's `<Item name="DESCRIPTION" sample="0" role="description">NIR</Item>`, or the other file's
  /// `<PAMRasterBand band="1"><NoDataValue>-9999</NoDataValue>`.
  init(_ text: String) {
    // What follows is about other pictures of the file.
    var isOver = false
    var noData: Set<String> = []
    XMLText.forEachElement(of: text[...]) { name, element, content in
      if name == "Subdataset" { isOver = true }
      guard !isOver, name == "NoDataValue" else { return }
      let number = content.filter { !$0.isWhitespace }
      if number.utf8.count <= Self.maximumNumber, Double(number) != nil { noData.insert(number) }
    }
    if noData.count == 1 { self.noData = noData.first }
  }
}
