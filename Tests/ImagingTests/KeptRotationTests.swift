import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A rotation that is kept in the file` {
  private let folder = ScratchFolder()
  private static let all = (1...8).compactMap(Orientation.init(rawValue:))
  private static let size = PixelSize(width: 45, height: 26)
  private static let picture = ReferencePicture(soft: size)
  private static let rows = (0..<size.height).map { y in
    (0..<size.width).flatMap { x -> [UInt8] in
      let pixel = picture[x, y]
      return [UInt8(pixel >> 16 & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel & 0xFF)]
    }
  }

  private func keep(_ turn: Orientation, _ path: String, page: Int = 0) throws -> KeptRotation {
    let path = FilePath(path)
    return try KeptRotation.keep(
      turn, of: path, page: page, since: FileStatus(of: path), limits: ImageLimits())
  }

  /// Keeps a turn, and checks that the file shows the same picture turned, has its metadata, and is the old one once that is undone.
  private func check(_ turn: Orientation, _ path: String) throws {
    let (old, before) = (ScratchFolder.read(path), try Decoded(path))
    #expect(PictureFolder.setTime(1_000_000_000, of: path))
    let kept = try keep(turn, path)
    let after = try Decoded(path)
    #expect(after.info.orientation == before.info.orientation.followed(by: turn))
    let shown = ReferencePicture(size: before.info.size, pixels: before.pixels).oriented(turn)
    #expect(after.info.size == shown.size && after.pixels == shown.pixels && after.error == nil)
    let notes = try notes([folder.write(old, to: "old"), path])
    let changed = Set(notes[0].lines).symmetricDifference(notes[1].lines)
    #expect(!notes[1].lines.isEmpty && changed.isEmpty, "\(changed.sorted())")
    #expect(notes[1].orientation == after.info.orientation.rawValue)
    // Nothing is added where the tag is there.
    let length = ScratchFolder.read(path).count
    let again = try keep(.flippedVertically, path)
    #expect(ScratchFolder.read(path).count == length)
    let undone = try again.undo(limits: ImageLimits())
    _ = try kept.following(undone).undo(limits: ImageLimits())
    #expect(ScratchFolder.read(path) == old)
    #expect(FileStatus(of: FilePath(path))?.modified == 1_000_000_000_000_000_000)
    let names = TestFolder.names(in: folder.path)
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
  }

  /// What another program reads of files, but for what is to change, and the orientation.
  private func notes(_ paths: [String]) throws -> [(lines: [String], orientation: Int?)] {
    let text = try run("exiftool -s -n -a -u -G1 -ee \(paths.joined(separator: " "))")
    let parts = text.split(separator: "======== ", omittingEmptySubsequences: true)
    try #require(parts.count == paths.count, "\(text)")
    return parts.map { part in
      let lines = part.split(separator: "\n").map(String.init).filter { $0.hasPrefix("[") }
      let turn = lines.first { $0.hasPrefix("[IFD0]") && $0.contains(" Orientation ") }
      let others = lines.filter { line in
        !["[System]", "Orientation ", "ExifByteOrder", "FileSize", "MPImage", "Warning"].contains {
          line.contains($0)
        } && !line.contains("WebP_Flags") && !line.contains("[File]")
      }
      return (others, turn?.split(separator: " ").last.flatMap { Int($0) })
    }
  }

  private func run(_ command: String) throws -> String {
    let output = folder.file("output")
    let child = try ChildProcess(
      ["sh", "-c", command + " > " + output], errors: folder.file("errors"))
    _ = try child.wait()
    return String(decoding: ScratchFolder.read(output), as: UTF8.self)
  }

  // MARK: - JPEG

  /// The varieties of JPEG.
  static let varieties: [String: @Sendable (inout JPEGFile) -> Void] = [
    "baseline": { _ in },
    "progressive": { $0.isProgressive = true },
    "with restarts": { $0.restartInterval = 2 },
    "with full color": { $0.sampling = [(1, 1), (1, 1), (1, 1)] },
    "with half the colors across": { $0.sampling = [(2, 1), (1, 1), (1, 1)] },
    "with half the colors down": { $0.sampling = [(1, 2), (1, 1), (1, 1)] },
    "with code tables of its own": { $0.optimizes = true },
    "with an orientation": { $0.orientation = 8 },
    "with an orientation, the highest byte first": { ($0.orientation, $0.isBigEndian) = (5, true) },
    "with a profile": { $0.profile = [UInt8](repeating: 7, count: 900) },
  ]

  private func jpeg(_ name: String = "p.jpg", _ change: (inout JPEGFile) -> Void) -> String {
    var file = JPEGFile(size: Self.size, rows: Self.rows)
    change(&file)
    file.write(to: folder.file(name))
    return folder.file(name)
  }

  @Test(arguments: varieties.keys.sorted()) func `is that of a JPEG file`(variety: String) throws {
    try check(.turnedRight, jpeg { Self.varieties[variety]?(&$0) })
  }

  @Test(arguments: all) func `adds any turn to any orientation`(start: Orientation) throws {
    let path = jpeg { $0.orientation = start.rawValue }
    for turn in Self.all where turn != .upright { try check(turn, path) }
  }

  /// Puts segments before those of a JPEG file, and bytes behind it.
  private func rewrite(_ path: String, segments: [UInt8], trailing: [UInt8] = []) -> String {
    var bytes = ScratchFolder.read(path)
    bytes.insert(contentsOf: segments, at: 2)
    return folder.write(bytes + trailing, to: "q.jpg")
  }

  /// A packet with an orientation, as an attribute or an element; those of other pictures stay.
  private static func packet(_ digit: Int, isElement: Bool) -> [UInt8] {
    let attribute = isElement ? "" : " tiff:Orientation='\(digit)'"
    let element = isElement ? "<tiff:Orientation> \(digit) </tiff:Orientation>" : ""
    let tiff = "xmlns:tiff='http://ns.adobe.com/tiff/1.0/'"
    let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
    let other = "<a><rdf:Description tiff:Orientation='1'/></a>"
    return Array(
      "<rdf:RDF \(rdf) \(tiff)><rdf:Description b='1'\(attribute)>\(element)\(other)</rdf:Description></rdf:RDF>"
        .utf8)
  }

  /// Files with a packet, by their suffixes.
  private func write(_ packet: [UInt8], to suffix: String) throws -> String {
    switch suffix {
    case "jpg":
      let plain = ScratchFolder.read(jpeg("plain.jpg") { $0.orientation = 1 })
      let packet = JPEGFile.segment(0xE1, MetadataBlocks.xmpName + packet)
      return folder.write(Array(plain.prefix(20)) + packet + plain.dropFirst(20), to: "x.jpg")
    case "png":
      let plain = PNGFile(size: Self.size, rows: Self.rows).bytes
      let text = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + packet
      let chunk = PNGData.chunk("iTXt", text)
      // Before the end, which has twelve bytes.
      return folder.write(Array(plain.dropLast(12)) + chunk + plain.suffix(12), to: "x.png")
    case "webp":
      let file = WebPFile(picture: Self.picture, exif: OrientationTag.block(.upright)).bytes
      var all = file + WebPData.chunk("XMP ", packet)
      all.replaceSubrange(4..<8, with: (all.count - 8).bytes(4))
      // The bit of XMP among the features.
      all[20] |= 4
      return folder.write(all, to: "x.webp")
    default:
      var page = TIFFBuilder.Page(size: Self.size) { x, y, _ in UInt64(x + y) }
      page.tags = [(700, 7, packet.map { Int($0) })]
      return folder.write(TIFFBuilder(pages: [page]).bytes, to: "x.tif")
    }
  }

  @Test(arguments: ["jpg", "png", "webp", "tif"], [false, true])
  func `is that of the packet of XMP, in its digit`(suffix: String, isElement: Bool) throws {
    let path = try write(Self.packet(1, isElement: isElement), to: suffix)
    let old = ScratchFolder.read(path)
    let kept = try keep(.turnedRight, path)
    let new = ScratchFolder.read(path)
    #expect(new.firstRange(of: Self.packet(6, isElement: isElement)) != nil)
    #expect(new.firstRange(of: Self.packet(1, isElement: isElement)) == nil)
    #expect(try Decoded(path).info.orientation.rawValue == 6)
    if suffix == "png" {
      // All checksums are right.
      #expect(PNGChunks(new).bytes == new)
    }
    _ = try kept.undo(limits: ImageLimits())
    #expect(ScratchFolder.read(path) == old)
  }

  @Test(arguments: ["'0'", "'12'", "'x'", "''", "'9'", "\"6' "])
  func `leaves an orientation of XMP that is none`(value: String) {
    let text = String(decoding: Self.packet(6, isElement: false), as: UTF8.self)
    let packet = Array(text.replacing("'6'", with: value).utf8)
    #expect(XMPRating.patch(packet, to: .turnedLeft).changes.isEmpty)
    let whole = Array(text.utf8)
    #expect(XMPRating.patch(whole + [0, 0], to: .turnedLeft).changes.map(\.new) == [[0x38]])
    for count in whole.indices {
      #expect(XMPRating.patch(Array(whole[..<count]), to: .turnedLeft).changes.isEmpty)
    }
  }

  @Test func `turns the thumbnail in the file`() throws {
    let thumbnail = ScratchFolder.read(
      jpeg("thumbnail.jpg") {
        $0.size = PixelSize(width: 16, height: 8)
        $0.rows = Self.rows.prefix(8).map { Array($0.prefix(48)) }
      })
    let path = jpeg { ($0.orientation, $0.thumbnail) = (6, thumbnail) }
    try check(.turnedRight, path)
    _ = try keep(.turnedRight, path)
    #expect(
      try run("exiftool -b -ThumbnailImage \(path) | cmp - \(folder.file("thumbnail.jpg"))") == "")
  }

  private static let emptyPacket = Array(
    "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  /// A block of EXIF without an orientation, whose notes have places of their own.
  private static func block(isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      value.bytes(length, isBigEndian: isBigEndian)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    let head: [UInt8] = (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
    // The directory has its texts at 50, that of the camera is at 60, and its note at 78.
    let picture =
      number(3, 2) + entry(0x010F, 2, 6, 50) + entry(0x0132, 2, 20, 84)
      + entry(0x8769, 4, 1, 60) + number(0, 4)
    let camera = number(1, 2) + entry(0x927C, 7, 6, 78) + number(0, 4)
    return head + picture + Array("Maker\0\0\0\0\0".utf8) + camera + Array("secret".utf8)
      + Array("2026:11:27 12:00:00\0".utf8) + [1]
  }

  @Test(arguments: [false, true])
  func `moves nothing in a camera's notes`(isBigEndian: Bool) throws {
    let blocks = [Exif.preamble + Self.block(isBigEndian: isBigEndian), Self.emptyPacket]
    let path = rewrite(
      jpeg { _ in }, segments: blocks.flatMap { JPEGFile.segment(0xE1, $0) },
      trailing: Array("a film that a telephone has put behind the picture".utf8))
    try check(.turnedLeft, path)
    _ = try keep(.turnedLeft, path)
    let tags = TagDirectories(Array(ScratchFolder.read(path).dropFirst(6 + Exif.preamble.count)))
    #expect(tags.first(0x927C, in: .exif).map(\.bytes) == Array("secret".utf8))
    #expect(
      tags.entries.filter { $0.directory == .picture }.map(\.tag) == [0x010F, 0x0112, 0x0132])
  }

  /// `KEPT_ROTATIONS=200` tries more files than the suite does, and kills more programs.
  static let tries = getenv("KEPT_ROTATIONS").flatMap { UInt64(String(cString: $0)) } ?? 8

  @Test(arguments: 1...tries)
  func `is that of a JPEG file of any kind, with any notes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.index(range.count) }
    func chance() -> Bool { random.index(2) == 0 }
    let size = PixelSize(width: number(1...Self.size.width), height: number(1...Self.size.height))
    let rows = Self.rows.prefix(size.height).map { Array($0.prefix(3 * size.width)) }
    let thumbnail = ScratchFolder.read(
      jpeg("thumbnail.jpg") { ($0.size, $0.rows) = (PixelSize(width: 1, height: 1), [[9, 9, 9]]) })
    let samplings: [[(Int32, Int32)]] = [
      [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)],
      [(2, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(2, 2), (2, 1), (1, 2)],
    ]
    let hasOrientation = chance()
    var segments: [UInt8] = []
    // A camera's notes without an orientation, a packet of XMP, a comment.
    if !hasOrientation, chance() {
      segments += JPEGFile.segment(0xE1, Exif.preamble + Self.block(isBigEndian: chance()))
    }
    if chance() { segments += JPEGFile.segment(0xE1, Self.emptyPacket) }
    if chance() { segments += JPEGFile.segment(0xFE, Array("a comment".utf8)) }
    let first = jpeg {
      ($0.size, $0.rows, $0.sampling) = (size, rows, samplings[number(0...5)])
      ($0.isProgressive, $0.optimizes) = (chance(), chance())
      $0.restartInterval = chance() ? UInt32(number(1...9)) : 0
      $0.quality = Int32(number(30...100))
      if hasOrientation { ($0.orientation, $0.isBigEndian) = (number(1...8), chance()) }
      if hasOrientation, chance() { $0.thumbnail = thumbnail }
      if chance() { $0.profile = [UInt8](repeating: 7, count: number(200...2000)) }
    }
    let trailing = chance() ? Array("a film behind the picture".utf8) : []
    let path = rewrite(first, segments: segments, trailing: trailing)
    try check(Self.all[number(1...7)], path)
  }

  @Test(arguments: [false, true], [false, true])
  func `follows places of further pictures in it`(isBehind: Bool, hasOrientation: Bool) throws {
    let second = ScratchFolder.read(jpeg("second.jpg") { $0.quality = 50 })
    // A directory of one tag, with two pictures at 26.
    let length = 4 + 8 + 2 + 12 + 4 + 32
    let block =
      hasOrientation
      ? JPEGFile.exif(1, isBigEndian: true) : Exif.preamble + Self.block(isBigEndian: true)
    let exif = JPEGFile.segment(0xE1, block)
    let first = ScratchFolder.read(jpeg { _ in })
    let size = first.count + exif.count + length + 4
    // The offsets count from behind the name.
    let base = 2 + (isBehind ? 0 : exif.count) + 4 + 4
    var index = Array("MPF\0".utf8)
    index += [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0xB0, 0x02, 0, 7, 0, 0, 0, 32]
    let entry = [0, second.count, size - base, 0]
    for value in [26, 0, 0x0300_0000, size, 0, 0] + entry {
      withUnsafeBytes(of: UInt32(value).bigEndian) { index += $0 }
    }
    let pictures = JPEGFile.segment(0xE2, index)
    #expect(pictures.count == length + 4)
    let path = rewrite(
      folder.file("p.jpg"), segments: isBehind ? pictures + exif : exif + pictures,
      trailing: second)
    try check(.turnedRight, path)
    _ = try keep(.turnedRight, path)
    let bytes = ScratchFolder.read(path)
    let name = Array("MPF\0".utf8)
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
    let reader = ByteReader(bytes: bytes, isBigEndian: true)
    let start = try #require(reader.number(at: header + 26 + 16 + 8, length: 4))
    #expect(Array(bytes[(header + start)...]) == second)
    #expect(reader.number(at: header + 26 + 4, length: 4) == header + start)
  }

  @Test func `is refused where the notes have no room, or are damaged`() throws {
    let full = Exif.preamble + Self.block(isBigEndian: true)
    let filled = full + [UInt8](repeating: 0, count: 0xFFFF - 2 - full.count - 8)
    // The next directory is the same one.
    var circular = JPEGFile.exif(6, isBigEndian: true)
    circular.replaceSubrange(circular.count - 4..<circular.count, with: [0, 0, 0, 8])
    for (block, reason) in [
      (filled, "there is no room in it for an orientation"),
      (Exif.preamble + Array("not TIFF".utf8), "the EXIF block is damaged"),
      (Exif.preamble + [0x4D, 0x4D, 0, 42, 0, 0, 9, 9], "the EXIF block is damaged"),
      (circular, "the EXIF block is damaged"),
    ] {
      let path = rewrite(jpeg { _ in }, segments: JPEGFile.segment(0xE1, block))
      let old = ScratchFolder.read(path)
      let error = #expect(throws: ImagingError.self) { try keep(.turnedRight, path) }
      #expect(error?.reason == reason)
      #expect(ScratchFolder.read(path) == old)
    }
  }

  // MARK: - PNG, WebP and TIFF

  @Test(arguments: [false, true], [false, true])
  func `is that of a PNG file`(hasBlock: Bool, hasOrientation: Bool) throws {
    let block =
      hasOrientation
      ? Array(JPEGFile.exif(3, isBigEndian: false).dropFirst(Exif.preamble.count))
      : Self.block(isBigEndian: false)
    PNGFile(size: Self.size, rows: Self.rows, exif: hasBlock ? block : []).write(
      to: folder.file("p.png"))
    try check(.turnedRight, folder.file("p.png"))
  }

  @Test func `takes over the notes that a PNG file has as a text`() throws {
    let block = Exif.preamble + Self.block(isBigEndian: true)
    let digits = block.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    var bytes = PNGFile(size: Self.size, rows: Self.rows).bytes
    let text = "Raw profile type exif\0\nexif\n      \(block.count)\n\(digits)\n"
    bytes.insert(contentsOf: PNGData.chunk("tEXt", Array(text.utf8)), at: 33)
    let path = folder.write(bytes, to: "q.png")
    _ = try keep(.turnedRight, path)
    let (file, _) = try ImageFile.examine(FilePath(path))
    let exif = try #require(PNGNotes(file).exif)
    #expect(TagDirectories(exif).first(0x927C, in: .exif).map(\.bytes) == Array("secret".utf8))
    #expect(Exif.orientation(in: exif)?.rawValue == 6)
    // One that is compressed is left to confined processes.
    let compressed = PNGData.chunk("zTXt", Array("Raw profile type exif\0\0x".utf8))
    bytes.replaceSubrange(33..<33 + PNGData.chunk("tEXt", Array(text.utf8)).count, with: compressed)
    let refused = folder.write(bytes, to: "r.png")
    let error = #expect(throws: ImagingError.self) { try keep(.turnedRight, refused) }
    #expect(error?.reason == "its EXIF block is in a compressed text")
  }

  @Test(
    arguments: [false, true],
    ["plain", "extended", "with notes", "with an orientation", "animated"])
  func `is that of a WebP file`(isLossless: Bool, kind: String) throws {
    var file = WebPFile(picture: Self.picture, isLossless: isLossless)
    switch kind {
    case "with notes": file.exif = Self.block(isBigEndian: true)
    case "with an orientation":
      file.exif = JPEGFile.exif(2, isBigEndian: true)
    case "animated": file.canvas = (width: 61, height: 40, x: 2, y: 4)
    default: break
    }
    let bytes = kind == "plain" ? Self.plain(file) : file.bytes
    try check(.turnedLeft, folder.write(bytes, to: "p.webp"))
  }

  /// A WebP file without its features, and their place in the length.
  private static func plain(_ file: WebPFile) -> [UInt8] {
    var bytes = file.bytes
    bytes.removeSubrange(12..<30)
    bytes.replaceSubrange(4..<8, with: BMPFile.little(bytes.count - 8, 4))
    return bytes
  }

  @Test func `keeps the alpha of a WebP file without features`() throws {
    var random = SplitMix64(seed: 8)
    let picture = ReferencePicture(noise: Self.size, hasAlpha: true, using: &random)
    let path = folder.write(Self.plain(WebPFile(picture: picture)), to: "p.webp")
    #expect(try Decoded(path).info.hasAlpha)
    try check(.turnedLeft, path)
  }

  private static func page(_ orientation: Int, _ color: UInt64) -> TIFFBuilder.Page {
    TIFFBuilder.Page(size: size, orientation: orientation) { x, y, channel in
      UInt64(x * 5 + y * 3) + UInt64(channel) * color
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `is that of a TIFF file`(isBig: Bool, isBigEndian: Bool) throws {
    for orientation in [1, 6] {
      let file = TIFFBuilder(
        pages: [Self.page(orientation, 9)], isBig: isBig, isBigEndian: isBigEndian)
      try check(.turnedRight, folder.write(file.bytes, to: "p.tif"))
    }
  }

  @Test func `is that of a TIFF file with a mask beside it`() throws {
    var mask = TIFFBuilder.Page(size: Self.size) { x, _, _ in x < 9 ? 0 : 1 }
    (mask.photometric, mask.samples, mask.bits) = (4, 1, 1)
    _ = folder.write(TIFFBuilder(pages: [mask]).bytes, to: "p.tif.msk")
    try check(.turnedRight, folder.write(TIFFBuilder(pages: [Self.page(1, 9)]).bytes, to: "p.tif"))
  }

  /// A TIFF file whose tags of orientation have another number, which no one knows.
  private func withoutOrientation(_ file: TIFFBuilder) -> String {
    var bytes = file.bytes
    let tag: [UInt8] = file.isBigEndian ? [0x01, 0x12, 0, 3] : [0x12, 0x01, 3, 0]
    let other: [UInt8] = file.isBigEndian ? [0x01, 0x0F, 0, 3] : [0x0F, 0x01, 3, 0]
    for place in 0..<bytes.count - 4 where Array(bytes[place..<place + 4]) == tag {
      bytes.replaceSubrange(place..<place + 4, with: other)
    }
    return folder.write(bytes, to: "p.tif")
  }

  @Test(arguments: [false, true], [false, true])
  func `is added to a TIFF file without an orientation`(isBig: Bool, isBigEndian: Bool) throws {
    let file = TIFFBuilder(pages: [Self.page(1, 9)], isBig: isBig, isBigEndian: isBigEndian)
    try check(.turnedRight, withoutOrientation(file))
  }

  @Test(arguments: [0, 1, 2], [false, true])
  func `is that of the page that is shown`(page: Int, hasOrientation: Bool) throws {
    let file = TIFFBuilder(pages: [Self.page(1, 9), Self.page(1, 20), Self.page(1, 31)])
    let path = hasOrientation ? folder.write(file.bytes, to: "p.tif") : withoutOrientation(file)
    let old = ScratchFolder.read(path)
    let kept = try keep(.turnedRight, path, page: page)
    for index in 0..<3 {
      let info = try ImageFile.open(FilePath(path), page: index).info
      #expect(info.orientation == (index == page ? .turnedRight : .upright), "\(index)")
    }
    _ = try kept.undo(limits: ImageLimits())
    #expect(ScratchFolder.read(path) == old)
  }

  // MARK: - Damage

  /// A file of each format with as many places of things as there can be.
  private func samples() -> [(name: String, format: String, bytes: [UInt8])] {
    let thumbnail = ScratchFolder.read(jpeg { _ in })
    let exif = JPEGFile.exif(6, isBigEndian: true, thumbnail: thumbnail)
    let block = Array(exif.dropFirst(Exif.preamble.count))
    let png = PNGFile(size: Self.size, rows: Self.rows, exif: block)
    let pages = [Self.page(1, 9), Self.page(6, 20)]
    return [
      (
        "p.jpg", "JPEG",
        ScratchFolder.read(jpeg { ($0.orientation, $0.thumbnail) = (6, thumbnail) })
      ),
      ("p.png", "PNG", png.bytes),
      ("p.webp", "WebP", WebPFile(picture: Self.picture, exif: block).bytes),
      ("p.tif", "TIFF", TIFFBuilder(pages: pages).bytes),
      ("b.tif", "BigTIFF", TIFFBuilder(pages: pages, isBig: true, isBigEndian: true).bytes),
    ]
  }

  @Test func `is refused or possible whatever bytes are damaged`() throws {
    var random = SplitMix64(seed: 27)
    for (name, format, bytes) in samples() {
      var patchCount = 0
      for _ in 0..<400 {
        var damaged = bytes
        for _ in 0..<3 {
          // Most of the places are at the beginning or at the end.
          let near = random.index(min(200, bytes.count))
          let place = random.chance(0.5) ? near : bytes.count - 1 - near
          damaged[place] = random.pick([0, 1, 8, 255, UInt8(random.index(256))])
        }
        let (file, _) = try ImageFile.examine(FilePath(folder.write(damaged, to: name)))
        guard
          let patch = try? OrientationPatch(
            file, format: format, to: .turnedLeft, by: .turnedRight
          ).bytes
        else { continue }
        patchCount += 1
        let patched = patch.applied(to: damaged)
        #expect(patch.inverse.applied(to: patched) == damaged)
      }
      #expect(patchCount > 20, "\(name)")
    }
  }

  // MARK: - What is not changed

  @Test func `is refused for formats without an orientation, and cameras' files`() throws {
    let bitmap = folder.write(Array("P6 2 1 255\n123456".utf8), to: "p.ppm")
    let error = #expect(throws: ImagingError.self) { try keep(.turnedRight, bitmap) }
    #expect(error?.reason == "PPM files have no place for it")
  }

  @Test func `is refused for files with several names, read-only and changed ones`() throws {
    let path = jpeg { _ in }
    let old = ScratchFolder.read(path)
    func reason(_ status: FileStatus?) -> String? {
      let error = #expect(throws: ImagingError.self) {
        try KeptRotation.keep(
          .turnedRight, of: FilePath(path), since: status, limits: ImageLimits())
      }
      #expect(ScratchFolder.read(path) == old)
      return error?.reason
    }
    #expect(link(path, folder.file("second")) == 0)
    #expect(reason(nil)?.hasPrefix("the file has several names") == true)
    #expect(unlink(folder.file("second")) == 0 && chmod(path, 0o444) == 0)
    #expect(reason(nil) == "the file is read-only")
    #expect(chmod(path, 0o644) == 0)
    let status = FileStatus(of: FilePath(path))
    _ = folder.write(old, to: "p.jpg")
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    #expect(reason(status) == "the file has changed since it was opened")
  }

  @Test func `is refused for a file that is gone`() throws {
    let path = FilePath(jpeg { _ in })
    let status = FileStatus(of: path)
    #expect(unlink(path.description) == 0)
    for known in [status, nil] {
      let error = #expect(throws: ImagingError.self) {
        try KeptRotation.keep(.turnedRight, of: path, since: known, limits: ImageLimits())
      }
      #expect(error?.reason == "the file is gone")
    }
  }

  @Test func `leaves the file as it is where it is stopped`() throws {
    let path = jpeg { _ in }
    let old = ScratchFolder.read(path)
    let error = #expect(throws: ImagingError.self) {
      try KeptRotation.keep(
        .turnedRight, of: FilePath(path), since: nil, limits: ImageLimits(), while: { false })
    }
    #expect(error?.reason == "it was stopped")
    #expect(ScratchFolder.read(path) == old && TestFolder.names(in: folder.path) == ["p.jpg"])
  }

  @Test func `isn't taken back in a file that has changed since`() throws {
    let path = jpeg { _ in }
    let kept = try keep(.turnedRight, path)
    let new = ScratchFolder.read(path) + [0]
    _ = folder.write(new, to: "p.jpg")
    let error = #expect(throws: ImagingError.self) {
      _ = try kept.undo(limits: ImageLimits())
    }
    #expect(error?.reason == "the file has changed since")
    #expect(ScratchFolder.read(path) == new)
  }

  @Test func `keeps the mode, the user's attributes and the links to the file`() throws {
    let path = jpeg { _ in }
    #expect(chmod(path, 0o640) == 0)
    let set = "import os; os.setxattr('\(path)', 'user.xdg.tags', b'red'); print('done')"
    let hasAttributes = try run("python3 -c \"\(set)\"") == "done\n"
    let way = folder.file("link.jpg")
    #expect(symlink("p.jpg", way) == 0)
    _ = try keep(.turnedRight, way)
    var status = stat()
    #expect(lstat(way, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640 && status.st_nlink == 1)
    #expect(try Decoded(path).info.orientation == .turnedRight)
    guard hasAttributes else { return }
    let get = "import os; print(os.getxattr('\(path)', 'user.xdg.tags').decode())"
    #expect(try run("python3 -c \"\(get)\"") == "red\n")
  }
}
