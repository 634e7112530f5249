import CCodecs
import OverscrollBase

/// The parts of a file that hold metadata, found without decoding any pixels.
struct MetadataBlocks {
  /// The most bytes of one block that are read: longer than any profile. [C]
  static let maximumBlock = 8 << 20
  /// The most bytes of all blocks. [C]
  private static let maximumTotal = 32 << 20

  /// Directories of tags in TIFF's layout.
  var exif: [(group: String, tags: TagDirectories)] = []
  /// Blocks of IPTC-IIM.
  var iptc: [[UInt8]] = []
  /// XMP packets.
  var xmp: [[UInt8]] = []
  /// Texts with their keywords.
  var texts: [(String, String)] = []
  /// The ICC profile; empty where there is none.
  var profile: [UInt8] = []
  /// How large pixels are; `nil` where that isn't known.
  var scale: PixelScale?

  private var total = 0

  /// Finds the blocks of a file.
  init(_ file: borrowing FileBytes, head: [UInt8]) {
    if head.starts(with: [0xFF, 0xD8]) {
      readJPEG(file)
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      readPNG(file)
    } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: "WEBP".utf8) {
      readWebP(file)
    } else if TIFFFile.starts.contains(where: { head.starts(with: $0) }) {
      readTIFF(file)
    } else if head.starts(with: "SIMPLE  =".utf8) {
      scale = file.read(0, min(file.count, Self.fitsLength)).flatMap { PixelScale(cards: $0) }
    }
    let other = exif.lazy.compactMap { PixelScale($0.tags, $0.group) }.first
    // What a camera writes for printers comes after what the format itself says, but for JFIF.
    scale = scale?.source == Self.jfif ? .ofJPEG(jfif: scale, exif: other) : scale ?? other
  }

  /// The bytes of a FITS file that are searched for cards. [C]
  private static let fitsLength = 64 << 10

  /// Reads a block, unless it or all of them are too long.
  private mutating func block(
    _ file: borrowing FileBytes, _ place: Int, _ length: Int
  ) -> [UInt8]? {
    guard length > 0, length <= Self.maximumBlock, total + length <= Self.maximumTotal else {
      return nil
    }
    total += length
    return file.read(place, length)
  }
}

// JPEG.
extension MetadataBlocks {
  /// The source of a scale.
  private static let jfif = "JFIF"
  private static let jfifName = Array(jfif.utf8) + [0]
  static let xmpName = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
  private static let profileName = Array("ICC_PROFILE".utf8) + [0]
  static let photoshopName = Array("Photoshop 3.0".utf8) + [0]

  private mutating func readJPEG(_ file: borrowing FileBytes) {
    var place = 2
    var profile: [Int: [UInt8]] = [:]
    var budget = ReadBudget()
    while budget.take(8) {
      guard let head = file.read(place, 4), head[0] == 0xFF else { break }
      // Any number of fill bytes may come before a marker.
      if head[1] == 0xFF {
        place += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      // The pixels begin; what follows them is not searched.
      guard head[1] != 0xDA, head[1] != 0xD9, length >= 2 else { break }
      if [0xE0, 0xE1, 0xE2, 0xED, 0xFE].contains(head[1]),
        let body = block(file, place + 4, length - 2)
      {
        take(body, marker: head[1], &profile)
      }
      place += 2 + length
    }
    self.profile = profile.keys.sorted().flatMap { profile[$0] ?? [] }
  }

  private mutating func take(_ body: [UInt8], marker: UInt8, _ profile: inout [Int: [UInt8]]) {
    func rest(_ name: [UInt8]) -> [UInt8]? {
      body.starts(with: name) ? Array(body.dropFirst(name.count)) : nil
    }
    switch marker {
    case 0xE0:
      // A version of two bytes, what the density is counted by, and the densities.
      guard let body = rest(Self.jfifName), body.count >= 7, scale == nil else { return }
      let reader = ByteReader(bytes: body, isBigEndian: true)
      let density = [3, 5].compactMap { reader.number(at: $0, length: 2) }.map(Double.init)
      guard density.count == 2, let inches = [1: 1, 2: 2.54][body[2]] else { return }
      scale = PixelScale(dotsPerInch: density[0] * inches, density[1] * inches, Self.jfif)
    case 0xE1:
      if let block = rest(Exif.preamble) { exif.append(("EXIF", TagDirectories(block))) }
      if let block = rest(Self.xmpName) { xmp.append(block) }
    case 0xE2:
      guard let part = rest(Self.profileName), part.count > 2 else { return }
      profile[Int(part[0])] = profile[Int(part[0])] ?? Array(part.dropFirst(2))
    case 0xED:
      if let block = rest(Self.photoshopName) { readPhotoshop(block) }
    default: texts.append(("Comment", MetadataText.decode(body)))
    }
  }

  /// Finds IPTC among Photoshop's resources: `8BIM`, a number, a name of even length, a length, and the content.
  private mutating func readPhotoshop(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes, isBigEndian: true)
    var place = 0
    while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8),
      let number = reader.number(at: place + 4, length: 2)
    {
      let name = (Int(bytes[place + 6]) + 2) / 2 * 2
      guard let length = reader.number(at: place + 6 + name, length: 4) else { return }
      let start = place + 10 + name
      guard length <= bytes.count - start else { return }
      if number == Self.iptcResource { iptc.append(Array(bytes[start..<start + length])) }
      place = start + (length + 1) / 2 * 2
    }
  }
}

