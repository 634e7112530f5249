import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The metadata of a picture` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }

  /// A block of EXIF of a camera.
  private static func exif(notes: [ExifBlock.Tag] = []) -> [UInt8] {
    var block = ExifBlock()
    block.picture = [
      .text(0x010F, "Maker"), .text(0x0110, "Model 7"), .text(0x013B, "A. Author"),
      .text(0x8298, "Rights"),
    ]
    block.exif =
      [
        .fractions(0x829A, 1, 250), .fractions(0x829D, 28, 10), .short(0x8827, 400),
        .text(0x9003, "2026:01:02 03:04:05"), .fractions(0x920A, 50, 1), .text(0xA434, "Lens 50"),
      ] + notes
    block.thumbnail = []
    return block.bytes
  }

  /// A JPEG file with segments after its start.
  private func jpeg(_ segments: [(UInt8, [UInt8])]) throws -> String {
    others.write(ReferencePicture(soft: PixelSize(width: 40, height: 24)), to: "in.ppm")
    try others.run("convert @in.ppm -strip @plain.jpg")
    let more = segments.flatMap(JPEGFile.segment)
    return folder.write(JPEGFile.bytes(of: folder.file("plain.jpg"), adding: more), to: "p.jpg")
  }

  private static let exifName = Array("Exif".utf8) + [0, 0]

  private func metadata(_ path: String) -> PictureMetadata { PictureMetadata(of: FilePath(path)) }

  private static let camera: [PictureMetadata.Row] = [
    .init("make", "Maker"), .init("model", "Model 7"), .init("lens", "Lens 50"),
    .init("time", "2026:01:02 03:04:05"), .init("exposure", "1/250 s"), .init("aperture", "f/2.8"),
    .init("ISO", "400"), .init("focal length", "50 mm"), .init("position", "48.85837, -2.29444"),
  ]

  @Test func `has the camera of EXIF`() throws {
    let path = try jpeg([(0xE1, Self.exifName + Self.exif())])
    let metadata = metadata(path)
    #expect(metadata.camera == Self.camera)
    #expect(metadata.texts == [.init("author", "A. Author"), .init("rights", "Rights")])
    #expect(metadata.tags.count == 14)
    #expect(
      metadata.tags.contains { ($0.group, $0.name, $0.value) == ("EXIF", "FNumber", "28/10") })
    #expect(
      metadata.tags.contains { ($0.group, $0.name, $0.value) == ("GPS", "GPSLatitudeRef", "N") })
  }

  @Test(arguments: [
    (-2, 0x10, "-0.67 EV", "did not fire"), (1, 0x19, "+0.33 EV", "fired"),
    (0, 0x20, "0 EV", nil),
  ])
  func `has the exposure compensation and the flash of EXIF`(
    thirds: Int, flash: Int, steps: String, fired: String?
  ) throws {
    let notes: [ExifBlock.Tag] = [
      .init(number: 0x9204, type: 10, values: [thirds, 3]), .short(0x9209, flash),
    ]
    let rows = metadata(try jpeg([(0xE1, Self.exifName + Self.exif(notes: notes))])).camera
    #expect(rows.first { $0.name == "exposure compensation" }?.value == steps)
    #expect(rows.first { $0.name == "flash" }?.value == fired)
  }

  /// The metadata of a TIFF file with tags of its directory, and of EXIF.
  private func metadata(_ picture: [ExifBlock.Tag], exif: [ExifBlock.Tag] = []) -> PictureMetadata {
    metadata(folder.write(ExifBlock(picture, exif: exif).bytes, to: "tags.tif"))
  }

  private func value(_ name: String, _ rows: [PictureMetadata.Row]) -> String? {
    rows.first { $0.name == name }?.value
  }

  @Test func `has the time of the picture, or else that of the last change under its own name`() {
    let changed = ExifBlock.Tag.text(0x0132, "2023:01:02 03:04:05")
    let digitized = ExifBlock.Tag.text(0x9004, "2022:01:02 03:04:05")
    let zone = ExifBlock.Tag.text(0x9012, "+09:00")
    let original = ExifBlock.Tag.text(0x9003, "2021:01:02 03:04:05")
    let all = metadata([changed], exif: [original, digitized, zone]).camera
    #expect(all == [.init("time", "2021:01:02 03:04:05")])
    let unset = ExifBlock.Tag.text(0x9003, "    :  :     :  :  ")
    let scanned = metadata([changed], exif: [unset, digitized, zone]).camera
    #expect(scanned == [.init("time", "2022:01:02 03:04:05 +09:00")])
    #expect(metadata([changed]).camera == [.init("changed", "2023:01:02 03:04:05")])
  }

  @Test(arguments: [
    ("2022-01-02T03:04:05.25+09:00", "2022:01:02 03:04:05 +09:00"),
    ("2022-01-02T03:04:05", "2022:01:02 03:04:05"), ("2022-01-02", "2022-01-02"),
  ])
  func `has the time of XMP where EXIF has none`(date: String, time: String) throws {
    let name = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    for content in [
      " photoshop:DateCreated=\"\(date)\"/>",
      "><exif:DateTimeOriginal>\(date)</exif:DateTimeOriginal></rdf:Description>",
    ] {
      let packet = "<x:xmpmeta><rdf:RDF><rdf:Description rdf:about=\"\"\(content)"
      let path = try jpeg([(0xE1, name + Array(packet.utf8))])
      #expect(metadata(path).camera == [.init("time", time)], "\(content)")
    }
  }

  @Test func `has the lens by its numbers, the exposure by its steps, and the equivalent`() {
    func lens(_ numbers: Int...) -> String? {
      value("lens", metadata([], exif: [.init(number: 0xA432, type: 5, values: numbers)]).camera)
    }
    #expect(lens(24, 1, 70, 1, 28, 10, 28, 10) == "24–70 mm f/2.8")
    #expect(lens(70, 1, 300, 1, 4, 1, 56, 10) == "70–300 mm f/4–5.6")
    #expect(lens(50, 1, 50, 1, 18, 10, 18, 10) == "50 mm f/1.8")
    #expect(lens(50, 1, 50, 1, 0, 0, 0, 0) == "50 mm")
    #expect(lens(0, 0, 0, 0, 0, 0, 0, 0) == nil)
    let camera = metadata(
      [],
      exif: [
        .init(number: 0x9201, type: 10, values: [7_965_784, 1_000_000]),
        .fractions(0x9202, 297, 100), .short(0xA405, 75),
      ]
    ).camera
    #expect(
      camera == [
        .init("exposure", "1/250 s"), .init("aperture", "f/2.8"),
        .init("35 mm equivalent", "75 mm"),
      ])
  }

  @Test func `has the description of XMP, of IPTC, or of the user's comment`() throws {
    let name = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    let packet = """
      <x:xmpmeta><rdf:Description><dc:description><rdf:Alt><rdf:li xml:lang="x-default">Caption
      </rdf:li><rdf:li xml:lang="de">Text</rdf:li></rdf:Alt></dc:description></rdf:Description>
      """
    let xmp = metadata(try jpeg([(0xE1, name + Array(packet.utf8))]))
    #expect(xmp.texts == [.init("description", "Caption")])
    let iptc: [UInt8] = [0x1C, 2, 120, 0, 4] + Array("Text".utf8)
    let photoshop =
      Array("Photoshop 3.0".utf8) + [0] + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0]
      + [UInt8(iptc.count)] + iptc + [0]
    #expect(metadata(try jpeg([(0xED, photoshop)])).texts == [.init("description", "Text")])
    let unicode = Array("UNICODE".utf8) + [0]
    for (bytes, text) in [
      (Array("ASCII".utf8) + [0, 0, 0] + Array("plain".utf8), "plain"),
      // Either byte order, and one of the block where the letters don't tell.
      (unicode + [0, 0x68, 0, 0xE9], "hé"), (unicode + [0x68, 0, 0xE9, 0], "hé"),
      (unicode + [0x2D, 0x4E, 0x87, 0x65], "中文"), ([UInt8](repeating: 0, count: 8) + [0x78], "x"),
      (Array("JIS".utf8) + [0, 0, 0, 0, 0, 0x1B, 0x24], nil),
    ] as [([UInt8], String?)] {
      let texts = metadata([], exif: [.bytes(0x9286, bytes)]).texts
      #expect(value("description", texts) == text)
    }
    // What is the title already is said once.
    let both = metadata([.text(0x010E, "One")], exif: [.text(0x9286, "One")])
    #expect(both.texts == [.init("title", "One")])
  }

  @Test(arguments: [(4, 4), (0, 0), (6, nil)] as [(Int, Int?)])
  func `has the stars of EXIF after those of XMP`(number: Int, stars: Int?) throws {
    #expect(metadata([.short(0x4746, number)]).stars == stars)
    let name = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    let rating = ExifBlock([.short(0x4746, number)]).bytes
    let path = try jpeg([(0xE1, Self.exifName + rating), (0xE1, name + XMPRating.packet(2))])
    #expect(metadata(path).stars == 2)
  }

  @Test func `is the same in every format that has EXIF`() throws {
    var file = PNGFile(size: PixelSize(width: 1, height: 1), rows: [[1, 2, 3]])
    file.exif = Self.exif()
    file.write(to: folder.file("p.png"))
    #expect(metadata(folder.file("p.png")).camera == Self.camera)
    var random = SplitMix64(seed: 1)
    var webp = WebPFile(
      picture: ReferencePicture(noise: PixelSize(width: 8, height: 8), using: &random))
    webp.exif = Self.exif()
    #expect(metadata(folder.write(webp.bytes, to: "p.webp")).camera == Self.camera)
    // A TIFF file is laid out as a block of EXIF is.
    #expect(metadata(folder.write(Self.exif(), to: "p.tif")).camera == Self.camera)
  }

  @Test func `has what another program writes`() throws {
    others.write(ReferencePicture(soft: PixelSize(width: 40, height: 24)), to: "in.ppm")
    _ = folder.write(Profiles.wide, to: "wide.icc")
    for name in ["p.tif", "p.jpg", "p.png"] {
      try others.run("convert @in.ppm -depth 8 -profile @wide.icc -set comment Remark @\(name)")
      let metadata = metadata(folder.file(name))
      #expect(metadata.profile.map(\.name).suffix(2) == ["class", "bytes"])
      #expect(metadata.profile.contains(.init("class", "display")))
      #expect(metadata.profile.last?.value == "\(Profiles.wide.count)")
      if name != "p.tif" { #expect(metadata.tags.contains { $0.value == "Remark" }) }
    }
    let big = metadata(folder.file("p.tif"))
    #expect(big.tags.contains { ($0.name, $0.value) == ("ImageWidth", "40") })
    try others.run("vips tiffsave @in.ppm @big.tif --bigtiff")
    let tags = metadata(folder.file("big.tif")).tags
    #expect(tags.contains { ($0.group, $0.name, $0.value) == ("TIFF", "ImageWidth", "40") })
    #expect(metadata(folder.file("in.ppm")) == PictureMetadata())
  }

  @Test(arguments: [Double.infinity, .nan, 1e300, 1e18, 0.5])
  func `has no directory at a place that is no offset`(place: Double) throws {
    let bits = Int(bitPattern: UInt(place.bitPattern))
    let block = ExifBlock([
      .text(0x010F, "Maker"), .init(number: 0x8769, type: 12, values: [bits]),
      .init(number: 0x8825, type: 11, values: [Int(Float(place).bitPattern)]),
    ])
    let metadata = metadata(try jpeg([(0xE1, Self.exifName + block.bytes)]))
    #expect(metadata.tags.map(\.name) == ["Make"])
  }

  @Test func `tells the tags of a TIFF file's pages apart`() throws {
    others.write(ReferencePicture(soft: PixelSize(width: 40, height: 24)), to: "in.ppm")
    try others.run("convert @in.ppm -page +0+0 ( +clone -scale 30x10! ) @pages.tif")
    let tags = metadata(folder.file("pages.tif")).tags
    let widths = tags.filter { $0.name == "ImageWidth" }.map { "\($0.group): \($0.value)" }
    #expect(widths == ["TIFF: 40", "TIFF 2: 30"])
  }

  @Test(
    arguments: [
      ("A harbor at dawn", "A harbor at dawn"),
      (
        #"<?xml version="1.0"?><OME><Instrument ID="I:0"/><Image ID="Image:0" Name="Cells &lt;3">"#
          + #"<Pixels SizeX="2"><Channel Name="DAPI"/></Pixels></Image></OME>"#, "Cells <3"
      ),
      (#"<OME><Image ID="Image:0"><Pixels><Channel Name="DAPI"/></Pixels></Image></OME>"#, nil),
      ("<OME><Pixels/></OME>", nil),
    ] as [(String, String?)])
  func `has its description, or the name in OME-XML`(description: String, title: String?) {
    let metadata = metadata([.text(0x010E, description)])
    #expect(metadata.texts == (title.map { [.init("title", $0)] } ?? []))
    #expect(metadata.tags.map(\.value) == [description])
  }

  @Test func `has title, author, rights and keywords of XMP and IPTC`() throws {
    let packet = """
      <x:xmpmeta><rdf:Description xmp:Rating="5"><dc:title><rdf:Alt>
      <rdf:li xml:lang="x-default">Bread &amp; b&#x00FC;tter</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator>
      <dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li/><rdf:li>b</rdf:li></rdf:Bag></dc:subject>
      </rdf:Description></x:xmpmeta>
      """
    let name = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    let xmp = metadata(try jpeg([(0xE1, name + Array(packet.utf8))]))
    let rows: [PictureMetadata.Row] = [
      .init("title", "Bread & bütter"), .init("author", "One, Two"), .init("keywords", "a, b"),
    ]
    #expect(xmp.texts == rows)
    func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let iptc = dataset(5, "T") + dataset(25, "k1") + dataset(25, "k2") + dataset(116, "R")
    let photoshop =
      Array("Photoshop 3.0".utf8) + [0] + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0]
      + [UInt8(iptc.count)] + iptc
    let other = metadata(try jpeg([(0xED, photoshop)]))
    #expect(
      other.texts == [.init("title", "T"), .init("rights", "R"), .init("keywords", "k1, k2")])
  }

  @Test func `is cut where a file has more than anyone reads`() throws {
    let long = String(repeating: "x", count: 5000)
    let many = (0..<3000).map { ExifBlock.Tag.short(0xC000 + $0, $0) }
    let one = metadata(try jpeg([(0xE1, Self.exifName + Self.exif(notes: [.text(0x9286, long)]))]))
    let value = try #require(one.tags.first { $0.name == "UserComment" }?.value)
    #expect(value.utf8.count <= 2000 && value.hasPrefix("xxxx"))
    let block = Self.exif(notes: many)
    let all = metadata(try jpeg([(0xE1, Self.exifName + block)]))
    #expect(all.tags.count == PictureMetadata.maximumTags)
  }

  @Test func `has no characters that do something to a terminal`() {
    #expect(MetadataText.cut(" a\u{1B}[31m\n\u{202E}b\u{2028}c ") == "a [31m b c")
    #expect(MetadataText.decode([0x61, 0xE9, 0, 0x62]) == "aé")
  }

  @Test func `of damaged files is read without harm, in little time`() throws {
    var random = SplitMix64(seed: 11)
    let good = Self.exif(notes: [.text(0x9286, "remark")])
    let jpeg = ScratchFolder.read(try jpeg([(0xE1, Self.exifName + good), (0xFE, [1, 2, 3])]))
    var file = PNGFile(size: PixelSize(width: 1, height: 1), rows: [[1, 2, 3]])
    file.exif = good
    file.profile = Profiles.screen
    for bytes in [good, jpeg, file.bytes] {
      for _ in 0..<200 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 4..<changed.count, using: &random)
          changed[place] =
            [0, 0xFF, UInt8.random(in: 0...255, using: &random)]
            .randomElement(using: &random) ?? 0
        }
        changed = Array(changed.prefix(Int.random(in: 8...changed.count, using: &random)))
        let found = metadata(folder.write(changed, to: "damaged"))
        #expect(found.tags.count <= PictureMetadata.maximumTags)
      }
    }
    // A directory that is its own successor, and one with more entries than the file has bytes.
    let block = ExifBlock([.short(0x0100, 7)]).bytes
    let loop = Array(block.dropLast(4)) + [8, 0, 0, 0]
    #expect(metadata(folder.write(loop, to: "loop.tif")).tags.count == 1)
    let many = Array(block.prefix(8)) + [0xFF, 0xFF, 1]
    #expect(metadata(folder.write(many, to: "many.tif")).tags.isEmpty)
    #expect(metadata("/no/such/file") == PictureMetadata())
  }
}

