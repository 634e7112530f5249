/// The texts of an IPTC-IIM block: title, author, rights and keywords among them.
///
/// A dataset is a byte 0x1C, a record, a number, a length of two bytes, and the content.
enum IPTCTags {
  private static let names: [UInt8: String] = [
    5: "ObjectName", 10: "Urgency", 15: "Category", 20: "SupplementalCategory", 25: "Keywords",
    40: "SpecialInstructions", 55: "DateCreated", 60: "TimeCreated", 80: "By-line",
    85: "By-lineTitle", 90: "City", 92: "Sub-location", 95: "Province-State",
    101: "Country-PrimaryLocationName", 103: "OriginalTransmissionReference", 105: "Headline",
    110: "Credit", 115: "Source", 116: "CopyrightNotice", 118: "Contact",
    120: "Caption-Abstract", 122: "Writer-Editor",
  ]

  /// Adds the texts of a block.
  static func read(_ bytes: [UInt8], into metadata: inout PictureMetadata) {
    var place = 0
    var keywords: [String] = []
    var found: [UInt8: String] = [:]
    while place + 5 <= bytes.count, bytes[place] == 0x1C {
      let (record, number) = (bytes[place + 1], bytes[place + 2])
      let length = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      // Longer contents have the length of their length here; no text is that long.
      guard length < 0x8000, place + 5 + length <= bytes.count else { break }
      let text = MetadataText.decode(bytes[place + 5..<place + 5 + length])
      if record == 2, let name = names[number] {
        metadata.add("IPTC", name, text)
        found[number] = found[number] ?? text
        if number == 25, keywords.count < PictureMetadata.maximumTags { keywords.append(text) }
      }
      place += 5 + length
    }
    PictureMetadata.set("title", found[5] ?? found[105], in: &metadata.texts)
    PictureMetadata.set("author", found[80], in: &metadata.texts)
    PictureMetadata.set("rights", found[116], in: &metadata.texts)
    PictureMetadata.set("keywords", keywords.joined(separator: ", "), in: &metadata.texts)
  }
}