extension MetadataBlocks {
  /// The number of IPTC among Photoshop's resources.
  private static let iptcResource = 0x0404

  /// Photoshop's resource with a block of IPTC, without a name.
  static func photoshop(_ iptc: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + iptcResource.bytes(2).reversed() + [0, 0]
      + iptc.count.bytes(4).reversed() + iptc + [UInt8](repeating: 0, count: iptc.count % 2)
  }
}

// PNG, WebP and TIFF.
extension MetadataBlocks {
  private mutating func readPNG(_ file: borrowing FileBytes) {
    var place = PNGChunk.signatureLength
    var budget = ReadBudget()
    while budget.take(PNGChunk.headLength), let chunk = PNGChunk(at: place, in: file) {
      if ["eXIf", "iCCP", "pHYs", "tEXt", "zTXt", "iTXt"].contains(chunk.type),
        let body = block(file, chunk.start, chunk.count)
      {
        takePNG(chunk.type, body)
      }
      place = chunk.end
    }
  }

  private mutating func takePNG(_ type: String, _ body: [UInt8]) {
    if type == "eXIf" { return exif.append(("EXIF", TagDirectories(body))) }
    if type == "pHYs" {
      let reader = ByteReader(bytes: body, isBigEndian: true)
      let density = [0, 4].compactMap { reader.number(at: $0, length: 4) }.map(Double.init)
      guard density.count == 2, body.count == 9, body[8] == 1 else { return }
      return scale = PixelScale(dotsPerInch: density[0] * 0.0254, density[1] * 0.0254, "PNG")
    }
    guard let zero = body.firstIndex(of: 0), zero + 2 <= body.count else { return }
    if type != "iTXt", let raw = PNGRawProfile(body, isCompressed: type == "zTXt") {
      switch raw.kind {
      case .exif: exif.append(("EXIF", TagDirectories(raw.bytes)))
      case .profile: profile = profile.isEmpty ? raw.bytes : profile
      }
      return
    }
    let name = MetadataText.decode(body[..<zero])
    var rest = Array(body[(zero + 1)...])
    switch type {
    case "iCCP": profile = Self.inflated(rest.dropFirst(), most: Self.maximumBlock)
    case "tEXt": texts.append((name, MetadataText.decode(rest)))
    case "zTXt":
      let text = Self.inflated(rest.dropFirst(), most: Self.maximumText)
      texts.append((name, MetadataText.decode(text)))
    default:
      guard rest.count > 2 else { return }
      let isCompressed = rest[0] == 1
      rest.removeFirst(2)
      // A language and a translated keyword, each with a zero, come before the text.
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return }
        rest = Array(rest[(end + 1)...])
      }
      let isPacket = name == Self.xmpKeyword
      let most = isPacket ? Self.maximumBlock : Self.maximumText
      let text = isCompressed ? Self.inflated(rest[...], most: most) : rest
      if isPacket { xmp.append(text) } else { texts.append((name, MetadataText.decode(text))) }
    }
  }

  /// The keyword of a PNG text that is an XMP packet.
  static let xmpKeyword = "XML:com.adobe.xmp"
  /// The most bytes of a compressed text. [C]
  private static let maximumText = 1 << 16

  /// Decompresses up to so many bytes; those before damage are kept.
  static func inflated(_ bytes: ArraySlice<UInt8>, most: Int) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    var input = Array(bytes)
    // Deflate gains a thousandfold at most.
    var output = [UInt8](repeating: 0, count: min(most, input.count * 1040))
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return []
    }
    defer { inflateEnd(&stream) }
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        _ = inflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }

  private mutating func readWebP(_ file: borrowing FileBytes) {
    var place = WebPChunk.firstPlace
    var budget = ReadBudget()
    while budget.take(WebPChunk.headLength), let chunk = WebPChunk(at: place, in: file) {
      if ["EXIF", "XMP ", "ICCP"].contains(chunk.type),
        let body = block(file, chunk.start, chunk.count)
      {
        switch chunk.type {
        case "EXIF": exif.append(("EXIF", TagDirectories(body)))
        case "XMP ": xmp.append(body)
        default: profile = profile.isEmpty ? body : profile
        }
      }
      place = chunk.end
    }
  }

  /// The tags of a TIFF file are its directory; some of them hold other blocks.
  private mutating func readTIFF(_ file: borrowing FileBytes) {
    let tags = TagDirectories { file.read($0, $1) }
    exif.append(("TIFF", tags))
    profile = tags.first(34675)?.bytes ?? []
    if let packet = tags.first(KeptExif.xmpTag) { xmp.append(packet.bytes) }
    if let block = tags.first(KeptExif.iptcTag) { iptc.append(block.bytes) }
  }
}

