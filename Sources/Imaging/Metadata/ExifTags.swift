import OverscrollBase

/// The tags of TIFF and EXIF as text.
enum ExifTags {
  /// Adds all tags, and the camera's properties among them.
  static func read(_ tags: TagDirectories, group: String, into metadata: inout PictureMetadata) {
    for entry in tags.entries {
      let names = entry.directory == .position ? positionNames : names
      let name = names[entry.tag] ?? "Tag \(entry.tag)"
      metadata.add(Self.group(of: entry, isTIFF: group == "TIFF"), name, text(entry))
    }
    readCamera(tags, into: &metadata)
  }

  /// The group of a tag: in a TIFF file, with the number of any but the first directory; a block of EXIF has that of a thumbnail after
  /// the picture's.
  private static func group(of entry: TagDirectories.Entry, isTIFF: Bool) -> String {
    let name =
      switch entry.directory {
      case .picture: isTIFF ? "TIFF" : entry.index == 0 ? "Image" : "Thumbnail"
      case .exif: "EXIF"
      case .position: "GPS"
      case .interoperability: "Interoperability"
      }
    return isTIFF && entry.index > 0 ? "\(name) \(entry.index + 1)" : name
  }

  private static func readCamera(_ tags: TagDirectories, into metadata: inout PictureMetadata) {
    func text(_ tag: Int, _ kind: TagDirectories.Kind) -> String? {
      tags.first(tag, in: kind).map(Self.text)
    }
    func number(_ tag: Int) -> Double? { tags.first(tag, in: .exif)?.numbers.first }
    let zone = text(0x9011, .exif).map { " " + $0 } ?? ""
    let rows: [(String, String?)] = [
      ("make", text(0x010F, .picture)), ("model", text(0x0110, .picture)),
      ("lens", text(0xA434, .exif)),
      ("time", text(0x9003, .exif).map { $0 + zone } ?? text(0x0132, .picture)),
      ("exposure", tags.first(0x829A, in: .exif).flatMap(exposure)),
      ("aperture", number(0x829D).map { "f/" + short($0) }),
      ("ISO", number(0x8827).map { short($0) }),
      ("focal length", number(0x920A).map { short($0) + " mm" }),
      ("position", position(tags)),
    ]
    for (name, value) in rows { PictureMetadata.set(name, value, in: &metadata.camera) }
    PictureMetadata.set("title", text(0x010E, .picture), in: &metadata.texts)
    PictureMetadata.set("author", text(0x013B, .picture), in: &metadata.texts)
    PictureMetadata.set("rights", text(0x8298, .picture), in: &metadata.texts)
  }

  /// A number with at most two decimals.
  private static func short(_ number: Double) -> String {
    NumberText.shortest((number * 100).rounded() / 100)
  }

  /// A time such as `1/250 s`.
  private static func exposure(_ entry: TagDirectories.Entry) -> String? {
    guard let seconds = entry.numbers.first, seconds > 0, seconds.isFinite else { return nil }
    return seconds < 0.3 ? "1/\(short((1 / seconds).rounded())) s" : short(seconds) + " s"
  }

  /// Latitude and longitude in degrees, and the altitude in meters.
  private static func position(_ tags: TagDirectories) -> String? {
    func degrees(_ tag: Int, _ reference: Int, _ negative: String, _ most: Double) -> String? {
      guard let parts = tags.first(tag, in: .position)?.numbers, !parts.isEmpty else { return nil }
      let value = zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
      guard value.isFinite, value <= most else { return nil }
      let side = tags.first(reference, in: .position).map(text)
      return NumberText.fixed(side == negative ? -value : value, decimals: 5)
    }
    guard let latitude = degrees(2, 1, "S", 90), let longitude = degrees(4, 3, "W", 180) else {
      return nil
    }
    guard let altitude = tags.first(6, in: .position)?.numbers.first, altitude.isFinite else {
      return "\(latitude), \(longitude)"
    }
    let isBelow = tags.first(5, in: .position)?.numbers.first == 1
    return "\(latitude), \(longitude), \(isBelow ? "-" : "")\(short(altitude)) m"
  }

  /// The tags whose bytes are a text after the eight bytes of its encoding's name.
  private static let encodedTexts: Set = [0x9286, 27, 28]

  /// The value of a tag.
  static func text(_ entry: TagDirectories.Entry) -> String {
    switch entry.type {
    case 2: return MetadataText.decode(entry.bytes)
    case 5, 10:
      return joined(entry) {
        entry.fractions.map { $1 == 1 ? "\($0)" : "\($0)/\($1)" }
      }
    case 1, 6, 7:
      if encodedTexts.contains(entry.tag), entry.bytes.starts(with: "ASCII".utf8) {
        return MetadataText.decode(entry.bytes.dropFirst(8))
      }
      if entry.type == 7, isText(entry.bytes) { return MetadataText.decode(entry.bytes) }
      guard entry.count <= 64 else { return "\(entry.count) bytes" }
      return joined(entry) { entry.bytes.map { "\($0)" } }
    default: return joined(entry) { entry.numbers.map { NumberText.shortest($0) } }
    }
  }

  private static func joined(_ entry: TagDirectories.Entry, _ values: () -> [String]) -> String {
    let values = values()
    return values.joined(separator: " ") + (values.count < entry.count ? " …" : "")
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix { $0 != 0 }
    return !text.isEmpty && text.allSatisfy { (0x20..<0x7F).contains($0) }
      && bytes.dropFirst(text.count).allSatisfy { $0 == 0 }
  }
}
