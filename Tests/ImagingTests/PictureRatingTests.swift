import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `The rating of a picture` {
  private let folder = TestFolder.make("rating")

  private static let spaces = """
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    """

  /// A packet with a description that has attributes and elements.
  private static func packet(
    _ attributes: String = "", _ elements: String = "", spaces: String = spaces
  ) -> [UInt8] {
    Array(
      "<?xpacket?>\n<!-- <a> --><rdf:RDF \(spaces)><rdf:Description \(attributes)>\(elements)</rdf:Description></rdf:RDF>\n"
        .utf8)
  }

  private func write(_ bytes: [UInt8], to name: String) throws -> FilePath {
    let path = FilePath("\(folder)/\(name)")
    let writer = try AtomicFileWriter(path)
    try writer.write(bytes)
    try writer.commit()
    return path
  }

  private func stars(of path: FilePath) -> Int? {
    PictureRating.read(of: path) { PictureMetadata(of: path) }
  }

  @Test(arguments: [
    (packet("xmp:Rating=\"4\""), 4), (packet("xmp:Rating = '3.0'"), 3),
    (packet("", "<xmp:Rating> 5 </xmp:Rating>"), 5), (packet("xmp:Rating='-1'"), -1),
    (packet("q:Rating='2' xmlns:q='http://ns.adobe.com/xap/1.0/'"), 2),
    (packet("xmp:Rating='9'"), nil), (packet("xmp:Rating='many'"), nil), (packet(), nil),
    // That of another name, of a picture it was made from, and in a comment.
    (packet("MicrosoftPhoto:Rating='75'"), nil),
    (packet("", "<a><rdf:Description xmp:Rating='3'/></a>"), nil),
    (packet("", "<!-- <xmp:Rating>3</xmp:Rating> -->"), nil),
  ])
  func `is that of its description, in any form`(packet: [UInt8], stars: Int?) throws {
    #expect(try XMPRating(packet).stars == stars)
  }

  @Test(arguments: [
    (packet("a='1' xmp:Rating=\"4\" b='2'"), packet("a='1' xmp:Rating=\"2\" b='2'")),
    (packet("", "<xmp:Rating>5</xmp:Rating>\n"), packet("", "<xmp:Rating>2</xmp:Rating>\n")),
    (packet("a='ü'", "<c/>"), packet("a='ü'", "<c/>", adding: " xmp:Rating=\"2\"")),
    (
      packet("a='1'", spaces: "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"),
      packet(
        "a='1'", adding: " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"2\"",
        spaces: "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'")
    ),
  ])
  func `is changed alone, or added`(old: [UInt8], new: [UInt8]) throws {
    #expect(try XMPRating(old).setting(2) == new)
  }

  private static func packet(
    _ attributes: String, _ elements: String = "", adding: String, spaces: String = spaces
  ) -> [UInt8] {
    Array(
      String(decoding: packet(attributes, elements, spaces: spaces), as: UTF8.self)
        .replacing("<rdf:Description", with: "<rdf:Description\(adding)").utf8)
  }

  @Test(arguments: [
    "", "stars: 3", "<rdf:RDF/>", "<!DOCTYPE a>", "<a><b></a></b>", "<a b=3/>", "<a b='3",
  ])
  func `is not changed in what is no packet`(text: String) {
    #expect(throws: XMPRating.Problem.self) { try XMPRating(Array(text.utf8)).setting(1) }
  }

  @Test func `is not changed where it could mean something else`() {
    let twice = Self.packet("xmp:Rating='1'", "<xmp:Rating>2</xmp:Rating>")
    let empty = Self.packet("", "<xmp:Rating/>")
    let other = Self.packet(
      "xmlns:xmp='other'", spaces: "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'")
    let wide = Self.packet().flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    for packet in [twice, empty, other, wide, Self.packet().dropLast(5) + [0xFF]] {
      #expect(throws: XMPRating.Problem.self) { try XMPRating(packet).setting(1) }
    }
  }

  @Test(arguments: [false, true])
  func `is read and changed in UTF-16, whose mark says the byte order`(isBigEndian: Bool) throws {
    func wide(_ packet: [UInt8]) -> [UInt8] {
      ("\u{FEFF}" + String(decoding: packet, as: UTF8.self)).utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    }
    let picture = try write([1], to: "a.jpg")
    let old = wide(Self.packet("a='𝄞ü' xmp:Rating=\"4\"", "<c/>"))
    let sidecar = try write(old, to: "a.xmp")
    #expect(stars(of: picture) == 4)
    let change = try PictureRating.set(2, of: picture)
    #expect(stars(of: picture) == 2)
    let new = wide(Self.packet("a='𝄞ü' xmp:Rating=\"2\"", "<c/>"))
    #expect(sidecar.beginning(atMost: 4096).map(Array.init) == new)
    try change.undo()
    #expect(sidecar.beginning(atMost: 4096).map(Array.init) == old)
    // Half a character, half of one of two, and a zero.
    let half: [UInt8] = isBigEndian ? [0xD8, 0] : [0, 0xD8]
    for packet in [old.dropLast(), old + half, old + [0, 0]] {
      #expect(throws: XMPRating.Problem.self) { try XMPRating(Array(packet)) }
    }
    let packet = (tag: 700, type: 7, values: new.map { Int($0) })
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 2)) { _, _, _ in 0 }
    page.tags = [(packet.tag, packet.type, packet.values)]
    let tiff = try write(TIFFBuilder(pages: [page]).bytes, to: "b.tif")
    #expect(stars(of: tiff) == 2)
  }

  @Test func `survives random bytes in a packet`() {
    var random = SplitMix64(seed: 7)
    let whole = Self.packet("a='1' xmp:Rating=\"4\"", "<c d='e'>f</c>")
    for _ in 0..<3000 {
      var packet = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = packet.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: packet[place] = Array("<>/='\"!?- \u{0}".utf8).randomElement(using: &random) ?? 0
        case 1: packet.remove(at: place)
        default: packet = Array(packet[..<place])
        }
        if packet.isEmpty { break }
      }
      guard let changed = try? XMPRating(packet).setting(3) else { continue }
      #expect((try? XMPRating(changed).stars) == 3)
      #expect(abs(changed.count - packet.count) < 70)
    }
  }

  @Test func `is given in a sidecar of its own, which taking it back deletes`() throws {
    let picture = try write([1, 2, 3], to: "a.png")
    #expect(stars(of: picture) == nil)
    let change = try PictureRating.set(4, of: picture)
    #expect(stars(of: picture) == 4)
    #expect(TestFolder.names(in: folder) == ["a.png", "a.png.xmp"])
    #expect(picture.beginning(atMost: 9).map(Array.init) == [1, 2, 3])
    let second = try PictureRating.set(0, of: picture)
    #expect(stars(of: picture) == 0)
    #expect(throws: ImagingError.self) { try change.undo() }
    try second.undo()
    try change.undo()
    #expect(TestFolder.names(in: folder) == ["a.png"])
  }

  @Test func `keeps all else of a sidecar, and leaves one that is not understood`() throws {
    let picture = try write([1], to: "a.jpg")
    let old = Self.packet("xmp:Rating=\"1\" darktable:history='…'", "<d/>")
    let sidecar = try write(old, to: "a.xmp")
    let change = try PictureRating.set(5, of: picture)
    let expected = String(decoding: old, as: UTF8.self).replacing("\"1\"", with: "\"5\"")
    #expect(sidecar.beginning(atMost: 4096).map { String(decoding: $0, as: UTF8.self) } == expected)
    #expect(TestFolder.names(in: folder) == ["a.jpg", "a.xmp"])
    try change.undo()
    #expect(sidecar.beginning(atMost: 4096).map(Array.init) == old)
    // One that another picture has, too, is read, but what is written is this picture's own.
    _ = try write([1], to: "a.raw")
    #expect(stars(of: picture) == 1)
    _ = try PictureRating.set(3, of: picture)
    #expect(stars(of: picture) == 3 && sidecar.beginning(atMost: 4096).map(Array.init) == old)
    _ = try write(Array("no packet".utf8), to: "a.jpg.xmp")
    #expect(throws: ImagingError.self) { try PictureRating.set(2, of: picture) }
    #expect(
      FilePath("\(folder)/a.jpg.xmp").beginning(atMost: 99).map(Array.init)
        == Array("no packet".utf8))
  }

  @Test func `is that of the file only without one in a sidecar`() throws {
    let name = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0]
    let segment = JPEGFile.segment(0xE1, name + Self.packet("xmp:Rating='2'"))
    let jpeg = [0xFF, 0xD8] + segment + [0xFF, 0xD9]
    let picture = try write(jpeg, to: "b.jpg")
    #expect(PictureMetadata(of: picture).stars == 2 && stars(of: picture) == 2)
    _ = try write(Self.packet(), to: "b.xmp")
    #expect(stars(of: picture) == 2)
    _ = try write(Self.packet("xmp:Rating='0'"), to: "b.xmp")
    #expect(stars(of: picture) == 0)
  }
}
