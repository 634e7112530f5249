import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `EXIF in a picture that is written` {
  private let folder = ScratchFolder()
  private static let size = PixelSize(width: 48, height: 32)

  private static let rows = (0..<size.height).map { y in
    (0..<size.width * 3).map { UInt8(truncatingIfNeeded: 3 * y + $0) }
  }

  /// A file of a format with a block of EXIF, and tags of a TIFF file's first directory.
  private func picture(
    _ suffix: String, _ block: ExifBlock = ExifBlock(), bits: Int = 8,
    tags: [(Int, Int, [Int])] = []
  ) -> String {
    switch suffix {
    case "jpg":
      return jpeg([(0xE1, Exif.preamble + block.bytes)])
    case "webp":
      var random = SplitMix64(seed: 1)
      let picture = ReferencePicture(noise: Self.size, using: &random)
      return folder.write(WebPFile(picture: picture, exif: block.bytes).bytes, to: "in.webp")
    case "png":
      PNGFile(size: Self.size, rows: Self.rows, exif: block.bytes).write(to: folder.file("in.png"))
      return folder.file("in.png")
    default:
      var page = TIFFBuilder.Page(size: Self.size, bits: bits) { x, y, _ in UInt64(x + 256 * y) }
      page.orientation = 6
      func file(_ place: Int) -> [UInt8] {
        page.tags =
          block.picture.filter { $0.type == 2 }.map { ($0.number, $0.type, $0.values) } + tags
          + [(0x8769, 4, [place])]
        return TIFFBuilder(pages: [page], isBigEndian: block.isBigEndian).bytes
      }
      let place = file(0).count
      return folder.write(file(place) + block.exifDirectory(at: place), to: "in.tif")
    }
  }

  /// A JPEG file with segments behind that of JFIF.
  private func jpeg(_ segments: [(UInt8, [UInt8])]) -> String {
    JPEGFile(size: Self.size, rows: Self.rows).write(to: folder.file("plain.jpg"))
    let more = segments.flatMap(JPEGFile.segment)
    let bytes = JPEGFile.bytes(of: folder.file("plain.jpg"), adding: more, at: 20)
    return folder.write(bytes, to: "in.jpg")
  }

  /// Writes a picture, or a part of it as shown, with what is kept of its metadata.
  private func write(
    _ path: String, _ part: PixelRect? = nil, to name: String,
    _ content: PictureExport.Content = .seen
  ) throws {
    var export = try PictureExport(
      ImageFile.open(path), rect: part, to: FilePath(folder.file(name)), content: content,
      backdrop: 0)
    export.exif = metadata(path).written().exif
    #expect(try export.run() == .complete)
  }

  private func metadata(_ path: String) -> PictureMetadata { PictureMetadata(of: FilePath(path)) }

  /// The block of EXIF in a file, or a TIFF file itself.
  private func block(of name: String) throws -> [UInt8] {
    let bytes = ScratchFolder.read(folder.file(name))
    func number(_ place: Int, _ length: Int) -> Int {
      bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }
    switch name.suffix(3) {
    case "jpg":
      // Behind the start and JFIF's segment.
      try #require(bytes[2...3] == [0xFF, 0xE0])
      let place = 4 + number(4, 2)
      guard bytes[place...].starts(with: [0xFF, 0xE1]) else { return [] }
      let body = bytes[place + 4..<place + 2 + number(place + 2, 2)]
      try #require(body.starts(with: Exif.preamble))
      return Array(body.dropFirst(Exif.preamble.count))
    case "png":
      var place = 8
      while place < bytes.count {
        let length = number(place, 4)
        let body = Array(bytes[place + 4..<place + 8 + length])
        #expect(number(place + 8 + length, 4) == Int(PNGChunks.crc(body)))
        if body.starts(with: "eXIf".utf8) { return Array(body.dropFirst(4)) }
        place += 12 + length
      }
      return []
    case "ebp":
      func little(_ place: Int, _ length: Int) -> Int {
        bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      try #require(little(4, 4) == bytes.count - 8)
      var (place, found, chunks) = (12, [UInt8](), [String]())
      while place < bytes.count {
        let length = little(place + 4, 4)
        chunks.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
        if chunks.last == "EXIF" { found = Array(bytes[place + 8..<place + 8 + length]) }
        place += 8 + length + length % 2
      }
      #expect(place == bytes.count)
      #expect(chunks.first == (found.isEmpty ? "VP8 " : "VP8X") || chunks.contains("ALPH"))
      #expect(found.isEmpty || chunks.last == "EXIF" && bytes[20] & 8 != 0)
      return found
    default: return bytes
    }
  }

  private func tags(of name: String) throws -> StrictDirectories {
    try #require(StrictDirectories(block(of: name)), "\(name)")
  }

  @Test(arguments: ["jpg", "png", "webp", "tif"], [false, true])
  func `is that of its file but for what the pixels are`(suffix: String, isBigEndian: Bool) throws {
    let path = picture(suffix, ExifBlock(isBigEndian: isBigEndian))
    let (old, size) = (metadata(path), try ImageFile.open(path).info.size)
    #expect(!old.camera.isEmpty && !old.texts.isEmpty)
    for name in ["out.jpg", "out.png", "out.webp", "out.tif"] {
      try write(path, to: name)
      let new = metadata(folder.file(name))
      #expect(new.camera == old.camera, "\(name)")
      #expect(new.texts == old.texts, "\(name)")
      let written = try ImageFile.open(folder.file(name)).info
      #expect(written.orientation == .upright && written.size == size)
      let tags = try self.tags(of: name)
      #expect(tags.values[0x8769]?[0x9204]?.count == 8, "\(name)")
      #expect(tags.values[0x8769]?[0x9000] == Array("0232".utf8))
      #expect(tags.integer(0xA001, in: 0x8769) == 1)
      #expect(tags.integer(0xA002, in: 0x8769) == size.width)
      #expect(tags.integer(0xA003, in: 0x8769) == size.height)
      #expect(tags.values[0x8769]?[0x927C] == nil)
      #expect(tags.integer(0x0112) == 1)
      #expect(tags.values[0]?[0x0110] == Array("Model 7".utf8) + [0])
      let bytes = ScratchFolder.read(folder.file(name))
      #expect(bytes.firstRange(of: Array("MAKER NOTES".utf8)) == nil)
      #expect(metadata(folder.file(name)).written().loss == nil, "\(name)")
    }
  }

  @Test func `has the size of a part that is turned, and of data as they are stored`() throws {
    let path = picture("jpg")
    #expect(try ImageFile.open(path).info.size == PixelSize(width: 32, height: 48))
    try write(path, PixelRect(x: 3, y: 5, width: 20, height: 11), to: "part.jpg")
    var tags = try self.tags(of: "part.jpg")
    #expect(tags.integer(0xA002, in: 0x8769) == 20 && tags.integer(0xA003, in: 0x8769) == 11)
    for name in ["part.png", "part.tif"] {
      try write(path, PixelRect(x: 3, y: 5, width: 20, height: 11), to: name, .data)
      tags = try self.tags(of: name)
      #expect(tags.integer(0xA002, in: 0x8769) == 11 && tags.integer(0xA003, in: 0x8769) == 20)
      #expect(tags.integer(0x0112) == 6 && tags.integer(0xA001, in: 0x8769) == 2)
      #expect(try ImageFile.open(folder.file(name)).info.orientation.rawValue == 6)
    }
  }

  @Test(arguments: ["out.tif", "out.png"])
  func `is in data of 16 bits, too`(name: String) throws {
    let path = picture("tif", bits: 16)
    try write(path, to: name, .data)
    #expect(metadata(folder.file(name)).camera == metadata(path).camera)
    let info = try ImageFile.open(folder.file(name)).info
    #expect(info.bitsPerChannel == 16 && info.orientation.rawValue == 6)
    _ = try tags(of: name)
  }

  @Test(arguments: [(72, [72, 1]), (300, [300, 1]), (150, [150, 1]), (1200, [1200, 1])])
  func `has the resolution as it was before it was rounded`(inch: Int, fraction: [Int]) throws {
    let kept = KeptExif(TagDirectories(ExifBlock().bytes))
    let dots = Int((Double(inch) / 0.0254).rounded())
    let tags = TagDirectories(kept.block(dots: (dots, dots)))
    let found = try #require(tags.first(282)?.fractions.first)
    #expect([found.0, found.1] == fraction)
  }

  @Test func `is not there, and no container for it, where its file has none`() throws {
    JPEGFile(size: Self.size, rows: Self.rows).write(to: folder.file("plain.jpg"))
    let kept = metadata(folder.file("plain.jpg")).written()
    #expect(kept.exif.isEmpty && kept.loss == nil)
    for name in ["out.jpg", "out.png", "out.webp"] {
      try write(folder.file("plain.jpg"), to: name)
      #expect(try block(of: name).isEmpty)
    }
  }

  @Test func `is in a WebP file with alpha, whose pixels are those of one without`() throws {
    var random = SplitMix64(seed: 2)
    let picture = ReferencePicture(noise: Self.size, hasAlpha: true, using: &random)
    let file = WebPFile(picture: picture, exif: ExifBlock().bytes)
    let path = folder.write(file.bytes, to: "in.webp")
    try write(path, to: "out.webp")
    #expect(metadata(folder.file("out.webp")).camera == metadata(path).camera)
    _ = try tags(of: "out.webp")
    let export = try PictureExport(
      ImageFile.open(path), to: FilePath(folder.file("plain.webp")), backdrop: 0)
    #expect(try export.run() == .complete)
    func pixels(_ name: String) throws -> [UInt32] { try Decoded(folder.file(name)).pixels }
    #expect(try pixels("out.webp") == pixels("plain.webp"))
  }

  @Test func `has the directories of a BigTIFF file where that is one`() throws {
    let kept = KeptExif(TagDirectories(ExifBlock(isBigEndian: true).bytes))
    // A header, and a directory that links to the others.
    let (bytes, links) = kept.directories(at: 16 + 8 + 2 * 20 + 8, isBig: true)
    #expect(links.map(\.tag) == [0x8769, 0x8825])
    let layout = TagDirectories.Layout(isBig: true)
    let mark: [UInt8] = layout.isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    let head =
      mark + layout.bytes(43, 2) + layout.bytes(8, 2) + [0, 0] + layout.bytes(16, 8)
      + layout.bytes(2, 8)
    let entries = links.flatMap { link in
      layout.bytes(link.tag, 2) + layout.bytes(18, 2) + layout.bytes(1, 8)
        + layout.bytes(link.place, 8)
    }
    let tags = try #require(StrictDirectories(head + entries + layout.bytes(0, 8) + bytes))
    #expect(tags.values[0x8769]?[0xA434] == Array("Lens 50".utf8) + [0])
    #expect(tags.values[0x8825]?[2]?.count == 24)
  }

  @Test func `is sound whatever its file's is cut to or has in place of a byte`() {
    for isBigEndian in [false, true] {
      let block = ExifBlock(isBigEndian: isBigEndian).bytes
      for count in block.indices {
        let kept = KeptExif(TagDirectories(Array(block[..<count])))
        if !kept.isEmpty { #expect(StrictDirectories(kept.block()) != nil, "\(count)") }
      }
      for place in block.indices {
        for value: UInt8 in [0, 0xFF] {
          var damaged = block
          damaged[place] = value
          let kept = KeptExif(TagDirectories(damaged))
          if !kept.isEmpty {
            #expect(StrictDirectories(kept.block()) != nil, "\(place) \(value)")
          }
        }
      }
    }
  }

  @Test func `fits into a segment, without what is too long`() throws {
    var block = ExifBlock()
    block.thumbnail = []
    block.exif.removeAll { $0.number == 0x9286 }
    let most = 65_000
    block.exif.append(.bytes(0x9286, [UInt8](repeating: 0x41, count: 8 + most)))
    var path = picture("png", block)
    // The comment alone leaves no room for what comes behind it.
    #expect(metadata(path).written().loss == "maker notes, part of the EXIF")
    try write(path, to: "out.jpg")
    #expect(try self.block(of: "out.jpg").count <= 65_527)
    #expect(metadata(folder.file("out.jpg")).camera.first?.value == "Maker")
    _ = try tags(of: "out.jpg")
    block.exif.removeLast()
    block.exif.append(.bytes(0x9286, [UInt8](repeating: 0x41, count: 8 + most / 2)))
    path = picture("jpg", block)
    #expect(metadata(path).written().loss == "maker notes")
    try write(path, to: "out.jpg")
    #expect(try tags(of: "out.jpg").values[0x8769]?[0x9286]?.count == 8 + most / 2)
  }

  @Test func `is said to be what is kept`() throws {
    let packet = XMPRating.packet(3)
    let iptc: [UInt8] = [0x1C, 2, 5, 0, 1, 0x41]
    let photoshop =
      Array("Photoshop 3.0".utf8) + [0] + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 6] + iptc
    let path = jpeg([
      (0xE1, Exif.preamble + ExifBlock().bytes),
      (0xE1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + packet), (0xED, photoshop),
      (0xFE, Array("a comment".utf8)),
    ])
    #expect(metadata(path).written().loss == "comments, maker notes")
    #expect(metadata(path).written(as: .jpeg).loss == "comments, maker notes")
    // PNG and WebP have no place for IPTC.
    #expect(metadata(path).written(as: .png).loss == "comments, maker notes, IPTC")
    #expect(metadata(path).written(as: .webp).loss == "comments, maker notes, IPTC")
    let further = metadata(path).written(ofPage: 1)
    #expect(further.exif.isEmpty && further.loss == "metadata")
    #expect(metadata(picture("png", ExifBlock())).written().loss == "maker notes")
    // What programs read of the samples is not copied to others.
    for text in ["ImageJ=1.53", "<OME/>", "{\"shape\": [3, 4]}"] {
      var block = ExifBlock()
      block.picture[0] = .text(0x010E, text)
      let path = picture("tif", block)
      #expect(metadata(path).written().loss == "maker notes, description")
      try write(path, to: "out.tif")
      #expect(try tags(of: "out.tif").values[0]?[0x010E] == nil)
    }
  }

  /// A packet of XMP with attributes and elements, in the usual prefixes.
  private static func packet(_ attributes: String = "", _ elements: String = "") -> [UInt8] {
    Array(
      #"""
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmlns:exif="http://ns.adobe.com/exif/1.0/" \#(attributes)>\#(elements)
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      """#.utf8)
  }

  private func blocks(_ name: String) throws -> MetadataBlocks {
    let (file, head) = try ImageFile.examine(FilePath(folder.file(name)))
    return MetadataBlocks(try FileBytes(file), head: head)
  }

  @Test(arguments: [true, false])
  func `comes with XMP and IPTC, but for what they say of the pixels`(hasTags: Bool) throws {
    let packet = Self.packet(
      #"tiff:Orientation="6" exif:PixelXDimension='48' xmp:Rating="3""#,
      "<dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"
        + "<tiff:ImageWidth>48</tiff:ImageWidth><xmp:Thumbnails><rdf:Alt/></xmp:Thumbnails>")
    // The keyword of a text, and a preview.
    let texts: [UInt8] = [0x1C, 2, 5, 0, 1, 0x41]
    let preview: [UInt8] = [0x1C, 2, 202, 0, 2, 1, 2]
    let iptc = MetadataBlocks.photoshop(texts + preview)
    var segments: [(UInt8, [UInt8])] = []
    if hasTags { segments.append((0xE1, Exif.preamble + ExifBlock().bytes)) }
    segments.append((0xE1, MetadataBlocks.xmpName + packet))
    segments.append((0xED, MetadataBlocks.photoshopName + iptc))
    let path = jpeg(segments)
    for name in ["out.jpg", "out.png", "out.webp", "out.tif", "data.tif", "data.png"] {
      try write(path, to: name, name.hasPrefix("data") ? .data : .seen)
      let written = try blocks(name)
      try #require(written.xmp.count == 1, "\(name)")
      let text = String(decoding: written.xmp[0], as: UTF8.self)
      for part in ["tiff:Orientation", "PixelXDimension", "tiff:ImageWidth", "Thumbnails"] {
        #expect(!text.contains(part), "\(name)")
      }
      #expect(text.contains("<dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"))
      #expect(metadata(folder.file(name)).stars == 3)
      // TIFF's block fills words.
      let found = written.iptc.map { $0.prefix(texts.count) }
      let isSame = written.iptc.first.map { $0.starts(with: texts) && $0.count < 9 } ?? false
      #expect(name.hasSuffix("png") || name.hasSuffix("webp") ? found.isEmpty : isSame, "\(name)")
      #expect(written.exif.contains { $0.tags.first(0x0110) != nil } == hasTags, "\(name)")
      _ = try ImageFile.open(folder.file(name))
    }
  }

  @Test func `comes with no XMP that isn't understood, and names what is missing`() throws {
    func loss(_ packet: [UInt8]) throws -> String? {
      let path = picture("tif", tags: [(700, 1, packet.map { Int($0) })])
      try write(path, to: "out.jpg")
      let loss = metadata(path).written().loss?.replacing("maker notes", with: "")
      #expect(try blocks("out.jpg").xmp.isEmpty == (loss?.hasPrefix("XMP") ?? false))
      return loss
    }
    let good = Self.packet(#"xmp:Rating="3""#)
    #expect(try loss(good) == "")
    #expect(try loss(Array(good.dropLast(5))) == "XMP, ")
    #expect(try loss(good + [UInt8](repeating: 0x20, count: 70_000)) == "XMP, ")
    for (attributes, elements) in [
      (#"xmlns:a="urn:a" a:b="1""#, ""), ("", #"<a:b xmlns:a="urn:a"><a:c>1</a:c></a:b>"#),
    ] {
      let packet = Self.packet(#"xmp:Rating="3" "# + attributes, elements)
      #expect(try loss(packet) == "part of the XMP, ")
    }
    // What the file's own tags say is not missed, nor is a packet of that alone written.
    let path = picture("tif", tags: [(700, 1, Self.packet(#"tiff:Make="x""#).map { Int($0) })])
    try write(path, to: "out.jpg")
    #expect(metadata(path).written().loss == "maker notes")
    #expect(try blocks("out.jpg").xmp.isEmpty)
  }

  @Test func `has no IPTC that is damaged`() {
    let texts: [UInt8] = [0x1C, 1, 90, 0, 1, 0x41, 0x1C, 2, 5, 0, 1, 0x41]
    #expect(IPTCTags.texts(of: texts + [0, 0]) == texts)
    #expect(IPTCTags.texts(of: texts + [0x1C, 3, 20, 0, 1, 9]) == texts)
    let long: [UInt8] = [0x1C, 2, 5, 0x80, 4, 0, 0, 0, 1, 1]
    for damaged: [UInt8] in [Array(texts.dropLast()), texts + [1], texts + long] {
      #expect(IPTCTags.texts(of: damaged) == nil)
    }
  }

  @Test func `has a comment of 16 bits in the order of the block`() throws {
    for isBigEndian in [false, true] {
      var block = ExifBlock(isBigEndian: isBigEndian)
      block.exif.removeAll { $0.number == 0x9286 }
      let units = Array("Grüße, 世界".utf16)
      let text = units.flatMap {
        isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
      block.exif.append(.bytes(0x9286, Array("UNICODE".utf8) + [0] + text))
      try write(picture("jpg", block), to: "out.jpg")
      let tags = try self.tags(of: "out.jpg")
      let written = tags.values[0x8769]?[0x9286]?.dropFirst(8).map { Int($0) } ?? []
      let found = stride(from: 0, to: written.count - 1, by: 2).map { place in
        let (first, second) = (written[place], written[place + 1])
        return UInt16(tags.isBigEndian ? first << 8 | second : second << 8 | first)
      }
      #expect(found == units)
    }
  }
}
