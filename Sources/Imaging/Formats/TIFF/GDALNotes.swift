/// What GDAL says of the bands of a picture in XML: in a tag of the file, or in a file beside it.
struct GDALNotes {
  /// The text of the sample that means no data; `nil` for none, or where bands have several.
  private(set) var noData: String?
  private var bands: [Int: Band] = [:]

  private struct Band {
    var name = ""
    var offset = 0.0
    var scale = 1.0
    var unit = ""
  }

  /// The most bytes of a number's text. [C]
  private static let maximumNumber = 64

  /// Reads the tag's `<Item name="DESCRIPTION" sample="0" role="description">NIR</Item>`, or the other file's
  /// `<PAMRasterBand band="1"><NoDataValue>-9999</NoDataValue>`.
  init(_ text: String) {
    var (number, noData) = (0, Set<String>())
    // What follows is about other pictures of the file.
    var isOver = false
    XMLText.forEachElement(of: text[...]) { name, element, content in
      func attribute(_ name: String) -> String? { XMLText.attribute(name, in: element) }
      switch name {
      case "Subdataset": isOver = true
      case _ where isOver: break
      case "PAMRasterBand": number = attribute("band").flatMap { Int($0) } ?? 0
      case "NoDataValue":
        let text = content.filter { !$0.isWhitespace }
        if text.utf8.count <= Self.maximumNumber, Double(text) != nil { noData.insert(text) }
      case "Offset", "Scale", "UnitType": read(name.lowercased(), content, ofBand: number)
      case "Item":
        guard let role = attribute("role"), let sample = attribute("sample").flatMap({ Int($0) }),
          sample < .max
        else { return }
        read(role, content, ofBand: sample + 1)
      default: break
      }
    }
    if noData.count == 1 { self.noData = noData.first }
  }

  private mutating func read(_ role: String, _ content: Substring, ofBand number: Int) {
    guard 1...SampleLayout.maximumNamed ~= number else { return }
    let text = MetadataText.cut(XMLText.unescaped(content))
    switch role {
    case "description": bands[number, default: Band()].name = text
    case "offset": if let value = Double(text) { bands[number, default: Band()].offset = value }
    case "scale": if let value = Double(text) { bands[number, default: Band()].scale = value }
    case "unittype": bands[number, default: Band()].unit = text
    default: break
    }
  }

  /// The bands, from the first to the last of which something is said.
  var channels: [ChannelName] {
    (0..<(bands.keys.max() ?? 0)).map { index in
      let band = bands[index + 1] ?? Band()
      var channel = ChannelName(band.name)
      channel.calibration = Calibration(offset: band.offset, scale: band.scale, unit: band.unit)
      return channel
    }
  }
}
