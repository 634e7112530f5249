import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging

/// A file in the layout of cameras' raw files, built from directories.
private struct RawFile {
  /// A tag, and its number, or the place of bytes or directories.
  enum Value {
    case number(Int)
    case bytes([UInt8])
    /// The offset of bytes that follow the directories, whose length another tag has.
    case offset(Int)
    case directories([Int])
  }

  var start: [UInt8] = [0x49, 0x49, 42, 0]
  /// The first one is the file's first; others are linked by ``Value/directories(_:)``.
  var directories: [[(tag: Int, value: Value)]]
  /// Bytes that tags point at.
  var parts: [[UInt8]] = []
  var prefix: [UInt8] = []

  /// The offset of a directory, each of which has 2 kB.
  private func place(ofDirectory index: Int) -> Int { 8 + prefix.count + 2048 * index }

  private func place(ofPart index: Int) -> Int {
    place(ofDirectory: directories.count) + parts[..<index].reduce(0) { $0 + $1.count }
  }

  var bytes: [UInt8] {
    var bytes = start + place(ofDirectory: 0).bytes(4) + prefix
    for (index, tags) in directories.enumerated() {
      var directory = tags.count.bytes(2)
      var extra: [UInt8] = []
      let end = place(ofDirectory: index) + 2 + tags.count * 12 + 4
      for (tag, value) in tags {
        directory += tag.bytes(2)
        switch value {
        case .number(let number):
          directory += 4.bytes(2) + 1.bytes(4) + number.bytes(4)
        case .bytes(let content):
          directory += 7.bytes(2) + content.count.bytes(4)
          directory += (end + extra.count).bytes(4)
          extra += content
        case .offset(let part):
          directory += 4.bytes(2) + 1.bytes(4) + place(ofPart: part).bytes(4)
        case .directories(let list):
          directory += 4.bytes(2) + list.count.bytes(4)
          let places = list.flatMap { place(ofDirectory: $0).bytes(4) }
          directory += list.count == 1 ? places : (end + extra.count).bytes(4)
          if list.count > 1 { extra += places }
        }
      }
      directory += 0.bytes(4) + extra
      bytes += directory + [UInt8](repeating: 0, count: 2048 - directory.count)
    }
    return bytes + parts.flatMap { $0 }
  }
}

@Suite struct `A camera's raw file` {
  private let programs = OtherPrograms(folder: ScratchFolder())

