import OverscrollBase
import OverscrollImaging
import ScrollGeometry

/// A picture's header and metadata as JSON.
extension InfoCommand {
  /// All of it as one object.
  static func json(
    _ file: String, _ info: ImageInfo, _ rows: [PictureDescription.Row],
    _ pages: FilePages?, _ metadata: PictureMetadata
  ) -> String {
    var object = JSONObject()
    object.add("file", file)
    for row in rows {
      switch row.name {
      case "size":
        object.add("width", info.size.width)
        object.add("height", info.size.height)
      case "depth": object.add("bitsPerChannel", info.bitsPerChannel)
      case "orientation": object.add("orientation", info.orientation.rawValue)
      default: object.add(row.name, row.value)
      }
    }
    if let pages { object.add("\(pages.kind.name)s", json: pages.known.map(Self.object)) }
    object.add("camera", json: Self.object(metadata.camera))
    object.add("profile", json: Self.object(metadata.profile))
    for row in metadata.texts { object.add(row.name, row.value) }
    object.add(
      "tags",
      json: metadata.tags.map { tag in
        JSONText.object([
          ("group", .string(tag.group)), ("name", .string(tag.name)), ("value", .string(tag.value)),
        ])
      })
    return object.text
  }

  private static func object(_ page: FilePages.Page) -> String {
    var object = JSONObject()
    object.add("width", page.size.width)
    object.add("height", page.size.height)
    return object.text
  }

  private static func object(_ rows: [PictureMetadata.Row]) -> String {
    JSONText.object(rows.map { ($0.name, .string($0.value)) })
  }
}
