/// Title, author, rights and keywords of an XMP packet, those of Dublin Core.
///
/// Only these elements are read, under their usual prefix. The rest of XMP is RDF with any number of ways to write the same.
enum XMPTags {
  private static let elements = [
    ("dc:title", "title"), ("dc:creator", "author"), ("dc:rights", "rights"),
    ("dc:subject", "keywords"),
  ]

  /// Adds the texts of a packet; one that is not in UTF-8 is left out.
  static func read(_ bytes: [UInt8], into metadata: inout PictureMetadata) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    var items: [String: [String]] = [:]
    var element: String?
    var isItem = false
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if isItem, let element, items[element, default: []].count < PictureMetadata.maximumTags {
        items[element, default: []].append(unescaped(Substring(rest[..<start])))
      }
      isItem = false
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) else { break }
      let tag = rest[rest.index(after: start)..<end]
      let name = String(Substring(tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }))
      if tag.first == UInt8(ascii: "/") {
        let closed = String(Substring(tag.dropFirst().prefix { $0 > 0x20 }))
        if closed == element { element = nil }
      } else if elements.contains(where: { $0.0 == name }) {
        element = name
      } else if name == "rdf:li", tag.last != UInt8(ascii: "/") {
        isItem = element != nil
      }
      rest = rest[rest.index(after: end)...]
    }
    for (name, row) in elements {
      // Of a title in several languages the first one is the default.
      let texts = row == "title" || row == "rights" ? items[name]?.prefix(1) : items[name]?[...]
      guard let texts, !texts.isEmpty else { continue }
      let value = texts.joined(separator: ", ")
      metadata.add("XMP", name, value)
      PictureMetadata.set(row, value, in: &metadata.texts)
    }
  }

  private static let entities = [
    ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&"),
  ]

  /// Replaces the entities of XML.
  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let end = rest.prefix(10).firstIndex(of: ";") else {
        result += "&"
        continue
      }
      let name = rest[..<end]
      let isHexadecimal = name.hasPrefix("#x")
      if let entity = entities.first(where: { $0.0 == name }) {
        result += entity.1
      } else if name.hasPrefix("#"),
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += "&\(name);"
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