  /// A JPEG file.
  private func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
    programs.write(ReferencePicture(soft: PixelSize(width: width, height: height)), to: "p.ppm")
    try programs.run("vips jpegsave @p.ppm @p.jpg")
    return ScratchFolder.read(programs.folder.file("p.jpg"))
  }

  private static let make = (tag: 271, value: RawFile.Value.bytes(Array("Maker\0".utf8)))
  private static let sensor = [
    (tag: 256, value: RawFile.Value.number(6000)), (tag: 257, value: .number(4000)),
    (tag: 259, value: .number(1)), (tag: 262, value: .number(32803)),
    (tag: 273, value: .offset(0)), (tag: 279, value: .number(1000)),
  ]

  private func open(_ file: RawFile, _ name: String = "a.nef") throws -> Decoded {
    try Decoded(programs.folder.write(file.bytes, to: name))
  }

  /// A file with a small and a large preview, in a directory of its own.
  private func file(orientation: Int = 1) throws -> RawFile {
    let (small, large) = (try jpeg(64, 48), try jpeg(320, 200))
    return RawFile(
      directories: [
        [
          Self.make, (274, .number(orientation)), (330, .directories([1, 2])),
          (513, .offset(0)), (514, .number(small.count)),
        ],
        [(259, .number(6)), (513, .offset(1)), (514, .number(large.count))], Self.sensor,
      ], parts: [small, large])
  }

  @Test func `shows its largest preview`() throws {
    let decoded = try open(try file())
    #expect(decoded.info.format == "RAW" && decoded.error == nil)
    #expect(decoded.info.size == PixelSize(width: 320, height: 200))
    #expect(decoded.pixels == (try Decoded(programs.folder.file("p.jpg"))).pixels)
  }

  @Test func `is oriented as the camera was held`() throws {
    let decoded = try open(try file(orientation: 6))
    #expect(decoded.info.size == PixelSize(width: 200, height: 320))
    #expect(decoded[199, 0] == (try Decoded(programs.folder.file("p.jpg")))[0, 0])
  }

  @Test func `has a single page`() throws {
    let path = programs.folder.write(try file().bytes, to: "a.dng")
    #expect(FilePages(of: FilePath(path)) == nil)
  }

  @Test func `has its preview in strips, in a tag, or in the notes of its maker`() throws {
    let large = try jpeg(320, 200)
    let strip: [(tag: Int, value: RawFile.Value)] = [
      Self.make, (254, .number(1)), (259, .number(7)), (262, .number(6)), (273, .offset(0)),
      (279, .number(large.count)), (330, .directories([1])),
    ]
    let inStrip = RawFile(directories: [strip, Self.sensor], parts: [large])
    #expect(try open(inStrip, "a.dng").info.size.width == 320)
    let canon = RawFile(
      directories: [Array(strip.dropLast())], parts: [large],
      prefix: Array("CR\u{2}\0\0\0\0\0".utf8))
    #expect(try open(canon, "a.cr2").info.size.width == 320)
    let small = try jpeg(48, 32)
    let panasonic = RawFile(
      start: [0x49, 0x49, 0x55, 0], directories: [[Self.make, (0x2E, .bytes(small))]])
    #expect(try open(panasonic, "a.rw2").info.size.width == 48)
    let note = Self.olympusNote(small)
    let olympus = RawFile(
      start: Array("IIRO".utf8),
      directories: [[Self.make, (34665, .directories([1]))], [(37500, .bytes(note))]])
    #expect(try open(olympus, "a.orf").info.size.width == 48)
  }

  /// A maker's note with a preview: its directory, that of the settings, and the JPEG file.
  private static func olympusNote(_ jpeg: [UInt8]) -> [UInt8] {
    let head = Array("OLYMPUS\0II\u{3}\0".utf8)
    let first: [UInt8] = [1, 0, 0x20, 0x20, 13, 0] + [1, 30, 0].flatMap { $0.bytes(4) }
    let settings: [UInt8] =
      [2, 0, 1, 1, 4, 0] + [1, 60].flatMap { $0.bytes(4) } + [2, 1, 4, 0]
      + [1, jpeg.count, 0].flatMap { $0.bytes(4) }
    return head + first + settings + jpeg
  }

  @Test func `of Fuji begins with the place of its preview`() throws {
    let large = try jpeg(320, 200)
    let head = Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68)
    let place = [92, large.count].flatMap(PNGData.number)
    let path = programs.folder.write(head + place + large, to: "a.raf")
    #expect(try Decoded(path).info.size == PixelSize(width: 320, height: 200))
  }

  @Test func `without a preview that can be shown costs a message`() throws {
    // The sensor's own pixels are lossless JPEG.
    var lossless = try jpeg(320, 200)
    let frame = try #require(
      lossless.indices.first { lossless[$0] == 0xFF && lossless[$0 + 1] == 0xC0 })
    lossless[frame + 1] = 0xC3
    let file = RawFile(
      start: Array("IIRO".utf8),
      directories: [[Self.make, (513, .offset(0)), (514, .number(lossless.count))]],
      parts: [lossless])
    let error = #expect(throws: ImagingError.self) { try open(file, "a.orf") }
    #expect(error?.reason == "this raw file has no preview to show")
  }

  @Test func `leaves other TIFF files as they are`() throws {
    programs.write(ReferencePicture(soft: PixelSize(width: 40, height: 30)), to: "p.ppm")
    try programs.run("vips tiffsave @p.ppm @a.tif --compression jpeg")
    #expect(try Decoded(programs.folder.file("a.tif")).info.format == "TIFF")
  }
}