@Suite struct `The orientation of a picture` {
  private let folder = ScratchFolder()

  @Test(arguments: ["anim70-exif.webp", "exif-rawprofile.png"])
  func `is found in the files of a bug tracker`(name: String) throws {
    let stem = name.prefix { $0 != "." }
    #expect(try CasePicture.largestDifference(name, "\(stem).expected.png") <= 1)
  }

  private func hex(_ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    return Array("\nexif\n    \(bytes.count)\n\(digits.joined())\n".utf8)
  }

  /// A text as a stream of one stored block, with its checksum.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (one, other) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65521
      other = (other + one) % 65521
    }
    let count = bytes.count
    let length = [
      UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
    ]
    return [0x78, 1, 1] + length + bytes + PNGData.number(other << 16 | one)
  }

  @Test(arguments: ["eXIf", "Raw profile type exif", "Raw profile type APP1"], [false, true])
  func `is found anywhere in PNG, around the pixels`(name: String, isCompressed: Bool) throws {
    let size = PixelSize(width: 12, height: 7)
    let rows = [[UInt8]](repeating: .init(repeating: 9, count: 36), count: 7)
    let plain = PNGFile(size: size, rows: rows).bytes
    let exif = JPEGFile.exif(6, isBigEndian: true)
    let note: [UInt8]
    if name == "eXIf" {
      note = PNGData.chunk("eXIf", Array(exif.dropFirst(6)))
    } else if isCompressed {
      note = PNGData.chunk("zTXt", Array(name.utf8) + [0, 0] + stored(hex(exif)))
    } else {
      note = PNGData.chunk("tEXt", Array(name.utf8) + [0] + hex(exif))
    }
    let text = PNGData.chunk(
      "tEXt", Array("Comment".utf8) + [0] + .init(repeating: 0x61, count: 70_000))
    let many = (0..<200).flatMap { _ in PNGData.chunk("tEXt", [0x61, 0, 0x62]) }
    // The header's chunk ends at 33, and IEND has twelve bytes.
    for place in [33, plain.count - 12] {
      for filler in [[], text, many] {
        let bytes = Array(plain[..<place]) + filler + note + filler + Array(plain[place...])
        let file = folder.write(Array(bytes), to: "a.png")
        let source = try ImageFile.open(file)
        #expect(source.info.orientation.rawValue == 6 && source.info.size.width == 7)
        let tags = PictureMetadata(of: .init(file)).tags
        #expect(tags.contains { $0.name == "Orientation" })
      }
    }
  }

  @Test func `in damaged digits is upright`() throws {
    let plain = PNGFile.small
    for text in ["", "\nexif\n", "\nexif\n 4\nzz", "\nexif\n 99\n4578", "\n\n\n0"] {
      let note = PNGData.chunk("tEXt", Array("Raw profile type exif".utf8) + [0] + Array(text.utf8))
      let file = folder.write(
        Array(plain[..<(plain.count - 12)]) + note + Array(plain.suffix(12)), to: "damaged.png")
      #expect(try Decoded(file).info.orientation == .upright)
    }
  }

  @Test func `by profile is a profile as text, too`() throws {
    let row: [UInt8] = [0xC8, 0x14, 0x3C, 0xC8, 0x14, 0x3C]
    let plain = PNGFile(size: PixelSize(width: 2, height: 1), rows: [row]).bytes
    let note = PNGData.chunk(
      "tEXt", Array("Raw profile type icc".utf8) + [0] + hex(Profiles.swapped))
    let file = folder.write(Array(plain[..<33]) + note + Array(plain[33...]), to: "icc.png")
    let decoded = try Decoded(file)
    #expect(decoded.info.colorSource == "ICC profile")
    #expect(difference(decoded[0, 0], 0xFF14_C83C) <= 2)
    #expect(!PictureMetadata(of: .init(file)).profile.isEmpty)
  }
}