/// Title, description, author, rights and keywords of an XMP packet, those of Dublin Core, and when the picture was taken.
///
/// Only these elements are read, under their usual prefix. The rest of XMP is RDF with any number of ways to write the same.
enum XMPTags {
  private static let elements = [
    ("dc:title", "title"), ("dc:creator", "author"), ("dc:rights", "rights"),
    ("dc:subject", "keywords"), ("dc:description", "description"),
  ]
  /// When the picture was taken; attributes as well as elements.
  private static let dates = ["exif:DateTimeOriginal", "photoshop:DateCreated"]

  /// Adds the texts of a packet; one that is not in UTF-8 is left out.
  static func read(_ bytes: [UInt8], into metadata: inout PictureMetadata) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    var items: [String: [String]] = [:]
    var element: String?
    var isItem = false
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if isItem, let element, items[element, default: []].count < PictureMetadata.maximumTags {
        items[element, default: []].append(XMLText.unescaped(Substring(rest[..<start])))
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
      } else if dates.contains(name) {
        (element, isItem) = (name, true)
      } else if name == "rdf:Description" {
        for date in dates {
          guard let text = XMLText.attribute(date, in: Substring(tag)) else { continue }
          items[date, default: []].append(text)
        }
      } else if name == "rdf:li", tag.last != UInt8(ascii: "/") {
        isItem = element != nil
      }
      rest = rest[rest.index(after: end)...]
    }
    for (name, row) in elements {
      // Of a title in several languages the first one is the default.
      let isOne = ["title", "rights", "description"].contains(row)
      let texts = isOne ? items[name]?.prefix(1) : items[name]?[...]
      guard let texts, !texts.isEmpty else { continue }
      let value = texts.joined(separator: ", ")
      metadata.add("XMP", name, value)
      if row == "description" {
        metadata.setDescription(value)
      } else {
        PictureMetadata.set(row, value, in: &metadata.texts)
      }
    }
    for name in dates {
      guard let date = items[name]?.first else { continue }
      metadata.add("XMP", name, date)
      PictureMetadata.set("time", time(date), in: &metadata.camera)
    }
  }

  /// A time such as `2026-11-27T15:50:38.5+01:00` as EXIF has it; a day alone as it is.
  private static func time(_ text: String) -> String {
    let text = text.filter { !$0.isWhitespace }
    guard text.count >= 19, text.dropFirst(10).first == "T" else { return text }
    let day = text.prefix(10).replacing("-", with: ":")
    let zone = text.dropFirst(19).drop { $0 == "." || $0.isNumber }
    return "\(day) \(text.dropFirst(11).prefix(8))" + (zone.isEmpty ? "" : " \(zone)")
  }
}

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

  /// The records of the envelope, which says how texts are encoded, and of texts; and the numbers of a preview among these.
  private static let records: ClosedRange<UInt8> = 1...2
  private static let preview: ClosedRange<UInt8> = 200...202

  /// The block with nothing but its texts, for another file of its picture; `nil` for one that is damaged.
  static func texts(of bytes: [UInt8]) -> [UInt8]? {
    var (place, kept) = (0, [UInt8]())
    while place + 5 <= bytes.count, bytes[place] == 0x1C {
      let end = place + 5 + Int(bytes[place + 3]) << 8 + Int(bytes[place + 4])
      guard bytes[place + 3] < 0x80, end <= bytes.count else { return nil }
      if records.contains(bytes[place + 1]), !preview.contains(bytes[place + 2]) {
        kept += bytes[place..<end]
      }
      place = end
    }
    // TIFF fills up words.
    return bytes[place...].allSatisfy { $0 == 0 } ? kept : nil
  }

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
    metadata.setDescription(found[120])
    PictureMetadata.set("author", found[80], in: &metadata.texts)
    PictureMetadata.set("rights", found[116], in: &metadata.texts)
    PictureMetadata.set("keywords", keywords.joined(separator: ", "), in: &metadata.texts)
  }
}

/// The description of an ICC profile.
enum ProfileDescription {
  private static let classes: [String: String] = [
    "mntr": "display", "scnr": "input", "prtr": "output", "link": "device link",
    "spac": "color space", "abst": "abstract", "nmcl": "named color",
  ]

  /// The description, the class and the length; empty where there is no profile.
  static func rows(_ profile: [UInt8]) -> [PictureMetadata.Row] {
    guard profile.count >= 128 else { return [] }
    var rows: [PictureMetadata.Row] = []
    PictureMetadata.set("description", description(profile), in: &rows)
    let name = MetadataText.decode(profile[12..<16])
    PictureMetadata.set("class", classes[name] ?? name, in: &rows)
    PictureMetadata.set("bytes", "\(profile.count)", in: &rows)
    return rows
  }

  /// The description of a profile; `nil` where it has none.
  static func description(_ profile: [UInt8]) -> String? {
    guard let handle = cmsOpenProfileFromMem(profile, UInt32(profile.count)) else { return nil }
    defer { cmsCloseProfile(handle) }
    var text = [CChar](repeating: 0, count: PictureMetadata.maximumValue)
    let count = cmsGetProfileInfoASCII(
      handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard count > 0 else { return nil }
    return MetadataText.decode(text.map { UInt8(bitPattern: $0) })
  }
}
